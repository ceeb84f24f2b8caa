//! Applies a variant: removes what its tags hide, orders the sections, and replaces fields.
//!
//! Uses `diagnostic` and `profile`.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, listed, nearest, rule};
use crate::profile::{Field, Key, Node, Table, Value, all_tags, is_called, profile_table, tags_of};

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
    let selected = Selected::of_variant(variant, root);
    prune(root, &selected);
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

/// What is shown and hidden of a profile.
#[derive(Default)]
pub struct Selected<'a> {
    /// A part with tags is shown if one of them is in this list; `None` shows all parts.
    show: Option<Vec<&'a str>>,
    /// Sections that are shown whatever their tags are: their kinds and titles.
    show_sections: Vec<&'a str>,
    /// A part with one of these tags is hidden.
    hide: Vec<&'a str>,
    /// Sections that are hidden: their kinds and titles.
    hide_sections: Vec<&'a str>,
}

impl<'a> Selected<'a> {
    /// Returns what a variant selects. A name is a tag if a part of the profile has it, and
    /// otherwise that of a section.
    fn of_variant(variant: &'a Node, root: &Node) -> Self {
        let tags = all_tags(root);
        let (hide, hide_sections) = variant
            .strings_of("hide")
            .into_iter()
            .partition(|name| tags.contains(name));
        let Some(show) = variant.get("show") else {
            return Self {
                hide,
                hide_sections,
                ..Self::default()
            };
        };
        let (show, show_sections) = show
            .strings()
            .into_iter()
            .partition(|name| tags.contains(name));
        Self {
            show: Some(show),
            show_sections,
            hide,
            hide_sections,
        }
    }

    /// Returns a selection that hides the parts with these tags, and those with `hidden = true`.
    pub fn hiding(tags: &[&'a str]) -> Self {
        Self {
            hide: tags.to_vec(),
            ..Self::default()
        }
    }

    /// Returns whether a section is hidden, by its name or its tags.
    fn hides_section(&self, section: &Node) -> bool {
        self.is_hidden(section)
            || is_called_one_of(section, &self.hide_sections)
            || (self.is_not_shown(section) && !is_called_one_of(section, &self.show_sections))
    }

    /// Returns whether a part other than a section is hidden by its tags.
    fn hides(&self, node: &Node) -> bool {
        self.is_hidden(node) || self.is_not_shown(node)
    }

    fn is_hidden(&self, node: &Node) -> bool {
        node.is_true("hidden") || tags_of(node).iter().any(|tag| self.hide.contains(tag))
    }

    fn is_not_shown(&self, node: &Node) -> bool {
        let Some(show) = &self.show else {
            return false;
        };
        let tags = tags_of(node);
        !tags.is_empty() && !tags.iter().any(|tag| show.contains(tag))
    }
}

fn is_called_one_of(section: &Node, names: &[&str]) -> bool {
    names.iter().any(|name| is_called(section, name))
}

/// Removes the parts of a profile that are hidden, and the parts that are empty without them.
pub fn prune(root: &mut Node, selected: &Selected) {
    prune_table(root, profile_table(), selected);
}

fn prune_table(node: &mut Node, table: &Table, selected: &Selected) {
    let Some(members) = node.members_mut() else {
        return;
    };
    members.retain_mut(|(key, member)| {
        let had_items = !member.items().is_empty();
        if let Some(field) = table.field(&key.name) {
            prune_value(member, field, selected);
        }
        !had_items || !member.items().is_empty()
    });
}

fn prune_value(node: &mut Node, field: &Field, selected: &Selected) {
    let Some(table) = field.table() else {
        return;
    };
    match &mut node.value {
        Value::Array(items) => items.retain_mut(|item| {
            let is_hidden = match field.name {
                "section" | "subsection" => selected.hides_section(item),
                _ => selected.hides(item),
            };
            if is_hidden {
                return false;
            }
            let had_content = has_content(item, table);
            prune_table(item, table, selected);
            !had_content || has_content(item, table)
        }),
        Value::Table(_) => prune_table(node, table, selected),
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

/// Replaces the summary of the person, or else the body of the first section of text. Without
/// either, inserts such a section at the start.
fn replace_summary(root: &mut Node, body: &Node) {
    if let Some(person) = root.get_mut("person")
        && person.has("summary")
    {
        return person.set(new_key("summary", body), body.clone());
    }
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
pub fn new_key(name: &str, place: &Node) -> Key {
    Key {
        name: name.to_owned(),
        span: place.span.clone(),
    }
}

/// Creates a value at the place of an existing one.
pub fn new_node(value: Value, place: &Node) -> Node {
    Node {
        span: place.span.clone(),
        value,
    }
}
