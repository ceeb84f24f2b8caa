//! Turns pages into the bytes of a PDF or of pictures, and the bytes into a file that is there
//! whole or not at all.
//!
//! Uses `diagnostic` and `typeset`.

mod image;
mod pdf;
mod write;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use image::{first_page_png, png, svg};
pub use pdf::{ExportOptions, PdfVersion, pdf, press_pdf, sheet_pdf};
pub use write::{Output, TEMPORARY, write};

/// What pages are written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Format {
    /// One file of all pages.
    Pdf,
    /// A picture of each page, in pixels.
    Png,
    /// A picture of each page, in curves.
    Svg,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Pdf, Self::Png, Self::Svg];

    /// How the names of its files end.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }

    /// The format that files with this ending have.
    pub fn of(ending: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.ending().eq_ignore_ascii_case(ending))
    }

    /// The file of one of several pages: `cv.png` of the second → `cv-2.png`.
    pub fn numbered(self, path: &Path, number: usize) -> PathBuf {
        let stem = path
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
            .unwrap_or_default();
        path.with_file_name(format!("{stem}-{number}.{}", self.ending()))
    }
}
