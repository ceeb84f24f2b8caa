//! Writes the person: the profile, the email addresses and the phone numbers.

use toml_edit::{Array, InlineTable};

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::html::is_html;
use crate::import::linkedin::description;
use crate::import::linkedin::lists::{TypedMember, members, typed_members};
use crate::import::linkedin::sections::markdown;
use crate::import::linkedin::table::ArchiveTable;
use crate::import::notes::Markup;
use crate::import::source::{SourceNode, SourceValue};
use crate::import::text;
use crate::profile::{
    MAX_TEXT, capitalized, is_east_asian, is_user, network_of_address, network_user,
};

/// Columns of the email addresses that say nothing about the person.
const OF_THE_SITE: [&str; 3] = ["Confirmed", "Primary", "Updated On"];

/// Writes the person from the tables, which are found by their names.
pub fn draft<'t>(find: impl Fn(&str) -> Option<&'t ArchiveTable>, person: &mut DraftTable) {
    for mut row in find("profile").into_iter().flat_map(ArchiveTable::rows) {
        profile(&mut row, person);
        row.finish(person);
    }
    for mut row in find("profilesummary")
        .into_iter()
        .flat_map(ArchiveTable::rows)
    {
        if !person.has("summary") {
            take_summary(&mut row, "Profile Summary", person);
        }
        row.finish(person);
    }
    if let Some(table) = find("emailaddresses") {
        emails(table, person);
    }
    if let Some(table) = find("phonenumbers") {
        phones(table, person);
    }
}

fn profile(row: &mut Fields, person: &mut DraftTable) {
    // A second row would be another person.
    if person.has("name") {
        return;
    }
    let given = row.take_plain("First Name");
    let family = row.take_plain("Last Name");
    person.set("name", Some(full_name(given.as_deref(), family.as_deref())));
    person.set("family-name", family);
    if let Some(name) = row.take_line("Maiden Name") {
        person.add_fact("details", "Maiden name", &name);
    }
    person.set("headline", row.take_line("Headline"));
    take_summary(row, "Summary", person);
    // A day without its year, as LinkedIn's default is, stays in a comment.
    let has_year = |date: &str| date.bytes().filter(u8::is_ascii_digit).count() >= 4;
    if row.text("Birth Date").is_some_and(has_year) {
        person.set("birth-date", row.take_date("Birth Date"));
    }
    person.set("location", row.take_line("Geo Location"));
    // A postal code alone is not an address.
    if let Some(address) = row.take_plain("Address") {
        let parts = [Some(address), row.take_plain("Zip Code")];
        let address = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        person.set("postal-address", Some(text::line(&address, Markup::Plain)));
    }
    websites(row, person);
    twitter_handles(row, person);
}

fn is_native(name: &str) -> bool {
    name.chars().all(is_east_asian)
}

/// Returns the full name in the order of its script: Chinese, Japanese and Korean names begin with
/// the family name.
fn full_name(given: Option<&str>, family: Option<&str>) -> String {
    match (given, family) {
        (Some(given), Some(family)) if is_native(given) && is_native(family) => {
            format!("{family}{given}")
        }
        (given, family) => [given, family]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" "),
    }
}

/// Takes a summary, with bullets as a list.
fn take_summary(row: &mut Fields, key: &str, person: &mut DraftTable) {
    let Some(node) = row.get(key).cloned() else {
        return;
    };
    if node.as_text().is_some_and(is_html) {
        return person.set("summary", row.take_prose(key));
    }
    let Some(text) = row.take_raw(key) else {
        return;
    };
    let summary = markdown(&description::parts(&text));
    if summary.len() > MAX_TEXT {
        return row.leave(key, node);
    }
    person.set("summary", Some(summary));
}

fn websites(row: &mut Fields, person: &mut DraftTable) {
    take_members(row, "Websites", |text| {
        let mut left = typed_members(text);
        left.retain(|member| !add_website(member, person));
        left.into_iter()
            .map(|member| member.text.to_owned())
            .collect()
    });
}

/// Adds a website to the person; returns whether it is one.
fn add_website(member: &TypedMember, person: &mut DraftTable) -> bool {
    let Some(url) = text::url(member.text) else {
        return false;
    };
    let account =
        network_of_address(&url).and_then(|network| Some((network, network_user(network, &url)?)));
    if let Some((network, user)) = account {
        person.add_inline(
            "links",
            &[("network", Some(network)), ("username", Some(&user))],
        );
    } else if person.has("url") || member.kind == "COMPANY" {
        let label = label(member.kind);
        person.add_inline("links", &[("label", Some(&label)), ("url", Some(&url))]);
    } else {
        person.set("url", Some(url));
    }
    true
}

/// Returns a type as a label: `RSS_FEED` is `Rss feed`.
fn label(kind: &str) -> String {
    if kind.is_empty() {
        return "Website".to_owned();
    }
    capitalized(&kind.to_lowercase().replace('_', " "))
}

fn twitter_handles(row: &mut Fields, person: &mut DraftTable) {
    take_members(row, "Twitter Handles", |text| {
        let mut left = Vec::new();
        for user in members(text) {
            let user = user.trim_start_matches('@');
            if is_user(user) {
                person.add_inline("links", &[("network", Some("x")), ("username", Some(user))]);
            } else {
                left.push(user.to_owned());
            }
        }
        left
    });
}

/// Takes a list, except for the members that a function returns.
fn take_members(row: &mut Fields, key: &str, mut take: impl FnMut(&str) -> Vec<String>) {
    let Some(node) = row.get(key).cloned() else {
        return;
    };
    let Some(text) = row.take_raw(key) else {
        return;
    };
    let left = take(&text);
    if !left.is_empty() {
        row.leave(
            key,
            SourceNode::new(SourceValue::Text(left.join(", ")), node.span),
        );
    }
}

/// Writes the email addresses, the primary one first.
fn emails(table: &ArchiveTable, person: &mut DraftTable) {
    let mut primary: Vec<String> = Vec::new();
    let mut others: Vec<String> = Vec::new();
    for mut row in table.rows() {
        let is_primary = row.text("Primary") == Some("Yes");
        let list = if is_primary {
            &mut primary
        } else {
            &mut others
        };
        list.extend(row.take_plain("Email Address"));
        for key in OF_THE_SITE {
            row.take(key);
        }
        row.finish(person);
    }
    primary.append(&mut others);
    primary.dedup();
    match primary.as_slice() {
        [email] => person.set("email", Some(email)),
        emails => person.set_list("email", emails),
    }
}

/// A phone number and its type.
#[derive(PartialEq, Eq)]
struct Phone {
    label: Option<String>,
    number: String,
}

fn phones(table: &ArchiveTable, person: &mut DraftTable) {
    let mut phones: Vec<Phone> = Vec::new();
    for mut row in table.rows() {
        if let Some(number) = row.take_plain("Number") {
            let number = match row.take_plain("Extension") {
                Some(code) if code.starts_with('+') => format!("{code} {number}"),
                Some(extension) => format!("{number} ext. {extension}"),
                None => number,
            };
            let phone = Phone {
                label: row.take_line("Type"),
                number,
            };
            if !phones.contains(&phone) {
                phones.push(phone);
            }
        }
        row.finish(person);
    }
    let numbers: Array = phones.iter().map(toml_of).collect();
    if !numbers.is_empty() {
        person.set_value("phone", numbers);
    }
}

fn toml_of(phone: &Phone) -> toml_edit::Value {
    match &phone.label {
        None => phone.number.as_str().into(),
        Some(label) => InlineTable::from_iter([("label", label), ("number", &phone.number)]).into(),
    }
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
