//! Formats a profile: keys in one order, one spacing, every comment next to what it belongs to.
//!
//! Strings, numbers and dates stay as typed, and the meaning stays the same. The caller provides
//! the order of keys.

mod comments;
mod contents;
mod gap;
mod order;
mod tables;
mod value;

#[cfg(test)]
mod tests;

use comments::{Comments, Line};
use contents::{Pair, Subtable, members, pairs, subtables};
use tables::TableNode;
use value::Values;

use crate::profile::syntax::tree::{Statement, read};

pub use order::{KeyOrder, order};

/// Returns a text that is TOML in its canonical form. Comments and meaning stay the same, and formatting
/// the result again changes nothing. Line breaks become `\n`, also in strings.
pub fn format(text: &str, order: KeyOrder) -> String {
    let mut text = text
        .strip_prefix('\u{feff}')
        .unwrap_or(text)
        .replace("\r\n", "\n");
    // Every comment needs a line break after it, also the last one.
    text.push('\n');
    let tree = read(&text);
    let tables = TableNode::of(&tree);
    let mut writer = Writer {
        values: Values { text: &text, order },
        comments: Comments {
            text: &text,
            tree: &tree,
        },
        out: String::new(),
        gap: Gap::AsWritten,
    };
    writer.document(&tables);
    let Writer { out, .. } = writer;
    // `toml` takes comments within a member of an inline table, where there is no place for them.
    if read(&out).comments.len() == tree.comments.len() {
        out
    } else {
        text.trim().to_owned() + "\n"
    }
}

/// Whether a blank line precedes the next statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    AsWritten,
    /// Always: comments above would otherwise belong to the next statement.
    Blank,
    /// Never: the lines at the top of the file had none.
    Nothing,
}

struct Writer<'a> {
    values: Values<'a>,
    comments: Comments<'a>,
    out: String,
    gap: Gap,
}

impl<'a> Writer<'a> {
    fn document(&mut self, root: &'a TableNode<'a>) {
        let top = self.comments.top();
        self.below(&top.lines);
        if top.is_joined {
            self.gap = Gap::Nothing;
        }
        self.contents(root, &[]);
        let end = self.comments.end();
        if !end.is_empty() {
            self.blank(true);
            self.lines(&end);
        }
    }

    fn contents(&mut self, table: &'a TableNode<'a>, path: &[&'a str]) {
        let order = self.values.order;
        let members = members(table, &self.comments.tree.statements);
        self.pairs(&pairs(members, path, order));
        for Subtable { path, tables, .. } in subtables(table, path, order) {
            for table in tables {
                self.header(table);
                self.contents(table, &path);
            }
        }
    }

    fn header(&mut self, table: &TableNode<'a>) {
        let statement = self.comments.tree.statements.get(table.statements.start);
        let header = statement.and_then(Statement::header);
        let Some(header) = header.filter(|_| !table.statements.is_empty()) else {
            return;
        };
        let notes = self.comments.of(table.statements.start);
        self.blank(true);
        self.lines(&notes.lead);
        let keys = self.values.key(&header.keys);
        let written = if header.is_double {
            format!("[[{keys}]]")
        } else {
            format!("[{keys}]")
        };
        self.statement(&written, notes.behind);
        self.below(&notes.below);
    }

    fn pairs(&mut self, pairs: &[Pair<'a>]) {
        // Blank lines group keys; moved keys have no groups anymore.
        let is_as_written = pairs.is_sorted_by_key(|pair| pair.place);
        // A commented-out table below the last key does not belong to that key: keys that move
        // after it would seem to be part of that table.
        let last = pairs.iter().map(|pair| pair.place).max();
        let mut at_end = Vec::new();
        for (index, pair) in pairs.iter().enumerate() {
            let notes = self.comments.of(pair.place);
            let is_grouped = index > 0 && is_as_written && notes.is_after_blank;
            self.blank(is_grouped || notes.lead.contains(&None));
            self.lines(&notes.lead);
            let statement = self.values.pair(pair);
            self.statement(&statement, notes.behind);
            let holds_table = notes
                .below
                .iter()
                .flatten()
                .any(|line| line.trim_start_matches(['#', ' ']).starts_with('['));
            if Some(pair.place) == last && holds_table {
                at_end = notes.below;
            } else {
                self.below(&notes.below);
            }
        }
        self.below(&at_end);
    }

    fn blank(&mut self, is_requested: bool) {
        let is_due = match self.gap {
            Gap::AsWritten => is_requested,
            Gap::Blank => true,
            Gap::Nothing => false,
        };
        if is_due && !self.out.is_empty() {
            self.out.push('\n');
        }
        self.gap = Gap::AsWritten;
    }

    fn statement(&mut self, statement: &str, comment: Line) {
        self.out.push_str(statement);
        if let Some(comment) = comment {
            self.out.push(' ');
            self.out.push_str(comment);
        }
        self.out.push('\n');
    }

    fn lines(&mut self, lines: &[Line]) {
        for line in lines {
            self.out.push_str(line.unwrap_or_default());
            self.out.push('\n');
        }
    }

    fn below(&mut self, lines: &[Line]) {
        self.lines(lines);
        if !lines.is_empty() {
            self.gap = Gap::Blank;
        }
    }
}
