//! Puts an error into words: what is wrong, what to underline, and the remedy.

mod around;
mod quotes;
mod values;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::diagnostic::alternatives;
use crate::profile::synonym_words::{is_field, keys_anywhere, meanings};
use crate::profile::syntax::explain::around::tables_around;
use crate::profile::syntax::is_repeated;
use crate::profile::syntax::line::line_around;
use crate::profile::syntax::look_alikes::{LookAlikes, look_alikes};
use crate::profile::syntax::syntax_error::SyntaxError;
use crate::profile::syntax::tree::{ErrorKind, ErrorNode, HeaderSyntax, SyntaxTree};

/// What a line starts with.
const LINE_START: &str =
    "start the line with a key, as in `name = \"…\"`, or with a header, as in `[person]`";

/// What to do with a key of several words.
const JOIN_WORDS: &str = "join the words with `-`, or put them in quotes";

/// The most keys that a word of another language may mean, so that a hint names them.
const MOST_MEANINGS: usize = 3;

/// Explains an error of a text.
pub fn explain(text: &str, tree: &SyntaxTree, error: &ErrorNode) -> SyntaxError {
    let ErrorNode { kind, span } = error.clone();
    let line = line_around(text, span.start);
    let place = Place {
        text,
        tree,
        kind,
        at: span.start,
        wrong: text.get(span.clone()).unwrap_or_default(),
        before: &text[line.start..span.start],
        after: &text[span.start..line.end],
        line,
        span,
    };
    place.explain()
}

/// Where an error is.
struct Place<'a> {
    text: &'a str,
    tree: &'a SyntaxTree,
    kind: ErrorKind,
    /// What is not expected.
    span: Range<usize>,
    at: usize,
    /// The line around it.
    line: Range<usize>,
    /// The text of `span`.
    wrong: &'a str,
    /// The line up to `at`.
    before: &'a str,
    /// The line from `at` on.
    after: &'a str,
}

