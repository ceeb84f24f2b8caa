//! Reads comma-separated tables (RFC 4180) with the place of every cell. Uses `csv-core`.

use std::ops::Range;
use std::sync::Arc;

use csv_core::{ReadFieldResult, ReaderBuilder};

use crate::diagnostic::{Diagnostic, Source, rule};

/// The most cells of a table.
const MAX_CELLS: usize = 500_000;

/// What can separate the cells: programs for tables also write semicolons and tabs.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A cell of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its text, without the quotation marks around it.
    pub text: String,
    /// The byte range in the source, with the quotation marks.
    pub span: Range<usize>,
}

/// Returns the rows of a table, with the header and without empty lines.
///
/// # Errors
/// A quotation mark is not closed, or there are too many cells.
pub fn rows(source: &Arc<Source>) -> Result<Vec<Vec<Cell>>, Diagnostic> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter(source.text()))
        .build();
    // After the end of a line, a cell that is not complete can only lack a quotation mark.
    let text = format!("{}\n", source.text());
    let mut buffer = vec![0; text.len()];
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut count = 0;
    let mut at = 0;
    loop {
        let (result, read, written) = reader.read_field(&text.as_bytes()[at..], &mut buffer);
        let span = without_separators(&text, at..at + read, row.is_empty());
        at += read;
        match result {
            ReadFieldResult::InputEmpty if written > 0 => return Err(unclosed(source, span)),
            ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
            ReadFieldResult::End => return Ok(rows),
            ReadFieldResult::Field { record_end } => {
                count += 1;
                if count > MAX_CELLS {
                    return Err(too_many(source, span));
                }
                let text = String::from_utf8_lossy(&buffer[..written]).into_owned();
                row.push(Cell { text, span });
                if record_end {
                    rows.push(std::mem::take(&mut row));
                }
            }
        }
    }
}

/// Returns the separator that the first line has most of.
fn delimiter(text: &str) -> u8 {
    let line = text.lines().next().unwrap_or_default();
    let mut best = (',', 0);
    for delimiter in DELIMITERS {
        let count = line.matches(delimiter).count();
        if count > best.1 {
            best = (delimiter, count);
        }
    }
    // All of them are ASCII.
    best.0 as u8
}

/// Removes what the reader passed over before and after a cell: the ends of lines, a byte order
/// mark, and the separator.
fn without_separators(text: &str, span: Range<usize>, is_first: bool) -> Range<usize> {
    let read = &text[span.clone()];
    let cell = if is_first {
        read.trim_start_matches(['\r', '\n', BYTE_ORDER_MARK])
    } else {
        read
    };
    let start = span.end - cell.len();
    let separators = [',', ';', '\t', '\r', '\n'];
    let length = cell.strip_suffix(separators).unwrap_or(cell).len();
    start..start + length
}

fn unclosed(source: &Arc<Source>, span: Range<usize>) -> Diagnostic {
    let start = span.start;
    Diagnostic::error(rule::IMPORT_SYNTAX, "the quotation mark is never closed")
        .at(source, start..start + 1, "")
        .hint("end the cell with a quotation mark; one inside it is written twice")
}

fn too_many(source: &Arc<Source>, span: Range<usize>) -> Diagnostic {
    let message = format!("the table has more than {MAX_CELLS} cells");
    Diagnostic::error(rule::IMPORT_SYNTAX, message).at(source, span, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Vec<Cell>> {
        rows(&Arc::new(Source::new("a.csv", text))).expect("a table")
    }

    fn texts(text: &str) -> Vec<Vec<String>> {
        let rows = read(text).into_iter();
        rows.map(|row| row.into_iter().map(|cell| cell.text).collect())
            .collect()
    }

    #[test]
    fn cells_can_contain_separators_and_lines() {
        let text = "\u{feff}A,B\r\n\"x, y\",\"1\r\n2 \"\"3\"\"\"\r\n\r\nlast,\n,é";
        let expected = [
            vec!["A", "B"],
            vec!["x, y", "1\r\n2 \"3\""],
            vec!["last", ""],
            vec!["", "é"],
        ];
        assert_eq!(texts(text), expected);
    }

    #[test]
    fn every_cell_has_its_place() {
        let text = "\u{feff}A,B\r\n\"x, y\",\"1\r\n2\"\r\n\r\nlast,\n,é";
        let spans: Vec<&str> = read(text)
            .iter()
            .flatten()
            .map(|cell| &text[cell.span.clone()])
            .collect();
        let expected = ["A", "B", "\"x, y\"", "\"1\r\n2\"", "last", "", "", "é"];
        assert_eq!(spans, expected);
    }

    #[test]
    fn tables_of_other_programs_have_other_separators() {
        assert_eq!(texts("A;B\n1,5;2"), [vec!["A", "B"], vec!["1,5", "2"]]);
        assert_eq!(texts("A\tB\n1\t2"), [vec!["A", "B"], vec!["1", "2"]]);
    }

    #[test]
    fn an_empty_table_has_no_rows() {
        for text in ["", "\n", "\u{feff}", "\r\n\r\n"] {
            assert_eq!(read(text), Vec::<Vec<Cell>>::new(), "{text:?}");
        }
    }

    #[test]
    fn a_quotation_mark_is_closed() {
        let source = Arc::new(Source::new("a.csv", "A,B\n1,\"two\n3,4\n"));
        let fault = rows(&source).expect_err("a fault");
        assert_eq!(fault.message, "the quotation mark is never closed");
        assert_eq!(fault.primary.expect("a place").span, 6..7);
        let source = Arc::new(Source::new("a.csv", "A\n\""));
        assert!(rows(&source).is_err());
    }

    #[test]
    fn the_number_of_cells_is_limited() {
        let source = Arc::new(Source::new("a.csv", ",".repeat(MAX_CELLS + 1)));
        let fault = rows(&source).expect_err("a fault");
        assert_eq!(fault.message, "the table has more than 500000 cells");
    }
}
