//! Exports the content as Markdown: CommonMark with the tables and the struck-out text of GitHub.
//! HTML is used only for what Markdown cannot express.

mod blocks;
mod escaping;
mod format;
mod inlines;
#[cfg(test)]
mod tests;

use crate::content::resume::{DateFormat, Resume};
use crate::export::markdown::format::Markdown;
use crate::export::text_format::written;

/// Exports the content as Markdown. Images are left out.
pub fn markdown(resume: &Resume, dates: DateFormat) -> String {
    written::<Markdown>(resume, dates)
}
