//! Words in Han characters and katakana, which no spaces separate.

use std::ops::Range;

use crate::verify::posting::token::TermToken;
use crate::verify::posting::vocabulary::{Vocabulary, WordList};

/// The numbers of characters of a word in Han characters and katakana.
pub const IDEOGRAPHIC_WORD: std::ops::RangeInclusive<usize> = 2..=12;

/// Returns the words of a run of ideographic characters that can be terms, with their places. The run
/// is divided at the words that make no term.
pub fn ideographic_words<'t>(
    run: &TermToken<'t>,
    vocabulary: &Vocabulary,
) -> impl Iterator<Item = (usize, &'t str)> {
    let text = run.text;
    let mut words = Vec::new();
    let mut start = 0;
    let mut at = 0;
    // From the first to the last word of the word that is not divided.
    let mut whole: Option<Range<usize>> = None;
    while at < text.len() {
        let rest = &text[at..];
        let between =
            longest_start(rest, &vocabulary.stop).max(longest_start(rest, &vocabulary.filler));
        let undivided = longest_start(rest, &vocabulary.whole);
        if undivided > between {
            let first = whole.map_or(at, |whole| whole.start);
            at += undivided;
            whole = Some(first..at);
        } else if between > 0 {
            words.push((start..at, whole.take()));
            at += between;
            start = at;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    words.push((start..at, whole));
    // What says nothing at the start and the end, outside what is not divided, is left out.
    let is_edge = |c| vocabulary.edges.contains(c);
    let first = run.range.start;
    let words = words.into_iter().map(move |(piece, whole)| {
        let before = whole.as_ref().map_or(piece.end, |whole| whole.start);
        let start = before - text[piece.start..before].trim_start_matches(is_edge).len();
        let after = whole.map_or(start, |whole| whole.end);
        let end = after + text[after..piece.end].trim_end_matches(is_edge).len();
        (first + start, &text[start..end])
    });
    words.filter(|(_, word)| {
        IDEOGRAPHIC_WORD.contains(&word.chars().count()) && !vocabulary.weak.contains(*word)
    })
}

/// Returns the number of bytes of the longest word that a text starts with, or 0.
fn longest_start(text: &str, words: &WordList) -> usize {
    let words = words.iter().filter(|word| text.starts_with(word.as_str()));
    words.map(String::len).max().unwrap_or_default()
}
