//! Exports the content as a JSON Resume document.

use crate::content::Resume;
use crate::selection::Selection;

/// Exports the content as a JSON Resume document.
pub fn json_resume(_selection: &Selection, resume: &Resume) -> String {
    format!("{{\"basics\":{{\"name\":{:?}}}}}\n", resume.document.title)
}
