//! The signs of the parts.

use crate::content::resume::{Align, Inline, Inlines};
use crate::export::markdown::inlines::{linked, source, strong_text};
use crate::export::markdown::{blocks, escaping};
use crate::export::text_format::format::TextFormat;

/// The level of the lowest heading.
const LOWEST: usize = 6;

pub(super) enum Markdown {}

impl TextFormat for Markdown {
    const IS_SOURCE: bool = true;
    const RULE: &'static str = "___";

    fn text(content: &[Inline]) -> String {
        source(content, "\\\n")
    }

    fn line(content: &[Inline]) -> String {
        source(content, " ")
    }

    fn part(content: &[Inline]) -> String {
        Self::line(content)
    }

    fn strong(content: &[Inline]) -> String {
        strong_text(content)
    }

    fn linked(text: &str, url: &str) -> String {
        linked(text, url)
    }

    fn escaped(text: &str) -> String {
        escaping::escaped(text)
    }

    fn guarded(line: &str) -> String {
        escaping::guarded(line)
    }

    fn lines(text: &str, _: usize) -> Vec<String> {
        text.split('\n').map(escaping::guarded).collect()
    }

    fn broken(mut lines: Vec<String>) -> Vec<String> {
        let all_but_last = lines.len().saturating_sub(1);
        for line in &mut lines[..all_but_last] {
            if !line.ends_with('\\') {
                line.push('\\');
            }
        }
        lines
    }

    fn heading(level: usize, text: &str) -> Vec<String> {
        vec![format!("{} {text}", "#".repeat(level.min(LOWEST)))]
    }

    fn entry_heading(level: usize, text: &str) -> Vec<String> {
        Self::heading(level, text)
    }

    fn labeled(label: &str, text: &str) -> Vec<String> {
        vec![format!("{label}{text}")]
    }

    fn sign(number: Option<u64>, is_other: bool) -> String {
        match (number, is_other) {
            (None, false) => "- ".to_owned(),
            (None, true) => "* ".to_owned(),
            (Some(number), false) => format!("{number}. "),
            (Some(number), true) => format!("{number}) "),
        }
    }

    fn code(text: &str) -> Vec<String> {
        blocks::code(text)
    }

    fn table(
        align: &[Option<Align>],
        header: &[Inlines],
        rows: &[Vec<Inlines>],
        _: usize,
    ) -> Vec<String> {
        blocks::table(align, header, rows)
    }
}
