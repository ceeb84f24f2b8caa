//! Reads the statements of a text, and what is wrong with them.

use std::ops::Range;

use toml_parser::lexer::TokenKind;

use crate::profile::syntax::line::{line_around, starts_statement};
use crate::profile::syntax::tree::token_cursor::{TokenCursor, is_key};
use crate::profile::syntax::tree::word::{Decoded, Word, quotes_of};
use crate::profile::syntax::tree::{
    ErrorKind, ErrorNode, HeaderSyntax, KeySyntax, MemberSyntax, Statement, SyntaxTree, ValueForm,
    ValueSyntax,
};

/// The depth of brackets, and the number of parts of a key, at which `toml` stops.
const MAX_DEPTH: usize = 80;

/// The lines after which quotes do not close a text that has none at its start.
const MOST_LINES: usize = 40;

/// Reads the statements of a text.
pub fn read(text: &str) -> SyntaxTree {
    let mut reader = Reader {
        text,
        tokens: TokenCursor::new(text),
        open: Vec::new(),
        ended_at: None,
        statements: Vec::new(),
        errors: Vec::new(),
    };
    reader.read_statements();
    reader.finish()
}

struct Reader<'t> {
    text: &'t str,
    tokens: TokenCursor<'t>,
    /// The brackets around the next token.
    open: Vec<OpenBracket>,
    /// The token that ended a bracket without its closing one.
    ended_at: Option<usize>,
    statements: Vec<Statement>,
    errors: Vec<ErrorNode>,
}

/// An opening bracket.
struct OpenBracket {
    /// Its index among the tokens.
    index: usize,
    span: Range<usize>,
    closing: TokenKind,
    /// The number of errors before it.
    known: usize,
}

