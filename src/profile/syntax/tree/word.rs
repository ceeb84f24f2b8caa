//! Decodes keys, values, comments and line breaks. What is wrong with one follows from the structure of
//! the errors of `toml_parser`: what was expected, and where. Its messages are not used.

use std::ops::Range;

use toml::value::Datetime;
use toml_parser::decoder::ScalarKind;
use toml_parser::lexer::TokenKind;
use toml_parser::{Expected, ParseError, Raw, Span};

use crate::profile::syntax::tree::{ErrorKind, ErrorNode};

/// A key, a value, a comment or a line break in a text.
pub struct Word<'t> {
    text: &'t str,
    span: Range<usize>,
    /// The quotes around it; none if it is not a string.
    quotes: &'static str,
    raw: Raw<'t>,
}

/// The text of a key or a value, without quotes and escapes.
pub struct Decoded {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub errors: Vec<ErrorNode>,
}

impl<'t> Word<'t> {
    /// Returns what is at a place. A value of several tokens is an atom.
    pub fn new(text: &'t str, kind: TokenKind, span: Range<usize>) -> Self {
        let written = text.get(span.clone()).unwrap_or_default();
        let place = Span::new_unchecked(span.start, span.end);
        Self {
            text,
            span,
            quotes: quotes_of(kind),
            raw: Raw::new_unchecked(written, kind.encoding(), place),
        }
    }

    /// Decodes a key.
    pub fn key(&self) -> Decoded {
        let mut text = String::new();
        let mut errors: Vec<ParseError> = Vec::new();
        self.raw.decode_key(&mut text, &mut errors);
        let errors = errors.iter().map(|error| match self.quotes {
            "" => found(ErrorKind::KeyCharacter, error),
            _ if error.context().is_none() => found(ErrorKind::MultilineKey, error),
            _ => self.string_error(error),
        });
        Decoded {
            errors: errors.collect(),
            text,
        }
    }

    /// Decodes a value that is not in brackets.
    pub fn scalar(&self) -> Decoded {
        let mut text = String::new();
        let mut errors: Vec<ParseError> = Vec::new();
        let kind = self.raw.decode_scalar(&mut text, &mut errors);
        let mut errors: Vec<ErrorNode> = errors
            .iter()
            .map(|error| match self.quotes {
                "" => found(self.scalar_kind(error, kind), error),
                _ => self.string_error(error),
            })
            .collect();
        if kind == ScalarKind::DateTime && text.parse::<Datetime>().is_err() {
            errors.push(ErrorNode {
                kind: ErrorKind::Date,
                span: self.span.clone(),
            });
        }
        Decoded { text, errors }
    }

    /// Returns what is wrong with a comment or a line break.
    pub fn space_errors(&self) -> Vec<ErrorNode> {
        let mut errors: Vec<ParseError> = Vec::new();
        let kind = if self.raw.as_str().starts_with('#') {
            self.raw.decode_comment(&mut errors);
            ErrorKind::CommentCharacter
        } else {
            self.raw.decode_newline(&mut errors);
            ErrorKind::CarriageReturn
        };
        errors.iter().map(|error| found(kind, error)).collect()
    }

    /// Classifies an error of a string, a quoted key included.
    fn string_error(&self, error: &ParseError) -> ErrorNode {
        if let Some([Expected::Literal("'" | "\"")]) = error.expected() {
            return ErrorNode {
                kind: ErrorKind::UnclosedString {
                    quotes: self.quotes,
                },
                span: self.span.clone(),
            };
        }
        let at = error.unexpected().map_or(self.span.start, |at| at.start());
        let before = self.text.get(self.span.start..at).unwrap_or_default();
        let rest = self.text.get(at..).unwrap_or_default();
        let kind = if before.ends_with('\r') {
            ErrorKind::CarriageReturn
        } else if before.ends_with('\\') {
            ErrorKind::UnknownEscape
        } else if rest.starts_with(|c: char| c.is_control() && c != '\n') {
            ErrorKind::StringCharacter
        } else if let Some((_, escape)) = before.rsplit_once('\\') {
            escape_kind(escape, rest)
        } else {
            ErrorKind::Other
        };
        found(kind, error)
    }

    /// Classifies an error of a value that is not in quotes.
    fn scalar_kind(&self, error: &ParseError, kind: ScalarKind) -> ErrorKind {
        let unexpected = error.unexpected().map_or(0..0, range);
        match (error.expected(), kind) {
            (Some([Expected::Literal(quotes)]), _) if quotes.starts_with(['\'', '"']) => {
                ErrorKind::UnopenedString { quotes }
            }
            (_, ScalarKind::String | ScalarKind::Boolean(_)) => ErrorKind::UnquotedText,
            (_, ScalarKind::DateTime) => ErrorKind::Date,
            _ if self.text.get(unexpected) == Some("0") => ErrorKind::LeadingZero,
            _ if self.raw.as_str().starts_with(char::is_alphabetic) => ErrorKind::UnquotedText,
            _ => ErrorKind::Number,
        }
    }
}

/// Returns the quotes of a string; of anything else, none.
pub fn quotes_of(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::LiteralString => "'",
        TokenKind::BasicString => "\"",
        TokenKind::MlLiteralString => "'''",
        TokenKind::MlBasicString => "\"\"\"",
        _ => "",
    }
}

/// Classifies an error behind the letter of an escape sequence.
fn escape_kind(escape: &str, rest: &str) -> ErrorKind {
    let needed = match escape.chars().next() {
        Some('x') => 2,
        Some('u') => 4,
        _ => 8,
    };
    let digits = format!("{}{rest}", escape.get(1..).unwrap_or_default());
    let available = digits.chars().take_while(char::is_ascii_hexdigit).count();
    if available < needed {
        ErrorKind::IncompleteEscape
    } else {
        ErrorKind::EscapedCharacter
    }
}

/// Returns an error of a kind at the place of one of the parser.
fn found(kind: ErrorKind, error: &ParseError) -> ErrorNode {
    let span = error.unexpected().map_or(0..0, range);
    ErrorNode { kind, span }
}

fn range(span: Span) -> Range<usize> {
    span.start()..span.end()
}
