//! Tells what is wrong with a text that is not TOML, in words for somebody who has never read the
//! specification.
//!
//! The parser finds the faults and names them in terms of its grammar. A message of its that is not
//! known here is passed on; the files of `tests/profiles/invalid` show where it has changed its
//! words.

mod recovery;
mod scan;

use std::ops::Range;

use toml::de::Error;

pub use recovery::faults;
use scan::{Open, earlier, inside, line_around, open_at_end};

/// What a profile has several of, each under a header in double brackets.
const SEVERAL: [&str; 6] = ["section", "subsection", "entry", "role", "details", "links"];

/// What a line begins with.
const KEY: &str = "expected a key, as in `name = \"…\"`, or a header, as in `[person]`";

/// What to do with a name of several words.
const JOIN: &str = "join the words with `-`, or put them in quotes";

/// One thing that the parser stumbled over.
#[derive(Debug)]
struct Fault {
    /// Where the parser noticed.
    at: usize,
    said: Said,
}

/// What is told about it.
#[derive(Debug, Default)]
struct Said {
    message: String,
    hint: String,
    /// What to underline.
    span: Range<usize>,
    /// Where something of the same name stands already.
    first: Option<Range<usize>>,
    /// The bracket or the quotes are open up to where the parser noticed.
    is_open: bool,
    /// What follows in the statement was read wrongly for it.
    is_alone: bool,
}

impl Said {
    fn new(span: Range<usize>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: hint.into(),
            span,
            ..Self::default()
        }
    }
}

impl Fault {
    fn new(text: &str, error: &Error) -> Self {
        let (what, expected) = error
            .message()
            .split_once(", expected ")
            .unwrap_or((error.message(), ""));
        let span = error.span().unwrap_or_default();
        let line = line_around(text, span.start);
        let place = Place {
            text,
            what,
            expected,
            at: span.start,
            wrong: text.get(span.clone()).unwrap_or_default(),
            before: &text[line.start..span.start],
            after: &text[span.start..line.end],
            line,
            span,
        };
        let alone = |said| Said {
            is_alone: true,
            ..said
        };
        let said = place
            .name()
            .map(alone)
            .or_else(|| place.bracket())
            .or_else(|| place.string());
        Self {
            at: place.at,
            said: said
                .or_else(|| place.value())
                .unwrap_or_else(|| place.unknown()),
        }
    }
}

/// Where the parser stumbled, and what it said.
struct Place<'a> {
    text: &'a str,
    what: &'a str,
    expected: &'a str,
    span: Range<usize>,
    at: usize,
    line: Range<usize>,
    wrong: &'a str,
    before: &'a str,
    after: &'a str,
}

