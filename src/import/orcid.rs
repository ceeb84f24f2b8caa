//! Imports the record of a researcher from ORCID: the JSON that its public API sends, version 3.0.
//!
//! Who added an item, when, and its number at ORCID are not part of a CV; they are left out without
//! a warning. Of several versions of a work, the preferred one is imported, which ORCID lists first.

use crate::import::dates::join_dates;
use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::Fields;
use crate::import::fields::TextForm::{Date, Line, Plain, Prose, Url};
use crate::import::links::{account_of, add_link};
use crate::import::map::How::{All, As, By, Each, Ends, Fact, Joined, Nothing, OneOrAll, Period};
use crate::import::map::{Row, apply, entry};
use crate::import::notes::Markup;
use crate::import::source::{Member, SourceNode, SourceValue, join};
use crate::import::text;
use crate::profile::SectionKind::{Award, Education, Experience, Interest, Project, Publication};
use crate::profile::{SectionKind, bare_doi, capitalized, is_user};

const PERSON: &[Row] = &[
    ("name", "name", By(name)),
    ("other-names.other-name", "other-names", By(other_names)),
    ("biography", "summary", As(Prose)),
    ("emails.email[].email", "email", OneOrAll(Plain)),
    ("emails.email[].primary", "", Nothing),
    ("addresses.address[].country", "location", By(countries)),
    ("researcher-urls.researcher-url", "links", Each(page)),
    (
        "external-identifiers.external-identifier",
        "links",
        Each(other_identifier),
    ),
];

const RECORD: &[Row] = &[("orcid-identifier.uri", "links", By(orcid_id))];

const KEYWORDS: &[Row] = &[("keywords.keyword", "keywords", All(Line))];

/// A list of items in groups: its key, that of an item, the kind and the heading of the section, if it is not
/// the word for the kind, and the rows of an item.
type Items = (
    &'static str,
    &'static str,
    SectionKind,
    &'static str,
    &'static [Row],
);

/// The affiliations and grants, in the order of the sections.
const LISTS: [Items; 8] = [
    (
        "employments",
        "employment-summary",
        Experience,
        "",
        POSITION,
    ),
    (
        "invited-positions",
        "invited-position-summary",
        Experience,
        "Invited positions",
        POSITION,
    ),
    ("educations", "education-summary", Education, "", EDUCATION),
    (
        "qualifications",
        "qualification-summary",
        Education,
        "Qualifications",
        EDUCATION,
    ),
    (
        "distinctions",
        "distinction-summary",
        Award,
        "",
        DISTINCTION,
    ),
    (
        "memberships",
        "membership-summary",
        Experience,
        "Memberships",
        POSITION,
    ),
    (
        "services",
        "service-summary",
        Experience,
        "Service",
        POSITION,
    ),
    ("fundings", "funding-summary", Award, "Funding", GRANT),
];

const RESOURCES: Items = (
    "research-resources",
    "research-resource-summary",
    Project,
    "Research resources",
    RESOURCE,
);

const TEAM: Row = ("department-name", "team", As(Line));
const URL: Row = ("url", "url", As(Url));
const ENDS: Row = ("start-date", "start", Ends("end-date"));
const PLACE: Row = (
    "organization.address.city|organization.address.region|organization.address.country",
    "location",
    Joined(", "),
);
const TYPE: Row = ("type", "Type", By(word_fact));
const TITLE: Row = ("title.title|title.subtitle|title", "title", Joined(": "));
const TRANSLATION: Row = (
    "title.translated-title.value|title.translated-title",
    "notes",
    All(Line),
);
/// The text shows it.
const LANGUAGE: Row = ("title.translated-title.language-code", "", Nothing);
const IDENTIFIERS: Row = ("external-ids.external-id", "links", Each(identifier));

const POSITION: &[Row] = &[
    ("organization.name", "organization", As(Line)),
    PLACE,
    ("role-title", "position", As(Line)),
    TEAM,
    ("start-date", "start", Period("end-date")),
    URL,
    IDENTIFIERS,
];

const EDUCATION: &[Row] = &[
    ("organization.name", "institution", As(Line)),
    PLACE,
    ("role-title", "degree", As(Line)),
    TEAM,
    ENDS,
    URL,
    IDENTIFIERS,
];

