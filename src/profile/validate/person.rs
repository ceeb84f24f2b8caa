//! Checks the person: name, links and photo.

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::link::{disguised, is_email};
use crate::profile::network;
use crate::profile::spelling::did_you_mean;
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;
use crate::profile::validate::image::Owner;
use crate::profile::validate::link;

/// Warns if the profile has no name.
pub fn check_name(root: &Node, checker: &mut Checker) {
    let person = root.get("person");
    let names = person.map(|person| person.strings_of("name"));
    let name = names.and_then(|names| names.first().copied());
    if name.is_some_and(|name| !name.trim().is_empty()) {
        return;
    }
    let place = person.unwrap_or(root);
    if checker.is_faulty(root) || checker.is_faulty(place) {
        return;
    }
    let warning = Diagnostic::warning(rule::MISSING_NAME, "the profile has no name");
    checker.report(
        warning.hint("write `name = \"…\"` under `[person]`"),
        place.span.clone(),
    );
}

/// Checks the person of the profile or of a variant.
pub fn check(person: &Node, owner: Owner, checker: &mut Checker) {
    link::check_email(person, checker);
    link::check_links(
        person,
        "write a personal detail in `[person.details]`",
        checker,
    );
    for link in person.list("links") {
        check_link(link, checker);
    }
    if person.has("qr") && owner == Owner::Profile {
        link::check_code(person, checker);
    }
}

fn check_link(link: &Node, checker: &mut Checker) {
    let has_url = link.has("url");
    let (message, hint) = match (link.string("network"), link.string("username")) {
        (Some(network), Some(username)) => return check_account(link, network, username, checker),
        (None, None) if has_url || link.has("label") => return,
        _ if checker.is_faulty(link) => return,
        (Some(_), None) if has_url => (
            "a link with `network` needs `username`",
            "add `username = \"…\"`, or replace `network` with `label`",
        ),
        (Some(_), None) => (
            "a link with `network` needs `username`",
            "add `username = \"…\"`",
        ),
        (None, Some(_)) => (
            "a link with `username` needs `network`",
            "add `network = \"…\"`",
        ),
        (None, None) => (
            "the link is empty",
            "expected `{ network = \"…\", username = \"…\" }` or `{ label = \"…\", url = \"…\" }`",
        ),
    };
    let error = Diagnostic::error(rule::INCOMPLETE_LINK, message).hint(hint);
    checker.report(error, link.span.clone());
}

/// Reports a user name that cannot be one, such as an address.
fn report_user(link: &Node, network: &str, username: &str, checker: &mut Checker) {
    if checker.is_faulty(link) {
        return;
    }
    let message = format!("`{username}` is not a user name");
    let Some(user) = network::user_in(network, username) else {
        let hint = format!("write the user name in the addresses of {network} alone");
        return report_unknown_user(link, message, hint, checker);
    };
    let span = link.span_of("username");
    let error = Diagnostic::error(rule::UNKNOWN_USER, message)
        .hint(format!("write `\"{user}\"`"))
        .fix(span.clone(), format!("\"{user}\""));
    checker.report(error, span);
}

fn report_unknown_user(link: &Node, message: String, hint: String, checker: &mut Checker) {
    let error = Diagnostic::error(rule::UNKNOWN_USER, message).hint(hint);
    checker.report(error, link.span_of("username"));
}

fn check_account(link: &Node, network: &str, username: &str, checker: &mut Checker) {
    let is_known = network::find(network).is_some();
    let user = username.trim();
    if is_known && !network::is_user(user) {
        return report_user(link, network, username, checker);
    }
    if network::is_of_one_server(network) && is_email(user) {
        let message = format!("`{username}` is an email address, not a user name of {network}");
        let hint = format!(
            "write the user name in the addresses of {network}, and the email address as `email`"
        );
        return report_unknown_user(link, message, hint, checker);
    }
    if let Some(address) = network::address(network, username) {
        if disguised(&format!("https://{address}")).is_some() {
            let message = format!("`{username}` names more than one server");
            let hint = "write `user@server.example`".to_owned();
            report_unknown_user(link, message, hint, checker);
        }
        return;
    }
    if is_known {
        let message = format!("`{username}` does not name the server");
        let hint = format!("write `{}@server.example`", user.trim_matches('@'));
        return report_unknown_user(link, message, hint, checker);
    }
    let message = format!("unknown network `{network}`");
    let otherwise = "write any other page as `{ label = \"…\", url = \"…\" }`";
    let error = Diagnostic::error(rule::UNKNOWN_NETWORK, message);
    let error = error.hint(did_you_mean(network, network::names(), otherwise));
    checker.report(error, link.span_of("network"));
}
