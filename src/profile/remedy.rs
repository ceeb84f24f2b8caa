//! What to write instead of something wrong.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Edit};

/// What to write instead of an unknown key or a value that is wrong, and the new key and value if they have one
/// right form.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Remedy {
    /// The hint.
    pub hint: String,
    /// The right key, which may be one in another table: `meta.GPA`.
    pub key: Option<String>,
    /// The right value.
    pub value: Option<String>,
    /// The edits, if the content moves into a table that is written elsewhere.
    pub edits: Vec<Edit>,
}

impl Remedy {
    /// Returns a remedy that only the user can apply.
    pub fn hint(hint: impl Into<String>) -> Self {
        Self {
            hint: hint.into(),
            ..Self::default()
        }
    }

    /// Returns another value.
    pub fn value(value: &str) -> Self {
        Self::hint(format!("write `{value}`")).with_value(value)
    }

    /// Returns another key with another value.
    pub fn write(key: &str, value: &str) -> Self {
        let remedy = Self::hint(format!("write `{key} = {value}`"));
        remedy.with_key(key).with_value(value)
    }

    /// Adds the hint and the edits to a problem. `keys` are the places of the key.
    pub fn add_to(
        self,
        problem: Diagnostic,
        keys: &[Range<usize>],
        value: &Range<usize>,
    ) -> Diagnostic {
        let problem = problem.hint(self.hint);
        let mut edits = self.edits;
        if let Some(name) = &self.key {
            edits.extend(keys.iter().map(|key| Edit::new(key.clone(), name.as_str())));
        }
        if let Some(text) = self.value {
            edits.push(Edit::new(value.clone(), text));
        }
        if edits.is_empty() {
            return problem;
        }
        problem.edits(edits)
    }

    /// Adds the right key.
    pub fn with_key(mut self, key: &str) -> Self {
        self.key = Some(key.to_owned());
        self
    }

    /// Adds the right value.
    pub fn with_value(mut self, value: &str) -> Self {
        self.value = Some(value.to_owned());
        self
    }
}
