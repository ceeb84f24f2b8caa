//! Writes the peer reviews: one entry for each journal, publisher or conference, with the dates of
//! all reviews.

use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::Fields;
use crate::import::orcid::identifiers::take_identifiers;
use crate::import::orcid::parts::{
    each, leave_differences, take_date, take_organization, texts_of, words_of,
};
use crate::profile::SectionKind;

/// Writes the section of peer reviews.
pub fn draft(activities: &mut Fields, draft: &mut Draft) {
    let mut section = DraftTable::section(SectionKind::Experience);
    section.set("title", Some("Peer review"));
    each(
        activities,
        "peer-reviews",
        "group",
        &mut section,
        |group, section| {
            let mut entry = DraftTable::default();
            let mut dates = Vec::new();
            let mut known: Option<Vec<String>> = None;
            // They name the journal, as the reviews do.
            group.take("external-ids");
            for mut inner in group.take_list("peer-review-group") {
                inner.take("external-ids");
                for mut review in inner.take_list("peer-review-summary") {
                    dates.extend(take_date(&mut review, "completion-date"));
                    if let Some(known) = &known {
                        leave_differences(review, known, &mut entry);
                        continue;
                    }
                    known = Some(texts_of(&review));
                    take_review(&mut review, &mut entry);
                    review.finish(&mut entry);
                }
                inner.finish(&mut entry);
            }
            dates.sort();
            entry.set_list("date", dates);
            section.push("entry", entry);
        },
    );
    draft.push_section(section);
}

/// Takes a review, except for its date.
fn take_review(review: &mut Fields, entry: &mut DraftTable) {
    take_organization(review, "convening-organization", "organization", entry);
    if let Some(role) = review.take_line("reviewer-role") {
        entry.set("position", Some(words_of(&role)));
    }
    if let Some(kind) = review.take_line("review-type") {
        entry.add_fact("meta", "Type", &words_of(&kind));
    }
    if let Some(group) = review.take_line("review-group-id") {
        entry.add_fact("meta", "Group", &group);
    }
    take_identifiers(review, false, entry);
    entry.set("url", review.take_url("review-url"));
}
