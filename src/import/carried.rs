//! Finds the data in a PDF that carries it: JSON Resume, as cvpress attaches it, or Europass XML.

use std::path::Path;

use crate::diagnostic::{Diagnostic, rule};
use crate::import::origin::{Syntax, syntax};
use crate::pdf::{AttachedFile, attached_files};

/// Returns the first file with data in a PDF called `name`, the files that cvpress attaches first.
///
/// # Errors
/// The PDF cannot be read, or carries no data.
pub fn data(name: &str, bytes: &[u8]) -> Result<AttachedFile, Diagnostic> {
    let files = attached_files(bytes, can_be_data).map_err(|error| error.diagnostic(name))?;
    let mut found: Vec<AttachedFile> = files
        .into_iter()
        .filter(|file| matches!(syntax(&file.bytes), Syntax::Json | Syntax::Xml))
        .collect();
    found.sort_by_key(|file| syntax(&file.bytes) != Syntax::Json);
    found.into_iter().next().ok_or_else(|| {
        let message = format!("`{name}` carries no data");
        Diagnostic::error(rule::IMPORT_FORMAT, message).hint(
            "a PDF can carry JSON Resume, as cvpress attaches it, or Europass XML; its pages are not \
             read, as they do not say what each text is",
        )
    })
}

/// Returns whether a file with this name and type may hold data.
fn can_be_data(name: &str, media_type: Option<&str>) -> bool {
    let media_type = media_type.unwrap_or_default();
    let extension = Path::new(name).extension().unwrap_or_default();
    let is_named = ["json", "xml"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known));
    is_named || media_type.ends_with("json") || media_type.ends_with("xml")
}
