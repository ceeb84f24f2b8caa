//! The text of a posting as headings, list items and paragraphs, each with the lines of its file.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

use crate::verify::posting::pattern::pattern;

/// A heading of Markdown. Hashes may close it: `# Title #`, but not `# C#`.
static HEADING: LazyLock<Regex> = LazyLock::new(|| pattern(r"^#+ +(.*?)(?: +#+)?$"));

/// A heading in strong letters.
static STRONG: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:\*\*[^*]+\*\*|__[^_]+__):?$"));

/// An item of a list. A hyphen without a space may begin a word.
static ITEM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?:[•·–—▪▫●○◦‣⁃✓✔➢➤►▶∙■□]\s*|[-*+]\s+|\d{1,2}(?:[.)]\s+|、))(.*)$")
});

/// The number of characters of a line below which no program divides lines.
const NARROWEST: usize = 40;

/// The number of bytes of a quotation on each side of a term.
const AROUND: usize = 60;

/// A place in a posting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LinePlace {
    /// The page of a PDF, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<usize>,
    /// The line, from 1: of the file, or of the page.
    pub line: usize,
}

/// Where a posting has a term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PostingPlace {
    /// The page and the line.
    #[serde(flatten)]
    pub place: LinePlace,
    /// The words around the term.
    pub quote: String,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading.
    Heading,
    /// An item of a list.
    Item,
    /// Other text.
    Paragraph,
}

/// A heading, an item or a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostingBlock {
    /// What it is.
    pub kind: BlockKind,
    /// Its text, on one line.
    pub text: String,
    /// Where its lines begin in the text.
    pieces: Vec<(usize, LinePlace)>,
}

impl PostingBlock {
    /// Returns an empty block.
    pub fn new(kind: BlockKind) -> Self {
        Self {
            kind,
            text: String::new(),
            pieces: Vec::new(),
        }
    }

    /// Adds the text of a line after a space, or without one where a hyphen divides a word.
    fn add_line(&mut self, line: &str, place: LinePlace) {
        let divides = self.text.ends_with(['-', '\u{2010}', '\u{ad}'])
            && line.starts_with(char::is_lowercase);
        if divides && self.text.ends_with('\u{ad}') {
            self.text.pop();
        } else if !self.text.is_empty() && !divides {
            self.text.push(' ');
        }
        self.add(line, place);
    }

    /// Adds text.
    pub fn add(&mut self, text: &str, place: LinePlace) {
        if self.pieces.last().is_none_or(|(_, last)| *last != place) {
            self.pieces.push((self.text.len(), place));
        }
        self.text.push_str(text);
    }

    /// Returns the place of a byte of the text.
    pub fn place(&self, offset: usize) -> LinePlace {
        let after = self.pieces.partition_point(|(start, _)| *start <= offset);
        let first = LinePlace {
            page: None,
            line: 1,
        };
        self.pieces[..after]
            .last()
            .map_or(first, |(_, place)| *place)
    }
}

/// Returns a part of a text with whole words around it.
pub fn quote(text: &str, range: Range<usize>) -> String {
    let mut start = text.floor_char_boundary(range.start.saturating_sub(AROUND));
    if start > 0 {
        let space = text[start..range.start].find(' ');
        start += space.map_or(0, |at| at + 1);
    }
    let mut end = text.ceil_char_boundary((range.end + AROUND).min(text.len()));
    if end < text.len() {
        end = text[range.end..end]
            .rfind(' ')
            .map_or(end, |at| range.end + at);
    }
    let before = if start > 0 { "… " } else { "" };
    let after = if end < text.len() { " …" } else { "" };
    format!("{before}{}{after}", text[start..end].trim())
}

/// Returns the blocks of the lines of plain text, Markdown or a PDF. Lines that only the width of
/// the text has divided are one block.
pub fn blocks(lines: &[(String, LinePlace)]) -> Vec<PostingBlock> {
    let width = text_width(lines);
    let mut blocks: Vec<PostingBlock> = Vec::new();
    // The length of the line before, if it may go on.
    let mut open: Option<usize> = None;
    for (text, place) in lines {
        let line = text.replace("**", "").replace("__", "").replace('`', "");
        let line = line.trim();
        // A rule, as below a Markdown heading, ends a block as an empty line does.
        if line.chars().all(|c| matches!(c, '-' | '=' | '_' | '*')) {
            if let (Some(_), Some(last)) = (open, blocks.last_mut())
                && last.pieces.len() == 1
                && line.len() >= 3
            {
                last.kind = BlockKind::Heading;
            }
            open = None;
            continue;
        }
        let (kind, content) = marked(line, text.trim());
        let is_rest = kind == BlockKind::Paragraph
            && open.is_some_and(|length| is_full(length, content, width));
        match blocks.last_mut() {
            Some(last) if is_rest && goes_on(&last.text, content) => last.add_line(content, *place),
            _ => {
                let mut block = PostingBlock::new(kind);
                block.add_line(content, *place);
                blocks.push(block);
            }
        }
        open = (kind != BlockKind::Heading).then(|| line.chars().count());
    }
    blocks.retain(|block| block.text.contains(char::is_alphanumeric));
    blocks
}

