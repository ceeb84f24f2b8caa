//! Checks the targets of links.

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::fields::Field;
use crate::profile::link::{LinkFault, link_fault};
use crate::profile::role::Role;
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;
use crate::profile::visit::{Visitor, visit};

/// Checks every URL of the profile, in each of its languages.
pub fn check_urls(root: &Node, checker: &mut Checker) {
    visit(root, &mut UrlChecker(checker));
}

struct UrlChecker<'c, 'a>(&'c mut Checker<'a>);

impl Visitor<'_> for UrlChecker<'_, '_> {
    fn visit_string(&mut self, url: &str, node: &Node, field: &Field, _: &str) {
        // A placeholder has an empty span, and its fault was reported.
        if field.role == Role::Url && !node.span.is_empty() {
            check_url(url, node, self.0);
        }
    }
}

fn check_url(url: &str, node: &Node, checker: &mut Checker) {
    let Some(fault) = link_fault(url) else {
        return;
    };
    let error = Diagnostic::error(rule::LINK_TARGET, fault.message(url)).hint(fault.hint(url));
    let span = match fault {
        LinkFault::Character { offset, character } => {
            let part = offset..offset + character.len_utf8();
            checker.checked.tree.span_in(node, part)
        }
        _ => node.span.clone(),
    };
    checker.report(error, span);
}

/// Warns about each link of an entry or project that has no URL.
pub fn check_links(table: &Node, checker: &mut Checker) {
    for link in table.list("links") {
        if !link.has("url") {
            warn_without_url(link, checker);
        }
    }
}

/// Warns that a link has no URL.
pub fn warn_without_url(link: &Node, checker: &mut Checker) {
    if checker.is_faulty(link) {
        return;
    }
    let message = "a link without `url` is rendered as plain text";
    let warning = Diagnostic::warning(rule::LINK_WITHOUT_URL, message);
    checker.report(warning.hint("add `url = \"https://…\"`"), link.span.clone());
}
