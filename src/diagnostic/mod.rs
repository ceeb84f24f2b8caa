//! A problem with a place, a rule's name, a message and hints; and how it is drawn.
//!
//! Every stage reports with these types, so that a mistake in a profile, in a manifest or in a
//! template looks the same. Uses nothing of the other modules.

mod render;
pub mod rule;
mod source;
mod suggest;
mod text;
mod wire;

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use render::{MessageFormat, render, serialize_json};
pub use rule::{RULES, Rule, RuleName, page as rules_page};
pub use source::{Position, Source};
pub use suggest::{alternatives, listed, nearest};
pub use text::counted;

/// How bad a problem is.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumIter,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Severity {
    /// Nothing is printed.
    Error,
    /// The CV is printed; it may not be what was meant.
    Warning,
    /// Nothing is wrong; it is told to those who want to know more.
    Note,
}

impl Severity {
    /// Returns a number of problems of this severity: `1 error`, `2 warnings`.
    pub fn counted(self, number: usize) -> String {
        counted(number, &self.to_string(), &format!("{self}s"))
    }
}

/// A stretch of a source with a word about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where it is.
    pub source: Arc<Source>,
    /// Byte range in the source's text.
    pub span: Range<usize>,
    /// What is there; empty where the message says it all.
    pub text: String,
}

/// One problem.
///
/// The message is a lower-case phrase without a full stop that can stand alone; the user's own
/// words are in backticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The rule that found it: a stable kebab-case name of the fault.
    pub rule: RuleName,
    /// What is wrong.
    pub message: String,
    /// Where it is wrong; `None` for a problem of no file or of a whole one.
    pub primary: Option<Label>,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// What to do about it.
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// An error found by `rule`.
    pub fn error(rule: RuleName, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, rule, message)
    }

    /// A warning found by `rule`.
    pub fn warning(rule: RuleName, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, rule, message)
    }

    /// A note of `rule`.
    pub fn note(rule: RuleName, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, rule, message)
    }

    fn new(severity: Severity, rule: RuleName, message: impl Into<String>) -> Self {
        Self {
            severity,
            rule,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Points at the place of the problem.
    #[must_use]
    pub fn at(mut self, source: &Arc<Source>, span: Range<usize>, text: impl Into<String>) -> Self {
        self.primary = Some(Label::new(source, span, text));
        self
    }

    /// Points at another place that explains the problem.
    #[must_use]
    pub fn also(
        mut self,
        source: &Arc<Source>,
        span: Range<usize>,
        text: impl Into<String>,
    ) -> Self {
        self.secondary.push(Label::new(source, span, text));
        self
    }

    /// Adds a remedy.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

impl Label {
    fn new(source: &Arc<Source>, span: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            source: Arc::clone(source),
            span: source.clamp(span),
            text: text.into(),
        }
    }
}

/// Which warnings are to be taken as errors.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deny {
    /// All of them.
    pub warnings: bool,
    /// Those of these rules.
    pub rules: Vec<String>,
}

/// All the problems that one stage found, in the order of their places.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "wire::Parcel", from = "wire::Parcel")]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds those of another stage.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        self.0.extend(others);
    }

    /// Whether any of them keeps the CV from being printed.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many were found.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// How many of this severity were found.
    pub fn count(&self, severity: Severity) -> usize {
        self.0
            .iter()
            .filter(|problem| problem.severity == severity)
            .count()
    }

    /// The problems.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter()
    }

    /// Those that are not among the others.
    #[must_use]
    pub fn without(self, others: &Self) -> Self {
        Self(
            self.0
                .into_iter()
                .filter(|problem| !others.0.contains(problem))
                .collect(),
        )
    }

    /// As somebody wants to have warnings taken: without those allowed, and with those denied as
    /// errors.
    #[must_use]
    pub fn with_levels(mut self, allow: &[String], deny: &Deny) -> Self {
        self.0.retain(|problem| {
            problem.severity == Severity::Error || !allow.iter().any(|name| problem.rule == **name)
        });
        let is_denied = |problem: &&mut Diagnostic| {
            (deny.warnings && problem.severity == Severity::Warning)
                || deny.rules.iter().any(|name| problem.rule == **name)
        };
        self.0
            .iter_mut()
            .filter(is_denied)
            .for_each(|problem| problem.severity = Severity::Error);
        self
    }

    /// Puts them in the order of their places, file by file as those first appear, each once; those
    /// without a place come last.
    pub fn sort(&mut self) {
        let mut files: Vec<String> = Vec::new();
        for label in self.0.iter().filter_map(|problem| problem.primary.as_ref()) {
            if !files.iter().any(|file| file == label.source.name()) {
                files.push(label.source.name().to_owned());
            }
        }
        let place = |d: &Diagnostic| match &d.primary {
            Some(label) => {
                let file = files
                    .iter()
                    .position(|file| file == label.source.name())
                    .unwrap_or(files.len());
                (file, label.span.start, label.span.end)
            }
            None => (usize::MAX, usize::MAX, usize::MAX),
        };
        let words = |d: &Diagnostic| (d.severity, d.rule, d.message.clone(), d.hints.clone());
        self.0.sort_by_cached_key(|d| (place(d), words(d)));
        self.0.dedup();
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
