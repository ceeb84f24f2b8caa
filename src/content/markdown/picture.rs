//! Pictures in a Markdown text.

use std::ops::Range;

/// A picture that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureSource {
    /// The path as written.
    pub written: String,
    /// Where the path is, in bytes of the text.
    pub range: Range<usize>,
}

/// Returns whether the target of a picture is not a file beside the profile: an address of the web, or
/// the data itself.
pub fn is_remote(target: &str) -> bool {
    target.starts_with("//") || target.contains("://") || target.starts_with("data:")
}
