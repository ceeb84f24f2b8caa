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
    let marks = closing_marks(runs);
    let Some(last) = (runs.0.len() - usize::from(marks > 0)).checked_sub(1) else {
        return;
    };
    match &mut runs.0[last] {
        Run::Text(text) if text.contains(' ') => {
            let end = start_of_end(text, marks, hyphens);
            keep_from(runs, end);
        }
        Run::Strong { content }
        | Run::Emph { content }
        | Run::StrongEmph { content }
        | Run::Strike { content }
        | Run::Link { content, .. } => {
            if is_short_word(content, marks) {
                keep_with_next(runs, last);
            } else if let Some(Run::Text(text)) = content.0.last() {
                let end = start_of_end(text, marks, hyphens);
                keep_from(content, end);
            }
        }
        _ => {}
    }
}

/// Returns the number of punctuation marks that follow the last element of a text: the full stop in
/// `a **term**.`
fn closing_marks(runs: &Runs) -> usize {
    match &runs.0[..] {
        [.., before, Run::Text(text)] if !matches!(before, Run::Text(_)) => {
            let are_marks = text
                .chars()
                .all(|c| is_of_words(c) && !c.is_alphanumeric() && c != ' ');
            if are_marks { text.chars().count() } else { 0 }
        }
        _ => 0,
    }
}

/// Keeps the end of the text of the last run, from `start` on, on one line.
fn keep_from(runs: &mut Runs, start: Option<usize>) {
    let (Some(start), Some(Run::Text(text))) = (start, runs.0.last_mut()) else {
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

/// Returns whether an element is one word that must not be alone on a line.
fn is_short_word(content: &Runs, marks: usize) -> bool {
    matches!(&content.0[..], [Run::Text(word)]
        if !word.contains(' ') && word.chars().count() + marks <= SHORT)
}

/// Keeps the word before an element on its line.
fn keep_with_next(runs: &mut Runs, element: usize) {
    let Some(Run::Text(text)) = element.checked_sub(1).map(|before| &mut runs.0[before]) else {
        return;
    };
    let Some(words) = text.strip_suffix(' ') else {
        return;
    };
    let start = words.rfind(' ').map_or(0, |space| space + 1);
    let word = &text[start..];
    if start == 0 || word.chars().count() > LONGEST_PAIR - SHORT || !word.chars().all(is_of_words) {
        return;
    }
    let word = text.split_off(start);
    let pieces = vec![word, String::new()];
    runs.0.insert(element, Run::Whole { pieces });
}

/// Returns where the words begin that stay whole, if there are any. `marks` is the number of
/// punctuation marks after the text.
fn start_of_end(text: &str, marks: usize, hyphens: Option<&[Columns]>) -> Option<usize> {
    let last = text.rfind(' ').map_or(0, |space| space + 1);
    if last == text.len() {
        return None;
    }
    let length = text[last..].chars().count() + marks;
    let start = if length <= SHORT {
        text[..last.checked_sub(1)?].rfind(' ')? + 1
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
    fn last_word_in_an_element_is_whole_or_takes_another() {
        let strong = |text: &str| Run::Strong {
            content: Runs::text(text),
        };
        let whole = |pieces: &[&str]| Run::Whole {
            pieces: pieces.iter().map(|piece| (*piece).to_owned()).collect(),
        };
        let text = |text: &str| Run::Text(text.to_owned());
        let ended = |runs: Vec<Run>| {
            let mut runs = Runs(runs);
            keep_end(&mut runs, None);
            runs.0
        };
        let long = Run::Strong {
            content: Runs(vec![text("a "), whole(&["Transformer"])]),
        };
        assert_eq!(ended(vec![strong("a Transformer"), text(".")])[0], long);
        assert_eq!(
            ended(vec![text("ported it to "), strong("C"), text(".")]),
            [
                text("ported it "),
                whole(&["to ", ""]),
                strong("C"),
                text(".")
            ]
        );
        for kept in [
            vec![text("to "), strong("C")],
            vec![text("to"), strong("C")],
        ] {
            assert_eq!(ended(kept.clone()), kept);
        }
    }

    #[test]
    fn word_that_may_be_wider_than_a_column_is_broken() {
        let text = "die Grundstücksverkehrsgenehmigung";
        assert_eq!(kept(text, None), None);
    }
}
