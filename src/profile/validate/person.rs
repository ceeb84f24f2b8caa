//! Checks the person: name, links and photo.

use crate::diagnostic::{Diagnostic, nearest, rule};
use crate::profile::link::{disguised, is_email};
use crate::profile::network;
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;
use crate::profile::validate::image::{self, Owner};
use crate::profile::validate::{dates, link};

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

/// Checks the person of the profile.
pub fn check_profile(root: &Node, checker: &mut Checker) {
    if let Some(person) = root.get("person") {
        check(person, Owner::Profile, checker);
    }
}

/// Checks the person of the profile or of a variant.
pub fn check(person: &Node, owner: Owner, checker: &mut Checker) {
    link::check_email(person, checker);
    let links = person.list("links");
    let without_url = links.iter().position(has_label_alone);
    for (index, link) in links.iter().enumerate() {
        if without_url == Some(index) {
            let otherwise = "write a personal detail in `[person.details]`";
            link::warn_without_url(link, otherwise, checker);
        }
        check_link(link, checker);
        link::check_label(link, checker);
        if link.is_true("qr") {
            link::check_code(link, checker);
        }
    }
    if person.has("qr") && owner == Owner::Profile {
        link::check_code(person, checker);
    }
    dates::check_spelling(person, "birth-date", checker);
    image::check(person, "photo", owner, checker);
}

/// Returns whether a link has a label but nothing that it leads to.
fn has_label_alone(link: &Node) -> bool {
    link.has("label")
        && !["url", "network", "username"]
            .iter()
            .any(|key| link.has(key))
}

fn check_link(link: &Node, checker: &mut Checker) {
    let has_url = link.has("url");
    match (link.string("network"), link.string("username")) {
        (Some(network), Some(username)) => check_account(link, network, username, checker),
        (None, None) if has_url => {}
        (None, None) if link.has("label") => {}
        _ if checker.is_faulty(link) => {}
        (Some(_), None) if has_url => report_incomplete(
            link,
            "a link with `network` needs `username`",
            "add `username = \"…\"`, or replace `network` with `label`",
            checker,
        ),
        (Some(_), None) => report_incomplete(
            link,
            "a link with `network` needs `username`",
            "add `username = \"…\"`",
            checker,
        ),
        (None, Some(_)) => report_incomplete(
            link,
            "a link with `username` needs `network`",
            "add `network = \"…\"`",
            checker,
        ),
        (None, None) => report_incomplete(
            link,
            "the link is empty",
            "expected `{ network = \"…\", username = \"…\" }` or `{ label = \"…\", url = \"…\" }`",
            checker,
        ),
    }
}

fn report_incomplete(link: &Node, message: &str, hint: &str, checker: &mut Checker) {
    let error = Diagnostic::error(rule::INCOMPLETE_LINK, message).hint(hint);
    checker.report(error, link.span.clone());
}

/// Reports a user name that cannot be one, such as an address.
fn report_user(link: &Node, network: &str, username: &str, checker: &mut Checker) {
    if checker.is_faulty(link) {
        return;
    }
    let message = format!("`{username}` is not a user name");
    let error = Diagnostic::error(rule::UNKNOWN_USER, message);
    let span = link.span_of("username");
    let error = match network::user_in(network, username) {
        Some(user) => error
            .hint(format!("write `\"{user}\"`"))
            .fix(span.clone(), format!("\"{user}\"")),
        None => error.hint(format!(
            "write the user name in the addresses of {network} alone"
        )),
    };
    checker.report(error, span);
}

fn check_account(link: &Node, network: &str, username: &str, checker: &mut Checker) {
    if network::find(network).is_some() && !network::is_user(username.trim()) {
        return report_user(link, network, username, checker);
    }
    if network::is_of_one_server(network) && is_email(username.trim()) {
        let message = format!("`{username}` is an email address, not a user name of {network}");
        let hint = format!(
            "write the user name in the addresses of {network}, and the email address as `email`"
        );
        let error = Diagnostic::error(rule::UNKNOWN_USER, message).hint(hint);
        return checker.report(error, link.span_of("username"));
    }
    if let Some(address) = network::address(network, username) {
        if disguised(&format!("https://{address}")).is_some() {
            let message = format!("`{username}` names more than one server");
            let error = Diagnostic::error(rule::UNKNOWN_USER, message);
            checker.report(
                error.hint("write `user@server.example`"),
                link.span_of("username"),
            );
        }
        return;
    }
    if network::find(network).is_some() {
        let message = format!("`{username}` does not name the server");
        let user = username.trim().trim_matches('@');
        let error = Diagnostic::error(rule::UNKNOWN_USER, message)
            .hint(format!("write `{user}@server.example`"));
        return checker.report(error, link.span_of("username"));
    }
    let error = Diagnostic::error(
        rule::UNKNOWN_NETWORK,
        format!("unknown network `{network}`"),
    );
    let error = match nearest(network, network::names()) {
        Some(similar) => error.hint(format!("did you mean `{similar}`?")),
        None => error.hint("write any other page as `{ label = \"…\", url = \"…\" }`"),
    };
    checker.report(error, link.span_of("network"));
}
