//! The syntax tree of a text in TOML that may be wrong or half typed: statements with the places of
//! their parts, comments, and errors. The messages about errors, the completion and the edits of an
//! editor, and `cvpress fmt` read it.
//!
//! It stands on the tokens of `toml_parser`, which also decodes words, so that it agrees with `toml` on
//! what is valid. Other parsers would not do. That of `toml_edit` gives up at the first error, and
//! knows a comment only as space before what follows it. The events of `toml_parser`, and the trees of
//! `taplo` and `tombi`, go on after an error, but an open bracket takes all that follows as its members,
//! and their errors are those of the grammar: what was expected. Here an open bracket ends where the next
//! statement starts, so the statements below it are read as usual, and an error is of a kind that says
//! what was forgotten. Nodes are ranges of the text instead of the green nodes of `rowan`: a profile is
//! short enough to read it again after each key.

mod gap;
mod lookup;
mod reader;
mod token_cursor;
mod word;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub use gap::{MemberGap, StatementGap};
pub use lookup::text_of;
pub use reader::read;

/// The statements of a text, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxTree {
    /// The statements.
    pub statements: Vec<Statement>,
    /// The byte ranges of the comments.
    pub comments: Vec<Range<usize>>,
    /// The errors, in the order of their places.
    pub errors: Vec<ErrorNode>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// A header.
    Header(HeaderSyntax),
    /// A key with its value.
    Member(MemberSyntax),
    /// Lines that are neither.
    Stray(Range<usize>),
}

/// The header of a table: `[person]`, `[[section.entry]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderSyntax {
    /// Whether it opens with two brackets.
    pub is_double: bool,
    /// The keys between the dots. One that is not typed yet is empty.
    pub keys: Vec<KeySyntax>,
    /// From its first bracket to its last one, or to the end of what is typed.
    pub span: Range<usize>,
}

/// A part of a dotted key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySyntax {
    /// The key without quotes.
    pub name: String,
    /// Its place, with quotes.
    pub span: Range<usize>,
}

/// A key with its value, at the start of a line or in an inline table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberSyntax {
    /// The keys between the dots. One that is not typed yet is empty.
    pub keys: Vec<KeySyntax>,
    /// The value; `None` if no `=` is typed.
    pub value: Option<ValueSyntax>,
    /// From the first key to the end of the value.
    pub span: Range<usize>,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueSyntax {
    /// What it is.
    pub form: ValueForm,
    /// Its place. That of a missing value is the space for it.
    pub span: Range<usize>,
}

/// What a value is, as far as it is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueForm {
    /// Nothing is typed yet.
    Missing,
    /// A number, a date, `true`, or a text without quotes.
    Bare,
    /// A string, whose quotes may not be closed.
    Quoted {
        /// The decoded text.
        text: String,
        /// The place of the text between the quotes.
        content: Range<usize>,
    },
    /// A list.
    List(Vec<ValueSyntax>),
    /// An inline table.
    Inline(Vec<MemberSyntax>),
}

/// An error, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorNode {
    /// What is wrong.
    pub kind: ErrorKind,
    /// The unexpected text; empty where something is missing. Of an open bracket or string, what is
    /// open.
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
    UnclosedBracket {
        /// The missing bracket.
        closing: &'static str,
    },
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
    /// A member of an inline table that has no `=`, or nothing after it.
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
    UnclosedString {
        /// The missing quotes.
        quotes: &'static str,
    },
    /// A text of several lines that ends where the quotes of the next one should begin.
    UnclosedText {
        /// The missing quotes.
        quotes: &'static str,
    },
    /// Lines of a text without the quotes at its start.
    UnopenedText {
        /// The missing quotes.
        quotes: &'static str,
    },
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
    /// A value that is none of TOML's types, or starts like one of them.
    UnquotedText,
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
    /// A key of too many parts.
    LongKey,
    /// None of these.
    Other,
}

impl ErrorKind {
    /// Returns whether a bracket or quotes are open, so that what follows may have been misread.
    pub fn is_unclosed(self) -> bool {
        matches!(
            self,
            Self::UnclosedBracket { .. }
                | Self::UnclosedString { .. }
                | Self::UnclosedText { .. }
                | Self::UnopenedText { .. }
        )
    }
}

impl ErrorNode {
    /// Returns what errors are sorted by: the place, and then the cause before what follows from it.
    fn order(&self) -> impl Ord + use<> {
        let rank = match self.kind {
            kind if kind.is_unclosed() => 0,
            ErrorKind::EmptyKey => 2,
            _ => 1,
        };
        (self.span.start, rank)
    }
}

impl Statement {
    /// Returns the place of the statement.
    pub fn span(&self) -> &Range<usize> {
        match self {
            Self::Header(header) => &header.span,
            Self::Member(member) => &member.span,
            Self::Stray(span) => span,
        }
    }

    /// Returns the header, if it is one.
    pub fn header(&self) -> Option<&HeaderSyntax> {
        match self {
            Self::Header(header) => Some(header),
            _ => None,
        }
    }

    /// Returns the key with its value, if it is one.
    pub fn member(&self) -> Option<&MemberSyntax> {
        match self {
            Self::Member(member) => Some(member),
            _ => None,
        }
    }

    /// Returns the keys of a header, or those before a value.
    pub fn keys(&self) -> &[KeySyntax] {
        match self {
            Self::Header(header) => &header.keys,
            Self::Member(member) => &member.keys,
            Self::Stray(_) => &[],
        }
    }
}

impl HeaderSyntax {
    /// Returns the names of its keys.
    pub fn names(&self) -> Vec<&str> {
        self.keys.iter().map(|key| key.name.as_str()).collect()
    }
}

impl ValueSyntax {
    /// Returns the text of a string.
    pub fn text(&self) -> Option<&str> {
        match &self.form {
            ValueForm::Quoted { text, .. } => Some(text),
            _ => None,
        }
    }
}
