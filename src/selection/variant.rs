//! Applies a variant: leaves out what its tags hide, puts the sections in its order, and lays over
//! what it says otherwise.
//!
//! Uses `diagnostic` and `profile`.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, listed, nearest, rule};
use crate::profile::{Key, Node, Value, is_called, tags_of};

/// The keys of a variant that lie over keys of the profile.
const OVER: [&str; 4] = ["layout", "locale", "title", "footer"];

/// Applies the variant of this name, if one is wanted, and takes all variants out of the profile.
///
/// What is left is the most entries that a section may have: which ones they are is decided when
/// they are in order.
pub fn apply(
    root: &mut Node,
    name: Option<&str>,
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) -> Option<usize> {
    let variants = root.remove("variant");
    let name = name?;
    let members = variants.as_ref().map(Node::members).unwrap_or_default();
    let Some((key, variant)) = members.iter().find(|(key, _)| key.name == name) else {
        problems.push(unknown(name, members, source));
        return None;
    };
    let had_sections = root
        .get("section")
        .is_some_and(|sections| !sections.items().is_empty());
    let list = |key| variant.get(key).map(Node::strings).unwrap_or_default();
    let tags = Tags {
        show: variant.get("show").map(Node::strings),
        hide: list("hide"),
    };
    prune(root, &tags);
    if let Some(sections) = root.get_mut("section").and_then(Node::items_mut) {
        reorder(sections, &list("order"));
        if let Some(most) = number(variant, "max-highlights") {
            for section in sections {
                limit_highlights(section, most);
            }
        }
    }
    overlay(root, variant);
    let is_empty = root
        .get("section")
        .is_none_or(|sections| sections.items().is_empty());
    if had_sections && is_empty {
        let error = Diagnostic::error(
            rule::EMPTY_VARIANT,
            format!("the variant `{name}` leaves nothing to print"),
        );
        problems.push(
            error
                .at(source, key.span.clone(), "")
                .hint("show one more of the tags, or hide one less"),
        );
    }
    number(variant, "max-entries")
}

fn unknown(name: &str, variants: &[(Key, Node)], source: &Arc<Source>) -> Diagnostic {
    let names = || variants.iter().map(|(key, _)| key.name.as_str());
    // The command line is where it is wrong.
    let error = Diagnostic::error(
        rule::UNKNOWN_VARIANT,
        format!("`{}` has no variant `{name}`", source.name()),
    );
    match nearest(name, names()) {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None if variants.is_empty() => {
            error.hint(format!("write `[variant.{name}]` and its keys below"))
        }
        None => error.hint(format!("it has {}", listed(names()))),
    }
}

fn number(variant: &Node, key: &str) -> Option<usize> {
    match variant.get(key)?.value {
        Value::Integer(number) => usize::try_from(number?).ok(),
        _ => None,
    }
}

/// Which tags show and which hide what carries them.
pub struct Tags<'a> {
    /// What has tags shows only if one is among these; `None` shows all.
    pub show: Option<Vec<&'a str>>,
    /// What has one of these does not show.
    pub hide: Vec<&'a str>,
}

impl Tags<'_> {
    fn hides(&self, node: &Node) -> bool {
        let tags = tags_of(node);
        let shown = |show: &Vec<&str>| tags.is_empty() || tags.iter().any(|tag| show.contains(tag));
        tags.iter().any(|tag| self.hide.contains(tag)) || !self.show.as_ref().is_none_or(shown)
    }
}

/// Takes out what the tags hide, and what has nothing left in it for that.
pub fn prune(node: &mut Node, tags: &Tags) {
    match &mut node.value {
        Value::Table(members) => members.retain_mut(|(key, member)| {
            let had = member.items().len();
            prune_below(member, &key.name, tags);
            had == 0 || !member.items().is_empty()
        }),
        Value::Array(_) => prune_below(node, "", tags),
        _ => {}
    }
}

