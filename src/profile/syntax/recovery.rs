//! Goes on behind a fault, so that one run tells all of them and none that only follows from
//! another.
//!
//! The first fault is told, its statement is taken out or set right, and the rest is read again.
//! What stands before the first fault is right, so nothing of it can be a consequence.

use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, Error};

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::syntax::scan::{
    Open, begins_statement, inside, line_around, open_at_end, statement_end,
};
use crate::profile::syntax::{Fault, Said, is_of_several};

/// The most bytes that are read in all rounds together, and the most rounds.
const MOST_READ: usize = 16 << 20;
const MOST_ROUNDS: usize = 64;

/// Tells every fault of a text that is not TOML.
pub fn faults(source: &Arc<Source>) -> Diagnostics {
    let mut found = Diagnostics::default();
    if let Some((language, span)) = other_language(source.text()) {
        let error = Diagnostic::error(
            rule::TOML_SYNTAX,
            format!("this is {language}, and a profile is TOML"),
        );
        found.push(
            error
                .at(source, span, "")
                .hint("a profile begins with `[person]` and below it `name = \"…\"`"),
        );
        return found;
    }
    let mut lines: Vec<Line> = source.text().split_inclusive('\n').map(Line::new).collect();
    for _ in 0..(MOST_READ / source.text().len().max(1)).clamp(1, MOST_ROUNDS) {
        let text: String = lines.iter().map(|line| line.text.as_str()).collect();
        let faults = first_faults(&text);
        // What was read between an open bracket and the place where the parser gave up was read
        // wrongly.
        let open = faults
            .iter()
            .filter(|fault| fault.said.is_open)
            .min_by_key(|fault| fault.said.span.start);
        let Some(first) = faults.first() else { break };
        let first = open
            .filter(|open| open.said.span.start <= first.at)
            .unwrap_or(first);
        let stray = stray_text(&text, first);
        let first = stray.as_ref().unwrap_or(first);
        let statement = statement_of(&text, &lines, first);
        let others = faults
            .iter()
            .filter(|other| !first.said.is_alone && !first.said.is_open && !other.said.is_open);
        let mut told = None;
        for fault in std::iter::once(first).chain(others) {
            let line = line_at(&lines, fault.said.span.start);
            // The second of a line mostly follows from the first.
            if statement.contains(&line) && told < Some(line) && !lines[line].is_edited {
                told = Some(line);
                found.push(diagnostic(source, &lines, fault));
            }
        }
        repair(&mut lines, statement, first);
    }
    found.sort();
    found
}

/// The first faults of a text by their places, and those at its end, where open brackets are
/// noticed.
fn first_faults(text: &str) -> Vec<Fault> {
    let mut errors = DeTable::parse_recoverable(text).1;
    let place = |error: &Error| error.span().unwrap_or_default().start;
    errors.sort_by_key(place);
    errors.dedup_by(|a, b| a.span() == b.span() && a.message() == b.message());
    let last = errors.last().map(place);
    let matters =
        |(index, error): &(usize, &Error)| *index < MOST_ROUNDS || Some(place(error)) == last;
    errors
        .iter()
        .enumerate()
        .filter(matters)
        .map(|(_, error)| Fault::new(text, error))
        .collect()
}

/// The name of another language that the whole text is evidently written in, and where it begins.
fn other_language(text: &str) -> Option<(&'static str, Range<usize>)> {
    if text.lines().any(begins_statement) {
        return None;
    }
    let says_something =
        |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let before: usize = text
        .split_inclusive('\n')
        .take_while(|line| !says_something(line))
        .map(str::len)
        .sum();
    let line = line_around(text, before);
    let first = text[line.clone()].trim();
    let is_word = |key: &str| {
        key.chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
    };
    let language = match first.split_once(':') {
        _ if first.starts_with('{') => "JSON",
        _ if first == "---" => "YAML",
        Some((key, _)) if is_word(key) => "YAML",
        _ => return None,
    };
    Some((language, line))
}

/// A line of the text: as it is read, and how long it was written, each with its break.
struct Line {
    text: String,
    written: usize,
    is_edited: bool,
}

impl Line {
    fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            written: text.len(),
            is_edited: false,
        }
    }

    fn content(&self) -> &str {
        self.text.trim_end_matches(['\r', '\n'])
    }

    /// Puts something else into the line; its line break stays.
    fn set(&mut self, text: &str) {
        self.text.replace_range(..self.content().len(), text);
        self.is_edited = true;
    }
}

