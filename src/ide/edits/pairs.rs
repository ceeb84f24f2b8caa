//! Keys with values: sets, adds and removes them, whether their table has a header, is written
//! inline or consists of dotted keys.

use crate::diagnostic::Edit;
use crate::ide::edits::blocks::{LineBlock, inserted_after, inserted_before, removed};
use crate::ide::edits::members::BracketMembers;
use crate::ide::edits::step::EditStep;
use crate::ide::edits::text::{ProfileText, TableForm};
use crate::profile::{MemberSyntax, Node, Value, keys_at};

/// Returns the edit that sets the value at a path of keys. Tables that are missing are added. `None`
/// if something else is in the way.
pub fn set(text: &ProfileText, path: &[&str], value: &str) -> Option<Edit> {
    let mut table = text.root();
    let mut depth = 0;
    while let Some(node) = path.get(depth).and_then(|key| table.get(key)) {
        depth += 1;
        if depth == path.len() {
            let is_free = text.headers_of(node).is_empty();
            let is_dotted = text.form(node) == Some(TableForm::Dotted);
            return (is_free && !is_dotted).then(|| Edit::new(node.span.clone(), value));
        }
        table = node;
    }
    let (keys, rest) = path.split_at(depth);
    let (key, inner) = rest.split_last()?;
    let is_below_header = matches!(text.form(table)?, TableForm::Root | TableForm::Header);
    match text.form(table)? {
        TableForm::Inline | TableForm::Dotted => {
            let Some((first, inner)) = inner.split_first() else {
                return add(text, table, keys, key, value);
            };
            let nest = |inside: String, key: &&str| pair(key, &format!("{{ {inside} }}"));
            let inside = inner.iter().rfold(pair(key, value), nest);
            add(text, table, keys, first, &format!("{{ {inside} }}"))
        }
        _ if inner.is_empty() && is_below_header => add(text, table, keys, key, value),
        _ => {
            let header = header(&path[..path.len() - 1]);
            let lines = format!("[{header}]{}{}", text.newline(), pair(key, value));
            let place = match inner.first() {
                Some(first) => child_place(text, table, keys, first),
                // The table has no header yet, but tables inside it have.
                None => LineBlock::of(text, table).first()?,
            };
            Some(inserted_before(text, place, &lines))
        }
    }
}

/// Returns the edit that adds a key to a table, given the keys that lead to the table. The table has
/// a header, is inline, or consists of dotted keys.
pub fn add(
    text: &ProfileText,
    table: &Node,
    keys: &[&str],
    key: &str,
    value: &str,
) -> Option<Edit> {
    let pair = pair(key, value);
    match text.form(table)? {
        TableForm::Inline => {
            let members = BracketMembers::of(text, &table.span);
            let count = members.len();
            Some(if count == 0 {
                Edit::new(table.span.clone(), format!("{{ {pair} }}"))
            } else {
                members.inserted(count, &pair)
            })
        }
        TableForm::Dotted => add_dotted(text, table, &pair),
        TableForm::Implicit => None,
        TableForm::Root | TableForm::Header => Some(add_statement(text, table, keys, key, &pair)),
    }
}

/// Adds a key after the last one that starts with the same keys and dots.
fn add_dotted(text: &ProfileText, table: &Node, pair: &str) -> Option<Edit> {
    let last = table
        .members()
        .iter()
        .max_by_key(|(_, node)| end_of(node))?;
    let (key, node) = last;
    let statement = text.pair(key);
    let prefix = &text.text()[statement.start..key.span.start];
    let end = end_of(node);
    if statement.is_inline {
        return Some(Edit::new(end..end, format!(", {prefix}{pair}")));
    }
    let indentation = text.indentation(statement.start);
    let end = text.line_end(end);
    let newline = text.newline();
    Some(Edit::new(
        end..end,
        format!("{newline}{indentation}{prefix}{pair}"),
    ))
}