fn prune_below(node: &mut Node, field: &str, tags: &Tags) {
    let Value::Array(items) = &mut node.value else {
        return prune(node, tags);
    };
    items.retain_mut(|item| {
        if tags.hides(item) {
            return false;
        }
        let had_something = says_something(item, field);
        prune(item, tags);
        !had_something || says_something(item, field)
    });
}

/// Keys that say nothing by themselves in the lists of these names: a section of nothing but its
/// title is a heading over nothing, and so is a labelled block without a text.
const SAYS_NOTHING: [(&str, &[&str]); 3] = [
    ("section", SECTION),
    ("subsection", SECTION),
    ("details", &["label", "numbered", "tags"]),
];
const SECTION: &[&str] = &[
    "kind",
    "title",
    "tags",
    "columns",
    "sort",
    "group-by",
    "keep",
    "break-before",
    "keywords-label",
];

/// Whether a member of a list holds more than its own settings.
fn says_something(node: &Node, field: &str) -> bool {
    let Value::Table(members) = &node.value else {
        return true;
    };
    let silent = SAYS_NOTHING
        .iter()
        .find(|(list, _)| *list == field)
        .map_or(&["tags"][..], |(_, keys)| keys);
    members.iter().any(|(key, _)| !silent.contains(&&*key.name))
}

/// The sections named come first, in the order of the names; the others keep theirs.
fn reorder(sections: &mut [Node], order: &[&str]) {
    sections.sort_by_cached_key(|section| {
        order
            .iter()
            .position(|name| is_called(section, name))
            .unwrap_or(order.len())
    });
}

/// Cuts the bullets of entries and roles.
fn limit_highlights(node: &mut Node, most: usize) {
    for list in ["entry", "role", "subsection"] {
        for member in node
            .get_mut(list)
            .and_then(Node::items_mut)
            .into_iter()
            .flatten()
        {
            if list != "subsection"
                && let Some(highlights) = member.get_mut("highlights").and_then(Node::items_mut)
            {
                highlights.truncate(most);
            }
            limit_highlights(member, most);
        }
    }
}

/// Lays over the profile what the variant says otherwise.
fn overlay(root: &mut Node, variant: &Node) {
    for (key, node) in variant.members() {
        match &*key.name {
            name if OVER.contains(&name) => root.set(key.clone(), node.clone()),
            "headline" => {
                let members = vec![(key.clone(), node.clone())];
                let person = Key {
                    name: "person".to_owned(),
                    span: key.span.clone(),
                };
                lay_over(
                    root,
                    &person,
                    &Node {
                        span: node.span.clone(),
                        value: Value::Table(members),
                    },
                );
            }
            "person" | "letter" | "design" => lay_over(root, key, node),
            "summary" => summary(root, node),
            _ => {}
        }
    }
}

/// Puts a value under a key; of two tables the members, one by one.
fn lay_over(under: &mut Node, key: &Key, over: &Node) {
    match under.get_mut(&key.name) {
        Some(member)
            if matches!(
                (&member.value, &over.value),
                (Value::Table(_), Value::Table(_))
            ) =>
        {
            over.members()
                .iter()
                .for_each(|(key, node)| lay_over(member, key, node));
        }
        _ => under.set(key.clone(), over.clone()),
    }
}

/// Replaces the body of the first section of text, or begins the CV with one.
fn summary(root: &mut Node, body: &Node) {
    let key = |name: &str| Key {
        name: name.to_owned(),
        span: body.span.clone(),
    };
    let node = |value| Node {
        span: body.span.clone(),
        value,
    };
    if root.get("section").is_none() {
        root.set(key("section"), node(Value::Array(Vec::new())));
    }
    let Some(sections) = root.get_mut("section").and_then(Node::items_mut) else {
        return;
    };
    let is_text = |section: &&mut Node| section.get("kind").and_then(Node::as_str) == Some("text");
    if let Some(text) = sections.iter_mut().find(is_text) {
        return text.set(key("body"), body.clone());
    }
    let members = vec![
        (key("kind"), node(Value::String("text".to_owned()))),
        (key("body"), body.clone()),
    ];
    sections.insert(0, node(Value::Table(members)));
}
