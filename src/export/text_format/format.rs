//! What a format of text has to say of itself.

use crate::content::resume::{Align, Inline, Inlines};

/// The columns of a line, where a format breaks lines. A longer word, such as an address, is not
/// divided.
pub(in crate::export) const COLUMNS: usize = 80;

/// The separator of two texts of a line.
pub(super) const BETWEEN: &str = " · ";

/// How a format marks the parts of a document.
pub(in crate::export) trait TextFormat {
    /// Whether the file is the source of a page: its parts are apart, and have signs that tell them
    /// from one another.
    const IS_SOURCE: bool;

    /// A line that separates.
    const RULE: &'static str;

    /// Returns a text with its line breaks.
    fn text(content: &[Inline]) -> String;

    /// Returns a text in one line.
    fn line(content: &[Inline]) -> String;

    /// Returns a text that is one of several.
    fn part(content: &[Inline]) -> String {
        Self::text(content)
    }

    /// Returns a strong text.
    fn strong(content: &[Inline]) -> String {
        Self::text(content)
    }

    /// Returns a text as a link.
    fn linked(text: &str, url: &str) -> String;

    /// Returns a string in which nothing is a sign.
    fn escaped(text: &str) -> String {
        text.to_owned()
    }

    /// Returns a line whose start is not a sign.
    fn guarded(line: &str) -> String {
        line.to_owned()
    }

    /// Returns the lines of a text with line breaks, as wide as the columns if they have to be.
    fn lines(text: &str, columns: usize) -> Vec<String>;

    /// Returns lines that stay lines of one paragraph.
    fn broken(lines: Vec<String>) -> Vec<String> {
        lines
    }

    /// Returns the heading of the document or a section.
    fn heading(level: usize, text: &str) -> Vec<String>;

    /// Returns the heading of an entry or a letter.
    fn entry_heading(_level: usize, text: &str) -> Vec<String> {
        Self::lines(text, COLUMNS)
    }

    /// Returns the lines of a text after a label.
    fn labeled(label: &str, text: &str) -> Vec<String>;

    /// Returns the sign of an item of a list, which may have to differ from that of the list before.
    fn sign(number: Option<u64>, is_other: bool) -> String;

    /// Returns the lines of a block of code.
    fn code(text: &str) -> Vec<String>;

    /// Returns the lines of a table.
    fn table(
        align: &[Option<Align>],
        header: &[Inlines],
        rows: &[Vec<Inlines>],
        columns: usize,
    ) -> Vec<String>;

    /// Returns a string as the start of a line.
    fn verbatim(text: &str) -> String {
        Self::guarded(&Self::escaped(text))
    }

    /// Returns texts as lines of one paragraph.
    fn rows(texts: &[String]) -> Vec<String> {
        Self::broken(
            texts
                .iter()
                .flat_map(|text| Self::lines(text, COLUMNS))
                .collect(),
        )
    }
}
