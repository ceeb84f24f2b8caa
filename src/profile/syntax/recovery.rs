//! Recovers after an error, so that one run reports all errors and none that only follows from
//! another.
//!
//! The first error is reported, its statement is removed or repaired, and the rest is parsed again.
//! The text before the first error is valid, so no error is a consequence of it.

use std::ops::Range;
use std::sync::Arc;

use toml::de::DeTable;

use crate::diagnostic::{Diagnostic, Diagnostics, Edit, Source, rule};
use crate::profile::syntax::explain::explain;
use crate::profile::syntax::is_repeated;
use crate::profile::syntax::parser::{ParserError, parser_errors};
use crate::profile::syntax::scan::{
    OpenBracket, header_name, line_around, open_at_end, starts_statement, statement_end,
};
use crate::profile::syntax::syntax_error::SyntaxError;

/// The number of bytes to parse in all rounds together.
const MAX_BYTES: usize = 16 << 20;

/// The number of rounds, and of errors to explain in one round.
const MAX_ROUNDS: usize = 64;

/// The number of errors of a round after which no other follows: such a text is not meant as TOML.
const MANY_ERRORS: usize = 1000;

/// The header of one of several tables under a name that no profile has. It may be empty and may be
/// repeated, so it can replace any header.
const PLACEHOLDER_HEADER: &str = "[[z]]";

/// Languages of files that `cvpress import` reads.
const JSON: &str = "JSON";
const YAML: &str = "YAML";

/// Returns every syntax error of a text that is not TOML.
pub fn syntax_errors(source: &Arc<Source>) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    if let Some((language, span)) = other_language(source.text()) {
        let message = format!("expected TOML, found {language}");
        let error = Diagnostic::error(rule::TOML_SYNTAX, message).at(source, span, "");
        let error = match language {
            JSON | YAML => error.hint(format!(
                "a file of JSON Resume, RenderCV or another tool becomes a profile with `cvpress \
                 import {}`",
                import_name(source.name())
            )),
            _ => error,
        };
        diagnostics.push(error.hint("start a profile with `[person]` and `name = \"…\"` below it"));
        return diagnostics;
    }
    let mut lines: Vec<Line> = source.text().split_inclusive('\n').map(Line::new).collect();
    let rounds = (MAX_BYTES / source.text().len().max(1)).clamp(1, MAX_ROUNDS);
    for _ in 0..rounds {
        let text: String = lines.iter().map(|line| line.text.as_str()).collect();
        let errors = parser_errors(&text);
        let has_many = errors.len() > MANY_ERRORS;
        let errors = first_errors(&text, errors);
        let Some(first) = cause(&text, &errors) else {
            break;
        };
        let statement = statement_of(&text, &lines, &first);
        let mut reported = None;
        for error in std::iter::once(&first).chain(independent_errors(&first, &errors)) {
            let line = line_at(&lines, error.span.start);
            // The second error of a line mostly follows from the first.
            if statement.contains(&line) && reported < Some(line) && !lines[line].is_edited {
                reported = Some(line);
                diagnostics.push(diagnostic(source, &lines, error));
            }
        }
        if has_many {
            break;
        }
        repair(&mut lines, statement, &first);
    }
    if diagnostics.is_empty() {
        diagnostics.push(unexplained_error(source));
    }
    diagnostics.sort();
    diagnostics
}

/// Returns what `cvpress import` calls a file with this name in messages.
fn import_name(name: &str) -> &str {
    // Standard input has a name in brackets.
    if name.starts_with('<') { "-" } else { name }
}

/// Returns the parser's own message, for an error that `parser` does not find.
fn unexplained_error(source: &Arc<Source>) -> Diagnostic {
    let errors = DeTable::parse_recoverable(source.text()).1;
    let first = errors.first();
    let message = first.map_or("not valid TOML", toml::de::Error::message);
    // The parser does not say where it stopped.
    if message == "recursion limit" {
        let message = "a key or a header has too many parts";
        let place = longest_key(source.text());
        let error = Diagnostic::error(rule::TOML_SYNTAX, message).at(source, place, "");
        return error.hint("a profile nests tables only a few levels deep");
    }
    let span = first.and_then(toml::de::Error::span).unwrap_or_default();
    Diagnostic::error(rule::TOML_SYNTAX, message).at(source, span, "")
}

