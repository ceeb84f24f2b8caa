//! How many pages a CV is to have, as a profile or a command line says it.

use std::fmt;

/// What a goal may be, for messages.
pub const EXPECTED: &str = "a number of pages, a range such as `1-2`, `auto` or `off`";

/// How many pages a CV is to have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PageGoal {
    /// As many as it takes.
    Off,
    /// One less than it takes, where the last is nearly empty and a little more density saves it.
    #[default]
    Auto,
    /// Between so many and so many.
    Pages {
        /// The fewest that are striven for.
        least: usize,
        /// The most that are put up with.
        most: usize,
    },
}

impl PageGoal {
    /// Reads what a profile says.
    pub fn of(value: &toml::Value) -> Option<Self> {
        match value {
            toml::Value::String(text) => Self::parse(text),
            toml::Value::Integer(pages) => Self::parse(&pages.to_string()),
            _ => None,
        }
    }

    /// Reads `1`, `1-2`, `auto` or `off`.
    pub fn parse(text: &str) -> Option<Self> {
        let pages = |text: &str| {
            text.trim()
                .parse::<u8>()
                .ok()
                .filter(|pages| (1..=99).contains(pages))
        };
        match text.trim() {
            "auto" => Some(Self::Auto),
            "off" => Some(Self::Off),
            text => {
                let (least, most) = text.split_once('-').unwrap_or((text, text));
                let (least, most) = (pages(least)?.into(), pages(most)?.into());
                (least <= most).then_some(Self::Pages { least, most })
            }
        }
    }
}

impl fmt::Display for PageGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Auto => f.write_str("auto"),
            Self::Pages { least, most } if least == most => write!(f, "{least}"),
            Self::Pages { least, most } => write!(f, "{least}-{most}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_has_one_spelling() {
        let spelt = |text| PageGoal::parse(text).map(|goal| goal.to_string());
        for (text, spelling) in [
            ("1", "1"),
            (" 2 ", "2"),
            ("1-2", "1-2"),
            ("2 - 2", "2"),
            ("auto", "auto"),
            ("off", "off"),
        ] {
            assert_eq!(spelt(text).as_deref(), Some(spelling));
        }
        for wrong in [
            "", "0", "2-1", "0-1", "-1", "1-", "100", "1.5", "one", "Auto",
        ] {
            assert_eq!(spelt(wrong), None, "{wrong}");
        }
    }
}