/// Returns the length that nine in ten lines do not exceed.
fn text_width(lines: &[(String, LinePlace)]) -> usize {
    let lengths = lines.iter().map(|(text, _)| text.trim().chars().count());
    let mut lengths: Vec<usize> = lengths.filter(|length| *length > 0).collect();
    lengths.sort_unstable();
    let index = lengths.len() * 9 / 10;
    lengths.get(index).copied().unwrap_or_default()
}

/// Returns whether a line of a length had no room for the first word of the next line, which is less
/// certain before a capital, with which most lines of lists begin.
fn is_full(length: usize, next: &str, width: usize) -> bool {
    let word = next.split_whitespace().next().unwrap_or_default();
    let needed = length + 1 + word.chars().count();
    let percent = if next.starts_with(char::is_uppercase) {
        85
    } else {
        60
    };
    width >= NARROWEST && needed * 100 > percent * width
}

/// Returns whether a line can be the rest of a text: no sentence ends there, and no heading in
/// capitals begins.
fn goes_on(text: &str, line: &str) -> bool {
    let is_in_capitals =
        |text: &str| !text.contains(char::is_lowercase) && text.contains(char::is_uppercase);
    !text.ends_with(['.', '!', '?', ':', ';']) && (!is_in_capitals(line) || is_in_capitals(text))
}

/// Returns what a line is, and its text without the mark that tells it. `written` is the line with
/// its markup.
fn marked<'a>(line: &'a str, written: &str) -> (BlockKind, &'a str) {
    let content = |pattern: &Regex| Some(pattern.captures(line)?.get(1)?.as_str());
    if let Some(text) = content(&HEADING) {
        (BlockKind::Heading, text)
    } else if let Some(text) = content(&ITEM) {
        (BlockKind::Item, text)
    } else if STRONG.is_match(written) {
        (BlockKind::Heading, line)
    } else {
        (BlockKind::Paragraph, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(BlockKind, String, usize)> {
        let lines: Vec<_> = text
            .lines()
            .zip(1..)
            .map(|(text, line)| (text.to_owned(), LinePlace { page: None, line }))
            .collect();
        let blocks = blocks(&lines).into_iter();
        blocks
            .map(|block| (block.kind, block.text.clone(), block.place(0).line))
            .collect()
    }

    fn block(kind: BlockKind, text: &str, line: usize) -> (BlockKind, String, usize) {
        (kind, text.to_owned(), line)
    }

    #[test]
    fn headings_items_and_paragraphs_are_told_apart() {
        use BlockKind::{Heading, Item, Paragraph};
        let blocks = read(
            "# Title\n\n**Must have**\n- Rust\n* SQL\n2. Go\n• 5 years\n\nSetext\n===\nShort\nlines\n-5 degrees\n|---|\n",
        );
        assert_eq!(
            blocks,
            [
                block(Heading, "Title", 1),
                block(Heading, "Must have", 3),
                block(Item, "Rust", 4),
                block(Item, "SQL", 5),
                block(Item, "Go", 6),
                block(Item, "5 years", 7),
                block(Heading, "Setext", 9),
                block(Paragraph, "Short", 11),
                block(Paragraph, "lines", 12),
                block(Paragraph, "-5 degrees", 13),
            ]
        );
    }

    #[test]
    fn lines_that_are_full_go_on_below() {
        let text = "We run services that many people use each day, and you know machine\nlearning well. Mail us about it, or about the soft\u{ad}\nware that you wrote before. And there is something else that we like,\nBENEFITS\nA bicycle\n";
        let lines: Vec<_> = read(text).into_iter().map(|(_, text, _)| text).collect();
        assert_eq!(
            lines,
            [
                "We run services that many people use each day, and you know machine learning well. Mail us about it, or about the software that you wrote before. And there is something else that we like,",
                "BENEFITS",
                "A bicycle",
            ]
        );
    }

    #[test]
    fn each_byte_has_its_line() {
        let mut block = PostingBlock::new(BlockKind::Paragraph);
        for line in 1..=3 {
            block.add_line("abc", LinePlace { page: None, line });
        }
        let lines: Vec<usize> = [0, 2, 4, 9].map(|at| block.place(at).line).to_vec();
        assert_eq!(lines, [1, 1, 2, 3]);
    }
}
