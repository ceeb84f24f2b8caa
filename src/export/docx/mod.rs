//! Exports the content as a Word document.

use crate::content::{DateFormat, Resume, text_groups};
use crate::diagnostic::Diagnostics;
use crate::typeset::Image;

/// Exports the content as a Word document.
///
/// # Errors
/// The file cannot be made.
pub fn docx(resume: &Resume, dates: DateFormat, _images: &[Image]) -> Result<Vec<u8>, Diagnostics> {
    Ok((text_groups(resume, dates).concat().join("\n") + "\n").into_bytes())
}
