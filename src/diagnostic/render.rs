//! Renders diagnostics for people, for editors and for programs.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::{Serialize, Serializer};

use crate::diagnostic::{Diagnostic, Diagnostics, Label, Position, Severity};

/// The format of diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum MessageFormat {
    /// The source line with the place underlined, and hints.
    #[default]
    Human,
    /// One line per diagnostic: `file:line:column: error[rule]: message; hint`.
    Short,
    /// One JSON object per line.
    Json,
}

impl MessageFormat {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Renders diagnostics, each with a final line break. The human format has ANSI colors, which the
/// terminal strips if they are not wanted.
pub fn render(diagnostics: &Diagnostics, format: MessageFormat) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| match format {
            MessageFormat::Human => human(diagnostic),
            MessageFormat::Short => short(diagnostic),
            MessageFormat::Json => json(diagnostic),
        })
        .collect()
}

fn human(diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level
        .primary_title(&*diagnostic.message)
        .id(diagnostic.rule.name());
    let mut group = Group::with_title(title);
    match &diagnostic.primary {
        // An empty file has no line to show, only a name.
        Some(label) if label.source.text().is_empty() => {
            group = group.element(Origin::path(label.source.name()));
        }
        Some(label) => {
            group = group.element(snippet(label, &diagnostic.secondary));
            for other in elsewhere(label, &diagnostic.secondary) {
                let source = Snippet::source(other.source.text())
                    .path(other.source.name())
                    .annotation(context(other));
                group = group.element(source);
            }
        }
        None => {}
    }
    for hint in &diagnostic.hints {
        group = group.element(Level::HELP.message(&**hint));
    }
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    format!("{}\n\n", renderer.render(&[group]))
}

/// Returns the source of the primary label, with all labels in it.
fn snippet<'a>(
    primary: &'a Label,
    secondary: &'a [Label],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let mut annotation = AnnotationKind::Primary.span(primary.span.clone());
    if !primary.text.is_empty() {
        annotation = annotation.label(&*primary.text);
    }
    let others = secondary
        .iter()
        .filter(|other| other.source == primary.source)
        .map(context);
    Snippet::source(primary.source.text())
        .path(primary.source.name())
        .annotation(annotation)
        .annotations(others)
}

fn context(label: &Label) -> annotate_snippets::Annotation<'_> {
    AnnotationKind::Context
        .span(label.span.clone())
        .label(&*label.text)
}

/// Returns the labels in other sources than the primary one.
fn elsewhere<'a>(
    primary: &'a Label,
    secondary: &'a [Label],
) -> impl Iterator<Item = &'a Label> + 'a {
    secondary
        .iter()
        .filter(|other| other.source != primary.source)
}

fn short(diagnostic: &Diagnostic) -> String {
    let mut line = String::new();
    if let Some(label) = &diagnostic.primary {
        let Position { line: row, column } = label.source.position(label.span.start);
        line += &format!("{}:{row}:{column}: ", label.source.name());
    }
    let Diagnostic {
        severity,
        rule,
        message,
        ..
    } = diagnostic;
    line += &format!("{severity}[{rule}]: {message}");
    for hint in &diagnostic.hints {
        line += &format!("; {hint}");
    }
    line + "\n"
}

/// A diagnostic as `--message-format json` writes it.
#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    severity: Severity,
    rule: &'a str,
    message: &'a str,
    place: Option<JsonPlace<'a>>,
    also: Vec<JsonPlace<'a>>,
    hints: &'a [String],
}

#[derive(Serialize)]
struct JsonPlace<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    label: &'a str,
}

impl<'a> From<&'a Diagnostic> for JsonDiagnostic<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        Self {
            severity: diagnostic.severity,
            rule: diagnostic.rule.name(),
            message: &diagnostic.message,
            place: diagnostic.primary.as_ref().map(JsonPlace::from),
            also: diagnostic.secondary.iter().map(JsonPlace::from).collect(),
            hints: &diagnostic.hints,
        }
    }
}

impl<'a> From<&'a Label> for JsonPlace<'a> {
    fn from(label: &'a Label) -> Self {
        let start = label.source.position(label.span.start);
        let end = label.source.position(label.span.end);
        Self {
            file: label.source.name(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            label: &label.text,
        }
    }
}

/// Serializes diagnostics as a list, in the form of `--message-format json`.
///
/// For `#[serde(serialize_with = "…")]` in the types of a JSON report.
///
/// # Errors
/// The serializer fails.
pub fn serialize_json<S: Serializer>(
    diagnostics: &Diagnostics,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(diagnostics.iter().map(JsonDiagnostic::from))
}

fn json(diagnostic: &Diagnostic) -> String {
    // Strings and numbers cannot fail to serialize; if they did, no problem must be lost.
    match serde_json::to_string(&JsonDiagnostic::from(diagnostic)) {
        Ok(line) => line + "\n",
        Err(_) => short(diagnostic),
    }
}