const DISTINCTION: &[Row] = &[
    ("organization.name", "awarder", As(Line)),
    PLACE,
    ("role-title", "title", As(Line)),
    TEAM,
    ENDS,
    URL,
    IDENTIFIERS,
];

const GRANT: &[Row] = &[
    TITLE,
    TRANSLATION,
    LANGUAGE,
    ("organization.name", "awarder", As(Line)),
    PLACE,
    TYPE,
    ENDS,
    URL,
    IDENTIFIERS,
];

const REVIEW: &[Row] = &[
    ("convening-organization.name", "organization", As(Line)),
    (
        "convening-organization.address.city|convening-organization.address.region|\
         convening-organization.address.country",
        "location",
        Joined(", "),
    ),
    ("reviewer-role", "position", By(words)),
    ("review-type", "Type", By(word_fact)),
    ("review-group-id", "Group", Fact),
    IDENTIFIERS,
    ("review-url", "url", As(Url)),
];

const WORK: &[Row] = &[
    TITLE,
    TRANSLATION,
    LANGUAGE,
    ("type", "type", By(words)),
    ("journal-title", "venue", As(Line)),
    ("publication-date", "date", As(Date)),
    ("short-description", "summary", As(Prose)),
    (
        "contributors.contributor[].credit-name",
        "authors",
        All(Line),
    ),
    ("external-ids.external-id", "links", Each(work_identifier)),
    URL,
];

const RESOURCE: &[Row] = &[
    (
        "proposal.title.title|proposal.title.subtitle|proposal.title",
        "name",
        Joined(": "),
    ),
    (
        "proposal.title.translated-title.value|proposal.title.translated-title",
        "notes",
        All(Line),
    ),
    ("proposal.title.translated-title.language-code", "", Nothing),
    ("proposal.start-date", "start", Ends("proposal.end-date")),
    ("proposal.url", "url", As(Url)),
    (
        "proposal.external-ids.external-id",
        "links",
        Each(identifier),
    ),
];

/// Keys of what ORCID notes about an item: not the item itself.
const ABOUT_ITEMS: [&str; 18] = [
    "assertion-origin-client-id",
    "assertion-origin-name",
    "assertion-origin-orcid",
    "created-date",
    "disambiguated-organization",
    "display-index",
    "external-id-normalized",
    "external-id-normalized-error",
    "external-id-relationship",
    "history",
    "host",
    "last-modified-date",
    "path",
    "preferences",
    "put-code",
    "source",
    "verified",
    "visibility",
];

/// Writes the profile of a record, which is [`tidy`].
pub fn draft(mut record: Fields) -> Draft {
    let mut draft = Draft::default();
    let mut keywords = DraftTable::section(Interest);
    if let Some(mut person) = record.map("person") {
        apply(PERSON, &mut person, &mut draft.person);
        let mut entry = DraftTable::default();
        apply(KEYWORDS, &mut person, &mut entry);
        keywords.push("entry", entry);
        person.finish(&mut draft.person);
    }
    apply(RECORD, &mut record, &mut draft.person);
    if let Some(mut all) = record.map("activities-summary") {
        for list in &LISTS {
            draft.push_section(section(list, &mut all));
        }
        draft.push_section(reviews(&mut all));
        draft.push_section(works(&mut all));
        draft.push_section(section(&RESOURCES, &mut all));
        all.finish(&mut draft.root);
    }
    draft.push_section(keywords);
    record.finish(&mut draft.root);
    draft
}

/// Removes what ORCID notes about items, and the maps around single values: `{"value": "2020"}` and
/// `{"year": "2020", "month": "03"}`.
pub fn tidy(node: SourceNode) -> SourceNode {
    let mut node = without_notes(node);
    join_dates(&mut node, ["year", "month", "day"]);
    node
}

fn without_notes(node: SourceNode) -> SourceNode {
    let SourceNode { value, span } = node;
    let value = match value {
        SourceValue::List(nodes) => {
            SourceValue::List(nodes.into_iter().map(without_notes).collect())
        }
        SourceValue::Map(members) => {
            let members = members.into_iter();
            let mut kept: Vec<Member> = members
                .filter(|member| !ABOUT_ITEMS.contains(&member.key.as_str()))
                .map(|member| Member {
                    node: without_notes(member.node),
                    ..member
                })
                .collect();
            if let [only] = kept.as_slice()
                && only.key == "value"
                && let Some(only) = kept.pop()
            {
                return only.node;
            }
            SourceValue::Map(kept)
        }
        value => value,
    };
    SourceNode::new(value, span)
}

