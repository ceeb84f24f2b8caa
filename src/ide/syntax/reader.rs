//! Reads statements from the tokens of a text.

use std::ops::Range;

use toml_parser::lexer::{Token, TokenKind};
use toml_parser::{Raw, Source};

use crate::ide::syntax::{
    HeaderSyntax, KeySyntax, MemberSyntax, Statement, SyntaxTree, ValueForm, ValueSyntax,
};

/// The depth of brackets to read. A profile has at most five.
const MAX_DEPTH: usize = 32;

/// Reads the statements of a text.
pub fn read(text: &str) -> SyntaxTree {
    let tokens = Source::new(text).lex().into_vec();
    let comments = tokens
        .iter()
        .filter(|token| token.kind() == TokenKind::Comment);
    let comments = comments.map(range).collect();
    let mut reader = Reader {
        text,
        tokens,
        next: 0,
    };
    SyntaxTree {
        statements: reader.statements(),
        comments,
    }
}

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// The index of the next token.
    next: usize,
}

impl Reader<'_> {
    fn kind(&self) -> TokenKind {
        self.kind_at(self.next)
    }

    fn kind_at(&self, index: usize) -> TokenKind {
        self.tokens.get(index).map_or(TokenKind::Eof, Token::kind)
    }

    fn span(&self) -> Range<usize> {
        let end = self.text.len();
        self.tokens.get(self.next).map_or(end..end, range)
    }

    /// Returns where the last token that was read ends.
    fn end(&self) -> usize {
        let last = self
            .next
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last));
        last.map_or(0, |token| range(token).end)
    }

    fn skip(&mut self, kinds: &[TokenKind]) {
        while kinds.contains(&self.kind()) && self.kind() != TokenKind::Eof {
            self.next += 1;
        }
    }

    fn skip_line(&mut self) {
        while !matches!(self.kind(), TokenKind::Newline | TokenKind::Eof) {
            self.next += 1;
        }
    }

    fn statements(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        loop {
            self.skip(&[TokenKind::Whitespace, TokenKind::Newline]);
            match self.kind() {
                TokenKind::Eof => return statements,
                TokenKind::LeftSquareBracket => statements.push(Statement::Header(self.header())),
                kind if is_key(kind) || matches!(kind, TokenKind::Equals | TokenKind::Dot) => {
                    statements.push(Statement::Member(self.member(0)));
                    // An open bracket ended where the next statement starts.
                    if self.is_at_line_start() {
                        continue;
                    }
                }
                _ => {}
            }
            // What follows a whole statement on its line is a comment, or wrong.
            self.skip_line();
        }
    }

    fn header(&mut self) -> HeaderSyntax {
        let start = self.span().start;
        self.next += 1;
        let is_double = self.kind() == TokenKind::LeftSquareBracket;
        if is_double {
            self.next += 1;
        }
        let keys = self.keys();
        while self.kind() == TokenKind::RightSquareBracket {
            self.next += 1;
        }
        HeaderSyntax {
            is_double,
            keys,
            span: start..self.end(),
        }
    }

    /// Reads a dotted key, and the space after it.
    fn keys(&mut self) -> Vec<KeySyntax> {
        let mut keys = Vec::new();
        loop {
            self.skip(&[TokenKind::Whitespace]);
            if is_key(self.kind()) {
                keys.push(self.key());
                self.skip(&[TokenKind::Whitespace]);
                if self.kind() != TokenKind::Dot {
                    return keys;
                }
                self.next += 1;
            } else {
                let at = self.end();
                keys.push(KeySyntax {
                    name: String::new(),
                    span: at..at,
                });
                if self.kind() != TokenKind::Dot {
                    return keys;
                }
                self.next += 1;
            }
        }
    }

    fn key(&mut self) -> KeySyntax {
        let span = self.span();
        let name = self.decoded(&span);
        self.next += 1;
        KeySyntax { name, span }
    }

    /// Returns the text of the next token without quotes.
    fn decoded(&self, span: &Range<usize>) -> String {
        let written = &self.text[span.clone()];
        let Some(encoding) = self.kind().encoding() else {
            return written.to_owned();
        };
        let token = self.tokens[self.next];
        let mut decoded = String::new();
        let mut errors = Vec::new();
        let _kind = Raw::new_unchecked(written, Some(encoding), token.span())
            .decode_scalar(&mut decoded, &mut errors);
        decoded
    }

    /// Reads a key, and its value if `=` follows.
    fn member(&mut self, depth: usize) -> MemberSyntax {
        let start = self.span().start;
        let keys = self.keys();
        let end_of_keys = keys.last().map_or(start, |key| key.span.end);
        let value = if self.kind() == TokenKind::Equals {
            self.next += 1;
            Some(self.value(depth))
        } else {
            None
        };
        let end = value.as_ref().map_or(end_of_keys, |value| value.span.end);
        MemberSyntax {
            keys,
            value,
            span: start..end.max(start),
        }
    }

    fn value(&mut self, depth: usize) -> ValueSyntax {
        let after_equals = self.end();
        self.skip(&[TokenKind::Whitespace]);
        let span = self.span();
        let kind = self.kind();
        match kind {
            TokenKind::LeftSquareBracket if depth < MAX_DEPTH => self.list(depth),
            TokenKind::LeftCurlyBracket if depth < MAX_DEPTH => self.inline_table(depth),
            _ if kind.encoding().is_some() => {
                let text = self.decoded(&span);
                self.next += 1;
                ValueSyntax {
                    form: ValueForm::Quoted {
                        text,
                        content: content(self.text, kind, &span),
                    },
                    span,
                }
            }
            _ if ends_value(kind) => ValueSyntax {
                form: ValueForm::Missing,
                span: after_equals..span.start,
            },
            _ => self.bare(),
        }
    }

    /// Reads a value that is not in quotes, up to what ends it.
    fn bare(&mut self) -> ValueSyntax {
        let start = self.span().start;
        let mut end = start;
        while !ends_value(self.kind()) {
            if self.kind() != TokenKind::Whitespace {
                end = self.span().end;
            }
            self.next += 1;
        }
        ValueSyntax {
            form: ValueForm::Bare,
            span: start..end,
        }
    }

    fn list(&mut self, depth: usize) -> ValueSyntax {
        let start = self.span().start;
        self.next += 1;
        let mut items = Vec::new();
        loop {
            self.skip_gap();
            let is_new_line = self.is_at_line_start();
            match self.kind() {
                TokenKind::RightSquareBracket => {
                    self.next += 1;
                    break;
                }
                TokenKind::Comma => self.next += 1,
                TokenKind::Eof | TokenKind::RightCurlyBracket => break,
                _ if is_new_line && self.starts_statement() => break,
                _ => items.push(self.value(depth + 1)),
            }
        }
        ValueSyntax {
            form: ValueForm::List(items),
            span: start..self.end(),
        }
    }

    fn inline_table(&mut self, depth: usize) -> ValueSyntax {
        let start = self.span().start;
        self.next += 1;
        let mut members = Vec::new();
        let mut is_separated = true;
        loop {
            self.skip_gap();
            let is_new_line = self.is_at_line_start();
            match self.kind() {
                TokenKind::RightCurlyBracket => {
                    self.next += 1;
                    break;
                }
                TokenKind::Comma => {
                    self.next += 1;
                    is_separated = true;
                }
                // After a line that does not end with a comma, the table is not closed yet.
                _ if is_new_line && (!is_separated || self.starts_header()) => break,
                kind if is_key(kind) || matches!(kind, TokenKind::Equals | TokenKind::Dot) => {
                    members.push(self.member(depth + 1));
                    is_separated = false;
                }
                _ => break,
            }
        }
        ValueSyntax {
            form: ValueForm::Inline(members),
            span: start..self.end(),
        }
    }

    /// Skips space, comments and line breaks.
    fn skip_gap(&mut self) {
        self.skip(&[
            TokenKind::Whitespace,
            TokenKind::Comment,
            TokenKind::Newline,
        ]);
    }

    /// Returns whether the next token is the first one of its line.
    fn is_at_line_start(&self) -> bool {
        let before = self.tokens.iter().take(self.next).rev();
        let mut before = before.filter(|token| token.kind() != TokenKind::Whitespace);
        before
            .next()
            .is_none_or(|token| token.kind() == TokenKind::Newline)
    }

    /// Returns whether a line starts here that cannot be inside brackets.
    fn starts_statement(&self) -> bool {
        self.starts_header() || self.starts_member()
    }

    fn starts_header(&self) -> bool {
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

fn is_key(kind: TokenKind) -> bool {
    kind == TokenKind::Atom || kind.encoding().is_some()
}

fn ends_value(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Newline
            | TokenKind::Comment
            | TokenKind::Eof
            | TokenKind::Comma
            | TokenKind::RightSquareBracket
            | TokenKind::RightCurlyBracket
    )
}

