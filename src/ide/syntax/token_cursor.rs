//! A position among the tokens of a text.

use std::ops::Range;

use toml_parser::lexer::{Token, TokenKind};
use toml_parser::{Raw, Source};

/// The tokens of a text, and the next one to read.
pub struct TokenCursor<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// The index of the next token.
    next: usize,
}

impl<'t> TokenCursor<'t> {
    /// Creates a cursor at the start of a text.
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            tokens: Source::new(text).lex().into_vec(),
            next: 0,
        }
    }

    /// Returns the places of all comments.
    pub fn comments(&self) -> Vec<Range<usize>> {
        let tokens = self.tokens.iter();
        let comments = tokens.filter(|token| token.kind() == TokenKind::Comment);
        comments.map(range).collect()
    }

    /// Passes the next token.
    pub fn advance(&mut self) {
        self.next += 1;
    }

    /// Returns the kind of the next token.
    pub fn kind(&self) -> TokenKind {
        self.kind_at(self.next)
    }

    fn kind_at(&self, index: usize) -> TokenKind {
        self.tokens.get(index).map_or(TokenKind::Eof, Token::kind)
    }

    /// Returns the place of the next token.
    pub fn span(&self) -> Range<usize> {
        let end = self.text.len();
        self.tokens.get(self.next).map_or(end..end, range)
    }

    /// Returns the text of the next token without quotes.
    pub fn decoded(&self) -> String {
        let written = &self.text[self.span()];
        let Some(token) = self.tokens.get(self.next) else {
            return String::new();
        };
        let Some(encoding) = token.kind().encoding() else {
            return written.to_owned();
        };
        let mut decoded = String::new();
        let mut errors = Vec::new();
        let _kind = Raw::new_unchecked(written, Some(encoding), token.span())
            .decode_scalar(&mut decoded, &mut errors);
        decoded
    }

    /// Returns where the last token that was read ends.
    pub fn end(&self) -> usize {
        let last = self
            .next
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last));
        last.map_or(0, |token| range(token).end)
    }

    /// Skips tokens of these kinds.
    pub fn skip(&mut self, kinds: &[TokenKind]) {
        while kinds.contains(&self.kind()) && self.kind() != TokenKind::Eof {
            self.next += 1;
        }
    }

    /// Skips the rest of the line.
    pub fn skip_line(&mut self) {
        while !matches!(self.kind(), TokenKind::Newline | TokenKind::Eof) {
            self.next += 1;
        }
    }

    /// Skips space, comments and line breaks.
    pub fn skip_gap(&mut self) {
        self.skip(&[
            TokenKind::Whitespace,
            TokenKind::Comment,
            TokenKind::Newline,
        ]);
    }

    /// Returns whether the next token is the first one of its line.
    pub fn is_at_line_start(&self) -> bool {
        let before = self.tokens.iter().take(self.next).rev();
        let mut before = before.filter(|token| token.kind() != TokenKind::Whitespace);
        before
            .next()
            .is_none_or(|token| token.kind() == TokenKind::Newline)
    }

    /// Returns whether a line starts here that cannot be inside brackets.
    pub fn starts_statement(&self) -> bool {
        self.starts_header() || self.starts_member()
    }

    /// Returns whether a header starts here.
    pub fn starts_header(&self) -> bool {
        let mut at = self.next;
        let mut opened = 0;
        while self.kind_at(at) == TokenKind::LeftSquareBracket && opened < 2 {
            at += 1;
            opened += 1;
        }
        let starts_with_word = self.kind_at(at) == TokenKind::Atom;
        let after = self.after_key(at);
        let mut closed = 0;
        while self.kind_at(after + closed) == TokenKind::RightSquareBracket {
            closed += 1;
        }
        let mut end = after + closed;
        if self.kind_at(end) == TokenKind::Whitespace {
            end += 1;
        }
        let is_at_end = matches!(
            self.kind_at(end),
            TokenKind::Newline | TokenKind::Comment | TokenKind::Eof
        );
        // At the margin, a header may be half typed.
        let before = self.next.checked_sub(1).map(|before| self.kind_at(before));
        let is_whole = closed == opened || before == Some(TokenKind::Newline) && closed < opened;
        opened > 0 && starts_with_word && is_whole && is_at_end
    }

    fn starts_member(&self) -> bool {
        is_key(self.kind()) && self.kind_at(self.after_key(self.next)) == TokenKind::Equals
    }

    /// Returns the index of the first token after a dotted key.
    fn after_key(&self, mut at: usize) -> usize {
        while is_key(self.kind_at(at))
            || matches!(self.kind_at(at), TokenKind::Dot | TokenKind::Whitespace)
        {
            at += 1;
        }
        at
    }
}

/// Returns whether a token can be a part of a dotted key.
pub fn is_key(kind: TokenKind) -> bool {
    kind == TokenKind::Atom || kind.encoding().is_some()
}

fn range(token: &Token) -> Range<usize> {
    token.span().start()..token.span().end()
}
