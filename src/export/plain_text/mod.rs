//! Exports the content as plain text in lines of 80 columns, for forms and terminals. Text from right
//! to left is in the order in which it is read.

mod format;
mod inlines;
mod table;
pub(super) mod wrapping;

use crate::content::resume::{DateFormat, Resume};
use crate::export::plain_text::format::PlainText;
use crate::export::text_format::written;

/// Exports the content as plain text. Images are left out.
pub fn plain_text(resume: &Resume, dates: DateFormat) -> String {
    written::<PlainText>(resume, dates)
}
