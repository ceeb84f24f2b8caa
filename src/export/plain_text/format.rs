//! The few signs of the parts.

use crate::content::resume::{Align, Inline, Inlines};
use crate::export::plain_text::inlines::{line_of, linked, text_of};
use crate::export::plain_text::table::table;
use crate::export::plain_text::wrapping::{column, underlined, wrapped};
use crate::export::text_format::format::{COLUMNS, TextFormat};

pub(super) enum PlainText {}

impl TextFormat for PlainText {
    const IS_SOURCE: bool = false;
    const RULE: &'static str = "* * *";

    fn text(content: &[Inline]) -> String {
        text_of(content)
    }

    fn line(content: &[Inline]) -> String {
        line_of(content)
    }

    fn linked(text: &str, url: &str) -> String {
        linked(text, url)
    }

    fn lines(text: &str, columns: usize) -> Vec<String> {
        wrapped(text, columns)
    }

    fn heading(level: usize, text: &str) -> Vec<String> {
        match level {
            1 => underlined(text, '=', COLUMNS),
            2 => underlined(text, '-', COLUMNS),
            _ => wrapped(text, COLUMNS),
        }
    }

    fn labeled(label: &str, text: &str) -> Vec<String> {
        column(label, text, COLUMNS)
    }

    fn sign(number: Option<u64>, _: bool) -> String {
        number.map_or_else(|| "- ".to_owned(), |number| format!("{number}. "))
    }

    fn code(text: &str) -> Vec<String> {
        text.lines().map(|line| format!("    {line}")).collect()
    }

    fn table(
        align: &[Option<Align>],
        header: &[Inlines],
        rows: &[Vec<Inlines>],
        columns: usize,
    ) -> Vec<String> {
        table(align, header, rows, columns)
    }
}
