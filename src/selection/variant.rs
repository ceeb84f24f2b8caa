//! Applies a variant: removes what its tags hide, orders the sections, and replaces fields.
//!
//! Uses `diagnostic` and `profile`.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, listed, nearest, rule};
use crate::profile::{Field, Key, Node, Table, Value, is_called, profile_table, tags_of};

/// Applies the variant with this name, if any, and removes all variants from the profile.
///
/// Returns the maximum number of entries per section. It is applied later, when the entries are
/// sorted.
pub fn apply(
    root: &mut Node,
    name: Option<&str>,
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) -> Option<usize> {
    let variants = root.remove("variant");
    let name = name?;
    let members = variants.as_ref().map_or(&[][..], Node::members);
    let Some((key, variant)) = members.iter().find(|(key, _)| key.name == name) else {
        problems.push(unknown_variant(name, members, source));
        return None;
    };
    let had_sections = !root.list("section").is_empty();
    prune(root, &Tags::of_variant(variant));
    if let Some(sections) = root.get_mut("section").and_then(Node::items_mut) {
        reorder(sections, &variant.strings_of("order"));
        if let Some(limit) = variant.get("max-highlights").and_then(Node::parse) {
            for section in sections {
                limit_highlights(section, limit);
            }
        }
    }
    replace_fields(root, variant);
    if had_sections && root.list("section").is_empty() {
        let message = format!("the variant `{name}` leaves nothing to render");
        let error = Diagnostic::error(rule::EMPTY_VARIANT, message)
            .at(source, key.span.clone(), "")
            .hint("show more tags, or hide fewer");
        problems.push(error);
    }
    variant.get("max-entries").and_then(Node::parse)
}

fn unknown_variant(name: &str, variants: &[(Key, Node)], source: &Arc<Source>) -> Diagnostic {
    let names: Vec<&str> = variants.iter().map(|(key, _)| key.name.as_str()).collect();
    // The mistake is on the command line, so the error has no place in the file.
    let message = format!("`{}` has no variant `{name}`", source.name());
    let error = Diagnostic::error(rule::UNKNOWN_VARIANT, message);
    match nearest(name, names.iter().copied()) {
        Some(similar) => error.hint(format!("did you mean `{similar}`?")),
        None if names.is_empty() => {
            error.hint(format!("write `[variant.{name}]` and its keys below"))
        }
        None => error.hint(format!("it has {}", listed(names))),
    }
}

/// The tags that show and hide parts of a profile.
pub struct Tags<'a> {
    /// A part with tags is shown if one of them is in this list; `None` shows all parts.
    show: Option<Vec<&'a str>>,
    /// A part with one of these tags is hidden.
    hide: Vec<&'a str>,
}

impl<'a> Tags<'a> {
    /// Returns the tags of a variant.
    fn of_variant(variant: &'a Node) -> Self {
        Self {
            show: variant.get("show").map(Node::strings),
            hide: variant.strings_of("hide"),
        }
    }

