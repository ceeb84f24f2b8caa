//! A document that has text and looks, but no fields.

use crate::import::document::line::Line;

/// A document without fields.
#[derive(Debug, Default)]
pub struct TextDocument {
    /// The lines, in the order in which they are read.
    pub lines: Vec<Line>,
    /// The lines at the edges of pages.
    pub edges: Vec<Line>,
    /// The tag of the language that the document says it is in.
    pub language: Option<String>,
}
