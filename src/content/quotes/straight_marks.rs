//! Decides for each straight mark of a paragraph what it is: a quotation mark, an apostrophe or a
//! prime.

use std::ops::Range;

use icu_properties::CodePointMapData;
use icu_properties::props::Script;

use crate::content::quotes::marks::{QuoteMarks, QuotePair};

const APOSTROPHE: &str = "’";
/// The sign of feet and minutes.
const PRIME: &str = "′";
/// The sign of inches and seconds.
const DOUBLE_PRIME: &str = "″";

/// Stands for an element whose text does not matter, such as code.
pub const OPAQUE: char = '\u{fffc}';

/// Words that begin with an apostrophe, in English and in Dutch.
const CLIPPED: [&str; 14] = [
    "tis", "twas", "em", "n", "til", "till", "cause", "bout", "round", "cos", "s", "t", "k", "m",
];

/// What marks a word as code.
const CODE: [&str; 12] = [
    "://", "\\", "::", "=\"", "='", "[\"", "['", "{\"", "{'", "<'", "&'", "->",
];

/// Returns what replaces each character of a paragraph.
pub fn replacements(quotes: &QuoteMarks, text: &[char]) -> Vec<Option<&'static str>> {
    let mut marks = vec![None; text.len()];
    let has_han = text.iter().any(|c| is_east_asian(*c));
    if quotes.is_wide && !has_han && !text.iter().any(char::is_ascii_digit) {
        return marks;
    }
    let mut scan = Scan {
        quotes,
        text,
        is_latin_only: quotes.is_wide && !has_han,
        in_double: false,
        in_single: false,
    };
    for word in words(text) {
        if is_code(&text[word.clone()]) {
            continue;
        }
        for at in word {
            marks[at] = match text[at] {
                '"' => scan.double(at),
                '\'' => scan.single(at),
                _ => None,
            };
        }
    }
    if quotes.is_french {
        add_french_spaces(text, &mut marks);
    }
    marks
}

/// Returns the words of a text, between its spaces.
fn words(text: &[char]) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = 0;
    for (at, c) in text.iter().enumerate() {
        if c.is_whitespace() {
            words.push(start..at);
            start = at + 1;
        }
    }
    words.push(start..text.len());
    words
}

/// Returns whether a word is code or an address: its marks stay straight.
fn is_code(word: &[char]) -> bool {
    if !word.iter().any(|c| matches!(c, '\'' | '"')) {
        return false;
    }
    let text: String = word.iter().collect();
    let has_call = word.windows(3).any(|three| {
        three[0].is_ascii_alphanumeric() && three[1] == '(' && matches!(three[2], '\'' | '"')
    });
    let has_address = word
        .windows(3)
        .any(|three| three[0].is_alphanumeric() && three[1] == '@' && three[2].is_alphanumeric());
    has_call || has_address || CODE.iter().any(|sign| text.contains(sign))
}

/// The state of a paragraph up to a mark.
struct Scan<'a> {
    quotes: &'a QuoteMarks,
    text: &'a [char],
    /// Whether a text without Han characters is in a language that has them.
    is_latin_only: bool,
    in_double: bool,
    in_single: bool,
}

