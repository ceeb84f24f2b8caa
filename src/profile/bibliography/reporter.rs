//! Reports problems at places of a bibliography.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, RuleName, Source, rule};

/// The text of a bibliography, and what is wrong in it.
pub struct Reporter<'a> {
    source: &'a Arc<Source>,
    problems: &'a mut Diagnostics,
}

impl<'a> Reporter<'a> {
    /// Adds what is wrong to `problems`.
    pub fn new(source: &'a Arc<Source>, problems: &'a mut Diagnostics) -> Self {
        Self { source, problems }
    }

    /// Returns the text of the bibliography.
    pub fn text(&self) -> &'a str {
        self.source.text()
    }

    /// Returns an error, for which the bibliography cannot be read.
    pub fn error(
        &self,
        rule: RuleName,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::error(rule, message).at(self.source, span, "")
    }

    /// Reports a problem of an entry.
    pub fn warn(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        let warning = Diagnostic::warning(rule::BIBLIOGRAPHY_ENTRY, message);
        self.problems
            .push(warning.at(self.source, span, "").hint(hint));
    }
}
