//! A value that completion offers.

/// A value that can be written.
pub struct WrittenValue {
    /// The value.
    pub name: String,
    /// What it is, in a line.
    pub detail: String,
    /// Whether it is a string, which has quotes.
    pub is_string: bool,
}

impl WrittenValue {
    /// Returns a string, described by a line.
    pub fn string(name: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            detail: detail.into(),
            is_string: true,
        }
    }

    /// Returns a value without quotes.
    pub fn bare(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            detail: String::new(),
            is_string: false,
        }
    }
}
