//! Words and quantities: where a line may break, and where it must not.

mod quantities;

use std::ops::Range;

use crate::typeset::contract::script::is_ideograph;
use crate::typeset::contract::words::quantities::{
    may_have_quantity, number_start, quantities, whole_word_end,
};

pub use quantities::{ends_with_quantity, starts_with_quantity};

/// The number of characters from which a word may break anywhere between its parts.
const LONG: usize = 40;

/// The most characters of a piece of a long word.
const PIECE: usize = 16;

/// The characters after which a long word breaks.
const JOINTS: [char; 8] = ['/', '&', '?', '=', '#', '.', '_', '-'];

/// Ranges of characters of scripts that break between any two characters or have connected letters.
const BREAKING: [(char, char); 12] = [
    ('\u{600}', '\u{6ff}'),
    ('\u{750}', '\u{77f}'),
    ('\u{870}', '\u{8ff}'),
    ('\u{e00}', '\u{e7f}'),
    ('\u{1100}', '\u{11ff}'),
    ('\u{2e80}', '\u{d7ff}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{fb50}', '\u{fdff}'),
    ('\u{fe30}', '\u{fe4f}'),
    ('\u{fe70}', '\u{ffef}'),
    ('\u{1b000}', '\u{1b2ff}'),
    ('\u{20000}', '\u{3ffff}'),
];

/// The most characters of adjacent quantities that stay together: `2023年9月15日`.
const TOGETHER: usize = 14;

/// A piece of a text, as far as a line may break in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text that breaks between words.
    Text(&'a str),
    /// A quantity, which does not break.
    Quantity(&'a str),
    /// A long word, which breaks between its parts.
    LongWord(Vec<&'a str>),
    /// The space between a Han character and a number.
    Seam,
}

/// Divides a text in which long words can break and quantities cannot: a number and its unit stay
/// on one line, and so do `64 × 64`, `2021 – 2023` and `Gbit/s`.
pub fn divided(text: &str) -> Vec<Piece<'_>> {
    let mut divided = Vec::new();
    if !may_have_quantity(text) {
        add_words(text, &mut divided);
        return divided;
    }
    let mut done = 0;
    let mut last_start = 0;
    for found in quantities(text) {
        let mut start = number_start(text, done, found.start);
        let mut end = whole_word_end(text, found.end);
        if start == done && done > 0 && ends_with_ideograph(&text[..done]) {
            if text[last_start..end].chars().count() <= TOGETHER {
                divided.pop();
                divided.push(Piece::Quantity(&text[last_start..end]));
            } else {
                divided.push(Piece::Seam);
                divided.push(Piece::Quantity(&text[start..end]));
                last_start = start;
            }
            done = end;
            continue;
        }
        // Typst adds the space between a Han character and a digit only inside of a box.
        if let Some(before) = last(&text[done..start]).filter(|c| is_ideograph(*c)) {
            start -= before.len_utf8();
        }
        let after = text[end..].chars().next().filter(|c| is_ideograph(*c));
        if let Some(after) = after.filter(|_| !ends_with_ideograph(&text[..end])) {
            end += after.len_utf8();
        }
        add_between(text, done..start, &mut divided);
        divided.push(Piece::Quantity(&text[start..end]));
        last_start = start;
        done = end;
    }
    add_between(text, done..text.len(), &mut divided);
    divided
}

/// Adds a text, with the space before a single Han character between two digits. Typst adds only the
/// one after it.
fn add_text<'a>(text: &'a str, divided: &mut Vec<Piece<'a>>) {
    let mut done = 0;
    let (mut before, mut last) = (' ', ' ');
    for (at, c) in text.char_indices() {
        if before.is_ascii_digit() && c.is_ascii_digit() && is_ideograph(last) {
            let seam = at - last.len_utf8();
            divided.extend([Piece::Text(&text[done..seam]), Piece::Seam]);
            done = seam;
        }
        (before, last) = (last, c);
    }
    divided.push(Piece::Text(&text[done..]));
}

/// Adds the text between two quantities, with the space between a counter and a Latin word.
fn add_between<'a>(text: &'a str, range: Range<usize>, divided: &mut Vec<Piece<'a>>) {
    let follows_counter = range.start > 0 && ends_with_ideograph(&text[..range.start]);
    let is_latin = text[range.clone()].starts_with(|c: char| c.is_alphabetic() && !is_ideograph(c));
    if follows_counter && is_latin {
        divided.push(Piece::Seam);
    }
    add_words(&text[range], divided);
}

/// Returns the pieces of a code span between which a line may break.
pub fn code_pieces(code: &str) -> Vec<String> {
    if has_long_word(code) {
        pieces(code).into_iter().map(str::to_owned).collect()
    } else {
        vec![code.to_owned()]
    }
}

/// Returns whether no line breaks at a space before or after a piece of a long word: before a closing
/// sign, or after an opening one (UAX #14, LB13 and LB14). Only long pieces matter: others are beside
/// letters.
pub fn is_glued(piece: &str) -> bool {
    let is_closing = |c: char| "!,.:;?/)]}…’”»%".contains(c);
    let is_opening = |c: char| "([{“‘«¿¡\"'".contains(c);
    piece.chars().count() >= PIECE
        && (piece.starts_with(is_closing)
            || piece.ends_with(is_opening)
            || !piece.contains(char::is_alphanumeric))
}

