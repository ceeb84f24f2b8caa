//! Saddle-stitched booklets: two pages on each side of a sheet, in order once the sheets are nested
//! and folded.

use crate::diagnostic::Diagnostic;
use crate::pdf::{Area, Point, Size};
use crate::press::imposition::page_order::{self, BookletSide};
use crate::press::imposition::plan::{Plan, PressDocument, SheetSetup, bleed_area};
use crate::press::imposition::sheet::{Placement, Sheet};

/// Places pages on the sides of sheets, front and back in turn. `creep` is the distance in pt by
/// which pages move towards the fold from each sheet to the next inner one.
///
/// # Errors
/// The paper does not hold two pages, and the user did not choose it.
pub fn booklet(
    document: &PressDocument,
    creep: f64,
    setup: &SheetSetup,
) -> Result<Plan, Diagnostic> {
    let page = document.largest_page();
    let bleed = document.bleed(setup.bleed);
    let spread = Size {
        width: 2.0 * page.width,
        ..page
    };
    // Without marks, the edge of the paper cuts off the bleed.
    let content = if setup.has_marks {
        spread.grown(bleed)
    } else {
        spread
    };
    let paper = setup.paper(content, page, setup.stock.is_some())?;
    let trim = Area::centered(spread.scaled(paper.scale), paper.size);
    let sheet_area = Area::at_origin(paper.size);
    let layout = SpreadLayout {
        trim,
        bleed: trim.grown(bleed * paper.scale).within(sheet_area),
        fold: f64::midpoint(trim.left, trim.right),
        scale: paper.scale,
    };
    let mut plan = Plan {
        paper: Some(paper.kind),
        scale: paper.scale,
        flips_on_short_edge: true,
        ..Plan::default()
    };
    let source = &document.source;
    let sides = page_order::booklet_sides(source.pages.len(), source.right_to_left);
    let sheets = sides.len() / 2;
    for (index, side) in sides.iter().enumerate() {
        let creep = page_order::creep(index, creep);
        let placements = layout.place_pages(document, *side, creep, setup.bleed);
        let marks = setup.marks(paper.size, trim, layout.bleed, &[trim], Some(layout.fold));
        let face = if index % 2 == 0 { "front" } else { "back" };
        let position = format!("sheet {}/{sheets} {face}", index / 2 + 1);
        plan.add_slug(index, marks.slug, document.slug(&position));
        plan.sheets.push(Sheet {
            size: paper.size,
            trim,
            bleed: layout.bleed,
            placements,
            marks: marks.marks,
        });
    }
    Ok(plan)
}

/// Where a spread is on its sheet.
struct SpreadLayout {
    trim: Area,
    bleed: Area,
    /// The distance of the fold from the left.
    fold: f64,
    scale: f64,
}

impl SpreadLayout {
    /// Places the pages of a side next to the fold, moved towards it by `creep`.
    fn place_pages(
        &self,
        document: &PressDocument,
        side: BookletSide,
        creep: f64,
        max_bleed: f64,
    ) -> Vec<Placement> {
        let halves = [(side.left, true), (side.right, false)];
        let placements = halves.into_iter().filter_map(|(index, is_left)| {
            let index = index?;
            let page = document.source.pages.get(index)?;
            let finished = page.trim.scaled(self.scale);
            let mut half = self.bleed;
            let x = if is_left {
                half.right = self.fold;
                self.fold - finished.width + creep
            } else {
                half.left = self.fold;
                self.fold - creep
            };
            let y = self.trim.top;
            let trim = Area::hanging_from(Point { x, y }, finished);
            let clip = bleed_area(trim, page, max_bleed, self.scale).within(half);
            Some(Placement::new(0, index, trim, clip, self.scale))
        });
        placements.collect()
    }
}
