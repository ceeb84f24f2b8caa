//! Problems as one process hands them to another: with the texts that they point into, each once.
//!
//! Uses nothing of the other modules.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Diagnostics, Label, RuleName, Severity, Source, rule};

/// Problems, and the texts that they point into.
#[derive(Serialize, Deserialize)]
pub struct Parcel {
    sources: Vec<(String, String)>,
    problems: Vec<Packed>,
}

#[derive(Serialize, Deserialize)]
struct Packed {
    severity: Severity,
    rule: String,
    message: String,
    primary: Option<PackedLabel>,
    secondary: Vec<PackedLabel>,
    hints: Vec<String>,
}

/// A label, its source by the number that it has in the parcel.
#[derive(Serialize, Deserialize)]
struct PackedLabel(usize, Range<usize>, String);

impl From<Diagnostics> for Parcel {
    fn from(problems: Diagnostics) -> Self {
        let mut sources: Vec<Arc<Source>> = Vec::new();
        let mut pack = |label: Label| {
            let known = sources
                .iter()
                .position(|source| Arc::ptr_eq(source, &label.source) || *source == label.source);
            let at = known.unwrap_or_else(|| {
                sources.push(label.source);
                sources.len() - 1
            });
            PackedLabel(at, label.span, label.text)
        };
        let mut packed = Vec::new();
        for Diagnostic {
            severity,
            rule,
            message,
            primary,
            secondary,
            hints,
        } in problems
        {
            let primary = primary.map(&mut pack);
            let secondary = secondary.into_iter().map(&mut pack).collect();
            packed.push(Packed {
                severity,
                rule: rule.name().to_owned(),
                message,
                primary,
                secondary,
                hints,
            });
        }
        let sources = sources
            .into_iter()
            .map(|source| (source.name().to_owned(), source.text().to_owned()))
            .collect();
        Self {
            sources,
            problems: packed,
        }
    }
}

impl From<Parcel> for Diagnostics {
    fn from(parcel: Parcel) -> Self {
        let sources: Vec<_> = parcel
            .sources
            .into_iter()
            .map(|(name, text)| Arc::new(Source::new(name, text)))
            .collect();
        let unpack = |PackedLabel(at, span, text): PackedLabel| {
            sources.get(at).map(|source| Label {
                source: Arc::clone(source),
                span: source.clamp(span),
                text,
            })
        };
        let problems = parcel.problems.into_iter().map(|packed| Diagnostic {
            severity: packed.severity,
            // Both sides are the same program, and know the same rules.
            rule: RuleName::find(&packed.rule).unwrap_or(rule::INTERNAL),
            message: packed.message,
            primary: packed.primary.and_then(unpack),
            secondary: packed.secondary.into_iter().filter_map(unpack).collect(),
            hints: packed.hints,
        });
        Self(problems.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_arrive_as_they_were_sent() {
        let source = Arc::new(Source::new("ada.toml", "name = 1\n"));
        let other = Arc::new(Source::new("papers.bib", "@book{}"));
        let mut sent = Diagnostics::default();
        sent.push(
            Diagnostic::error(rule::WRONG_TYPE, "one")
                .at(&source, 7..8, "here")
                .also(&other, 0..5, "there"),
        );
        sent.push(Diagnostic::warning(rule::UNDATED, "two").hint("a date"));
        let json = serde_json::to_string(&sent).expect("JSON");
        let arrived: Diagnostics = serde_json::from_str(&json).expect("problems");
        assert_eq!(arrived, sent);
    }
}
