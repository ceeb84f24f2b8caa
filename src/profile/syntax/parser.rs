//! Collects the errors of `toml_parser` by their structure: the grammar's expectation, the
//! enclosing token, and what kind of token does not decode. Its messages are not used.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::de::DeTable;
use toml::value::Datetime;
use toml_parser::decoder::{Encoding, ScalarKind};
use toml_parser::parser::{EventReceiver, parse_document};
use toml_parser::{ErrorSink, Expected, ParseError, Raw, Source, Span};

/// The nesting depth at which `toml` stops.
const MAX_DEPTH: i64 = 80;

/// Where the parser stopped, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParserError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// The unexpected text; empty where something is missing.
    pub span: Range<usize>,
}

/// What is wrong at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A header without its closing brackets.
    UnclosedHeader {
        /// Whether it opens with two brackets.
        is_double: bool,
    },
    /// A list or an inline table without its closing bracket.
    UnclosedBracket,
    /// A closing bracket without an opening one.
    UnopenedBracket,
    /// A key or header name of no characters.
    EmptyKey,
    /// A character that an unquoted key must not contain.
    KeyCharacter,
    /// A line that starts with neither a key nor a header.
    LineStart,
    /// A key that no `=` follows.
    KeyWithoutValue,
    /// A member of an inline table that has no key.
    MemberWithoutKey,
    /// A member of an inline table that has no `=`.
    MemberWithoutValue,
    /// A multi-line string as a key.
    MultilineKey,
    /// No comma between two members.
    MissingComma,
    /// A comma that separates nothing.
    ExtraComma,
    /// A second `=`.
    ExtraEquals,
    /// Text after a complete value or header.
    TrailingText,
    /// No value after `=`.
    MissingValue,
    /// A string without its closing quotes.
    UnclosedString,
    /// A string without its opening quotes.
    UnopenedString {
        /// The missing quotes.
        quotes: &'static str,
    },
    /// An escape sequence that TOML does not define.
    UnknownEscape,
    /// An escape sequence with too few digits.
    IncompleteEscape,
    /// An escape sequence whose digits name no character.
    EscapedCharacter,
    /// A control character in a string.
    StringCharacter,
    /// A control character in a comment.
    CommentCharacter,
    /// A carriage return without a line feed.
    CarriageReturn,
    /// A value that is none of TOML's types.
    UnquotedText,
    /// A word that starts like a number or a boolean.
    MisspelledWord,
    /// A number that starts with `0`.
    LeadingZero,
    /// Something else that starts like a number.
    Number,
    /// Something that starts like a date.
    Date,
    /// A key that is already defined.
    DuplicateKey,
    /// A dotted key or header below something that is not a table.
    NotATable,
    /// Brackets nested too deep.
    Depth,
    /// None of these.
    Other,
}

/// Returns the errors of a text, sorted by position.
pub fn parser_errors(text: &str) -> Vec<ParserError> {
    let source = Source::new(text);
    let tokens = source.lex().into_vec();
    let mut collector = Collector {
        text,
        headers: Vec::new(),
        keys: Vec::new(),
        depth: 0,
        errors: Vec::new(),
    };
    let mut grammar_errors: Vec<ParseError> = Vec::new();
    parse_document(&tokens, &mut collector, &mut grammar_errors);
    let mut errors: Vec<ParserError> = grammar_errors
        .iter()
        .map(|error| ParserError {
            kind: collector.grammar_kind(error),
            span: error.unexpected().map_or(0..0, range),
        })
        .collect();
    // At one place, the grammar's error is the cause of the others.
    errors.append(&mut collector.errors);
    errors.extend(definition_errors(text, &collector.keys, &errors));
    errors.sort_by_key(|error| error.span.start);
    errors.dedup();
    errors
}

/// A key of the text.
struct KeyPlace {
    span: Range<usize>,
    /// Whether the next part of a dotted key follows.
    is_parent: bool,
}

/// Receives the parser's events, and decodes keys, values and comments.
struct Collector<'t> {
    text: &'t str,
    /// Where headers start, and whether with two brackets.
    headers: Vec<(usize, bool)>,
    keys: Vec<KeyPlace>,
    /// May fall below 0: the parser also closes brackets that it did not open.
    depth: i64,
    errors: Vec<ParserError>,
}

