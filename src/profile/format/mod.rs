//! Writes a profile in its canonical form: keys in one order, one spacing, every comment where it
//! belongs.
//!
//! Strings, numbers and dates stay as they were typed, and the meaning stays the same. What the
//! keys of a table are is for the caller to say. Uses `toml_edit` to find the parts of the text.
//! They are written anew, as in the parser's own tree a comment can belong only to what follows it.

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

pub use order::order;

/// Tells the known keys of a table in their canonical order. It is given the path of the table
/// without indices, such as `["section", "entry"]`, and returns nothing for tables whose keys are
/// the user's own.
pub type KeyOrder<'a> = &'a dyn Fn(&[&str]) -> Vec<String>;

/// The text in its canonical form. Comments are kept, and what the text means; formatting twice
/// changes nothing more. Line breaks become `\n`, those in strings too.
///
/// # Errors
/// The text is not TOML. The error has its place in the text as given.
pub fn format(text: &str, order: KeyOrder) -> Result<String, TomlError> {
    // The text as given is what an error has to point into, and only there is a stray carriage
    // return still seen.
    Document::parse(text)?;
    let mut text = text
        .strip_prefix('\u{feff}')
        .unwrap_or(text)
        .replace("\r\n", "\n");
    // Every comment ends in a line break, the last one too.
    text.push('\n');
    let document = Document::parse(text.as_str())?;
    let comments = Comments::of(&document, &text);
    let mut printer = Printer {
        values: Values { text: &text, order },
        comments,
        out: String::new(),
        gap: Gap::AsWritten,
    };
    printer.document(document.as_table());
    Ok(printer.out)
}

/// What the lines before decide about a blank line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    AsWritten,
    /// Comments without one would be taken for those of the next statement.
    Blank,
    /// The lines at the top of the file had none.
    Nothing,
}

struct Printer<'a> {
    values: Values<'a>,
    comments: Comments<'a>,
    out: String,
    gap: Gap,
}

impl<'a> Printer<'a> {
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
        // Blank lines make groups of keys, and the groups are gone once their keys have moved.
        let is_as_written = pairs.is_sorted_by_key(|pair| pair.start);
        // A table that was commented out below the last key is no part of that key: what moved
        // behind it would be read as its.
        let last = pairs.iter().map(|pair| pair.start).max();
        let mut at_the_end = Vec::new();
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
                at_the_end = notes.below;
            } else {
                self.below(&notes.below);
            }
        }
        self.below(&at_the_end);
    }

    fn blank(&mut self, is_wanted: bool) {
        let is_due = match self.gap {
            Gap::AsWritten => is_wanted,
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