/// Returns where the line with the most parts of a key starts.
fn longest_key(text: &str) -> Range<usize> {
    let mut longest = (0, 0..0);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let key = line.split(['=', '"', '\'', '#']).next().unwrap_or_default();
        let parts = key.matches('.').count();
        if parts > longest.0 {
            longest = (parts, start..start + 1);
        }
        start += line.len();
    }
    longest.1
}

/// Returns the first errors of a text, and those at its end, where the parser notices open
/// brackets.
fn first_errors(text: &str, errors: Vec<ParserError>) -> Vec<SyntaxError> {
    let last = errors.last().map(|error| error.span.start);
    errors
        .into_iter()
        .enumerate()
        .filter(|(index, error)| *index < MAX_ROUNDS || Some(error.span.start) == last)
        .map(|(_, error)| explain(text, error))
        .collect()
}

/// Returns the error that the others may follow from.
fn cause(text: &str, errors: &[SyntaxError]) -> Option<SyntaxError> {
    let first = errors.first()?;
    // Between an open bracket and the place where the parser gave up, it misread the text.
    let unclosed = errors
        .iter()
        .filter(|error| error.is_unclosed && error.span.start <= first.at)
        .min_by_key(|error| error.span.start);
    let first = unclosed.unwrap_or(first);
    Some(stray_text(text, first).unwrap_or_else(|| first.clone()))
}

/// Returns the errors that do not follow from the first one of their statement.
fn independent_errors<'a>(
    first: &SyntaxError,
    errors: &'a [SyntaxError],
) -> impl Iterator<Item = &'a SyntaxError> {
    let hides_others = first.misreads_rest || first.is_unclosed;
    errors
        .iter()
        .filter(move |error| !hides_others && !error.is_unclosed)
}

/// Returns the language that the whole text is evidently written in, and where it starts, unless
/// that may be TOML.
fn other_language(text: &str) -> Option<(&'static str, Range<usize>)> {
    if text.lines().any(starts_statement) {
        return None;
    }
    let start = first_content(text);
    let line = line_around(text, start);
    let first = text[line.clone()].trim();
    if first.starts_with('{') {
        return Some((JSON, line));
    }
    if first.starts_with('<') {
        return Some(("HTML or XML", line));
    }
    if first.starts_with("\\documentclass") || first.starts_with("\\begin{") {
        return Some(("LaTeX", line));
    }
    let is_mapping = first.split_once(':').is_some_and(|(key, _)| is_word(key));
    (first == "---" || is_mapping).then_some((YAML, line))
}

/// Returns where the first line starts that is neither blank nor a comment.
fn first_content(text: &str) -> usize {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start();
        if !content.is_empty() && !content.starts_with('#') {
            break;
        }
        start += line.len();
    }
    start
}

fn is_word(key: &str) -> bool {
    key.chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
}

/// A line with its line break.
struct Line {
    /// The text to parse.
    text: String,
    /// The length of the line in the file.
    original_length: usize,
    is_edited: bool,
}

impl Line {
    fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            original_length: text.len(),
            is_edited: false,
        }
    }

    fn content(&self) -> &str {
        self.text.trim_end_matches(['\r', '\n'])
    }

    /// Replaces the line, except for its line break.
    fn set(&mut self, text: &str) {
        self.text.replace_range(..self.content().len(), text);
        self.is_edited = true;
    }
}

/// Returns the index of the line that contains an offset of the text to parse.
fn line_at(lines: &[Line], at: usize) -> usize {
    let mut end = 0;
    for (index, line) in lines.iter().enumerate() {
        end += line.text.len();
        if at < end {
            return index;
        }
    }
    lines.len().saturating_sub(1)
}

/// Converts an offset of the text to parse to one of the file. In an edited line it is at most the
/// line's end.
fn original_offset(lines: &[Line], at: usize) -> usize {
    let index = line_at(lines, at);
    let above = &lines[..index];
    let parsed: usize = above.iter().map(|line| line.text.len()).sum();
    let original: usize = above.iter().map(|line| line.original_length).sum();
    let end = lines.get(index).map_or(0, |line| {
        line.original_length - (line.text.len() - line.content().len())
    });
    original + at.saturating_sub(parsed).min(end)
}