fn ends_with_ideograph(text: &str) -> bool {
    last(text).is_some_and(is_ideograph)
}

fn last(text: &str) -> Option<char> {
    text.chars().next_back()
}

fn is_unbroken(c: char) -> bool {
    !c.is_whitespace()
        && !BREAKING
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&c))
}

fn has_long_word(text: &str) -> bool {
    text.len() >= LONG && !long_words(text).is_empty()
}

/// Returns the sequences of characters without a possible break that are too long for a line.
fn long_words(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // A word of forty characters has at least as many bytes.
    if !text.split(' ').any(|word| word.len() >= LONG) {
        return found;
    }
    let mut start = 0;
    let mut count = 0;
    for (at, c) in text.char_indices() {
        if is_unbroken(c) {
            count += 1;
            continue;
        }
        if count >= LONG {
            found.push(start..at);
        }
        start = at + c.len_utf8();
        count = 0;
    }
    if count >= LONG {
        found.push(start..text.len());
    }
    found
}

/// Adds a text without quantities.
fn add_words<'a>(text: &'a str, divided: &mut Vec<Piece<'a>>) {
    let mut done = 0;
    for word in long_words(text) {
        add_text(&text[done..word.start], divided);
        divided.push(Piece::LongWord(pieces(&text[word.clone()])));
        done = word.end;
    }
    add_text(&text[done..], divided);
}

/// Divides a text after its joints and spaces, and where a part is long.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = 0;
        for (at, c) in rest.char_indices().take(PIECE) {
            if !is_part(c) {
                break;
            }
            end = at + c.len_utf8();
        }
        let joints = rest[end..].chars().take(PIECE);
        end += joints
            .take_while(|c| JOINTS.contains(c))
            .map(char::len_utf8)
            .sum::<usize>();
        end = rest.len() - rest[end..].trim_start().len();
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// Returns whether a character is within a part of a text.
fn is_part(c: char) -> bool {
    !JOINTS.contains(&c) && !c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantities_in(text: &str) -> Vec<&str> {
        let pieces = divided(text).into_iter();
        pieces
            .filter_map(|piece| match piece {
                Piece::Quantity(text) => Some(text),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn keeps_quantities_together() {
        for (text, expected) in [
            ("a 3 cm bay", vec!["3 cm"]),
            ("within 80 µs; 1,000.5 °", vec!["80 µs", "1,000.5 °"]),
            (
                "64 × 64 pixels, 2021 – 2023",
                vec!["64 × 64", "2021 – 2023"],
            ),
            ("at 5 km/h and 5 MiB/s", vec!["5 km/h", "5 MiB/s"]),
            ("10 Gbit/s of Gbit/s", vec!["10 Gbit/s", "Gbit/s"]),
            ("5 minutes, 3 meters, 4 mB", vec![]),
            ("1 × 1.5,2 x", vec!["1 × 1.5,2"]),
            ("共 12 kg重", vec!["12 kg重"]),
            ("约48小时的课程", vec!["约48小时"]),
            ("3个月，9月", vec!["3个月", "9月"]),
            ("于2023年9月15日", vec!["于2023年9月15日"]),
            (
                "自2023年9月至2024年12月间",
                vec!["自2023年9月", "至2024年12月"],
            ),
            ("第12345678年12345678月", vec!["第12345678年", "12345678月"]),
            ("약 3년간", vec!["3년간"]),
            (
                "a 5 km-long road, 10 MB/day",
                vec!["5 km-long", "10 MB/day"],
            ),
            ("xGbit/s and Gbit/sec", vec![]),
            ("٣ kg", vec!["٣ kg"]),
        ] {
            assert_eq!(quantities_in(text), expected, "{text}");
        }
    }

    #[test]
    fn latin_words_have_a_space_after_counters() {
        assert_eq!(
            divided("与8个GPU"),
            [
                Piece::Text(""),
                Piece::Quantity("与8个"),
                Piece::Seam,
                Piece::Text("GPU")
            ]
        );
    }

    #[test]
    fn breaks_long_words_after_joints() {
        let divided = divided("see https://git.example.org/a-long/path?with=parts for more");
        let Piece::LongWord(pieces) = &divided[1] else {
            panic!("{divided:?}")
        };
        assert_eq!(
            pieces.join("|"),
            "https://|git.|example.|org/|a-|long/|path?|with=|parts"
        );
        let hash = "0123456789abcdef0123456789abcdef0123456789";
        assert_eq!(
            code_pieces(hash),
            ["0123456789abcdef", "0123456789abcdef", "0123456789"]
        );
        assert_eq!(code_pieces("short code").len(), 1);
        for sign in ['.', '-', '=', '#', '[', '('] {
            let pieces = code_pieces(&sign.to_string().repeat(300));
            assert!(pieces.iter().all(|piece| piece.len() <= PIECE), "{sign}");
        }
    }

    #[test]
    fn sees_quantities_at_the_ends_of_runs() {
        assert!(starts_with_quantity("1,000 kg of"));
        assert!(!starts_with_quantity("of 5 kg"));
        assert!(ends_with_quantity("up to 5 km/h"));
        assert!(!ends_with_quantity("5 kg of"));
    }
}