/// Adds a line to a table with a header, or to the top level: after the keys that come before it in
/// the order of the format.
fn add_statement(text: &ProfileText, table: &Node, keys: &[&str], key: &str, pair: &str) -> Edit {
    let newline = text.newline();
    let names = keys_at(keys);
    let own = text.members(table);
    let is_before = |other: &&&MemberSyntax| {
        let first = other.keys.first().map_or("", |first| &first.name);
        match (rank(&names, first), rank(&names, key)) {
            (Some(other), Some(key)) => other < key,
            _ => true,
        }
    };
    if let Some(last) = own.iter().rfind(is_before) {
        let indentation = text.indentation(last.span.start);
        let end = text.line_end(last.span.end);
        return Edit::new(end..end, format!("{newline}{indentation}{pair}"));
    }
    if let Some(first) = own.first() {
        let indentation = text.indentation(first.span.start);
        let start = text.gap_before(first.span.start).start;
        return Edit::new(start..start, format!("{indentation}{pair}{newline}"));
    }
    match text.own_header(table) {
        Some(place) => {
            let header = text.header(place);
            let indentation = text.indentation(header.start);
            let end = text.line_end(header.end);
            Edit::new(end..end, format!("{newline}{indentation}{pair}"))
        }
        None if text.header_count() > 0 => inserted_before(text, 0, pair),
        None => inserted_after(text, 0, pair),
    }
}

/// Returns the place of a key in the order of the format.
fn rank(names: &[&str], key: &str) -> Option<usize> {
    names.iter().position(|name| *name == key)
}

/// Returns the header before which a table with a header goes that is missing in another table: the
/// first of a key after it in the order of the format.
pub fn child_place(text: &ProfileText, table: &Node, keys: &[&str], key: &str) -> usize {
    let names = keys_at(keys);
    let mut later = Vec::new();
    for (other, node) in table.members() {
        if rank(&names, &other.name) > rank(&names, key) {
            later.extend(text.headers_of(node));
        }
    }
    let end = LineBlock::of(text, table).after();
    let is_root = text.form(table) == Some(TableForm::Root);
    let end = end.filter(|_| !is_root).unwrap_or(text.header_count());
    later.into_iter().min().unwrap_or(end)
}

/// Returns the edits that remove the value at a path, and the tables that are empty then. Comments
/// above it stay. `None` if there is no such value.
pub fn unset(text: &ProfileText, path: &[EditStep]) -> Option<Vec<Edit>> {
    let (EditStep::Key(last), steps) = path.split_last()? else {
        return None;
    };
    let mut table = text.root();
    let mut inline = None;
    for (depth, step) in steps.iter().enumerate() {
        table = step.of(table)?;
        if text.form(table) == Some(TableForm::Inline) {
            inline = Some((depth, table));
        }
    }
    let (key, node) = table.member(last)?;
    if let Some((depth, inline)) = inline {
        let members = BracketMembers::of(text, &inline.span);
        let is_value = matches!(path.get(depth), Some(EditStep::Key(_)));
        if members.len() == 1 && is_value {
            return unset(text, &path[..=depth]);
        }
        let index = members.at(key.span.start)?;
        return Some(vec![members.removed(index)]);
    }
    if let Some(place) = text.own_header(table).filter(|_| is_only_pair(text, table)) {
        return Some(removed(text, &LineBlock::part(place)));
    }
    let start = text.line_start(text.pair(key).start);
    let end = text.line_end(end_of(node));
    let rest = &text.text()[end..];
    let line_break = rest.find('\n').map_or(rest.len(), |at| at + 1);
    Some(vec![Edit::new(start..end + line_break, "")])
}

/// Returns whether a table with a header has one key and no comment but the one behind its value.
fn is_only_pair(text: &ProfileText, table: &Node) -> bool {
    let own = text.members(table);
    let ([pair], Some(place)) = (own.as_slice(), text.own_header(table)) else {
        return false;
    };
    let end = pair.span.end;
    let lines = text.gap(place).start..text.gap(place + 1).end;
    text.comments(lines).count() == usize::from(text.line_end(end) > end)
}

/// Returns where a value ends; of a table of dotted keys, its last value.
fn end_of(node: &Node) -> usize {
    match &node.value {
        Value::Table(members) => {
            let ends = members.iter().map(|(_, member)| end_of(member));
            ends.max().unwrap_or_default().max(node.span.end)
        }
        _ => node.span.end,
    }
}

/// Writes a key with a value.
pub fn pair(key: &str, value: &str) -> String {
    format!("{} = {value}", key_text(key))
}

/// Writes the keys of a header.
pub fn header(keys: &[&str]) -> String {
    let keys: Vec<String> = keys.iter().map(|key| key_text(key)).collect();
    keys.join(".")
}

fn key_text(key: &str) -> String {
    toml_edit::Key::new(key).display_repr().into_owned()
}
