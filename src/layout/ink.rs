//! The options for print shops that every layout has: the inks and the bleed.

use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator;

use crate::layout::option::{OptionKind, OptionSpec};

/// The option for the inks.
pub const INK: &str = "ink";

/// The option for the bleed.
pub const BLEED: &str = "bleed";

/// The color space of a CV.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumIter,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum Ink {
    /// RGB, for screens and for printers at home and in offices.
    #[default]
    Screen,
    /// Cyan, magenta, yellow and black; text without a hue in black only.
    Cmyk,
    /// Black and its tints.
    K,
}

impl Ink {
    /// Returns its name in a profile.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Returns the options with their names.
pub fn options() -> [(&'static str, OptionSpec); 2] {
    let ink = OptionSpec {
        kind: OptionKind::Choice,
        default: text(Ink::default().name()),
        range: None,
        choices: Ink::iter().map(|ink| ink.to_string()).collect(),
        help: "color space: `screen` (RGB), `cmyk`, or `k` for black only".to_owned(),
    };
    let bleed = OptionSpec {
        kind: OptionKind::Length,
        default: text("0mm"),
        range: Some([text("0mm"), text("10mm")]),
        choices: Vec::new(),
        help: "how far color extends beyond the trimmed edge".to_owned(),
    };
    [(INK, ink), (BLEED, bleed)]
}

fn text(value: &str) -> toml::Value {
    toml::Value::String(value.to_owned())
}
