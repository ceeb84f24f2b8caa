//! The outline of a document: its headings, lines and blocks in reading order, for the formats that are
//! not typeset. Each of them draws the same outline, so that none can forget a field.

mod builder;
mod contacts;
mod dates;
mod entries;
mod parts;

use crate::content::resume::{DateFormat, Resume};

use self::builder::OutlineBuilder;

pub use self::parts::{
    Outline, OutlineContact, OutlineDate, OutlineEntry, OutlineImage, OutlinePeriod,
    OutlineSection, OutlineSegment, OutlineText, remark,
};

/// Returns the outline of a document; `dates` is how the dates of entries are written.
pub fn outline(resume: &Resume, dates: DateFormat) -> Outline<'_> {
    OutlineBuilder::new(resume, dates).outline()
}
