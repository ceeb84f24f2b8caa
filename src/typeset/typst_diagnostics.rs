//! Converts Typst's diagnostics, with their places in the files of a layout.

use std::sync::Arc;

use typst::diag::{Severity, SourceDiagnostic};
use typst::syntax::DiagSpan;
use typst::{World, WorldExt};

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::typeset::world::CvWorld;

/// What Typst warns of where it finds HTML in an SVG. The profile says so at the image, unless the
/// drawing has text in its place.
const HTML_IN_SVG: &str = "image contains foreign object";

/// Converts diagnostics.
pub fn diagnostics<'a>(
    problems: impl IntoIterator<Item = &'a SourceDiagnostic>,
    world: &CvWorld,
) -> Diagnostics {
    let mut found = Diagnostics::default();
    for problem in problems {
        if problem.message == HTML_IN_SVG {
            continue;
        }
        found.push(convert(problem, world));
    }
    found
}

fn convert(problem: &SourceDiagnostic, world: &CvWorld) -> Diagnostic {
    let message = problem.message.to_string();
    let mut converted = match problem.severity {
        Severity::Error => Diagnostic::error(rule::TEMPLATE, message),
        Severity::Warning => Diagnostic::warning(rule::TEMPLATE, message),
    };
    if let Some((source, span)) = place(problem.span, world) {
        converted = converted.at(&source, span, "");
    }
    for hint in &problem.hints {
        converted = match place(hint.span, world) {
            Some((source, span)) => converted.also(&source, span, hint.v.to_string()),
            None => converted.hint(hint.v.to_string()),
        };
    }
    converted
}

fn place(span: DiagSpan, world: &CvWorld) -> Option<(Arc<Source>, std::ops::Range<usize>)> {
    let id = span.id()?;
    let range = world.range(span)?;
    let text = world.source(id).ok()?.text().to_owned();
    Some((Arc::new(Source::new(world.name_of(id), text)), range))
}
