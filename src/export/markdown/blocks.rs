//! Writes blocks as lines.

use crate::content::resume::{Align, Block, Inlines, ResumeItem};
use crate::export::markdown::inlines::{cell_text, text_lines};
use crate::export::markdown::page::RULE;

/// Returns the lines of blocks, with an empty line between two.
pub(super) fn block_lines(blocks: &[Block]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut lists = 0;
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        // Two lists in a row have different signs, or they would be one.
        lists = match block {
            Block::List { .. } => lists + 1,
            _ => 0,
        };
        lines.extend(lines_of(block, lists % 2 == 0));
    }
    lines
}

fn lines_of(block: &Block, has_other_sign: bool) -> Vec<String> {
    match block {
        Block::Paragraph { content } => text_lines(content),
        Block::List {
            numbered,
            start,
            items,
        } => {
            let numbering = numbered.then_some(*start);
            let mut lines = Vec::new();
            let is_loose = items.iter().any(|item| item.len() > 1);
            for (index, item) in items.iter().enumerate() {
                if is_loose && index > 0 {
                    lines.push(String::new());
                }
                let marker = Marker::new(numbering, index, has_other_sign);
                lines.extend(marker.item(block_lines(item)));
            }
            lines
        }
        Block::Quote { blocks } => block_lines(blocks)
            .into_iter()
            .map(|line| format!("> {line}").trim_end().to_owned())
            .collect(),
        Block::Code { text } => code(text),
        Block::Table {
            align,
            header,
            rows,
        } => table(align, header, rows),
        Block::Rule => vec![RULE.to_owned()],
    }
}

/// The sign of an item of a list.
pub(super) struct Marker(String);

impl Marker {
    fn new(start: Option<u64>, index: usize, has_other_sign: bool) -> Self {
        let offset = u64::try_from(index).unwrap_or_default();
        Self(match (start, has_other_sign) {
            (None, false) => "- ".to_owned(),
            (None, true) => "* ".to_owned(),
            (Some(start), false) => format!("{}. ", start.saturating_add(offset)),
            (Some(start), true) => format!("{}) ", start.saturating_add(offset)),
        })
    }

    /// Returns the sign of a bullet.
    pub(super) fn bullet() -> Self {
        Self::new(None, 0, false)
    }

    /// Returns the lines of an item, with the sign before the first one.
    pub(super) fn item(&self, lines: Vec<String>) -> Vec<String> {
        let Self(marker) = self;
        let indent = " ".repeat(marker.len());
        if lines.is_empty() {
            return vec![marker.trim_end().to_owned()];
        }
        let lines = lines.into_iter().enumerate();
        lines
            .map(|(index, line)| match index {
                0 => format!("{marker}{line}"),
                _ if line.is_empty() => line,
                _ => format!("{indent}{line}"),
            })
            .collect()
    }
}

/// Returns the lines of bullets.
pub(super) fn item_lines(items: &[ResumeItem], numbered: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, ResumeItem { content, items }) in items.iter().enumerate() {
        let marker = Marker::new(numbered.then_some(1), index, false);
        let mut item = text_lines(content);
        item.extend(item_lines(items, false));
        lines.extend(marker.item(item));
    }
    lines
}

fn code(text: &str) -> Vec<String> {
    let longest = text.split(|c| c != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or_default().max(2) + 1);
    let mut lines = vec![fence.clone()];
    lines.extend(text.lines().map(str::to_owned));
    lines.push(fence);
    lines
}

fn table(align: &[Option<Align>], header: &[Inlines], rows: &[Vec<Inlines>]) -> Vec<String> {
    let columns: Vec<&str> = (0..header.len())
        .map(|index| match align.get(index) {
            Some(Some(Align::Start)) => ":---",
            Some(Some(Align::Center)) => ":---:",
            Some(Some(Align::End)) => "---:",
            _ => "---",
        })
        .collect();
    let mut lines = vec![row(header), format!("| {} |", columns.join(" | "))];
    lines.extend(rows.iter().map(|cells| row(cells)));
    lines
}

fn row(cells: &[Inlines]) -> String {
    let cells: Vec<String> = cells.iter().map(in_cell).collect();
    format!("| {} |", cells.join(" | "))
}

/// Returns the text of a cell. A sign of a column counts there in code too.
fn in_cell(cell: &Inlines) -> String {
    let text = cell_text(cell);
    let mut escaped = String::with_capacity(text.len());
    let mut is_escaped = false;
    for c in text.chars() {
        if c == '|' && !is_escaped {
            escaped.push('\\');
        }
        is_escaped = c == '\\' && !is_escaped;
        escaped.push(c);
    }
    escaped
}
