//! Diagnostics: a severity, a rule, a message, a place and hints; and their rendering.
//!
//! Every stage reports with these types, so that an error in a profile, a manifest or a template
//! looks the same. Uses no other module.

pub mod fix;
mod render;
pub mod rule;
mod source;
mod suggest;
mod text;

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use fix::{Edit, Fix, FixedText};
pub use render::{MessageFormat, escaped, plain, render, serialize_json};
pub use rule::{RULES, Rule, RuleName, page as rules_page};
pub use source::{Position, Source};
pub use suggest::{alternatives, listed, nearest, offered};
pub use text::{counted, size};

/// The severity of a diagnostic.
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
    /// The document cannot be rendered.
    Error,
    /// The document is rendered, but it may not be what the user meant.
    Warning,
    /// Information that is shown on request.
    Note,
}

impl Severity {
    /// Returns the name at the start of a sentence: `Error`.
    fn title(self) -> &'static str {
        match self {
            Self::Error => "Error",
            Self::Warning => "Warning",
            Self::Note => "Note",
        }
    }

    /// Formats a number of diagnostics of this severity: `1 error`, `2 warnings`.
    pub fn counted(self, number: usize) -> String {
        counted(number, &self.to_string(), &format!("{self}s"))
    }
}

/// A span of a source with a text about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The source, which [`SharedSources`] carry.
    #[serde(skip)]
    pub source: Arc<Source>,
    /// The byte range in the source.
    pub span: Range<usize>,
    /// The text; empty if the message says enough.
    pub text: String,
}

/// An error, a warning or a note.
///
/// The message is a lower-case phrase without a full stop that is clear on its own. Words of the
/// user are in backticks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The rule.
    pub rule: RuleName,
    /// The message.
    pub message: String,
    /// The place; `None` for a diagnostic without a file or about a whole file.
    pub primary: Option<Label>,
    /// Other places that explain the diagnostic.
    pub secondary: Vec<Label>,
    /// What the user can do.
    pub hints: Vec<String>,
    /// The change in the source of the place that removes the diagnostic, if there is one right
    /// answer.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Creates an error.
    pub fn error(rule: RuleName, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, rule, message)
    }

    /// Creates a warning.
    pub fn warning(rule: RuleName, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, rule, message)
    }

    /// Creates a note.
    pub fn note(rule: RuleName, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, rule, message)
    }

    pub(crate) fn new(severity: Severity, rule: RuleName, message: impl Into<String>) -> Self {
        Self {
            severity,
            rule,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            hints: Vec::new(),
            fix: None,
        }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, source: &Arc<Source>, span: Range<usize>, text: impl Into<String>) -> Self {
        self.primary = Some(Label::new(source, span, text));
        self
    }

    /// Adds another place that explains the diagnostic.
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

    /// Sets the one replacement in the source of the place that removes the diagnostic.
    #[must_use]
    pub fn fix(self, span: Range<usize>, replacement: impl Into<String>) -> Self {
        self.edits(vec![Edit::new(span, replacement)])
    }

    /// Sets the replacements in the source of the place that together remove the diagnostic.
    #[must_use]
    pub fn edits(mut self, edits: Vec<Edit>) -> Self {
        self.fix = Some(Fix { edits });
        self
    }

    /// Adds what the user can do.
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

/// The warnings and notes that are treated as errors.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deny {
    /// Whether all warnings are.
    pub warnings: bool,
    /// The names of rules whose warnings and notes are.
    pub rules: Vec<String>,
}

/// The diagnostics of a stage.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "SharedSources", from = "SharedSources")]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds diagnostics.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        self.0.extend(others);
    }

    /// Returns whether there are errors.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.severity == Severity::Error)
    }

    /// Returns whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of diagnostics.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of diagnostics of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.0
            .iter()
            .filter(|problem| problem.severity == severity)
            .count()
    }

    /// Iterates over the diagnostics.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter()
    }

    /// Returns the diagnostics that are not in `others`.
    #[must_use]
    pub fn without(self, others: &Self) -> Self {
        Self(
            self.0
                .into_iter()
                .filter(|problem| !others.0.contains(problem))
                .collect(),
        )
    }

    /// Applies the user's settings: removes the warnings and notes of allowed rules, and turns denied
    /// ones into errors.
    #[must_use]
    pub fn with_levels(mut self, allow: &[String], deny: &Deny) -> Self {
        self.0.retain(|diagnostic| {
            diagnostic.severity == Severity::Error
                || !allow.iter().any(|name| diagnostic.rule == **name)
        });
        for diagnostic in &mut self.0 {
            if deny.denies(diagnostic) {
                diagnostic.severity = Severity::Error;
            }
        }
        self
    }

    /// Sorts the diagnostics by place and removes duplicates. Files are in the order in which they
    /// first appear; diagnostics without a place are last.
    pub fn sort(&mut self) {
        let mut files: Vec<String> = Vec::new();
        for label in self.0.iter().filter_map(|problem| problem.primary.as_ref()) {
            if !files.iter().any(|file| file == label.source.name()) {
                files.push(label.source.name().to_owned());
            }
        }
        self.0
            .sort_by_cached_key(|diagnostic| SortKey::new(diagnostic, &files));
        self.0.dedup();
    }
}

