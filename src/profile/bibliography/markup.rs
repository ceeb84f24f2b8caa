//! Raised, lowered and linked parts of the texts of publications. Characters that no text has mark
//! where they begin and end, so that a text stays a string on its way.

use std::borrow::Cow;

/// Begins raised text.
pub const SUPER: char = '\u{1}';
/// Begins lowered text.
pub const SUB: char = '\u{2}';
/// Begins the address of a link.
pub const LINK: char = '\u{3}';
/// Ends the address of a link, and begins its text.
pub const LINKED: char = '\u{4}';
/// Ends any of these.
pub const END: char = '\u{5}';

/// Characters that mean something to `biblatex`, and their substitutes until it is done.
pub const HIDDEN: [(char, char); 7] = [
    ('{', '\u{e}'),
    ('}', '\u{f}'),
    ('$', '\u{10}'),
    ('\\', '\u{11}'),
    ('~', '\u{12}'),
    // It takes all spaces for the same.
    ('\u{202f}', '\u{13}'),
    ('\u{a0}', '\u{14}'),
];

/// A quotation mark that does not end a text. It has the length of one.
pub const QUOTE: char = '\u{7f}';

/// Returns a character in the way in which `biblatex` takes it for text.
pub fn hidden(character: char) -> char {
    let hidden = HIDDEN.iter().find(|(known, _)| *known == character);
    hidden.map_or(character, |(_, hidden)| *hidden)
}

/// A part of the text of a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkedPart<'a> {
    /// Text without marks.
    Text(&'a str),
    /// Raised text, which may have parts.
    Super(&'a str),
    /// Lowered text, which may have parts.
    Sub(&'a str),
    /// A link.
    Link {
        /// The address.
        url: &'a str,
        /// The text, which may have parts.
        text: &'a str,
    },
}

/// Returns the parts of a text.
pub fn marked_parts(text: &str) -> Vec<MarkedPart<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find([SUPER, SUB, LINK, LINKED, END]) {
        if start > 0 {
            parts.push(MarkedPart::Text(&rest[..start]));
        }
        let inside = &rest[start + 1..];
        if rest[start..].starts_with([LINKED, END]) {
            // A mark that nothing began is not text.
            rest = inside;
            continue;
        }
        let length = length_to_end(inside);
        let content = &inside[..length];
        match (rest[start..].chars().next(), content.split_once(LINKED)) {
            (Some(LINK), Some((url, text))) => parts.push(MarkedPart::Link { url, text }),
            (Some(SUB), _) => parts.push(MarkedPart::Sub(content)),
            _ => parts.push(MarkedPart::Super(content)),
        }
        rest = inside.get(length + 1..).unwrap_or_default();
    }
    if !rest.is_empty() {
        parts.push(MarkedPart::Text(rest));
    }
    parts
}

/// Returns the length of a text up to the end of the part that it is in.
fn length_to_end(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            SUPER | SUB | LINK => depth += 1,
            END if depth == 0 => return at,
            END => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns a text without its marks, and without the addresses of its links.
pub fn unmarked(text: &str) -> Cow<'_, str> {
    if !text.contains([SUPER, SUB, LINK, LINKED, END]) {
        return Cow::Borrowed(text);
    }
    let parts = marked_parts(text).into_iter().map(|part| match part {
        MarkedPart::Text(text) => Cow::Borrowed(text),
        MarkedPart::Super(text) | MarkedPart::Sub(text) | MarkedPart::Link { text, .. } => {
            unmarked(text)
        }
    });
    Cow::Owned(parts.collect())
}
