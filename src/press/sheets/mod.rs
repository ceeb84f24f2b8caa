//! Sheets on which finished pages stand with marks, side by side, in the order of a booklet, or one
//! after the other.
//!
//! printpdf composes new sheets, and the pages of finished PDFs are laid on them as they are; it
//! never reads one. A plan says what stands where, and is all geometry; [`composed`] makes a file
//! of it. Uses `typeset` and `export`, which set the texts beside the pages; alone in using
//! printpdf.

mod booklet;
mod caption;
mod contact;
mod geometry;
mod graft;
mod imposition;
mod inspect;
mod marks;
mod outline;
mod plan;
mod run;
mod several;
mod sheet;
mod single;
mod source;
mod stock;

pub use booklet::booklet;
pub use contact::contact;
pub use geometry::{Area, MILLIMETRE, Point, Size};
pub use inspect::inspect;
pub use marks::Mark;
pub use outline::Bookmark;
pub use plan::{Plan, Setup, Work};
pub use run::{Order, run};
pub use several::{Up, several};
pub use sheet::{Placement, Sheet};
pub use single::single;
pub use source::{Leaf, Source};
pub use stock::{Orientation, Stock};

use super::{Identity, Settings, identify, written};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::typeset::Base;

/// Makes the file of a plan with pages of these works, under a title. The same works and plan give
/// the same bytes.
///
/// # Errors
/// The texts beside the pages cannot be set, the settings cannot be met, or there is no work.
pub fn composed(
    plan: &Plan,
    works: &[&Work],
    title: &str,
    settings: &Settings,
    base: &Base,
) -> Result<Vec<u8>, Diagnostics> {
    let mut plan = plan.clone();
    let mut sources: Vec<&Source> = works.iter().map(|work| &work.source).collect();
    let set = if plan.captions.is_empty() {
        None
    } else {
        Some(caption::set(&plan.captions, base)?)
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
    let date =
        newest.ok_or_else(|| Diagnostic::error("internal", "there is nothing to lay on sheets"))?;
    let author = (!authors.is_empty()).then(|| authors.join(", "));
    document.compress();
    identify(
        &mut document,
        &Identity {
            title: title.to_owned(),
            author,
            date,
        },
        settings,
    )?;
    written(&mut document)
}
