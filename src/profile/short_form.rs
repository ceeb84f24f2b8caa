//! The short form of sections: `[[experience]]` at the top level is an entry of the section of that
//! kind, which needs no header of its own.
//!
//! The shape check reads the short form as it is written. After it, the tree has the long form with
//! the spans of what is written, so that all other code knows one form.

use crate::profile::kind::SectionKind;
use crate::profile::tree::{Key, Node, Value};
use crate::profile::value_types::are_languages;

/// Returns whether a value under the name of a kind at the top level can be its entries. Any other
/// value means another key, as in `language = "de"`.
pub fn can_be_entries(value: &Node) -> bool {
    match &value.value {
        Value::Table(members) => !are_languages(members),
        Value::Array(items) => items
            .iter()
            .all(|item| matches!(item.value, Value::Table(_))),
        _ => false,
    }
}

/// Returns a profile with its short sections in the long form. Sections follow the order in which
/// they begin in the text.
pub fn expanded(mut root: Node) -> Node {
    let is_free = root
        .get("section")
        .is_none_or(|list| matches!(list.value, Value::Array(_)));
    if !is_free || !root.members().iter().any(is_short) {
        return root;
    }
    let Some(members) = root.members_mut() else {
        return root;
    };
    let (shorts, others) = std::mem::take(members).into_iter().partition(is_short);
    *members = others;
    let shorts: Vec<(Key, Node)> = shorts;
    let mut sections: Vec<Node> = shorts.into_iter().map(section).collect();
    if let Some(list) = root.get_mut("section").and_then(Node::items_mut) {
        sections.append(list);
    }
    sections.sort_by_key(|section| section.span.start);
    let span = sections[0].span.clone();
    let key = root.member("section").map_or_else(
        || Key {
            name: "section".to_owned(),
            span: span.clone(),
        },
        |(key, _)| key.clone(),
    );
    let value = Value::Array(sections);
    root.set(key, Node { span, value });
    root
}

/// Returns whether a member of the profile is a list of entries in the short form.
fn is_short((key, value): &(Key, Node)) -> bool {
    let is_list = matches!(value.value, Value::Array(_));
    is_list && key.name.parse::<SectionKind>().is_ok() && can_be_entries(value)
}

/// Returns the section of a list of entries. Its span is the key of the list.
fn section((key, entries): (Key, Node)) -> Node {
    let kind = Node {
        span: key.span.clone(),
        value: Value::String(key.name.clone()),
    };
    let members = vec![(named("kind", &key), kind), (named("entry", &key), entries)];
    Node {
        span: key.span,
        value: Value::Table(members),
    }
}

/// Returns a key with another name at the place of a key.
fn named(name: &str, key: &Key) -> Key {
    Key {
        name: name.to_owned(),
        span: key.span.clone(),
    }
}

/// Returns the name of its kind if a section is written in the short form: its entries stand under
/// that name.
pub fn short_kind(section: &Node) -> Option<&str> {
    let (kind, name) = section.member("kind")?;
    let (entry, _) = section.member("entry")?;
    name.as_str().filter(|_| kind.span == entry.span)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::Source;
    use crate::profile::tree::TomlTree;

    /// Returns the sections, each with its kind, the text at its span, and its number of entries.
    fn sections(text: &str) -> Vec<(String, String, usize)> {
        let tree = TomlTree::parse(Arc::new(Source::new("a.toml", text))).expect("TOML");
        let root = expanded(tree.root().clone());
        let described = root.list("section").iter().map(|section| {
            (
                section.string("kind").unwrap_or_default().to_owned(),
                text[section.span.clone()].to_owned(),
                section.list("entry").len(),
            )
        });
        described.collect()
    }

    #[test]
    fn sections_stand_where_they_begin() {
        let text =
            "language = [{}]\n[[skill]]\n[[section]]\nkind = 'list'\n[['award']]\n[[skill]]\n";
        let expected = [
            ("language", "language", 1),
            ("skill", "skill", 2),
            ("list", "[[section]]", 0),
            ("award", "'award'", 1),
        ];
        let expected = expected.map(|(kind, span, count)| (kind.into(), span.into(), count));
        assert_eq!(sections(text), expected);
    }

    #[test]
    fn other_values_are_no_entries() {
        assert_eq!(sections("language = 'de'\nskill = ['a']\n[text]\n"), []);
        assert_eq!(sections("section = 1\n[[skill]]\n"), []);
    }
}
