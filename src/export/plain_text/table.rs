//! Writes tables.

use crate::content::resume::{Align, Inlines};
use crate::export::plain_text::inlines::line_of;
use crate::export::plain_text::wrapping::{column, width};

/// The space between two columns of a table.
const GAP: &str = "  ";

/// Returns a table in columns, or one without columns if it is too wide.
pub(super) fn table(
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
            lines.extend(column("- ", &row.join(" | "), columns));
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
