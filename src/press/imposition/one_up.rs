//! A press sheet: one page, with marks, a slug line and patches around it.

use crate::diagnostic::Diagnostic;
use crate::press::imposition::caption::{Caption, CaptionText};
use crate::press::imposition::geometry::Area;
use crate::press::imposition::plan::{Plan, PressDocument, SheetSetup, bled};
use crate::press::imposition::sheet::{Placement, Sheet};

/// A sheet for each page.
///
/// # Errors
/// A page does not fit the paper.
pub fn one_up(work: &PressDocument, setup: &SheetSetup) -> Result<Plan, Diagnostic> {
    // All sheets are of one paper: they go through the same press.
    let page = work.largest_page();
    let paper = setup.paper(page.grown(work.bleed(setup.bleed)), page, false)?;
    let mut plan = Plan {
        paper: Some((paper.stock, paper.orientation)),
        scale: 1.0,
        has_bleed: work.is_own(),
        ..Plan::default()
    };
    let pages = work.source.pages.len();
    for (index, leaf) in work.source.pages.iter().enumerate() {
        let trim = Area::centred(leaf.trim, paper.size);
        let bleed = bled(trim, leaf, setup.bleed, 1.0);
        let (marks, slug) = setup.marks(paper.size, trim, bleed, &[trim], None);
        plan.captions.extend(slug.map(|area| {
            let text = CaptionText::Slug {
                text: work.slug(&format!("page {}/{pages}", index + 1)),
            };
            Caption {
                sheet: index,
                area,
                text,
            }
        }));
        let placement = Placement {
            source: 0,
            page: index,
            at: trim.corner(),
            scale: 1.0,
            clip: bleed,
        };
        plan.sheets.push(Sheet {
            size: paper.size,
            trim,
            bleed,
            placements: vec![placement],
            marks,
        });
    }
    Ok(plan)
}
