//! Writes the person: the profile, the email addresses and the phone numbers.

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::fields::TextForm::{Date, Line, Plain, Raw};
use crate::import::linkedin::lists::{TypedMember, members, typed_members};
use crate::import::linkedin::sections::summary;
use crate::import::linkedin::table::ArchiveTable;
use crate::import::links::{account_of, add_link, labeled};
use crate::import::map::How::{As, By, Nothing};
use crate::import::map::{Row, apply};
use crate::import::notes::Markup;
use crate::import::source::{SourceNode, SourceValue};
use crate::import::text;
use crate::profile::{capitalized, is_east_asian, is_user};

/// The tables that become the person.
pub const TABLES: [&str; 4] = [
    "profile",
    "profilesummary",
    "emailaddresses",
    "phonenumbers",
];

/// Their columns, in the capitals that LinkedIn writes them in.
pub const COLUMNS: &str = "First Name|Last Name|Maiden Name|Address|Birth Date|Headline|Summary|Industry|\
    Zip Code|Geo Location|Twitter Handles|Websites|Instant Messengers|Profile Summary|Email Address|\
    Confirmed|Primary|Updated On|Extension|Number|Type";

pub const PROFILE: &[Row] = &[
    ("First Name", "name", By(name)),
    ("Maiden Name", "Maiden name", By(detail)),
    ("Headline", "headline", As(Line)),
    ("Summary", "summary", By(summary)),
    ("Birth Date", "birth-date", By(birth)),
    ("Geo Location", "location", As(Line)),
    ("Address", "postal-address", By(address)),
    ("Websites", "links", By(websites)),
    ("Twitter Handles", "links", By(twitter_handles)),
];

/// Columns of the email addresses that say nothing about the person.
const OF_THE_SITE: &[Row] = &[("Confirmed|Primary|Updated On", "", Nothing)];

/// Writes the person from the tables, which are found by their names.
pub fn draft<'t>(find: impl Fn(&str) -> Option<&'t ArchiveTable>, person: &mut DraftTable) {
    let rows = |name| find(name).into_iter().flat_map(ArchiveTable::rows);
    for mut row in rows("profile") {
        // A second row would be another person.
        if !person.has("name") {
            apply(PROFILE, &mut row, person);
        }
        row.finish(person);
    }
    for mut row in rows("profilesummary") {
        if !person.has("summary") {
            summary(&mut row, "Profile Summary", "summary", person);
        }
        row.finish(person);
    }
    let mut emails: Vec<(bool, String)> = Vec::new();
    for mut row in rows("emailaddresses") {
        let is_primary = row.text("Primary") == Some("Yes");
        let email = row.read("Email Address", Plain);
        emails.extend(email.map(|email| (!is_primary, email)));
        apply(OF_THE_SITE, &mut row, person);
        row.finish(person);
    }
    emails.sort_by_key(|(is_other, _)| *is_other);
    let mut emails: Vec<String> = emails.into_iter().map(|(_, email)| email).collect();
    emails.dedup();
    person.set_one_or_all("email", emails);
    let mut phones: Vec<(Option<String>, String)> = Vec::new();
    for mut row in rows("phonenumbers") {
        let phone = number(&mut row);
        phones.extend(phone.filter(|phone| !phones.contains(phone)));
        row.finish(person);
    }
    if !phones.is_empty() {
        let phones = phones
            .into_iter()
            .map(|(label, number)| labeled(label, number));
        person.set_value("phone", phones.collect::<toml_edit::Array>());
    }
}

fn name(row: &mut Fields, from: &str, to: &str, person: &mut DraftTable) {
    let given = row.read(from, Plain);
    let family = row.read("Last Name", Plain);
    person.set(to, Some(full_name(given.as_deref(), family.as_deref())));
    person.set("family-name", family);
}

/// Returns the full name in the order of its script: Chinese, Japanese and Korean names begin with
/// the family name.
fn full_name(given: Option<&str>, family: Option<&str>) -> String {
    let is_native = |name: &str| name.chars().all(is_east_asian);
    match (given, family) {
        (Some(given), Some(family)) if is_native(given) && is_native(family) => {
            format!("{family}{given}")
        }
        (given, family) => {
            let parts: Vec<&str> = given.into_iter().chain(family).collect();
            parts.join(" ")
        }
    }
}

