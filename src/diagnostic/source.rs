//! Sources: texts with a name, and positions in them.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A text that diagnostics refer to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    name: String,
    text: String,
}

/// A position as editors count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Source {
    /// Creates a source. Messages show its name: a path as the user typed it, or `<stdin>`.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the position of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let before = &self.text[..self.clamp(offset..offset).start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Position {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// Returns the nearest range inside the text and on character boundaries.
    pub fn clamp(&self, span: Range<usize>) -> Range<usize> {
        let start = self.text.floor_char_boundary(span.start);
        let end = self.text.floor_char_boundary(span.end);
        start..end.max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = Source::new("a.toml", "x = 1\nname = \"成泽\" # here\n");
        let at = source.text().find('#').unwrap();
        assert_eq!(
            source.position(at),
            Position {
                line: 2,
                column: 13
            }
        );
        assert_eq!(source.position(usize::MAX), Position { line: 3, column: 1 });
    }

    #[test]
    fn clamps_spans_to_characters() {
        let source = Source::new("a", "é");
        assert_eq!(source.clamp(1..9), 0..2);
    }
}
