//! What a file may ask of its reader: bounds that no PDF of pages comes near, so that none can make
//! the program fall or run on.

use hayro::hayro_syntax::object::{Array, Dict, FromBytes, Object, Stream};
use hayro::hayro_syntax::{Filter, Pdf};

/// How many operations all pages together may have, each form counted as often as it is drawn.
pub const MOST_OPERATIONS: usize = 20_000_000;

/// How many operations a form counts for beside its own: it is looked up and unpacked each time it
/// is drawn.
pub const OPERATIONS_OF_FORM: usize = 200;

/// How deeply forms and patterns may lie in each other.
pub const DEEPEST_FORM: usize = 20;

/// How many graphics states may be kept at once; ISO 32000-1, annex C, says 28.
pub const MOST_STATES: usize = 1000;

/// How deeply arrays and dictionaries may lie in each other.
const DEEPEST_OBJECT: usize = 200;

/// The most compressed bytes of a stream that is looked at: Flate makes a thousand of one at most.
const LARGEST_STREAM: usize = 2 << 20;

/// How many nodes the tree of pages may have: a reader follows it down, and keeps what each node
/// says.
const MOST_NODES: usize = 1000;

/// The largest file that is looked at, in bytes.
const LARGEST_FILE: usize = 512 << 20;

/// How many characters the fonts of a file may give widths to: each of them has 65 536 at most, ISO
/// 32000-1, 9.7.3.
const MOST_WIDTHS: u64 = 4 << 20;

/// Whether a file is larger, or its objects lie deeper in each other, than a reader has room for.
pub fn is_too_much(bytes: &[u8]) -> bool {
    bytes.len() > LARGEST_FILE || is_nested_too_deeply(bytes) || hides_too_much(bytes)
}

/// Whether the fonts give widths to more characters than fonts have: a reader writes down each of
/// them.
pub fn has_too_many_widths(pdf: &Pdf) -> bool {
    let mut left = MOST_WIDTHS;
    let mut is_over = |font: &Dict<'_>| {
        let ranges = [("W", 1), ("W2", 3)]
            .map(|(key, each)| font.get::<Array<'_>>(key).map_or(0, |w| widths(&w, each)));
        let count: u64 = ranges.iter().sum();
        let is_over = count > left;
        left = left.saturating_sub(count);
        is_over
    };
    pdf.objects().into_iter().any(|object| match object {
        Object::Dict(font) => {
            let inside = font.get::<Array<'_>>("DescendantFonts").unwrap_or_default();
            is_over(&font) || inside.iter::<Dict<'_>>().any(|font| is_over(&font))
        }
        _ => false,
    })
}

/// How many characters an array gives widths to that has `each` numbers for one: `first [width …]`,
/// or `first last width`.
fn widths(array: &Array<'_>, each: usize) -> u64 {
    let mut items = array.flex_iter();
    let mut count = 0;
    loop {
        if let Some((_, widths)) = items.next::<(u32, Array<'_>)>() {
            count += widths.raw_iter().count() as u64;
        } else if let Some((first, last)) = items.next::<(u32, u32)>() {
            count += u64::from(last.saturating_sub(first)) + 1;
            for _ in 0..each {
                items.next::<f32>();
            }
        } else {
            return count;
        }
    }
}

/// Whether arrays and dictionaries lie in each other so deeply, or the tree of pages has so many
/// nodes, that a reader that follows them would run out of room.
fn is_nested_too_deeply(bytes: &[u8]) -> bool {
    let (mut depth, mut nodes, mut at) = (0_usize, 0_usize, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            b'<' if bytes.get(at + 1) == Some(&b'<') => (depth, at) = (depth + 1, at + 1),
            b'>' if bytes.get(at + 1) == Some(&b'>') => {
                (depth, at) = (depth.saturating_sub(1), at + 1);
            }
            b'e' if bytes[at..].starts_with(b"endobj") => depth = 0,
            b'/' if is_name_of_node(&bytes[at + 1..]) => nodes += 1,
            // What is compressed looks like anything.
            b's' if bytes[at..].starts_with(b"stream") => {
                let Some(length) = find(&bytes[at..], b"endstream") else {
                    return false;
                };
                at += length;
            }
            _ => {}
        }
        if depth > DEEPEST_OBJECT || nodes > MOST_NODES {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether a name, however its letters are written, is that of a node in the tree of pages.
fn is_name_of_node(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    for letter in b"Pages" {
        let (written, length) = match rest {
            [b'#', high, low, ..] => {
                let digits = [*high, *low].map(char::from).iter().collect::<String>();
                (u8::from_str_radix(&digits, 16).unwrap_or(0), 3)
            }
            [plain, ..] => (*plain, 1),
            [] => return false,
        };
        if written != *letter {
            return false;
        }
        rest = &rest[length..];
    }
    true
}

/// Whether the objects that are kept in streams are nested too deeply or grow too large.
fn hides_too_much(bytes: &[u8]) -> bool {
    let mut start = 0;
    while let Some(found) = find(&bytes[start..], b"/ObjStm") {
        let at = start + found;
        start = at + 1;
        let Some(begin) = bytes[..at].windows(2).rposition(|pair| pair == b"<<") else {
            continue;
        };
        let Some(stream) = Stream::from_bytes(&bytes[begin..]) else {
            continue;
        };
        if is_outsized(&stream)
            || stream
                .decoded()
                .is_ok_and(|text| is_nested_too_deeply(&text))
        {
            return true;
        }
    }
    false
}

/// What a stream of operations holds; nothing where it cannot be read or asks for too much.
pub fn operations(stream: &Stream<'_>) -> Option<Vec<u8>> {
    if is_outsized(stream) {
        return None;
    }
    stream
        .decoded()
        .ok()
        .map(std::borrow::Cow::into_owned)
        .filter(|bytes| !is_nested_too_deeply(bytes))
}

/// The bytes of a colour profile; nothing where it asks for too much.
pub fn profile(stream: &Stream<'_>) -> Option<Vec<u8>> {
    if is_outsized(stream) {
        None
    } else {
        stream.decoded().ok().map(std::borrow::Cow::into_owned)
    }
}

fn is_outsized(stream: &Stream<'_>) -> bool {
    let filters = stream.filters();
    let growing = filters
        .iter()
        .filter(|filter| matches!(filter, Filter::FlateDecode | Filter::LzwDecode))
        .count();
    growing > 1 || (growing == 1 && stream.raw_data().len() > LARGEST_STREAM)
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_counted_outside_of_streams() {
        assert!(is_nested_too_deeply(&b"[".repeat(300)));
        assert!(is_nested_too_deeply(&b"<</A".repeat(300)));
        assert!(!is_nested_too_deeply(&b"[]".repeat(300)));
        let stream = [
            b"stream\n".to_vec(),
            b"[".repeat(300),
            b"\nendstream".to_vec(),
        ]
        .concat();
        assert!(!is_nested_too_deeply(&stream));
        assert!(is_nested_too_deeply(&b"<</Type/P#61ges>>".repeat(1001)));
        assert!(!is_nested_too_deeply(&b"<</Type/Page>>".repeat(1001)));
    }
}
