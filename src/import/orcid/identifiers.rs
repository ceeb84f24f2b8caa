//! Identifiers of works, grants and other items: the DOI of a publication is a field, and others are
//! links or facts.

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::notes::Markup;
use crate::import::orcid::parts::words_of;
use crate::import::text;

/// The addresses that resolve a DOI.
const RESOLVERS: [&str; 4] = [
    "https://doi.org/",
    "http://doi.org/",
    "https://dx.doi.org/",
    "http://dx.doi.org/",
];

/// Takes the identifiers of an item. The first DOI becomes a field if the entry has one.
pub fn take_identifiers(item: &mut Fields, has_doi: bool, entry: &mut DraftTable) {
    let Some(mut all) = item.take_fields("external-ids") else {
        return;
    };
    for mut identifier in all.take_list("external-id") {
        take_identifier(&mut identifier, has_doi, entry);
        identifier.finish(entry);
    }
    all.finish(entry);
}

fn take_identifier(identifier: &mut Fields, has_doi: bool, entry: &mut DraftTable) {
    let Some(value) = identifier.text("external-id-value").map(str::to_owned) else {
        return;
    };
    let kind = identifier
        .text("external-id-type")
        .unwrap_or_default()
        .to_owned();
    if has_doi && kind == "doi" && !entry.has("doi") && is_doi(bare_doi(&value)) {
        entry.set("doi", Some(bare_doi(&value)));
        identifier.take("external-id-type");
        identifier.take("external-id-value");
        // It is the address of the DOI.
        if identifier
            .text("external-id-url")
            .is_some_and(|url| bare_doi(url) == bare_doi(&value))
        {
            identifier.take("external-id-url");
        }
        return;
    }
    let Some(value) = identifier.take_line("external-id-value") else {
        return;
    };
    identifier.take("external-id-type");
    let label = text::line(&words_of(&kind), Markup::Plain);
    match identifier.take_url("external-id-url") {
        Some(url) => {
            let label = format!("{label}: {value}");
            entry.add_inline("links", &[("label", Some(&label)), ("url", Some(&url))]);
        }
        None => entry.add_fact("meta", &label, &value),
    }
}

fn bare_doi(text: &str) -> &str {
    let text = text.trim();
    let rest = RESOLVERS
        .iter()
        .find_map(|resolver| text.strip_prefix(resolver));
    rest.or_else(|| text.strip_prefix("doi:")).unwrap_or(text)
}

fn is_doi(text: &str) -> bool {
    text.starts_with("10.") && text.contains('/') && !text.contains(char::is_whitespace)
}
