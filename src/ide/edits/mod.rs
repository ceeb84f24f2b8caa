//! Edits of the text of a profile by commands: set an option, move, add or remove a section, an
//! entry or a bullet. What an edit does not concern stays as it is, byte for byte, and comments
//! stay with what they belong to.
//!
//! Uses `profile` for the tree of a text and the order of keys, and `content` for headings.

mod blocks;
mod change;
mod form;
mod list;
mod members;
mod options;
mod outline;
mod pairs;
mod placeholders;
mod short;
mod step;
mod text;

#[cfg(test)]
mod tests;

use std::ops::Range;

use serde::Deserialize;

use crate::diagnostic::fix::{self, Fix};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::ide::edits::blocks::place_of;
use crate::ide::edits::change::{EditSelection, Refusal, TextChange};
use crate::ide::edits::list::List;
use crate::ide::edits::text::ProfileText;

pub use change::AddedPart;
pub use form::{FormBullet, FormField, FormInput, PartForm, form};
pub use outline::{OutlineNode, outline};
pub use short::in_short_form;
pub use step::EditStep;

/// An edit of a profile.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum ProfileEdit {
    /// Sets an option of a layout where it is set already, or else in `[design.LAYOUT]`.
    SetOption {
        /// The layout; without one, the option is set for all layouts.
        layout: Option<String>,
        /// The variant that is shown. The option is set in the variant only if it is set there already.
        #[serde(default)]
        variant: Option<String>,
        /// The option.
        name: String,
        /// The value; `null` removes the option.
        value: serde_json::Value,
    },
    /// Sets the layout of the profile, or of the variant if it has its own.
    SetLayout {
        /// The layout.
        layout: String,
        /// The variant that is shown.
        #[serde(default)]
        variant: Option<String>,
    },
    /// Sets a field of a part, or removes it if the value is `null` or empty.
    SetField {
        /// The field, such as `["section", 0, "entry", 1, "position"]`.
        path: Vec<EditStep>,
        /// The value.
        value: serde_json::Value,
    },
    /// Moves a member of a list to another place in the list.
    Move {
        /// The member.
        path: Vec<EditStep>,
        /// The place that it has afterwards, from 0.
        to: usize,
    },
    /// Adds a section, an entry or a bullet with placeholders.
    Add {
        /// What to add.
        what: AddedPart,
        /// The place that it has afterwards, such as `["section", 2]`. Without a number, it is the last
        /// one of the list.
        at: Vec<EditStep>,
        /// The kind of a section. An entry has the kind of its section.
        #[serde(default)]
        template: Option<String>,
    },
    /// Adds a letter with placeholders to a profile without one.
    AddLetter,
    /// Removes a member of a list, with its comments.
    Remove {
        /// The member.
        path: Vec<EditStep>,
    },
}

/// A text after an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditedText {
    /// The text.
    pub text: String,
    /// The byte range of what was set, moved or added; empty where something was removed.
    pub selection: Range<usize>,
}

/// Makes an edit in the text of a profile. The name is that for messages.
///
/// # Errors
/// The text is not TOML, or does not have what the edit is about.
pub fn apply(name: &str, text: &str, edit: &ProfileEdit) -> Result<EditedText, Diagnostics> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mark = &text[..text.len() - body.len()];
    let written = ProfileText::parse(name, body)?;
    let change = change(&written, edit).map_err(refused)?;
    let selected = change.selected;
    let fix = Fix {
        edits: change.edits,
    };
    let edited = fix::apply(body, &[fix]).text;
    // An edit must never leave a text that cannot be read.
    let after = ProfileText::parse(name, &edited)?;
    let selection = match selected {
        EditSelection::Path(path) => place_of(&after, &path),
        EditSelection::Offset(offset) => {
            let offset = edited.floor_char_boundary(offset);
            offset..offset
        }
    };
    Ok(EditedText {
        selection: selection.start + mark.len()..selection.end + mark.len(),
        text: format!("{mark}{edited}"),
    })
}

fn refused(refusal: Refusal) -> Diagnostic {
    Diagnostic::error(rule::IMPOSSIBLE_EDIT, refusal.message)
}

fn change(text: &ProfileText, edit: &ProfileEdit) -> Result<TextChange, Refusal> {
    match edit {
        ProfileEdit::SetOption {
            layout,
            variant,
            name,
            value,
        } => options::set(text, layout.as_deref(), variant.as_deref(), name, value),
        ProfileEdit::SetLayout { layout, variant } => {
            options::set_layout(text, layout, variant.as_deref())
        }
        ProfileEdit::SetField { path, value } => form::set_field(text, path, value),
        ProfileEdit::Move { path, to } => List::member(text, path)?.moved(*to),
        ProfileEdit::Add { what, at, template } => {
            placeholders::add(text, *what, at, template.as_deref())
        }
        ProfileEdit::AddLetter => placeholders::add_letter(text),
        ProfileEdit::Remove { path } => Ok(List::member(text, path)?.removed()),
    }
}
