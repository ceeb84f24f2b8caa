//! Reads statements from the tokens of a text.

use std::ops::Range;

use toml_parser::lexer::TokenKind;

use crate::ide::syntax::token_cursor::{TokenCursor, is_key};
use crate::ide::syntax::{
    HeaderSyntax, KeySyntax, MemberSyntax, Statement, SyntaxTree, ValueForm, ValueSyntax,
};

/// The depth of brackets to read. A profile has at most five.
const MAX_DEPTH: usize = 32;

/// Reads the statements of a text.
pub fn read(text: &str) -> SyntaxTree {
    let mut reader = Reader {
        text,
        cursor: TokenCursor::new(text),
    };
    SyntaxTree {
        comments: reader.cursor.comments(),
        statements: reader.statements(),
    }
}

struct Reader<'t> {
    text: &'t str,
    cursor: TokenCursor<'t>,
}

impl Reader<'_> {
    fn statements(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        loop {
            self.cursor
                .skip(&[TokenKind::Whitespace, TokenKind::Newline]);
            match self.cursor.kind() {
                TokenKind::Eof => return statements,
                TokenKind::LeftSquareBracket => statements.push(Statement::Header(self.header())),
                kind if is_key(kind) || matches!(kind, TokenKind::Equals | TokenKind::Dot) => {
                    statements.push(Statement::Member(self.member(0)));
                    // An open bracket ended where the next statement starts.
                    if self.cursor.is_at_line_start() {
                        continue;
                    }
                }
                _ => {}
            }
            // What follows a whole statement on its line is a comment, or wrong.
            self.cursor.skip_line();
        }
    }

    fn header(&mut self) -> HeaderSyntax {
        let start = self.cursor.span().start;
        self.cursor.advance();
        let is_double = self.cursor.kind() == TokenKind::LeftSquareBracket;
        if is_double {
            self.cursor.advance();
        }
        let keys = self.keys();
        while self.cursor.kind() == TokenKind::RightSquareBracket {
            self.cursor.advance();
        }
        HeaderSyntax {
            is_double,
            keys,
            span: start..self.cursor.end(),
        }
    }

    /// Reads a dotted key, and the space after it.
    fn keys(&mut self) -> Vec<KeySyntax> {
        let mut keys = Vec::new();
        loop {
            self.cursor.skip(&[TokenKind::Whitespace]);
            if is_key(self.cursor.kind()) {
                keys.push(self.key());
                self.cursor.skip(&[TokenKind::Whitespace]);
                if self.cursor.kind() != TokenKind::Dot {
                    return keys;
                }
                self.cursor.advance();
            } else {
                let at = self.cursor.end();
                keys.push(KeySyntax {
                    name: String::new(),
                    span: at..at,
                });
                if self.cursor.kind() != TokenKind::Dot {
                    return keys;
                }
                self.cursor.advance();
            }
        }
    }

    fn key(&mut self) -> KeySyntax {
        let span = self.cursor.span();
        let name = self.cursor.decoded();
        self.cursor.advance();
        KeySyntax { name, span }
    }

    /// Reads a key, and its value if `=` follows.
    fn member(&mut self, depth: usize) -> MemberSyntax {
        let start = self.cursor.span().start;
        let keys = self.keys();
        let end_of_keys = keys.last().map_or(start, |key| key.span.end);
        let value = if self.cursor.kind() == TokenKind::Equals {
            self.cursor.advance();
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
        let after_equals = self.cursor.end();
        self.cursor.skip(&[TokenKind::Whitespace]);
        let span = self.cursor.span();
        let kind = self.cursor.kind();
        match kind {
            TokenKind::LeftSquareBracket if depth < MAX_DEPTH => self.list(depth),
            TokenKind::LeftCurlyBracket if depth < MAX_DEPTH => self.inline_table(depth),
            _ if kind.encoding().is_some() => {
                let text = self.cursor.decoded();
                self.cursor.advance();
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
        let start = self.cursor.span().start;
        let mut end = start;
        while !ends_value(self.cursor.kind()) {
            if self.cursor.kind() != TokenKind::Whitespace {
                end = self.cursor.span().end;
            }
            self.cursor.advance();
        }
        ValueSyntax {
            form: ValueForm::Bare,
            span: start..end,
        }
    }

    fn list(&mut self, depth: usize) -> ValueSyntax {
        let start = self.cursor.span().start;
        self.cursor.advance();
        let mut items = Vec::new();
        loop {
            self.cursor.skip_gap();
            let is_new_line = self.cursor.is_at_line_start();
            match self.cursor.kind() {
                TokenKind::RightSquareBracket => {
                    self.cursor.advance();
                    break;
                }
                TokenKind::Comma => self.cursor.advance(),
                TokenKind::Eof | TokenKind::RightCurlyBracket => break,
                _ if is_new_line && self.cursor.starts_statement() => break,
                _ => items.push(self.value(depth + 1)),
            }
        }
        ValueSyntax {
            form: ValueForm::List(items),
            span: start..self.cursor.end(),
        }
    }

    fn inline_table(&mut self, depth: usize) -> ValueSyntax {
        let start = self.cursor.span().start;
        self.cursor.advance();
        let mut members = Vec::new();
        let mut is_separated = true;
        loop {
            self.cursor.skip_gap();
            let is_new_line = self.cursor.is_at_line_start();
            match self.cursor.kind() {
                TokenKind::RightCurlyBracket => {
                    self.cursor.advance();
                    break;
                }
                TokenKind::Comma => {
                    self.cursor.advance();
                    is_separated = true;
                }
                // After a line that does not end with a comma, the table is not closed yet.
                _ if is_new_line && (!is_separated || self.cursor.starts_header()) => break,
                kind if is_key(kind) || matches!(kind, TokenKind::Equals | TokenKind::Dot) => {
                    members.push(self.member(depth + 1));
                    is_separated = false;
                }
                _ => break,
            }
        }
        ValueSyntax {
            form: ValueForm::Inline(members),
            span: start..self.cursor.end(),
        }
    }
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
