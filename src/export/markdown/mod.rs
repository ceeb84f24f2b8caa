//! Exports the content as Markdown.

use crate::content::{DateFormat, Resume, text_groups};

/// Exports the content as Markdown.
pub fn markdown(resume: &Resume, dates: DateFormat) -> String {
    text_groups(resume, dates).concat().join("\n") + "\n"
}
