//! What is imported: the bytes of a file, or a folder.

#[cfg(feature = "native")]
use std::path::PathBuf;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Source};
use crate::profile::{ProfileFiles, decoded};

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
    Ok(Arc::new(Source::new(name, decoded(name, bytes)?)))
}
