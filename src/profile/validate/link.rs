//! Checks the targets of links.

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::doi::bare;
use crate::profile::fields::Field;
use crate::profile::link::{LinkFault, differs, disguised, is_email, link_fault};
use crate::profile::role::Role;
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;
use crate::profile::visit::{Visitor, visit};

/// The most bytes of the address of a QR code: a code of 18 mm with more has modules under a third of
/// a millimeter.
const LONGEST_CODE: usize = 180;

/// Checks every URL of the profile, in each of its languages.
pub fn check_urls(root: &Node, checker: &mut Checker) {
    visit(root, &mut UrlChecker(checker));
}

struct UrlChecker<'c, 'a>(&'c mut Checker<'a>);

impl Visitor<'_> for UrlChecker<'_, '_> {
    fn visit_string(&mut self, url: &str, node: &Node, field: &Field, _: &str) {
        // A placeholder has an empty span, and its fault was reported.
        if node.span.is_empty() {
            return;
        }
        if field.role == Role::Url {
            check_url(url, node, self.0);
        } else if field.name == "doi" && bare(url).is_none() {
            let error = Diagnostic::error(rule::LINK_TARGET, format!("`{url}` is not a DOI"));
            let hint =
                "a DOI begins with `10.`, as `10.5555/12345678`; write other addresses as `url`";
            self.0.report(error.hint(hint), node.span.clone());
        }
    }
}

fn check_url(url: &str, node: &Node, checker: &mut Checker) {
    let Some(fault) = link_fault(url) else {
        if let Some((shown, host)) = disguised(url) {
            let message = format!("the address leads to `{host}`; `{shown}` is not its host");
            let warning = Diagnostic::warning(rule::MISLEADING_LINK, message);
            let hint = format!("remove `{shown}@`");
            checker.report(warning.hint(hint), node.span.clone());
        }
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

/// Warns about links of a table without a URL, once, and about each that shows another one. `otherwise`
/// is where to write a text without an address.
pub fn check_links(table: &Node, otherwise: &str, checker: &mut Checker) {
    let links = table.list("links");
    if let Some(link) = links.iter().find(|link| has_label_alone(link)) {
        warn_without_url(link, otherwise, checker);
    }
    for link in links {
        check_label(link, checker);
        if link.is_true("qr") {
            check_code(link, checker);
        }
    }
}

/// Returns whether a link has a label but nothing that it leads to.
fn has_label_alone(link: &Node) -> bool {
    let targets = ["url", "network", "username"];
    link.has("label") && !targets.iter().any(|key| link.has(key))
}

/// Checks the address of a QR code: it must be there, and short enough to be read from paper.
pub fn check_code(table: &Node, checker: &mut Checker) {
    if checker.is_faulty(table) {
        return;
    }
    let has_account = table.has("network") && table.has("username");
    if !table.has("url") && !has_account {
        let error = Diagnostic::error(rule::QR_CODE, "a QR code needs an address");
        let hint = "add `url = \"https://…\"`, or remove `qr`";
        return checker.report(error.hint(hint), table.key_span("qr"));
    }
    let urls = table.strings_of("url");
    if urls.iter().any(|url| url.len() > LONGEST_CODE) {
        let message = "the address is too long for a QR code of this size";
        let error = Diagnostic::error(rule::QR_CODE, message).hint(format!(
            "expected at most {LONGEST_CODE} characters; use a shorter address"
        ));
        checker.report(error, table.span_of("url"));
    }
}

/// Warns about a label that is another address than the URL.
fn check_label(link: &Node, checker: &mut Checker) {
    let urls = link.strings_of("url");
    for label in link.strings_of("label") {
        if !urls.is_empty() && urls.iter().all(|url| differs(label, url)) {
            let message = format!("the link `{label}` leads to another address");
            let warning = Diagnostic::warning(rule::MISLEADING_LINK, message);
            let warning = warning.hint("show the address that it leads to, or a name");
            checker.report(warning, link.span_of("label"));
        }
    }
}

/// Warns about an email address with parts that would change what a link to it does.
pub fn check_email(table: &Node, checker: &mut Checker) {
    let Some(node) = table.get("email") else {
        return;
    };
    // Each of several addresses may have a label.
    let labeled = node
        .items()
        .iter()
        .filter_map(|item| item.string("address"));
    let mut addresses = node.strings().into_iter().chain(labeled);
    if let Some(address) = addresses.find(|address| is_unsafe(address)) {
        let message = format!("`{address}` is not an email address; it is rendered without a link");
        let warning = Diagnostic::warning(rule::EMAIL_ADDRESS, message);
        checker.report(
            warning.hint("write `name@example.org` alone"),
            node.span.clone(),
        );
    }
}

/// Returns whether a text is meant as an email address, and has what could change a link to it.
fn is_unsafe(address: &str) -> bool {
    let has_parts = address.contains(['?', '&', '%', '/', '\\', ':', ';', ',', '<', '>', '"', '#'])
        || address.matches('@').count() > 1;
    let is_spelled = address
        .trim()
        .contains(|c: char| c.is_whitespace() || "[(".contains(c));
    address.contains('@') && has_parts && !is_spelled && !is_email(address)
}

/// Warns that a link has no URL; `otherwise` is the other remedy.
fn warn_without_url(link: &Node, otherwise: &str, checker: &mut Checker) {
    if checker.is_faulty(link) {
        return;
    }
    let message = "a link without `url` is rendered as plain text";
    let warning = Diagnostic::warning(rule::LINK_WITHOUT_URL, message);
    let hint = format!("add `url = \"https://…\"`, or {otherwise}");
    checker.report(warning.hint(hint), link.span.clone());
}
