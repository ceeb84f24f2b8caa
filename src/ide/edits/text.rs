//! The text of a profile with the places of its values, headers and comments.
//!
//! Edits replace ranges of the text. Comments belong to statements by the rules of `cvpress fmt`.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostics, Source};
use crate::profile::{
    Key, MemberSyntax, Node, StatementGap, SyntaxTree, TomlTree, Value, ValueSyntax, read_syntax,
    with_long_sections,
};

/// The text of a profile to edit. All sections of its tree are in the long form.
pub struct ProfileText {
    tree: TomlTree,
    syntax: SyntaxTree,
    /// The headers `[table]` and `[[table]]`, by their indices among the statements.
    headers: Vec<usize>,
}

/// Where the pair of a key is.
pub struct PairPlace {
    /// Where it starts, with the keys and dots before the key.
    pub start: usize,
    /// Whether it is in an inline table.
    pub is_inline: bool,
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
        let syntax = read_syntax(text);
        let statements = syntax.statements.iter().enumerate();
        let headers = statements.filter(|(_, statement)| statement.header().is_some());
        let headers = headers.map(|(index, _)| index).collect();
        Ok(Self {
            tree,
            syntax,
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
        let start = |index: &usize| self.syntax.statements[*index].span().start;
        self.headers.binary_search_by_key(&span.start, start).ok()
    }

    /// Returns the pairs of the top level, or those below the header of a table.
    pub fn members(&self, table: &Node) -> Vec<&MemberSyntax> {
        let header = self.own_header(table).map(|place| self.headers[place]);
        self.syntax.members_below(header).collect()
    }

    /// Returns the range of a header.
    pub fn header(&self, place: usize) -> Range<usize> {
        let end = self.text().len();
        let index = self.headers.get(place);
        index.map_or(end..end, |index| {
            self.syntax.statements[*index].span().clone()
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
        let end = self.syntax.statements.len();
        let index = self.headers.get(place).copied().unwrap_or(end);
        self.syntax.gap(self.text(), index)
    }

    /// Returns the gap before the statement that starts at an offset.
    pub fn gap_before(&self, start: usize) -> StatementGap {
        let index = self.syntax.statement_at(start).unwrap_or_default();
        self.syntax.gap(self.text(), index)
    }

    /// Returns where the pair of a key is.
    pub fn pair(&self, key: &Key) -> PairPlace {
        let first = self
            .syntax
            .key_at(&key.span)
            .and_then(|key| key.keys.first());
        let start = first.map_or(key.span.start, |first| first.span.start);
        let statement = self.syntax.statement_at(start);
        let statement = statement.map(|index| self.syntax.statements[index].span().start);
        PairPlace {
            start,
            is_inline: statement != Some(start),
        }
    }

    /// Returns the list or the inline table that starts at an offset.
    pub fn value_at(&self, start: usize) -> Option<&ValueSyntax> {
        self.syntax.value_at(start)
    }

    /// Returns the keys of a header, by their places.
    pub fn keys_of_header(&self, place: usize) -> Vec<Range<usize>> {
        let index = self.headers.get(place);
        let keys = index.map_or(&[][..], |index| self.syntax.statements[*index].keys());
        keys.iter().map(|key| key.span.clone()).collect()
    }

    /// Returns the comments in a range.
    pub fn comments(&self, range: Range<usize>) -> impl Iterator<Item = &str> {
        let comments = self.syntax.comments.iter();
        let comments = comments.filter(move |comment| range.contains(&comment.start));
        comments.map(|comment| &self.text()[comment.clone()])
    }

    /// Returns where the line of a value ends, behind its comment and before the line break.
    pub fn line_end(&self, end: usize) -> usize {
        let line = self.text()[end..].split('\n').next().unwrap_or_default();
        end + line.trim_end().len()
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

    /// Returns the line break of the text.
    pub fn newline(&self) -> &'static str {
        if self.text().contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }
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
