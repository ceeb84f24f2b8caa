//! Exports the content as plain text.

use crate::content::{DateFormat, Resume, text_groups};

/// Exports the content as plain text.
pub fn plain_text(resume: &Resume, dates: DateFormat) -> String {
    text_groups(resume, dates).concat().join("\n") + "\n"
}
