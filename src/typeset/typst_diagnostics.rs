//! Typst's problems become problems of ours, with Typst's own place in the template's file.

use std::sync::Arc;

use typst::diag::{Severity, SourceDiagnostic};
use typst::syntax::DiagSpan;
use typst::{World, WorldExt};

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::typeset::world::CvWorld;

/// Translates them.
pub fn diagnostics<'a>(
    problems: impl IntoIterator<Item = &'a SourceDiagnostic>,
    world: &CvWorld,
) -> Diagnostics {
    let mut found = Diagnostics::default();
    problems
        .into_iter()
        .for_each(|problem| found.push(translate(problem, world)));
    found
}

fn translate(problem: &SourceDiagnostic, world: &CvWorld) -> Diagnostic {
    let message = problem.message.to_string();
    let mut translated = match problem.severity {
        Severity::Error => Diagnostic::error(rule::TEMPLATE, message),
        Severity::Warning => Diagnostic::warning(rule::TEMPLATE, message),
    };
    if let Some((source, span)) = place(problem.span, world) {
        translated = translated.at(&source, span, "");
    }
    for hint in &problem.hints {
        translated = match place(hint.span, world) {
            Some((source, span)) => translated.also(&source, span, hint.v.to_string()),
            None => translated.hint(hint.v.to_string()),
        };
    }
    translated
}

fn place(span: DiagSpan, world: &CvWorld) -> Option<(Arc<Source>, std::ops::Range<usize>)> {
    let id = span.id()?;
    let range = world.range(span)?;
    let text = world.source(id).ok()?.text().to_owned();
    Some((Arc::new(Source::new(world.name_of(id), text)), range))
}
