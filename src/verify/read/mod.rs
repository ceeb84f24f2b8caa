//! Reads a PDF, whoever made it: the glyphs of its pages, and what the file says of itself.

mod file;
mod glyphs;

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use serde::Serialize;

use crate::diagnostic::{Diagnostic, rule};
use crate::verify::{guard, preflight};

pub use file::decoded;
pub use glyphs::{PageText, PlacedGlyph};

/// What a machine can know of a PDF.
#[derive(Debug, Clone, Default)]
pub struct PdfContent {
    /// The pages.
    pub pages: Vec<PageText>,
    /// What the file says of itself.
    pub about: PdfProperties,
}

/// What a file says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PdfProperties {
    /// The title.
    pub title: Option<String>,
    /// Whose it is.
    pub author: Option<String>,
    /// The language, as a tag.
    pub language: Option<String>,
    /// Whether it says which part of a page is what.
    pub tagged: bool,
    /// The standards that it says it keeps, such as `PDF/A-2a`.
    pub standards: Vec<String>,
    /// The fonts that its pages use.
    pub fonts: Vec<Font>,
    /// The headings of its structure, in the order of reading.
    pub headings: Vec<Heading>,
    /// The links.
    pub links: Vec<Link>,
}

/// A font.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Font {
    /// Its PostScript name, without the mark of a subset.
    pub name: String,
    /// Whether the file brings it along.
    pub embedded: bool,
    /// Whether it says which characters its glyphs stand for.
    pub mapped: bool,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// Its level, from 1.
    pub level: u8,
    /// What it says.
    pub text: String,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Where it leads.
    pub url: String,
    /// The words that lead there.
    pub text: String,
    /// The page that it stands on, from 1.
    pub page: usize,
}

/// Whether the bytes begin as those of a PDF do.
pub fn is_pdf(bytes: &[u8]) -> bool {
    // Readers look for the header within the first kilobyte.
    bytes[..bytes.len().min(1024)]
        .windows(5)
        .any(|window| window == b"%PDF-")
}

/// Reads a PDF that messages call `name`.
///
/// # Errors
/// It is none, it is locked with a password, it is damaged, or it holds more than a PDF of pages
/// does.
pub fn read(bytes: &[u8], name: &str) -> Result<PdfContent, Diagnostic> {
    let wrong =
        |message: String, hint: &str| Diagnostic::error(rule::UNREADABLE_PDF, message).hint(hint);
    if !is_pdf(bytes) {
        return Err(wrong(
            format!("`{name}` is no PDF"),
            "name a profile, or a file that begins with `%PDF-`",
        ));
    }
    let damaged = || {
        wrong(
            format!("`{name}` is damaged: no page of it can be read"),
            "have it written anew",
        )
    };
    let locked = || {
        let message = format!("`{name}` is locked with a password, and no machine can read it");
        wrong(message, "save it without a password")
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
            LoadPdfError::Decryption(DecryptionError::PasswordProtected) => locked(),
            LoadPdfError::Decryption(_) => {
                let message = format!("`{name}` is encrypted in a way that cannot be read");
                wrong(message, "save it without encryption")
            }
            LoadPdfError::Invalid => damaged(),
        })?;
        if guard::has_too_many_widths(&pdf) || preflight::pages(&pdf).is_none() {
            return Err(outsized());
        }
        let pages = glyphs::pages(&pdf);
        let about = file::about(&pdf, &pages);
        Ok(PdfContent { pages, about })
    }));
    match read {
        Ok(Ok(finished)) if finished.pages.is_empty() => Err(damaged()),
        Ok(read) => read,
        Err(_) => Err(damaged()),
    }
}
