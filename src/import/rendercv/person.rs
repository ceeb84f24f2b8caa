//! The person and how to contact them.

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::links::{Account, add_account, bare};
use crate::import::texts::{take_plains, take_urls};
use crate::profile::ProfileFiles;

/// Takes the head of a CV. A picture must be a file in `folder`.
pub fn take(cv: &mut Fields, person: &mut DraftTable, files: &ProfileFiles) {
    person.set("name", cv.take_plain("name"));
    let headline = cv.take_line("headline").or_else(|| cv.take_line("label"));
    person.set("headline", headline);
    take_texts(cv, "email", person, "email");
    take_texts(cv, "phone", person, "phone");
    person.set("location", cv.take_line("location"));
    take_websites(cv, person);
    let is_file = |path: &str| files.find(path).is_ok();
    if cv.text("photo").is_some_and(is_file) {
        person.set("photo", cv.take_raw("photo"));
    }
    for mut network in cv.take_list("social_networks") {
        let account = Account {
            network: network.take_plain("network"),
            username: network.take_plain("username"),
            url: None,
        };
        add_account(person, account);
        network.finish(person);
    }
    for mut connection in cv.take_list("custom_connections") {
        let label = connection.take_line("placeholder");
        let url = connection.take_url("url");
        person.add_inline(
            "links",
            &[("label", label.as_deref()), ("url", url.as_deref())],
        );
        connection.finish(person);
    }
}

/// Takes one text or a list of them.
fn take_texts(cv: &mut Fields, key: &str, person: &mut DraftTable, field: &str) {
    // Phone numbers are addresses there, `tel:+1-555-0100`.
    let plain = |text: String| {
        text.strip_prefix("tel:")
            .map_or(text.clone(), str::to_owned)
    };
    if let Some(text) = cv.take_plain(key) {
        person.set(field, Some(plain(text)));
    } else {
        person.set_list(field, take_plains(cv, key).into_iter().map(plain));
    }
}

/// Takes the websites: the first is that of the person, the others are links.
fn take_websites(cv: &mut Fields, person: &mut DraftTable) {
    if let Some(url) = cv.take_url("website") {
        person.set("url", Some(url));
        return;
    }
    for url in take_urls(cv, "website") {
        if person.has("url") {
            let label = bare(&url);
            person.add_inline("links", &[("label", Some(&label)), ("url", Some(&url))]);
        } else {
            person.set("url", Some(url));
        }
    }
}
