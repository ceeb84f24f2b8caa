//! Finds the key or header that each comment of a document belongs to, so that they move together.

use std::collections::BTreeMap;
use std::ops::Range;

use toml_edit::{Document, Item, RawString, Table};

/// A comment on a line of its own, or a blank line.
pub type Line<'a> = Option<&'a str>;

/// The comments around a key or a header.
#[derive(Debug, Default)]
pub struct StatementNotes<'a> {
    /// Whether a blank line precedes it and its comments.
    pub is_after_blank: bool,
    /// The lines above it.
    pub lead: Vec<Line<'a>>,
    /// The comment after it, on the same line.
    pub behind: Line<'a>,
    /// The lines directly below it, if a blank line separates them from the next statement.
    pub below: Vec<Line<'a>>,
}

/// The comments at the top of the file.
#[derive(Debug, Default)]
pub struct Top<'a> {
    /// The lines.
    pub lines: Vec<Line<'a>>,
    /// Whether no blank line separates them from the first statement.
    pub is_joined: bool,
}

/// All comments of a document, except those inside values.
#[derive(Debug, Default)]
pub struct Comments<'a> {
    /// The comments at the top of the file.
    pub top: Top<'a>,
    /// The comments at its end.
    pub end: Vec<Line<'a>>,
    /// The comments of each key and header, by its offset.
    notes: BTreeMap<usize, StatementNotes<'a>>,
}

impl<'a> Comments<'a> {
    /// Collects the comments of a document that was parsed from `text`.
    pub fn of(document: &Document<&str>, text: &'a str) -> Self {
        let mut comments = Self::default();
        let mut statements = Vec::new();
        find(document.as_table(), text, &mut statements);
        statements.sort_by_key(|statement| statement.start);
        for statement in statements {
            comments.add(statement);
        }
        comments.finish(lines(raw(text, document.trailing())));
        comments
    }

    /// Removes and returns the comments of the statement at an offset.
    pub fn take(&mut self, start: usize) -> StatementNotes<'a> {
        self.notes.remove(&start).unwrap_or_default()
    }

    fn add(
        &mut self,
        Statement {
            start,
            above,
            behind,
        }: Statement<'a>,
    ) {
        let mut lead = lines(above);
        if self.notes.is_empty() {
            strip_first_blanks(&mut lead);
        }
        let run = lead.iter().take_while(|line| line.is_some()).count();
        let is_separated = run < lead.len();
        let rest = if is_separated {
            lead.split_off(run)
        } else {
            // Editors read directives such as `#:schema` only at the top of the file.
            let directives = lead
                .iter()
                .rposition(|line| line.is_some_and(|line| line.starts_with("#:")))
                .filter(|_| self.notes.is_empty());
            lead.split_off(directives.map_or(0, |last| last + 1))
        };
        self.leave(lead, !is_separated);
        let is_after_blank = rest.first().is_some_and(Option::is_none);
        let lead = rest.into_iter().skip(usize::from(is_after_blank)).collect();
        self.notes.insert(
            start,
            StatementNotes {
                is_after_blank,
                lead,
                behind,
                below: Vec::new(),
            },
        );
    }

    /// Adds lines to the preceding statement, or to the top of the file.
    fn leave(&mut self, lines: Vec<Line<'a>>, is_joined: bool) {
        match self.notes.last_entry() {
            Some(mut last) => last.get_mut().below = lines,
            None => {
                self.top = Top {
                    is_joined: is_joined && !lines.is_empty(),
                    lines,
                }
            }
        }
    }

    fn finish(&mut self, mut trailing: Vec<Line<'a>>) {
        if self.notes.is_empty() {
            strip_first_blanks(&mut trailing);
        }
        let run = trailing.iter().take_while(|line| line.is_some()).count();
        self.end = trailing.split_off(run);
        strip_first_blanks(&mut self.end);
        strip_last_blanks(&mut self.end);
        self.leave(trailing, false);
    }
}

/// A key with its value, or a header.
struct Statement<'a> {
    start: usize,
    above: &'a str,
    behind: Line<'a>,
}

fn find<'a>(table: &Table, text: &'a str, found: &mut Vec<Statement<'a>>) {
    for (name, item) in table {
        match item {
            Item::None => {}
            Item::Value(value) => {
                let Some((key, start)) = table
                    .key(name)
                    .and_then(|key| Some((key, key.span()?.start)))
                else {
                    continue;
                };
                let behind = comment(raw_of(text, value.decor().suffix()));
                found.push(Statement {
                    start,
                    above: raw_of(text, key.leaf_decor().prefix()),
                    behind,
                });
            }
            Item::Table(table) => find_table(table, text, found),
            Item::ArrayOfTables(tables) => tables
                .iter()
                .for_each(|table| find_table(table, text, found)),
        }
    }
}

fn find_table<'a>(table: &Table, text: &'a str, found: &mut Vec<Statement<'a>>) {
    if let Some(Range { start, .. }) = table.span().filter(|_| !table.is_implicit()) {
        let behind = comment(raw_of(text, table.decor().suffix()));
        found.push(Statement {
            start,
            above: raw_of(text, table.decor().prefix()),
            behind,
        });
    }
    find(table, text, found);
}

/// Returns the text between two values.
pub fn raw<'a>(text: &'a str, between: &RawString) -> &'a str {
    between
        .span()
        .and_then(|span| text.get(span))
        .unwrap_or_default()
}

/// Returns the text between two values, if there is any.
pub fn raw_of<'a>(text: &'a str, between: Option<&RawString>) -> &'a str {
    between
        .map(|between| raw(text, between))
        .unwrap_or_default()
}

/// Returns the comment of a line that contains nothing else.
pub fn comment(line: &str) -> Line<'_> {
    Some(line.trim()).filter(|line| !line.is_empty())
}

/// Returns the complete lines of a text, with at most one blank line in a row. The text after the
/// last line break is indentation.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let Some((whole, _)) = text.rsplit_once('\n') else {
        return Vec::new();
    };
    let mut lines: Vec<_> = whole.split('\n').map(comment).collect();
    lines.dedup_by(|next, line| next.is_none() && line.is_none());
    lines
}

/// Removes blank lines at the start.
pub fn strip_first_blanks(lines: &mut Vec<Line>) {
    let blanks = lines.iter().take_while(|line| line.is_none()).count();
    lines.drain(..blanks);
}

/// Removes blank lines at the end.
pub fn strip_last_blanks(lines: &mut Vec<Line>) {
    let end = lines
        .iter()
        .rposition(Option::is_some)
        .map_or(0, |last| last + 1);
    lines.truncate(end);
}
