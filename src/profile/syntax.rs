//! Tells what is wrong with a text that is not TOML, in words for somebody who has never read the specification.
//!
//! The parser finds the faults, and names them in the terms of its grammar. What it says of one that is not known here is
//! passed on; the tests in `tests/profiles/invalid` notice where it has changed its words.

use std::ops::Range;
use std::sync::Arc;

use toml::de::Error;

use crate::diagnostic::{Diagnostic, Diagnostics, Source};

/// The names of what a profile has several of, each under a header in double brackets.
const SEVERAL: [&str; 6] = ["section", "subsection", "entry", "role", "details", "links"];

/// Every fault that the parser found, but for those that only follow from another.
pub fn faults(source: &Arc<Source>, errors: &[Error]) -> Diagnostics {
    let mut found = Diagnostics::default();
    if let Some(other) = other_language(source.text()) {
        let error = Diagnostic::error("toml-syntax", format!("the file is {other}, and a profile is TOML"));
        let first = line_around(source.text(), source.text().len() - source.text().trim_start().len());
        found.push(error.at(source, first, "").hint("a profile begins with `[person]` and, below it, `name = \"…\"`"));
        return found;
    }
    let mut faults: Vec<Fault> = errors.iter().map(|error| Fault::new(source.text(), error)).collect();
    faults.sort_by_key(|fault| (fault.span.start, fault.at));
    let mut line = 0;
    for fault in &faults {
        // Whatever was read between an open bracket and the place where the parser gave up was read wrongly.
        let swallowed = faults.iter().any(|other| {
            other.is_open_bracket && other.span.start < fault.span.start && fault.span.start <= other.at
        });
        let follows = std::mem::replace(&mut line, source.position(fault.at).line) == line;
        if swallowed || follows {
            continue;
        }
        let mut error = Diagnostic::error("toml-syntax", &*fault.message).at(source, fault.span.clone(), "");
        if let Some(first) = &fault.first {
            error = error.also(source, first.clone(), "first here");
        }
        found.push(error.hint(&*fault.hint));
    }
    found.sort();
    found
}

/// The name of another language that the whole text is evidently written in.
fn other_language(text: &str) -> Option<&'static str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next()?;
    let is_word = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_- ".contains(c));
    if first.starts_with('{') {
        Some("JSON")
    } else if first == "---" || first.split_once(':').is_some_and(|(key, _)| is_word(key)) {
        Some("YAML")
    } else if first.starts_with('<') {
        Some("XML or HTML")
    } else {
        None
    }
}

/// One thing that the parser stumbled over.
struct Fault {
    message: String,
    hint: String,
    /// What to underline.
    span: Range<usize>,
    /// Where something of the same name stands already.
    first: Option<Range<usize>>,
    /// Where the parser noticed.
    at: usize,
    is_open_bracket: bool,
}

