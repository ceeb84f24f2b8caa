//! Sheets on which finished pages stand with marks, side by side, in the order of a booklet, or one
//! after the other.
//!
//! printpdf composes new sheets, and the pages of finished PDFs are laid on them as they are; it
//! never reads one. A plan says what stands where, and is all geometry; [`composed`] makes a file
//! of it. Uses `typeset` and `export`, which set the texts beside the pages; alone in using
//! printpdf.

mod booklet;
mod caption;
mod collate;
mod contact;
mod embed;
mod geometry;
mod inspect;
mod marks;
mod nup;
mod one_up;
mod outline;
mod plan;
mod sheet;
mod signature;
mod source;
mod stock;

pub use booklet::booklet;
pub use collate::{CollateOptions, collate};
pub use contact::contact_sheet;
pub use geometry::{Area, MILLIMETRE, Point, Size};
pub use inspect::preflight_sheets;
pub use marks::Mark;
pub use nup::{PagesPerSheet, n_up};
pub use one_up::one_up;
pub use outline::Bookmark;
pub use plan::{Plan, PressDocument, SheetSetup};
pub use sheet::{Placement, Sheet};
pub use source::{SourceDocument, SourcePage};
pub use stock::{Orientation, Stock};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::press::{DocumentInfo, PressSettings, mark_as_pdfx, save};
use crate::typeset::Engine;

/// Makes the file of a plan with pages of these works, under a title. The same works and plan give
/// the same bytes.
///
/// # Errors
/// The texts beside the pages cannot be set, the settings cannot be met, or there is no work.
pub fn compose(
    plan: &Plan,
    works: &[&PressDocument],
    title: &str,
    settings: &PressSettings,
    engine: &Engine,
) -> Result<Vec<u8>, Diagnostics> {
    let mut plan = plan.clone();
    let mut sources: Vec<&SourceDocument> = works.iter().map(|work| &work.source).collect();
    let set = if plan.captions.is_empty() {
        None
    } else {
        Some(caption::set(&plan.captions, engine)?)
    };
    if let Some(set) = &set {
        caption::place(&plan.captions, set, sources.len(), &mut plan.sheets);
        sources.push(set);
    }
    let mut document = sheet::document(&plan, &sources, settings)?;
    let mut authors: Vec<&str> = works
        .iter()
        .filter_map(|work| work.author.as_deref())
        .collect();
    authors.dedup();
    // The newest of them is the day from which all of them can be.
    let newest = works.iter().map(|work| work.date).max();
    let date = newest
        .ok_or_else(|| Diagnostic::error(rule::INTERNAL, "there is nothing to lay on sheets"))?;
    let author = (!authors.is_empty()).then(|| authors.join(", "));
    document.compress();
    mark_as_pdfx(
        &mut document,
        &DocumentInfo {
            title: title.to_owned(),
            author,
            date,
        },
        settings,
    )?;
    save(&mut document)
}
