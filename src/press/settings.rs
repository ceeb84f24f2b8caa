//! What a file for a print shop is to be.

use crate::diagnostic::{Diagnostic, rule};
use crate::layout::Length;
use crate::press::condition::PrintingCondition;
use crate::press::icc::IccProfile;
use crate::verify::{PreflightOptions, Target};

/// The edition of PDF/X whose structure a file has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PdfxStandard {
    /// PDF/X-1a:2003, ISO 15930-4.
    #[default]
    X1a,
    /// PDF/X-4, ISO 15930-7.
    X4,
}

impl PdfxStandard {
    /// What a file says that it keeps.
    pub fn name(self) -> &'static str {
        match self {
            Self::X1a => "PDF/X-1a:2003",
            Self::X4 => "PDF/X-4",
        }
    }

    /// The newest version of PDF that it knows.
    pub fn version(self) -> &'static str {
        match self {
            Self::X1a => "1.4",
            Self::X4 => "1.6",
        }
    }
}

/// What a file for a print shop is to be.
#[derive(Debug, Clone, PartialEq)]
pub struct PressSettings {
    /// How far the pages reach beyond the trim.
    pub bleed: Length,
    /// The standard whose structure it has.
    pub standard: PdfxStandard,
    /// The printing condition; by default what is usual for the paper.
    pub condition: Option<PrintingCondition>,
    /// The colour profile of the press, which PDF/X-4 asks for.
    pub profile: Option<IccProfile>,
    /// Whether black is to be the only ink.
    pub black_only: bool,
    /// Seconds since 1970 by which a document without a date of its own is dated.
    pub source_date_epoch: Option<i64>,
}

impl Default for PressSettings {
    fn default() -> Self {
        Self {
            bleed: Length::millimeters(3.0),
            standard: PdfxStandard::default(),
            condition: None,
            profile: None,
            black_only: false,
            source_date_epoch: None,
        }
    }
}

impl PressSettings {
    /// What a file that is made by these must keep.
    pub fn expectation(&self) -> PreflightOptions {
        PreflightOptions {
            target: match self.standard {
                PdfxStandard::X1a => Target::X1a,
                PdfxStandard::X4 => Target::X4,
            },
            bleed: Some(self.bleed.to_points()),
            black_only: self.black_only,
        }
    }

    /// Whether they can be met at all.
    ///
    /// # Errors
    /// PDF/X-4 without the colour profile of the press.
    pub fn check(&self) -> Result<(), Diagnostic> {
        if self.standard == PdfxStandard::X4 && self.profile.is_none() {
            let error = Diagnostic::error(
                rule::PRESS_PROFILE,
                "PDF/X-4 needs the colour profile of the press",
            );
            return Err(
                error.hint("ask the print shop for it, and name the file with `--icc FILE`")
            );
        }
        Ok(())
    }
}