    /// Returns tags that only hide parts.
    pub fn hiding(tags: &[&'a str]) -> Self {
        Self {
            show: None,
            hide: tags.to_vec(),
        }
    }

    fn hides(&self, node: &Node) -> bool {
        let tags = tags_of(node);
        if tags.iter().any(|tag| self.hide.contains(tag)) {
            return true;
        }
        match &self.show {
            Some(show) => !tags.is_empty() && !tags.iter().any(|tag| show.contains(tag)),
            None => false,
        }
    }
}

/// Removes the parts of a profile that the tags hide, and the parts that are empty without them.
pub fn prune(root: &mut Node, tags: &Tags) {
    prune_table(root, profile_table(), tags);
}

fn prune_table(node: &mut Node, table: &Table, tags: &Tags) {
    let Some(members) = node.members_mut() else {
        return;
    };
    members.retain_mut(|(key, member)| {
        let had_items = !member.items().is_empty();
        if let Some(field) = table.field(&key.name) {
            prune_value(member, field, tags);
        }
        !had_items || !member.items().is_empty()
    });
}

fn prune_value(node: &mut Node, field: &Field, tags: &Tags) {
    let Some(table) = field.table() else {
        return;
    };
    match &mut node.value {
        Value::Array(items) => items.retain_mut(|item| {
            if tags.hides(item) {
                return false;
            }
            let had_content = has_content(item, table);
            prune_table(item, table, tags);
            !had_content || has_content(item, table)
        }),
        Value::Table(_) => prune_table(node, table, tags),
        _ => {}
    }
}

/// Returns whether a member of a list has more than labels and settings: a section with only a
/// title has no content, nor has a block with only a label.
fn has_content(node: &Node, table: &Table) -> bool {
    let Value::Table(members) = &node.value else {
        return true;
    };
    members.iter().any(|(key, _)| {
        let field = table.field(&key.name);
        !field.is_some_and(|field| field.role.is_secondary())
    })
}

/// Moves the named sections to the front, in the order of the names; the others keep their order.
fn reorder(sections: &mut [Node], order: &[&str]) {
    sections.sort_by_cached_key(|section| {
        let mut names = order.iter();
        let index = names.position(|name| is_called(section, name));
        index.unwrap_or(order.len())
    });
}

/// Removes the bullets of entries and roles above a limit.
fn limit_highlights(section: &mut Node, limit: usize) {
    for subsection in items_mut(section, "subsection") {
        limit_highlights(subsection, limit);
    }
    for entry in items_mut(section, "entry") {
        limit_highlights_of_entry(entry, limit);
    }
}

fn limit_highlights_of_entry(entry: &mut Node, limit: usize) {
    if let Some(highlights) = entry.get_mut("highlights").and_then(Node::items_mut) {
        highlights.truncate(limit);
    }
    for role in items_mut(entry, "role") {
        limit_highlights_of_entry(role, limit);
    }
}

fn items_mut<'a>(node: &'a mut Node, key: &str) -> impl Iterator<Item = &'a mut Node> {
    let items = node.get_mut(key).and_then(Node::items_mut);
    items.into_iter().flatten()
}

/// Replaces the fields that the variant has as well.
fn replace_fields(root: &mut Node, variant: &Node) {
    for (key, value) in variant.members() {
        match key.name.as_str() {
            "headline" => {
                let members = vec![(key.clone(), value.clone())];
                let person = new_node(Value::Table(members), value);
                let person_key = new_key("person", value);
                merge(root, &person_key, &person);
            }
            "summary" => replace_summary(root, value),
            name if profile_table().field(name).is_some() => merge(root, key, value),
            _ => {}
        }
    }
}

/// Sets a member of a table. Of two tables, the members are merged one by one.
fn merge(table: &mut Node, key: &Key, value: &Node) {
    if let (Some(old), Value::Table(members)) = (table.get_mut(&key.name), &value.value)
        && matches!(old.value, Value::Table(_))
    {
        for (key, member) in members {
            merge(old, key, member);
        }
        return;
    }
    table.set(key.clone(), value.clone());
}

/// Replaces the body of the first section of text, or inserts such a section at the start.
fn replace_summary(root: &mut Node, body: &Node) {
    if !root.has("section") {
        root.set(
            new_key("section", body),
            new_node(Value::Array(Vec::new()), body),
        );
    }
    let Some(sections) = root.get_mut("section").and_then(Node::items_mut) else {
        return;
    };
    for section in sections.iter_mut() {
        if section.string("kind") == Some("text") {
            return section.set(new_key("body", body), body.clone());
        }
    }
    let kind = new_node(Value::String("text".to_owned()), body);
    let members = vec![
        (new_key("kind", body), kind),
        (new_key("body", body), body.clone()),
    ];
    sections.insert(0, new_node(Value::Table(members), body));
}

/// Creates a key at the place of an existing value.
fn new_key(name: &str, place: &Node) -> Key {
    Key {
        name: name.to_owned(),
        span: place.span.clone(),
    }
}

/// Creates a value at the place of an existing one.
fn new_node(value: Value, place: &Node) -> Node {
    Node {
        span: place.span.clone(),
        value,
    }
}