/// Returns the section of a list. Its items are in groups of the same identifiers.
fn section(list: &Items, activities: &mut Fields) -> DraftTable {
    let (key, name, kind, title, rows) = list;
    let mut section = DraftTable::section(*kind);
    section.set("title", Some(title));
    for holder in ["affiliation-group", "group"] {
        for mut group in activities.list(&join(key, holder)) {
            take_identifiers(&mut group);
            for holder in ["summaries", name] {
                for mut item in group.list(holder) {
                    // A summary is a map with the name of the item, or the item itself.
                    let inner = item.map(name);
                    let written = entry(rows, inner.unwrap_or(item));
                    section.push("entry", written);
                }
            }
            group.finish(&mut section);
        }
    }
    section
}

/// Takes the identifiers of a group, which are those of its items. If they are not, they are left.
fn take_identifiers(group: &mut Fields) {
    let Some(identifiers) = group.take("external-ids") else {
        return;
    };
    let texts = group.texts().join("\n").to_lowercase();
    let leaves = identifiers.leaves("");
    let mut values = leaves
        .iter()
        .filter(|leaf| leaf.path.ends_with("external-id-value"));
    if !values.all(|value| texts.contains(&value.text.to_lowercase())) {
        group.leave("external-ids", identifiers);
    }
}

/// Returns the section of works, of which each group has the versions of one.
fn works(activities: &mut Fields) -> DraftTable {
    let mut section = DraftTable::section(Publication);
    for mut group in activities.list("works.group") {
        take_identifiers(&mut group);
        let mut entry = DraftTable::default();
        let versions = group.list("work-summary");
        write_versions(WORK, versions, &mut entry);
        group.finish(&mut section);
        section.push("entry", entry);
    }
    section
}

/// Returns the section of peer reviews: one entry for each journal, publisher or conference, with the dates of
/// all reviews.
fn reviews(activities: &mut Fields) -> DraftTable {
    let mut section = DraftTable::section(Experience);
    section.set("title", Some("Peer review"));
    for mut group in activities.list("peer-reviews.group") {
        let mut entry = DraftTable::default();
        let mut reviews = Vec::new();
        take_identifiers(&mut group);
        for mut inner in group.list("peer-review-group") {
            inner.take("external-ids");
            reviews.extend(inner.list("peer-review-summary"));
            inner.finish(&mut entry);
        }
        let all = reviews.iter_mut();
        let mut dates: Vec<String> = all
            .filter_map(|review| review.read("completion-date", Date))
            .collect();
        dates.sort();
        write_versions(REVIEW, reviews, &mut entry);
        entry.set_list("date", dates);
        group.finish(&mut section);
        section.push("entry", entry);
    }
    section
}

/// Writes the first of several versions of an item, and leaves out what the others have beyond it.
fn write_versions(rows: &[Row], versions: Vec<Fields>, entry: &mut DraftTable) {
    let mut known: Option<Vec<String>> = None;
    for mut version in versions {
        if let Some(known) = &known {
            version.forget(known);
        } else {
            known = Some(version.texts());
            apply(rows, &mut version, entry);
        }
        version.finish(entry);
    }
}

fn name(person: &mut Fields, _: &str, to: &str, table: &mut DraftTable) {
    let given = person.read("name.given-names", Plain);
    let family = person.read("name.family-name", Plain);
    let credit = person.read("name.credit-name", Plain);
    let parts: Vec<&str> = [&given, &family]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let full = parts.join(" ");
    // The name on publications is the one that a CV has.
    let name = credit.unwrap_or_else(|| full.clone());
    if name != full && !full.is_empty() {
        table.set_list("other-names", [full]);
    }
    table.set("family-name", family.filter(|family| name.contains(family)));
    table.set(to, Some(name));
}

fn other_names(person: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    let mut names: Vec<String> = table.list(to);
    for name in person.read_all(from, Plain) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    table.set_list(to, names);
}

