//! The properties of a file: title, language, standards and fonts, besides headings and links.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, Stream, String as PdfString};
use serde::Serialize;

use crate::pdf::xmp::{XmpProperties, namespace};
use crate::pdf::{FontFacts, decode_text, limits};
use crate::verify::read::glyphs::PageText;
use crate::verify::read::links::{Link, links};
use crate::verify::read::structure::Heading;

/// The properties of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PdfProperties {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The language tag.
    pub language: Option<String>,
    /// Whether the file is a tagged PDF.
    pub tagged: bool,
    /// The standards that the file claims to conform to, such as `PDF/A-2a`.
    pub standards: Vec<String>,
    /// The fonts of the pages.
    pub fonts: Vec<Font>,
    /// The headings of the document structure, in reading order.
    pub headings: Vec<Heading>,
    /// The links.
    pub links: Vec<Link>,
}

/// A font of a page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Font {
    /// The PostScript name, without the tag of a subset.
    pub name: String,
    /// Whether the file embeds the font.
    pub embedded: bool,
    /// Whether the font maps its glyphs to Unicode.
    pub mapped: bool,
}

impl From<FontFacts> for Font {
    fn from(facts: FontFacts) -> Self {
        Self {
            name: facts.name,
            embedded: facts.embedded,
            mapped: facts.mapped,
        }
    }
}

impl PdfProperties {
    /// Reads the properties of a file with this document catalog, these pages and headings.
    pub fn read(pdf: &Pdf, root: &Dict<'_>, pages: &[PageText], headings: Vec<Heading>) -> Self {
        let information = pdf.metadata();
        Self {
            title: non_empty(information.title.as_deref()),
            author: non_empty(information.author.as_deref()),
            language: language(root),
            tagged: is_tagged(root),
            standards: standards(root),
            fonts: fonts(pdf),
            headings,
            links: links(pdf, pages),
        }
    }
}

/// Returns the language tag in a document catalog.
pub fn language(root: &Dict<'_>) -> Option<String> {
    let tag = root.get::<PdfString>("Lang")?;
    Some(decode_text(tag.as_bytes()))
}

fn non_empty(text: Option<&[u8]>) -> Option<String> {
    let text = decode_text(text?);
    (!text.is_empty()).then_some(text)
}

fn is_tagged(root: &Dict<'_>) -> bool {
    let mark_info = root.get::<Dict>("MarkInfo").unwrap_or_default();
    let is_marked = mark_info.get::<bool>("Marked").unwrap_or(false);
    is_marked && root.contains_key("StructTreeRoot")
}

/// Returns the standards that the metadata name.
fn standards(root: &Dict<'_>) -> Vec<String> {
    let Some(stream) = root.get::<Stream>("Metadata") else {
        return Vec::new();
    };
    let packet = limits::decode(&stream).unwrap_or_default();
    let xmp = XmpProperties::parse(&packet);
    let mut standards = Vec::new();
    if let Some(part) = xmp.get(namespace::PDFA_ID, "part") {
        let level = xmp.get(namespace::PDFA_ID, "conformance").unwrap_or("");
        standards.push(format!("PDF/A-{part}{}", level.to_lowercase()));
    }
    if let Some(part) = xmp.get(namespace::PDFUA_ID, "part") {
        standards.push(format!("PDF/UA-{part}"));
    }
    standards
}

/// Returns the fonts in the resources of all pages, each once.
fn fonts(pdf: &Pdf) -> Vec<Font> {
    let mut fonts = Vec::new();
    for page in pdf.pages().iter() {
        let mut level = Some(page.resources());
        while let Some(resources) = level {
            for name in resources.fonts.keys() {
                if let Some(font) = resources.fonts.get::<Dict>(name.as_ref()) {
                    fonts.push(Font::from(FontFacts::read(&font)));
                }
            }
            level = resources.parent();
        }
    }
    fonts.sort();
    fonts.dedup();
    fonts
}
