//! Imposition: pages arranged on press sheets with marks, side by side, as a booklet, or collated
//! to one file.
//!
//! A [`Plan`] is pure geometry: it places pages, marks and captions on sheets. [`compose`] makes
//! the file: printpdf draws the sheets, and the pages are embedded unchanged.

mod booklet;
mod caption;
mod collate;
mod contact_sheet;
mod draw;
mod embed;
mod marks;
mod n_up;
mod one_up;
mod outline;
mod page_order;
mod plan;
mod preflight;
mod sheet;
mod source;
mod stock;

pub use crate::pdf::{Area, MILLIMETER, Point, Size};
pub use booklet::booklet;
pub use collate::collate;
pub use contact_sheet::contact_sheet;
pub use marks::Mark;
pub use n_up::{PagesPerSheet, n_up};
pub use one_up::one_up;
pub use outline::Bookmark;
pub use page_order::CollateOptions;
pub use plan::{Plan, PressDocument, SheetSetup};
pub use preflight::preflight_sheets;
pub use sheet::{Placement, Sheet};
pub use source::{Bleed, SourceDocument, SourcePage};
pub use stock::{Orientation, Stock};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::press::{DocumentInfo, PressSettings, mark_as_pdfx, save};
use crate::typeset::Engine;

/// Makes the file of a plan. The same documents and plan give the same bytes.
///
/// # Errors
/// The captions cannot be typeset, the settings do not agree, or there is no document.
pub fn compose(
    plan: &Plan,
    documents: &[&PressDocument],
    title: &str,
    settings: &PressSettings,
    engine: &Engine,
) -> Result<Vec<u8>, Diagnostics> {
    let info = sheets_info(documents, title)?;
    let mut plan = plan.clone();
    let mut sources: Vec<&SourceDocument> =
        documents.iter().map(|document| &document.source).collect();
    let captions = if plan.captions.is_empty() {
        None
    } else {
        Some(caption::typeset(&plan.captions, engine)?)
    };
    if let Some(captions) = &captions {
        caption::place(&plan.captions, captions, sources.len(), &mut plan.sheets);
        sources.push(captions);
    }
    let mut sheets = draw::sheets(&plan, &sources, settings)?;
    sheets.compress();
    mark_as_pdfx(&mut sheets, &info, settings)?;
    save(&mut sheets)
}

/// Returns the document information of sheets: all authors, and the date of the newest document.
fn sheets_info(documents: &[&PressDocument], title: &str) -> Result<DocumentInfo, Diagnostic> {
    let newest = documents.iter().map(|document| document.date).max();
    let date = newest
        .ok_or_else(|| Diagnostic::error(rule::INTERNAL, "there is no document to impose"))?;
    let mut authors: Vec<&str> = documents
        .iter()
        .filter_map(|document| document.author.as_deref())
        .collect();
    authors.dedup();
    Ok(DocumentInfo {
        title: title.to_owned(),
        author: (!authors.is_empty()).then(|| authors.join(", ")),
        date,
    })
}
