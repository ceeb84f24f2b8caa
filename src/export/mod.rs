//! Exports rendered pages as PDF, PNG or SVG, exports the content without pages as Word, HTML,
//! Markdown, plain text or JSON Resume, and writes files atomically.
//!
//! Uses `diagnostic`, `selection`, `content`, `layout`, `typeset` and `pdf`.

mod attached;
mod docx;
mod hash;
mod html;
mod json_resume;
mod logical_order;
mod markdown;
pub mod outline;
mod pdf;
mod plain_text;
mod raster;
mod readable;
mod svg;
mod tags;
mod text_format;
#[cfg(feature = "native")]
mod write;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

pub use docx::docx;
pub use hash::{content_hash, content_hash_bytes};
pub use html::html;
pub use json_resume::json_resume;
pub use markdown::markdown;
pub use pdf::{ExportOptions, ExportedPdf, PdfVersion, gallery_pdf, pdf, press_pdf, sheet_pdf};
pub use plain_text::plain_text;
pub use raster::{first_page_png, png};
pub use svg::svg;
#[cfg(feature = "native")]
pub use write::{Output, create, hold_writes, is_temporary, write};

/// The format of a file: of rendered pages, or of the content without pages.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    EnumIter,
    EnumString,
    IntoStaticStr,
)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum Format {
    /// One file with all pages.
    Pdf,
    /// A PNG image of each page.
    Png,
    /// An SVG image of each page.
    Svg,
    /// A Word document.
    Docx,
    /// A web page.
    Html,
    /// Markdown.
    Md,
    /// Plain text.
    Txt,
    /// A JSON Resume document.
    Json,
}

impl Format {
    /// Returns the extension of file names.
    pub fn extension(self) -> &'static str {
        self.into()
    }

    /// Returns the format of files with an extension in any case.
    pub fn from_extension(extension: &str) -> Option<Self> {
        extension.parse().ok()
    }

    /// Returns whether files of the format show rendered pages, so that they depend on the layout.
    pub fn has_pages(self) -> bool {
        matches!(self, Self::Pdf | Self::Png | Self::Svg)
    }

    /// Returns whether files of the format are text that a terminal can show.
    pub fn is_text(self) -> bool {
        !matches!(self, Self::Pdf | Self::Png | Self::Docx)
    }

    /// Returns the media type of files of the format.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Html => "text/html; charset=utf-8",
            Self::Md => "text/markdown; charset=utf-8",
            Self::Txt => "text/plain; charset=utf-8",
            Self::Json => "application/json",
        }
    }

    /// Returns the path of a page of several: `cv.png` becomes `cv-2.png`.
    pub fn page_path(self, path: &Path, page: usize) -> PathBuf {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        path.with_file_name(format!("{stem}-{page}.{}", self.extension()))
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn extensions_are_read_in_any_case() {
        for format in Format::iter() {
            let extension = format.extension();
            assert_eq!(Format::from_extension(extension), Some(format));
            let capitals = extension.to_uppercase();
            assert_eq!(Format::from_extension(&capitals), Some(format));
        }
        assert_eq!(Format::from_extension("jpg"), None);
    }

    #[test]
    fn pages_are_numbered_before_the_extension() {
        let path = Format::Png.page_path(Path::new("out/cv.png"), 2);
        assert_eq!(path, Path::new("out/cv-2.png"));
    }
}