impl<'t> Collector<'t> {
    fn push(&mut self, kind: ErrorKind, span: Option<Span>) {
        let span = span.map_or(0..0, range);
        self.errors.push(ParserError { kind, span });
    }

    fn raw(&self, span: Span, encoding: Option<Encoding>) -> Raw<'t> {
        let text = self.text.get(range(span)).unwrap_or_default();
        Raw::new_unchecked(text, encoding, span)
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    /// Classifies an error of the grammar.
    fn grammar_kind(&self, error: &ParseError) -> ErrorKind {
        let context = error.context().map_or(0, |span| span.start());
        let opening = self.char_at(context);
        let at = error.unexpected().map_or(0, |span| span.start());
        let found = self.char_at(at);
        let is_in_table = opening == Some('{') && context < at;
        let header = self
            .headers
            .binary_search_by_key(&context, |(start, _)| *start)
            .ok()
            .map(|index| &self.headers[index]);
        match error.expected().unwrap_or_default() {
            [Expected::Literal("]" | "]]")] => match header {
                Some((_, is_double)) => ErrorKind::UnclosedHeader {
                    is_double: *is_double,
                },
                None => ErrorKind::UnclosedBracket,
            },
            [Expected::Literal("}")] => ErrorKind::UnclosedBracket,
            [Expected::Literal("[" | "{")] => ErrorKind::UnopenedBracket,
            [Expected::Literal("\n"), ..] => ErrorKind::TrailingText,
            [Expected::Literal("=")] if is_in_table => ErrorKind::MemberWithoutValue,
            [Expected::Literal("=")] => ErrorKind::KeyWithoutValue,
            _ if found == Some(',') && matches!(opening, Some('[' | '{')) => ErrorKind::ExtraComma,
            _ if found == Some('=') => ErrorKind::ExtraEquals,
            [Expected::Literal(",")] => ErrorKind::MissingComma,
            [Expected::Description(_)] if is_in_table => ErrorKind::MemberWithoutKey,
            [Expected::Description(_)] => ErrorKind::LineStart,
            _ => ErrorKind::Other,
        }
    }

    /// Classifies an error of a string, a quoted key included.
    fn string_kind(&self, error: &ParseError, start: usize) -> ErrorKind {
        let at = error.unexpected().map_or(start, |span| span.start());
        if let Some([Expected::Literal("'" | "\"")]) = error.expected() {
            return ErrorKind::UnclosedString;
        }
        let before = self.text.get(start..at).unwrap_or_default();
        let found = self.char_at(at);
        if before.ends_with('\r') {
            return ErrorKind::CarriageReturn;
        }
        if before.ends_with('\\') {
            return ErrorKind::UnknownEscape;
        }
        if found.is_some_and(|c| c.is_control() && c != '\n') {
            return ErrorKind::StringCharacter;
        }
        let Some((_, escape)) = before.rsplit_once('\\') else {
            return ErrorKind::Other;
        };
        let needed = match escape.chars().next() {
            Some('x') => 2,
            Some('u') => 4,
            _ => 8,
        };
        let rest = self.text.get(at..).unwrap_or_default();
        let digits = format!("{}{rest}", escape.get(1..).unwrap_or_default());
        let available = digits.chars().take_while(char::is_ascii_hexdigit).count();
        if available < needed {
            ErrorKind::IncompleteEscape
        } else {
            ErrorKind::EscapedCharacter
        }
    }

    /// Classifies an error of a value that is not in quotes.
    fn scalar_kind(&self, error: &ParseError, kind: ScalarKind, raw: &str) -> ErrorKind {
        if raw.is_empty() {
            return ErrorKind::MissingValue;
        }
        let unexpected = error.unexpected().map_or(0..0, range);
        match (error.expected(), kind) {
            (Some([Expected::Literal(quotes)]), _) if quotes.starts_with(['\'', '"']) => {
                ErrorKind::UnopenedString { quotes }
            }
            (_, ScalarKind::String) => ErrorKind::UnquotedText,
            (_, ScalarKind::Boolean(_)) => ErrorKind::MisspelledWord,
            (_, ScalarKind::DateTime) => ErrorKind::Date,
            _ if self.text.get(unexpected.clone()) == Some("0") => ErrorKind::LeadingZero,
            _ if raw.starts_with(|c: char| c.is_ascii_alphabetic()) => ErrorKind::MisspelledWord,
            _ => ErrorKind::Number,
        }
    }

