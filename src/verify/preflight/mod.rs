//! Preflight: what the pages of any PDF contain, and which of it a print shop cannot use.
//!
//! A [`PreflightReport`] lists the facts page by page, and in [`PreflightReport::problems`] what is
//! wrong for a [`Target`].

mod color;
mod content;
mod file;
mod options;
mod page;
mod report;
mod rules;
mod state;

use hayro::hayro_syntax::Pdf;

use crate::diagnostic::Diagnostic;
use crate::pdf::{self, PdfError, limits};

pub use crate::pdf::{Area, FontFacts};
pub use color::{BaseSpace, Inks};
pub use options::{PreflightOptions, Target};
pub use report::{
    AnnotationFacts, FileFacts, Finding, ImageFacts, OutputIntent, PageFacts, Paint, PaintUse,
    PreflightReport, SmallestSize,
};

/// Checks a PDF that messages call `name`.
///
/// # Errors
/// The file is not a PDF, is protected by a password, is damaged or exceeds the safety limits.
pub fn preflight(
    bytes: &[u8],
    name: &str,
    options: &PreflightOptions,
) -> Result<PreflightReport, Diagnostic> {
    pdf::catch_panics(|| {
        let pdf = pdf::open(bytes)?;
        let pages = pages(&pdf).ok_or(PdfError::TooLarge)?;
        if pages.is_empty() {
            return Err(PdfError::Damaged);
        }
        let file = file::facts(bytes, &pdf);
        let problems = rules::problems(name, &file, &pages, options);
        Ok(PreflightReport::new(name, file, pages, problems))
    })
    .map_err(|error| error.diagnostic(name))
}

/// Returns the facts of all pages, or `None` if the pages exceed the limits.
pub(super) fn pages(pdf: &Pdf) -> Option<Vec<PageFacts>> {
    let mut operations_left = limits::MAX_OPERATIONS;
    let mut facts = Vec::new();
    for (index, page) in pdf.pages().iter().enumerate() {
        facts.push(page::facts(page, index + 1, &mut operations_left)?);
    }
    Some(facts)
}
