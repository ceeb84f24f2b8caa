//! A saddle-stitched booklet: two pages on each side of a sheet, in order once the sheets are laid
//! into each other and folded.

use crate::diagnostic::Diagnostic;
use crate::press::imposition::caption::{Caption, CaptionText};
use crate::press::imposition::geometry::{Area, Point, Size};
use crate::press::imposition::plan::{Plan, PressDocument, SheetSetup, bled};
use crate::press::imposition::sheet::{Placement, Sheet};
use crate::press::imposition::signature;

/// The sides of the sheets, front and back in turn. `creep` is by how much the pages of a sheet
/// stand nearer to the fold than those of the sheet around it, in pt.
///
/// # Errors
/// The paper does not hold two pages, and none was asked for to make them smaller for.
pub fn booklet(work: &PressDocument, creep: f64, setup: &SheetSetup) -> Result<Plan, Diagnostic> {
    let page = work.largest_page();
    let bleed = work.bleed(setup.bleed);
    let spread = Size {
        width: 2.0 * page.width,
        height: page.height,
    };
    // What the paper cuts off by itself needs no bleed.
    let content = if setup.has_marks {
        spread.grown(bleed)
    } else {
        spread
    };
    let paper = setup.paper(content, page, setup.stock.is_some())?;
    let scale = paper.scale;
    let flat = Size {
        width: spread.width * scale,
        height: spread.height * scale,
    };
    let trim = Area::centred(flat, paper.size);
    let whole = Area::at(Point { x: 0.0, y: 0.0 }, paper.size);
    let around = trim.grown(bleed * scale).within(whole);
    let fold = f64::midpoint(trim.left, trim.right);
    let halves = [
        Area {
            right: fold,
            ..around
        },
        Area {
            left: fold,
            ..around
        },
    ];
    let mut plan = Plan {
        paper: Some((paper.stock, paper.orientation)),
        scale,
        is_turned_over_short_edge: true,
        ..Plan::default()
    };
    let sides = signature::booklet(work.source.pages.len(), work.source.right_to_left);
    let sheets = sides.len() / 2;
    for (number, side) in sides.iter().enumerate() {
        let inwards = signature::creep(number, creep);
        let mut placements = Vec::new();
        for ((place, half), is_left) in side.iter().zip(halves).zip([true, false]) {
            let Some((index, leaf)) =
                place.and_then(|index| Some((index, work.source.pages.get(index)?)))
            else {
                continue;
            };
            let size = Size {
                width: leaf.trim.width * scale,
                height: leaf.trim.height * scale,
            };
            let x = if is_left {
                fold - size.width + inwards
            } else {
                fold - inwards
            };
            let finished = Area::at(
                Point {
                    x,
                    y: trim.top - size.height,
                },
                size,
            );
            let clip = bled(finished, leaf, setup.bleed, scale).within(half);
            placements.push(Placement {
                source: 0,
                page: index,
                at: finished.corner(),
                scale,
                clip,
            });
        }
        let (marks, slug) = setup.marks(paper.size, trim, around, &[trim], Some(fold));
        plan.captions.extend(slug.map(|area| {
            let face = if number % 2 == 0 { "front" } else { "back" };
            let text = CaptionText::Slug {
                text: work.slug(&format!("sheet {}/{sheets} {face}", number / 2 + 1)),
            };
            Caption {
                sheet: number,
                area,
                text,
            }
        }));
        plan.sheets.push(Sheet {
            size: paper.size,
            trim,
            bleed: around,
            placements,
            marks,
        });
    }
    Ok(plan)
}