impl Place<'_> {
    /// What is wrong with a key or a header.
    fn name(&self) -> Option<Said> {
        let (at, line) = (self.at, &self.line);
        Some(match self.what {
            "duplicate key" => self.defined_twice(),
            _ if self.what.starts_with("cannot extend value") => {
                let message = format!("`{}` has a value already", self.wrong);
                let said = Said::new(
                    self.span.clone(),
                    message,
                    "a value and a table cannot have the same name",
                );
                Said {
                    first: earlier(self.text, &self.span),
                    ..said
                }
            }
            "unclosed table" | "unclosed array table"
                if self.after.trim_start().starts_with(char::is_alphanumeric) =>
            {
                Said::new(line.clone(), "a header has single words in it", JOIN)
            }
            "unclosed table" | "unclosed array table" => {
                let name = inside(self.before);
                let is_one = self.what == "unclosed table" && !is_of_several(name);
                let header = if is_one {
                    format!("[{name}]")
                } else {
                    format!("[[{name}]]")
                };
                Said::new(
                    line.start..at,
                    "the header does not end",
                    format!("write `{header}`"),
                )
            }
            "unquoted keys cannot be empty" if self.before.trim_start().starts_with('[') => {
                let hint = "a header is written `[person]` or `[[section.entry]]`";
                Said::new(self.span.clone(), "a name is missing here", hint)
            }
            "unquoted keys cannot be empty" => {
                Said::new(self.span.clone(), "a key is missing here", KEY)
            }
            "key with no value" | "invalid unquoted key" | "invalid key-value pair" => {
                return self.key();
            }
            _ => return None,
        })
    }

    fn defined_twice(&self) -> Said {
        let header = self.text[self.line.clone()].trim();
        let first = earlier(self.text, &self.span);
        let double = format!("write `[[{}]]`", inside(header));
        let hint = match &first {
            Some(first)
                if header.starts_with("[[") && !self.text[first.clone()].starts_with("[[") =>
            {
                return Said::new(
                    first.clone(),
                    "a header of which there are several has double brackets",
                    double,
                );
            }
            _ if !header.starts_with('[') => "keep one of the two".to_owned(),
            _ if is_of_several(self.wrong) => double,
            _ => "put the keys of both under one header".to_owned(),
        };
        let said = Said::new(
            self.span.clone(),
            format!("`{}` is defined twice", self.wrong),
            hint,
        );
        Said { first, ..said }
    }

    /// What is wrong with the beginning of a line.
    fn key(&self) -> Option<Said> {
        let written = self.before.trim();
        let line = &self.text[self.line.clone()];
        let start = self.line.start + (line.len() - line.trim_start().len());
        let colon = line
            .split('=')
            .next()
            .and_then(|key| key.find(':'))
            .map(|at| self.line.start + at);
        let character = self.text[self.at..].chars().next();
        Some(if let Some(colon) = colon {
            Said::new(
                colon..colon + 1,
                "`:` cannot follow a key",
                "write `=` between a key and its value",
            )
        } else if written.contains('=') {
            Said::new(start..start + 1, "the key's quotes are not closed", "")
        } else if self.what == "key with no value" && written.contains(char::is_alphanumeric) {
            if let Some((rest, _)) = self.after.split_once('=') {
                let end = self.at + rest.trim_end().len();
                Said::new(
                    start..end,
                    format!("`{}` is no key", &self.text[start..end]),
                    JOIN,
                )
            } else {
                let value = Some(self.after.trim())
                    .filter(|value| !value.is_empty())
                    .unwrap_or("…");
                let hint = format!("write `{written} = {value}`");
                Said::new(
                    start..start + written.len(),
                    format!("`{written}` has no value"),
                    hint,
                )
            }
        } else if self.what == "invalid unquoted key" {
            let character = character?;
            let hint = "a key has letters from a to z, digits, `-` and `_` in it; any other stands in quotes";
            Said::new(
                self.at..self.at + character.len_utf8(),
                format!("`{character}` cannot stand in a key"),
                hint,
            )
        } else {
            let first = self.text[start..].chars().next()?;
            Said::new(
                start..start + first.len_utf8(),
                format!("no line begins with `{first}`"),
                KEY,
            )
        })
    }

    /// What is wrong with brackets and with what they hold.
    fn bracket(&self) -> Option<Said> {
        let point = self.span.clone();
        Some(match self.what {
            "unclosed array" | "unclosed inline table" => {
                let Open { start, closing } = open_at_end(&self.text[..self.at]).pop()?;
                let said = Said::new(
                    start..start + 1,
                    "the bracket is not closed",
                    format!("add `{closing}`"),
                );
                Said {
                    is_open: true,
                    ..said
                }
            }
            _ if self.what.starts_with("missing comma") => {
                // Behind the member that it should follow, if that stands on a line before.
                let end = self.text[..self.at].trim_end().len();
                let comment = self.text[line_around(self.text, end)].contains('#');
                let point = if self.before.trim().is_empty() && !comment {
                    end..end
                } else {
                    point
                };
                let said = Said::new(
                    point,
                    "a comma is missing here",
                    "put `,` between the members",
                );
                if self.after.starts_with(char::is_alphabetic) && self.before.ends_with('"') {
                    let hint =
                        "put `,` between the members; a quote inside of a text is written `\\\"`";
                    Said {
                        hint: hint.to_owned(),
                        ..said
                    }
                } else {
                    said
                }
            }
            _ if self.what.starts_with("missing assignment") || self.expected == "`=`" => Said {
                is_alone: true,
                ..Said::new(point, "`=` and a value are missing here", "")
            },
            _ if self.what.starts_with("extra comma") => Said::new(
                self.at..self.at + 1,
                "there is a comma too many",
                "leave it out",
            ),
            _ => return None,
        })
    }

    /// What is wrong with a string.
    fn string(&self) -> Option<Said> {
        let character = self.after.chars().next();
        Some(match self.what {
            "missing escaped value" | "too few unicode value digits" => {
                let is_letter = self.what == "missing escaped value";
                let end = self.at + character.filter(|_| is_letter).map_or(0, char::len_utf8);
                let span = self
                    .before
                    .rfind('\\')
                    .map_or(self.at, |at| self.line.start + at)..end;
                let digits = if is_letter { "" } else { " without its digits" };
                let message = format!("`{}` is no escape{digits}", &self.text[span.clone()]);
                Said::new(
                    span,
                    message,
                    "write `\\\\` for a backslash, or put the text in single quotes: `'…'`",
                )
            }
            _ if !(self.what.starts_with("invalid") && self.what.ends_with("string")) => {
                return None;
            }
            _ if self.wrong.chars().all(|c| c == '\r') => {
                let open = open_at_end(&self.text[..self.at])
                    .pop()
                    .filter(Open::is_string);
                let Some(Open { start, closing }) = open else {
                    return Some(Said::new(self.span.clone(), "a value is missing here", ""));
                };
                let end = line_around(self.text, start).end.min(self.at);
                let said = Said::new(
                    start..end,
                    "the string does not end",
                    format!("add the closing `{closing}`"),
                );
                Said {
                    is_open: true,
                    ..said
                }
            }
            _ => {
                let message = format!(
                    "a string cannot have the character U+{:04X} in it",
                    u32::from(character?)
                );
                Said::new(self.span.clone(), message, "leave it out")
            }
        })
    }

    /// What is wrong with another value.
    fn value(&self) -> Option<Said> {
        let (wrong, span) = (self.wrong.trim(), self.span.clone());
        Some(match self.what {
            "unexpected key or value" => Said {
                is_alone: true,
                ..self.too_much()
            },
            "unexpected leading zero" => {
                Said::new(span, "no number begins with `0`", "put it in quotes")
            }
            "missing opening quote" if self.after.starts_with('(') => {
                let hint = "text is written `\"…\"`, an array `[…]`, a table `{…}`";
                Said::new(self.at..self.at + 1, "no value begins with `(`", hint)
            }
            "missing opening quote" => Said::new(
                span,
                "the string has no quote at its beginning",
                format!("add {}", self.expected),
            ),
            "string values must be quoted" if wrong.is_empty() => {
                let key = self.before.trim().trim_end_matches('=').trim_end();
                let hint = format!("write `{key} = \"…\"`, or leave it out");
                Said {
                    is_alone: true,
                    ..Said::new(span, format!("`{key}` has no value"), hint)
                }
            }
            _ if ["true", "false"].contains(&&*wrong.to_lowercase()) => Said::new(
                span,
                format!("`{wrong}` is no value"),
                format!("write `{}`", wrong.to_lowercase()),
            ),
            _ if ["invalid date", "invalid time"]
                .iter()
                .any(|start| self.what.starts_with(start)) =>
            {
                let said = Said::new(span, format!("`{wrong}` is no date as TOML has them"), "");
                let out_of_range = self.expected.contains("between");
                let quoted = || format!("put it in quotes: `\"{wrong}\"`");
                Said {
                    hint: if out_of_range {
                        format!("expected {}", self.expected)
                    } else {
                        quoted()
                    },
                    ..said
                }
            }
            _ if self
                .after
                .strip_prefix(wrong)
                .is_some_and(|rest| rest.trim_start().starts_with('=')) =>
            {
                let hint = format!("write `{{ {wrong} = … }}`");
                Said {
                    is_alone: true,
                    ..Said::new(span, format!("`{wrong}` is the key of no table"), hint)
                }
            }
            "string values must be quoted" | "invalid boolean" | "invalid float"
                if self.is_whole_value() =>
            {
                Said::new(
                    span,
                    "text must be in quotes",
                    format!("write `\"{}\"`", wrong.trim_matches('"')),
                )
            }
            _ if self.what.starts_with("invalid")
                && ["number", "float"]
                    .iter()
                    .any(|end| self.what.ends_with(end)) =>
            {
                Said::new(
                    span,
                    format!("no number goes on with `{wrong}`"),
                    "put the value in quotes",
                )
            }
            _ => return None,
        })
    }

    /// Whether the parser stumbled at the beginning of a value.
    fn is_whole_value(&self) -> bool {
        self.before
            .trim_end()
            .chars()
            .last()
            .is_none_or(|c| "=[,".contains(c))
    }

    /// Something behind a value that is whole.
    fn too_much(&self) -> Said {
        let span = self.at..self.line.start + self.text[self.line.clone()].trim_end().len();
        let name = inside(self.before);
        if self.before.trim_start().starts_with('[') && is_of_several(name) {
            return Said::new(
                self.line.clone(),
                "the brackets do not match",
                format!("write `[[{name}]]`"),
            );
        } else if self.before.trim_start().starts_with('[') {
            return Said::new(span, "the header ends before this", "leave it out");
        }
        let quote = self.before.trim_end().chars().last();
        let hint = match quote {
            _ if self.after.contains('=') => "begin a new line for each key",
            _ if self.after.trim_start().starts_with(',') => {
                "put several values in brackets: `[…, …]`"
            }
            Some('\'') => "a text with ' in it stands in `\"…\"` or in `'''…'''`",
            Some('"') => "a text with \" in it stands in `'…'` or in `'''…'''`",
            _ => "leave it out, or put the whole in quotes",
        };
        Said::new(span, "the value ends before this", hint)
    }

    /// What the parser says itself.
    fn unknown(&self) -> Said {
        let hint = match self.expected {
            "" | "nothing" => String::new(),
            expected => format!("expected {expected}"),
        };
        Said {
            message: self.what.to_owned(),
            hint,
            span: self.span.clone(),
            ..Said::default()
        }
    }
}

/// Whether a header of this name has double brackets.
fn is_of_several(name: &str) -> bool {
    SEVERAL.contains(&name.rsplit('.').next().unwrap_or(name).trim())
}
