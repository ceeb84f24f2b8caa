//! Positions in a text as editors count them: offsets, lines and columns in UTF-16 code units.
//!
//! The other modules count bytes of the text without its byte order mark, as diagnostics do.

use std::ops::Range;

use crate::ide::utf16::byte_offset;

/// The mark at the start of some files, which is not part of the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A line and a column as the Language Server Protocol counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from 0.
    pub line: usize,
    /// The column in UTF-16 code units, from 0.
    pub column: usize,
}

/// A text with the offsets of its lines.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// The text as the editor has it.
    text: String,
    /// The length of the byte order mark, in bytes.
    mark: usize,
    /// Where the lines start, in bytes of the editor's text.
    starts: Vec<usize>,
}

impl LineIndex {
    /// Finds the lines of a text, with its byte order mark if it has one. Lines end with LF, CR LF
    /// or CR.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let mark = if text.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len_utf8()
        } else {
            0
        };
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let is_break = *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
            if is_break {
                starts.push(at + 1);
            }
        }
        Self { text, mark, starts }
    }

    /// Returns the text without its byte order mark.
    pub fn text(&self) -> &str {
        &self.text[self.mark..]
    }

    /// Returns the text as the editor has it.
    pub fn written(&self) -> &str {
        &self.text
    }

    /// Returns the place after the last character.
    pub fn end(&self) -> LineColumn {
        self.line_column(self.text().len())
    }

    /// Returns the line and column of a byte offset. An offset inside a character is that of the
    /// character, and one after the text is its end.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let at = self
            .text
            .floor_char_boundary(self.mark.saturating_add(offset));
        let line = self.starts.partition_point(|start| *start <= at) - 1;
        LineColumn {
            line,
            column: utf16_length(&self.text[self.starts[line]..at]),
        }
    }

    /// Returns the byte offset of a line and column. A column after the end of its line is the end
    /// of the line, and a line after the last one is the end of the text.
    pub fn offset(&self, place: LineColumn) -> usize {
        let Some(start) = self.starts.get(place.line) else {
            return self.text().len();
        };
        let end = self.starts.get(place.line + 1).copied();
        let line = &self.text[*start..end.unwrap_or(self.text.len())];
        let line = line.trim_end_matches(['\r', '\n']);
        self.without_mark(start + byte_offset(line, place.column))
    }

    /// Returns the byte offset of an offset in UTF-16 code units of the editor's text.
    pub fn from_utf16(&self, offset: usize) -> usize {
        self.without_mark(byte_offset(&self.text, offset))
    }

    /// Returns the offset in UTF-16 code units of the editor's text.
    pub fn to_utf16(&self, offset: usize) -> usize {
        let at = self
            .text
            .floor_char_boundary(self.mark.saturating_add(offset));
        utf16_length(&self.text[..at])
    }

    /// Returns the byte range between two places, in whichever order they are.
    pub fn range(&self, start: LineColumn, end: LineColumn) -> Range<usize> {
        let (start, end) = (self.offset(start), self.offset(end));
        start.min(end)..start.max(end)
    }

    fn without_mark(&self, at: usize) -> usize {
        at.saturating_sub(self.mark)
    }
}

fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize, column: usize) -> LineColumn {
        LineColumn { line, column }
    }

    #[test]
    fn columns_count_utf16_code_units() {
        let index = LineIndex::new("a = \"😀成\" # x\r\nb\rc\n");
        let hash = index.text().find('#').expect("a comment");
        assert_eq!(index.line_column(hash), at(0, 10));
        assert_eq!(index.offset(at(0, 10)), hash);
        assert_eq!(
            index.line_column(index.text().find('b').expect("b")),
            at(1, 0)
        );
        assert_eq!(
            index.line_column(index.text().find('c').expect("c")),
            at(2, 0)
        );
        assert_eq!(index.end(), at(3, 0));
    }

    #[test]
    fn offsets_inside_a_character_are_its_start() {
        let index = LineIndex::new("😀");
        assert_eq!(index.offset(at(0, 1)), 0);
        assert_eq!(index.from_utf16(1), 0);
        assert_eq!(index.line_column(2), at(0, 0));
    }

    #[test]
    fn places_after_the_end_are_the_end() {
        let index = LineIndex::new("ab\r\ncd");
        assert_eq!(index.offset(at(0, 99)), 2);
        assert_eq!(index.offset(at(9, 0)), 6);
        assert_eq!(index.from_utf16(99), 6);
        assert_eq!(index.line_column(usize::MAX), at(1, 2));
        assert_eq!(index.range(at(1, 1), at(0, 1)), 1..5);
    }

    #[test]
    fn the_byte_order_mark_is_a_column_but_no_byte() {
        let index = LineIndex::new("\u{feff}ab\nc");
        assert_eq!(index.text(), "ab\nc");
        assert_eq!(index.line_column(1), at(0, 2));
        assert_eq!(index.offset(at(0, 2)), 1);
        assert_eq!(index.offset(at(0, 0)), 0);
        assert_eq!(index.to_utf16(3), 4);
        assert_eq!(index.from_utf16(4), 3);
    }

    #[test]
    fn every_offset_comes_back() {
        let index = LineIndex::new("\u{feff}é😀\r\n\r成x\n\n");
        for (offset, _) in index.text().char_indices() {
            let place = index.line_column(offset);
            // The line feed of a pair is not a place of its own.
            if index.text()[offset..].starts_with('\n') && index.text()[..offset].ends_with('\r') {
                continue;
            }
            assert_eq!(index.offset(place), offset, "{place:?}");
            assert_eq!(index.from_utf16(index.to_utf16(offset)), offset);
        }
    }
}
