//! The messages about an import, at their places in the source.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, RuleName, Source, rule};

/// The number of options of the look that are named.
const NAMED: usize = 4;

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
    /// The options of the look that are left out.
    design: RefCell<Vec<String>>,
}

impl Notes {
    /// Creates the notes on a source.
    pub fn new(source: Arc<Source>, markup: Markup) -> Self {
        Self {
            source,
            markup,
            problems: RefCell::default(),
            design: RefCell::default(),
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

    /// Notes that an option of the look is left out.
    pub fn leave_design(&self, path: &str) {
        self.design.borrow_mut().push(path.to_owned());
    }

    /// Returns the diagnostics: texts first, in the order of the source, and the look in one at the end.
    pub fn into_problems(self) -> Diagnostics {
        let mut problems = self.problems.into_inner();
        problems.sort();
        let design = self.design.into_inner();
        if !design.is_empty() {
            let named: Vec<String> = design
                .iter()
                .take(NAMED)
                .map(|path| format!("`{path}`"))
                .collect();
            let more = match design.len() - named.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let message = format!("no layout has an option for {}{more}", named.join(", "));
            let warning = Diagnostic::warning(rule::IMPORT_LEFT_OUT, message);
            problems.push(warning.hint("they are in comments of the profile"));
        }
        problems
    }
}
