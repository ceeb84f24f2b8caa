//! Preflight: what the pages of any PDF contain, and which of it a print shop cannot use.
//!
//! A [`PreflightReport`] lists the facts page by page, and in [`PreflightReport::problems`] what is
//! wrong for a [`Target`].

mod color;
mod content;
mod file;
mod page;
mod report;
mod rules;
mod state;

use hayro::hayro_syntax::Pdf;

use crate::diagnostic::Diagnostic;
use crate::pdf::{self, PdfError, limits};

pub use crate::pdf::{Area, FontFacts};
pub use color::{BaseSpace, Inks};
pub use report::{
    AnnotationFacts, FileFacts, Finding, ImageFacts, OutputIntent, PageFacts, Paint, PaintUse,
    PreflightReport, SmallestSize,
};

/// What a PDF is checked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Target {
    /// PDF/X-1a:2003 (ISO 15930-4): CMYK, gray and spot colors, no transparency.
    X1a,
    /// PDF/X-4 (ISO 15930-7): also colors with an ICC profile, and transparency.
    X4,
    /// Any print shop.
    #[default]
    Any,
}

/// What preflight checks.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PreflightOptions {
    /// The target.
    pub target: Target,
    /// The required bleed in pt.
    pub bleed: Option<f64>,
    /// Whether black must be the only ink. Printer's marks in all inks are allowed.
    pub black_only: bool,
}

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
