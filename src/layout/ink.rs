//! What every layout can be told for a print shop: the inks that it is printed with, and the bleed.

use crate::layout::option::{OptionKind, OptionSpec};

/// The option for the inks.
pub const INK: &str = "ink";

/// The option for the bleed.
pub const BLEED: &str = "bleed";

/// What the colours of a CV are made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ink {
    /// Light: colours of a screen, which printers at home and in offices take as well.
    #[default]
    Screen,
    /// Cyan, magenta, yellow and black, text without a hue in black alone.
    Cmyk,
    /// Black alone, and tints of it.
    K,
}

impl Ink {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Screen, Self::Cmyk, Self::K];

    /// The name in a profile.
    pub fn name(self) -> &'static str {
        match self {
            Self::Screen => "screen",
            Self::Cmyk => "cmyk",
            Self::K => "k",
        }
    }

    /// The inks of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ink| ink.name() == name)
    }
}

/// The options, as they are in every layout.
pub fn options() -> [(&'static str, OptionSpec); 2] {
    let ink = OptionSpec {
        kind: OptionKind::Choice,
        default: toml::Value::String(Ink::default().name().to_owned()),
        range: None,
        choices: Ink::ALL.map(|ink| ink.name().to_owned()).to_vec(),
        help: "what colours are made of: light, or the inks of a press, all four or black alone"
            .to_owned(),
    };
    let length = |written: &str| toml::Value::String(written.to_owned());
    let bleed = OptionSpec {
        kind: OptionKind::Length,
        default: length("0mm"),
        range: Some([length("0mm"), length("10mm")]),
        choices: Vec::new(),
        help: "how far colour at the edge goes beyond it, to be cut off".to_owned(),
    };
    [(INK, ink), (BLEED, bleed)]
}
