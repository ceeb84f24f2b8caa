//! Two or four pages per sheet, to be cut apart or compared.

use crate::diagnostic::Diagnostic;
use crate::pdf::{Area, Point, Size};
use crate::press::imposition::marks::Mark;
use crate::press::imposition::page_order::{Grid, grid};
use crate::press::imposition::plan::{Plan, PressDocument, SheetSetup, bleed_area};
use crate::press::imposition::sheet::{Placement, Sheet};

/// The number of pages per sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PagesPerSheet {
    /// Side by side; landscape pages one above the other.
    Two,
    /// In two rows.
    Four,
}

/// Places several pages on each sheet in reading order. Pages are scaled down to fit the paper.
///
/// # Errors
/// No paper is large enough.
pub fn n_up(
    document: &PressDocument,
    pages_per_sheet: PagesPerSheet,
    setup: &SheetSetup,
) -> Result<Plan, Diagnostic> {
    let largest = document.largest_page();
    // Pages that are not cut apart need no bleed.
    let bleed = if setup.has_marks {
        document.bleed(setup.bleed)
    } else {
        0.0
    };
    let (columns, rows) = match pages_per_sheet {
        PagesPerSheet::Two if largest.width > largest.height => (1, 2),
        PagesPerSheet::Two => (2, 1),
        PagesPerSheet::Four => (2, 2),
    };
    let unscaled = Grid {
        columns,
        rows,
        cell: largest,
        gutter: 2.0 * bleed,
    };
    let paper = setup.paper(unscaled.size().grown(bleed), largest, true)?;
    let scale = paper.scale;
    let scaled = Grid {
        cell: largest.scaled(scale),
        gutter: 2.0 * bleed * scale,
        ..unscaled
    };
    let mut cells = grid(scaled, paper.size);
    if document.source.right_to_left {
        for row in cells.chunks_mut(usize::from(columns)) {
            row.reverse();
        }
    }
    let mut plan = Plan {
        paper: Some(paper.kind()),
        scale,
        ..Plan::default()
    };
    let page_count = document.source.pages.len();
    let sheet_count = page_count.div_ceil(cells.len());
    for number in 0..sheet_count {
        let first = number * cells.len();
        let placed = place_pages(document, first, &cells, bleed, scale);
        let marks = setup.marks(paper.size, placed.block, placed.bleed, &placed.trims, None);
        let position = format!("sheet {}/{sheet_count}", number + 1);
        plan.add_slug(number, marks.slug, document.slug(&position));
        plan.sheets
            .push(whole_sheet(paper.size, placed, marks.marks));
    }
    Ok(plan)
}

/// The pages of a sheet.
struct PlacedPages {
    placements: Vec<Placement>,
    /// The finished pages.
    trims: Vec<Area>,
    /// The bounds of the finished pages.
    block: Area,
    /// The bounds of the pages with bleed.
    bleed: Area,
}

/// Places the pages from `first` on in cells. A page that is smaller than its cell is placed in the
/// upper left corner.
fn place_pages(
    document: &PressDocument,
    first: usize,
    cells: &[Area],
    bleed: f64,
    scale: f64,
) -> PlacedPages {
    let mut placements = Vec::new();
    let mut trims = Vec::new();
    let mut bleeds = Vec::new();
    let pages = document.source.pages.iter().enumerate().skip(first);
    for ((index, page), cell) in pages.zip(cells) {
        let corner = Point {
            x: cell.left,
            y: cell.top,
        };
        let trim = Area::hanging_from(corner, page.trim.scaled(scale));
        let clip = bleed_area(trim, page, bleed, scale);
        placements.push(Placement {
            source: 0,
            page: index,
            at: trim.corner(),
            scale,
            clip,
        });
        trims.push(trim);
        bleeds.push(clip);
    }
    PlacedPages {
        placements,
        block: bounds(&trims),
        bleed: bounds(&bleeds),
        trims,
    }
}

fn bounds(areas: &[Area]) -> Area {
    let bounds = areas.iter().copied().reduce(Area::union);
    bounds.unwrap_or_default()
}

/// Returns a sheet that is not cut to one page, so that its trim is the paper.
fn whole_sheet(size: Size, pages: PlacedPages, marks: Vec<Mark>) -> Sheet {
    let paper = Area::at_origin(size);
    Sheet {
        size,
        trim: paper,
        bleed: paper,
        placements: pages.placements,
        marks,
    }
}
