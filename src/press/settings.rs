//! The settings of a file for a print shop.

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, rule};
use crate::layout::Length;
use crate::pdf::IccProfile;
use crate::press::condition::PrintingCondition;
use crate::verify::{PreflightOptions, Target};

/// The edition of PDF/X that a file claims.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PdfxStandard {
    /// PDF/X-1a:2003, ISO 15930-4.
    #[default]
    X1a,
    /// PDF/X-4, ISO 15930-7.
    X4,
    /// None: pages keep the colors that they have, as office printers take any.
    Unclaimed,
}

impl PdfxStandard {
    /// Returns the name by which a file identifies itself, if it claims a standard.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::X1a => Some("PDF/X-1a:2003"),
            Self::X4 => Some("PDF/X-4"),
            Self::Unclaimed => None,
        }
    }

    /// Returns the newest PDF version that the standard allows.
    pub fn pdf_version(self) -> &'static str {
        match self {
            Self::X1a => "1.4",
            Self::X4 => "1.6",
            Self::Unclaimed => "1.7",
        }
    }
}

/// The settings of a file for a print shop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PressSettings {
    /// The bleed.
    pub bleed: Length,
    /// The standard.
    pub standard: PdfxStandard,
    /// The printing condition; by default the usual one for the paper.
    pub condition: Option<PrintingCondition>,
    /// The ICC profile of the press, which PDF/X-4 requires.
    pub profile: Option<IccProfile>,
    /// Whether black is the only ink.
    pub black_only: bool,
    /// Whether black text smaller than 12 pt overprints.
    pub overprint_black: bool,
    /// The date of documents without a date of their own, in seconds since 1970.
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
            overprint_black: true,
            source_date_epoch: None,
        }
    }
}

impl PressSettings {
    /// Returns the preflight options that a file with these settings must pass.
    pub fn preflight_options(&self) -> PreflightOptions {
        PreflightOptions {
            target: match self.standard {
                PdfxStandard::X1a => Target::X1a,
                PdfxStandard::X4 => Target::X4,
                PdfxStandard::Unclaimed => Target::Any,
            },
            bleed: Some(self.bleed.to_points()),
            black_only: self.black_only,
        }
    }

    /// Checks that the settings agree.
    ///
    /// # Errors
    /// The standard is PDF/X-4 and the ICC profile is missing.
    pub fn check(&self) -> Result<(), Diagnostic> {
        if self.standard == PdfxStandard::X4 && self.profile.is_none() {
            let message = "PDF/X-4 needs the ICC profile of the press";
            return Err(Diagnostic::error(rule::PRESS_PROFILE, message)
                .hint("ask the print shop for the profile and name the file with `--icc FILE`"));
        }
        Ok(())
    }
}
