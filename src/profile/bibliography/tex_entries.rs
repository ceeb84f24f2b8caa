//! The entries of a `.bib` file that can be read: one that cannot costs itself, and not the others.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use biblatex::{Bibliography, ParseError, ParseErrorKind, RawBibliography};

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};

/// The most entries that are looked for a fault one after the other.
const MOST_FAULTS: usize = 200;

/// Returns the text without comments and without entries that cannot be read. Everything else keeps its
/// place.
///
/// # Errors
/// No entry can be read.
pub fn readable(source: &Arc<Source>, problems: &mut Diagnostics) -> Result<String, Diagnostics> {
    let mut text = without_comments(source.text());
    let Err(first) = RawBibliography::parse(&text) else {
        return Ok(text);
    };
    let mut left_out = Diagnostics::default();
    for span in entries(&text) {
        if text[span.clone()].starts_with("@@") {
            blank(&mut text, span.start..span.start + 1);
            let warning = "`@` is written twice";
            problems.push(
                at(
                    Diagnostic::warning(rule::BIBLIOGRAPHY_ENTRY, warning),
                    source,
                    span.start..span.start + 2,
                )
                .hint("remove one of them"),
            );
        }
        let Err(mut error) = RawBibliography::parse(&text[span.clone()]) else {
            continue;
        };
        let braces = |brace| text[span.clone()].matches(brace).count();
        error = if braces('{') > braces('}') || error.kind == ParseErrorKind::UnexpectedEof {
            // What is not closed begins here.
            ParseError {
                span: span.start..span.start + 1,
                kind: ParseErrorKind::UnexpectedEof,
            }
        } else {
            error.span = error.span.start + span.start..error.span.end + span.start;
            error
        };
        left_out.push(left_out_warning(
            &key_in(&text[span.clone()]),
            error,
            source,
        ));
        blank(&mut text, span);
    }
    match RawBibliography::parse(&text) {
        Ok(raw) if !raw.entries.is_empty() => {
            problems.extend(left_out);
            drop(raw);
            Ok(text)
        }
        _ => Err(syntax_error(first, source).into()),
    }
}

/// Takes the entries apart, and leaves out those that cannot be.
///
/// # Errors
/// Too many cannot, or an error has no entry.
pub fn bibliography(
    mut raw: RawBibliography,
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) -> Result<Bibliography, Diagnostics> {
    let mut keys = BTreeSet::new();
    raw.entries.retain(|entry| {
        let is_new = keys.insert(entry.v.key.v);
        if !is_new {
            let kind = ParseErrorKind::DuplicateKey(entry.v.key.v.to_owned());
            let span = entry.v.key.span.clone();
            problems.push(left_out_warning(
                entry.v.key.v,
                ParseError { span, kind },
                source,
            ));
        }
        is_new
    });
    for _ in 0..MOST_FAULTS {
        let error = match Bibliography::from_raw(raw.clone()) {
            Ok(bibliography) => return Ok(bibliography),
            Err(error) => error,
        };
        let faulty = raw.entries.iter().position(|entry| {
            entry.span.start <= error.span.start && error.span.start <= entry.span.end
        });
        let Some(faulty) = faulty else {
            return Err(syntax_error(error, source).into());
        };
        let entry = raw.entries.remove(faulty);
        problems.push(left_out_warning(entry.v.key.v, error, source));
    }
    let message = format!("more than {MOST_FAULTS} entries cannot be read");
    let error = Diagnostic::error(rule::BIBLIOGRAPHY_SYNTAX, message);
    Err(at(error, source, 0..0).into())
}

fn left_out_warning(key: &str, error: ParseError, source: &Arc<Source>) -> Diagnostic {
    let Cause { message, hint } = cause(error.kind);
    let message = match key {
        "" => format!("an entry is left out: {message}"),
        key => format!("the entry `{key}` is left out: {message}"),
    };
    at(
        Diagnostic::warning(rule::BIBLIOGRAPHY_ENTRY, message),
        source,
        error.span,
    )
    .hint(hint)
}

/// Returns the error that a bibliography cannot be read.
pub fn syntax_error(error: ParseError, source: &Arc<Source>) -> Diagnostic {
    let Cause { message, hint } = cause(error.kind);
    at(
        Diagnostic::error(rule::BIBLIOGRAPHY_SYNTAX, message),
        source,
        error.span,
    )
    .hint(hint)
}

fn at(problem: Diagnostic, source: &Arc<Source>, span: Range<usize>) -> Diagnostic {
    problem.at(source, span, "")
}

/// What is wrong, and what to do.
struct Cause {
    message: String,
    hint: String,
}

fn cause(kind: ParseErrorKind) -> Cause {
    let form = "write an entry as `@article{key, title = {…}}`";
    let (message, hint) = match kind {
        ParseErrorKind::UnexpectedEof => (
            "a brace or a quotation mark is not closed".to_owned(),
            "add `}` or `\"`".to_owned(),
        ),
        ParseErrorKind::UnknownAbbreviation(name) => (
            format!("unknown abbreviation `{name}`"),
            format!("put it in braces, `{{{name}}}`, or add `@string{{{name} = {{…}}}}`"),
        ),
        ParseErrorKind::DuplicateKey(key) => (
            format!("the key `{key}` is used twice"),
            "change one of the two keys".to_owned(),
        ),
        ParseErrorKind::Expected(token) => (format!("expected {token}"), form.to_owned()),
        ParseErrorKind::Unexpected(token) => (format!("unexpected {token}"), form.to_owned()),
        ParseErrorKind::MalformedCommand => (
            "incomplete TeX command".to_owned(),
            "close its braces".to_owned(),
        ),
        other => (other.to_string(), form.to_owned()),
    };
    Cause { message, hint }
}

/// Returns the text with lines that begin with `%` blank, as Biber reads it.
fn without_comments(text: &str) -> String {
    let mut done = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with('%') {
            done.extend(
                line.bytes()
                    .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
            );
        } else {
            done += line;
        }
    }
    done
}

/// Returns the places of the entries: each from an `@` at the start of a line to the next.
fn entries(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        if line[indent..].starts_with('@') {
            starts.push(at + indent);
        }
        at += line.len();
    }
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}

/// Returns the key of an entry; nothing if it has none.
fn key_in(entry: &str) -> String {
    let inside = entry
        .split_once(['{', '('])
        .map_or("", |(_, inside)| inside);
    let key = inside
        .split([',', '\n', '}'])
        .next()
        .unwrap_or_default()
        .trim();
    let is_key = !key.contains(char::is_whitespace) && key.len() <= 60;
    if is_key {
        key.to_owned()
    } else {
        String::new()
    }
}

fn blank(text: &mut String, span: Range<usize>) {
    let spaces: String = text[span.clone()]
        .bytes()
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        .collect();
    text.replace_range(span, &spaces);
}
