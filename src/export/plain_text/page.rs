//! The lines of the file, as blocks with empty lines between them.

use crate::content::resume::Inlines;
use crate::export::plain_text::inlines::text_of;
use crate::export::plain_text::wrapping::wrapped;

/// The columns of a line. A longer word, such as an address, is not divided.
pub(super) const COLUMNS: usize = 80;

/// The separator of two texts of a line.
pub(super) const BETWEEN: &str = " · ";

/// The lines of the file.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// The lines.
    pub(super) lines: Vec<String>,
}

impl Page {
    /// Adds the lines of a block, after an empty line. No lines are no block.
    pub(super) fn block(&mut self, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        self.lines.extend(lines);
    }

    /// Adds lines to the last block.
    pub(super) fn lines(&mut self, lines: Vec<String>) {
        self.lines.extend(lines);
    }

    /// Adds a text as a block.
    pub(super) fn paragraph(&mut self, text: Option<&Inlines>) {
        self.block(
            text.map(|text| wrapped(&text_of(text), COLUMNS))
                .unwrap_or_default(),
        );
    }

    /// Returns the text of the file.
    pub(super) fn finish(self) -> String {
        let mut text = String::new();
        for line in self.lines {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}
