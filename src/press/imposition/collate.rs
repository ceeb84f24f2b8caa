//! A print run: many documents in one file, page by page in their own sizes, with bookmarks and,
//! where they are wanted, sheets that name them.

use crate::press::imposition::caption::{Caption, CaptionText};
use crate::press::imposition::geometry::{Area, Point};
use crate::press::imposition::outline::Bookmark;
use crate::press::imposition::plan::{Plan, PressDocument, SheetSetup, bled};
use crate::press::imposition::sheet::{Placement, Sheet};
use crate::press::imposition::signature::{self, Turn};
use crate::press::imposition::source::SourcePage;

/// How documents follow each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CollateOptions {
    /// Whether a sheet with its name comes before each.
    pub has_separators: bool,
    /// Whether both sides are printed, so that each must begin on a front.
    pub both_sides: bool,
}

/// The pages, one after the other.
pub fn collate(works: &[&PressDocument], order: CollateOptions, setup: &SheetSetup) -> Plan {
    let lengths: Vec<usize> = works.iter().map(|work| work.source.pages.len()).collect();
    let mut plan = Plan {
        scale: 1.0,
        has_bleed: works.iter().all(|work| work.is_own()),
        ..Plan::default()
    };
    let mut begun: Vec<Option<usize>> = vec![None; works.len()];
    for turn in signature::run(&lengths, order.has_separators, order.both_sides) {
        let (Turn::Separator(document) | Turn::Page(document, _) | Turn::Blank(document)) = turn;
        begun[document].get_or_insert(plan.sheets.len());
        let work = works[document];
        let page = match turn {
            Turn::Page(_, page) => page,
            Turn::Separator(_) => 0,
            // It has the size of the page before it.
            Turn::Blank(_)
                if plan
                    .captions
                    .last()
                    .is_some_and(|last| last.sheet + 1 == plan.sheets.len()) =>
            {
                0
            }
            Turn::Blank(_) => lengths[document] - 1,
        };
        let Some(leaf) = work.source.pages.get(page) else {
            continue;
        };
        let mut sheet = paper(leaf, setup);
        match turn {
            Turn::Page(..) => {
                let (at, clip) = (sheet.trim.corner(), sheet.bleed);
                sheet.placements.push(Placement {
                    source: document,
                    page,
                    at,
                    scale: 1.0,
                    clip,
                });
            }
            Turn::Separator(_) => {
                let size = sheet.trim.size();
                let number = format!("{} of {}", document + 1, works.len());
                let details = [work.layout.clone(), Some(work.day.clone()), Some(number)];
                let text = CaptionText::Separator {
                    title: work.title.clone(),
                    name: work.name.clone(),
                    details: details.into_iter().flatten().collect(),
                    width: size.width,
                    height: size.height,
                };
                plan.captions.push(Caption {
                    sheet: plan.sheets.len(),
                    area: sheet.trim,
                    text,
                });
            }
            Turn::Blank(_) => {}
        }
        plan.sheets.push(sheet);
    }
    plan.bookmarks = bookmarks(works, &begun);
    plan
}

/// An empty page as large as another.
fn paper(leaf: &SourcePage, setup: &SheetSetup) -> Sheet {
    let around = leaf.bleed_area(setup.bleed);
    let origin = Point { x: 0.0, y: 0.0 };
    let trim = Area::at(
        Point {
            x: -around.left,
            y: -around.bottom,
        },
        leaf.trim,
    );
    let bleed = bled(trim, leaf, setup.bleed, 1.0);
    Sheet {
        size: bleed.size(),
        trim,
        bleed: Area::at(origin, bleed.size()),
        placements: Vec::new(),
        marks: Vec::new(),
    }
}

/// A bookmark for each document; those of one profile in a bookmark of their own.
fn bookmarks(works: &[&PressDocument], begun: &[Option<usize>]) -> Vec<Bookmark> {
    let mut bookmarks: Vec<(&str, Bookmark)> = Vec::new();
    for (work, sheet) in works.iter().zip(begun) {
        let Some(sheet) = *sheet else { continue };
        let own = |title: &str| Bookmark {
            title: title.to_owned(),
            sheet,
            inner: Vec::new(),
        };
        let layout = work.layout.as_deref().unwrap_or(&work.title);
        if let Some((_, all)) = bookmarks.last_mut().filter(|(name, _)| *name == work.name) {
            all.inner.push(own(layout));
        } else {
            let mut first = own(&work.title);
            first.inner.push(own(layout));
            bookmarks.push((&work.name, first));
        }
    }
    for (_, bookmark) in &mut bookmarks {
        // One alone needs no level of its own.
        if bookmark.inner.len() == 1 {
            bookmark.inner.clear();
        }
    }
    bookmarks
        .into_iter()
        .map(|(_, bookmark)| bookmark)
        .collect()
}