/// The index of the line that a place in the text as read lies in.
fn line_at(lines: &[Line], at: usize) -> usize {
    let mut end = 0;
    let ends = lines.iter().map(|line| {
        end += line.text.len();
        end
    });
    ends.take_while(|end| *end <= at)
        .count()
        .min(lines.len().saturating_sub(1))
}

/// A place in the text as written, from one in the text as read. In a line that was set right it is
/// at most the line's end.
fn written(lines: &[Line], span: &Range<usize>) -> Range<usize> {
    let place = |at: usize| {
        let index = line_at(lines, at);
        let before = |line: fn(&Line) -> usize| lines[..index].iter().map(line).sum::<usize>();
        let end = lines.get(index).map_or(0, |line| {
            line.written - (line.text.len() - line.content().len())
        });
        before(|line| line.written) + at.saturating_sub(before(|line| line.text.len())).min(end)
    };
    place(span.start)..place(span.end)
}

fn diagnostic(source: &Arc<Source>, lines: &[Line], fault: &Fault) -> Diagnostic {
    let said = &fault.said;
    let mut error = Diagnostic::error(rule::TOML_SYNTAX, &*said.message).at(
        source,
        written(lines, &said.span),
        "",
    );
    if let Some(first) = &said.first {
        error = error.also(source, written(lines, first), "first here");
    }
    if said.hint.is_empty() {
        error
    } else {
        error.hint(&*said.hint)
    }
}

/// The fault that makes a text of several lines stand outside of quotes, if that is what the parser
/// stumbled over.
fn stray_text(text: &str, fault: &Fault) -> Option<Fault> {
    let line = line_around(text, fault.at);
    if fault.said.is_open
        || begins_statement(&text[line.clone()])
        || !open_at_end(&text[..line.start]).is_empty()
    {
        return None;
    }
    let mut below = text[line.start..]
        .lines()
        .take_while(|line| !begins_statement(line));
    let quotes = below.find_map(|line| {
        ["\"\"\"", "'''"]
            .into_iter()
            .find(|quotes| line.trim().starts_with(quotes))
    })?;
    let above = text[..line.start].trim_end();
    let said = match above
        .strip_suffix(quotes)
        .map(|above| open_at_end(above).pop())
    {
        Some(Some(Open { start, .. })) => Said::new(
            start..start + quotes.len(),
            "the string does not end before the next one begins",
            format!("add the closing `{quotes}`"),
        ),
        _ => Said::new(
            line.clone(),
            "a text of several lines must be in three quotes",
            format!("write `{quotes}` before it, too"),
        ),
    };
    Some(Fault {
        at: fault.at,
        said: Said {
            is_open: true,
            ..said
        },
    })
}

/// The lines of the key with its value, or of the header, in which a fault lies.
fn statement_of(text: &str, lines: &[Line], fault: &Fault) -> Range<usize> {
    let start = line_around(text, fault.said.span.start).start;
    let begin = open_at_end(&text[..start])
        .first()
        .map_or(start, |open| line_around(text, open.start).start);
    let first = line_at(lines, begin);
    if text[begin..].trim_start().starts_with('[') {
        return first..first + 1;
    }
    let whole = if fault.said.is_open {
        None
    } else {
        statement_end(&text[begin..])
    };
    let last = match whole {
        Some(end) => line_at(lines, begin + end) + 1,
        None => first + 1,
    };
    // Lines that begin like members of an array are what is left of one; after an open end, all
    // are.
    let is_rest = |line: &&Line| match whole {
        _ if begins_statement(&line.text) => false,
        Some(_) => line
            .text
            .trim_start()
            .starts_with(['"', '\'', '{', '}', '[', ']', ',']),
        None => true,
    };
    first..last + lines[last..].iter().take_while(is_rest).count()
}

/// Takes a statement out; a header is set right, or the keys below it would seem to be those of the
/// table above.
fn repair(lines: &mut [Line], statement: Range<usize>, fault: &Fault) {
    for line in &mut lines[statement.clone()] {
        let name = inside(&line.text).trim_matches('.').to_owned();
        let header = match line.text.trim_start() {
            _ if line.is_edited || statement.len() > 1 => String::new(),
            // One of several tables of a name that no profile has, which may be empty and may be
            // repeated.
            text if text.starts_with('[') && (fault.said.first.is_some() || name.is_empty()) => {
                "[[z]]".to_owned()
            }
            text if text.starts_with("[[") || (text.starts_with('[') && is_of_several(&name)) => {
                format!("[[{name}]]")
            }
            text if text.starts_with('[') => format!("[{name}]"),
            _ => String::new(),
        };
        line.set(&header);
    }
}
