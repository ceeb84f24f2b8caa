//! Writes the works as publications, and what the researcher used as projects.

use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::Fields;
use crate::import::orcid::identifiers::take_identifiers;
use crate::import::orcid::parts::{
    each, leave_differences, take_date, take_period, take_title, texts_of, words_of,
};
use crate::profile::SectionKind;

/// Writes the sections of works and of resources.
pub fn draft(activities: &mut Fields, draft: &mut Draft) {
    let mut section = DraftTable::section(SectionKind::Publication);
    each(
        activities,
        "works",
        "group",
        &mut section,
        |group, section| {
            // They are those of its works.
            group.take("external-ids");
            let mut entry = DraftTable::default();
            let mut known: Option<Vec<String>> = None;
            for mut version in group.take_list("work-summary") {
                if let Some(known) = &known {
                    leave_differences(version, known, &mut entry);
                    continue;
                }
                known = Some(texts_of(&version));
                take_work(&mut version, &mut entry);
                version.finish(&mut entry);
            }
            section.push("entry", entry);
        },
    );
    draft.push_section(section);
    let mut section = DraftTable::section(SectionKind::Project);
    section.set("title", Some("Research resources"));
    each(
        activities,
        "research-resources",
        "group",
        &mut section,
        |group, section| {
            group.take("external-ids");
            for mut item in group.take_list("research-resource-summary") {
                let mut entry = DraftTable::default();
                if let Some(mut proposal) = item.take_fields("proposal") {
                    take_resource(&mut proposal, &mut entry);
                    proposal.finish(&mut entry);
                }
                item.finish(&mut entry);
                section.push("entry", entry);
            }
        },
    );
    draft.push_section(section);
}

fn take_work(work: &mut Fields, entry: &mut DraftTable) {
    take_title(work, "title", entry);
    if let Some(kind) = work.take_line("type") {
        entry.set("type", Some(words_of(&kind)));
    }
    entry.set("venue", work.take_line("journal-title"));
    entry.set("date", take_date(work, "publication-date"));
    entry.set("summary", work.take_prose("short-description"));
    let mut authors = Vec::new();
    each(
        work,
        "contributors",
        "contributor",
        entry,
        |contributor, _| {
            authors.extend(contributor.take_line("credit-name"));
        },
    );
    entry.set_list("authors", authors);
    take_identifiers(work, true, entry);
    if let Some(url) = work.take_url("url") {
        entry.set("url", Some(url));
    }
}

fn take_resource(proposal: &mut Fields, entry: &mut DraftTable) {
    take_title(proposal, "name", entry);
    take_period(proposal, "start-date", "end-date", entry);
    if let Some(url) = proposal.take_url("url") {
        entry.set("url", Some(url));
    }
    take_identifiers(proposal, false, entry);
}
