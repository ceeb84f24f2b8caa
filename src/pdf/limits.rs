//! Limits on what a PDF may demand of its reader. No CV comes near them; they keep hostile files
//! from exhausting memory, stack or time.

use std::collections::BTreeMap;
use std::io::{self, Read};

use flate2::read::{DeflateDecoder, ZlibDecoder};
use hayro::hayro_syntax::object::{Array, Dict, FromBytes, Object, Stream};
use hayro::hayro_syntax::{Filter, Pdf};

/// The most operations on all pages together. A form counts each time it is drawn.
pub const MAX_OPERATIONS: usize = 20_000_000;

/// The operations that drawing a form counts for, apart from its content: it is looked up and
/// decompressed each time.
pub const FORM_OVERHEAD: usize = 200;

/// The bytes of content that count for an operation, apart from its operations.
pub const BYTES_PER_OPERATION: usize = 64;

/// The deepest nesting of forms and patterns.
pub const MAX_FORM_DEPTH: usize = 20;

/// The most saved graphics states; ISO 32000-1, annex C, recommends 28.
pub const MAX_SAVED_STATES: usize = 1000;

/// The largest decompressed stream of a file opened for changes, in bytes.
pub const MAX_DECOMPRESSED_SIZE: usize = 256 << 20;

/// The deepest nesting of arrays and dictionaries.
const MAX_OBJECT_DEPTH: usize = 200;

/// The largest stream of content that is decoded, in bytes after decompression.
const MAX_DECODED_SIZE: u64 = 64 << 20;

/// The largest stream that is decoded if its size is not known before, in bytes; LZW expands at
/// most a thousandfold, too.
const MAX_COMPRESSED_SIZE: usize = 512 << 10;

/// The most places that look like an object stream and are none.
const MAX_FAILED_STREAMS: usize = 100;

/// The most bytes between the start of an object and one of its names.
const MAX_DICTIONARY: usize = 1 << 14;

/// The most pages of a file.
const MAX_PAGES: u64 = 100_000;

/// The most nodes of the page tree: the reader recurses into it and keeps each node.
const MAX_PAGE_NODES: usize = 1000;

/// The largest file that is read, in bytes.
pub const MAX_PDF_SIZE: u64 = 512 << 20;

/// The most glyph widths in all fonts together; one font has at most 65,536 (ISO 32000-1, 9.7.3).
const MAX_WIDTHS: u64 = 4 << 20;

