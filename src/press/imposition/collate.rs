//! Many documents in one file: all pages in their own size, with bookmarks and optional separator
//! sheets.

use crate::pdf::{Area, Point};
use crate::press::imposition::caption::{Caption, CaptionText};
use crate::press::imposition::outline::Bookmark;
use crate::press::imposition::page_order::{CollateOptions, CollatedPage, collated_pages};
use crate::press::imposition::plan::{Plan, PressDocument, SheetSetup, bleed_area};
use crate::press::imposition::sheet::{Placement, Sheet};
use crate::press::imposition::source::SourcePage;

/// Places all pages of documents one after the other.
pub fn collate(documents: &[&PressDocument], options: CollateOptions, setup: &SheetSetup) -> Plan {
    let page_counts: Vec<usize> = documents
        .iter()
        .map(|document| document.source.pages.len())
        .collect();
    let mut plan = Plan {
        scale: 1.0,
        has_bleed: documents.iter().all(|document| document.is_rendered()),
        ..Plan::default()
    };
    let mut first_sheets: Vec<Option<usize>> = vec![None; documents.len()];
    let mut is_after_separator = false;
    for collated in collated_pages(&page_counts, options) {
        let index = collated.document();
        let document = documents[index];
        first_sheets[index].get_or_insert(plan.sheets.len());
        // A blank page has the size of the page before it.
        let size_of = match collated {
            CollatedPage::Page { page, .. } => page,
            CollatedPage::Separator { .. } => 0,
            CollatedPage::Blank { .. } if is_after_separator => 0,
            CollatedPage::Blank { .. } => page_counts[index] - 1,
        };
        is_after_separator = matches!(collated, CollatedPage::Separator { .. });
        let Some(page) = document.source.pages.get(size_of) else {
            continue;
        };
        let mut sheet = empty_sheet(page, setup);
        match collated {
            CollatedPage::Page { page, .. } => {
                let placement = Placement::new(index, page, sheet.trim, sheet.bleed, 1.0);
                sheet.placements.push(placement);
            }
            CollatedPage::Separator { .. } => {
                let position = format!("{} of {}", index + 1, documents.len());
                plan.captions.push(Caption {
                    sheet: plan.sheets.len(),
                    area: sheet.trim,
                    text: separator_text(document, position, sheet.trim),
                });
            }
            CollatedPage::Blank { .. } => {}
        }
        plan.sheets.push(sheet);
    }
    plan.bookmarks = bookmarks(documents, &first_sheets);
    plan
}

/// Returns an empty sheet with the size of a page.
fn empty_sheet(page: &SourcePage, setup: &SheetSetup) -> Sheet {
    let area = page.bleed_area(setup.bleed);
    let corner = Point {
        x: -area.left,
        y: -area.bottom,
    };
    let trim = Area::at(corner, page.trim);
    let size = bleed_area(trim, page, setup.bleed, 1.0).size();
    Sheet {
        size,
        trim,
        bleed: Area::at_origin(size),
        placements: Vec::new(),
        marks: Vec::new(),
    }
}

fn separator_text(document: &PressDocument, position: String, trim: Area) -> CaptionText {
    let size = trim.size();
    let details = [
        document.layout.clone(),
        Some(document.date_text.clone()),
        Some(position),
    ];
    CaptionText::Separator {
        title: document.title.clone(),
        name: document.name.clone(),
        details: details.into_iter().flatten().collect(),
        width: size.width,
        height: size.height,
    }
}

/// The bookmarks of the documents of a profile.
struct ProfileBookmarks<'a> {
    name: &'a str,
    title: &'a str,
    layouts: Vec<Bookmark>,
}

/// Returns a bookmark for each document. Several documents of a profile share a parent.
fn bookmarks(documents: &[&PressDocument], first_sheets: &[Option<usize>]) -> Vec<Bookmark> {
    let mut profiles: Vec<ProfileBookmarks> = Vec::new();
    for (document, first_sheet) in documents.iter().zip(first_sheets) {
        let Some(sheet) = *first_sheet else { continue };
        let layout = document.layout.as_deref().unwrap_or(&document.title);
        let bookmark = Bookmark {
            title: layout.to_owned(),
            sheet,
            children: Vec::new(),
        };
        match profiles.last_mut() {
            Some(profile) if profile.name == document.name => profile.layouts.push(bookmark),
            _ => profiles.push(ProfileBookmarks {
                name: &document.name,
                title: &document.title,
                layouts: vec![bookmark],
            }),
        }
    }
    profiles.into_iter().map(profile_bookmark).collect()
}

fn profile_bookmark(profile: ProfileBookmarks<'_>) -> Bookmark {
    let sheet = profile.layouts[0].sheet;
    // A single document needs no second level.
    let children = if profile.layouts.len() > 1 {
        profile.layouts
    } else {
        Vec::new()
    };
    Bookmark {
        title: profile.title.to_owned(),
        sheet,
        children,
    }
}
