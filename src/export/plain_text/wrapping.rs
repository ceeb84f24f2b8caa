//! Breaks texts into lines, by the columns that a terminal gives each character.

use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter, wrap};
use unicode_width::UnicodeWidthStr as _;

use crate::profile::is_east_asian;

/// Returns the lines of a text. What has no spaces is not divided, except between characters of East
/// Asian scripts.
pub(in crate::export) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    column("", text, columns)
}

/// Returns the lines of a text after a sign, such as that of a bullet. Further lines begin below the
/// text.
pub(super) fn column(sign: &str, text: &str, columns: usize) -> Vec<String> {
    let indent = " ".repeat(width(sign));
    let options = Options::new(columns)
        .initial_indent(sign)
        .subsequent_indent(&indent)
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    wrap(text, options).into_iter().map(Into::into).collect()
}

/// Returns a text with a line below it.
pub(super) fn underlined(text: &str, sign: char, columns: usize) -> Vec<String> {
    let mut lines = wrapped(text, columns);
    let longest = lines.iter().map(|line| width(line)).max();
    lines.push(sign.to_string().repeat(longest.unwrap_or_default()));
    lines
}

/// Returns the columns of a text in one line.
pub(in crate::export) fn width(text: &str) -> usize {
    text.width()
}

/// Returns what stays together: Unicode would also divide addresses and compounds.
fn words<'a>(line: &'a str) -> Box<dyn Iterator<Item = Word<'a>> + 'a> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for part in WordSeparator::UnicodeBreakProperties.find_words(line) {
        let length = part.word.len() + part.whitespace.len();
        let is_joined = end > start
            && line[..end].ends_with(|c: char| c != ' ' && !is_east_asian(c))
            && line[end..].starts_with(|c: char| !is_east_asian(c));
        if !is_joined && end > start {
            words.push(Word::from(&line[start..end]));
            start = end;
        }
        end += length;
    }
    words.push(Word::from(&line[start..]));
    Box::new(words.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_wide_as_the_columns() {
        let text = "one two three-four https://a.example/b/c-d five";
        assert_eq!(
            wrapped(text, 12),
            ["one two", "three-four", "https://a.example/b/c-d", "five"]
        );
        assert_eq!(
            wrapped("一二三四五六七。八", 10),
            ["一二三四五", "六七。八"]
        );
        assert_eq!(wrapped("", 10), [""]);
    }

    #[test]
    fn punctuation_stays_with_its_ideograph() {
        assert_eq!(wrapped("一二三四五。六", 10), ["一二三四", "五。六"]);
    }

    #[test]
    fn further_lines_begin_below_the_text() {
        assert_eq!(column("- ", "one two three", 9), ["- one two", "  three"]);
    }

    #[test]
    fn line_below_a_text_is_as_wide() {
        assert_eq!(underlined("经历", '-', 80), ["经历", "----"]);
    }
}
