//! An error of TOML's syntax in words.

use std::ops::Range;

use crate::diagnostic::Edit;

/// An error in words.
#[derive(Debug, Clone, Default)]
pub struct SyntaxError {
    /// What is wrong.
    pub message: String,
    /// The remedy; empty if the message implies it.
    pub hint: String,
    /// What to underline.
    pub span: Range<usize>,
    /// Where the same name is already defined.
    pub first: Option<Range<usize>>,
    /// The change that removes it, if there is one right answer.
    pub fix: Option<Edit>,
    /// Whether the rest of the statement is misread because of it.
    pub misreads_rest: bool,
}

impl SyntaxError {
    /// Returns an error with its words.
    pub fn new(span: Range<usize>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: hint.into(),
            span,
            ..Self::default()
        }
    }

    /// Adds where the same name is already defined.
    pub fn with_first(self, first: Option<Range<usize>>) -> Self {
        Self { first, ..self }
    }

    /// Adds the change that removes it.
    pub fn with_fix(self, span: Range<usize>, replacement: String) -> Self {
        Self {
            fix: Some(Edit { span, replacement }),
            ..self
        }
    }

    /// Says that the rest of the statement is misread because of it.
    pub fn misreading_rest(self) -> Self {
        Self {
            misreads_rest: true,
            ..self
        }
    }
}
