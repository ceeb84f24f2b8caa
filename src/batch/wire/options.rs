//! Render options.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Deny;
use crate::export::{ExportOptions, Format};
use crate::layout::{DesignOverrides, Ink, Length};
use crate::pipeline::{PressOptions, RenderOptions};
use crate::press::{IccProfile, PdfxStandard, PressSettings, PrintingCondition};
use crate::profile::PartialDate;
use crate::selection::Choices;

/// The counterpart of [`RenderOptions`].
#[derive(Serialize, Deserialize)]
pub struct WireOptions {
    choices: Choices,
    layouts: Vec<String>,
    settings: DesignOverrides,
    deny: Deny,
    export: ExportOptions,
    formats: Vec<Format>,
    ppi: Option<f64>,
    press: Option<WirePress>,
    today: Option<PartialDate>,
    max_pages: Option<usize>,
}

impl From<RenderOptions> for WireOptions {
    fn from(options: RenderOptions) -> Self {
        let RenderOptions {
            choices,
            layouts,
            settings,
            deny,
            export,
            formats,
            ppi,
            press,
            today,
            max_pages,
        } = options;
        Self {
            choices,
            layouts,
            settings,
            deny,
            export,
            formats,
            ppi,
            press: press.map(WirePress::from),
            today,
            max_pages,
        }
    }
}

impl From<WireOptions> for RenderOptions {
    fn from(options: WireOptions) -> Self {
        let WireOptions {
            choices,
            layouts,
            settings,
            deny,
            export,
            formats,
            ppi,
            press,
            today,
            max_pages,
        } = options;
        Self {
            choices,
            layouts,
            settings,
            deny,
            export,
            formats,
            ppi,
            press: press.map(PressOptions::from),
            today,
            max_pages,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct WirePress {
    ink: Option<Ink>,
    bleed: Option<Length>,
    file: WirePressSettings,
}

impl From<PressOptions> for WirePress {
    fn from(press: PressOptions) -> Self {
        let PressOptions { ink, bleed, file } = press;
        Self {
            ink,
            bleed,
            file: file.into(),
        }
    }
}

impl From<WirePress> for PressOptions {
    fn from(press: WirePress) -> Self {
        let WirePress { ink, bleed, file } = press;
        Self {
            ink,
            bleed,
            file: file.into(),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct WirePressSettings {
    bleed: Length,
    standard: WireStandard,
    /// The name of the printing condition.
    condition: Option<String>,
    profile: Option<WireIccProfile>,
    black_only: bool,
    overprint_black: bool,
    source_date_epoch: Option<i64>,
}

#[derive(Serialize, Deserialize)]
enum WireStandard {
    X1a,
    X4,
    Unclaimed,
}

#[derive(Serialize, Deserialize)]
struct WireIccProfile {
    bytes: Vec<u8>,
    description: Option<String>,
}

impl From<PressSettings> for WirePressSettings {
    fn from(settings: PressSettings) -> Self {
        let PressSettings {
            bleed,
            standard,
            condition,
            profile,
            black_only,
            overprint_black,
            source_date_epoch,
        } = settings;
        Self {
            bleed,
            standard: match standard {
                PdfxStandard::X1a => WireStandard::X1a,
                PdfxStandard::X4 => WireStandard::X4,
                PdfxStandard::Unclaimed => WireStandard::Unclaimed,
            },
            // The description of a condition follows from its name.
            condition: condition.map(
                |PrintingCondition {
                     name,
                     description: _,
                 }| name,
            ),
            profile: profile
                .map(|IccProfile { bytes, description }| WireIccProfile { bytes, description }),
            black_only,
            overprint_black,
            source_date_epoch,
        }
    }
}

impl From<WirePressSettings> for PressSettings {
    fn from(settings: WirePressSettings) -> Self {
        let WirePressSettings {
            bleed,
            standard,
            condition,
            profile,
            black_only,
            overprint_black,
            source_date_epoch,
        } = settings;
        Self {
            bleed,
            standard: match standard {
                WireStandard::X1a => PdfxStandard::X1a,
                WireStandard::X4 => PdfxStandard::X4,
                WireStandard::Unclaimed => PdfxStandard::Unclaimed,
            },
            condition: condition.as_deref().map(PrintingCondition::named),
            profile: profile
                .map(|WireIccProfile { bytes, description }| IccProfile { bytes, description }),
            black_only,
            overprint_black,
            source_date_epoch,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::wire::{decode, encode};

    #[test]
    fn press_options_survive_round_trip() {
        let press = PressOptions {
            ink: Some(Ink::K),
            bleed: Some(Length::millimeters(3.1)),
            file: PressSettings {
                bleed: Length::millimeters(1.0 / 3.0),
                standard: PdfxStandard::X4,
                condition: Some(PrintingCondition::named("FOGRA52")),
                profile: Some(IccProfile {
                    bytes: vec![0, 255, 10],
                    description: Some("Coated".to_owned()),
                }),
                black_only: true,
                overprint_black: false,
                source_date_epoch: Some(1),
            },
        };
        let options = RenderOptions {
            press: Some(press.clone()),
            ..RenderOptions::default()
        };
        let line = encode(&WireOptions::from(options)).expect("a line");
        let received: WireOptions = decode(&line).expect("options");
        assert_eq!(RenderOptions::from(received).press, Some(press));
    }
}