fn countries(person: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    let mut countries = person.read_all(from, Line);
    countries.dedup();
    match countries.as_slice() {
        [code] => table.add_fact("residence", "country-code", code),
        countries => table.set(to, Some(countries.join(", "))),
    }
}

fn orcid_id(record: &mut Fields, from: &str, to: &str, person: &mut DraftTable) {
    let user = record.text(from).and_then(|uri| uri.rsplit('/').next());
    if let Some(user) = user.filter(|user| is_user(user)) {
        person.add_inline(to, &[("network", Some("orcid")), ("username", Some(user))]);
        record.take(from);
    }
}

fn page(item: &mut Fields, person: &mut DraftTable) {
    let label = item.read("url-name", Line);
    let Some(url) = item.read("url", Url) else {
        return add_link(person, label.as_deref(), None);
    };
    let is_label = |network: &str| {
        let label = label.as_ref();
        label.is_none_or(|label| label.eq_ignore_ascii_case(network))
    };
    if let Some((network, user)) = account_of(&url).filter(|(network, _)| is_label(network)) {
        let members = [("network", Some(network)), ("username", Some(&*user))];
        person.add_inline("links", &members);
    } else if label.is_none() && !person.has("url") {
        person.set("url", Some(url));
    } else {
        let label = label.unwrap_or_else(|| text::line(&url, Markup::Plain));
        add_link(person, Some(&label), Some(&url));
    }
}

/// Takes an identifier of the person at another service, such as Scopus.
fn other_identifier(item: &mut Fields, person: &mut DraftTable) {
    add_identifier(item, "details", person);
}

/// Takes an identifier of an item, such as the number of a grant.
fn identifier(item: &mut Fields, entry: &mut DraftTable) {
    add_identifier(item, "meta", entry);
}

/// Takes an identifier of a work. The first DOI is a field.
fn work_identifier(item: &mut Fields, entry: &mut DraftTable) {
    let value = item.text("external-id-value").and_then(bare_doi);
    let known = entry.text("doi");
    let is_same =
        value.is_some_and(|doi| known.is_none_or(|known| known.eq_ignore_ascii_case(doi)));
    if !is_same || item.text("external-id-type") != Some("doi") {
        return identifier(item, entry);
    }
    // A record may have the same one from several sources.
    let doi = item.take_doi("external-id-value", "external-id-url");
    if !entry.has("doi") {
        entry.set("doi", doi);
    }
    item.take("external-id-type");
}

fn add_identifier(item: &mut Fields, facts: &str, table: &mut DraftTable) {
    let Some(value) = item.read("external-id-value", Line) else {
        return;
    };
    let kind = item.read("external-id-type", Line).unwrap_or_default();
    let label = words_of(&kind);
    match item.read("external-id-url", Url) {
        Some(url) => add_link(table, Some(&format!("{label}: {value}")), Some(&url)),
        None => table.add_fact(facts, &label, &value),
    }
}

/// Returns a name of ORCID's as words: `journal-article` is `Journal article`, and `isbn` is `ISBN`.
fn words_of(name: &str) -> String {
    if name.len() <= 4 && name.chars().all(|c| c.is_ascii_lowercase()) {
        return name.to_ascii_uppercase();
    }
    capitalized(&name.replace(['-', '_'], " "))
}

fn words(item: &mut Fields, from: &str, to: &str, entry: &mut DraftTable) {
    let name = item.read(from, Line);
    entry.set(to, name.map(|name| words_of(&name)));
}

fn word_fact(item: &mut Fields, from: &str, label: &str, entry: &mut DraftTable) {
    if let Some(name) = item.read(from, Line) {
        entry.add_fact("meta", label, &words_of(&name));
    }
}

/// Returns all rows of entries and of the person.
#[cfg(test)]
pub fn all_rows() -> Vec<crate::import::map::KindRows> {
    let lists = LISTS.iter().chain([&RESOURCES]);
    let mut rows: Vec<_> = lists
        .map(|(.., kind, _, rows)| (Some(*kind), *rows))
        .collect();
    rows.extend([(Some(Publication), WORK), (Some(Experience), REVIEW)]);
    rows.extend([(Some(Interest), KEYWORDS), (None, PERSON)]);
    rows
}
