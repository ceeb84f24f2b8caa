//! Levels of skills out of several, which JSON Resume has as text: `4/5`, `Rust (4/5)`.

use toml_edit::{InlineTable, Value};

use crate::import::draft::DraftTable;
use crate::profile::LEVELS;

/// A level out of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rating {
    /// The level, from 1.
    pub level: u8,
    /// The number of levels.
    pub levels: u8,
}

impl Rating {
    /// Reads `4/5`.
    pub fn read(text: &str) -> Option<Self> {
        let (level, levels) = text.trim().split_once('/')?;
        Self::new(level.trim().parse().ok()?, levels.trim().parse().ok()?)
    }

    /// Returns a level that a profile can have.
    pub fn new(level: u8, levels: u8) -> Option<Self> {
        ((2..=10).contains(&levels) && (1..=levels).contains(&level))
            .then_some(Self { level, levels })
    }

    /// Writes the level into an entry.
    pub fn set(self, entry: &mut DraftTable) {
        entry.set_value("level", i64::from(self.level));
        if self.levels != LEVELS {
            entry.set_value("levels", i64::from(self.levels));
        }
    }
}

/// Writes a level into an entry, as a number if it is one out of several.
pub fn set_level(entry: &mut DraftTable, level: Option<String>) {
    match level.as_deref().and_then(Rating::read) {
        Some(rating) => rating.set(entry),
        None => entry.set("level", level),
    }
}

/// Writes the keywords into an entry, each with its level if it has one in parentheses.
pub fn set_keywords(entry: &mut DraftTable, keywords: Vec<String>) {
    let values: toml_edit::Array = keywords.into_iter().map(keyword).collect();
    if !values.is_empty() {
        entry.set_value("keywords", values);
    }
}

fn keyword(text: String) -> Value {
    let rated = text
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("));
    let Some((name, rating)) = rated.and_then(|(name, level)| Some((name, Rating::read(level)?)))
    else {
        return text.into();
    };
    rated_keyword(name, rating)
}

/// Returns a keyword with a level.
pub fn rated_keyword(name: &str, rating: Rating) -> Value {
    let mut table = InlineTable::new();
    table.insert("name", name.into());
    table.insert("level", i64::from(rating.level).into());
    if rating.levels != LEVELS {
        table.insert("levels", i64::from(rating.levels).into());
    }
    table.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_if_a_profile_can_have_them() {
        for (text, rating) in [
            ("4/5", Some((4, 5))),
            (" 10 / 10 ", Some((10, 10))),
            ("0/5", None),
            ("6/5", None),
            ("3/20", None),
            ("expert", None),
            ("24/7", None),
        ] {
            let rating = rating.map(|(level, levels)| Rating { level, levels });
            assert_eq!(Rating::read(text), rating, "{text}");
        }
    }

    #[test]
    fn only_levels_in_parentheses_leave_a_keyword() {
        for (text, value) in [
            ("Rust (4/5)", "{ name = \"Rust\", level = 4 }"),
            ("Go (3/10)", "{ name = \"Go\", level = 3, levels = 10 }"),
            ("C++ (2020)", "\"C++ (2020)\""),
            ("Rust", "\"Rust\""),
        ] {
            assert_eq!(keyword(text.to_owned()).to_string().trim(), value);
        }
    }
}
