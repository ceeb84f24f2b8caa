//! The number of pages that a CV should have.

use std::fmt;

/// The description of valid goals, for messages.
pub const EXPECTED: &str = "a number of pages, a range such as `1-2`, `auto` or `off`";

/// The number of pages that a CV should have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PageGoal {
    /// Any number.
    Off,
    /// The number that the CV has, or one less; a single page is filled, and the last of several is
    /// almost half full.
    #[default]
    Auto,
    /// A range.
    Pages {
        /// The desired number.
        least: usize,
        /// The maximum number.
        most: usize,
    },
}

impl PageGoal {
    /// Reads a value of a profile.
    pub fn of(value: &toml::Value) -> Option<Self> {
        match value {
            toml::Value::String(text) => Self::parse(text),
            toml::Value::Integer(pages) => Self::parse(&pages.to_string()),
            _ => None,
        }
    }

    /// Reads `1`, `1-2`, `auto` or `off`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            "auto" => Some(Self::Auto),
            "off" => Some(Self::Off),
            text => {
                let (least, most) = text.split_once('-').unwrap_or((text, text));
                let (least, most) = (page_count(least)?, page_count(most)?);
                (least <= most).then_some(Self::Pages { least, most })
            }
        }
    }
}

/// Reads a number of pages, at most as many as a document may have by default.
fn page_count(text: &str) -> Option<usize> {
    let pages: u8 = text.trim().parse().ok()?;
    (1..=100).contains(&pages).then_some(pages.into())
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
    fn goals_have_one_spelling() {
        for (text, spelling) in [
            ("1", "1"),
            (" 2 ", "2"),
            ("1-2", "1-2"),
            ("2 - 2", "2"),
            ("100", "100"),
            ("auto", "auto"),
            ("off", "off"),
        ] {
            let goal = PageGoal::parse(text).map(|goal| goal.to_string());
            assert_eq!(goal.as_deref(), Some(spelling));
        }
        for wrong in [
            "", "0", "2-1", "0-1", "-1", "1-", "101", "1.5", "one", "Auto",
        ] {
            assert!(PageGoal::parse(wrong).is_none(), "{wrong}");
        }
    }
}
