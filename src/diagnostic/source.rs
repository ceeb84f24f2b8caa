//! A text with a name, and where lines begin in it.

use std::ops::Range;

/// A text that problems point into.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
}

/// A place as people and editors count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Source {
    /// A source called `name` in messages: a path as the user typed it, or `<stdin>`.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let before = &self.text[..self.clamp(offset..offset).start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Position {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// The nearest range that lies in the text and on character boundaries.
    pub fn clamp(&self, span: Range<usize>) -> Range<usize> {
        let floor = |at: usize| {
            let mut at = at.min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = floor(span.start);
        start..floor(span.end).max(start)
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
    fn a_span_is_clamped_to_characters() {
        let source = Source::new("a", "é");
        assert_eq!(source.clamp(1..9), 0..2);
    }
}
