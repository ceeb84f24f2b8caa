//! Bullets, which can have bullets inside.
//!
//! YAML joins the lines of a text, so that a nested list becomes one line with hyphens: `a - b - c`. The
//! lines of the source tell which hyphens began one.

use toml_edit::{Array, InlineTable, Value as Toml};

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::source::{SourceNode, SourceValue};
use crate::import::text;

/// The sign between bullets in a text that YAML has joined.
const JOINT: &str = " - ";

/// Takes the bullets under a key.
pub fn take(fields: &mut Fields, key: &str, table: &mut DraftTable) {
    let Some(node) = fields.take(key) else {
        return;
    };
    let nodes = match node.value {
        SourceValue::List(nodes) => nodes,
        SourceValue::Map(_) => return fields.leave(key, node),
        value => vec![SourceNode::new(value, node.span.clone())],
    };
    let mut bullets = Array::new();
    let mut left = Vec::new();
    for node in nodes {
        match bullet(fields, key, &node) {
            Some(bullet) => bullets.push(bullet),
            None => left.push(node),
        }
    }
    if !bullets.is_empty() {
        table.set_value("highlights", bullets);
    }
    if !left.is_empty() {
        fields.leave(key, SourceNode::new(SourceValue::List(left), node.span));
    }
}

/// Returns the bullet of a text under a key; `None` if it is not a text.
pub fn bullet(fields: &Fields, key: &str, node: &SourceNode) -> Option<Toml> {
    let notes = fields.notes();
    node.as_text()?;
    let cleaned = fields.clean(key, node);
    let joined = text::line(&cleaned, notes.markup());
    if joined.is_empty() {
        return None;
    }
    let source = notes
        .source()
        .text()
        .get(node.span.clone())
        .unwrap_or_default();
    if !has_nested_lines(source) && !has_nested_lines(&cleaned) {
        return Some(joined.into());
    }
    let flat = joined.replace("\n- ", JOINT).replace('\n', " ");
    let mut parts = flat.split(JOINT).map(str::trim);
    let mut item = InlineTable::new();
    item.insert("text", parts.next().unwrap_or_default().into());
    let nested: Array = parts.filter(|part| !part.is_empty()).collect();
    item.insert("items", nested.into());
    Some(item.into())
}

/// Returns whether a line after the first begins as a bullet does.
fn has_nested_lines(text: &str) -> bool {
    let mut lines = text.lines().skip(1).map(str::trim_start);
    lines.any(|line| line.starts_with("- "))
}
