//! Contact sheets: the first page of several documents, scaled down and with captions.

use crate::diagnostic::counted;
use crate::pdf::{Area, MILLIMETER, Size};
use crate::press::imposition::caption::{Caption, CaptionText};
use crate::press::imposition::marks::Mark;
use crate::press::imposition::page_order::Grid;
use crate::press::imposition::plan::{PaperKind, Plan, PressDocument, bleed_area};
use crate::press::imposition::sheet::{Placement, Sheet};
use crate::press::imposition::stock::{Orientation, Stock};

/// The margin of the sheet.
const MARGIN: f64 = 10.0 * MILLIMETER;

/// The distance between pages.
const GUTTER: f64 = 6.0 * MILLIMETER;

/// The height of the title.
const TITLE_HEIGHT: f64 = 9.0 * MILLIMETER;

/// The height of a caption.
const CAPTION_HEIGHT: f64 = 14.0 * MILLIMETER;

/// The distance between a page and its caption.
const CAPTION_DISTANCE: f64 = 1.5 * MILLIMETER;

/// The smallest scale of pages.
const MIN_SCALE: f64 = 0.01;

/// Places all documents on one landscape sheet, by default the largest that offices have, in the
/// number of columns that shows them largest.
pub fn contact_sheet(documents: &[&PressDocument], title: &str, stock: Option<Stock>) -> Plan {
    let page = largest_page(documents);
    let stock = stock.unwrap_or_else(|| Stock::largest_office_stock(page));
    let size = stock.size(Orientation::Landscape);
    let area = Area::at_origin(size);
    let inner = area.grown(-MARGIN);
    let below_title = Area {
        top: inner.top - TITLE_HEIGHT,
        ..inner
    };
    let Columns { columns, scale } = Columns::largest(documents.len(), page, below_title.size());
    let grid = Grid {
        columns: to_u32(columns),
        rows: to_u32(documents.len().div_ceil(columns)),
        cell: Size {
            height: page.height * scale + CAPTION_HEIGHT,
            width: page.width * scale,
        },
        gutter: GUTTER,
    };
    let mut sheet = Sheet {
        size,
        trim: area,
        bleed: area,
        placements: Vec::new(),
        marks: Vec::new(),
    };
    let mut captions = vec![Caption {
        sheet: 0,
        area: Area {
            bottom: below_title.top,
            ..inner
        },
        text: CaptionText::Title {
            text: title.to_owned(),
        },
    }];
    let cells = grid.cells(below_title);
    for ((index, document), cell) in documents.iter().enumerate().zip(cells) {
        let Some(first_page) = document.source.pages.first() else {
            continue;
        };
        let trim = Area::hanging_from(cell.upper_left(), first_page.trim.scaled(scale));
        let clip = bleed_area(trim, first_page, 0.0, scale);
        sheet
            .placements
            .push(Placement::new(index, 0, trim, clip, scale));
        sheet.marks.push(Mark::Frame(trim));
        captions.push(caption(document, trim, grid.cell.width));
    }
    Plan {
        sheets: vec![sheet],
        captions,
        paper: Some(PaperKind {
            stock,
            orientation: Orientation::Landscape,
        }),
        scale,
        is_overview: true,
        ..Plan::default()
    }
}

/// Returns the smallest size that holds each page of all documents.
fn largest_page(documents: &[&PressDocument]) -> Size {
    let smallest = Size::new(1.0, 1.0);
    let sizes = documents.iter().map(|document| document.largest_page());
    sizes.fold(smallest, Size::max)
}

fn caption(document: &PressDocument, trim: Area, width: f64) -> Caption {
    let title = document.layout.as_ref().unwrap_or(&document.name);
    let pages = counted(document.source.pages.len(), "page", "pages");
    Caption {
        sheet: 0,
        area: Area {
            bottom: trim.bottom - CAPTION_HEIGHT,
            top: trim.bottom - CAPTION_DISTANCE,
            right: trim.left + width,
            ..trim
        },
        text: CaptionText::Caption {
            title: title.clone(),
            pages,
            text: document.purpose.clone().unwrap_or_default(),
            width,
        },
    }
}

/// A number of columns, and the scale of pages in them.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Columns {
    columns: usize,
    scale: f64,
}

impl Columns {
    /// Returns the number of columns in which the scale is largest.
    fn largest(count: usize, page: Size, available: Size) -> Self {
        let mut best = Self {
            columns: 1,
            scale: MIN_SCALE,
        };
        for columns in 1..=count {
            let rows = count.div_ceil(columns);
            let cell = Size::new(
                (available.width + GUTTER) / f64::from(to_u32(columns)) - GUTTER,
                (available.height + GUTTER) / f64::from(to_u32(rows)) - GUTTER - CAPTION_HEIGHT,
            );
            let scale = cell.scale_for(page).clamp(MIN_SCALE, 1.0);
            if scale > best.scale {
                best = Self { columns, scale };
            }
        }
        best
    }
}

fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_as_large_as_possible() {
        let page = Size::new(100.0, 141.0);
        let available = Size::new(1000.0, 500.0);
        for (count, columns, percent) in [(1, 1, 100.0), (10, 5, 100.0), (30, 10, 82.0)] {
            let best = Columns::largest(count, page, available);
            let found = (best.columns, (best.scale * 100.0).round());
            assert_eq!(found, (columns, percent), "{count}");
        }
    }
}
