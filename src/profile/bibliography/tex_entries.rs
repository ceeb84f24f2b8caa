//! The entries of a `.bib` file that can be read: one that cannot costs itself, and not the others.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use biblatex::{Bibliography, Pair, ParseError, ParseErrorKind, RawBibliography, RawChunk};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::profile::bibliography::guard::{UNUSED, too_deep, too_deep_error};
use crate::profile::bibliography::markup::QUOTE;
use crate::profile::bibliography::reporter::Reporter;

/// The most entries that are looked for a fault one after the other.
const MOST_FAULTS: usize = 200;

/// Returns the text without comments and without entries that cannot be read. Everything else keeps its
/// place.
///
/// # Errors
/// No entry can be read.
pub fn readable(reporter: &mut Reporter) -> Result<String, Diagnostics> {
    let mut text = without_comments(reporter.text());
    in_braces(&mut text);
    let Err(first) = RawBibliography::parse(&text) else {
        return Ok(text);
    };
    let mut left_out = Vec::new();
    for span in entries(&text) {
        if text[span.clone()].starts_with("@@") {
            blank(&mut text, span.start..span.start + 1);
            let place = span.start..span.start + 2;
            reporter.warn(place, "`@` is written twice", "remove one of them");
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
        left_out.push((key_in(&text[span.clone()]), error));
        blank(&mut text, span);
    }
    match RawBibliography::parse(&text) {
        Ok(raw) if !raw.entries.is_empty() => {
            for (key, error) in left_out {
                report_left_out(&key, error, reporter);
            }
            drop(raw);
            Ok(text)
        }
        _ => Err(syntax_error(first, reporter).into()),
    }
}

/// Takes the entries apart, and leaves out those that cannot be.
///
/// # Errors
/// Too many cannot, or an error has no entry.
pub fn bibliography(
    mut raw: RawBibliography,
    reporter: &mut Reporter,
) -> Result<Bibliography, Diagnostics> {
    let mut keys = BTreeSet::new();
    raw.entries.retain(|entry| {
        let key = &entry.v.key;
        let is_new = keys.insert(key.v);
        if !is_new {
            let kind = ParseErrorKind::DuplicateKey(key.v.to_owned());
            let span = key.span.clone();
            report_left_out(key.v, ParseError { span, kind }, reporter);
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
            return Err(syntax_error(error, reporter).into());
        };
        let entry = raw.entries.remove(faulty);
        report_left_out(entry.v.key.v, error, reporter);
    }
    let message = format!("more than {MOST_FAULTS} entries cannot be read");
    Err(reporter
        .error(rule::BIBLIOGRAPHY_SYNTAX, 0..0, message)
        .into())
}

/// Leaves out entries in which brackets are nested too deep.
///
/// # Errors
/// All are, or an abbreviation is.
pub fn without_deep(raw: &mut RawBibliography, reporter: &mut Reporter) -> Result<(), Diagnostics> {
    let mut faults = Vec::new();
    let abbreviation = deep(&raw.abbreviations);
    raw.entries.retain(|entry| {
        let fault = deep(&entry.v.fields);
        faults.extend(fault.clone().map(|span| (entry.v.key.v, span)));
        fault.is_none()
    });
    let first = faults.first().map(|(_, span)| span.clone());
    let whole = first.filter(|_| raw.entries.is_empty());
    if let Some(span) = abbreviation.or(whole) {
        return Err(too_deep_error(reporter, span).into());
    }
    for (key, span) in faults {
        let message = format!("the entry `{key}` is left out: brackets are nested too deep");
        reporter.warn(span, message, "close the brackets before it");
    }
    Ok(())
}

/// Returns the first bracket of fields that is nested too deep.
fn deep(fields: &[Pair]) -> Option<Range<usize>> {
    let mut chunks = fields.iter().flat_map(|field| &field.value.v);
    chunks.find_map(|chunk| {
        let RawChunk::Normal(text) = chunk.v else {
            return None;
        };
        let Range { start, end } = too_deep(text)?;
        Some(chunk.span.start + start..chunk.span.start + end)
    })
}

/// Reports fields that an entry has twice: the last is read.
pub fn report_doubled(raw: &RawBibliography, reporter: &mut Reporter) {
    for entry in &raw.entries {
        let mut texts = BTreeMap::new();
        for field in &entry.v.fields {
            let key = field.key.v.to_ascii_lowercase();
            let text: Vec<_> = field.value.v.iter().map(|chunk| &chunk.v).collect();
            let earlier = texts.insert(key.clone(), text.clone());
            if UNUSED.contains(&key.as_str()) || earlier.is_none_or(|earlier| earlier == text) {
                continue;
            }
            let message = format!(
                "`{key}` is written twice in `{}`, and the last is shown",
                entry.v.key.v
            );
            reporter.warn(field.key.span.clone(), message, "remove one of them");
        }
    }
}

fn report_left_out(key: &str, error: ParseError, reporter: &mut Reporter) {
    let Cause { message, hint } = cause(error.kind);
    let message = match key {
        "" => format!("an entry is left out: {message}"),
        key => format!("the entry `{key}` is left out: {message}"),
    };
    reporter.warn(error.span, message, hint);
}

/// Returns the error that a bibliography cannot be read.
pub fn syntax_error(error: ParseError, reporter: &Reporter) -> Diagnostic {
    let Cause { message, hint } = cause(error.kind);
    reporter
        .error(rule::BIBLIOGRAPHY_SYNTAX, error.span, message)
        .hint(hint)
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
    let lines = text.split_inclusive('\n');
    let lines = lines.map(|line| {
        if line.trim_start().starts_with('%') {
            Cow::Owned(blanks(line))
        } else {
            Cow::Borrowed(line)
        }
    });
    lines.collect()
}

/// Writes entries in parentheses with braces, and blanks comments and preambles, which are not shown.
fn in_braces(text: &mut String) {
    let mut done = 0;
    let mut is_open = false;
    let spans = entries(text);
    blank_signs(text, 0..spans.first().map_or(text.len(), |span| span.start));
    for span in spans {
        if span.start < done {
            continue;
        }
        let after = &text[span.start + 1..span.end];
        let name = after.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let content = name.trim_start();
        let start = span.end - content.len();
        let kind = after[..after.len() - name.len()].to_ascii_lowercase();
        let is_left_out = matches!(kind.as_str(), "comment" | "preamble");
        if is_left_out && !content.starts_with(['{', '(']) {
            blank(text, span.start..span.end - name.len());
            blank_signs(text, span.clone());
        } else if is_left_out {
            // An entry in a comment is part of it. Nothing closes what begins after an open one.
            let most = if is_open { span.end } else { text.len() };
            let length = length_in_brackets(&text[start..most]);
            is_open |= length.is_none();
            done = length.map_or(span.end, |length| start + length);
            blank(text, span.start..done);
            blank_signs(text, done..span.end);
        } else if content.starts_with(['{', '('])
            && let Some(length) = length_in_brackets(content)
        {
            text.replace_range(start..=start, "{");
            text.replace_range(start + length - 1..start + length, "}");
            blank_signs(text, start + length..span.end);
        }
        hide_quotes(text, span);
    }
}

/// Blanks every `@` between entries that does not begin one, as in an address of mail.
fn blank_signs(text: &mut String, between: Range<usize>) {
    for at in between {
        let Some(after) = text[..].get(at..).and_then(|rest| rest.strip_prefix('@')) else {
            continue;
        };
        let name = after.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if name.len() == after.len() || !name.trim_start().starts_with(['{', '(']) {
            blank(text, at..at + 1);
        }
    }
}

/// Replaces quotation marks in braces within a text in quotation marks, `"a {"}b{"}"`, whose end the
/// parser takes them for.
fn hide_quotes(text: &mut String, entry: Range<usize>) {
    let (mut depth, mut is_escaped, mut is_quoted) = (0_usize, false, false);
    for at in entry {
        match text.as_bytes()[at] {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'"' if depth <= 1 => is_quoted = !is_quoted,
            b'"' if is_quoted => text.replace_range(at..=at, QUOTE.encode_utf8(&mut [0; 4])),
            _ => {}
        }
    }
}

/// Returns the length of what begins with a brace or parenthesis, up to that which closes it.
fn length_in_brackets(text: &str) -> Option<usize> {
    let is_in_braces = text.starts_with('{');
    let (mut depth, mut is_escaped, mut is_quoted) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if is_in_braces && depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' if depth == 0 => is_quoted = !is_quoted,
            b')' if depth == 0 && !is_quoted => return Some(at + 1),
            _ => {}
        }
    }
    None
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
    let spaces = blanks(&text[span.clone()]);
    text.replace_range(span, &spaces);
}

/// Returns a space for each byte of a text. Lines stay.
fn blanks(text: &str) -> String {
    let bytes = text.bytes();
    bytes
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        .collect()
}
