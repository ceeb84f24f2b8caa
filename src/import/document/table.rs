//! Puts the cells of a table into the order in which people read them.

use crate::import::document::line::{Line, LinePiece};
use crate::import::document::words::headings;

/// The most lines of a cell beside the last that describe the last, and the most characters of each.
const MOST_LINES: usize = 3;
const MOST_CHARACTERS: usize = 60;

/// Returns the lines of a row: one after the other, or with the short cells and the start of the last one in
/// one line with tabs.
pub fn row_lines(mut cells: Vec<Vec<Line>>) -> Vec<Line> {
    cells.retain(|cell| !cell.is_empty());
    let Some(last) = cells.pop() else {
        return Vec::new();
    };
    let is_line = last.len() == 1;
    let is_label = |line: &Line| {
        let is_heading = !headings(&line.text()).is_empty() && (!is_line || line.shape.is_bold);
        !line.is_item()
            && line.shape.outline.is_none()
            && line.text().chars().count() <= MOST_CHARACTERS
            && !is_heading
    };
    let is_short = |cell: &Vec<Line>| cell.len() <= MOST_LINES && cell.iter().all(is_label);
    let joins = !cells.is_empty()
        && cells.iter().all(is_short)
        && last
            .first()
            .is_some_and(|line| !line.is_item() && line.shape.outline.is_none());
    if !joins {
        cells.push(last);
        return cells.concat();
    }
    let mut lines = last.into_iter();
    let mut joined = Line::default();
    for line in cells.into_iter().flatten().chain(lines.next()) {
        if !joined.pieces.is_empty() {
            joined.pieces.push(LinePiece {
                text: "\t".to_owned(),
                ..LinePiece::default()
            });
        }
        let has_gap = joined.shape.has_gap;
        joined.shape = line.shape;
        joined.shape.has_gap |= has_gap;
        joined.pieces.extend(line.pieces);
    }
    std::iter::once(joined).chain(lines).collect()
}
