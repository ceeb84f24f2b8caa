//! Where the letters of a text are in the string of the profile, between the marks of Markdown.

use std::ops::Range;

use crate::profile::Node;
use crate::session::places::letters::letters_of;

/// The string in which a text is written.
#[derive(Debug)]
pub struct Written<'t> {
    /// The string.
    pub node: &'t Node,
    /// Of each letter, the byte range of its character in the string.
    pub letters: Vec<Range<usize>>,
}

/// Returns where letters are in a string of Markdown, from an offset on: of each, the range of its
/// character. Returns `None` if the string has other letters between them.
pub fn places_in(string: &str, from: usize, letters: &str) -> Option<Vec<Range<usize>>> {
    let mut starts = string.get(from..)?.char_indices();
    starts.find_map(|(at, _)| places_from(string, from + at, letters))
}

fn places_from(string: &str, from: usize, mut letters: &str) -> Option<Vec<Range<usize>>> {
    let mut places = Vec::new();
    let mut at = from;
    while !letters.is_empty() {
        if let Some(after) = after_target(string, at) {
            at = after;
            continue;
        }
        let character = string[at..].chars().next()?;
        let place = at..at + character.len_utf8();
        at = place.end;
        let own = letters_of(&string[place.clone()]);
        match letters.strip_prefix(&own) {
            Some(rest) => {
                places.extend(std::iter::repeat_n(place, own.chars().count()));
                letters = rest;
            }
            None if character.is_alphanumeric() => return None,
            None => {}
        }
    }
    Some(places)
}

/// Returns the end of the target of a link, if the text of the link ends here. The target is not text.
fn after_target(string: &str, at: usize) -> Option<usize> {
    let target = string[at..].strip_prefix("](")?;
    let start = string.len() - target.len();
    let mut depth = 1;
    for (offset, character) in target.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(start + offset + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(string: &str, text: &str) -> Option<String> {
        let places = places_in(string, 0, &letters_of(text))?;
        Some(string[places.first()?.start..places.last()?.end].to_owned())
    }

    #[test]
    fn finds_letters_between_marks() {
        for (string, text, expected) in [
            ("a **bold** word", "bold word", Some("bold** word")),
            (
                "see [the paper](https://a.example/the) now",
                "the paper now",
                Some("the paper](https://a.example/the) now"),
            ),
            (
                "one [[PR](https://a.example/1)] two",
                "one [PR] two",
                Some("one [[PR](https://a.example/1)] two"),
            ),
            ("1. one\n2. two", "two", Some("two")),
            ("R\\*", "R*", Some("R\\*")),
            ("one two", "one three", None),
            ("Straße", "strasse", Some("Straße")),
        ] {
            assert_eq!(part(string, text).as_deref(), expected, "{string}");
        }
    }
}
