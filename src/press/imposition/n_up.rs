//! Two or four pages per sheet, to be cut apart or compared.

use crate::diagnostic::Diagnostic;
use crate::pdf::Area;
use crate::press::imposition::page_order::Grid;
use crate::press::imposition::plan::{Plan, PressDocument, SheetSetup, bleed_area};
use crate::press::imposition::sheet::{Placement, Sheet};
use crate::press::imposition::source::SourcePage;

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
    let mut cells = scaled.cells(Area::at_origin(paper.size));
    if document.source.right_to_left {
        for row in cells.chunks_mut(columns as usize) {
            row.reverse();
        }
    }
    let mut plan = Plan {
        paper: Some(paper.kind),
        scale,
        ..Plan::default()
    };
    let sheet = Area::at_origin(paper.size);
    let pages: Vec<(usize, &SourcePage)> = document.source.pages.iter().enumerate().collect();
    let sheet_count = pages.len().div_ceil(cells.len());
    for (number, pages) in pages.chunks(cells.len()).enumerate() {
        let mut placements = Vec::new();
        let mut trims = Vec::new();
        for ((index, page), cell) in pages.iter().zip(&cells) {
            // A smaller page is in the upper left corner of its cell.
            let trim = Area::hanging_from(cell.upper_left(), page.trim.scaled(scale));
            let clip = bleed_area(trim, page, bleed, scale);
            placements.push(Placement::new(0, *index, trim, clip, scale));
            trims.push(trim);
        }
        let block = bounds(trims.iter().copied());
        let bleed = bounds(placements.iter().map(|placement| placement.clip));
        let marks = setup.marks(paper.size, block, bleed, &trims, None);
        let position = format!("sheet {}/{sheet_count}", number + 1);
        plan.add_slug(number, marks.slug, document.slug(&position));
        plan.sheets.push(Sheet {
            size: paper.size,
            // It is not cut to one page.
            trim: sheet,
            bleed: sheet,
            placements,
            marks: marks.marks,
        });
    }
    Ok(plan)
}

fn bounds(areas: impl Iterator<Item = Area>) -> Area {
    areas.reduce(Area::union).unwrap_or_default()
}
