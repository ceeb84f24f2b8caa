//! Spellings of a text: its letters alone, with a capital at its start, on one line, and as it is meant.

use crate::diagnostic::nearest;

/// Returns the letters and digits of a text in lower case.
pub fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns a text with a capital at its start.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.clone()).collect()
}

/// Returns a text with one space between two words.
pub fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text, or its first characters if it has more than `most`.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// Returns the hint for a wrong name: the right one if it is similar, or else `otherwise`.
pub fn did_you_mean<'a>(
    wrong: &str,
    names: impl IntoIterator<Item = &'a str>,
    otherwise: impl Into<String>,
) -> String {
    match nearest(wrong, names) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None => otherwise.into(),
    }
}
