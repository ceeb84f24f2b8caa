//! Converts diagnostics to those of the protocol.

use std::path::Path;

use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString};

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::ide::LineIndex;
use crate::lsp::convert;
use crate::lsp::documents::OpenDocument;

/// The name of the server in an editor.
pub const NAME: &str = "cvpress";

/// Returns a diagnostic of a document.
pub fn diagnostic(document: &OpenDocument, found: &Diagnostic) -> lsp_types::Diagnostic {
    let place = found.primary.as_ref();
    let own = place.filter(|place| place.source.name() == document.name());
    let span = own.map_or(0..0, |place| place.span.clone());
    let mut message = found.message.clone();
    if let Some(label) = own.filter(|place| !place.text.is_empty()) {
        message += &format!(": {}", label.text);
    }
    for hint in &found.hints {
        message += &format!("\nhelp: {hint}");
    }
    // A place in another file, such as a bibliography, is shown below the message.
    let elsewhere = place.filter(|place| place.source.name() != document.name());
    let others = elsewhere.into_iter().chain(&found.secondary);
    let related: Vec<_> = others
        .filter_map(|label| related_place(document, label, &found.message))
        .collect();
    lsp_types::Diagnostic {
        range: convert::range(document.index(), &span),
        severity: Some(match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(found.rule.name().to_owned())),
        source: Some(NAME.to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}

fn related_place(
    document: &OpenDocument,
    label: &Label,
    message: &str,
) -> Option<DiagnosticRelatedInformation> {
    let name = label.source.name();
    let text = match label.text.as_str() {
        "" => message,
        text => text,
    };
    let location = if name == document.name() {
        Location::new(
            document.uri().clone(),
            convert::range(document.index(), &label.span),
        )
    } else {
        let index = LineIndex::new(label.source.text());
        Location::new(
            convert::uri(Path::new(name))?,
            convert::range(&index, &label.span),
        )
    };
    Some(DiagnosticRelatedInformation {
        location,
        message: text.to_owned(),
    })
}
