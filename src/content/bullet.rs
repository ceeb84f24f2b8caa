//! A bullet with its place in the profile, for code that finds it again on a page.

use std::ops::Range;

/// A bullet of an entry or a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bullet {
    /// Its place in the profile.
    pub span: Range<usize>,
    /// Identifies the list that it belongs to.
    pub list: usize,
    /// Its text without markup.
    pub text: String,
}
