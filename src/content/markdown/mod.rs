//! Parses Markdown into the text of the contract.
//!
//! CommonMark decides what is markup; all other text, HTML tags included, stays as typed. Uses
//! `resume` for the result.

mod emphasis;
mod inlines;
mod links;
mod open_elements;
mod picture;
mod problem;
mod reader;
mod shortcodes;
#[cfg(test)]
mod tests;
mod unclosed;

use pulldown_cmark::Options;

use crate::content::markdown::emphasis::{Spaced, add_spaces};
use crate::content::markdown::inlines::{GUARD, LINE_BREAK, tidy};
use crate::content::markdown::reader::Reader;
use crate::content::resume::{Block, Inlines};
use crate::diagnostic::Severity;

pub use inlines::{plain, unrated};
pub use links::link_addresses;
pub use picture::PictureSource;
pub use problem::MarkdownProblem;

/// A text as parsed.
#[derive(Debug)]
pub struct Parsed<T> {
    /// The content.
    pub content: T,
    /// The problems, at their places in the text.
    pub problems: Vec<MarkdownProblem>,
    /// The pictures, at their places in the text.
    pub pictures: Vec<PictureSource>,
}

/// Parses a text of one paragraph, in which a line break is a space.
pub fn inline(text: &str) -> Parsed<Inlines> {
    let spaced = add_spaces(text);
    let line = spaced
        .text
        .replace("\\\n", LINE_BREAK)
        .replace(['\n', '\r', '\t'], " ");
    let line = format!("{GUARD}{line}");
    let original = |at: usize| spaced.original(at.saturating_sub(GUARD.len()));
    let mut reader = Reader::new(&line, Options::ENABLE_STRIKETHROUGH, &original);
    let content = tidy(reader.all_inlines());
    Parsed {
        content,
        problems: reader.problems,
        pictures: reader.pictures,
    }
}

/// Parses a text of several paragraphs, lists, quotations and tables.
pub fn blocks(text: &str) -> Parsed<Vec<Block>> {
    let dedented = Dedented::new(text);
    let spaced: Spaced = add_spaces(&dedented.text);
    let original = |at: usize| dedented.original(spaced.original(at));
    let options = Options::ENABLE_STRIKETHROUGH.union(Options::ENABLE_TABLES);
    let mut reader = Reader::new(&spaced.text, options, &original);
    let content = reader.blocks(0);
    Parsed {
        content,
        problems: reader.problems,
        pictures: reader.pictures,
    }
}

/// Returns whether the markup of a text of several paragraphs, or of one, has an error, such as code
/// that is not closed.
pub fn has_error(text: &str) -> bool {
    let problems = blocks(text).problems.into_iter();
    let mut problems = problems.chain(inline(text).problems);
    problems.any(|problem| problem.severity == Severity::Error)
}

/// A text without the indentation that its lines share, so that a profile may indent it.
struct Dedented {
    text: String,
    lines: Vec<DedentedLine>,
}

struct DedentedLine {
    /// Where the line starts in the dedented text.
    start: usize,
    /// The number of bytes removed up to its first character.
    removed: usize,
}

impl Dedented {
    fn new(text: &str) -> Self {
        let indent = text
            .split('\n')
            .filter(|line| !line.trim().is_empty())
            .map(indent)
            .min()
            .unwrap_or(0);
        let mut dedented = String::with_capacity(text.len());
        let mut lines = Vec::new();
        let mut removed = 0;
        for line in text.split_inclusive('\n') {
            let (spaces, rest) = line.split_at(self::indent(line).min(indent));
            removed += spaces.len();
            lines.push(DedentedLine {
                start: dedented.len(),
                removed,
            });
            dedented.push_str(rest);
        }
        Self {
            text: dedented,
            lines,
        }
    }

    /// Converts an offset of the dedented text to one of the original.
    fn original(&self, at: usize) -> usize {
        let after = self.lines.partition_point(|line| line.start <= at);
        let line = after.checked_sub(1).map(|index| &self.lines[index]);
        at + line.map_or(0, |line| line.removed)
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}
