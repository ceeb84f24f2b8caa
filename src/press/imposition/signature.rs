//! Which page stands where when several share a sheet, and in which order pages are printed. Pure
//! counting and geometry.

use crate::press::imposition::geometry::{Area, Point, Size};

/// A side of a sheet of a booklet: the pages on its left and on its right, counted from 0; `None`
/// stays white.
pub type Side = [Option<usize>; 2];

/// The sides of a saddle-stitched booklet, front and back of the outermost sheet first.
///
/// Pages are added up to a multiple of four. A booklet that is read from right to left is bound on
/// its right.
pub fn booklet(pages: usize, right_to_left: bool) -> Vec<Side> {
    let total = pages.next_multiple_of(4);
    let page = |number: usize| (number < pages).then_some(number);
    let mut sides = Vec::new();
    for sheet in 0..total / 4 {
        let (first, last) = (2 * sheet, total - 1 - 2 * sheet);
        sides.push([page(last), page(first)]);
        sides.push([page(first + 1), page(last - 1)]);
    }
    if right_to_left {
        for side in &mut sides {
            side.reverse();
        }
    }
    sides
}

/// How far the pages of a side move towards the fold: each sheet inside another sticks out of it by
/// its thickness, and what sticks out is cut off.
#[expect(clippy::cast_precision_loss, reason = "no booklet has 2^52 sheets")]
pub fn creep(side: usize, per_sheet: f64) -> f64 {
    (side / 2) as f64 * per_sheet
}

/// The cells of a grid of so many columns and rows, row by row from the upper left corner, in the
/// middle of a sheet.
pub fn grid(columns: u8, rows: u8, cell: Size, gutter: f64, sheet: Size) -> Vec<Area> {
    let [across, down] = [(columns, cell.width), (rows, cell.height)].map(|(count, length)| {
        let count = f64::from(count);
        count * length + (count - 1.0) * gutter
    });
    let whole = Area::centred(
        Size {
            width: across,
            height: down,
        },
        sheet,
    );
    let mut cells = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let x = whole.left + f64::from(column) * (cell.width + gutter);
            let y = whole.top - cell.height - f64::from(row) * (cell.height + gutter);
            cells.push(Area::at(Point { x, y }, cell));
        }
    }
    cells
}

/// Something that stands on a page of a print run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The sheet that names a document, by the document's number.
    Separator(usize),
    /// A page of a document.
    Page(usize, usize),
    /// Nothing, on paper like that of a document.
    Blank(usize),
}

/// The pages of a print run of documents with so many pages each. Where both sides are printed,
/// each document begins on a front.
pub fn run(documents: &[usize], separators: bool, both_sides: bool) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for (document, pages) in documents.iter().enumerate() {
        if separators {
            turns.push(Turn::Separator(document));
            if both_sides {
                turns.push(Turn::Blank(document));
            }
        }
        turns.extend((0..*pages).map(|page| Turn::Page(document, page)));
        // Nothing follows the last, and its back needs no page.
        if both_sides && pages % 2 == 1 && document + 1 < documents.len() {
            turns.push(Turn::Blank(document));
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages from 1, as people count; 0 is white.
    fn folded(pages: usize) -> Vec<[usize; 2]> {
        booklet(pages, false)
            .into_iter()
            .map(|side| side.map(|page| page.map_or(0, |page| page + 1)))
            .collect()
    }

    #[test]
    fn a_booklet_is_in_order_once_it_is_folded() {
        assert_eq!(folded(4), [[4, 1], [2, 3]]);
        assert_eq!(folded(5), [[0, 1], [2, 0], [0, 3], [4, 5]]);
        assert_eq!(folded(8), [[8, 1], [2, 7], [6, 3], [4, 5]]);
        assert_eq!(folded(0), [] as [[usize; 2]; 0]);
        assert_eq!(booklet(4, true), [[Some(0), Some(3)], [Some(2), Some(1)]]);
    }

    #[test]
    fn both_sides_of_a_sheet_creep_alike_and_the_outermost_does_not() {
        let creeps: Vec<f64> = (0..6).map(|side| creep(side, 0.3)).collect();
        assert_eq!(creeps, [0.0, 0.0, 0.3, 0.3, 0.6, 0.6]);
    }

    #[test]
    fn a_grid_is_filled_as_one_reads() {
        let cells = grid(
            2,
            2,
            Size {
                width: 10.0,
                height: 20.0,
            },
            2.0,
            Size {
                width: 32.0,
                height: 52.0,
            },
        );
        let corners: Vec<(f64, f64)> = cells.iter().map(|cell| (cell.left, cell.bottom)).collect();
        assert_eq!(
            corners,
            [(5.0, 27.0), (17.0, 27.0), (5.0, 5.0), (17.0, 5.0)]
        );
    }

    #[test]
    fn each_document_of_a_run_begins_on_a_front() {
        use Turn::{Blank, Page, Separator};
        assert_eq!(
            run(&[1, 2], false, false),
            [Page(0, 0), Page(1, 0), Page(1, 1)]
        );
        assert_eq!(
            run(&[1, 2, 1], false, true),
            [Page(0, 0), Blank(0), Page(1, 0), Page(1, 1), Page(2, 0)]
        );
        assert_eq!(run(&[1], true, true), [Separator(0), Blank(0), Page(0, 0)]);
        assert_eq!(
            run(&[1, 1], true, false),
            [Separator(0), Page(0, 0), Separator(1), Page(1, 0)]
        );
        let fronts = run(&[3, 1, 2], true, true);
        for (at, turn) in fronts.iter().enumerate() {
            assert!(
                !matches!(turn, Separator(_) | Page(_, 0)) || at % 2 == 0,
                "{turn:?} at {at}"
            );
        }
    }
}
