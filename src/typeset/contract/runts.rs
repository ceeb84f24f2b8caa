//! The last words of a text: its last line is neither a single short word nor the end of a word that
//! is broken.
//!
//! Typst avoids a last line that could not break, but takes a word with syllables for one that could.

use crate::typeset::contract::hyphens::{Columns, hyphenates_in_common_columns};
use crate::typeset::contract::runs::{Run, Runs};
use crate::typeset::contract::script::is_ideograph;

/// The most characters of a last word that takes the word before it to the last line.
const SHORT: usize = 4;

/// The most characters of the two.
const LONGEST_PAIR: usize = 14;

/// The most characters of a last word that is not broken: it fits narrow columns.
const LONGEST: usize = 20;

/// The least number of characters of a word with a syllable to break.
const BREAKABLE: usize = 5;

/// Keeps the last word of a text whole, and a short one with the word before it. `hyphens` has the
/// columns in which the text is hyphenated; `None` if that is unknown.
pub fn keep_end(runs: &mut Runs, hyphens: Option<&[Columns]>) {
    let Some(Run::Text(text)) = runs.0.last_mut() else {
        return;
    };
    let Some(start) = start_of_end(text, hyphens) else {
        return;
    };
    let end = text.split_off(start);
    if text.is_empty() {
        runs.0.pop();
    }
    runs.0.push(Run::Whole {
        pieces: end.split_inclusive([' ', '-']).map(str::to_owned).collect(),
    });
}

/// Returns where the words begin that stay whole, if there are any.
fn start_of_end(text: &str, hyphens: Option<&[Columns]>) -> Option<usize> {
    let last = text.rfind(' ')? + 1;
    let length = text[last..].chars().count();
    if length == 0 {
        return None;
    }
    let start = if length <= SHORT {
        text[..last - 1].rfind(' ')? + 1
    } else {
        let hyphenates = hyphens.is_none_or(hyphenates_in_common_columns);
        if length < BREAKABLE || !hyphenates {
            return None;
        }
        last
    };
    let end = &text[start..];
    let longest = if start < last { LONGEST_PAIR } else { LONGEST };
    (end.chars().count() <= longest && end.chars().all(is_of_words)).then_some(start)
}

/// Returns whether no line breaks before or after a character, but at a space or a hyphen.
fn is_of_words(c: char) -> bool {
    c.is_alphanumeric() && !is_ideograph(c)
        || matches!(
            c,
            ' ' | '-' | '.' | ',' | ';' | ':' | '!' | '?' | '’' | '”' | '“' | '»' | '(' | ')' | '%'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str, hyphens: Option<&[Columns]>) -> Option<Vec<String>> {
        let mut runs = Runs::text(text);
        keep_end(&mut runs, hyphens);
        let mut found = None;
        for run in runs.0 {
            if let Run::Whole { pieces } = run {
                found = Some(pieces);
            }
        }
        found
    }

    #[test]
    fn last_word_is_whole_where_the_text_is_hyphenated() {
        let text = "Reworked the tools of monitoring.";
        let expected = Some(vec!["monitoring.".to_owned()]);
        assert_eq!(kept(text, None), expected);
        assert_eq!(kept(text, Some(&[[0.0, 20.0], [40.0, 43.0]])), expected);
        // The columns of a CV are wider.
        assert_eq!(kept(text, Some(&[[0.0, 20.0]])), None);
        assert_eq!(kept(text, Some(&[])), None);
    }

    #[test]
    fn short_last_word_takes_another_to_the_last_line() {
        let pair = Some(vec!["frames ".to_owned(), "it.".to_owned()]);
        assert_eq!(kept("what of the frames it.", Some(&[])), pair);
        for text in ["it.", "frames it.", "many infrastructures it.", "静音 库。"] {
            assert_eq!(kept(text, Some(&[])), None, "{text}");
        }
    }

    #[test]
    fn word_that_may_be_wider_than_a_column_is_broken() {
        let text = "die Grundstücksverkehrsgenehmigung";
        assert_eq!(kept(text, None), None);
    }
}
