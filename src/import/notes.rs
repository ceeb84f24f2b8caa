//! What the reader of a source knows about it, and the messages about it, at their places.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, RuleName, Source, rule};
use crate::profile::ProfileFiles;

/// The number of options of the look that are named.
const NAMED: usize = 4;

/// How the texts of a source are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// Plain text, or HTML where it has tags.
    Plain,
    /// Plain text, HTML where it has tags, or Markdown where it can be nothing else.
    Mixed,
    /// Markdown.
    Markdown,
}

/// The warnings about one source.
#[derive(Debug)]
pub struct Notes {
    source: Arc<Source>,
    markup: Markup,
    files: ProfileFiles,
    /// The language of the profile, once it is known.
    locale: RefCell<String>,
    problems: RefCell<Diagnostics>,
    /// The options of the look that are left out.
    design: RefCell<Vec<String>>,
}

impl Notes {
    /// Creates the notes on a source.
    pub fn new(source: Arc<Source>, markup: Markup, files: &ProfileFiles) -> Self {
        Self {
            source,
            markup,
            files: files.clone(),
            locale: RefCell::default(),
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

    /// Returns the files that the profile can name.
    pub fn files(&self) -> &ProfileFiles {
        &self.files
    }

    /// Sets the language of the profile.
    pub fn set_locale(&self, locale: Option<&str>) {
        locale
            .unwrap_or_default()
            .clone_into(&mut self.locale.borrow_mut());
    }

    /// Returns the language of the profile; empty if the source has none.
    pub fn locale(&self) -> String {
        self.locale.borrow().clone()
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
