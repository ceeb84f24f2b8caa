//! Writes the person.

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::notes::Markup;
use crate::import::orcid::parts::{each, words_of};
use crate::import::text;
use crate::profile::{SectionKind, is_user, network_of_address, network_user};

/// Takes the ORCID iD, which becomes a link.
pub fn take_identifier(record: &mut Fields, person: &mut DraftTable) {
    let Some(mut identifier) = record.take_fields("orcid-identifier") else {
        return;
    };
    let user = identifier
        .text("uri")
        .and_then(|uri| uri.rsplit('/').next());
    if let Some(user) = user.filter(|user| is_user(user)).map(str::to_owned) {
        person.add_inline(
            "links",
            &[("network", Some("orcid")), ("username", Some(&user))],
        );
        identifier.take("uri");
    }
    identifier.finish(person);
}

/// Writes the person; returns the section of the keywords.
pub fn draft(mut source: Fields, person: &mut DraftTable) -> DraftTable {
    take_names(&mut source, person);
    if let Some(mut biography) = source.take_fields("biography") {
        person.set("summary", biography.take_prose("content"));
        biography.finish(person);
    }
    let mut emails = Vec::new();
    each(&mut source, "emails", "email", person, |item, _| {
        item.take("primary");
        emails.extend(item.take_plain("email"));
    });
    match emails.as_slice() {
        [email] => person.set("email", Some(email)),
        emails => person.set_list("email", emails),
    }
    let mut countries: Vec<String> = Vec::new();
    each(&mut source, "addresses", "address", person, |item, _| {
        countries.extend(item.take_line("country"));
    });
    countries.dedup();
    match countries.as_slice() {
        [code] => person.set_table("residence", &[("country-code", Some(code))]),
        countries => person.set("location", Some(countries.join(", "))),
    }
    each(
        &mut source,
        "researcher-urls",
        "researcher-url",
        person,
        take_page,
    );
    let (key, list) = ("external-identifiers", "external-identifier");
    each(&mut source, key, list, person, take_other_identifier);
    let mut section = DraftTable::section(SectionKind::Interest);
    let mut entry = DraftTable::default();
    let mut keywords = Vec::new();
    each(&mut source, "keywords", "keyword", &mut entry, |item, _| {
        keywords.extend(item.take_line("content"));
    });
    entry.set_list("keywords", keywords);
    section.push("entry", entry);
    source.finish(person);
    section
}

fn take_names(source: &mut Fields, person: &mut DraftTable) {
    let mut others: Vec<String> = Vec::new();
    if let Some(mut name) = source.take_fields("name") {
        let given = name.take_plain("given-names");
        let family = name.take_plain("family-name");
        let credit = name.take_plain("credit-name");
        let full = [given, family.clone()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>();
        let full = full.join(" ");
        // The name on publications is the one that a CV has.
        if let Some(credit) = credit.as_ref().filter(|credit| **credit != full) {
            others.push(full.clone());
            person.set("name", Some(credit));
        } else {
            person.set("name", Some(full));
        }
        let is_part = |family: &String| {
            person
                .text("name")
                .is_some_and(|name| name.contains(family))
        };
        if let Some(family) = family.filter(is_part) {
            person.set("family-name", Some(family));
        }
        name.finish(person);
    }
    each(source, "other-names", "other-name", person, |item, _| {
        let name = item.take_plain("content");
        others.extend(name.filter(|name| !others.contains(name)));
    });
    others.retain(|name| !name.is_empty());
    person.set_list("other-names", others);
}

fn take_page(item: &mut Fields, person: &mut DraftTable) {
    let label = item.take_line("url-name");
    let Some(url) = item.take_url("url") else {
        person.add_inline("links", &[("label", label.as_deref())]);
        return;
    };
    let account =
        network_of_address(&url).and_then(|network| Some((network, network_user(network, &url)?)));
    let is_account = |network: &str| {
        label
            .as_ref()
            .is_none_or(|label| label.eq_ignore_ascii_case(network))
    };
    if let Some((network, user)) = account.filter(|(network, _)| is_account(network)) {
        person.add_inline(
            "links",
            &[("network", Some(network)), ("username", Some(&user))],
        );
    } else if label.is_none() && !person.has("url") {
        person.set("url", Some(url));
    } else {
        let label = label.unwrap_or_else(|| text::line(&url, Markup::Plain));
        person.add_inline("links", &[("label", Some(&label)), ("url", Some(&url))]);
    }
}

/// Takes an identifier at another service, such as Scopus.
fn take_other_identifier(item: &mut Fields, person: &mut DraftTable) {
    let Some(value) = item.take_line("external-id-value") else {
        return;
    };
    let kind = item.take_line("external-id-type").unwrap_or_default();
    let label = format!("{}: {value}", words_of(&kind));
    match item.take_url("external-id-url") {
        Some(url) => person.add_inline("links", &[("label", Some(&label)), ("url", Some(&url))]),
        None => person.add_fact("details", &words_of(&kind), &value),
    }
}
