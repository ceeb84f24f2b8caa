//! Checks what can be selected from a profile: private fields, suppressed warnings, tags and
//! section names.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, RULES, Rule, Severity, listed, rule};
use crate::profile::fields::{Field, table};
use crate::profile::kind::SectionKind;
use crate::profile::network;
use crate::profile::role::Role;
use crate::profile::spelling::did_you_mean;
use crate::profile::synonyms::kind_headed;
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;
use crate::profile::visit::{Visitor, visit};

/// Returns whether `name` selects a section: its kind, its title in any language, the heading that
/// it has without a title, or one of its tags.
pub fn is_called(section: &Node, name: &str) -> bool {
    let titles = section.strings_of("title");
    let kind = section.string("kind");
    if kind == Some(name) || tags_of(section).contains(&name) {
        return true;
    }
    if titles.is_empty() {
        return kind.is_some() && kind == kind_headed(name).map(SectionKind::name);
    }
    titles.into_iter().any(|title| is_same_title(title, name))
}

fn is_same_title(title: &str, name: &str) -> bool {
    title.trim().to_lowercase() == name.trim().to_lowercase()
}

/// Returns the tags of a section, entry, role, bullet or block.
pub fn tags_of(node: &Node) -> Vec<&str> {
    node.strings_of("tags")
}

/// Returns all tags of a profile.
pub fn all_tags(root: &Node) -> BTreeSet<&str> {
    let mut tags = TagCollector::default();
    visit(root, &mut tags);
    tags.0
}

#[derive(Default)]
struct TagCollector<'t>(BTreeSet<&'t str>);

impl<'t> Visitor<'t> for TagCollector<'t> {
    fn visit_string(&mut self, tag: &'t str, _: &'t Node, field: &Field, _: &'t str) {
        if field.role == Role::Tags {
            self.0.insert(tag);
        }
    }
}

/// Returns all sections of a profile, at every depth.
pub fn all_sections(root: &Node) -> Vec<&Node> {
    let mut sections = Vec::new();
    let mut left: Vec<&Node> = root.list("section").iter().rev().collect();
    while let Some(section) = left.pop() {
        sections.push(section);
        left.extend(section.list("subsection").iter().rev());
    }
    sections
}

/// Reports private names that are not a field of the person, a network or a tag.
pub fn check_private(root: &Node, checker: &mut Checker) {
    let tags = all_tags(root);
    for item in root.list("private") {
        if let Some(name) = item.as_str() {
            check_private_name(name, item, &tags, checker);
        }
    }
}

fn check_private_name(name: &str, item: &Node, tags: &BTreeSet<&str>, checker: &mut Checker) {
    let person = table("Person").map_or(&[][..], |person| &person.fields);
    let (names, others): (Vec<&Field>, Vec<&Field>) =
        person.iter().partition(|field| field.role == Role::Name);
    let fields: Vec<&str> = others.iter().map(|field| field.name).collect();
    if fields.contains(&name) || tags.contains(name) || network::find(name).is_some() {
        return;
    }
    let message = format!("`{name}` is not a field of the person, a network or a tag");
    let hint = if names.iter().any(|field| field.name == name) {
        "use `--anonymous` to leave out the name".to_owned()
    } else {
        let known = listed(fields.iter().copied());
        let otherwise = format!("expected a network, a tag, or one of {known}");
        did_you_mean(name, fields.iter().chain(tags).copied(), otherwise)
    };
    let error = Diagnostic::error(rule::UNKNOWN_PRIVATE, message);
    checker.report(error.hint(hint), item.span.clone());
}

/// Reports names in `allow` that are not warnings.
pub fn check_allow(root: &Node, checker: &mut Checker) {
    for item in root.list("allow") {
        if let Some(error) = item.as_str().and_then(allow_error) {
            checker.report(error, item.span.clone());
        }
    }
}

fn allow_error(name: &str) -> Option<Diagnostic> {
    if let Some(rule) = rule::find(name) {
        if is_suppressible(rule) {
            return None;
        }
        let message = format!("`{name}` is an error and cannot be suppressed");
        let error = Diagnostic::error(rule::NOT_A_WARNING, message);
        return Some(error.hint("only warnings can be suppressed; remove it and fix the error"));
    }
    let error = Diagnostic::error(rule::UNKNOWN_RULE, format!("unknown rule `{name}`"));
    let warnings = RULES.iter().filter(|rule| is_suppressible(rule));
    let names = warnings.map(|rule| rule.name.as_str());
    let otherwise = "each message names its rule in brackets; `cvpress explain` lists them";
    Some(error.hint(did_you_mean(name, names, otherwise)))
}

fn is_suppressible(rule: &Rule) -> bool {
    rule.severity != Severity::Error
}
