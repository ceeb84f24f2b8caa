//! Texts whose quotes are not where TOML has them: with quotation marks inside, or on several lines.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use crate::diagnostic::Edit;
use crate::profile::syntax::line::starts_statement;

/// The lines after which a text that is not closed is not taken for one of several lines.
const MOST_LINES: usize = 40;

/// Returns the text, up to its last quotes, that ended at a quotation mark within it before `at`, and
/// how it is written.
pub fn with_marks_escaped(text: &str, line: Range<usize>, at: usize) -> Option<Edit> {
    let strings = Source::new(&text[line.clone()]).lex();
    let string = strings
        .filter(|token| token.kind() == TokenKind::BasicString)
        .map(|token| line.start + token.span().start()..line.start + token.span().end())
        .find(|string| string.end == at)?;
    let end = marks(text, at..line.end).find(|mark| ends_values(&text[mark + 1..line.end]))?;
    let mut written = text[string.start + 1..end].to_owned();
    let inside: Vec<usize> = marks(text, string.start + 1..end).collect();
    // A single one may be a comma that is missing, or quotes too many.
    if !inside.len().is_multiple_of(2) {
        return None;
    }
    for mark in inside.iter().rev() {
        written.insert(mark - string.start - 1, '\\');
    }
    Some(Edit {
        span: string.start..end + 1,
        replacement: format!("\"{written}\""),
    })
}

/// Returns the places of the quotation marks that are not escaped.
fn marks(text: &str, range: Range<usize>) -> impl Iterator<Item = usize> {
    let found = text[range.clone()].match_indices('"');
    let places = found.map(move |(mark, _)| range.start + mark);
    places.filter(|mark| {
        let before = &text[..*mark];
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        backslashes.is_multiple_of(2)
    })
}

/// Returns whether a text may follow a value: the members of a list that are closed, and a comment.
fn ends_values(rest: &str) -> bool {
    let rest = rest.trim_start();
    let Some(after) = rest.strip_prefix([',', ']', '}']) else {
        return rest.is_empty() || rest.starts_with('#');
    };
    let mut members = Source::new(after).lex();
    members.all(|token| {
        let raw = &after[token.span().start()..token.span().end()];
        match token.kind() {
            TokenKind::BasicString => raw.len() > 1 && raw.ends_with('"'),
            TokenKind::LiteralString => raw.len() > 1 && raw.ends_with('\''),
            _ => true,
        }
    })
}

/// Returns a text in quotes of one line that goes on in the lines below, as it is written on several.
pub fn on_several_lines(text: &str, start: usize, quotes: &str) -> Option<Edit> {
    let inside = start + quotes.len();
    let mut end = inside;
    for (number, line) in text[inside..]
        .split_inclusive('\n')
        .take(MOST_LINES)
        .enumerate()
    {
        if number > 0 {
            if starts_statement(line) {
                return None;
            }
            let closing = line.match_indices(quotes).map(|(at, _)| at);
            let mut closing = closing.filter(|at| ends_values(&line[at + quotes.len()..]));
            if let Some(at) = closing.next() {
                let three = quotes.repeat(3);
                let content = &text[inside..end + at];
                return (!content.contains(&three)).then(|| Edit {
                    span: start..end + at + quotes.len(),
                    replacement: format!("{three}{content}{three}"),
                });
            }
        }
        end += line.len();
    }
    None
}