impl Reader<'_> {
    fn read_statements(&mut self) {
        // The number of errors above the statement before.
        let mut before = 0;
        loop {
            self.tokens.skip_gap();
            if self.tokens.kind() == TokenKind::Eof {
                return;
            }
            let known = self.errors.len();
            let statement = self.statement();
            let errors = &self.errors[known..];
            let first = errors.iter().min_by_key(|error| error.order());
            if let Some(first) = first.cloned() {
                let is_right_above = known == before;
                if !self.is_text_outside(&statement, &first, known, is_right_above) {
                    self.skip_rest(&statement, &first, known);
                    self.statements.push(statement);
                }
            } else {
                self.statements.push(statement);
            }
            before = known;
        }
    }

    fn finish(mut self) -> SyntaxTree {
        let mut comments = Vec::new();
        for token in self.tokens.tokens() {
            if matches!(token.kind, TokenKind::Comment | TokenKind::Newline) {
                let word = Word::new(self.text, token.kind, token.span.clone());
                self.errors.extend(word.space_errors());
            }
            if token.kind == TokenKind::Comment {
                comments.push(token.span.clone());
            }
        }
        self.errors.sort_by_key(ErrorNode::order);
        SyntaxTree {
            statements: self.statements,
            comments,
            errors: self.errors,
        }
    }

    fn error(&mut self, kind: ErrorKind, span: Range<usize>) {
        self.errors.push(ErrorNode { kind, span });
    }

    /// Adds an error before the next token.
    fn error_here(&mut self, kind: ErrorKind) {
        self.error(kind, self.tokens.here());
    }

    fn statement(&mut self) -> Statement {
        let start = self.tokens.span().start;
        let kind = self.tokens.kind();
        if kind == TokenKind::LeftSquareBracket {
            return Statement::Header(self.header());
        }
        if starts_member(kind) {
            let member = self.member();
            if member.value.is_some() {
                self.end_statement();
            }
            return Statement::Member(member);
        }
        self.error_here(if kind == TokenKind::RightSquareBracket {
            ErrorKind::UnopenedBracket
        } else {
            ErrorKind::LineStart
        });
        self.tokens.skip_line();
        Statement::Stray(start..self.tokens.end_of_content())
    }

    /// Expects the end of the line, unless an open bracket ended where the next statement starts.
    fn end_statement(&mut self) {
        self.tokens.skip(&[TokenKind::Whitespace]);
        if !ends_line(self.tokens.kind()) && !self.tokens.is_at_line_start() {
            self.error_here(ErrorKind::TrailingText);
        }
    }

    /// Skips what belongs to a statement with errors, so that it is not taken for other statements.
    fn skip_rest(&mut self, statement: &Statement, first: &ErrorNode, known: usize) {
        /// How the rest of a list can start.
        const MEMBER_STARTS: [char; 7] = ['"', '\'', '{', '}', '[', ']', ','];
        let end = self.tokens.end();
        let string = self.errors[known..].iter().find(|error| {
            let is_open = matches!(error.kind, ErrorKind::UnclosedString { .. });
            is_open && error.span.end == end
        });
        if let Some(start) = string.map(|string| string.span.start)
            && (start == first.span.start || self.text[start..end].contains('\n'))
        {
            self.tokens.resume_below(start);
            // What is below is not part of the string.
            let end = self.tokens.span().start;
            let mut errors = self.errors.split_off(known);
            errors.retain(|error| error.span.start < end);
            self.errors.append(&mut errors);
            return;
        }
        if statement.header().is_some() {
            while !ends_line(self.tokens.kind()) {
                self.tokens.advance();
            }
            return;
        }
        if self.tokens.is_at_line_start() {
            return;
        }
        self.tokens.skip_line();
        while self.tokens.kind() == TokenKind::Newline {
            let next = self.tokens.span().end;
            let line = &self.text[line_around(self.text, next)];
            if starts_statement(line) || !line.trim_start().starts_with(MEMBER_STARTS) {
                return;
            }
            self.tokens.advance();
            self.tokens.skip_line();
        }
    }

    /// Returns whether a statement with an error is a line of a text that is outside of quotes: those
    /// at its start are missing, or those at the end of the text above. If so, reads on below it.
    fn is_text_outside(
        &mut self,
        statement: &Statement,
        first: &ErrorNode,
        known: usize,
        is_right_above: bool,
    ) -> bool {
        let line = line_around(self.text, statement.span().start);
        let lines = self.text[line.start..].lines().take(MOST_LINES);
        let mut lines = lines.take_while(|line| !starts_statement(line));
        let quotes = lines.find_map(leading_quotes);
        let Some(quotes) =
            quotes.filter(|_| !first.kind.is_unclosed() && first.span.start <= line.end)
        else {
            return false;
        };
        self.errors.truncate(known);
        let above = self.text[..line.start].trim_end().len();
        let string = self.tokens.ending_at(above);
        let string = string.filter(|string| is_right_above && quotes_of(string.kind) == quotes);
        if let Some(string) = string {
            let start = string.span.start;
            self.error(
                ErrorKind::UnclosedText { quotes },
                start..start + quotes.len(),
            );
            self.tokens.resume_below(start);
        } else {
            self.error(ErrorKind::UnopenedText { quotes }, line.clone());
            self.tokens.resume_below(line.start);
            self.statements.push(Statement::Stray(line));
        }
        true
    }

    fn header(&mut self) -> HeaderSyntax {
        let start = self.tokens.span().start;
        self.tokens.advance();
        let is_double = self.tokens.kind() == TokenKind::LeftSquareBracket;
        if is_double {
            self.tokens.advance();
        }
        let keys = self.keys();
        let mut missing = if is_double { 2 } else { 1 };
        let mut end = self.tokens.end_of_content();
        while missing > 0 && self.tokens.kind() == TokenKind::RightSquareBracket {
            missing -= 1;
            self.tokens.advance();
            end = self.tokens.end();
        }
        if missing == 0 {
            self.end_statement();
        } else if missing == 1 && is_double || keys.last().is_some_and(|key| !key.span.is_empty()) {
            self.error(ErrorKind::UnclosedHeader { is_double }, end..end);
        }
        self.tokens.skip(&[TokenKind::RightSquareBracket]);
        HeaderSyntax {
            is_double,
            keys,
            span: start..self.tokens.end(),
        }
    }

    /// Reads a dotted key, and the space after it.
    fn keys(&mut self) -> Vec<KeySyntax> {
        let mut keys = Vec::new();
        loop {
            self.tokens.skip(&[TokenKind::Whitespace]);
            keys.push(self.key());
            self.tokens.skip(&[TokenKind::Whitespace]);
            if self.tokens.kind() != TokenKind::Dot {
                break;
            }
            self.tokens.advance();
        }
        if keys.len() > MAX_DEPTH {
            self.error(ErrorKind::LongKey, keys[0].span.clone());
        }
        keys
    }

    fn key(&mut self) -> KeySyntax {
        let kind = self.tokens.kind();
        if !is_key(kind) {
            self.error_here(ErrorKind::EmptyKey);
            return KeySyntax {
                name: String::new(),
                span: self.tokens.here(),
            };
        }
        let span = self.tokens.span();
        let Decoded { text, errors } = Word::new(self.text, kind, span.clone()).key();
        self.errors.extend(errors);
        self.tokens.advance();
        KeySyntax { name: text, span }
    }

    /// Reads a key, and its value if `=` follows.
    fn member(&mut self) -> MemberSyntax {
        let start = self.tokens.span().start;
        let keys = self.keys();
        let end_of_keys = keys.last().map_or(start, |key| key.span.end);
        let is_inline = !self.open.is_empty();
        self.skip_lines_in_member();
        let kind = self.tokens.kind();
        let value = if kind == TokenKind::Equals {
            self.tokens.advance();
            self.skip_lines_in_member();
            Some(self.value())
        } else if is_inline {
            self.error_here(ErrorKind::MemberWithoutValue);
            let is_value = kind.encoding().is_some() || opens(kind);
            is_value.then(|| self.value())
        } else {
            self.error_here(ErrorKind::KeyWithoutValue);
            None
        };
        let end = value.as_ref().map_or(end_of_keys, |value| value.span.end);
        MemberSyntax {
            keys,
            value,
            span: start..end.max(start),
        }
    }

    /// Skips line breaks within a member of an inline table that is closed. `toml` takes them.
    fn skip_lines_in_member(&mut self) {
        let innermost = self.open.last();
        if innermost.is_some_and(|bracket| self.tokens.is_closed(bracket.index)) {
            self.tokens.skip_gap();
        }
    }

    fn value(&mut self) -> ValueSyntax {
        let after_equals = self.tokens.end();
        self.tokens.skip(&[TokenKind::Whitespace]);
        while self.tokens.kind() == TokenKind::Equals {
            self.error(ErrorKind::ExtraEquals, self.tokens.span());
            self.tokens.advance();
            self.tokens.skip(&[TokenKind::Whitespace]);
        }
        let span = self.tokens.span();
        let kind = self.tokens.kind();
        let form = match kind {
            _ if opens(kind) && self.open.len() >= MAX_DEPTH => {
                self.error(ErrorKind::Depth, span.clone());
                self.tokens.skip_bracket();
                ValueForm::Bare
            }
            TokenKind::LeftSquareBracket => {
                ValueForm::List(self.bracketed(TokenKind::RightSquareBracket, Self::value))
            }
            TokenKind::LeftCurlyBracket => {
                ValueForm::Inline(self.bracketed(TokenKind::RightCurlyBracket, Self::member))
            }
            TokenKind::Atom | TokenKind::Dot => return self.bare(),
            _ if kind.encoding().is_some() => self.string(),
            _ if closes(kind) && !self.is_open(kind) => {
                self.error_here(ErrorKind::UnopenedBracket);
                self.tokens.advance();
                ValueForm::Bare
            }
            _ => {
                self.error_here(if self.open.is_empty() {
                    ErrorKind::MissingValue
                } else {
                    ErrorKind::MemberWithoutValue
                });
                return ValueSyntax {
                    form: ValueForm::Missing,
                    span: after_equals..span.start,
                };
            }
        };
        ValueSyntax {
            form,
            span: span.start..self.tokens.end(),
        }
    }

    fn string(&mut self) -> ValueForm {
        let kind = self.tokens.kind();
        let span = self.tokens.span();
        let Decoded { text, errors } = Word::new(self.text, kind, span.clone()).scalar();
        self.errors.extend(errors);
        self.tokens.advance();
        ValueForm::Quoted {
            text,
            content: content(self.text, quotes_of(kind), &span),
        }
    }

    /// Reads a value without quotes, which may consist of several words.
    fn bare(&mut self) -> ValueSyntax {
        let start = self.tokens.span().start;
        while matches!(self.tokens.kind(), TokenKind::Atom | TokenKind::Dot) {
            self.tokens.advance();
            if self.tokens.kinds() == [TokenKind::Whitespace, TokenKind::Atom] {
                self.tokens.advance();
            }
        }
        let span = start..self.tokens.end();
        let word = Word::new(self.text, TokenKind::Atom, span.clone());
        self.errors.extend(word.scalar().errors);
        ValueSyntax {
            form: ValueForm::Bare,
            span,
        }
    }

    /// Reads what is between brackets, each member with a function.
    fn bracketed<T>(&mut self, closing: TokenKind, member: fn(&mut Self) -> T) -> Vec<T> {
        let is_list = closing == TokenKind::RightSquareBracket;
        let bracket = OpenBracket {
            index: self.tokens.index(),
            span: self.tokens.span(),
            closing,
            known: self.errors.len(),
        };
        self.open.push(bracket);
        self.tokens.advance();
        let mut members = Vec::new();
        let mut needs_comma = false;
        loop {
            self.tokens.skip_gap();
            let kind = self.tokens.kind();
            if kind == closing {
                self.open.pop();
                self.tokens.advance();
                return members;
            }
            if self.ends_open_bracket(needs_comma) {
                self.end_open_bracket();
                return members;
            }
            match kind {
                TokenKind::Comma => {
                    if !needs_comma {
                        self.error(ErrorKind::ExtraComma, self.tokens.span());
                    }
                    self.tokens.advance();
                    needs_comma = false;
                }
                TokenKind::Equals if is_list || needs_comma => {
                    self.error(ErrorKind::ExtraEquals, self.tokens.span());
                    self.tokens.advance();
                }
                _ => {
                    let has_key = is_list || starts_member(kind);
                    if needs_comma {
                        self.error_here(ErrorKind::MissingComma);
                    } else if !has_key {
                        self.error_here(ErrorKind::MemberWithoutKey);
                    }
                    if has_key {
                        members.push(member(self));
                    } else {
                        self.tokens.skip_bracket();
                    }
                    needs_comma = true;
                }
            }
        }
    }

    /// Returns whether an open bracket ends before the next token: at the end of the text, at the end of
    /// the brackets around it, and, if nothing closes it, where a line starts that is not a member.
    fn ends_open_bracket(&self, needs_comma: bool) -> bool {
        let kind = self.tokens.kind();
        let Some(OpenBracket { index, closing, .. }) = self.open.last() else {
            return true;
        };
        if kind == TokenKind::Eof || closes(kind) && self.is_open(kind) {
            return true;
        }
        if self.tokens.is_closed(*index) || !self.tokens.is_at_line_start() {
            return false;
        }
        match closing {
            TokenKind::RightSquareBracket => {
                let line = line_around(self.text, self.tokens.span().start);
                starts_statement(&self.text[line])
            }
            _ => needs_comma || opens(kind),
        }
    }

    /// Ends the innermost open bracket. That is not said of it if the one in it ends here as well, or if
    /// its closing bracket may be in a string without closing quotes.
    fn end_open_bracket(&mut self) {
        let end = Some(self.tokens.index());
        let is_first = self.ended_at != end;
        self.ended_at = end;
        let Some(bracket) = self.open.pop() else {
            return;
        };
        let mut errors = self.errors[bracket.known..].iter();
        let is_string = |error: &ErrorNode| matches!(error.kind, ErrorKind::UnclosedString { .. });
        if is_first && !errors.any(is_string) {
            let closing = match bracket.closing {
                TokenKind::RightSquareBracket => "]",
                _ => "}",
            };
            self.error(ErrorKind::UnclosedBracket { closing }, bracket.span);
        }
    }

    /// Returns whether a closing bracket belongs to one of the brackets around it.
    fn is_open(&self, closing: TokenKind) -> bool {
        self.open.iter().any(|bracket| bracket.closing == closing)
    }
}

fn starts_member(kind: TokenKind) -> bool {
    is_key(kind) || matches!(kind, TokenKind::Equals | TokenKind::Dot)
}

fn opens(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket
    )
}

fn closes(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket
    )
}

fn ends_line(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Newline | TokenKind::Comment | TokenKind::Eof
    )
}

fn leading_quotes(line: &str) -> Option<&'static str> {
    ["\"\"\"", "'''"]
        .into_iter()
        .find(|quotes| line.trim().starts_with(quotes))
}

/// Returns the place of the text between the quotes of a string, which may not be closed.
fn content(text: &str, quotes: &str, span: &Range<usize>) -> Range<usize> {
    let written = &text[span.clone()];
    let start = span.start + quotes.len().min(written.len());
    let inner = written.get(quotes.len()..).unwrap_or_default();
    let end = if inner.ends_with(quotes) {
        span.end - quotes.len()
    } else {
        start + inner.trim_end_matches('\r').len()
    };
    start..end.max(start)
}
