//! Words in Han characters and katakana, which no spaces separate.

use std::ops::RangeInclusive;

use crate::verify::posting::vocabulary::{Vocabulary, WordList};

/// The numbers of characters of a word in Han characters and katakana.
pub const IDEOGRAPHIC_WORD: RangeInclusive<usize> = 2..=12;

/// Returns the words of a run of ideographic characters that can be terms, each with where it begins.
/// The run is divided at the words that make no term.
pub fn ideographic_words<'t>(run: &'t str, vocabulary: &Vocabulary) -> Vec<(usize, &'t str)> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < run.len() {
        let rest = &run[at..];
        let whole = longest_start(rest, &vocabulary.whole);
        let between =
            longest_start(rest, &vocabulary.stop).max(longest_start(rest, &vocabulary.filler));
        let character = rest.chars().next().map_or(1, char::len_utf8);
        if between > 0 && between >= whole {
            pieces.push((start, &run[start..at]));
            start = at + between;
        }
        at += between.max(whole).max(character);
    }
    pieces.push((start, &run[start..]));
    pieces
        .into_iter()
        .map(|(start, piece)| without_edges(start, piece, vocabulary))
        .filter(|(_, word)| IDEOGRAPHIC_WORD.contains(&word.chars().count()))
        .filter(|(_, word)| !vocabulary.weak.contains(*word))
        .collect()
}

/// Returns the number of bytes of the longest word that a text starts with, or 0.
fn longest_start(text: &str, words: &WordList) -> usize {
    let words = words.iter().filter(|word| text.starts_with(word.as_str()));
    words.map(String::len).max().unwrap_or_default()
}

/// Returns a word without what says nothing at its start and its end, unless that is a part of a word
/// that stays whole.
fn without_edges<'t>(
    mut start: usize,
    mut word: &'t str,
    vocabulary: &Vocabulary,
) -> (usize, &'t str) {
    let Vocabulary { edges, whole, .. } = vocabulary;
    let is_edge = |c| edges.contains(c);
    while let Some(rest) = word.strip_prefix(is_edge)
        && longest_start(word, whole) == 0
    {
        start += word.len() - rest.len();
        word = rest;
    }
    while let Some(rest) = word.strip_suffix(is_edge)
        && !whole.iter().any(|whole| word.ends_with(whole.as_str()))
    {
        word = rest;
    }
    (start, word)
}
