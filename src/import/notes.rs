//! The messages about an import, at their places in the source.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, RuleName, Source};

/// How the texts of a source are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// Plain text, or HTML where it has tags.
    Plain,
    /// Markdown.
    Markdown,
}

/// The warnings about one source.
#[derive(Debug)]
pub struct Notes {
    source: Arc<Source>,
    markup: Markup,
    problems: RefCell<Diagnostics>,
}

impl Notes {
    /// Creates the notes on a source.
    pub fn new(source: Arc<Source>, markup: Markup) -> Self {
        Self {
            source,
            markup,
            problems: RefCell::default(),
        }
    }

    /// Returns the source.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Returns how the texts are written.
    pub fn markup(&self) -> Markup {
        self.markup
    }

    /// Adds a warning at a place of the source.
    pub fn warn(&self, rule: RuleName, message: impl Into<String>, span: Range<usize>, hint: &str) {
        let warning = Diagnostic::warning(rule, message).at(&self.source, span, "");
        self.push(warning.hint(hint));
    }

    /// Adds a diagnostic.
    pub fn push(&self, problem: Diagnostic) {
        self.problems.borrow_mut().push(problem);
    }

    /// Returns the diagnostics.
    pub fn into_problems(self) -> Diagnostics {
        self.problems.into_inner()
    }
}
