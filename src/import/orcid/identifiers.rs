//! Identifiers of works, grants and other items: the DOI of a publication is a field, and others are
//! links or facts.

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::notes::Markup;
use crate::import::orcid::parts::words_of;
use crate::import::text;
use crate::profile::bare_doi;

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
    let is_known = |entry: &DraftTable, doi: &str| {
        let known = entry.text("doi");
        known.is_none_or(|known| known.eq_ignore_ascii_case(doi))
    };
    if has_doi
        && kind == "doi"
        && bare_doi(&value).is_some_and(|doi| is_known(entry, doi))
        && let Some(doi) = identifier.take_doi("external-id-value", "external-id-url")
    {
        identifier.take("external-id-type");
        // A record may have the same one from several sources.
        if !entry.has("doi") {
            entry.set("doi", Some(doi));
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
