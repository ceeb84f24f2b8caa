//! Draws problems for a person, for an editor's problem matcher, or for a program.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::{Serialize, Serializer};

use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};

/// How problems are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum MessageFormat {
    /// The line of the file with the place underlined, and what to do.
    #[default]
    Human,
    /// One line each: `file:line:column: error[rule]: message`.
    Short,
    /// One JSON object a line.
    Json,
}

impl MessageFormat {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Draws all of them, each ending in a line break. Human output carries ANSI colours; the terminal
/// strips them where unwanted.
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
                group = group.element(
                    Snippet::source(other.source.text())
                        .path(other.source.name())
                        .annotation(
                            AnnotationKind::Context
                                .span(other.span.clone())
                                .label(&*other.text),
                        ),
                );
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

/// The primary source with every label that lies in it.
fn snippet<'a>(
    primary: &'a Label,
    secondary: &'a [Label],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let here = AnnotationKind::Primary.span(primary.span.clone());
    let here = if primary.text.is_empty() {
        here
    } else {
        here.label(&*primary.text)
    };
    let others = secondary
        .iter()
        .filter(|other| other.source == primary.source)
        .map(|other| {
            AnnotationKind::Context
                .span(other.span.clone())
                .label(&*other.text)
        });
    Snippet::source(primary.source.text())
        .path(primary.source.name())
        .annotation(here)
        .annotations(others)
}

fn elsewhere<'a>(
    primary: &'a Label,
    secondary: &'a [Label],
) -> impl Iterator<Item = &'a Label> + 'a {
    secondary
        .iter()
        .filter(|other| other.source != primary.source)
}

fn short(diagnostic: &Diagnostic) -> String {
    let place = diagnostic
        .primary
        .as_ref()
        .map_or_else(String::new, |label| {
            let position = label.source.position(label.span.start);
            format!(
                "{}:{}:{}: ",
                label.source.name(),
                position.line,
                position.column
            )
        });
    let severity = diagnostic.severity;
    let hints: String = diagnostic
        .hints
        .iter()
        .map(|hint| format!("; {hint}"))
        .collect();
    format!(
        "{place}{severity}[{}]: {}{hints}\n",
        diagnostic.rule, diagnostic.message
    )
}

/// A problem as `--message-format json` writes it.
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

/// Serializes problems as `--message-format json` writes them, as a list.
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
    // Strings and numbers alone: serialization has nothing to fail on.
    serde_json::to_string(&JsonDiagnostic::from(diagnostic))
        .map(|line| line + "\n")
        .unwrap_or_default()
}
