//! The letters by which texts of the profile and of the pages are compared.
//!
//! Typesetting changes a text: it hyphenates words, sets headings in capitals, and turns quotation
//! marks and dashes into those of the language. Letters leave out what it changes.

use std::collections::HashMap;
use std::ops::Range;

use crate::profile::{is_east_asian, is_right_to_left};
use crate::typeset::TextBox;

/// The greatest distance of two runs that touch, in pt.
const NEARBY: f64 = 0.1;
/// The number of runs before and after a mark among which its letters are.
const NEIGHBORS: usize = 4;

/// Calls `add` with the letters of a character: none, or its lower case.
pub fn fold(character: char, mut add: impl FnMut(char)) {
    match character {
        'ß' | 'ẞ' => {
            add('s');
            add('s');
        }
        'ς' => add('σ'),
        'ı' | 'İ' => add('i'),
        character if is_changed(character) => {}
        character => character.to_lowercase().for_each(add),
    }
}

/// Returns whether typesetting may add, remove or replace a character.
fn is_changed(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(
            character,
            '-' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '−'
            | '\'' | '"' | '`' | '‘'..='‟' | '«' | '»' | '‹' | '›' | '「'..='』'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

/// Returns the letters of a text.
pub fn letters_of(text: &str) -> String {
    let mut letters = String::with_capacity(text.len());
    for character in text.chars() {
        fold(character, |letter| letters.push(letter));
    }
    letters
}

/// Returns whether a character is part of a word that has spaces around it.
fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() && !is_east_asian(character)
}

/// A letter of a page.
#[derive(Debug, Clone, Copy)]
pub struct PageLetter {
    /// The offset of the character in the text of the run, in bytes.
    pub at: usize,
    /// Whether the character before it is of another word, or none.
    starts_word: bool,
}

/// The letters of all pages, in the order in which they are read.
#[derive(Default)]
pub struct PageLetters {
    /// The indices of the runs, and their letters, in the same order.
    pub runs: Vec<(usize, Range<usize>)>,
    /// The letters with their places.
    pub letters: Vec<PageLetter>,
    text: Vec<char>,
    /// Where two letters are next to each other.
    pairs: HashMap<(char, char), Vec<usize>>,
}

impl PageLetters {
    /// Collects the letters of runs. `area` has the upper and the lower edge of the text; lines in
    /// the margins come last.
    pub fn new(boxes: &[TextBox], area: Option<(f64, f64)>) -> Self {
        let mut page = Self::default();
        for index in reading_order(boxes, area) {
            let start = page.text.len();
            page.add(&boxes[index].text);
            page.runs.push((index, start..page.text.len()));
        }
        for (at, pair) in page.text.windows(2).enumerate() {
            page.pairs.entry((pair[0], pair[1])).or_default().push(at);
        }
        page
    }

    fn add(&mut self, text: &str) {
        let mut before = ' ';
        for (at, character) in text.char_indices() {
            let starts_word = !(is_of_word(before) && is_of_word(character));
            fold(character, |letter| {
                self.text.push(letter);
                self.letters.push(PageLetter { at, starts_word });
            });
            before = character;
        }
    }

    /// Returns where some letters occur, as indices of their first ones.
    pub fn occurrences(&self, letters: &str) -> Vec<usize> {
        let letters: Vec<char> = letters.chars().collect();
        let is_here = |at: &usize| self.text[*at..].starts_with(&letters);
        if let [one, other, ..] = letters.as_slice() {
            let starts = self.pairs.get(&(*one, *other)).into_iter().flatten();
            starts.copied().filter(is_here).collect()
        } else {
            (0..self.text.len()).filter(is_here).collect()
        }
    }

    /// Returns whether the letters from `start` to `end` are whole words.
    pub fn is_whole(&self, start: usize, end: usize) -> bool {
        let begins = |index: usize| {
            let letter = self.letters.get(index);
            letter.is_none_or(|letter| letter.starts_word)
        };
        begins(start) && begins(end)
    }
}

/// Returns the indices of runs in the order in which they are read. Marks that are drawn over the
/// letters of another run are left out.
fn reading_order(boxes: &[TextBox], area: Option<(f64, f64)>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.retain(|index| !is_mark(*index, boxes));
    for words in order.chunk_by_mut(|one, other| precedes(&boxes[*one], &boxes[*other])) {
        words.reverse();
    }
    if let Some((top, bottom)) = area {
        // The text of a paragraph goes on after the lines in the margins between two pages.
        order.sort_by_key(|index| {
            let run = &boxes[*index];
            run.baseline <= top || run.baseline > bottom + run.rectangle().height()
        });
    }
    order
}

/// Returns whether a run is a mark over letters, and repeats the text of the run next to it.
fn is_mark(index: usize, boxes: &[TextBox]) -> bool {
    let mark = &boxes[index];
    if mark.rectangle().width() > NEARBY || !mark.text.contains(is_right_to_left) {
        return false;
    }
    let around = index.saturating_sub(NEIGHBORS)..boxes.len().min(index + NEIGHBORS + 1);
    around.filter(|other| *other != index).any(|other| {
        let letters = &boxes[other];
        let start = usize::from(letters.offset);
        let around = letters.rectangle().around(mark.rectangle());
        letters.drawn_at == mark.drawn_at
            && letters.rectangle().width() > NEARBY
            && around.width() < letters.rectangle().width() + NEARBY
            && around.height() < 2.0 * letters.rectangle().height()
            && (start..start + letters.text.len()).contains(&usize::from(mark.offset))
    })
}

/// Returns whether a run follows another one on the line and precedes it in the text, as words from
/// right to left do.
fn precedes(one: &TextBox, other: &TextBox) -> bool {
    let (left, right) = (one.rectangle(), other.rectangle());
    one.page == other.page
        && one.drawn_at == other.drawn_at
        && other.offset < one.offset
        && (left.right - right.left).abs() < NEARBY
        && may_be_from_right(one)
        && may_be_from_right(other)
}

/// Returns whether a run is from right to left, or has no letters.
fn may_be_from_right(run: &TextBox) -> bool {
    run.text.contains(is_right_to_left) || !run.text.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_leave_out_what_typesetting_changes() {
        for (written, shown) in [
            ("Straße", "STRASSE"),
            ("“well-known”", "\"well\u{2010}known\""),
            ("2020 – 2023", "2020-2023"),
            ("İstanbul", "istanbul"),
            ("ΣΟΦΌΣ", "σοφός"),
            ("C++", "c++"),
        ] {
            assert_eq!(letters_of(written), letters_of(shown), "{written}");
        }
        assert_ne!(letters_of("C"), letters_of("C++"));
    }
}