impl Deny {
    fn denies(&self, diagnostic: &Diagnostic) -> bool {
        (self.warnings && diagnostic.severity == Severity::Warning)
            || self.rules.iter().any(|name| diagnostic.rule == **name)
    }
}

/// The order of diagnostics.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SortKey {
    file: usize,
    start: usize,
    end: usize,
    severity: Severity,
    rule: RuleName,
    message: String,
    hints: Vec<String>,
}

impl SortKey {
    fn new(diagnostic: &Diagnostic, files: &[String]) -> Self {
        let mut key = Self {
            file: usize::MAX,
            start: usize::MAX,
            end: usize::MAX,
            severity: diagnostic.severity,
            rule: diagnostic.rule,
            message: diagnostic.message.clone(),
            hints: diagnostic.hints.clone(),
        };
        if let Some(label) = &diagnostic.primary {
            let file = files.iter().position(|file| file == label.source.name());
            key.file = file.unwrap_or(files.len());
            key.start = label.span.start;
            key.end = label.span.end;
        }
        key
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

/// Diagnostics as they go to another process: their labels have no sources, and each source is there
/// once.
#[derive(Serialize, Deserialize)]
struct SharedSources {
    sources: Vec<Source>,
    /// The index of the source of each label, in the order of the diagnostics.
    of_labels: Vec<usize>,
    diagnostics: Vec<Diagnostic>,
}

impl From<Diagnostics> for SharedSources {
    fn from(Diagnostics(diagnostics): Diagnostics) -> Self {
        let mut sources: Vec<&Arc<Source>> = Vec::new();
        let mut of_labels = Vec::new();
        for problem in &diagnostics {
            for label in problem.primary.iter().chain(&problem.secondary) {
                let known = sources.iter().position(|known| **known == label.source);
                of_labels.push(known.unwrap_or(sources.len()));
                if known.is_none() {
                    sources.push(&label.source);
                }
            }
        }
        Self {
            sources: sources
                .into_iter()
                .map(|source| Source::clone(source))
                .collect(),
            of_labels,
            diagnostics,
        }
    }
}

impl From<SharedSources> for Diagnostics {
    fn from(shared: SharedSources) -> Self {
        let sources: Vec<Arc<Source>> = shared.sources.into_iter().map(Arc::new).collect();
        let mut of_labels = shared.of_labels.into_iter();
        let mut diagnostics = shared.diagnostics;
        for problem in &mut diagnostics {
            for label in problem.primary.iter_mut().chain(&mut problem.secondary) {
                if let Some(source) = of_labels.next().and_then(|index| sources.get(index)) {
                    label.source = Arc::clone(source);
                }
            }
        }
        Self(diagnostics)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_survive_round_trip() {
        let source = Arc::new(Source::new("ada.toml", "name = 1\n"));
        let other = Arc::new(Source::new("papers.bib", "@book{}"));
        let mut sent = Diagnostics::default();
        sent.push(
            Diagnostic::error(rule::WRONG_TYPE, "one")
                .at(&source, 7..8, "here")
                .also(&other, 0..5, "there")
                .fix(7..8, "\"1\""),
        );
        sent.push(Diagnostic::warning(rule::UNDATED, "two").hint("a date"));
        sent.push(Diagnostic::note(rule::UNDATED, "three").at(&source, 0..1, ""));
        let shared = SharedSources::from(sent.clone());
        assert_eq!(shared.sources.len(), 2);
        let json = serde_json::to_string(&shared).expect("JSON");
        let received: Diagnostics = serde_json::from_str(&json).expect("diagnostics");
        assert_eq!(received, sent);
    }
}
