//! The order of pages on sheets, as counting and geometry alone.

use crate::pdf::{Area, Point, Size};

/// A side of a booklet sheet: the indices of its pages; `None` stays blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookletSide {
    /// The left page.
    pub left: Option<usize>,
    /// The right page.
    pub right: Option<usize>,
}

impl BookletSide {
    fn mirrored(self) -> Self {
        Self {
            left: self.right,
            right: self.left,
        }
    }
}

/// Returns the sides of a saddle-stitched booklet, the front and back of the outermost sheet first.
/// Blank pages fill it up to a multiple of four. A right-to-left booklet is bound on the right.
pub fn booklet_sides(pages: usize, right_to_left: bool) -> Vec<BookletSide> {
    let total = pages.next_multiple_of(4);
    let page = |index: usize| (index < pages).then_some(index);
    let mut sides = Vec::new();
    for sheet in 0..total / 4 {
        let first = 2 * sheet;
        let last = total - 1 - 2 * sheet;
        sides.push(BookletSide {
            left: page(last),
            right: page(first),
        });
        sides.push(BookletSide {
            left: page(first + 1),
            right: page(last - 1),
        });
    }
    if right_to_left {
        sides = sides.into_iter().map(BookletSide::mirrored).collect();
    }
    sides
}

/// Returns the distance by which the pages of a side move towards the fold: an inner sheet sticks
/// out of the one around it by the thickness of the paper and is cut there.
#[expect(clippy::cast_precision_loss, reason = "no booklet has 2^52 sheets")]
pub fn creep(side: usize, per_sheet: f64) -> f64 {
    (side / 2) as f64 * per_sheet
}

/// A grid of equal cells.
#[derive(Debug, Clone, Copy)]
pub struct Grid {
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// The size of a cell.
    pub cell: Size,
    /// The distance between cells.
    pub gutter: f64,
}

impl Grid {
    /// Returns the size of the grid.
    pub fn size(&self) -> Size {
        let columns = f64::from(self.columns);
        let rows = f64::from(self.rows);
        Size::new(
            columns * self.cell.width + (columns - 1.0) * self.gutter,
            rows * self.cell.height + (rows - 1.0) * self.gutter,
        )
    }

    /// Returns the cells in the center of an area, row by row from the upper left corner.
    pub fn cells(&self, area: Area) -> Vec<Area> {
        let bounds = area.center(self.size());
        let places =
            (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        places
            .map(|(row, column)| {
                let corner = Point {
                    x: bounds.left + f64::from(column) * (self.cell.width + self.gutter),
                    y: bounds.top - f64::from(row) * (self.cell.height + self.gutter),
                };
                Area::hanging_from(corner, self.cell)
            })
            .collect()
    }
}

/// How documents follow each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CollateOptions {
    /// Whether a separator sheet precedes each document.
    pub has_separators: bool,
    /// Whether both sides of the paper are printed, so that each document starts on a front side.
    pub both_sides: bool,
}

/// A page of collated documents, with the index of its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollatedPage {
    /// The separator sheet before a document.
    Separator {
        /// The document.
        document: usize,
    },
    /// A page of a document.
    Page {
        /// The document.
        document: usize,
        /// The index of the page.
        page: usize,
    },
    /// A blank page.
    Blank {
        /// The document.
        document: usize,
    },
}

impl CollatedPage {
    /// Returns the index of the document.
    pub fn document(self) -> usize {
        let (Self::Separator { document } | Self::Page { document, .. } | Self::Blank { document }) =
            self;
        document
    }
}

/// Returns the pages of collated documents with these page counts. If both sides are printed, each
/// document starts on a front side.
pub fn collated_pages(page_counts: &[usize], options: CollateOptions) -> Vec<CollatedPage> {
    let mut collated = Vec::new();
    for (document, count) in page_counts.iter().enumerate() {
        if options.has_separators {
            collated.push(CollatedPage::Separator { document });
            if options.both_sides {
                collated.push(CollatedPage::Blank { document });
            }
        }
        collated.extend((0..*count).map(|page| CollatedPage::Page { document, page }));
        // The back of the very last page may stay missing.
        let is_last = document + 1 == page_counts.len();
        if options.both_sides && count % 2 == 1 && !is_last {
            collated.push(CollatedPage::Blank { document });
        }
    }
    collated
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page numbers on the left and right of each side, from 1; 0 is blank.
    fn booklet(pages: usize, right_to_left: bool) -> Vec<[usize; 2]> {
        booklet_sides(pages, right_to_left)
            .into_iter()
            .map(|side| [side.left, side.right])
            .map(|side| side.map(|page| page.map_or(0, |index| index + 1)))
            .collect()
    }

    #[test]
    fn folded_booklet_is_in_order() {
        assert_eq!(booklet(4, false), [[4, 1], [2, 3]]);
        assert_eq!(booklet(5, false), [[0, 1], [2, 0], [0, 3], [4, 5]]);
        assert_eq!(booklet(8, false), [[8, 1], [2, 7], [6, 3], [4, 5]]);
        assert_eq!(booklet(0, false), [] as [[usize; 2]; 0]);
        assert_eq!(booklet(4, true), [[1, 4], [3, 2]]);
    }

    #[test]
    fn inner_sheets_creep_and_the_outermost_does_not() {
        let creeps: Vec<f64> = (0..6).map(|side| creep(side, 0.3)).collect();
        assert_eq!(creeps, [0.0, 0.0, 0.3, 0.3, 0.6, 0.6]);
    }

    #[test]
    fn grid_is_filled_in_reading_order() {
        let cell = Size::new(10.0, 20.0);
        let sheet = Size::new(32.0, 52.0);
        let two_by_two = Grid {
            columns: 2,
            rows: 2,
            cell,
            gutter: 2.0,
        };
        let cells = two_by_two.cells(Area::at_origin(sheet));
        let corners: Vec<(f64, f64)> = cells.iter().map(|cell| (cell.left, cell.bottom)).collect();
        assert_eq!(
            corners,
            [(5.0, 27.0), (17.0, 27.0), (5.0, 5.0), (17.0, 5.0)]
        );
    }

    /// Collated pages as text: `S0` a separator, `P0.1` a page, `B0` a blank page.
    fn collated(page_counts: &[usize], has_separators: bool, both_sides: bool) -> String {
        let options = CollateOptions {
            has_separators,
            both_sides,
        };
        let pages = collated_pages(page_counts, options).into_iter();
        let names: Vec<String> = pages
            .map(|page| match page {
                CollatedPage::Separator { document } => format!("S{document}"),
                CollatedPage::Page { document, page } => format!("P{document}.{page}"),
                CollatedPage::Blank { document } => format!("B{document}"),
            })
            .collect();
        names.join(" ")
    }

    #[test]
    fn collates_documents() {
        assert_eq!(collated(&[1, 2], false, false), "P0.0 P1.0 P1.1");
        assert_eq!(collated(&[1, 2, 1], false, true), "P0.0 B0 P1.0 P1.1 P2.0");
        assert_eq!(collated(&[1], true, true), "S0 B0 P0.0");
        assert_eq!(collated(&[1, 1], true, false), "S0 P0.0 S1 P1.0");
    }

    #[test]
    fn documents_start_on_front_sides() {
        let text = collated(&[3, 1, 2], true, true);
        for (index, page) in text.split(' ').enumerate() {
            let is_start = page.starts_with('S') || page.ends_with(".0");
            assert!(!is_start || index % 2 == 0, "{page} at {index}");
        }
    }
}