impl Place<'_> {
    /// Returns the header that the error is in.
    fn header(&self) -> Option<&HeaderSyntax> {
        let statement = self.tree.statement_at(self.at)?;
        let header = self.tree.statements[statement].header()?;
        (self.at <= header.span.end).then_some(header)
    }

    /// Returns the keys of the header that the error is in, as they are written.
    fn header_name(&self) -> &str {
        let keys = self.header().map_or(&[][..], |header| &header.keys);
        let start = keys.first().map_or(0, |key| key.span.start);
        let end = keys.last().map_or(0, |key| key.span.end);
        self.text.get(start..end).unwrap_or_default()
    }

    fn explain(&self) -> SyntaxError {
        if let Some(found) = look_alikes(&self.text[self.line.clone()]) {
            return self.look_alike(&found).misreading_rest();
        }
        let here = self.span.clone();
        match self.kind {
            ErrorKind::UnclosedHeader { is_double } => {
                self.unclosed_header(is_double).misreading_rest()
            }
            ErrorKind::DuplicateKey => self.duplicate_key().misreading_rest(),
            ErrorKind::NotATable => self.not_a_table().misreading_rest(),
            ErrorKind::EmptyKey => self.empty_key().misreading_rest(),
            ErrorKind::KeyWithoutValue | ErrorKind::KeyCharacter | ErrorKind::LineStart => {
                self.line_start().misreading_rest()
            }
            ErrorKind::UnopenedBracket => self.unopened_bracket().misreading_rest(),
            ErrorKind::UnclosedBracket { closing } => {
                let hint = format!("add `{closing}`");
                SyntaxError::new(here, "the bracket is not closed", hint)
            }
            ErrorKind::MissingComma => self.missing_comma(),
            ErrorKind::ExtraComma => {
                SyntaxError::new(self.at..self.at + 1, "unexpected comma", "remove it")
            }
            ErrorKind::ExtraEquals => {
                SyntaxError::new(self.at..self.at + 1, "unexpected `=`", "remove it")
            }
            ErrorKind::MemberWithoutKey => {
                let hint = "write `key = value` for each member of a table";
                SyntaxError::new(here, "missing key", hint).misreading_rest()
            }
            ErrorKind::MemberWithoutValue => {
                let hint = "write `key = value` for each member of a table";
                let message = if self.before.trim_end().ends_with('=') {
                    "missing value"
                } else {
                    "missing `=` and a value"
                };
                SyntaxError::new(here, message, hint).misreading_rest()
            }
            ErrorKind::MultilineKey => SyntaxError::new(
                here,
                "a key must be on one line",
                "write it in single quotes",
            ),
            ErrorKind::UnknownEscape | ErrorKind::IncompleteEscape => self.escape(),
            ErrorKind::EscapedCharacter => SyntaxError::new(
                self.escape_start()..self.at,
                "the escape sequence is not a Unicode character",
                "write the character itself",
            ),
            ErrorKind::UnclosedString { quotes } => self.unclosed_string(quotes),
            ErrorKind::UnclosedText { quotes } => {
                let message = "the string is not closed before the next one starts";
                SyntaxError::new(here, message, format!("add the closing `{quotes}`"))
            }
            ErrorKind::UnopenedText { quotes } => {
                let message = "text of several lines must be in three quotes";
                SyntaxError::new(here, message, format!("write `{quotes}` before it, too"))
            }
            ErrorKind::StringCharacter => self.control_character("string"),
            ErrorKind::CommentCharacter => self.control_character("comment"),
            ErrorKind::CarriageReturn => SyntaxError::new(
                here,
                "carriage return without a line feed",
                "end the line with a line feed",
            ),
            ErrorKind::TrailingText => self.trailing_text().misreading_rest(),
            ErrorKind::MissingValue => self.missing_value(),
            ErrorKind::UnopenedString { quotes } => self.unopened_string(quotes),
            ErrorKind::Date => self.date(),
            ErrorKind::LeadingZero => {
                let end = self.at + self.atom_length();
                let hint = format!("for text, write `\"{}\"`", &self.text[self.at..end]);
                SyntaxError::new(here, "a number cannot start with `0`", hint)
            }
            ErrorKind::UnquotedText | ErrorKind::Number => self.scalar(),
            ErrorKind::LongKey => SyntaxError::new(
                here,
                "a key or a header has too many parts",
                "a profile nests tables only a few levels deep",
            ),
            ErrorKind::Depth => SyntaxError::new(
                here,
                "brackets are nested too deep",
                "a profile nests lists and tables only a few levels deep",
            ),
            ErrorKind::Other => SyntaxError::new(here, "expected something else here", ""),
        }
    }

    /// Explains a line with other signs than those of TOML, such as full-width ones.
    fn look_alike(&self, found: &LookAlikes) -> SyntaxError {
        let LookAlikes {
            start,
            first,
            meant,
            plain,
        } = found;
        let start = self.line.start + start;
        let code = u32::from(*first);
        let message = match meant {
            Some('"' | '\'') => "text must be in straight quotes".to_owned(),
            Some(' ') => format!("the character U+{code:04X} instead of a space"),
            Some(meant) => format!("`{first}` instead of `{meant}`"),
            None => format!("the character U+{code:04X}, which is not seen"),
        };
        SyntaxError::new(
            start..start + first.len_utf8(),
            message,
            format!("write `{}`", plain.trim()),
        )
        .with_fix(self.line.clone(), plain.clone())
    }

    fn unclosed_header(&self, is_double: bool) -> SyntaxError {
        if self.after.trim_start().starts_with(char::is_alphanumeric) {
            let message = "a header cannot contain several words";
            return SyntaxError::new(self.line.clone(), message, JOIN_WORDS);
        }
        let name = self.header_name();
        let header = if is_double || is_repeated(name) {
            format!("[[{name}]]")
        } else {
            format!("[{name}]")
        };
        SyntaxError::new(
            self.line.start..self.at,
            "the header is not closed",
            format!("write `{header}`"),
        )
    }

    fn duplicate_key(&self) -> SyntaxError {
        let line = self.text[self.line.clone()].trim();
        let first = self.tree.earlier_definition(&self.span);
        let double = format!("write `[[{}]]`", self.header_name());
        let is_first_single = first
            .as_ref()
            .is_some_and(|first| !self.text[first.clone()].starts_with("[["));
        if let (Some(first), true) = (&first, line.starts_with("[[") && is_first_single) {
            let message = "a header that is repeated needs double brackets";
            return SyntaxError::new(first.clone(), message, double);
        }
        let hint = if !line.starts_with('[') {
            "remove one of the two".to_owned()
        } else if is_repeated(self.wrong) {
            double
        } else {
            "put the keys of both under one header".to_owned()
        };
        let message = format!("`{}` is defined twice", self.wrong);
        SyntaxError::new(self.span.clone(), message, hint).with_first(first)
    }

    fn not_a_table(&self) -> SyntaxError {
        let message = format!("`{}` is already defined", self.wrong);
        let hint = "a key has either a value or keys of its own";
        SyntaxError::new(self.span.clone(), message, hint)
            .with_first(self.tree.earlier_definition(&self.span))
    }

    fn empty_key(&self) -> SyntaxError {
        if self.before.trim_start().starts_with('[') {
            let hint = "write a header as `[person]` or `[[section.entry]]`";
            SyntaxError::new(self.span.clone(), "missing name", hint)
        } else {
            SyntaxError::new(self.span.clone(), "missing key", LINE_START)
        }
    }

    /// Explains what is wrong with the start of a line.
    fn line_start(&self) -> SyntaxError {
        let line = &self.text[self.line.clone()];
        let start = self.line.start + (line.len() - line.trim_start().len());
        let key = line.split('=').next().unwrap_or_default();
        if let Some(colon) = key.find(':') {
            let colon = self.line.start + colon;
            return SyntaxError::new(
                colon..colon + 1,
                "expected `=` after the key, found `:`",
                "write `=` between a key and its value",
            );
        }
        let written = self.before.trim();
        let is_letter = self.after.starts_with(char::is_alphabetic);
        if self.kind == ErrorKind::KeyCharacter && is_letter {
            return self.key_character();
        }
        if written.contains('=') {
            return SyntaxError::new(start..start + 1, "the quotes of the key are not closed", "");
        }
        match self.kind {
            ErrorKind::KeyWithoutValue if written.contains(char::is_alphanumeric) => {
                self.key_without_value(start, written)
            }
            ErrorKind::KeyCharacter => self.key_character(),
            _ => self.unexpected_start(start),
        }
    }

    fn key_without_value(&self, start: usize, written: &str) -> SyntaxError {
        if let Some((rest, _)) = self.after.split_once('=') {
            let end = self.at + rest.trim_end().len();
            let message = format!("`{}` is not a key", &self.text[start..end]);
            return SyntaxError::new(start..end, message, JOIN_WORDS);
        }
        let after = self.after.trim();
        let value = match after.chars().next() {
            None => "…".to_owned(),
            Some('"' | '\'' | '[' | '{' | '#') => after.to_owned(),
            Some(first) if first.is_alphanumeric() => match after.parse::<toml::Value>() {
                Ok(_) => after.to_owned(),
                Err(_) => format!("\"{after}\""),
            },
            // Neither a key nor its value: prose, or a table of another program.
            Some(_) => {
                let end = self.at + self.after.trim_end().len();
                let message = format!("`{}` is not TOML", &self.text[start..end]);
                return SyntaxError::new(start..end, message, LINE_START);
            }
        };
        SyntaxError::new(
            start..start + written.len(),
            format!("`{written}` has no value"),
            format!("write `{written} = {value}`"),
        )
    }

    fn key_character(&self) -> SyntaxError {
        let Some(character) = self.text[self.at..].chars().next() else {
            return self.unexpected_start(self.line.start);
        };
        let place = self.at..self.at + character.len_utf8();
        let message = format!("`{character}` is not allowed in a key without quotes");
        if !character.is_alphabetic() {
            let hint = "use the letters a to z, digits, `-` and `_`, or put the key in quotes";
            return SyntaxError::new(place, message, hint);
        }
        let start = self.before.rfind(ends_key).map_or(0, |at| at + 1);
        let end = self.after.find(ends_key).unwrap_or(self.after.len());
        let key = [&self.before[start..], &self.after[..end]].concat();
        let span = self.line.start + start..self.at + end;
        let meant = self.meanings_of(&key);
        let mut names = meant.iter().copied();
        let hint = match (names.next(), names.next()) {
            (Some(only), None) if is_field(only) => {
                let hint = format!("use `{only}` instead");
                return SyntaxError::new(span.clone(), message, hint)
                    .with_fix(span, only.to_owned());
            }
            (Some(only), None) => format!("write `{only}`"),
            (Some(_), Some(_)) if meant.len() <= MOST_MEANINGS => {
                format!("use {} instead", alternatives(meant))
            }
            _ => format!("put the key in quotes: `\"{key}\"`"),
        };
        SyntaxError::new(span, message, hint)
    }

    /// Returns what a key means in the table that it is in, or in any.
    fn meanings_of(&self, key: &str) -> BTreeSet<&'static str> {
        const HEADERS: [&str; 2] = ["profile", "section"];
        let anywhere = keys_anywhere(key);
        // The keys of an inline table can be labels.
        if self.before.contains('{') {
            return anywhere;
        }
        let statement = self.tree.statement_at(self.at).unwrap_or_default();
        let around = if self.header().is_some() {
            HEADERS.to_vec()
        } else {
            tables_around(self.text, self.tree, statement)
        };
        let tables: Vec<&str> = around
            .into_iter()
            .map(|table| {
                meanings(table, &HEADERS)
                    .into_iter()
                    .next()
                    .unwrap_or(table)
            })
            .collect();
        let meant = meanings(key, &tables);
        if meant.is_empty() { anywhere } else { meant }
    }

    fn unexpected_start(&self, start: usize) -> SyntaxError {
        let line = self.text[self.line.clone()].trim();
        // The start of YAML, and the fence of a block of Markdown.
        if matches!(line, "---" | "+++" | "...") || line.starts_with("```") {
            let message = format!("`{line}` is not TOML");
            return SyntaxError::new(start..start + line.len(), message, "remove the line");
        }
        let first = self.text[start..].chars().next().unwrap_or(' ');
        let message = format!("a line cannot start with `{first}`");
        SyntaxError::new(start..start + first.len_utf8(), message, LINE_START)
    }

    fn unopened_bracket(&self) -> SyntaxError {
        if self.before.trim().is_empty() {
            return self.line_start();
        }
        let bracket = self.after.chars().next().unwrap_or(']');
        let message = format!("`{bracket}` has no opening bracket");
        SyntaxError::new(self.at..self.at + 1, message, "remove it")
    }

    fn missing_comma(&self) -> SyntaxError {
        if let Some(error) = self.marks_within_text() {
            return error;
        }
        // After the previous member, if that is on a line above and no comment follows it.
        let end = self.text[..self.at].trim_end().len();
        let has_comment = self.text[line_around(self.text, end)].contains('#');
        let span = if self.before.trim().is_empty() && !has_comment {
            end..end
        } else {
            self.span.clone()
        };
        let is_in_text = self.after.starts_with(char::is_alphabetic) && self.before.ends_with('"');
        let hint = if is_in_text {
            "put `,` between the members; write a quote inside a string as `\\\"`"
        } else {
            "put `,` between the members"
        };
        SyntaxError::new(span, "missing comma", hint)
    }
}

/// Returns whether a character is not part of a key without quotes, but of what is around it.
fn ends_key(c: char) -> bool {
    c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_')
}
