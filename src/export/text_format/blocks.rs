//! Writes blocks and bullets as lines.

use crate::content::resume::{Block, ResumeItem};
use crate::export::text_format::format::TextFormat;

/// The least columns of a text, however deep it is in lists.
const NARROWEST: usize = 20;

/// Returns the lines of blocks, with an empty line between two.
pub(in crate::export) fn block_lines<F: TextFormat>(
    blocks: &[Block],
    columns: usize,
) -> Vec<String> {
    let columns = columns.max(NARROWEST);
    let mut lines = Vec::new();
    let mut lists = 0;
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        lists = if matches!(block, Block::List { .. }) {
            lists + 1
        } else {
            0
        };
        lines.extend(lines_of::<F>(block, lists % 2 == 0, columns));
    }
    lines
}

/// Returns the lines of a block. A list after a list has another sign, or they would be one.
fn lines_of<F: TextFormat>(block: &Block, has_other_sign: bool, columns: usize) -> Vec<String> {
    match block {
        Block::Paragraph { content } => F::lines(&F::text(content), columns),
        Block::List {
            numbered,
            start,
            items,
        } => {
            let is_loose = F::IS_SOURCE && items.iter().any(|item| item.len() > 1);
            let mut lines = Vec::new();
            let mut number = *start;
            for (index, item) in items.iter().enumerate() {
                if is_loose && index > 0 {
                    lines.push(String::new());
                }
                let sign = F::sign(numbered.then_some(number), has_other_sign);
                number = number.saturating_add(1);
                let inner = block_lines::<F>(item, columns.saturating_sub(sign.len()));
                lines.extend(hanging(&sign, inner));
            }
            lines
        }
        Block::Quote { blocks } => quoted(&block_lines::<F>(blocks, columns.saturating_sub(2))),
        Block::Code { text } => F::code(text),
        Block::Table {
            align,
            header,
            rows,
        } => F::table(align, header, rows, columns),
        Block::Rule => vec![F::RULE.to_owned()],
    }
}

/// Returns the lines of bullets.
pub(super) fn item_lines<F: TextFormat>(
    items: &[ResumeItem],
    numbered: bool,
    columns: usize,
) -> Vec<String> {
    let columns = columns.max(NARROWEST);
    let mut lines = Vec::new();
    for (number, ResumeItem { content, items }) in (1..).zip(items) {
        let sign = F::sign(numbered.then_some(number), false);
        let columns = columns.saturating_sub(sign.len());
        let mut item = F::lines(&F::text(content), columns);
        item.extend(item_lines::<F>(items, false, columns));
        lines.extend(hanging(&sign, item));
    }
    lines
}

/// Returns lines with a sign before the first one and as much space before the others.
pub(in crate::export) fn hanging(sign: &str, lines: Vec<String>) -> Vec<String> {
    if lines.is_empty() {
        return vec![sign.trim_end().to_owned()];
    }
    let indent = " ".repeat(sign.len());
    let lines = lines.into_iter().enumerate();
    lines
        .map(|(index, line)| match index {
            0 => format!("{sign}{line}"),
            _ if line.is_empty() => line,
            _ => format!("{indent}{line}"),
        })
        .collect()
}

pub(super) fn quoted(lines: &[String]) -> Vec<String> {
    let lines = lines.iter();
    lines
        .map(|line| format!("> {line}").trim_end().to_owned())
        .collect()
}
