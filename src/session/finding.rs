//! Diagnostics as the page receives them.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics, Edit, Position, Severity, plain, rule};
use crate::ide::Utf16Offsets;

/// A diagnostic. Offsets are in UTF-16.
#[derive(Debug, Serialize)]
pub struct SentFinding<'a> {
    severity: Severity,
    rule: &'a str,
    message: &'a str,
    hints: &'a [String],
    start: usize,
    end: usize,
    /// From 1; 0 if there is no place.
    line: usize,
    column: usize,
    /// The diagnostic as on the terminal.
    excerpt: String,
    /// The file of the place, if it is not the profile.
    file: Option<&'a str>,
    fixes: Vec<FindingFix<'a>>,
}

#[derive(Debug, Serialize)]
struct FindingFix<'a> {
    title: &'a str,
    edits: Vec<TextEdit<'a>>,
}

#[derive(Debug, Serialize)]
struct TextEdit<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

/// Returns diagnostics about a profile.
pub fn finding_list<'a>(
    problems: &'a Diagnostics,
    profile: &str,
    text: &str,
) -> Vec<SentFinding<'a>> {
    let offsets = Utf16Offsets::new(text);
    problems
        .iter()
        .map(|problem| finding(problem, profile, text, &offsets))
        .collect()
}

/// Returns diagnostics about a profile as a JSON list.
pub fn findings(problems: &Diagnostics, profile: &str, text: &str) -> String {
    let findings = finding_list(problems, profile, text);
    serde_json::to_string(&findings).unwrap_or_else(|error| internal_error(&error))
}

/// Returns the only finding if others cannot be written, so that the page does not look sound.
fn internal_error(error: &serde_json::Error) -> String {
    let message = format!("cannot send the problems: {error}");
    let problems = Diagnostic::error(rule::INTERNAL, message).into();
    serde_json::to_string(&finding_list(&problems, "", "")).unwrap_or_else(|_| "[]".to_owned())
}

fn finding<'a>(
    problem: &'a Diagnostic,
    profile: &str,
    text: &str,
    offsets: &Utf16Offsets,
) -> SentFinding<'a> {
    let place = problem.primary.as_ref();
    let is_in_profile =
        place.is_some_and(|place| place.source.name() == profile && place.source.text() == text);
    let mut finding = SentFinding {
        severity: problem.severity,
        rule: problem.rule.name(),
        message: &problem.message,
        hints: &problem.hints,
        start: 0,
        end: 0,
        line: 0,
        column: 0,
        excerpt: plain(problem),
        file: None,
        fixes: Vec::new(),
    };
    let Some(place) = place else {
        return finding;
    };
    // A problem of the whole file has no line.
    if !place.span.is_empty() || place.span.start > 0 {
        let Position { line, column } = place.source.position(place.span.start);
        (finding.line, finding.column) = (line, column);
    }
    if !is_in_profile {
        finding.file = (place.source.name() != profile).then(|| place.source.name());
        return finding;
    }
    let range = offsets.range(&place.span);
    (finding.start, finding.end) = (range.start, range.end);
    if let Some(fix) = &problem.fix {
        let title = problem.hints.first().map_or("fix it", String::as_str);
        let edits = fix.edits.iter().map(|edit| text_edit(edit, offsets));
        finding.fixes.push(FindingFix {
            title,
            edits: edits.collect(),
        });
    }
    finding
}

fn text_edit<'a>(edit: &'a Edit, offsets: &Utf16Offsets) -> TextEdit<'a> {
    let range = offsets.range(&edit.span);
    TextEdit {
        start: range.start,
        end: range.end,
        text: &edit.replacement,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::Value as Json;

    use super::*;
    use crate::diagnostic::{Source, rule};

    #[test]
    fn places_are_in_utf16_and_of_the_profile_only() {
        let text = "n = '😀'\nx = 1\n";
        let source = Arc::new(Source::new("a.toml", text));
        let at = text.find('x').expect("a key");
        let own = Diagnostic::error(rule::UNKNOWN_KEY, "unknown")
            .at(&source, at..at + 1, "")
            .hint("did you mean `y`?")
            .fix(at..at + 1, "y");
        let other = Arc::new(Source::new("b.bib", "@"));
        let elsewhere = Diagnostic::warning(rule::UNKNOWN_KEY, "there").at(&other, 0..1, "");
        let mut problems = Diagnostics::default();
        problems.push(own);
        problems.push(elsewhere);
        let json: Json = serde_json::from_str(&findings(&problems, "a.toml", text)).expect("JSON");
        let units = text[..at].encode_utf16().count();
        assert_eq!(json[0]["start"], units);
        assert_eq!(json[0]["line"], 2);
        assert_eq!(json[0]["fixes"][0]["edits"][0]["text"], "y");
        assert_eq!(json[0]["fixes"][0]["edits"][0]["start"], units);
        assert!(
            json[0]["excerpt"]
                .as_str()
                .is_some_and(|text| text.contains('^'))
        );
        assert_eq!(json[0]["file"], Json::Null);
        assert_eq!(json[1]["file"], "b.bib");
        assert_eq!(json[1]["start"], 0);
    }
}
