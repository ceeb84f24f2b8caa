//! A table of the archive as rows, each a map of its cells by the names of their columns.

use crate::diagnostic::Diagnostic;
use crate::import::archive::ArchiveMember;
use crate::import::fields::Fields;
use crate::import::input::text_source;
use crate::import::notes::{Markup, Notes};
use crate::import::source::csv::{self, Cell};
use crate::import::source::{Member, SourceNode, SourceValue};
use crate::profile::ProfileFiles;

/// The text of the first cell of a table that begins with notes on its content.
const NOTES: &str = "Notes:";

/// Returns the name of a column as LinkedIn writes it, if it is known.
type ColumnNames = fn(&str) -> Option<&'static str>;

/// A table of the archive.
#[derive(Debug)]
pub struct ArchiveTable {
    /// The name, such as `emailaddresses`.
    pub name: String,
    /// The content of its file.
    pub bytes: Vec<u8>,
    /// The warnings about it.
    pub notes: Notes,
    /// The rows after the header, each as a map of the cells that are not empty.
    rows: Vec<SourceNode>,
}

impl ArchiveTable {
    /// Reads a member of the archive.
    ///
    /// # Errors
    /// It is not UTF-8 text, or not a table.
    pub fn read(
        name: String,
        path: &str,
        member: &ArchiveMember,
        column_name: ColumnNames,
    ) -> Result<Self, Diagnostic> {
        let source = text_source(path, &member.bytes)?;
        let mut rows = csv::rows(&source)?.into_iter();
        let mut header = rows.next().unwrap_or_default();
        if header.first().is_some_and(|cell| cell.text.trim() == NOTES) {
            let is_known = |cell: &Cell| column_name(&cell.text).is_some();
            header = rows
                .find(|row| row.iter().any(is_known))
                .unwrap_or_default();
        }
        let rows = rows.map(|row| map_of(&header, row, column_name)).collect();
        Ok(Self {
            name,
            bytes: member.bytes.clone(),
            notes: Notes::new(source, Markup::Plain, &ProfileFiles::default()),
            rows,
        })
    }

    /// Returns the rows.
    pub fn rows(&self) -> impl Iterator<Item = Fields<'_>> {
        // Each row is a map.
        let rows = self.rows.iter().cloned();
        rows.filter_map(|row| Fields::new(&self.notes, "", row).ok())
    }
}

/// Returns a row as a map of the cells that are not empty, by the names of their columns.
fn map_of(header: &[Cell], row: Vec<Cell>, column_name: ColumnNames) -> SourceNode {
    let start = row.first().map_or(0, |cell| cell.span.start);
    let end = row.last().map_or(0, |cell| cell.span.end);
    let mut members = Vec::new();
    for (index, cell) in row.into_iter().enumerate() {
        if cell.text.trim().is_empty() {
            continue;
        }
        let column = header.get(index).map_or("", |cell| cell.text.trim());
        let key = match column_name(column) {
            Some(known) => known.to_owned(),
            None if column.is_empty() => format!("column {}", index + 1),
            None => column.to_owned(),
        };
        members.push(Member {
            key,
            span: cell.span.clone(),
            node: SourceNode::new(SourceValue::Text(cell.text), cell.span),
        });
    }
    SourceNode::new(SourceValue::Map(members), start..end)
}