fn detail(row: &mut Fields, from: &str, label: &str, person: &mut DraftTable) {
    if let Some(text) = row.read(from, Line) {
        person.add_fact("details", label, &text);
    }
}

/// A day without its year, as LinkedIn's default is, stays in a comment.
fn birth(row: &mut Fields, from: &str, to: &str, person: &mut DraftTable) {
    let has_year = |date: &str| date.bytes().filter(u8::is_ascii_digit).count() >= 4;
    if row.text(from).is_some_and(has_year) {
        person.set(to, row.read(from, Date));
    }
}

/// A postal code alone is not an address.
fn address(row: &mut Fields, from: &str, to: &str, person: &mut DraftTable) {
    if let Some(address) = row.read(from, Plain) {
        let parts = [Some(address), row.read("Zip Code", Plain)];
        let address = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        person.set(to, Some(text::line(&address, Markup::Plain)));
    }
}

fn websites(row: &mut Fields, from: &str, _: &str, person: &mut DraftTable) {
    take_members(row, from, |text| {
        let mut left = typed_members(text);
        left.retain(|member| !add_website(member, person));
        let left = left.into_iter().map(|member| member.text.to_owned());
        left.collect()
    });
}

/// Adds a website to the person; returns whether it is one.
fn add_website(member: &TypedMember, person: &mut DraftTable) -> bool {
    let Some(url) = text::url(member.text) else {
        return false;
    };
    if let Some((network, user)) = account_of(&url) {
        add_user(person, network, &user);
    } else if person.has("url") || member.kind == "COMPANY" {
        add_link(person, Some(&label(member.kind)), Some(&url));
    } else {
        person.set("url", Some(url));
    }
    true
}

fn add_user(person: &mut DraftTable, network: &str, user: &str) {
    person.add_inline(
        "links",
        &[("network", Some(network)), ("username", Some(user))],
    );
}

/// Returns a type as a label: `RSS_FEED` is `Rss feed`.
fn label(kind: &str) -> String {
    if kind.is_empty() {
        return "Website".to_owned();
    }
    capitalized(&kind.to_lowercase().replace('_', " "))
}

fn twitter_handles(row: &mut Fields, from: &str, _: &str, person: &mut DraftTable) {
    take_members(row, from, |text| {
        let mut left = Vec::new();
        for user in members(text) {
            let user = user.trim_start_matches('@');
            if is_user(user) {
                add_user(person, "x", user);
            } else {
                left.push(user.to_owned());
            }
        }
        left
    });
}

/// Takes a list, except for the members that a function returns.
fn take_members(row: &mut Fields, key: &str, mut take: impl FnMut(&str) -> Vec<String>) {
    let span = row.get(key).map_or(0..0, |node| node.span.clone());
    let Some(text) = row.read(key, Raw) else {
        return;
    };
    let left = take(&text);
    if !left.is_empty() {
        row.leave(
            key,
            SourceNode::new(SourceValue::Text(left.join(", ")), span),
        );
    }
}

/// Takes a phone number and its type.
fn number(row: &mut Fields) -> Option<(Option<String>, String)> {
    let number = row.read("Number", Plain)?;
    let number = match row.read("Extension", Plain) {
        Some(code) if code.starts_with('+') => format!("{code} {number}"),
        Some(extension) => format!("{number} ext. {extension}"),
        None => number,
    };
    Some((row.read("Type", Line), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_order_of_their_script() {
        assert_eq!(full_name(Some("Mira"), Some("Okafor")), "Mira Okafor");
        assert_eq!(full_name(Some("毅"), Some("成泽")), "成泽毅");
        assert_eq!(full_name(Some("지우"), Some("김")), "김지우");
        assert_eq!(full_name(None, Some("Okafor")), "Okafor");
    }

    #[test]
    fn types_are_labels() {
        assert_eq!(label("RSS_FEED"), "Rss feed");
        assert_eq!(label(""), "Website");
    }
}
