//! One profile in many layouts, side by side: a contact sheet of all first pages, then a sheet for
//! each layout.

use serde::Serialize;
use typst_layout::PagedDocument;

use crate::diagnostic::Diagnostics;
use crate::export;
use crate::pipeline::document::{Document, RenderOptions};
use crate::typeset::{self, Engine};

/// The file that draws the sheets, among the files of the layouts.
const TEMPLATE: &str = "gallery/gallery.typ";

/// The data by which it draws them.
const DATA: &str = "/gallery.json";

/// A CV in one layout.
#[derive(Debug)]
pub struct Exhibit {
    /// The layout.
    pub layout: String,
    /// Its pages.
    pub document: PagedDocument,
    /// The same as a PDF.
    pub bytes: Vec<u8>,
}

#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    exhibits: Vec<Caption<'a>>,
}

#[derive(Serialize)]
struct Caption<'a> {
    layout: &'a str,
    purpose: &'a str,
    file: String,
    pages: usize,
    width: f64,
    height: f64,
}

/// The CV in each of the layouts, and what is questionable about it in them.
///
/// # Errors
/// All that is wrong with the profile, its options or a template.
pub fn exhibits(
    document: &Document,
    layouts: &[String],
    options: &RenderOptions,
    engine: &Engine,
) -> Result<(Vec<Exhibit>, Diagnostics), Diagnostics> {
    let mut exhibits = Vec::new();
    let mut warnings = Diagnostics::default();
    for name in layouts {
        let layout = engine
            .layouts()
            .get(name)
            .ok_or_else(|| engine.layouts().unknown(name))?;
        let (mut typeset, _) = document.typeset(layout, &options.settings, engine)?;
        warnings.extend(std::mem::take(&mut typeset.warnings).without(&warnings));
        let (bytes, of_file) = export::pdf(&typeset, name, options.export)?;
        warnings.extend(of_file.without(&warnings));
        exhibits.push(Exhibit {
            layout: name.clone(),
            document: typeset.document,
            bytes,
        });
    }
    Ok((exhibits, warnings))
}

/// Sets the sheets.
///
/// # Errors
/// The sheets cannot be set, which a test keeps from happening.
pub fn gallery(
    title: &str,
    exhibits: &[Exhibit],
    engine: &Engine,
) -> Result<PagedDocument, Diagnostics> {
    let caption = |exhibit: &'_ Exhibit| {
        let size = exhibit
            .document
            .pages()
            .first()
            .map(|page| page.frame.size());
        let (width, height) = size.map_or((1.0, 1.0), |size| (size.x.to_pt(), size.y.to_pt()));
        (
            format!("/{}.pdf", exhibit.layout),
            exhibit.document.pages().len(),
            width,
            height,
        )
    };
    let data = Data {
        title,
        exhibits: exhibits
            .iter()
            .map(|exhibit| {
                let (file, pages, width, height) = caption(exhibit);
                let purpose = engine
                    .layouts()
                    .get(&exhibit.layout)
                    .map_or("", |layout| &layout.manifest.purpose);
                Caption {
                    layout: &exhibit.layout,
                    purpose,
                    file,
                    pages,
                    width,
                    height,
                }
            })
            .collect(),
    };
    let mut files: Vec<(String, Vec<u8>)> = exhibits
        .iter()
        .map(|exhibit| (format!("/{}.pdf", exhibit.layout), exhibit.bytes.clone()))
        .collect();
    files.push((
        DATA.to_owned(),
        serde_json::to_vec(&data).unwrap_or_default(),
    ));
    typeset::compose(TEMPLATE, files, engine)
}
