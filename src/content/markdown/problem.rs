//! A problem in a Markdown text.

use std::ops::Range;

use crate::diagnostic::{RuleName, Severity};

/// A problem in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownProblem {
    /// Its severity.
    pub severity: Severity,
    /// The name of the rule.
    pub rule: RuleName,
    /// The message.
    pub message: String,
    /// The remedy.
    pub hint: String,
    /// Its place, in bytes of the text.
    pub range: Range<usize>,
}
