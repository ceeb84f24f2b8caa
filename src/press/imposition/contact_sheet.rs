//! Contact sheets: the first page of several documents, scaled down and with captions.

use crate::pdf::{Area, MILLIMETER, Point, Size};
use crate::press::imposition::caption::{Caption, CaptionText};
use crate::press::imposition::marks::Mark;
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
    let layout = ContactLayout::new(documents.len(), page, inner);
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
            bottom: inner.top - TITLE_HEIGHT,
            ..inner
        },
        text: CaptionText::Title {
            text: title.to_owned(),
        },
    }];
    for (index, document) in documents.iter().enumerate() {
        let Some(first_page) = document.source.pages.first() else {
            continue;
        };
        let trim = layout.cell(index, first_page.trim);
        sheet.placements.push(Placement {
            source: index,
            page: 0,
            at: trim.corner(),
            scale: layout.scale,
            clip: bleed_area(trim, first_page, 0.0, layout.scale),
        });
        sheet.marks.push(Mark::Frame(trim));
        captions.push(caption(document, trim, layout.cell.width));
    }
    Plan {
        sheets: vec![sheet],
        captions,
        paper: Some(PaperKind {
            stock,
            orientation: Orientation::Landscape,
        }),
        scale: layout.scale,
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
    let pages = match document.source.pages.len() {
        1 => "1 page".to_owned(),
        count => format!("{count} pages"),
    };
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

/// The arrangement of pages on a contact sheet.
struct ContactLayout {
    columns: usize,
    scale: f64,
    /// The size of the largest page at this scale.
    cell: Size,
    /// The upper left corner of the first cell.
    corner: Point,
}

impl ContactLayout {
    /// Arranges pages below the title in the center of an area.
    fn new(count: usize, page: Size, area: Area) -> Self {
        let available = Size {
            height: area.size().height - TITLE_HEIGHT,
            ..area.size()
        };
        let Columns { columns, scale } = Columns::largest(count, page, available);
        let cell = page.scaled(scale);
        let rows = count.div_ceil(columns.max(1));
        let width = total_length(columns, cell.width);
        let height = total_length(rows, cell.height + CAPTION_HEIGHT);
        let corner = Point {
            x: area.left + (available.width - width) / 2.0,
            y: area.top - TITLE_HEIGHT - ((available.height - height) / 2.0).max(0.0),
        };
        Self {
            columns,
            scale,
            cell,
            corner,
        }
    }

    /// Returns the area of a page in the cell with this index.
    fn cell(&self, index: usize, page: Size) -> Area {
        let column = to_f64(index % self.columns);
        let row = to_f64(index / self.columns);
        let corner = Point {
            x: self.corner.x + column * (self.cell.width + GUTTER),
            y: self.corner.y - row * (self.cell.height + CAPTION_HEIGHT + GUTTER),
        };
        Area::hanging_from(corner, page.scaled(self.scale))
    }
}

/// Returns the length of cells with gutters between them.
fn total_length(count: usize, cell: f64) -> f64 {
    (to_f64(count) * (cell + GUTTER) - GUTTER).max(0.0)
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
                (available.width + GUTTER) / to_f64(columns) - GUTTER,
                (available.height + GUTTER) / to_f64(rows) - GUTTER - CAPTION_HEIGHT,
            );
            let scale = cell.scale_for(page).clamp(MIN_SCALE, 1.0);
            if scale > best.scale {
                best = Self { columns, scale };
            }
        }
        best
    }
}

#[expect(clippy::cast_precision_loss, reason = "no sheet shows 2^52 pages")]
fn to_f64(count: usize) -> f64 {
    count as f64
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
