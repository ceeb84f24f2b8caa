//! Words in Han characters and katakana, which no spaces separate.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::verify::posting::vocabulary::Vocabulary;

/// The numbers of characters of a word in Han characters and katakana.
const IDEOGRAPHIC_WORD: std::ops::RangeInclusive<usize> = 2..=12;

/// Finds the words in the runs of ideographic characters of a text.
pub struct IdeographicReader<'a> {
    /// The text.
    pub text: &'a str,
    /// The words that make no term.
    pub vocabulary: &'a Vocabulary,
}

impl IdeographicReader<'_> {
    /// Returns the places of the words of a run that can be terms.
    pub fn terms(&self, run: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let words = self.words(run).into_iter();
        words.filter(|word| {
            let word = &self.text[word.clone()];
            let length = word.chars().count();
            IDEOGRAPHIC_WORD.contains(&length) && !self.vocabulary.weak.contains(word)
        })
    }

    /// Divides a run of ideographic characters at the words that make no term.
    fn words(&self, run: Range<usize>) -> Vec<Range<usize>> {
        let mut words = Vec::new();
        let mut start = run.start;
        let mut at = run.start;
        // From the first to the last word of the word that is not divided.
        let mut whole: Option<Range<usize>> = None;
        while at < run.end {
            let rest = &self.text[at..run.end];
            let between = longest_start(rest, [&self.vocabulary.stop, &self.vocabulary.filler]);
            let undivided = longest_start(rest, [&self.vocabulary.whole]);
            if undivided > between {
                let first = whole.map_or(at, |whole| whole.start);
                at += undivided;
                whole = Some(first..at);
            } else if between > 0 {
                words.push(self.without_edges(start..at, whole.take()));
                at += between;
                start = at;
            } else {
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        words.push(self.without_edges(start..run.end, whole));
        words
    }

    /// Leaves out what says nothing at the start and the end of a piece, outside what is not divided.
    fn without_edges(&self, piece: Range<usize>, whole: Option<Range<usize>>) -> Range<usize> {
        let (before, after) = match whole {
            Some(whole) => (piece.start..whole.start, whole.end..piece.end),
            None => (piece.clone(), piece.start..piece.end),
        };
        let kept = self.text[before.clone()].trim_start_matches(|c| self.is_edge(c));
        let start = before.end - kept.len();
        let after = after.start.max(start)..after.end;
        let kept = self.text[after.clone()].trim_end_matches(|c| self.is_edge(c));
        start..after.start + kept.len()
    }

    fn is_edge(&self, c: char) -> bool {
        self.vocabulary.edges.contains(c)
    }
}

/// Returns the number of bytes of the longest word that a text starts with, or 0.
fn longest_start<const N: usize>(text: &str, lists: [&BTreeSet<String>; N]) -> usize {
    let words = lists.into_iter().flatten();
    words
        .filter(|word| text.starts_with(word.as_str()))
        .map(String::len)
        .max()
        .unwrap_or_default()
}
