//! A document as a PDF for a print shop: its layout in the inks of a press and with bleed.

use crate::diagnostic::Diagnostics;
use crate::export::{self, PdfVersion};
use crate::layout::{BLEED, DesignOverrides, INK, Ink, Layout, Length, OptionSetting};
use crate::pipeline::document::{Document, ResolvedDesign};
use crate::pipeline::options::RenderOptions;
use crate::press::{self, PdfxStandard, PressPdf, PressSettings};
use crate::typeset::{Engine, Typeset};

/// The default bleed, in mm; most print shops ask for it.
const DEFAULT_BLEED: f64 = 3.0;

/// The design of pages for a print shop, and the settings of their file.
#[derive(Debug)]
pub struct PressDesign {
    /// The options of the layout.
    pub settings: DesignOverrides,
    /// The settings of the file.
    pub file: PressSettings,
}

/// Derives the design of a document for a print shop from its own and from the options.
pub fn press_design(
    document: &Document,
    layout: &Layout,
    options: &RenderOptions,
    engine: &Engine,
) -> PressDesign {
    let press = options.press.clone().unwrap_or_default();
    let ResolvedDesign { design, .. } = document.design(layout, &options.settings, engine);
    let ink = press.ink.unwrap_or(match design.ink() {
        Ink::Screen => Ink::Cmyk,
        ink => ink,
    });
    let chosen = design
        .length(BLEED)
        .filter(|_| design.chosen.contains(BLEED))
        .map(Length::points);
    let bleed = press
        .bleed
        .or(chosen)
        .unwrap_or(Length::millimeters(DEFAULT_BLEED));
    let mut settings = options.settings.clone();
    settings.options.push(OptionSetting {
        name: INK.to_owned(),
        value: ink.to_string(),
    });
    settings.options.push(OptionSetting {
        name: BLEED.to_owned(),
        value: format!("{}pt", bleed.to_points()),
    });
    // PDF/X-1a cannot carry the color profile that a photo in color needs.
    settings.color_images = press.file.standard != PdfxStandard::X1a;
    let file = PressSettings {
        bleed,
        black_only: ink == Ink::K,
        source_date_epoch: options.export.source_date_epoch,
        ..press.file
    };
    PressDesign { settings, file }
}

/// Makes the PDF of pages that were typeset in a [`press_design`]. Messages call it `name`.
///
/// # Errors
/// The pages cannot be exported, or the file fails its preflight.
pub fn press_pdf(
    typeset: &Typeset,
    name: &str,
    identity: &str,
    file: &PressSettings,
    options: &RenderOptions,
) -> Result<PressPdf, Diagnostics> {
    let bytes = export::press_pdf(typeset, identity, pdf_version(file), options.export)?;
    press::to_pdfx(&bytes, name, file)
}

/// Returns the PDF version that a file's standard is based on.
pub fn pdf_version(file: &PressSettings) -> PdfVersion {
    match file.standard {
        PdfxStandard::X1a => PdfVersion::V1_4,
        PdfxStandard::X4 | PdfxStandard::Unclaimed => PdfVersion::V1_6,
    }
}