    fn open_bracket(&mut self, span: Span) -> bool {
        self.depth += 1;
        let is_allowed = self.depth <= MAX_DEPTH;
        if !is_allowed {
            self.push(ErrorKind::Depth, Some(span));
        }
        is_allowed
    }
}

impl EventReceiver for Collector<'_> {
    fn std_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.headers.push((span.start(), false));
    }

    fn array_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.headers.push((span.start(), true));
    }

    fn inline_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) -> bool {
        self.open_bracket(span)
    }

    fn inline_table_close(&mut self, _: Span, _: &mut dyn ErrorSink) {
        self.depth -= 1;
    }

    fn array_open(&mut self, span: Span, _: &mut dyn ErrorSink) -> bool {
        self.open_bracket(span)
    }

    fn array_close(&mut self, _: Span, _: &mut dyn ErrorSink) {
        self.depth -= 1;
    }

    fn simple_key(&mut self, span: Span, encoding: Option<Encoding>, _: &mut dyn ErrorSink) {
        self.keys.push(KeyPlace {
            span: range(span),
            is_parent: false,
        });
        let mut errors: Vec<ParseError> = Vec::new();
        self.raw(span, encoding).decode_key(&mut (), &mut errors);
        for error in &errors {
            let kind = match encoding {
                None if span.is_empty() => ErrorKind::EmptyKey,
                None => ErrorKind::KeyCharacter,
                Some(_) if error.context().is_none() => ErrorKind::MultilineKey,
                Some(_) => self.string_kind(error, span.start()),
            };
            self.push(kind, error.unexpected());
        }
    }

    fn key_sep(&mut self, _: Span, _: &mut dyn ErrorSink) {
        if let Some(key) = self.keys.last_mut() {
            key.is_parent = true;
        }
    }

    fn scalar(&mut self, span: Span, encoding: Option<Encoding>, _: &mut dyn ErrorSink) {
        let raw = self.raw(span, encoding);
        let mut errors: Vec<ParseError> = Vec::new();
        let mut decoded = String::new();
        let kind = raw.decode_scalar(&mut decoded, &mut errors);
        for error in &errors {
            let error_kind = match encoding {
                Some(_) => self.string_kind(error, span.start()),
                None => self.scalar_kind(error, kind, raw.as_str()),
            };
            self.push(error_kind, error.unexpected());
        }
        if kind == ScalarKind::DateTime && decoded.parse::<Datetime>().is_err() {
            self.push(ErrorKind::Date, Some(span));
        }
    }

    fn comment(&mut self, span: Span, _: &mut dyn ErrorSink) {
        let mut errors: Vec<ParseError> = Vec::new();
        self.raw(span, None).decode_comment(&mut errors);
        for error in &errors {
            self.push(ErrorKind::CommentCharacter, error.unexpected());
        }
    }

    fn newline(&mut self, span: Span, _: &mut dyn ErrorSink) {
        let mut errors: Vec<ParseError> = Vec::new();
        self.raw(span, None).decode_newline(&mut errors);
        for error in &errors {
            self.push(ErrorKind::CarriageReturn, error.unexpected());
        }
    }
}

/// Returns the errors that only building the tables shows. `toml` reports each at a key, where the
/// grammar finds nothing wrong.
fn definition_errors(text: &str, keys: &[KeyPlace], known: &[ParserError]) -> Vec<ParserError> {
    let known: BTreeSet<(usize, usize)> = known.iter().map(|error| ends(&error.span)).collect();
    let keys: BTreeMap<(usize, usize), bool> = keys
        .iter()
        .map(|key| (ends(&key.span), key.is_parent))
        .collect();
    let mut errors = Vec::new();
    for span in DeTable::parse_recoverable(text)
        .1
        .iter()
        .filter_map(toml::de::Error::span)
    {
        if known.contains(&ends(&span)) {
            continue;
        }
        let Some(is_parent) = keys.get(&ends(&span)) else {
            continue;
        };
        let kind = if *is_parent {
            ErrorKind::NotATable
        } else {
            ErrorKind::DuplicateKey
        };
        errors.push(ParserError { kind, span });
    }
    errors
}