impl Scan<'_> {
    fn before(&self, at: usize) -> Option<char> {
        self.text.get(at.checked_sub(1)?).copied()
    }

    fn after(&self, at: usize) -> Option<char> {
        self.text.get(at + 1).copied()
    }

    /// Returns the mark for a straight double one.
    fn double(&mut self, at: usize) -> Option<&'static str> {
        let (before, after) = (self.before(at), self.after(at));
        let is_measure = before.is_some_and(|c| c.is_ascii_digit())
            && !after.is_some_and(char::is_alphanumeric)
            && (!self.in_double || self.count_after(at) % 2 == 1);
        if is_measure {
            return Some(DOUBLE_PRIME);
        }
        if self.is_latin_only {
            return None;
        }
        if self.quotes.is_hebrew && is_in_hebrew_word(before, after) {
            return Some("״");
        }
        let opens = self.opens(at, self.in_double)?;
        self.in_double = opens;
        let QuotePair { open, close } = self.quotes.double;
        Some(if opens { open } else { close })
    }

    /// Returns the mark for a straight single one.
    fn single(&mut self, at: usize) -> Option<&'static str> {
        let (before, after) = (self.before(at), self.after(at));
        let follows_digit = before.is_some_and(|c| c.is_ascii_digit());
        let follows_word = before.is_some_and(is_of_word);
        let precedes_word = after.is_some_and(is_of_word);
        if follows_digit && self.is_group_of_digits(at) {
            return self.apostrophe();
        }
        let is_measure = follows_digit
            && (after.is_some_and(|c| c.is_ascii_digit()) || !precedes_word && !self.in_single);
        if is_measure {
            return Some(PRIME);
        }
        if self.is_latin_only {
            return None;
        }
        let is_geresh = before.is_some_and(is_hebrew) && (precedes_word || !self.in_single);
        if self.quotes.is_hebrew && is_geresh {
            return Some("׳");
        }
        if follows_word && precedes_word && !is_han(before) && !is_han(after) {
            return self.apostrophe();
        }
        let opens = self.opens(at, self.in_single)?;
        let QuotePair { open, close } = self.quotes.single;
        if opens && !self.is_clipped(at) && self.is_closed_after(at) {
            self.in_single = true;
            return Some(open);
        }
        if !opens && self.in_single {
            self.in_single = false;
            return Some(close);
        }
        self.apostrophe()
    }

    /// Returns an apostrophe, unless it would be as wide as a Han character.
    fn apostrophe(&self) -> Option<&'static str> {
        (!self.quotes.is_wide).then_some(APOSTROPHE)
    }

    /// Returns whether a mark opens a quotation; `None` if it stands between spaces. `is_open` is
    /// whether one is open.
    fn opens(&self, at: usize, is_open: bool) -> Option<bool> {
        let (before, after) = (self.before(at), self.after(at));
        let ends = after.is_none_or(char::is_whitespace);
        Some(match before {
            None => !ends,
            Some(c) if c.is_whitespace() => {
                if ends {
                    return None;
                }
                true
            }
            Some('(' | '[' | '{' | '<' | '«' | '„' | '“' | '‘' | '‚' | '¿' | '¡') => {
                !ends
            }
            Some('–' | '—' | '-' | '/' | '=' | '\'' | '"' | '’' | '+') => {
                !is_open && !ends || after.is_some_and(is_of_word)
            }
            Some(c) if is_east_asian(c) || is_east_asian_mark(c) => !is_open,
            Some(_) => after.is_some_and(is_east_asian) && !is_open,
        })
    }

    fn count_after(&self, at: usize) -> usize {
        self.text[at + 1..].iter().filter(|c| **c == '"').count()
    }

    /// Returns whether exactly three digits follow, as in the Swiss `10'000`.
    fn is_group_of_digits(&self, at: usize) -> bool {
        let digits = self.text[at + 1..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .count();
        digits == 3
    }

    /// Returns whether a word or a year is written without its beginning: `'em`, `'90s`.
    fn is_clipped(&self, at: usize) -> bool {
        let rest = &self.text[at + 1..];
        let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        if digits == 2 {
            return true;
        }
        let word: String = rest
            .iter()
            .take_while(|c| c.is_alphanumeric())
            .flat_map(|c| c.to_lowercase())
            .collect();
        CLIPPED.contains(&word.as_str())
    }

    /// Returns whether a later single mark can close the quotation that starts here.
    fn is_closed_after(&self, at: usize) -> bool {
        (at + 2..self.text.len()).any(|end| {
            self.text[end] == '\''
                && !self.text[end - 1].is_whitespace()
                && (!self.after(end).is_some_and(is_of_word)
                    || self.before(end).is_some_and(is_east_asian))
        })
    }
}

fn is_han(c: Option<char>) -> bool {
    c.is_some_and(is_east_asian)
}

/// Keeps high punctuation in French on the line of its word, as far as a space was typed.
fn add_french_spaces(text: &[char], marks: &mut [Option<&'static str>]) {
    for (at, pair) in text.windows(2).enumerate() {
        match pair {
            [' ', ':'] => marks[at] = Some("\u{a0}"),
            [' ', ';' | '!' | '?' | '»'] => marks[at] = Some("\u{202f}"),
            ['«', ' '] => marks[at + 1] = Some("\u{202f}"),
            _ => {}
        }
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == OPAQUE
}

fn is_in_hebrew_word(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(is_hebrew) && after.is_some_and(is_hebrew)
}

fn is_hebrew(c: char) -> bool {
    ('\u{5d0}'..='\u{5ea}').contains(&c)
}

fn is_east_asian(c: char) -> bool {
    c >= '\u{1100}'
        && matches!(
            CodePointMapData::<Script>::new().get(c),
            Script::Han | Script::Hiragana | Script::Katakana
        )
}

/// Returns whether a character is full-width punctuation.
fn is_east_asian_mark(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff60}')
}
