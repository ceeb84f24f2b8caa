//! One page per sheet, with marks around it.

use crate::diagnostic::Diagnostic;
use crate::pdf::Area;
use crate::press::imposition::plan::{Plan, PressDocument, SheetSetup, bleed_area};
use crate::press::imposition::sheet::{Placement, Sheet};

/// Places each page on a sheet of its own.
///
/// # Errors
/// A page does not fit on the paper.
pub fn one_up(document: &PressDocument, setup: &SheetSetup) -> Result<Plan, Diagnostic> {
    // All sheets have the same paper, because they pass through the same press.
    let largest = document.largest_page();
    let content = largest.grown(document.bleed(setup.bleed));
    let paper = setup.paper(content, largest, false)?;
    let mut plan = Plan {
        paper: Some(paper.kind),
        scale: 1.0,
        has_bleed: document.is_rendered(),
        ..Plan::default()
    };
    let pages = &document.source.pages;
    for (index, page) in pages.iter().enumerate() {
        let trim = Area::centered(page.trim, paper.size);
        let bleed = bleed_area(trim, page, setup.bleed, 1.0);
        let marks = setup.marks(paper.size, trim, bleed, &[trim], None);
        let position = format!("page {}/{}", index + 1, pages.len());
        plan.add_slug(index, marks.slug, document.slug(&position));
        plan.sheets.push(Sheet {
            size: paper.size,
            trim,
            bleed,
            placements: vec![Placement::new(0, index, trim, bleed, 1.0)],
            marks: marks.marks,
        });
    }
    Ok(plan)
}