/// Returns the place of the text between the quotes of a string, which may not be closed.
fn content(text: &str, kind: TokenKind, span: &Range<usize>) -> Range<usize> {
    let (quotes, count) = match kind {
        TokenKind::LiteralString => ('\'', 1),
        TokenKind::BasicString => ('"', 1),
        TokenKind::MlLiteralString => ('\'', 3),
        _ => ('"', 3),
    };
    let quotes = quotes.to_string().repeat(count);
    let written = &text[span.clone()];
    let start = span.start + count.min(written.len());
    let inner = written.get(count..).unwrap_or_default();
    let end = if inner.ends_with(&quotes) {
        span.end - count
    } else {
        start + inner.trim_end_matches('\r').len()
    };
    start..end.max(start)
}

fn range(token: &Token) -> Range<usize> {
    token.span().start()..token.span().end()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Describes the statements in one line each.
    fn described(text: &str) -> Vec<String> {
        let tree = read(text);
        tree.statements
            .iter()
            .map(|statement| match statement {
                Statement::Header(header) => {
                    let brackets = if header.is_double { "[[" } else { "[" };
                    format!("{brackets}{}", names(&header.keys))
                }
                Statement::Member(member) => described_member(member),
            })
            .collect()
    }

    fn names(keys: &[KeySyntax]) -> String {
        let names: Vec<&str> = keys.iter().map(|key| key.name.as_str()).collect();
        names.join(".")
    }

    fn described_member(member: &MemberSyntax) -> String {
        let value = member
            .value
            .as_ref()
            .map(|value| format!("={}", described_value(value)));
        names(&member.keys) + &value.unwrap_or_default()
    }

    fn described_value(value: &ValueSyntax) -> String {
        match &value.form {
            ValueForm::Missing => "?".to_owned(),
            ValueForm::Bare => "bare".to_owned(),
            ValueForm::Quoted { text, .. } => text.clone(),
            ValueForm::List(items) => {
                let items: Vec<String> = items.iter().map(described_value).collect();
                format!("[{}]", items.join(","))
            }
            ValueForm::Inline(members) => {
                let members: Vec<String> = members.iter().map(described_member).collect();
                format!("{{{}}}", members.join(","))
            }
        }
    }

    #[test]
    fn reads_whole_statements() {
        assert_eq!(
            described(
                "a = 1 # c\n[b.\"c d\"]\ne.f = [\"x\", 'y']\n[[g]]\nh = { i = 1979-05-27 07:32:00, j = true }\n"
            ),
            ["a=bare", "[b.c d", "e.f=[x,y]", "[[g", "h={i=bare,j=bare}"]
        );
        assert_eq!(
            described("a = \"\"\"\nb = 1\n[c]\"\"\"\nd = 3.5"),
            ["a=b = 1\n[c]", "d=bare"]
        );
    }

    #[test]
    fn reads_half_typed_statements() {
        assert_eq!(described("lay\nlocale = \"en\""), ["lay", "locale=en"]);
        assert_eq!(
            described("layout =\nlocale = 1"),
            ["layout=?", "locale=bare"]
        );
        assert_eq!(described("layout = \"com\nb = 1"), ["layout=com", "b=bare"]);
        assert_eq!(described("[des\na = 1"), ["[des", "a=bare"]);
        assert_eq!(described("[[section.\na = 1"), ["[[section.", "a=bare"]);
        assert_eq!(described("["), ["["]);
        assert_eq!(described("a.\nb = 1"), ["a.", "b=bare"]);
        assert_eq!(described("= 1\n] }\nb = 2"), ["=bare", "b=bare"]);
    }

    #[test]
    fn an_open_bracket_ends_at_the_next_statement() {
        assert_eq!(
            described("links = [\n  { net\n\n[design]\na = 1"),
            ["links=[{net}]", "[design", "a=bare"]
        );
        assert_eq!(described("links = [\n[[sec"), ["links=[]", "[[sec"]);
        assert_eq!(
            described("tags = [\"a\",\nsummary = \"x\""),
            ["tags=[a]", "summary=x"]
        );
        assert_eq!(
            described("links = [\n { a = 1\n { b = 2 },\n]\nc = 3"),
            ["links=[{a=bare},{b=bare}]", "c=bare"]
        );
    }

    #[test]
    fn tables_and_lists_of_several_lines_stay_whole() {
        assert_eq!(
            described("a = [ # x\n  \"b\",\n  [\"c\"],\n]\nd = {\n e = 1, # y\n f = 2,\n}\ng = 1"),
            ["a=[b,[c]]", "d={e=bare,f=bare}", "g=bare"]
        );
    }

    #[test]
    fn deep_brackets_do_not_overflow_the_stack() {
        let deep = "a = ".to_owned() + &"[".repeat(100_000) + &"{a=".repeat(100_000);
        assert_eq!(read(&deep).statements.len(), 1);
    }

    #[test]
    fn no_text_is_too_odd() {
        // Each prefix of a text with all kinds of tokens is a text that someone may have typed.
        let text = "\u{feff}a.'b' = [{ c = \"d\\u00e9\", e = '''f\r\n''' }, 1.5] # g\r\n[[h.\"i\"]]\n😀 = ]}\"\"\"";
        for (end, _) in text.char_indices() {
            let tree = read(&text[..end]);
            for statement in &tree.statements {
                let span = match statement {
                    Statement::Header(header) => &header.span,
                    Statement::Member(member) => &member.span,
                };
                assert!(text.get(span.clone()).is_some(), "{span:?} of {end}");
            }
        }
    }
}
