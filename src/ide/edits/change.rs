//! What the parts of an edit return: replacements, or why there are none.

use serde::Deserialize;

use crate::diagnostic::Edit;
use crate::ide::edits::step::{EditStep, shown};

/// A part of a profile that can be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AddedPart {
    /// A section or subsection.
    Section,
    /// An entry of a section.
    Entry,
    /// A bullet of an entry or a section.
    Bullet,
}

/// Why an edit cannot be made.
pub struct Refusal {
    /// The reason.
    pub message: String,
}

/// The replacements of an edit, and what is selected afterwards.
pub struct TextChange {
    /// The replacements.
    pub edits: Vec<Edit>,
    /// What is selected afterwards.
    pub selected: EditSelection,
}

/// What is selected after an edit.
pub enum EditSelection {
    /// The value or the block at a path.
    Path(Vec<EditStep>),
    /// The place in the text before the edit.
    Offset(usize),
}

impl TextChange {
    /// Selects the place of the first of some edits; without any, the text stays as it is.
    pub fn at_first(edits: Vec<Edit>) -> Self {
        let start = edits.iter().map(|edit| edit.span.start).min();
        Self {
            edits,
            selected: EditSelection::Offset(start.unwrap_or_default()),
        }
    }
}

impl Refusal {
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }

    /// The profile has nothing at a path.
    pub fn missing(path: &[EditStep]) -> Self {
        Self::new(format!("the profile has no `{}`", shown(path)))
    }
}
