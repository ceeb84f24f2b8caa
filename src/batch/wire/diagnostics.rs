//! Diagnostics, with each source that they point into once.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{
    Diagnostic, Diagnostics, Edit, Fix, Label, RuleName, Severity, Source, rule,
};

/// Diagnostics and their sources.
#[derive(Default, Serialize, Deserialize)]
pub struct WireDiagnostics {
    sources: Vec<WireSource>,
    diagnostics: Vec<WireDiagnostic>,
}

#[derive(Serialize, Deserialize)]
struct WireSource {
    name: String,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct WireDiagnostic {
    severity: Severity,
    rule: String,
    message: String,
    primary: Option<WireLabel>,
    secondary: Vec<WireLabel>,
    hints: Vec<String>,
    fix: Option<Vec<WireEdit>>,
}

#[derive(Serialize, Deserialize)]
struct WireEdit {
    span: Range<usize>,
    replacement: String,
}

#[derive(Serialize, Deserialize)]
struct WireLabel {
    /// The index of the source.
    source: usize,
    span: Range<usize>,
    text: String,
}

/// The sources collected so far; equal sources share an index.
#[derive(Default)]
struct Sources(Vec<Arc<Source>>);

impl Sources {
    fn label(&mut self, label: Label) -> WireLabel {
        let Label { source, span, text } = label;
        let known = self
            .0
            .iter()
            .position(|known| Arc::ptr_eq(known, &source) || *known == source);
        let index = known.unwrap_or_else(|| {
            self.0.push(source);
            self.0.len() - 1
        });
        WireLabel {
            source: index,
            span,
            text,
        }
    }
}

impl From<Diagnostics> for WireDiagnostics {
    fn from(problems: Diagnostics) -> Self {
        let mut sources = Sources::default();
        let mut diagnostics = Vec::new();
        for problem in problems {
            let Diagnostic {
                severity,
                rule,
                message,
                primary,
                secondary,
                hints,
                fix,
            } = problem;
            diagnostics.push(WireDiagnostic {
                severity,
                rule: rule.name().to_owned(),
                message,
                primary: primary.map(|label| sources.label(label)),
                secondary: secondary
                    .into_iter()
                    .map(|label| sources.label(label))
                    .collect(),
                hints,
                fix: fix.map(|fix| fix.edits.into_iter().map(WireEdit::from).collect()),
            });
        }
        let sources = sources.0.iter().map(|source| WireSource {
            name: source.name().to_owned(),
            text: source.text().to_owned(),
        });
        Self {
            sources: sources.collect(),
            diagnostics,
        }
    }
}

impl From<WireDiagnostics> for Diagnostics {
    fn from(wire: WireDiagnostics) -> Self {
        let sources: Vec<Arc<Source>> = wire
            .sources
            .into_iter()
            .map(|WireSource { name, text }| Arc::new(Source::new(name, text)))
            .collect();
        let mut problems = Self::default();
        for diagnostic in wire.diagnostics {
            let WireDiagnostic {
                severity,
                rule,
                message,
                primary,
                secondary,
                hints,
                fix,
            } = diagnostic;
            problems.push(Diagnostic {
                severity,
                // Both processes are the same program, and know the same rules.
                rule: RuleName::find(&rule).unwrap_or(rule::INTERNAL),
                message,
                primary: primary.and_then(|label| label.resolve(&sources)),
                secondary: secondary
                    .into_iter()
                    .filter_map(|label| label.resolve(&sources))
                    .collect(),
                hints,
                fix: fix.map(|edits| Fix {
                    edits: edits.into_iter().map(Edit::from).collect(),
                }),
            });
        }
        problems
    }
}

impl From<Edit> for WireEdit {
    fn from(edit: Edit) -> Self {
        let Edit { span, replacement } = edit;
        Self { span, replacement }
    }
}

impl From<WireEdit> for Edit {
    fn from(edit: WireEdit) -> Self {
        let WireEdit { span, replacement } = edit;
        Self { span, replacement }
    }
}

impl WireLabel {
    fn resolve(self, sources: &[Arc<Source>]) -> Option<Label> {
        let Self { source, span, text } = self;
        let source = Arc::clone(sources.get(source)?);
        Some(Label { source, span, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::wire::{decode, encode};

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
        let line = encode(&WireDiagnostics::from(sent.clone())).expect("a line");
        let received: WireDiagnostics = decode(&line).expect("diagnostics");
        assert_eq!(received.sources.len(), 2);
        assert_eq!(Diagnostics::from(received), sent);
    }
}
