//! A position among the tokens of a text.

use std::collections::BTreeMap;
use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use crate::profile::syntax::line::starts_statement;

/// The bytes that are read again after strings without closing quotes, all together.
const MAX_BYTES: usize = 16 << 20;

/// A token and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxToken {
    /// What it is.
    pub kind: TokenKind,
    /// Its place.
    pub span: Range<usize>,
}

/// The tokens of a text, and the next one to read.
pub struct TokenCursor<'t> {
    text: &'t str,
    tokens: Vec<SyntaxToken>,
    /// The index of the next token.
    next: usize,
    /// The closing bracket of each opening one that has one, by their indices.
    closing: BTreeMap<usize, usize>,
    /// The bytes that may still be read again.
    bytes_left: usize,
}

impl<'t> TokenCursor<'t> {
    /// Creates a cursor at the start of a text.
    pub fn new(text: &'t str) -> Self {
        let mut cursor = Self {
            text,
            tokens: Vec::new(),
            next: 0,
            closing: BTreeMap::new(),
            bytes_left: MAX_BYTES,
        };
        cursor.lex(0);
        cursor
    }

    /// Reads the tokens from an offset on.
    fn lex(&mut self, start: usize) {
        let mut open: Vec<usize> = Vec::new();
        for token in Source::new(&self.text[start..]).lex() {
            let kind = token.kind();
            let index = self.tokens.len();
            let opening = match kind {
                TokenKind::RightSquareBracket => Some(TokenKind::LeftSquareBracket),
                TokenKind::RightCurlyBracket => Some(TokenKind::LeftCurlyBracket),
                _ => None,
            };
            if matches!(
                kind,
                TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket
            ) {
                open.push(index);
            } else if let Some(opening) = opening
                // A bracket that does not match the innermost one is wrong, and closes none.
                && let Some(innermost) = open.pop_if(|open| self.tokens[*open].kind == opening)
            {
                self.closing.insert(innermost, index);
            }
            let span = token.span();
            self.tokens.push(SyntaxToken {
                kind,
                span: start + span.start()..start + span.end(),
            });
        }
    }

    /// Goes on at the first line below an offset that starts a statement, even if that is within a
    /// string whose closing quotes are missing.
    pub fn resume_below(&mut self, offset: usize) {
        let mut start = offset;
        let mut lines = self.text[offset..].split_inclusive('\n');
        start += lines.next().map_or(0, str::len);
        for line in lines.take_while(|line| !starts_statement(line)) {
            start += line.len();
        }
        self.next = self.index_at(start);
        let is_token = self.tokens.get(self.next).map(|token| token.span.start) == Some(start);
        let rest = self.text.len() - start;
        if !is_token && rest <= self.bytes_left {
            self.bytes_left -= rest;
            // The token across the start of the line is not one.
            self.next = self.next.saturating_sub(1);
            self.tokens.truncate(self.next);
            let _dropped = self.closing.split_off(&self.next);
            self.lex(start);
        }
    }

    /// Returns the index of the first token that starts at an offset or after it.
    fn index_at(&self, offset: usize) -> usize {
        self.tokens
            .partition_point(|token| token.span.start < offset)
    }

    /// Returns the tokens.
    pub fn tokens(&self) -> &[SyntaxToken] {
        &self.tokens
    }

    /// Passes the next token.
    pub fn advance(&mut self) {
        self.next += 1;
    }

    /// Returns the index of the next token.
    pub fn index(&self) -> usize {
        self.next
    }

    /// Returns the kind of the next token.
    pub fn kind(&self) -> TokenKind {
        self.kind_at(self.next)
    }

    fn kind_at(&self, index: usize) -> TokenKind {
        self.tokens
            .get(index)
            .map_or(TokenKind::Eof, |token| token.kind)
    }

    /// Returns the kinds of the next two tokens.
    pub fn kinds(&self) -> [TokenKind; 2] {
        [self.kind(), self.kind_at(self.next + 1)]
    }

    /// Returns the token that ends at an offset.
    pub fn ending_at(&self, offset: usize) -> Option<&SyntaxToken> {
        let last = self.index_at(offset).checked_sub(1)?;
        let token = self.tokens.get(last)?;
        (token.span.end == offset).then_some(token)
    }

    /// Returns the place of the next token.
    pub fn span(&self) -> Range<usize> {
        let end = self.text.len();
        self.tokens
            .get(self.next)
            .map_or(end..end, |token| token.span.clone())
    }

    /// Returns the place before the next token.
    pub fn here(&self) -> Range<usize> {
        let start = self.span().start;
        start..start
    }

    /// Returns where the last token that was read ends.
    pub fn end(&self) -> usize {
        let last = self.next.checked_sub(1);
        let last = last.and_then(|last| self.tokens.get(last));
        last.map_or(0, |token| token.span.end)
    }

    /// Returns where the last token that was read ends, without space before the next one.
    pub fn end_of_content(&self) -> usize {
        let mut before = self.tokens.iter().take(self.next).rev();
        let last = before.find(|token| !is_space(token.kind));
        last.map_or(0, |token| token.span.end)
    }

    /// Skips tokens of these kinds.
    pub fn skip(&mut self, kinds: &[TokenKind]) {
        while kinds.contains(&self.kind()) && self.kind() != TokenKind::Eof {
            self.next += 1;
        }
    }

    /// Skips the rest of the line, and further lines if a bracket in it is closed there.
    pub fn skip_line(&mut self) {
        while !matches!(self.kind(), TokenKind::Newline | TokenKind::Eof) {
            self.skip_bracket();
        }
    }

    /// Skips a token; of an opening bracket, all up to its closing one.
    pub fn skip_bracket(&mut self) {
        self.next = self.closing.get(&self.next).map_or(self.next, |end| *end) + 1;
    }

    /// Skips space, comments and line breaks.
    pub fn skip_gap(&mut self) {
        self.skip(&[
            TokenKind::Whitespace,
            TokenKind::Comment,
            TokenKind::Newline,
        ]);
    }

    /// Returns whether an opening bracket has a closing one, by its index.
    pub fn is_closed(&self, opening: usize) -> bool {
        self.closing.contains_key(&opening)
    }

    /// Returns whether the next token is the first one of its line.
    pub fn is_at_line_start(&self) -> bool {
        let before = self.tokens.iter().take(self.next).rev();
        let mut before = before.filter(|token| token.kind != TokenKind::Whitespace);
        before
            .next()
            .is_none_or(|token| token.kind == TokenKind::Newline)
    }
}

/// Returns whether a token can be a part of a dotted key.
pub fn is_key(kind: TokenKind) -> bool {
    kind == TokenKind::Atom || kind.encoding().is_some()
}

/// Returns whether a token separates others.
pub fn is_space(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment | TokenKind::Eof
    )
}
