//! The reports of `cvpress check` for programs: an object or the rows of a table for each profile,
//! whatever happens to it.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Diagnostics, Severity, serialize_json};
use crate::pipeline::CheckReport;
use crate::verify::posting::PostingReport;

/// The columns of the table.
pub const COLUMNS: &str = "profile,result,line,column,rule,message,help\n";

/// What `--report json` writes for a profile.
#[derive(Debug, Serialize)]
pub struct CheckedProfile<'a> {
    /// The profile's name in messages.
    profile: &'a str,
    /// Whether there are no errors.
    ok: bool,
    errors: usize,
    warnings: usize,
    /// All problems: of the profile, of rendering it, and of its documents.
    #[serde(serialize_with = "serialize_json")]
    problems: Diagnostics,
    /// What parsers read of each document in each layout.
    documents: &'a [CheckReport],
    /// The comparisons of the documents with a job posting.
    #[serde(skip_serializing_if = "<[PostingReport]>::is_empty")]
    postings: &'a [PostingReport],
}

impl<'a> CheckedProfile<'a> {
    /// Returns the report of a profile.
    pub fn new(
        profile: &'a str,
        problems: &Diagnostics,
        documents: &'a [CheckReport],
        postings: &'a [PostingReport],
    ) -> Self {
        Self {
            profile,
            ok: !problems.has_errors(),
            errors: problems.count(Severity::Error),
            warnings: problems.count(Severity::Warning),
            problems: problems.clone(),
            documents,
            postings,
        }
    }
}

/// Returns the rows of a profile: one for each problem, or one that says that there is none.
pub fn rows(profile: &str, problems: &Diagnostics) -> String {
    let mut rows: String = problems
        .iter()
        .map(|problem| row(profile, problem))
        .collect();
    if rows.is_empty() {
        rows = format!("{},ok,,,,,\n", cell(profile));
    }
    rows
}

fn row(profile: &str, problem: &Diagnostic) -> String {
    let (file, line, column) = match &problem.primary {
        Some(label) => {
            let position = label.source.position(label.span.start);
            let number = |number: usize| number.to_string();
            // A problem may be in a file that the profile names.
            let file = label.source.name();
            (file, number(position.line), number(position.column))
        }
        None => (profile, String::new(), String::new()),
    };
    let (message, help) = if file == profile {
        (problem.message.clone(), problem.hints.join("; "))
    } else {
        let message = format!("{file}: {}", problem.message);
        (message, problem.hints.join("; "))
    };
    let severity = problem.severity.to_string();
    let rule = problem.rule.name();
    let cells = [profile, &severity, &line, &column, rule, &message, &help];
    cells.map(cell).join(",") + "\n"
}

/// Returns a text as a cell. A spreadsheet must not take it for a formula.
fn cell(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_are_no_formulas() {
        for (text, expected) in [
            ("plain", "plain"),
            ("a, b", "\"a, b\""),
            ("say \"b\"", "\"say \"\"b\"\"\""),
            ("=1+1", "'=1+1"),
            ("-x,y", "\"'-x,y\""),
        ] {
            assert_eq!(cell(text), expected);
        }
    }
}