/// Returns a range as something that is found in a set.
fn ends(range: &Range<usize>) -> (usize, usize) {
    (range.start, range.end)
}

fn range(span: Span) -> Range<usize> {
    span.start()..span.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(ErrorKind, &str)> {
        let errors = parser_errors(text);
        errors
            .into_iter()
            .map(|error| (error.kind, &text[error.span]))
            .collect()
    }

    #[test]
    fn classifies_errors_by_their_structure() {
        let cases: [(&str, ErrorKind, &str); 24] = [
            ("[a", ErrorKind::UnclosedHeader { is_double: false }, ""),
            ("[[a]", ErrorKind::UnclosedHeader { is_double: true }, ""),
            ("a = [1", ErrorKind::UnclosedBracket, ""),
            ("a = { b = 1", ErrorKind::UnclosedBracket, ""),
            ("a = ]", ErrorKind::UnopenedBracket, ""),
            ("= 1", ErrorKind::EmptyKey, ""),
            ("é = 1", ErrorKind::KeyCharacter, "é"),
            ("{", ErrorKind::LineStart, ""),
            ("a", ErrorKind::KeyWithoutValue, ""),
            ("a = { b, c = 1 }", ErrorKind::MemberWithoutValue, ""),
            ("a = [1 [2]]", ErrorKind::MissingComma, ""),
            ("a = [1,,2]", ErrorKind::ExtraComma, ","),
            ("a = = 1", ErrorKind::ExtraEquals, "="),
            ("a = 'b' c", ErrorKind::TrailingText, ""),
            ("a =", ErrorKind::MissingValue, ""),
            ("a = \"b", ErrorKind::UnclosedString, ""),
            ("a = b'", ErrorKind::UnopenedString { quotes: "'" }, ""),
            ("a = \"\\q\"", ErrorKind::UnknownEscape, ""),
            ("a = yes", ErrorKind::UnquotedText, "yes"),
            ("a = True", ErrorKind::MisspelledWord, "True"),
            ("a = 01", ErrorKind::LeadingZero, "0"),
            ("a = 2024-13", ErrorKind::Date, "2024-13"),
            ("a = 1\na = 2", ErrorKind::DuplicateKey, "a"),
            ("a = 1\na.b = 2", ErrorKind::NotATable, "a"),
        ];
        for (text, kind, at) in cases {
            assert_eq!(kinds(text).first(), Some(&(kind, at)), "{text}");
        }
    }

    /// With a search of all errors for each, this would take minutes.
    #[test]
    fn finds_many_errors_at_once() {
        for (line, kind) in [
            ("= 1\n", ErrorKind::EmptyKey),
            ("a = 1\n", ErrorKind::DuplicateKey),
            ("[a\n", ErrorKind::UnclosedHeader { is_double: false }),
        ] {
            let errors = parser_errors(&line.repeat(50_000));
            let found = errors.iter().filter(|error| error.kind == kind).count();
            assert!(found > 40_000, "{line}: {found}");
        }
    }

    #[test]
    fn tells_wrong_escapes_apart() {
        for (text, kind) in [
            ("a = \"\\u12\"", ErrorKind::IncompleteEscape),
            ("a = \"\\Users\"", ErrorKind::IncompleteEscape),
            ("a = \"\\uD800\"", ErrorKind::EscapedCharacter),
            ("a = \"x\u{1}\"", ErrorKind::StringCharacter),
        ] {
            let found = kinds(text);
            assert_eq!(found.first().map(|(kind, _)| *kind), Some(kind), "{text}");
        }
    }

    #[test]
    fn agrees_with_toml_on_what_is_valid() {
        let deep = format!("a = {}{}", "[".repeat(200), "]".repeat(200));
        for text in [
            "",
            "a = 1",
            "[a]\nb.c = { d = [1, 'x'] }",
            &deep,
            "a = \"x\r\"",
            "# \u{7}",
        ] {
            let is_valid = DeTable::parse_recoverable(text).1.is_empty();
            assert_eq!(parser_errors(text).is_empty(), is_valid, "{text:?}");
        }
    }
}
