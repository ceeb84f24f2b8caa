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
pub struct GalleryEntry {
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
    entries: Vec<Caption<'a>>,
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
pub fn gallery_entries(
    document: &Document,
    layouts: &[String],
    options: &RenderOptions,
    engine: &Engine,
) -> Result<(Vec<GalleryEntry>, Diagnostics), Diagnostics> {
    let mut entries = Vec::new();
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
        entries.push(GalleryEntry {
            layout: name.clone(),
            document: typeset.document,
            bytes,
        });
    }
    Ok((entries, warnings))
}

/// Sets the sheets.
///
/// # Errors
/// The sheets cannot be set, which a test keeps from happening.
pub fn gallery_sheets(
    title: &str,
    entries: &[GalleryEntry],
    engine: &Engine,
) -> Result<PagedDocument, Diagnostics> {
    let caption = |entry: &'_ GalleryEntry| {
        let size = entry.document.pages().first().map(|page| page.frame.size());
        let (width, height) = size.map_or((1.0, 1.0), |size| (size.x.to_pt(), size.y.to_pt()));
        (
            format!("/{}.pdf", entry.layout),
            entry.document.pages().len(),
            width,
            height,
        )
    };
    let data = Data {
        title,
        entries: entries
            .iter()
            .map(|entry| {
                let (file, pages, width, height) = caption(entry);
                let purpose = engine
                    .layouts()
                    .get(&entry.layout)
                    .map_or("", |layout| &layout.manifest.purpose);
                Caption {
                    layout: &entry.layout,
                    purpose,
                    file,
                    pages,
                    width,
                    height,
                }
            })
            .collect(),
    };
    let mut files: Vec<(String, Vec<u8>)> = entries
        .iter()
        .map(|entry| (format!("/{}.pdf", entry.layout), entry.bytes.clone()))
        .collect();
    files.push((
        DATA.to_owned(),
        serde_json::to_vec(&data).unwrap_or_default(),
    ));
    typeset::compose(TEMPLATE, files, engine)
}
