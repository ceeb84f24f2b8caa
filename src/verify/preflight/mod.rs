//! Looks a PDF over before it goes to a print shop, whoever made it: what stands on its pages, and
//! what of that a press cannot use.
//!
//! [`PreflightReport`] has the facts, page by page; what is wrong with them for a [`Target`] stands
//! in [`PreflightReport::faults`].

mod color;
mod content;
mod file;
mod font;
mod page;
mod report;
mod rules;
mod state;

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::diagnostic::{Diagnostic, rule};
use crate::verify::guard;
use crate::verify::read::is_pdf;

pub use color::{BaseSpace, Inks};
pub use report::{
    AnnotationFacts, Area, FileFacts, Finding, FontFacts, ImageFacts, OutputIntent, PageFacts,
    Paint, PaintUse, PreflightReport, SmallestSize,
};

/// What a PDF is to be fit for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Target {
    /// PDF/X-1a:2003 (ISO 15930-4): inks alone, nothing transparent, a printing condition by its
    /// name.
    X1a,
    /// PDF/X-4 (ISO 15930-7): also colours with a profile and transparency, and a profile of the
    /// press.
    X4,
    /// Whatever a print shop takes.
    #[default]
    Any,
}

/// What is expected of a PDF.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PreflightOptions {
    /// What it is to be fit for.
    pub target: Target,
    /// How far the pages must reach beyond the trim, in pt; nothing where nobody asks.
    pub bleed: Option<f64>,
    /// Whether nothing may be printed in another ink than black; marks in all inks may.
    pub black_only: bool,
}

/// Reads a PDF that messages call `name`, and judges it.
///
/// # Errors
/// It is none, it is locked with a password, it is damaged, or it holds more than a PDF of pages
/// does.
pub fn preflight(
    bytes: &[u8],
    name: &str,
    expectation: &PreflightOptions,
) -> Result<PreflightReport, Diagnostic> {
    let wrong =
        |message: String, hint: &str| Diagnostic::error(rule::UNREADABLE_PDF, message).hint(hint);
    if !is_pdf(bytes) {
        return Err(wrong(
            format!("`{name}` is no PDF"),
            "name a file that begins with `%PDF-`",
        ));
    }
    let damaged = || {
        wrong(
            format!("`{name}` is damaged: no page of it can be read"),
            "have it written anew",
        )
    };
    let outsized = || {
        wrong(
            format!("`{name}` holds more than pages need"),
            "have it written anew",
        )
    };
    if guard::is_too_much(bytes) {
        return Err(outsized());
    }
    // A damaged file may bring a reader to its knees, which is no reason for us to fall.
    let read = catch_unwind(AssertUnwindSafe(|| {
        let pdf = Pdf::new(bytes.to_vec()).map_err(|error| match error {
            LoadPdfError::Decryption(_) => encrypted(name, error),
            LoadPdfError::Invalid => damaged(),
        })?;
        let pages = pages(&pdf).ok_or_else(outsized)?;
        Ok((file::facts(bytes, &pdf), pages))
    }));
    match read {
        Ok(Ok((_, pages))) if pages.is_empty() => Err(damaged()),
        Ok(Ok((file, pages))) => {
            let faults = rules::faults(name, &file, &pages, expectation);
            Ok(PreflightReport::new(name, file, pages, faults))
        }
        Ok(Err(error)) => Err(error),
        Err(_) => Err(damaged()),
    }
}

/// What stands on the pages; nothing where they ask for more than pages need.
pub(super) fn pages(pdf: &Pdf) -> Option<Vec<PageFacts>> {
    let mut left = guard::MOST_OPERATIONS;
    (1..)
        .zip(pdf.pages().iter())
        .map(|(number, page)| page::facts(page, number, &mut left))
        .collect()
}

fn encrypted(name: &str, error: LoadPdfError) -> Diagnostic {
    let (message, hint) = match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => (
            format!("`{name}` is locked with a password, and no print shop can open it"),
            "save it without a password",
        ),
        _ => (
            format!("`{name}` is encrypted in a way that cannot be read"),
            "save it without encryption",
        ),
    };
    Diagnostic::error(rule::UNREADABLE_PDF, message).hint(hint)
}