fn original_range(lines: &[Line], span: &Range<usize>) -> Range<usize> {
    original_offset(lines, span.start)..original_offset(lines, span.end)
}

fn diagnostic(source: &Arc<Source>, lines: &[Line], error: &SyntaxError) -> Diagnostic {
    let span = original_range(lines, &error.span);
    let mut diagnostic = Diagnostic::error(rule::TOML_SYNTAX, &*error.message).at(source, span, "");
    if let Some(first) = &error.first {
        diagnostic = diagnostic.also(source, original_range(lines, first), "first here");
    }
    if let Some(Edit { span, replacement }) = &error.fix {
        diagnostic = diagnostic.fix(original_range(lines, span), replacement);
    }
    if error.hint.is_empty() {
        diagnostic
    } else {
        diagnostic.hint(&*error.hint)
    }
}

/// Returns the error that leaves text of several lines outside of quotes, if that is why the parser
/// stopped.
fn stray_text(text: &str, error: &SyntaxError) -> Option<SyntaxError> {
    let line = line_around(text, error.at);
    if error.is_unclosed
        || starts_statement(&text[line.clone()])
        || !open_at_end(&text[..line.start]).is_empty()
    {
        return None;
    }
    let quotes = text[line.start..]
        .lines()
        .take_while(|line| !starts_statement(line))
        .find_map(leading_quotes)?;
    let above = text[..line.start].trim_end().strip_suffix(quotes);
    let open = above.and_then(|above| open_at_end(above).pop());
    let stray = match open {
        Some(OpenBracket { start, .. }) => SyntaxError::new(
            error.at,
            start..start + quotes.len(),
            "the string is not closed before the next one starts",
            format!("add the closing `{quotes}`"),
        ),
        None => SyntaxError::new(
            error.at,
            line,
            "text of several lines must be in three quotes",
            format!("write `{quotes}` before it, too"),
        ),
    };
    Some(SyntaxError {
        is_unclosed: true,
        ..stray
    })
}

fn leading_quotes(line: &str) -> Option<&'static str> {
    ["\"\"\"", "'''"]
        .into_iter()
        .find(|quotes| line.trim().starts_with(quotes))
}

/// Returns the lines of the statement that contains an error.
fn statement_of(text: &str, lines: &[Line], error: &SyntaxError) -> Range<usize> {
    let line_start = line_around(text, error.span.start).start;
    let start = open_at_end(&text[..line_start])
        .first()
        .map_or(line_start, |open| line_around(text, open.start).start);
    let first = line_at(lines, start);
    if text[start..].trim_start().starts_with('[') {
        return first..first + 1;
    }
    let end = if error.is_unclosed {
        None
    } else {
        statement_end(&text[start..])
    };
    let last = end.map_or(first, |end| line_at(lines, start + end)) + 1;
    let rest = lines[last..]
        .iter()
        .take_while(|line| is_rest_of_statement(line, end.is_some()));
    first..last + rest.count()
}

/// Returns whether a line belongs to the statement above: lines that start like members of a list
/// are the rest of one; after an open bracket, all lines are.
fn is_rest_of_statement(line: &Line, is_closed: bool) -> bool {
    const MEMBER_STARTS: [char; 7] = ['"', '\'', '{', '}', '[', ']', ','];
    if starts_statement(&line.text) {
        return false;
    }
    !is_closed || line.text.trim_start().starts_with(MEMBER_STARTS)
}

/// Removes a statement. A header is repaired: without it, the keys below would belong to the table
/// above.
fn repair(lines: &mut [Line], statement: Range<usize>, error: &SyntaxError) {
    let is_one_line = statement.len() == 1;
    for line in &mut lines[statement] {
        let text = line.text.trim_start();
        let repaired = if !text.starts_with('[') || line.is_edited || !is_one_line {
            String::new()
        } else {
            repaired_header(text, error.first.is_some())
        };
        line.set(&repaired);
    }
}

fn repaired_header(text: &str, is_duplicate: bool) -> String {
    let name = header_name(text).trim_matches('.');
    if is_duplicate || name.is_empty() {
        PLACEHOLDER_HEADER.to_owned()
    } else if text.starts_with("[[") || is_repeated(name) {
        format!("[[{name}]]")
    } else {
        format!("[{name}]")
    }
}
