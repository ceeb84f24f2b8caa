//! One CV as a file for a print shop: its layout in the inks of a press and with bleed, and the
//! file made of its pages.

use crate::diagnostic::Diagnostics;
use crate::export::{self, ExportOptions, PdfVersion};
use crate::layout::{DesignOverrides, Ink, Layout, Length, OptionSetting};
use crate::pipeline::document::{Document, RenderOptions};
use crate::press::{self, PdfxStandard};
use crate::typeset::{Engine, Typeset};

/// How far pages reach beyond the trim where nobody says how far: what print shops in most
/// countries ask for.
const USUAL_BLEED: f64 = 3.0;

/// What is wanted of CVs that go to a print shop.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PressOptions {
    /// The inks; by default those of the profile, or else all four.
    pub ink: Option<Ink>,
    /// The bleed; by default that of the profile, or else 3 mm.
    pub bleed: Option<Length>,
    /// What the file is to be beside; its inks and its bleed follow from the others.
    pub file: press::PressSettings,
}

impl PressOptions {
    /// How a CV is to look in a layout, and what the file of it is to be.
    pub fn settings(
        &self,
        document: &Document,
        layout: &Layout,
        options: &RenderOptions,
        engine: &Engine,
    ) -> (DesignOverrides, press::PressSettings) {
        let (design, _) = document.design(layout, &options.settings, engine);
        let ink = self.ink.unwrap_or(match design.ink() {
            Ink::Screen => Ink::Cmyk,
            ink => ink,
        });
        let chosen = design
            .length("bleed")
            .filter(|_| design.chosen.contains("bleed"))
            .map(Length::points);
        let bleed = self
            .bleed
            .or(chosen)
            .unwrap_or(Length::millimeters(USUAL_BLEED));
        let set = |name: &str, value: String| OptionSetting {
            name: name.to_owned(),
            value,
        };
        let mut settings = options.settings.clone();
        settings.options.push(set("ink", ink.name().to_owned()));
        settings
            .options
            .push(set("bleed", format!("{}pt", bleed.to_points())));
        // Only a press that knows its colours can make inks of those of a photo.
        settings.color_images = self.file.standard == PdfxStandard::X4;
        let file = press::PressSettings {
            bleed,
            black_only: ink == Ink::K,
            source_date_epoch: options.export.source_date_epoch,
            ..self.file.clone()
        };
        (settings, file)
    }
}

/// The file of pages that were set with these settings, and what is questionable about it. Messages
/// call it `name`.
pub fn finished(
    typeset: &Typeset,
    name: &str,
    identity: &str,
    settings: &press::PressSettings,
    options: ExportOptions,
) -> Result<(Vec<u8>, Diagnostics), Diagnostics> {
    let bytes = export::press_pdf(typeset, identity, version(settings), options)?;
    let finished = press::to_pdfx(&bytes, name, settings)?;
    Ok((finished.bytes, finished.warnings))
}

/// The version of the PDF that pages are written as, by these settings.
pub fn version(settings: &press::PressSettings) -> PdfVersion {
    match settings.standard {
        PdfxStandard::X1a => PdfVersion::V1_4,
        PdfxStandard::X4 => PdfVersion::V1_6,
    }
}
