//! Exports the content as a web page.

use crate::content::{DateFormat, Resume, text_groups};
use crate::typeset::Image;

/// Exports the content as a web page.
pub fn html(resume: &Resume, dates: DateFormat, _images: &[Image]) -> String {
    text_groups(resume, dates).concat().join("\n") + "\n"
}
