//! Members of a list that are tables with headers, such as `[[section]]`: each is a block of lines.
//!
//! A block has the comments that belong to its statements, and no blank lines around it. Blocks
//! exchange their places; the blank lines between the places stay.

use std::ops::Range;

use crate::diagnostic::Edit;
use crate::ide::edits::step::{EditStep, node_at};
use crate::ide::edits::text::{ProfileText, TableForm};
use crate::profile::Node;

/// The lines of a table and of the tables inside it.
pub struct LineBlock {
    /// The headers in each part, by their places among all headers. There are several if other
    /// tables stand between.
    parts: Vec<Range<usize>>,
}

impl LineBlock {
    /// Returns the block of a table with headers.
    pub fn of(text: &ProfileText, node: &Node) -> Self {
        let mut parts: Vec<Range<usize>> = Vec::new();
        for place in text.headers_of(node) {
            match parts.last_mut().filter(|part| part.end == place) {
                Some(part) => part.end = place + 1,
                None => parts.push(place..place + 1),
            }
        }
        Self { parts }
    }

    /// Returns the lines of one header, without the tables inside its table.
    pub fn part(place: usize) -> Self {
        Self {
            parts: std::iter::once(place..place + 1).collect(),
        }
    }

    /// Returns the lines of each part.
    fn ranges(&self, text: &ProfileText) -> Vec<Range<usize>> {
        self.parts
            .iter()
            .map(|part| text.gap(part.start).start..text.gap(part.end).end)
            .collect()
    }

    /// Returns the place of the first header.
    pub fn first(&self) -> Option<usize> {
        Some(self.parts.first()?.start)
    }

    /// Returns the place after the last header.
    pub fn after(&self) -> Option<usize> {
        Some(self.parts.last()?.end)
    }

    /// Returns where the last line ends.
    pub fn end(&self, text: &ProfileText) -> usize {
        text.gap(self.after().unwrap_or(usize::MAX)).end
    }

    /// Returns the lines as one text.
    fn content(&self, text: &ProfileText) -> String {
        let parts: Vec<&str> = self
            .ranges(text)
            .into_iter()
            .map(|range| &text.text()[range])
            .collect();
        parts.join(&text.newline().repeat(2))
    }
}

/// Returns the edits that move a block from one place in its list to another.
pub fn moved(text: &ProfileText, blocks: &[LineBlock], from: usize, to: usize) -> Vec<Edit> {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    let index = order.remove(from);
    order.insert(to, index);
    let mut edits = Vec::new();
    for place in from.min(to)..=from.max(to) {
        let content = blocks[order[place]].content(text);
        let mut parts = blocks[place].parts.iter();
        if let Some(first) = parts.next() {
            edits.push(filled(text, first, &content));
        }
        for part in parts {
            edits.push(Edit::new(
                text.gap(part.start).end..text.gap(part.end).end,
                "",
            ));
        }
    }
    edits
}

/// Puts other lines into a place. A blank line keeps comments apart from the statement that they do
/// not belong to.
fn filled(text: &ProfileText, part: &Range<usize>, content: &str) -> Edit {
    let (before, after) = (text.gap(part.start), text.gap(part.end));
    let newline = text.newline();
    let mut replacement = String::new();
    if begins_with_loose_comment(content) && before.end > 0 && !before.has_blank(text.text()) {
        replacement += newline;
    }
    replacement += content;
    let last = content.lines().last().unwrap_or_default();
    let is_last = part.end == text.header_count();
    if last.trim_start().starts_with('#') && !is_last && !after.has_blank(text.text()) {
        replacement += newline;
    }
    Edit::new(before.start..after.end, replacement)
}

/// Returns whether a blank line follows the comments at the start of lines.
fn begins_with_loose_comment(content: &str) -> bool {
    let mut rest = content
        .lines()
        .skip_while(|line| line.trim_start().starts_with('#'));
    content.starts_with('#') && rest.next().is_some_and(|line| line.trim().is_empty())
}

/// Returns the edits that remove a block.
pub fn removed(text: &ProfileText, block: &LineBlock) -> Vec<Edit> {
    let removed = |part: &Range<usize>| {
        let (before, after) = (text.gap(part.start), text.gap(part.end));
        let span = if part.end < text.header_count() {
            before.start..after.start
        } else {
            before.end..after.end
        };
        Edit::new(span, "")
    };
    block.parts.iter().map(removed).collect()
}

/// Returns the edit that inserts lines before the header at a place, or at the end of the file.
pub fn inserted_before(text: &ProfileText, place: usize, lines: &str) -> Edit {
    if place < text.header_count() {
        let start = text.gap(place).start;
        let gap = text.newline().repeat(2);
        return Edit::new(start..start, format!("{lines}{gap}"));
    }
    inserted_after(text, place, lines)
}

/// Returns the edit that inserts lines at the end of the statements before the header at a place.
pub fn inserted_after(text: &ProfileText, place: usize, lines: &str) -> Edit {
    let end = text.gap(place).end;
    let newline = text.newline();
    if text.text()[..end].trim().is_empty() {
        return Edit::new(end..end, format!("{lines}{newline}"));
    }
    Edit::new(end..end, format!("{newline}{newline}{lines}"))
}

/// Returns the range of the value or the block at a path.
pub fn place_of(text: &ProfileText, path: &[EditStep]) -> Range<usize> {
    let Some(node) = node_at(text.root(), path) else {
        return 0..0;
    };
    let block = LineBlock::of(text, node);
    let first = match text.form(node) {
        // A section in the short form has the headers of its entries.
        Some(TableForm::Implicit) => block.first(),
        _ => text.own_header(node),
    };
    match first {
        Some(place) => text.header(place).start..block.end(text),
        None => node.span.clone(),
    }
}
