//! A part of a CV that the profile keeps on one page, for code that finds it again on a page.

use std::ops::Range;

/// An entry or a section with `keep = true`, and without a page break before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPart {
    /// The place of its `keep` in the profile.
    pub span: Range<usize>,
    /// What it may begin with, without markup: the title of a section, or that of an entry and its
    /// employer.
    pub titles: Vec<String>,
}
