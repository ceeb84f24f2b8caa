//! One CV as a file for a print shop: its layout in the inks of a press and with bleed, and the
//! file made of its pages.

use super::job::{Opened, Wanted};
use crate::diagnostic::Diagnostics;
use crate::export::{self, Options, Version};
use crate::layout::{Ink, Layout, Length, Setting, Settings};
use crate::press::{self, Standard};
use crate::typeset::{Base, Typeset};

/// How far pages reach beyond the trim where nobody says how far: what print shops in most
/// countries ask for.
const USUAL_BLEED: f64 = 3.0;

/// What is wanted of CVs that go to a print shop.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Press {
    /// The inks; by default those of the profile, or else all four.
    pub ink: Option<Ink>,
    /// The bleed; by default that of the profile, or else 3 mm.
    pub bleed: Option<Length>,
    /// What the file is to be beside; its inks and its bleed follow from the others.
    pub file: press::Settings,
}

impl Press {
    /// How a CV is to look in a layout, and what the file of it is to be.
    pub(super) fn settings(
        &self,
        opened: &Opened,
        layout: &Layout,
        wanted: &Wanted,
        base: &Base,
    ) -> (Settings, press::Settings) {
        let (design, _) = opened.design(layout, &wanted.settings, base);
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
            .unwrap_or(Length::millimetres(USUAL_BLEED));
        let set = |name: &str, value: String| Setting {
            name: name.to_owned(),
            value,
        };
        let mut settings = wanted.settings.clone();
        settings.options.push(set("ink", ink.name().to_owned()));
        settings
            .options
            .push(set("bleed", format!("{}pt", bleed.to_points())));
        // Only a press that knows its colours can make inks of those of a photo.
        settings.colour_images = self.file.standard == Standard::X4;
        let file = press::Settings {
            bleed,
            black_only: ink == Ink::K,
            source_date_epoch: wanted.options.source_date_epoch,
            ..self.file.clone()
        };
        (settings, file)
    }
}

/// The file of pages that were set with these settings, and what is questionable about it. Messages
/// call it `name`.
pub(super) fn finished(
    typeset: &Typeset,
    name: &str,
    identity: &str,
    settings: &press::Settings,
    options: Options,
) -> Result<(Vec<u8>, Diagnostics), Diagnostics> {
    let bytes = export::press(typeset, identity, version(settings), options)?;
    let finished = press::finish(&bytes, name, settings)?;
    Ok((finished.bytes, finished.warnings))
}

/// The version of the PDF that pages are written as, by these settings.
pub(super) fn version(settings: &press::Settings) -> Version {
    match settings.standard {
        Standard::X1a => Version::V1_4,
        Standard::X4 => Version::V1_6,
    }
}
