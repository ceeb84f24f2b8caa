//! Two or four pages on a sheet, to be cut apart or to be looked at together.

use crate::diagnostic::Diagnostic;
use crate::press::imposition::caption::{Caption, CaptionText};
use crate::press::imposition::geometry::{Area, Point, Size};
use crate::press::imposition::plan::{Plan, PressDocument, SheetSetup, bled};
use crate::press::imposition::sheet::{Placement, Sheet};
use crate::press::imposition::signature::grid;

/// How many pages share a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PagesPerSheet {
    /// Side by side; of pages that lie on their side, one above the other.
    Two,
    /// In two rows.
    Four,
}

/// Pages on sheets, in the order of reading. They are made smaller where the paper does not hold
/// them as they are.
///
/// # Errors
/// None but that the paper cannot be had, which no paper causes.
pub fn n_up(
    work: &PressDocument,
    up: PagesPerSheet,
    setup: &SheetSetup,
) -> Result<Plan, Diagnostic> {
    let page = work.largest_page();
    // What is not cut apart needs none.
    let bleed = if setup.has_marks {
        work.bleed(setup.bleed)
    } else {
        0.0
    };
    let (columns, rows): (u8, u8) = match up {
        PagesPerSheet::Two if page.width > page.height => (1, 2),
        PagesPerSheet::Two => (2, 1),
        PagesPerSheet::Four => (2, 2),
    };
    let whole = |trim: Size, gutter: f64| Size {
        width: f64::from(columns) * trim.width + f64::from(columns - 1) * gutter,
        height: f64::from(rows) * trim.height + f64::from(rows - 1) * gutter,
    };
    let paper = setup.paper(whole(page, 2.0 * bleed).grown(bleed), page, true)?;
    let scale = paper.scale;
    let cell = Size {
        width: page.width * scale,
        height: page.height * scale,
    };
    let mut cells = grid(columns, rows, cell, 2.0 * bleed * scale, paper.size);
    if work.source.right_to_left {
        cells
            .chunks_mut(usize::from(columns))
            .for_each(<[Area]>::reverse);
    }
    let mut plan = Plan {
        paper: Some((paper.stock, paper.orientation)),
        scale,
        ..Plan::default()
    };
    let numbered: Vec<_> = work.source.pages.iter().enumerate().collect();
    let sheets = numbered.len().div_ceil(cells.len());
    for (number, pages) in numbered.chunks(cells.len()).enumerate() {
        let mut placements = Vec::new();
        let mut cut: Vec<Area> = Vec::new();
        let mut printed: Option<Area> = None;
        for ((index, leaf), cell) in pages.iter().zip(&cells) {
            let size = Size {
                width: leaf.trim.width * scale,
                height: leaf.trim.height * scale,
            };
            // A smaller page hangs from the upper left corner of its cell.
            let trim = Area::at(
                Point {
                    x: cell.left,
                    y: cell.top - size.height,
                },
                size,
            );
            let clip = bled(trim, leaf, bleed, scale);
            printed = Some(printed.map_or(clip, |printed| printed.with(clip)));
            placements.push(Placement {
                source: 0,
                page: *index,
                at: trim.corner(),
                scale,
                clip,
            });
            cut.push(trim);
        }
        let Some(printed) = printed else { continue };
        let block = cut
            .iter()
            .skip(1)
            .fold(cut[0], |block, area| block.with(*area));
        let (marks, slug) = setup.marks(paper.size, block, printed, &cut, None);
        plan.captions.extend(slug.map(|area| {
            let text = CaptionText::Slug {
                text: work.slug(&format!("sheet {}/{sheets}", number + 1)),
            };
            Caption {
                sheet: number,
                area,
                text,
            }
        }));
        // Several pages have no one finished size but that of the sheet.
        let sheet = Area::at(Point { x: 0.0, y: 0.0 }, paper.size);
        plan.sheets.push(Sheet {
            size: paper.size,
            trim: sheet,
            bleed: sheet,
            placements,
            marks,
        });
    }
    Ok(plan)
}
