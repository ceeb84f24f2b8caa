//! Writes code and tables.

use crate::content::resume::{Align, Inline, Inlines};
use crate::export::markdown::inlines::source;

pub(super) fn code(text: &str) -> Vec<String> {
    let longest = text.split(|c| c != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or_default().max(2) + 1);
    let mut lines = vec![fence.clone()];
    lines.extend(text.lines().map(str::to_owned));
    lines.push(fence);
    lines
}

pub(super) fn table(
    align: &[Option<Align>],
    header: &[Inlines],
    rows: &[Vec<Inlines>],
) -> Vec<String> {
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
    let cells: Vec<String> = cells.iter().map(|cell| in_cell(cell)).collect();
    format!("| {} |", cells.join(" | "))
}

/// Returns the text of a cell. A sign of a column counts there in code too.
fn in_cell(cell: &[Inline]) -> String {
    let text = source(cell, "<br>");
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
