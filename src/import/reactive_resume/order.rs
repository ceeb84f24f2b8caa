//! The order of sections, which the document has apart from them.

use crate::import::source::SourceNode;

/// The names of the sections as the pages of the document show them.
#[derive(Debug, Default)]
pub struct Order {
    names: Vec<String>,
}

impl Order {
    /// Reads the order of a document: `metadata.layout` has lists of names for pages and columns.
    pub fn of(root: &SourceNode) -> Self {
        let layout = root
            .get("metadata")
            .and_then(|metadata| metadata.get("layout"));
        let leaves = layout.map_or_else(Vec::new, |layout| layout.leaves(""));
        Self {
            names: leaves
                .iter()
                .map(|leaf| key_of_section(&leaf.text))
                .collect(),
        }
    }

    /// Returns the place of a section. Those without one are the last, in the order written.
    pub fn place_of(&self, name: &str) -> usize {
        let mut names = self.names.iter();
        names
            .position(|known| known == name)
            .unwrap_or(self.names.len())
    }
}

/// Returns the name of a section in the order of sections.
pub fn key_of_section(name: &str) -> String {
    name.strip_prefix("custom.").unwrap_or(name).to_owned()
}
