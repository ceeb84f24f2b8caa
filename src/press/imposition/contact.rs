//! A contact sheet: the first page of each of several documents, small, with a caption.

use crate::press::imposition::caption::{Caption, CaptionText};
use crate::press::imposition::geometry::{Area, MILLIMETRE, Point, Size};
use crate::press::imposition::marks::Mark;
use crate::press::imposition::plan::{Plan, PressDocument, bled};
use crate::press::imposition::sheet::{Placement, Sheet};
use crate::press::imposition::stock::{Orientation, Stock};

const MARGIN: f64 = 10.0 * MILLIMETRE;
const GUTTER: f64 = 6.0 * MILLIMETRE;

/// The room for the title of the sheet, and for a caption.
const HEAD: f64 = 9.0 * MILLIMETRE;
const FOOT: f64 = 14.0 * MILLIMETRE;

/// What stays white between a page and its caption.
const BELOW_PAGE: f64 = 1.5 * MILLIMETRE;

/// All works on one sheet that lies on its side, by default the largest that an office has, in as
/// many rows as show them largest.
pub fn contact_sheet(works: &[&PressDocument], title: &str, stock: Option<Stock>) -> Plan {
    let none = Size {
        width: 1.0,
        height: 1.0,
    };
    let page = works
        .iter()
        .map(|work| work.largest_page())
        .fold(none, |most, page| Size {
            width: most.width.max(page.width),
            height: most.height.max(page.height),
        });
    let stock = stock.unwrap_or_else(|| Stock::largest_for(page));
    let size = stock.size(Orientation::Landscape);
    let area = Area::at(Point { x: 0.0, y: 0.0 }, size);
    let inner = area.grown(-MARGIN);
    let (columns, scale) = largest(
        works.len(),
        page,
        Size {
            height: inner.size().height - HEAD,
            ..inner.size()
        },
    );
    let shown = Size {
        width: page.width * scale,
        height: page.height * scale,
    };
    let rows = works.len().div_ceil(columns.max(1));
    let [across, down] = [
        (columns, shown.width + GUTTER),
        (rows, shown.height + FOOT + GUTTER),
    ]
    .map(|(count, step)| (count_of(count) * step - GUTTER).max(0.0));
    let left = inner.left + (inner.size().width - across) / 2.0;
    let top = inner.top - HEAD - ((inner.size().height - HEAD - down) / 2.0).max(0.0);
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
            bottom: inner.top - HEAD,
            ..inner
        },
        text: CaptionText::Title {
            text: title.to_owned(),
        },
    }];
    for (index, work) in works.iter().enumerate() {
        let Some(leaf) = work.source.pages.first() else {
            continue;
        };
        let (row, column) = (count_of(index / columns), count_of(index % columns));
        let size = Size {
            width: leaf.trim.width * scale,
            height: leaf.trim.height * scale,
        };
        let corner = Point {
            x: left + column * (shown.width + GUTTER),
            y: top - row * (shown.height + FOOT + GUTTER) - size.height,
        };
        let trim = Area::at(corner, size);
        let clip = bled(trim, leaf, 0.0, scale);
        sheet.placements.push(Placement {
            source: index,
            page: 0,
            at: corner,
            scale,
            clip,
        });
        sheet.marks.push(Mark::Frame(trim));
        let pages = work.source.pages.len();
        captions.push(Caption {
            sheet: 0,
            area: Area {
                bottom: corner.y - FOOT,
                top: corner.y - BELOW_PAGE,
                right: corner.x + shown.width,
                ..trim
            },
            text: CaptionText::Caption {
                title: work.layout.clone().unwrap_or_else(|| work.name.clone()),
                pages: if pages == 1 {
                    "1 page".to_owned()
                } else {
                    format!("{pages} pages")
                },
                text: work.purpose.clone().unwrap_or_default(),
                width: shown.width,
            },
        });
    }
    let paper = Some((stock, Orientation::Landscape));
    Plan {
        sheets: vec![sheet],
        captions,
        paper,
        scale,
        is_for_looking: true,
        ..Plan::default()
    }
}

/// The number of columns in which so many pages can be shown largest, and by how much they are
/// enlarged then.
fn largest(count: usize, page: Size, room: Size) -> (usize, f64) {
    let tried = (1..=count).map(|columns| {
        let rows = count.div_ceil(columns);
        let cell = Size {
            width: (room.width + GUTTER) / count_of(columns) - GUTTER,
            height: (room.height + GUTTER) / count_of(rows) - GUTTER - FOOT,
        };
        (columns, cell.scale_for(page).clamp(0.01, 1.0))
    });
    tried.fold(
        (1, 0.01),
        |best, next| if next.1 > best.1 { next } else { best },
    )
}

#[expect(clippy::cast_precision_loss, reason = "no sheet shows 2^52 pages")]
fn count_of(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_shown_as_large_as_they_can_be() {
        let page = Size {
            width: 100.0,
            height: 141.0,
        };
        let room = Size {
            width: 1000.0,
            height: 500.0,
        };
        assert_eq!(largest(1, page, room), (1, 1.0));
        assert_eq!(largest(10, page, room), (5, 1.0));
        let (columns, scale) = largest(30, page, room);
        assert_eq!((columns, (scale * 100.0).round()), (10, 82.0));
    }
}
