//! The text of a profile with the places of its values, headers and comments.
//!
//! Edits replace ranges of the text. A tree of `toml_edit` would not do: there, a comment can only
//! belong to what follows it, and a table that moves takes its blank lines along. Comments belong
//! to statements by the rules of `cvpress fmt`.

use std::ops::Range;
use std::sync::Arc;

use toml_parser::lexer::{Token, TokenKind};

use crate::diagnostic::{Diagnostics, Source};
use crate::profile::{Node, TomlTree, Value, with_long_sections};

/// The text of a profile to edit. All sections of its tree are in the long form.
pub struct ProfileText {
    tree: TomlTree,
    tokens: Vec<Token>,
    /// The headers `[table]` and `[[table]]`, in the order of the text.
    headers: Vec<Range<usize>>,
}

/// The text between two statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementGap {
    /// Where the statement before ends, with its comment and those directly below it.
    pub end: usize,
    /// Where the next statement starts, with the comments above it.
    pub start: usize,
}

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableForm {
    /// The top level of the file.
    Root,
    /// Below its own header.
    Header,
    /// It has no header, but tables inside it have.
    Implicit,
    /// `{ … }`
    Inline,
    /// As dotted keys.
    Dotted,
}

impl ProfileText {
    /// Reads a text. The name is that for messages.
    ///
    /// # Errors
    /// The text is not TOML.
    pub fn parse(name: &str, text: &str) -> Result<Self, Diagnostics> {
        let tree = TomlTree::parse(Arc::new(Source::new(name, text)))?;
        let root = with_long_sections(tree.root().clone());
        let tree = TomlTree::with_root(Arc::clone(tree.source()), root);
        let tokens = toml_parser::Source::new(text).lex().into_vec();
        let mut headers = Vec::new();
        add_headers(tree.root(), text, &mut headers);
        headers.sort_by_key(|header| header.start);
        Ok(Self {
            tree,
            tokens,
            headers,
        })
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        self.tree.source().text()
    }

    /// Returns the top-level table.
    pub fn root(&self) -> &Node {
        self.tree.root()
    }

    /// Returns the number of headers.
    pub fn header_count(&self) -> usize {
        self.headers.len()
    }

    /// Returns the headers of a table and of all tables inside it, by their places among all
    /// headers.
    pub fn headers_of(&self, node: &Node) -> Vec<usize> {
        let mut found = Vec::new();
        add_headers(node, self.text(), &mut found);
        let mut places: Vec<usize> = found.iter().filter_map(|span| self.place(span)).collect();
        places.sort_unstable();
        places
    }

    /// Returns the place of a table's own header among all headers.
    pub fn own_header(&self, node: &Node) -> Option<usize> {
        let has_header = self.form(node) == Some(TableForm::Header);
        self.place(&node.span).filter(|_| has_header)
    }

    fn place(&self, span: &Range<usize>) -> Option<usize> {
        self.headers
            .binary_search_by_key(&span.start, |header| header.start)
            .ok()
    }

    /// Returns the range of a header.
    pub fn header(&self, place: usize) -> Range<usize> {
        self.headers.get(place).cloned().unwrap_or_else(|| {
            let end = self.text().len();
            end..end
        })
    }

    /// Returns how a table is written; `None` if the value is not a table.
    pub fn form(&self, node: &Node) -> Option<TableForm> {
        if !matches!(node.value, Value::Table(_)) {
            return None;
        }
        let written = self.text().get(node.span.clone()).unwrap_or_default();
        Some(if written.is_empty() {
            TableForm::Root
        } else if written.starts_with('[') {
            TableForm::Header
        } else if written.starts_with('{') {
            TableForm::Inline
        } else if self.headers_of(node).is_empty() {
            TableForm::Dotted
        } else {
            TableForm::Implicit
        })
    }

    /// Returns the gap before a header, or the one at the end of the file.
    pub fn gap(&self, place: usize) -> StatementGap {
        match self.headers.get(place) {
            Some(header) => self.gap_before(header.start),
            None => self.last_gap(),
        }
    }

