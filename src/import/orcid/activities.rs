//! Writes the affiliations and the grants as sections.

use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::Fields;
use crate::import::orcid::identifiers::take_identifiers;
use crate::import::orcid::parts::{take_organization, take_period, take_title, words_of};
use crate::profile::SectionKind;

/// A list of affiliations that becomes a section.
struct Affiliations {
    /// Its key in the record.
    key: &'static str,
    /// The key of each item.
    item: &'static str,
    kind: SectionKind,
    /// The heading, if it is not the word for the kind.
    title: Option<&'static str>,
    /// Whether an item without an end is ongoing.
    is_period: bool,
}

const fn affiliations(
    key: &'static str,
    item: &'static str,
    kind: SectionKind,
    title: Option<&'static str>,
) -> Affiliations {
    Affiliations {
        key,
        item,
        kind,
        title,
        is_period: matches!(kind, SectionKind::Experience),
    }
}

/// The affiliations, in the order of the sections.
const AFFILIATIONS: [Affiliations; 7] = [
    affiliations(
        "employments",
        "employment-summary",
        SectionKind::Experience,
        None,
    ),
    affiliations(
        "invited-positions",
        "invited-position-summary",
        SectionKind::Experience,
        Some("Invited positions"),
    ),
    affiliations(
        "educations",
        "education-summary",
        SectionKind::Education,
        None,
    ),
    affiliations(
        "qualifications",
        "qualification-summary",
        SectionKind::Education,
        Some("Qualifications"),
    ),
    affiliations(
        "distinctions",
        "distinction-summary",
        SectionKind::Award,
        None,
    ),
    affiliations(
        "memberships",
        "membership-summary",
        SectionKind::Experience,
        Some("Memberships"),
    ),
    affiliations(
        "services",
        "service-summary",
        SectionKind::Experience,
        Some("Service"),
    ),
];

/// Writes the sections of affiliations and grants.
pub fn draft(activities: &mut Fields, draft: &mut Draft) {
    for list in &AFFILIATIONS {
        let mut section = DraftTable::section(list.kind);
        section.set("title", list.title);
        items(
            activities,
            list.key,
            list.item,
            &mut section,
            |item, entry| {
                take_affiliation(item, list, entry);
            },
        );
        draft.push_section(section);
    }
    let mut section = DraftTable::section(SectionKind::Award);
    section.set("title", Some("Funding"));
    items(
        activities,
        "fundings",
        "funding-summary",
        &mut section,
        take_grant,
    );
    draft.push_section(section);
}

/// Writes each item of a list, which is in groups of the same identifiers.
fn items(
    activities: &mut Fields,
    key: &str,
    name: &str,
    section: &mut DraftTable,
    take: impl Fn(&mut Fields, &mut DraftTable),
) {
    let Some(mut list) = activities.take_fields(key) else {
        return;
    };
    let groups = ["affiliation-group", "group"].map(|group| list.take_list(group));
    for mut group in groups.into_iter().flatten() {
        // They are those of its items.
        group.take("external-ids");
        for holder in ["summaries", name] {
            for mut item in group.take_list(holder) {
                let mut entry = DraftTable::default();
                // A summary is a map with the name of the item, or the item itself.
                let mut inner = item.take_fields(name);
                let fields = inner.as_mut().unwrap_or(&mut item);
                take(fields, &mut entry);
                if let Some(inner) = inner {
                    inner.finish(&mut entry);
                }
                item.finish(&mut entry);
                section.push("entry", entry);
            }
        }
        group.finish(section);
    }
    list.finish(section);
}

fn take_affiliation(item: &mut Fields, list: &Affiliations, entry: &mut DraftTable) {
    let (organization, role) = match list.kind {
        SectionKind::Education => ("institution", "degree"),
        SectionKind::Award => ("awarder", "title"),
        _ => ("organization", "position"),
    };
    take_organization(item, "organization", organization, entry);
    entry.set(role, item.take_line("role-title"));
    entry.set("team", item.take_line("department-name"));
    let end = item.get("end-date").is_some_and(|end| !end.is_empty());
    take_period(item, "start-date", "end-date", entry);
    if list.is_period && !end && entry.has("start") {
        entry.set("end", Some("present"));
    }
    entry.set("url", item.take_url("url"));
    take_identifiers(item, false, entry);
}

fn take_grant(item: &mut Fields, entry: &mut DraftTable) {
    take_title(item, "title", entry);
    take_organization(item, "organization", "awarder", entry);
    if let Some(kind) = item.take_line("type") {
        entry.add_fact("meta", "Type", &words_of(&kind));
    }
    take_period(item, "start-date", "end-date", entry);
    entry.set("url", item.take_url("url"));
    take_identifiers(item, false, entry);
}
