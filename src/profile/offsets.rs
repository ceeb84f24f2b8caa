//! Maps the bytes of a decoded TOML string to the text as written.

use toml_parser::decoder::{Encoding, StringBuilder};
use toml_parser::{Raw, Source};

/// Returns, for every byte of `decoded` and for its end, the byte offset in `raw`, the string as
/// written with its quotes. `None` if `raw` is not a string that decodes to `decoded`.
pub fn offsets(raw: &str, decoded: &str) -> Option<Vec<usize>> {
    let token = Source::new(raw).lex().next()?;
    let encoding = token.kind().encoding()?;
    let mut builder = OffsetBuilder {
        raw,
        decoded: String::with_capacity(decoded.len()),
        offsets: Vec::with_capacity(decoded.len() + 1),
        next: content_start(raw, encoding),
    };
    let mut errors = Vec::new();
    let _kind = Raw::new_unchecked(raw, Some(encoding), token.span())
        .decode_scalar(&mut builder, &mut errors);
    builder.offsets.push(builder.next);
    (errors.is_empty() && builder.decoded == decoded).then_some(builder.offsets)
}

/// Returns where the content of a string starts that has none.
fn content_start(raw: &str, encoding: Encoding) -> usize {
    let quotes = match encoding {
        Encoding::LiteralString | Encoding::BasicString => 1,
        Encoding::MlLiteralString | Encoding::MlBasicString => 3,
    };
    quotes.min(raw.len())
}

/// Receives the parts of a string while it is decoded, and notes where each comes from.
struct OffsetBuilder<'r> {
    raw: &'r str,
    decoded: String,
    offsets: Vec<usize>,
    /// Where the next part starts, in `raw`.
    next: usize,
}

impl<'r> StringBuilder<'r> for OffsetBuilder<'r> {
    fn clear(&mut self) {
        self.decoded.clear();
        self.offsets.clear();
    }

    /// Receives a slice of `raw`. One follows each escape sequence, even if it is empty.
    fn push_str(&mut self, part: &'r str) -> bool {
        let start = part.as_ptr().addr() - self.raw.as_ptr().addr();
        self.decoded.push_str(part);
        self.offsets.extend(start..start + part.len());
        self.next = start + part.len();
        true
    }

    /// Receives the character of an escape sequence.
    fn push_char(&mut self, character: char) -> bool {
        self.decoded.push(character);
        let offsets = std::iter::repeat_n(self.next, character.len_utf8());
        self.offsets.extend(offsets);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_text_in_all_four_kinds_of_strings() {
        for (raw, decoded) in [
            (r#""one mark""#, "one mark"),
            ("'one mark'", "one mark"),
            ("\"\"\"\none mark\"\"\"", "one mark"),
            ("'''\r\none mark'''", "one mark"),
            (r#""\tone\\ mark""#, "\tone\\ mark"),
            (r#""\u00e9\U0001F600\x41 mark""#, "é😀A mark"),
            ("\"\"\"one \\\n   \n  mark\"\"\"", "one mark"),
            ("'''one\r\nmark'''", "one\r\nmark"),
            ("\"\"\"one\r\n\\tmark\"\"\"", "one\r\n\tmark"),
        ] {
            let offsets = offsets(raw, decoded).expect("the pair belongs together");
            let at = offsets[decoded.find("mark").expect("part of the string")];
            assert_eq!(&raw[at..at + 4], "mark", "{raw}");
            assert_eq!(offsets.len(), decoded.len() + 1, "{raw}");
        }
    }

    #[test]
    fn finds_each_of_several_escapes() {
        assert_eq!(offsets(r#""\t\u0041b""#, "\tAb"), Some(vec![1, 3, 9, 10]));
        assert_eq!(offsets("\"\"", ""), Some(vec![1]));
    }

    #[test]
    fn rejects_other_values() {
        assert_eq!(offsets("1979", "1979"), None);
        assert_eq!(offsets("\"ab\"", "abcdefg"), None);
    }
}
