//! What a command or a job asks for.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Deny;
use crate::export::{ExportOptions, Format};
use crate::layout::{DesignOverrides, Ink, Length};
use crate::press::PressSettings;
use crate::profile::PartialDate;
use crate::selection::Choices;

/// The layout of a profile that names none.
pub const DEFAULT_LAYOUT: &str = "compact";

/// The default resolution of images of pages, in pixels per inch; sharp enough for screens.
pub const DEFAULT_PPI: f64 = 150.0;

/// The pixels per inch that an image of a page can have.
pub const PPI: RangeInclusive<f64> = 1.0..=2400.0;

/// How to render each profile.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RenderOptions {
    /// The variants and languages.
    pub choices: Choices,
    /// The layouts; if empty, the profile's own.
    pub layouts: Vec<String>,
    /// The options that override the profile's design.
    pub settings: DesignOverrides,
    /// The warnings to treat as errors.
    pub deny: Deny,
    /// The options of the PDF export.
    pub export: ExportOptions,
    /// The formats of the files; if empty, PDF.
    pub formats: Vec<Format>,
    /// The resolution of PNG files, in pixels per inch.
    pub ppi: Option<f64>,
    /// How to make PDFs for a print shop; `None` makes PDFs for screens.
    pub press: Option<PressOptions>,
    /// The current day, for warnings about dates in the future; no page depends on it.
    pub today: Option<PartialDate>,
    /// The maximum number of pages of a document.
    pub max_pages: Option<usize>,
}

/// How to make PDFs for a print shop.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PressOptions {
    /// The inks; by default the profile's, or else all four.
    pub ink: Option<Ink>,
    /// The bleed; by default the profile's, or else 3 mm.
    pub bleed: Option<Length>,
    /// The other settings of the file; its inks and bleed are derived.
    pub file: PressSettings,
}

impl RenderOptions {
    /// Returns the formats of pages among those of the files.
    pub fn page_formats(&self) -> impl Iterator<Item = Format> {
        let formats = self.formats().iter().copied();
        formats.filter(|format| format.has_pages())
    }

    /// Returns the formats without pages among those of the files.
    pub fn content_formats(&self) -> impl Iterator<Item = Format> {
        let formats = self.formats().iter().copied();
        formats.filter(|format| !format.has_pages())
    }

    /// Returns whether any file shows pages.
    pub fn has_pages(&self) -> bool {
        self.page_formats().next().is_some()
    }

    /// Returns the formats of the files, which are at least one.
    pub fn formats(&self) -> &[Format] {
        if self.formats.is_empty() {
            &[Format::Pdf]
        } else {
            &self.formats
        }
    }
}
