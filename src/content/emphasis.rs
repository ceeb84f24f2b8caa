//! Lets emphasis end beside Chinese, Japanese and Korean characters.
//!
//! `CommonMark` asks white space or punctuation around `**` where punctuation stands inside of it,
//! which these scripts do not write: in `**重点：**内容` the second `**` would not close. A space that
//! is taken out again afterwards makes it close.

use std::ops::Range;

use crate::profile::is_east_asian;

/// Counts as white space for the rules of `CommonMark`, and is in nobody's text: U+205F, medium
/// mathematical space.
pub const SPACE: char = '\u{205f}';

/// The text with such spaces, and where in it they are.
pub fn spaced(text: &str) -> (String, Vec<usize>) {
    if text.is_ascii() || !text.contains(['*', '~']) {
        return (text.to_owned(), Vec::new());
    }
    let (mut spaced, mut places) = (String::with_capacity(text.len() + 16), Vec::new());
    let mut open: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let run = run_at(text, at);
        let (before, after) = (
            text[..at].chars().next_back(),
            text[run.end..].chars().next(),
        );
        let eastern = before.is_some_and(is_east_asian) || after.is_some_and(is_east_asian);
        let delimiter = matches!(c, '*' | '~').then(|| &text[run.clone()]);
        let closes = delimiter.and_then(|run| open.iter().rposition(|opened| *opened == run));
        let word = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace() && !is_punctuation(c));
        let mut put = |spaced: &mut String| {
            places.push(spaced.len());
            spaced.push(SPACE);
        };
        match (delimiter, closes) {
            (Some(delimiter), Some(opened)) => {
                open.truncate(opened);
                spaced.push_str(delimiter);
                if eastern && before.is_some_and(is_punctuation) && word(after) {
                    put(&mut spaced);
                }
            }
            (Some(delimiter), None) => {
                if eastern && after.is_some_and(is_punctuation) && word(before) {
                    put(&mut spaced);
                }
                open.push(delimiter);
                spaced.push_str(delimiter);
            }
            (None, _) => spaced.push_str(&text[run.clone()]),
        }
        at = run.end;
    }
    (spaced, places)
}

/// An offset of the spaced text as one of the text without.
pub fn original(at: usize, places: &[usize]) -> usize {
    at - SPACE.len_utf8() * places.iter().filter(|place| **place < at).count()
}

/// What is passed over as one: a run of delimiters, a code span, an escaped character, or a
/// character.
fn run_at(text: &str, at: usize) -> Range<usize> {
    let rest = &text[at..];
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let run_of = |c: char| rest.len() - rest.trim_start_matches(c).len();
    let width = match rest.chars().next() {
        Some(c @ ('*' | '~')) => run_of(c),
        Some('`') => {
            let fence = &rest[..run_of('`')];
            rest[fence.len()..]
                .find(fence)
                .map_or(fence.len(), |end| end + 2 * fence.len())
        }
        Some('\\') => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        _ => first,
    };
    at..at + width
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c, '\u{a1}'..='\u{bf}' | '\u{2010}'..='\u{205e}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3020}'
            | '\u{3030}' | '\u{30fb}' | '\u{fe30}'..='\u{fe6b}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}'
            | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_emphasis_that_would_not_close_is_spaced() {
        let spaced = |text: &str| spaced(text).0.replace(SPACE, "_");
        assert_eq!(spaced("**重点：**内容"), "**重点：**_内容");
        assert_eq!(spaced("这是**“重点”**内容"), "这是_**“重点”**_内容");
        assert_eq!(spaced("**重点**内容"), "**重点**内容");
        assert_eq!(spaced("。**重点**"), "。**重点**");
        assert_eq!(spaced("`**重点：**内容`"), "`**重点：**内容`");
        assert_eq!(spaced("**a:**b é"), "**a:**b é");
    }

    #[test]
    fn offsets_lead_back() {
        let text = "**重点：**内容";
        let (spaced, places) = spaced(text);
        let at = spaced.find('内').expect("there");
        assert_eq!(original(at, &places), text.find('内').expect("there"));
    }
}
