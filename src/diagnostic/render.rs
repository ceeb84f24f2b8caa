//! Renders diagnostics for people, for editors and for programs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::{Serialize, Serializer};

use crate::diagnostic::{Diagnostic, Diagnostics, Label, Position, RuleName, Severity};

/// The most diagnostics of a rule that people get.
const MOST_OF_A_RULE: usize = 50;

/// The most characters of a message that people get.
const LONGEST: usize = 1000;

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
///
/// Diagnostics quote profiles and the names of files. Characters of these that would control the
/// terminal or change the order of the letters are escaped. People get as many of a rule as they can
/// read, and the number of the others; programs get all.
pub fn render(diagnostics: &Diagnostics, format: MessageFormat) -> String {
    let write = match format {
        MessageFormat::Human => human,
        MessageFormat::Short => short,
        MessageFormat::Json => return diagnostics.iter().map(json).collect(),
    };
    let mut text = String::new();
    let mut counts: BTreeMap<(RuleName, Severity), usize> = BTreeMap::new();
    for diagnostic in diagnostics.iter() {
        let count = counts
            .entry((diagnostic.rule, diagnostic.severity))
            .or_default();
        *count += 1;
        if *count <= MOST_OF_A_RULE {
            text += &write(diagnostic);
        }
    }
    for ((rule, severity), count) in counts {
        if let Some(more) = count.checked_sub(MOST_OF_A_RULE).filter(|more| *more > 0) {
            let hint = "`--message-format json` shows all";
            text += &write(&Diagnostic::new(severity, rule, format!("and {more} more")).hint(hint));
        }
    }
    text
}

fn human(diagnostic: &Diagnostic) -> String {
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    drawn(diagnostic, &renderer) + "\n\n"
}

/// Returns a diagnostic as the terminal shows it, without colors: the message, the quoted lines with
/// the place underlined, and the hints.
pub fn plain(diagnostic: &Diagnostic) -> String {
    drawn(
        diagnostic,
        &Renderer::plain().decor_style(DecorStyle::Ascii),
    )
}

fn drawn(diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level
        .primary_title(visible(cut(&diagnostic.message)))
        .id(diagnostic.rule.name());
    let mut group = Group::with_title(title);
    match &diagnostic.primary {
        // An empty file has no line to show, only a name.
        Some(label) if label.source.text().is_empty() => {
            group = group.element(Origin::path(visible(label.source.name())));
        }
        Some(label) => {
            group = group.element(snippet(label, &diagnostic.secondary));
            for other in elsewhere(label, &diagnostic.secondary) {
                let source = Snippet::source(other.source.text())
                    .path(visible(other.source.name()))
                    .annotation(context(other));
                group = group.element(source);
            }
        }
        None => {}
    }
    for hint in &diagnostic.hints {
        group = group.element(Level::HELP.message(visible(cut(hint))));
    }
    // Of the hidden characters in quoted lines, the renderer replaces only some.
    let text = renderer.render(&[group]);
    text.replace(is_left, "\u{fffd}")
}

/// Returns whether the renderer may have left a hidden character.
fn is_left(c: char) -> bool {
    is_hidden(c) && !matches!(c, '\n' | '\u{1b}')
}

/// Returns the source of the primary label, with all labels in it.
fn snippet<'a>(
    primary: &'a Label,
    secondary: &'a [Label],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let mut annotation = AnnotationKind::Primary.span(primary.span.clone());
    if !primary.text.is_empty() {
        annotation = annotation.label(visible(&primary.text));
    }
    let others = secondary
        .iter()
        .filter(|other| other.source == primary.source)
        .map(context);
    Snippet::source(primary.source.text())
        .path(visible(primary.source.name()))
        .annotation(annotation)
        .annotations(others)
}

fn context(label: &Label) -> annotate_snippets::Annotation<'_> {
    AnnotationKind::Context
        .span(label.span.clone())
        .label(visible(&label.text))
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
    line += &format!("{severity}[{rule}]: {}", cut(message));
    for hint in &diagnostic.hints {
        line += &format!("; {}", cut(hint));
    }
    visible(&line).into_owned() + "\n"
}

/// Returns as much of a message as people read; the text that it is about has its place.
fn cut(text: &str) -> &str {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// Returns a text with escapes in place of the characters that would control the terminal or change
/// the order of the letters: `\u{1b}`.
fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// Returns a text with escapes in place of hidden characters.
pub fn escaped(text: &str, is_hidden: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

/// Returns whether a character is a control character, or one of the directional formatting
/// characters of Unicode (UAX #9).
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fix: Vec<JsonEdit<'a>>,
}

/// A replacement in the file of the diagnostic.
#[derive(Serialize)]
struct JsonEdit<'a> {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    replacement: &'a str,
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
            fix: json_fix(diagnostic),
        }
    }
}

/// Returns the replacements of a fix, which are in the file of the diagnostic.
fn json_fix(diagnostic: &Diagnostic) -> Vec<JsonEdit<'_>> {
    let (Some(fix), Some(place)) = (&diagnostic.fix, &diagnostic.primary) else {
        return Vec::new();
    };
    let edits = fix.edits.iter().map(|edit| {
        let start = place.source.position(edit.span.start);
        let end = place.source.position(edit.span.end);
        JsonEdit {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            replacement: &edit.replacement,
        }
    });
    edits.collect()
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
        Ok(line) => escaped_json(&line) + "\n",
        Err(_) => short(diagnostic),
    }
}

/// Returns JSON in which the strings have escapes for the characters that JSON does not require them
/// for, but that would control a terminal. None of these is outside of strings.
fn escaped_json(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len());
    for character in line.chars() {
        if is_hidden(character) {
            escaped.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            escaped.push(character);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::{Source, rule};

    #[test]
    fn control_characters_are_escaped_in_every_format() {
        let text = "a\u{1b}]0;b\u{7}\u{9b}31m\u{202e}c";
        let source = Arc::new(Source::new(text, format!("x = '{text}'\n")));
        let mut found = Diagnostics::default();
        found.push(
            Diagnostic::error(rule::UNKNOWN_KEY, text)
                .at(&source, 0..1, text)
                .hint(text),
        );
        for format in [
            MessageFormat::Human,
            MessageFormat::Short,
            MessageFormat::Json,
        ] {
            let rendered = render(&found, format);
            // The colors of the program itself.
            let plain = anstream::adapter::strip_str(&rendered).to_string();
            let shown = if format == MessageFormat::Human {
                plain
            } else {
                rendered
            };
            let hidden = shown.chars().find(|c| is_hidden(*c) && *c != '\n');
            assert_eq!(hidden, None, "{shown}");
            assert!(shown.contains("]0;b"), "{format:?}: {shown}");
        }
    }

    #[test]
    fn escaped_json_is_the_same_value() {
        let text = "a\u{1b}\u{9b}\u{202e}\n\u{2028}c";
        let line = escaped_json(&serde_json::to_string(text).expect("JSON"));
        assert!(!line.contains(is_hidden));
        assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), text);
    }
}
