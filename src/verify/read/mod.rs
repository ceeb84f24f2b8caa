//! Reads a PDF from any program: the glyphs of its pages and the properties of the file.

mod glyphs;
mod lines;
mod links;
mod properties;
mod structure;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::Dict;

use crate::diagnostic::Diagnostic;
use crate::pdf::{self, PdfError, limits};
use crate::verify::preflight;
use crate::verify::read::structure::{Structure, structure};

pub use glyphs::{PageText, PlacedGlyph};
pub use lines::{lines, normalized_text, normalized_text_without_replacements};
pub use links::Link;
pub use properties::{Font, PdfProperties};
pub use structure::Heading;

/// The text and properties of a PDF.
#[derive(Debug, Clone, Default)]
pub struct PdfContent {
    /// The pages.
    pub pages: Vec<PageText>,
    /// The glyphs in the order of the tags. A page appears as often as the tags return to it.
    pub tagged_text: Vec<PageText>,
    /// The properties of the file.
    pub properties: PdfProperties,
}

/// Reads a PDF that messages call `name`.
///
/// # Errors
/// The file is not a PDF, is protected by a password, is damaged or exceeds the safety limits.
pub fn read(bytes: &[u8], name: &str) -> Result<PdfContent, Diagnostic> {
    pdf::catch_panics(|| {
        let pdf = pdf::open(bytes)?;
        read_content(&pdf)
    })
    .map_err(|error| error.diagnostic(name))
}

fn read_content(pdf: &Pdf) -> Result<PdfContent, PdfError> {
    // The interpreter has no limits of its own, so that the pages are checked first.
    let facts = preflight::pages(pdf).ok_or(PdfError::TooLarge)?;
    if limits::has_too_many_widths(pdf) || facts.iter().any(|page| page.is_harmful) {
        return Err(PdfError::TooLarge);
    }
    let root = pdf.xref().get::<Dict>(pdf.xref().root_id());
    let root = root.unwrap_or_default();
    let mut pages = glyphs::pages(pdf);
    if pages.is_empty() {
        return Err(PdfError::Damaged);
    }
    let language = properties::language(&root);
    let direction = lines::direction(language.as_deref(), &pages);
    for page in &mut pages {
        page.direction = direction;
    }
    let Structure { headings, text } = structure(pdf, &root, &pages);
    let properties = PdfProperties::read(pdf, &root, &pages, headings);
    Ok(PdfContent {
        pages,
        tagged_text: text,
        properties,
    })
}
