//! Formats a profile: keys in one order, one spacing, every comment next to what it belongs to.
//!
//! Strings, numbers and dates stay as typed, and the meaning stays the same. The caller provides
//! the order of keys. `toml_edit` finds the parts of the text; this module writes them itself,
//! because in the parser's tree a comment can only belong to what follows it.

mod comments;
mod contents;
mod gap;
mod order;
mod value;

#[cfg(test)]
mod tests;

use toml_edit::{Document, Key, Table, TomlError};

use comments::{Comments, Line};
use contents::{Contents, Pair, Subtable, Tables};
use value::Values;

pub use order::{KeyOrder, order};

/// Returns the text in its canonical form. Comments and meaning stay the same, and formatting the
/// result again changes nothing. Line breaks become `\n`, also in strings.
///
/// # Errors
/// The text is not TOML. The error's place is in the text as given.
pub fn format(text: &str, order: KeyOrder) -> Result<String, TomlError> {
    // Errors must point into the text as given, and only that still contains carriage returns.
    Document::parse(text)?;
    let mut text = text
        .strip_prefix('\u{feff}')
        .unwrap_or(text)
        .replace("\r\n", "\n");
    // Every comment needs a line break after it, also the last one.
    text.push('\n');
    let document = Document::parse(text.as_str())?;
    let comments = Comments::of(&document, &text);
    let mut writer = Writer {
        values: Values { text: &text, order },
        comments,
        out: String::new(),
        gap: Gap::AsWritten,
    };
    writer.document(document.as_table());
    Ok(writer.out)
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
    fn document(&mut self, root: &'a Table) {
        let top = std::mem::take(&mut self.comments.top);
        self.below(&top.lines);
        if top.is_joined {
            self.gap = Gap::Nothing;
        }
        self.contents(root, &[]);
        let end = std::mem::take(&mut self.comments.end);
        if !end.is_empty() {
            self.blank(true);
            self.lines(&end);
        }
    }

    fn contents(&mut self, table: &'a Table, path: &[&'a Key]) {
        let Contents { pairs, tables } = Contents::of(table, path, self.values.order);
        self.pairs(&pairs);
        for Subtable { path, tables, .. } in tables {
            match tables {
                Tables::One(table) => self.table(table, &path, ["[", "]"]),
                Tables::Section(table) => self.table(table, &path, ["[[", "]]"]),
                Tables::Several(tables) => tables
                    .iter()
                    .for_each(|table| self.table(table, &path, ["[[", "]]"])),
            }
        }
    }

    fn table(&mut self, table: &'a Table, path: &[&'a Key], [open, close]: [&str; 2]) {
        if let Some(span) = table.span().filter(|_| !table.is_implicit()) {
            let notes = self.comments.take(span.start);
            self.blank(true);
            self.lines(&notes.lead);
            self.statement(
                &format!("{open}{}{close}", self.values.key(path)),
                notes.behind,
            );
            self.below(&notes.below);
        }
        self.contents(table, path);
    }

    fn pairs(&mut self, pairs: &[Pair<'a>]) {
        // Blank lines group keys; moved keys have no groups anymore.
        let is_as_written = pairs.is_sorted_by_key(|pair| pair.start);
        // A commented-out table below the last key does not belong to that key: keys that move
        // after it would seem to be part of that table.
        let last = pairs.iter().map(|pair| pair.start).max();
        let mut at_end = Vec::new();
        for (index, pair) in pairs.iter().enumerate() {
            let notes = self.comments.take(pair.start);
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
            if Some(pair.start) == last && holds_table {
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
