//! The statements of a text in TOML that may be half typed, with the places of their parts.
//!
//! The parser of TOML gives no tree for a text with an error. While someone types, most texts have
//! one, so this tree says what is there and reports nothing.

mod reader;
mod token_cursor;

use std::ops::Range;

pub use reader::read;

/// The statements of a text, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxTree {
    /// The statements.
    pub statements: Vec<Statement>,
    /// The byte ranges of the comments.
    pub comments: Vec<Range<usize>>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// A header.
    Header(HeaderSyntax),
    /// A key with its value.
    Member(MemberSyntax),
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

impl ValueSyntax {
    /// Returns the text of a string.
    pub fn text(&self) -> Option<&str> {
        match &self.form {
            ValueForm::Quoted { text, .. } => Some(text),
            _ => None,
        }
    }
}

impl SyntaxTree {
    /// Returns the members below a header, by its index among the statements; `None` for those at
    /// the top.
    pub fn members_below(&self, header: Option<usize>) -> impl Iterator<Item = &MemberSyntax> {
        let first = header.map_or(0, |index| index + 1);
        let below = self.statements.get(first..).unwrap_or_default();
        below.iter().map_while(|statement| match statement {
            Statement::Member(member) => Some(member),
            Statement::Header(_) => None,
        })
    }
}

/// Returns the text under a key of one part.
pub fn text_of<'t>(
    members: impl IntoIterator<Item = &'t MemberSyntax>,
    name: &str,
) -> Option<&'t str> {
    members
        .into_iter()
        .find(|member| matches!(member.keys.as_slice(), [key] if key.name == name))?
        .value
        .as_ref()?
        .text()
}