impl Fault {
    #[expect(clippy::too_many_lines, reason = "a list of what can be wrong")]
    fn new(text: &str, error: &Error) -> Self {
        let said = error.message();
        let (what, expected) = said.split_once(", expected ").unwrap_or((said, ""));
        let span = error.span().unwrap_or_default();
        let at = span.start.min(text.len());
        let line = line_around(text, at);
        let (before, after) = (&text[line.start..at], &text[at..line.end]);
        let wrong = text.get(span.clone()).unwrap_or_default();
        let mut fault = Self {
            message: what.to_owned(),
            hint: format!("expected {expected}"),
            span: span.clone(),
            first: None,
            at,
            is_open_bracket: false,
        };
        let mut say = |message: String, hint: String| (fault.message, fault.hint) = (message, hint);
        match what {
            "duplicate key" => {
                say(format!("`{wrong}` is defined twice"), "keep one of the two".to_owned());
                fault.first = earlier(text, &span);
                let header = text[line.clone()].trim();
                if header.starts_with('[') && SEVERAL.contains(&wrong) {
                    fault.hint = format!("for several of them write double brackets: `[[{}]]`", inside(header));
                } else if header.starts_with('[') {
                    fault.hint = "put the keys of both under one header".to_owned();
                }
            }
            "string values must be quoted" if wrong.is_empty() => {
                let key = before.trim_end_matches([' ', '\t', '=']).trim();
                say(format!("`{key}` has no value"), format!("write `{key} = \"…\"`, or leave it out"));
            }
            "string values must be quoted" => {
                say("text must be in quotes".to_owned(), format!("write `\"{}\"`", wrong.trim()));
            }
            "missing opening quote" if !after.starts_with('(') => {
                say("the string has no quote at its beginning".to_owned(), format!("add {expected} here"));
            }
            "missing opening quote" => {
                let hint = "text is written in `\"…\"`, a list in `[…]`, a table in `{…}`";
                say("no value begins with `(`".to_owned(), hint.to_owned());
                fault.span = at..at + 1;
            }
            _ if what.starts_with("invalid") && what.ends_with("string") => {
                say("the string does not end".to_owned(), format!("add the closing {}", closing(what)));
                if let Some(Open::String(start)) = open_at(&text[..at]).pop() {
                    fault.span = start..at.min(line_around(text, start).end);
                }
            }
            "missing escaped value" | "too few unicode value digits" => {
                let escape = at.saturating_sub(1)..at + after.chars().next().map_or(0, char::len_utf8);
                let written = &text[escape.clone()];
                let hint = "write `\\\\` for a backslash, or put the text in single quotes: `'…'`".to_owned();
                match what {
                    "missing escaped value" => say(format!("`{written}` is no escape"), hint),
                    _ => say(format!("`{written}` is no escape without its digits"), hint),
                }
                fault.span = escape;
            }
            "unclosed table" | "unclosed array table" => {
                let name = inside(before);
                let header = if what == "unclosed table" { format!("[{name}]") } else { format!("[[{name}]]") };
                say("the header does not end".to_owned(), format!("write `{header}`"));
                fault.span = line.start..at;
            }
            "unquoted keys cannot be empty" => {
                say("a name is missing".to_owned(), "names stand in the brackets and on both sides of a dot".to_owned());
            }
            "key with no value" | "invalid unquoted key" | "invalid key-value pair" => {
                let key = before.trim();
                let colon = text[line.clone()].find(':').filter(|colon| !text[line.clone()][..*colon].contains('='));
                if let Some(colon) = colon {
                    let hint = "write `=` between a key and its value, and single words as keys".to_owned();
                    say("`:` does not follow a key".to_owned(), hint);
                    fault.span = line.start + colon..line.start + colon + 1;
                } else if what == "key with no value" {
                    say(format!("`{key}` has no value"), format!("write `{key} = …`, or leave it out"));
                    fault.span = line.start + (before.len() - before.trim_start().len())..line.start + before.trim_end().len();
                } else if let Some(character) = after.chars().next() {
                    fault.span = at..at + character.len_utf8();
                    if what == "invalid unquoted key" {
                        let hint = "a key is made of `a` to `z`, digits, `-` and `_`; put any other in quotes".to_owned();
                        say(format!("`{character}` cannot stand in a key"), hint);
                    } else {
                        say(format!("`{character}` begins no line"), "expected a key, as in `name = \"…\"`, or a header, as in `[person]`".to_owned());
                    }
                }
            }
            "unexpected key or value" => {
                let hint = match before.trim_end().chars().last() {
                    Some(quote @ ('"' | '\'')) => {
                        let other = if quote == '"' { "'…'" } else { "\"…\"" };
                        format!("a text with {quote} in it can stand in {other}, and any text in '''…'''")
                    }
                    _ => "begin a new line for each key".to_owned(),
                };
                say("the value ends before this".to_owned(), hint);
                fault.span = at..line.start + text[line].trim_end().len();
            }
            "unclosed array" | "unclosed inline table" => {
                let bracket = if what == "unclosed array" { ']' } else { '}' };
                say(format!("the bracket is not closed"), format!("add `{bracket}`"));
                if let Some(Open::Bracket(start, closing)) = open_at(&text[..at]).pop() {
                    fault.hint = format!("add `{closing}`");
                    fault.span = start..start + 1;
                    fault.is_open_bracket = true;
                }
            }
            "invalid boolean" => {
                say(format!("`{wrong}` is no value"), "write `true` or `false` in small letters, and text in quotes".to_owned());
            }
            "unexpected leading zero" => {
                say("a number cannot begin with `0`".to_owned(), "put it in quotes".to_owned());
            }
            _ if ["invalid date", "invalid time", "invalid datetime"].iter().any(|start| what.starts_with(start)) => {
                let message = format!("`{wrong}` is no date as TOML writes one");
                say(message, format!("put it in quotes: `\"{wrong}\"`"));
            }
            _ if what.starts_with("invalid") && what.ends_with("number") || what == "invalid float" => {
                say(format!("`{wrong}` is no number"), format!("put it in quotes: `\"{wrong}\"`"));
            }
            _ if what.starts_with("missing comma") => {
                say("a comma is missing".to_owned(), "put `,` between one and the next".to_owned());
            }
            _ if what.starts_with("extra comma") => {
                say("a comma too many".to_owned(), "nothing stands between this comma and the one before".to_owned());
            }
            _ => {}
        }
        fault
    }
}
