//! An error of TOML's syntax in words.

use std::ops::Range;

use crate::diagnostic::Edit;

/// An error of the parser in words.
#[derive(Debug, Clone, Default)]
pub struct SyntaxError {
    /// Where the parser stopped.
    pub at: usize,
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
    /// Whether the bracket or the quotes at `span` are open up to `at`.
    pub is_unclosed: bool,
    /// Whether the parser misread the rest of the statement because of it.
    pub misreads_rest: bool,
}

impl SyntaxError {
    /// Returns an error with its words.
    pub fn new(
        at: usize,
        span: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self {
            at,
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

    /// Says that the bracket or the quotes at its span are open.
    pub fn unclosed(self) -> Self {
        Self {
            is_unclosed: true,
            ..self
        }
    }

    /// Says that the parser misread the rest of the statement because of it.
    pub fn misreading_rest(self) -> Self {
        Self {
            misreads_rest: true,
            ..self
        }
    }
}
