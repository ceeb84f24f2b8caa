//! Checks variants: their names, and the tags and sections that they select.

use std::collections::BTreeSet;
use std::str::FromStr;

use crate::diagnostic::{Diagnostic, listed, rule};
use crate::profile::kind::SectionKind;
use crate::profile::spelling::did_you_mean;
use crate::profile::tree::{Key, Node};
use crate::profile::validate::checker::Checker;
use crate::profile::validate::image::Owner;
use crate::profile::validate::selection::{all_sections, all_tags, is_called, tags_of};
use crate::profile::validate::tables;

/// The name that selects every variant, or every language, on the command line.
pub const ALL: &str = "all";

/// Checks all variants of a profile.
pub fn check_all(root: &Node, checker: &mut Checker) {
    let tags = all_tags(root);
    let variants = root.get("variant").map_or(&[][..], Node::members);
    for (key, variant) in variants {
        check_name(key, checker);
        check_selected(variant, "show", &tags, root, checker);
        check_selected(variant, "hide", &tags, root, checker);
        check_order(variant, root, checker);
        tables::check(variant, Owner::Variant, checker);
    }
}

fn check_name(key: &Key, checker: &mut Checker) {
    let name = &key.name;
    let is_valid = !name.is_empty() && name.chars().all(is_valid_character);
    if is_valid && name != ALL {
        return;
    }
    let message = format!("invalid name of a variant: `{name}`");
    let hint = "it becomes part of file names, so use letters, digits, `-` and `_`; `all` stands \
                for every variant";
    let error = Diagnostic::error(rule::VARIANT_NAME, message).hint(hint);
    checker.report(error, key.span.clone());
}

fn is_valid_character(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_')
}

/// Checks the tags and sections that a variant shows or hides.
fn check_selected(
    variant: &Node,
    key: &str,
    tags: &BTreeSet<&str>,
    root: &Node,
    checker: &mut Checker,
) {
    let names = variant.list(key);
    if names.is_empty() {
        return;
    }
    let sections = all_sections(root);
    for item in names {
        let Some(name) = item.as_str().filter(|name| !tags.contains(name)) else {
            continue;
        };
        if sections.iter().any(|section| is_called(section, name)) {
            continue;
        }
        let message = format!("no tag and no section is called `{name}`");
        let known = sections.iter().flat_map(|section| names_of(section));
        let otherwise = if tags.is_empty() {
            "add `tags = [\"…\"]` to the parts that the variant selects, or write the kind or \
             the title of a section"
                .to_owned()
        } else {
            format!("the tags in use are {}", listed(tags.iter().copied()))
        };
        let hint = did_you_mean(name, tags.iter().copied().chain(known), otherwise);
        let warning = Diagnostic::warning(rule::UNKNOWN_TAG, message).hint(hint);
        checker.report(warning, item.span.clone());
    }
}

fn check_order(variant: &Node, root: &Node, checker: &mut Checker) {
    let sections = root.list("section");
    for item in variant.list("order") {
        let Some(name) = item.as_str() else {
            continue;
        };
        if sections.iter().any(|section| is_called(section, name)) {
            continue;
        }
        let message = format!("no section has the kind, title or tag `{name}`");
        let names = sections.iter().flat_map(names_of);
        let otherwise = match SectionKind::from_str(name) {
            Ok(_) => format!("the profile has no section of the kind `{name}`"),
            Err(_) => "expected the kind, the title or a tag of a section".to_owned(),
        };
        let hint = did_you_mean(name, names, otherwise);
        let error = Diagnostic::error(rule::UNKNOWN_SECTION, message).hint(hint);
        checker.report(error, item.span.clone());
    }
}

/// Returns the names that select a section.
fn names_of(section: &Node) -> Vec<&str> {
    let mut names = section.strings_of("title");
    names.extend(section.string("kind"));
    names.extend(tags_of(section));
    names
}