    /// Returns the gap before the statement that starts at an offset.
    pub fn gap_before(&self, start: usize) -> StatementGap {
        let space = self.space_before(start);
        let is_first = space.start == 0;
        let mut lines = self.lines(space.clone());
        // The spaces before the statement itself.
        lines.retain(|line| line.is_whole);
        let line_start = lines.last().map_or(space.start, |line| line.next);
        let (own, lines) = lines.split_at(usize::from(!is_first && !lines.is_empty()));
        let end = own.first().map_or(space.start, |line| line.end);
        let blanks = lines.iter().take_while(|line| line.is_blank).count();
        let lines = if is_first { &lines[blanks..] } else { lines };
        let run = lines.iter().take_while(|line| !line.is_blank).count();
        let kept = if run < lines.len() {
            run
        } else {
            // Editors read directives such as `#:schema` only at the top of the file.
            let directives = lines.iter().rposition(|line| line.is_directive);
            directives.filter(|_| is_first).map_or(0, |last| last + 1)
        };
        let (below, lead) = lines.split_at(kept);
        let first = lead.iter().find(|line| !line.is_blank);
        StatementGap {
            end: below.last().map_or(end, |line| line.end),
            start: first.map_or(line_start, |line| line.start),
        }
    }

    /// Returns the gap between the last statement and the end of the file. Comments after a blank
    /// line belong to no statement.
    fn last_gap(&self) -> StatementGap {
        let start = self.text().len();
        let space = self.space_before(start);
        let mut end = space.start;
        for (index, line) in self.lines(space).iter().enumerate() {
            if line.is_blank && index > 0 {
                break;
            }
            end = line.end;
        }
        StatementGap { end, start }
    }

    /// Returns the lines of a range; of the first only what is in the range.
    fn lines(&self, range: Range<usize>) -> Vec<SpaceLine> {
        let mut lines = Vec::new();
        let mut start = range.start;
        for part in self.text()[range].split_inclusive('\n') {
            let next = start + part.len();
            lines.push(SpaceLine {
                start,
                end: start + part.trim_end().len(),
                next,
                is_whole: part.ends_with('\n'),
                is_blank: part.trim().is_empty(),
                is_directive: part.trim_start().starts_with("#:"),
            });
            start = next;
        }
        lines
    }

    /// Returns the range of spaces, line breaks and comments that ends at an offset.
    pub fn space_before(&self, end: usize) -> Range<usize> {
        let next = self.token_from(end);
        let before = self.tokens[..next].iter().rev();
        let mut start = end;
        for token in before {
            if !is_space(token.kind()) {
                break;
            }
            start = token.span().start();
        }
        start..end
    }

    /// Returns where the line of a value ends, behind its comment and before the line break.
    pub fn line_end(&self, end: usize) -> usize {
        let mut tokens = self.tokens[self.token_from(end)..].iter();
        let after = tokens.find(|token| {
            let is_in_line = matches!(token.kind(), TokenKind::Whitespace | TokenKind::Comment);
            !is_in_line
        });
        let end = after.map_or(self.text().len(), |token| token.span().start());
        self.text()[..end].trim_end_matches([' ', '\t']).len()
    }

    /// Returns the start of a line.
    pub fn line_start(&self, offset: usize) -> usize {
        self.text()[..offset].rfind('\n').map_or(0, |at| at + 1)
    }

    /// Returns the spaces at the start of the line of an offset.
    pub fn indentation(&self, offset: usize) -> &str {
        let line = &self.text()[self.line_start(offset)..offset];
        &line[..line.len() - line.trim_start().len()]
    }

    /// Returns the tokens of a range.
    pub fn tokens(&self, range: &Range<usize>) -> &[Token] {
        &self.tokens[self.token_from(range.start)..self.token_from(range.end)]
    }

    fn token_from(&self, offset: usize) -> usize {
        self.tokens
            .partition_point(|token| token.span().start() < offset)
    }

    /// Returns the line break of the text.
    pub fn newline(&self) -> &'static str {
        if self.text().contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }
}

/// A line between statements.
struct SpaceLine {
    start: usize,
    /// The end without spaces and line break.
    end: usize,
    /// The start of the next line.
    next: usize,
    /// Whether a line break ends it.
    is_whole: bool,
    is_blank: bool,
    is_directive: bool,
}

/// Returns whether a token separates others.
pub fn is_space(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment | TokenKind::Eof
    )
}

fn add_headers(node: &Node, text: &str, found: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::Table(members) => {
            let written = text.get(node.span.clone()).unwrap_or_default();
            if written.starts_with('{') {
                return;
            }
            if written.starts_with('[') {
                found.push(node.span.clone());
            }
            for (_, member) in members {
                add_headers(member, text, found);
            }
        }
        Value::Array(items) => {
            for item in items {
                if matches!(item.value, Value::Table(_)) {
                    add_headers(item, text, found);
                }
            }
        }
        _ => {}
    }
}
