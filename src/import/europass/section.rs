//! Sections with the names by which the order of the file places them.

use crate::import::draft::DraftTable;

/// A section with the name that the order of the file has for it.
pub struct NamedSection {
    /// The name: `work-experience`, or the title of a custom section.
    pub name: String,
    /// The section.
    pub table: DraftTable,
}

impl NamedSection {
    /// Creates a section with a name.
    pub fn new(name: impl Into<String>, table: DraftTable) -> Self {
        Self {
            name: name.into(),
            table,
        }
    }
}
