//! Converts byte offsets to offsets in UTF-16, as browsers count.

use std::ops::Range;

/// A character that has not one unit in both encodings.
struct Wide {
    /// The byte after it.
    end: usize,
    /// How many bytes more than UTF-16 units there are up to its end.
    excess: usize,
}

/// The offsets of one text.
pub struct Utf16Offsets {
    wide: Vec<Wide>,
}

impl Utf16Offsets {
    /// Indexes a text.
    pub fn new(text: &str) -> Self {
        let mut excess = 0;
        let mut wide = Vec::new();
        for (start, character) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
            excess += character.len_utf8() - character.len_utf16();
            let end = start + character.len_utf8();
            wide.push(Wide { end, excess });
        }
        Self { wide }
    }

    /// Returns the UTF-16 offset of a byte offset.
    pub fn offset(&self, byte: usize) -> usize {
        let before = self.wide.partition_point(|wide| wide.end <= byte);
        byte - before.checked_sub(1).map_or(0, |at| self.wide[at].excess)
    }

    /// Returns the UTF-16 range of a byte range.
    pub fn range(&self, bytes: &Range<usize>) -> Range<usize> {
        self.offset(bytes.start)..self.offset(bytes.end)
    }
}

/// Returns the byte offset of an offset in UTF-16: the nearest before it that begins a character.
pub fn byte_offset(text: &str, utf16: usize) -> usize {
    let mut units = 0;
    for (start, character) in text.char_indices() {
        units += character.len_utf16();
        if units > utf16 {
            return start;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_those_of_the_encoded_text() {
        let text = "aé成😀b";
        let offsets = Utf16Offsets::new(text);
        for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let units = text[..byte].encode_utf16().count();
            assert_eq!(offsets.offset(byte), units, "{byte}");
            assert_eq!(byte_offset(text, units), byte);
        }
        assert_eq!(offsets.range(&(1..6)), 1..3);
        assert_eq!(byte_offset(text, 99), text.len());
    }
}
