//! Leaves out what is private, and what tells who a CV is about.

use std::sync::Arc;

use super::variant::{Tags, prune};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::profile::{Node, Path, Value};

/// Fields of a person that tell who it is.
const IDENTITY: [&str; 7] = ["name", "native-name", "family-name", "email", "phone", "url", "links"];

/// Fields of entries that lead to where it stands who it is.
const LEADS: [&str; 5] = ["url", "links", "doi", "email", "phone"];

/// Fields that say something of nobody else; a place or a headline may well stand elsewhere.
const SECRET: [&str; 4] = ["email", "phone", "url", "username"];

/// The fewest letters and figures by which a private text is known in another.
const KNOWN_BY: usize = 5;

/// Leaves out the fields, networks and tags that the profile calls private, and tells where such a text stands elsewhere.
pub fn leave_out_private(root: &mut Node, source: &Arc<Source>, problems: &mut Diagnostics) {
    let Some(list) = root.remove("private") else { return };
    let private = list.strings();
    prune(root, &Tags { show: None, hide: private.clone() });
    let mut secrets = Vec::new();
    if let Some(person) = root.get_mut("person") {
        for field in &private {
            if let Some(node) = person.remove(field) {
                secrets.extend(texts(&node, field).into_iter().map(|text| ((*field).to_owned(), letters(text))));
            }
        }
        if let Some(links) = person.get_mut("links").and_then(Node::items_mut) {
            let is_private = |link: &Node| {
                let network = link.get("network").and_then(Node::as_str);
                network.is_some_and(|network| private.iter().any(|name| name.eq_ignore_ascii_case(network)))
            };
            links.retain(|link| !is_private(link));
        }
    }
    // Whoever keeps an own number or address to themselves does so with those of others.
    let others = private.into_iter().filter(|field| matches!(*field, "email" | "phone")).collect::<Vec<_>>();
    each_table(root, &mut |table| others.iter().for_each(|field| drop(table.remove(field))));
    secrets.retain(|(_, secret)| secret.chars().count() >= KNOWN_BY);
    Leaks { secrets: &secrets, source, problems }.node(root, &Path::ROOT);
}

/// Leaves out names, addresses, links and the photo. The name in other texts is seen to where they are read.
pub fn leave_out_identity(root: &mut Node) {
    if let Some(person) = root.get_mut("person") {
        IDENTITY.iter().chain(&["photo", "other-names"]).for_each(|field| drop(person.remove(field)));
    }
    if let Some(sections) = root.get_mut("section") {
        each_table(sections, &mut |table| LEADS.iter().for_each(|field| drop(table.remove(field))));
    }
}

fn each_table(node: &mut Node, change: &mut impl FnMut(&mut Node)) {
    if matches!(node.value, Value::Table(_)) {
        change(node);
    }
    match &mut node.value {
        Value::Table(members) => members.iter_mut().for_each(|(_, member)| each_table(member, change)),
        Value::Array(items) => items.iter_mut().for_each(|item| each_table(item, change)),
        _ => {}
    }
}

/// The texts in the field of this name that are nobody else's.
fn texts<'a>(node: &'a Node, field: &str) -> Vec<&'a str> {
    match &node.value {
        Value::Table(members) => members.iter().flat_map(|(key, member)| texts(member, &key.name)).collect(),
        Value::Array(items) => items.iter().flat_map(|item| texts(item, field)).collect(),
        _ if SECRET.contains(&field) => node.strings(),
        _ => Vec::new(),
    }
}

/// What is left of a text when it is written otherwise: `+1 (551) 555-0100` and `1 551 555 0100` are the same number.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Looks for private texts in what is left.
struct Leaks<'a> {
    secrets: &'a [(String, String)],
    source: &'a Arc<Source>,
    problems: &'a mut Diagnostics,
}

impl Leaks<'_> {
    fn node(&mut self, node: &Node, path: &Path) {
        match &node.value {
            Value::Table(members) | Value::Languages(members) => {
                for (key, member) in members {
                    self.node(member, &path.key(&key.name));
                }
            }
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(index, item)| self.node(item, &path.index(index)));
            }
            Value::String(text) => {
                let text = letters(text);
                let Some((field, _)) = self.secrets.iter().find(|(_, secret)| text.contains(secret.as_str())) else {
                    return;
                };
                let message = format!("`{field}` is private, and stands here, too");
                let error = Diagnostic::error("private-elsewhere", message).at(self.source, node.span.clone(), "");
                self.problems
                    .push(error.hint("leave it out here, or give this part a tag and add the tag to `private`"));
            }
            _ => {}
        }
    }
}
