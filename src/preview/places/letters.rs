//! The letters by which texts of the profile and of the pages are compared.
//!
//! Typesetting changes a text: it hyphenates words, sets headings in capitals, and turns quotation
//! marks and dashes into those of the language. Letters leave out what it changes.

use crate::profile::is_east_asian;
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

/// The number of bytes by which letters are grouped.
const BEGINNING: usize = 3;
/// The number of groups.
const GROUPS: usize = 1 << 12;

/// Returns the group of letters that begin with some bytes.
fn group(letters: &[u8]) -> usize {
    let beginning = letters.iter().take(BEGINNING);
    let mixed = beginning.fold(0, |mixed: usize, byte| mixed * 61 + usize::from(*byte));
    mixed % GROUPS
}

/// A letter of a page.
#[derive(Debug, Clone, Copy)]
pub struct PageLetter {
    /// The index of the run.
    pub text_box: usize,
    /// The offset of the character in the text of the run, in bytes.
    pub at: usize,
    /// Whether the character before it is of another word, or none.
    pub starts_word: bool,
}

/// The letters of all pages, in the order in which they are read.
pub struct PageLetters {
    /// The indices of the runs, in the same order.
    pub order: Vec<usize>,
    text: String,
    letters: Vec<PageLetter>,
    /// The index of the letter at each byte of the text.
    indices: Vec<usize>,
    /// The bytes at which letters start, in groups of those with the same beginning.
    starts: Vec<usize>,
    /// The number of starts in the groups before each group, and in all.
    groups: Vec<usize>,
}

impl PageLetters {
    /// Collects the letters of runs. `area` has the upper and the lower edge of the text; lines in
    /// the margins come last.
    pub fn new(boxes: &[TextBox], area: Option<(f64, f64)>) -> Self {
        let order = reading_order(boxes, area);
        let mut page = Self {
            order: Vec::new(),
            text: String::new(),
            letters: Vec::new(),
            indices: Vec::new(),
            starts: Vec::new(),
            groups: Vec::new(),
        };
        for index in &order {
            page.add(*index, &boxes[*index].text);
        }
        page.order = order;
        page.group_starts();
        page
    }

    fn add(&mut self, index: usize, text: &str) {
        let mut before = ' ';
        for (at, character) in text.char_indices() {
            let starts_word = !(is_of_word(before) && is_of_word(character));
            fold(character, |letter| {
                self.text.push(letter);
                let number = self.letters.len();
                self.indices.resize(self.text.len(), number);
                self.letters.push(PageLetter {
                    text_box: index,
                    at,
                    starts_word,
                });
            });
            before = character;
        }
    }

    /// Sorts the starts of letters by their beginning, without comparing them.
    fn group_starts(&mut self) {
        let bytes = self.text.as_bytes();
        let starts = || self.text.char_indices().map(|(at, _)| at);
        let mut groups = vec![0; GROUPS + 1];
        for at in starts() {
            groups[group(&bytes[at..]) + 1] += 1;
        }
        for index in 0..GROUPS {
            groups[index + 1] += groups[index];
        }
        let mut next = groups.clone();
        let mut sorted = vec![0; self.letters.len()];
        for at in starts() {
            let place = &mut next[group(&bytes[at..])];
            sorted[*place] = at;
            *place += 1;
        }
        self.starts = sorted;
        self.groups = groups;
    }

    /// Returns the letters.
    pub fn letters(&self) -> &[PageLetter] {
        &self.letters
    }

    /// Returns where some letters occur, as indices of their first ones.
    pub fn occurrences(&self, letters: &str) -> Vec<usize> {
        if letters.len() < BEGINNING {
            let found = self.text.match_indices(letters);
            return found.map(|(at, _)| self.indices[at]).collect();
        }
        let group = group(letters.as_bytes());
        let starts = &self.starts[self.groups[group]..self.groups[group + 1]];
        let found = starts
            .iter()
            .filter(|at| self.text[**at..].starts_with(letters));
        found.map(|at| self.indices[*at]).collect()
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
            run.baseline <= top || run.baseline > bottom + run.rectangle().height
        });
    }
    order
}

/// Returns whether a run is a mark over letters, and repeats the text of the run next to it.
fn is_mark(index: usize, boxes: &[TextBox]) -> bool {
    let mark = &boxes[index];
    if mark.rectangle().width > NEARBY || !mark.text.contains(is_from_right) {
        return false;
    }
    let around = index.saturating_sub(NEIGHBORS)..boxes.len().min(index + NEIGHBORS + 1);
    around.filter(|other| *other != index).any(|other| {
        let letters = &boxes[other];
        let start = usize::from(letters.offset);
        let around = letters.rectangle().around(mark.rectangle());
        letters.drawn_at == mark.drawn_at
            && letters.rectangle().width > NEARBY
            && around.width < letters.rectangle().width + NEARBY
            && around.height < 2.0 * letters.rectangle().height
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
        && (left.x + left.width - right.x).abs() < NEARBY
        && may_be_from_right(one)
        && may_be_from_right(other)
}

/// Returns whether a run is from right to left, or has no letters.
fn may_be_from_right(run: &TextBox) -> bool {
    run.text.contains(is_from_right) || !run.text.contains(char::is_alphanumeric)
}

/// Returns whether a character is of a script from right to left.
fn is_from_right(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
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
