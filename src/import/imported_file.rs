//! A file that was in the source, and that the profile names.

/// A file that was in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// Its name, without a folder.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}
