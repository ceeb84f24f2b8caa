//! The entries of a selected section.
//!
//! Uses `profile`.

use crate::profile::{Entry, Publication};

/// An entry of a CV.
#[derive(Debug)]
pub struct SelectedEntry {
    /// The index in its section in the tree; `None` for a publication from a bibliography.
    pub index: Option<usize>,
    /// The entry; for a publication from a bibliography, only its date.
    pub entry: Entry,
    /// The publication from a bibliography.
    pub publication: Option<Publication>,
    /// The number among the publications of its section, in descending order.
    pub number: Option<usize>,
}
