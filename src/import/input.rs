//! What is imported: the bytes of a file, or a folder.

#[cfg(feature = "native")]
use std::path::PathBuf;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Source, rule};
use crate::profile::{ProfileFiles, wide_encoding};

/// What is imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportInput {
    /// The name for messages.
    pub name: String,
    /// The files that the profile may name: those beside it, if the source is there too.
    pub files: ProfileFiles,
    /// The content.
    pub content: ImportContent,
}

/// The content of what is imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportContent {
    /// The bytes of a file.
    Bytes(Arc<Vec<u8>>),
    /// A folder.
    #[cfg(feature = "native")]
    Folder(PathBuf),
}

impl ImportInput {
    /// Creates an input of bytes.
    pub fn of_bytes(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            files: ProfileFiles::default(),
            content: ImportContent::Bytes(Arc::new(bytes.into())),
        }
    }
}

/// Returns the text of a file as a source.
///
/// # Errors
/// The bytes are not UTF-8.
pub fn text_source(name: &str, bytes: &[u8]) -> Result<Arc<Source>, Diagnostic> {
    if let Some(encoding) = wide_encoding(bytes) {
        return Err(unreadable(format!("`{name}` is {encoding} text")).hint("save it as UTF-8"));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            Ok(Arc::new(Source::new(name, text)))
        }
        Err(error) => {
            let start = error.valid_up_to();
            // The invalid bytes are shown as U+FFFD, which has three bytes.
            let text = String::from_utf8_lossy(bytes);
            let source = Arc::new(Source::new(name, text));
            let message = format!("`{name}` is not UTF-8 text");
            Err(unreadable(message)
                .at(&source, start..start + 3, "")
                .hint("save it as UTF-8"))
        }
    }
}

/// Returns the error that what is imported cannot be read.
pub fn unreadable(message: String) -> Diagnostic {
    Diagnostic::error(rule::UNREADABLE_FILE, message)
}