/// Returns whether a file is too large or too deeply nested to be parsed.
pub fn exceeds_limits(bytes: &[u8]) -> bool {
    bytes.len() as u64 > MAX_PDF_SIZE
        || is_nested_too_deeply(bytes)
        || has_unsafe_object_stream(bytes)
        || has_too_many_pages(bytes)
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
                // Behind it, as its end contains the word for a start.
                at += length + b"endstream".len() - 1;
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

/// Returns whether an object stream is too large or its objects are nested too deeply, or whether
/// very much only looks like one.
fn has_unsafe_object_stream(bytes: &[u8]) -> bool {
    // The start of the dictionary that the current place may be in.
    let mut begin = None;
    let mut failed = 0;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'<' if bytes.get(at + 1) == Some(&b'<') => begin = Some(at),
            b'/' if bytes[at..].starts_with(b"/ObjStm") => {
                // A dictionary may have any number of such names.
                let Some(begin) = begin.take() else {
                    continue;
                };
                match Stream::from_bytes(&bytes[begin..]).map(|stream| decode_content(&stream)) {
                    Some(Err(StreamFault::TooLarge)) => return true,
                    Some(_) => {}
                    None => failed += 1,
                }
                if failed > MAX_FAILED_STREAMS {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// Returns whether the nodes of a page tree lead to too many pages: a node may name another any
/// number of times. Nodes in object streams are not seen.
fn has_too_many_pages(bytes: &[u8]) -> bool {
    let mut kids: BTreeMap<u32, Vec<Vec<u32>>> = BTreeMap::new();
    let mut start = 0;
    while let Some(offset) = find(&bytes[start..], b"/Kids") {
        let at = start + offset;
        start = at + 1;
        if let Some(node) = object_around(bytes, at) {
            // An updated file has several versions of a node.
            kids.entry(node)
                .or_default()
                .push(references_after(&bytes[at + 5..]));
        }
    }
    let mut counts = BTreeMap::new();
    kids.keys()
        .any(|node| page_count(*node, &kids, &mut counts, 0).is_none_or(|count| count > MAX_PAGES))
}

/// Returns the number of the object whose text has this place.
fn object_around(bytes: &[u8], at: usize) -> Option<u32> {
    let near = at.saturating_sub(MAX_DICTIONARY);
    let end = bytes[near..at]
        .windows(4)
        .rposition(|word| word == b" obj")?;
    let mut words = bytes[near..near + end].rsplit(u8::is_ascii_whitespace);
    let _generation = words.next()?;
    number(words.next()?)
}

/// Returns the object numbers in an array of references.
fn references_after(bytes: &[u8]) -> Vec<u32> {
    let Some(array) = bytes.trim_ascii_start().strip_prefix(b"[") else {
        return Vec::new();
    };
    let end = array.iter().position(|byte| *byte == b']').unwrap_or(0);
    let words = array[..end].split(u8::is_ascii_whitespace);
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    let references = words
        .chunks(3)
        .filter(|words| words.get(2) == Some(&&b"R"[..]));
    references.filter_map(|words| number(words[0])).collect()
}

fn number(word: &[u8]) -> Option<u32> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// Returns the most pages below a node, in any version of the nodes; `None` if there is no end.
fn page_count(
    node: u32,
    kids: &BTreeMap<u32, Vec<Vec<u32>>>,
    counts: &mut BTreeMap<u32, Option<u64>>,
    depth: usize,
) -> Option<u64> {
    let Some(versions) = kids.get(&node) else {
        return Some(1);
    };
    if let Some(count) = counts.get(&node) {
        return *count;
    }
    if depth > MAX_OBJECT_DEPTH {
        return None;
    }
    // That of a node below itself.
    counts.insert(node, None);
    let mut most = 0;
    for version in versions {
        let mut count = 0_u64;
        for kid in version {
            count = count.saturating_add(page_count(*kid, kids, counts, depth + 1)?);
        }
        most = most.max(count);
    }
    counts.insert(node, Some(most));
    Some(most)
}

/// Why a stream cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamFault {
    /// It cannot be decoded.
    Damaged,
    /// It exceeds the limits.
    TooLarge,
}

/// Decodes a content stream.
///
/// # Errors
/// It is damaged or exceeds the limits.
pub fn decode_content(stream: &Stream<'_>) -> Result<Vec<u8>, StreamFault> {
    let content = decode_within_limits(stream)?;
    check_content(&content)?;
    Ok(content)
}

/// Checks the decoded content of one or several streams.
///
/// # Errors
/// It exceeds the limits.
pub fn check_content(content: &[u8]) -> Result<(), StreamFault> {
    if content.len() as u64 > MAX_DECODED_SIZE || is_nested_too_deeply(content) {
        return Err(StreamFault::TooLarge);
    }
    Ok(())
}

/// Decodes a stream of data. Returns `None` if it is damaged or exceeds the limits.
pub fn decode(stream: &Stream<'_>) -> Option<Vec<u8>> {
    decode_within_limits(stream).ok()
}

fn decode_within_limits(stream: &Stream<'_>) -> Result<Vec<u8>, StreamFault> {
    if is_too_large(stream) {
        return Err(StreamFault::TooLarge);
    }
    let decoded = stream.decoded().map_err(|_| StreamFault::Damaged)?;
    Ok(decoded.into_owned())
}

/// Returns whether a stream expands beyond the limits.
fn is_too_large(stream: &Stream<'_>) -> bool {
    let filters = stream.filters();
    let expanding: Vec<&Filter> = filters.iter().filter(|filter| expands(**filter)).collect();
    match expanding[..] {
        [] => false,
        [Filter::FlateDecode] => match filters.first() {
            Some(Filter::FlateDecode) => inflates_beyond(&stream.raw_data(), MAX_DECODED_SIZE),
            _ => stream.raw_data().len() > MAX_COMPRESSED_SIZE,
        },
        [_] => stream.raw_data().len() > MAX_COMPRESSED_SIZE,
        _ => true,
    }
}

/// Returns whether a filter may make data longer.
fn expands(filter: Filter) -> bool {
    matches!(
        filter,
        Filter::FlateDecode | Filter::LzwDecode | Filter::RunLengthDecode
    )
}

/// Returns whether Flate data expands to more bytes than a limit. What follows damaged data does
/// not count.
fn inflates_beyond(data: &[u8], most: u64) -> bool {
    // It expands at most a thousandfold.
    if (data.len() as u64).saturating_mul(1032) <= most {
        return false;
    }
    is_longer_than(&mut ZlibDecoder::new(data), most)
        || is_longer_than(&mut DeflateDecoder::new(data), most)
}

/// Returns whether more bytes than a limit can be read.
fn is_longer_than(reader: &mut dyn Read, most: u64) -> bool {
    let copied = io::copy(&mut reader.take(most + 1), &mut io::sink());
    copied.is_ok_and(|copied| copied > most)
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
        assert!(is_nested_too_deeply(&[stream, b"[".repeat(300)].concat()));
    }

    /// Returns nodes of a page tree, each of which names the next one several times.
    fn page_tree(levels: u32, times: usize) -> String {
        (1..=levels)
            .map(|node| {
                let kids = format!("{} 0 R ", node + 1).repeat(times);
                format!("{node} 0 obj << /Type /Pages /Kids [{kids}] >> endobj\n")
            })
            .collect()
    }

    #[test]
    fn counts_pages_that_nodes_lead_to() {
        assert!(!has_too_many_pages(page_tree(2, 300).as_bytes()));
        assert!(has_too_many_pages(page_tree(20, 2).as_bytes()));
        assert!(has_too_many_pages(b"7 0 obj << /Kids [7 0 R] >>"));
        // An updated file has each node twice.
        assert!(!has_too_many_pages(
            page_tree(1, 60_000).repeat(2).as_bytes()
        ));
    }

    #[test]
    fn tries_few_places_that_look_like_object_streams() {
        assert!(!has_unsafe_object_stream(&b"<< >> /ObjStm ".repeat(100)));
        assert!(has_unsafe_object_stream(&b"<< >> /ObjStm ".repeat(101)));
        // One dictionary is tried once.
        let names = [b"<< ".as_slice(), &b"/ObjStm ".repeat(1000)].concat();
        assert!(!has_unsafe_object_stream(&names));
    }

    #[test]
    fn measures_what_flate_expands_to() {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut encoder, &vec![0; 200_000]).expect("bytes");
        let data = encoder.finish().expect("bytes");
        assert!(inflates_beyond(&data, 199_999));
        assert!(!inflates_beyond(&data, 200_000));
    }

    #[test]
    fn counts_nodes_of_the_page_tree() {
        assert!(is_nested_too_deeply(&b"<</Type/P#61ges>>".repeat(1001)));
        assert!(!is_nested_too_deeply(&b"<</Type/Page>>".repeat(1001)));
    }
}
