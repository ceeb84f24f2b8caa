//! One document in many layouts: a contact sheet of the first pages, then a sheet per layout.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export;
use crate::pipeline::document::Document;
use crate::pipeline::options::RenderOptions;
use crate::typeset::{self, Engine, PagedDocument};

/// The template of the sheets, among the files of the layouts.
const TEMPLATE: &str = "gallery/gallery.typ";

/// The file that the template reads its data from.
const DATA: &str = "/gallery.json";

/// A document in one layout.
#[derive(Debug)]
pub struct GalleryEntry {
    /// The layout.
    pub layout: String,
    /// The pages.
    pub document: PagedDocument,
    /// The pages as a PDF.
    pub bytes: Vec<u8>,
}

/// The data of the template.
#[derive(Serialize)]
struct GalleryData<'a> {
    title: &'a str,
    entries: Vec<GalleryCaption<'a>>,
}

/// What a sheet says of a layout, with the size of the pages in pt.
#[derive(Serialize)]
struct GalleryCaption<'a> {
    layout: &'a str,
    purpose: &'a str,
    file: String,
    pages: usize,
    width: f64,
    height: f64,
}

/// A document in several layouts.
pub struct RenderedGallery {
    /// The document in each layout.
    pub entries: Vec<GalleryEntry>,
    /// The problems of the layouts, each once.
    pub warnings: Diagnostics,
}

/// Renders the document in each of the layouts.
///
/// # Errors
/// The profile, its options or a template have errors.
pub fn gallery_entries(
    document: &Document,
    layouts: &[String],
    options: &RenderOptions,
    engine: &Engine,
) -> Result<RenderedGallery, Diagnostics> {
    let mut entries = Vec::new();
    let mut warnings = Diagnostics::default();
    for name in layouts {
        let layout = document.find_layout(name, &options.settings, engine)?;
        let mut typeset = document.fit(layout, &options.settings, engine)?.typeset;
        let of_layout = std::mem::take(&mut typeset.warnings);
        warnings.extend(of_layout.without(&warnings));
        let languages = &document.selection.languages;
        let pdf = export::pdf(&typeset, name, languages, None, options.export)?;
        warnings.extend(pdf.warnings.without(&warnings));
        entries.push(GalleryEntry {
            layout: name.clone(),
            document: typeset.document,
            bytes: pdf.bytes,
        });
    }
    Ok(RenderedGallery { entries, warnings })
}

/// Typesets the sheets.
///
/// # Errors
/// The template fails, which is an internal error.
pub fn gallery_sheets(
    title: &str,
    entries: &[GalleryEntry],
    engine: &Engine,
) -> Result<PagedDocument, Diagnostics> {
    let data = GalleryData {
        title,
        entries: entries.iter().map(|entry| caption(entry, engine)).collect(),
    };
    let json = serde_json::to_vec(&data).map_err(|error| {
        let message = format!("cannot write the data of the gallery: {error}");
        Diagnostic::error(rule::INTERNAL, message)
    })?;
    let mut files = vec![(DATA.to_owned(), json)];
    for entry in entries {
        files.push((pdf_path(entry), entry.bytes.clone()));
    }
    typeset::compose(TEMPLATE, files, engine)
}

fn caption<'a>(entry: &'a GalleryEntry, engine: &'a Engine) -> GalleryCaption<'a> {
    let pages = entry.document.pages();
    let (width, height) = match pages.first() {
        Some(page) => (page.frame.size().x.to_pt(), page.frame.size().y.to_pt()),
        None => (1.0, 1.0),
    };
    let layout = engine.layouts().get(&entry.layout);
    GalleryCaption {
        layout: &entry.layout,
        purpose: layout.map_or("", |layout| &layout.manifest.purpose),
        file: pdf_path(entry),
        pages: pages.len(),
        width,
        height,
    }
}

/// Returns the path at which the template finds the PDF of a layout.
fn pdf_path(entry: &GalleryEntry) -> String {
    format!("/{}.pdf", entry.layout)
}
