//! Writes blocks as lines.

use crate::content::resume::{Align, Block, Inlines, ResumeItem};
use crate::export::plain_text::inlines::{line_of, text_of};
use crate::export::plain_text::wrapping::{column, width, wrapped};

/// The sign of a bullet.
pub(super) const BULLET: &str = "- ";

/// The least columns of a text, however deep it is in lists.
const NARROWEST: usize = 20;

/// The space between two columns of a table.
const GAP: &str = "  ";

/// Returns the lines of blocks, with an empty line between two.
pub(super) fn block_lines(blocks: &[Block], columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        lines.extend(lines_of(block, columns.max(NARROWEST)));
    }
    lines
}

fn lines_of(block: &Block, columns: usize) -> Vec<String> {
    match block {
        Block::Paragraph { content } => wrapped(&text_of(content), columns),
        Block::List {
            numbered,
            start,
            items,
        } => {
            let mut lines = Vec::new();
            let mut number = *start;
            for item in items {
                let sign = sign(numbered.then_some(number));
                number = number.saturating_add(1);
                let inner = block_lines(item, columns.saturating_sub(sign.len()));
                lines.extend(hanging(&sign, inner));
            }
            lines
        }
        Block::Quote { blocks } => prefixed("> ", block_lines(blocks, columns.saturating_sub(2))),
        Block::Code { text } => prefixed("    ", text.lines().map(str::to_owned).collect()),
        Block::Table {
            align,
            header,
            rows,
        } => table(align, header, rows, columns),
        Block::Rule => vec!["* * *".to_owned()],
    }
}

fn sign(number: Option<u64>) -> String {
    number.map_or_else(|| BULLET.to_owned(), |number| format!("{number}. "))
}

fn prefixed(prefix: &str, lines: Vec<String>) -> Vec<String> {
    lines
        .into_iter()
        .map(|line| format!("{prefix}{line}"))
        .collect()
}

/// Returns lines with a sign before the first one and as much space before the others.
pub(super) fn hanging(sign: &str, lines: Vec<String>) -> Vec<String> {
    let indent = " ".repeat(sign.len());
    if lines.is_empty() {
        return vec![sign.to_owned()];
    }
    let lines = lines.into_iter().enumerate();
    lines
        .map(|(index, line)| format!("{}{line}", if index == 0 { sign } else { &indent }))
        .collect()
}

/// Returns the lines of bullets.
pub(super) fn item_lines(items: &[ResumeItem], numbered: bool, columns: usize) -> Vec<String> {
    let columns = columns.max(NARROWEST);
    let mut lines = Vec::new();
    for (number, ResumeItem { content, items }) in (1..).zip(items) {
        let sign = sign(numbered.then_some(number));
        lines.extend(column(&sign, &text_of(content), columns));
        let inner = item_lines(items, false, columns.saturating_sub(sign.len()));
        lines.extend(prefixed(&" ".repeat(sign.len()), inner));
    }
    lines
}

/// Returns a table in columns, or one without columns if it is too wide.
fn table(
    align: &[Option<Align>],
    header: &[Inlines],
    rows: &[Vec<Inlines>],
    columns: usize,
) -> Vec<String> {
    let header: Vec<String> = header.iter().map(|cell| line_of(cell)).collect();
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| line_of(cell)).collect())
        .collect();
    let widths: Vec<usize> = (0..header.len())
        .map(|index| {
            let cells = rows.iter().chain([&header]);
            let widths = cells
                .filter_map(|row| row.get(index))
                .map(|cell| width(cell));
            widths.max().unwrap_or_default()
        })
        .collect();
    let total: usize = widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1);
    let has_header = header.iter().any(|cell| !cell.is_empty());
    let mut lines = Vec::new();
    if total > columns {
        let all = [&header].into_iter().filter(|_| has_header).chain(&rows);
        for row in all {
            lines.extend(column(BULLET, &row.join(" | "), columns));
        }
        return lines;
    }
    if has_header {
        lines.push(row_line(&header, &widths, align));
        let below: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        lines.push(below.join(GAP));
    }
    lines.extend(rows.iter().map(|row| row_line(row, &widths, align)));
    lines
}

fn row_line(cells: &[String], widths: &[usize], align: &[Option<Align>]) -> String {
    let mut padded = Vec::with_capacity(cells.len());
    for (index, cell) in cells.iter().enumerate() {
        let room = widths.get(index).copied().unwrap_or_default();
        let space = room.saturating_sub(width(cell));
        let before = match align.get(index) {
            Some(Some(Align::End)) => space,
            Some(Some(Align::Center)) => space / 2,
            _ => 0,
        };
        padded.push(format!(
            "{}{cell}{}",
            " ".repeat(before),
            " ".repeat(space - before)
        ));
    }
    padded.join(GAP)
}
