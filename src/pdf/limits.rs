//! Limits on what a PDF may demand of its reader. No CV comes near them; they keep hostile files
//! from exhausting memory, stack or time.

use hayro::hayro_syntax::object::{Array, Dict, FromBytes, Object, Stream};
use hayro::hayro_syntax::{Filter, Pdf};

/// The most operations on all pages together. A form counts each time it is drawn.
pub const MAX_OPERATIONS: usize = 20_000_000;

/// The operations that drawing a form counts for, apart from its content: it is looked up and
/// decompressed each time.
pub const FORM_OVERHEAD: usize = 200;

/// The deepest nesting of forms and patterns.
pub const MAX_FORM_DEPTH: usize = 20;

/// The most saved graphics states; ISO 32000-1, annex C, recommends 28.
pub const MAX_SAVED_STATES: usize = 1000;

/// The largest decompressed stream of a file opened for changes, in bytes.
pub const MAX_DECOMPRESSED_SIZE: usize = 256 << 20;

/// The deepest nesting of arrays and dictionaries.
const MAX_OBJECT_DEPTH: usize = 200;

/// The largest compressed stream that is decoded, in bytes; Flate expands at most a thousandfold.
const MAX_COMPRESSED_SIZE: usize = 2 << 20;

/// The most nodes of the page tree: the reader recurses into it and keeps each node.
const MAX_PAGE_NODES: usize = 1000;

/// The largest file that is read, in bytes.
const MAX_FILE_SIZE: usize = 512 << 20;

/// The most glyph widths in all fonts together; one font has at most 65,536 (ISO 32000-1, 9.7.3).
const MAX_WIDTHS: u64 = 4 << 20;

/// Returns whether a file is too large or too deeply nested to be parsed.
pub fn exceeds_limits(bytes: &[u8]) -> bool {
    bytes.len() > MAX_FILE_SIZE || is_nested_too_deeply(bytes) || has_unsafe_object_stream(bytes)
}

/// Returns whether the fonts define more glyph widths than the limit: a reader stores each of them.
pub fn has_too_many_widths(pdf: &Pdf) -> bool {
    let mut total = 0_u64;
    for object in pdf.objects() {
        let Object::Dict(font) = object else {
            continue;
        };
        total = total.saturating_add(width_count(&font));
        let descendants = font.get::<Array<'_>>("DescendantFonts").unwrap_or_default();
        for descendant in descendants.iter::<Dict<'_>>() {
            total = total.saturating_add(width_count(&descendant));
        }
        if total > MAX_WIDTHS {
            return true;
        }
    }
    false
}

/// Counts the horizontal and vertical widths of a font.
fn width_count(font: &Dict<'_>) -> u64 {
    let horizontal = font.get::<Array<'_>>("W");
    let vertical = font.get::<Array<'_>>("W2");
    let horizontal = horizontal.map_or(0, |widths| entry_count(&widths, 1));
    let vertical = vertical.map_or(0, |widths| entry_count(&widths, 3));
    horizontal.saturating_add(vertical)
}

/// Counts the glyphs of an array of `first [width …]` and `first last width` entries, where a glyph
/// has `numbers` numbers.
fn entry_count(widths: &Array<'_>, numbers: usize) -> u64 {
    let mut items = widths.flex_iter();
    let mut count = 0_u64;
    loop {
        if let Some((_, widths)) = items.next::<(u32, Array<'_>)>() {
            count = count.saturating_add(widths.raw_iter().count() as u64);
        } else if let Some((first, last)) = items.next::<(u32, u32)>() {
            count = count.saturating_add(u64::from(last.saturating_sub(first)) + 1);
            for _ in 0..numbers {
                items.next::<f32>();
            }
        } else {
            return count;
        }
    }
}

/// Returns whether arrays and dictionaries are nested too deeply or the page tree has too many
/// nodes. Content of streams is skipped.
fn is_nested_too_deeply(bytes: &[u8]) -> bool {
    let mut depth = 0_usize;
    let mut nodes = 0_usize;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            b'<' if bytes.get(at + 1) == Some(&b'<') => {
                depth += 1;
                at += 1;
            }
            b'>' if bytes.get(at + 1) == Some(&b'>') => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            b'e' if bytes[at..].starts_with(b"endobj") => depth = 0,
            b'/' if is_pages_name(&bytes[at + 1..]) => nodes += 1,
            b's' if bytes[at..].starts_with(b"stream") => {
                let Some(length) = find(&bytes[at..], b"endstream") else {
                    return false;
                };
                at += length;
            }
            _ => {}
        }
        if depth > MAX_OBJECT_DEPTH || nodes > MAX_PAGE_NODES {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns whether the bytes start with the name `Pages`, with or without `#` escapes.
fn is_pages_name(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    for letter in b"Pages" {
        let (byte, length) = match rest {
            [b'#', high, low, ..] => {
                let digits = [*high, *low].map(char::from).iter().collect::<String>();
                (u8::from_str_radix(&digits, 16).unwrap_or(0), 3)
            }
            [byte, ..] => (*byte, 1),
            [] => return false,
        };
        if byte != *letter {
            return false;
        }
        rest = &rest[length..];
    }
    true
}

/// Returns whether an object stream is too large or its objects are nested too deeply.
fn has_unsafe_object_stream(bytes: &[u8]) -> bool {
    let mut start = 0;
    while let Some(offset) = find(&bytes[start..], b"/ObjStm") {
        let at = start + offset;
        start = at + 1;
        let Some(begin) = bytes[..at].windows(2).rposition(|pair| pair == b"<<") else {
            continue;
        };
        let Some(stream) = Stream::from_bytes(&bytes[begin..]) else {
            continue;
        };
        if is_too_large(&stream) {
            return true;
        }
        let objects = stream.decoded();
        if objects.is_ok_and(|objects| is_nested_too_deeply(&objects)) {
            return true;
        }
    }
    false
}

/// Decodes a content stream. Returns `None` if it is damaged or exceeds the limits.
pub fn decode_content(stream: &Stream<'_>) -> Option<Vec<u8>> {
    let content = decode(stream)?;
    (!is_nested_too_deeply(&content)).then_some(content)
}

/// Decodes a stream of data. Returns `None` if it is damaged or exceeds the limits.
pub fn decode(stream: &Stream<'_>) -> Option<Vec<u8>> {
    if is_too_large(stream) {
        return None;
    }
    Some(stream.decoded().ok()?.into_owned())
}

/// Returns whether a stream could expand without bounds.
fn is_too_large(stream: &Stream<'_>) -> bool {
    let filters = stream.filters();
    let expanding = filters
        .iter()
        .filter(|filter| matches!(filter, Filter::FlateDecode | Filter::LzwDecode))
        .count();
    expanding > 1 || (expanding == 1 && stream.raw_data().len() > MAX_COMPRESSED_SIZE)
}

fn find(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes
        .windows(pattern.len())
        .position(|window| window == pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_nesting_outside_of_streams() {
        assert!(is_nested_too_deeply(&b"[".repeat(300)));
        assert!(is_nested_too_deeply(&b"<</A".repeat(300)));
        assert!(!is_nested_too_deeply(&b"[]".repeat(300)));
        let stream = [&b"stream\n"[..], &b"[".repeat(300), b"\nendstream"].concat();
        assert!(!is_nested_too_deeply(&stream));
    }

    #[test]
    fn counts_nodes_of_the_page_tree() {
        assert!(is_nested_too_deeply(&b"<</Type/P#61ges>>".repeat(1001)));
        assert!(!is_nested_too_deeply(&b"<</Type/Page>>".repeat(1001)));
    }
}
