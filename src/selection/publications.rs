//! Selects publications from bibliographies, groups them and numbers them.
//!
//! Uses `profile`.

use std::cmp::Reverse;

use crate::profile::{Bibliography, Dates, Entry, GroupBy, Publication, PublicationKind, Text};
use crate::selection::entry::SelectedEntry;
use crate::selection::order::{newest_first, year};

/// A group of publications with a heading.
#[derive(Debug)]
pub struct PublicationGroup {
    /// What the publications have in common.
    pub heading: GroupHeading,
    /// The publications, in the order of the CV.
    pub entries: Vec<SelectedEntry>,
}

/// What the publications of a group have in common.
#[derive(Debug, Clone, PartialEq)]
pub enum GroupHeading {
    /// Their type.
    Kind(PublicationKind),
    /// Their type, in the words of the profile.
    Words(Text),
    /// Their year.
    Year(u16),
    /// Nothing: their type or year is unknown.
    Unknown,
}

/// Returns the publications of a file that the section includes, the newest first.
pub fn included(bibliography: &Bibliography, publications: &[Publication]) -> Vec<SelectedEntry> {
    let mut entries = Vec::new();
    for publication in publications {
        if bibliography.includes(&publication.key, &publication.keywords) {
            entries.push(selected(publication));
        }
    }
    newest_first(&mut entries);
    // Undated publications come last: any other place would imply a date.
    entries.sort_by_key(|selected| year(&selected.entry).is_none());
    entries
}

fn selected(publication: &Publication) -> SelectedEntry {
    let mut entry = Entry::default();
    match publication.date.clone() {
        Some((start, Some(end))) => (entry.start, entry.end) = (Some(start), Some(end)),
        Some((date, None)) => entry.date = Some(Dates::One(date)),
        None => {}
    }
    SelectedEntry {
        index: None,
        entry,
        publication: Some(publication.clone()),
        number: None,
    }
}

/// Moves all entries into groups; does nothing if `by` is `None`.
pub fn groups(by: Option<GroupBy>, entries: &mut Vec<SelectedEntry>) -> Vec<PublicationGroup> {
    let Some(by) = by else { return Vec::new() };
    let mut groups: Vec<PublicationGroup> = Vec::new();
    for selected in entries.drain(..) {
        let heading = match by {
            GroupBy::Type => type_heading(&selected),
            GroupBy::Year => {
                year(&selected.entry).map_or(GroupHeading::Unknown, GroupHeading::Year)
            }
        };
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.entries.push(selected),
            None => groups.push(PublicationGroup {
                heading,
                entries: vec![selected],
            }),
        }
    }
    // Types in the words of the profile keep the order written.
    groups.sort_by_key(|group| match &group.heading {
        GroupHeading::Kind(kind) => (0, Some(*kind), Reverse(0)),
        GroupHeading::Year(year) => (0, None, Reverse(*year)),
        GroupHeading::Words(_) => (1, None, Reverse(0)),
        GroupHeading::Unknown => (2, None, Reverse(0)),
    });
    groups
}

/// Returns the heading for the type of a publication.
fn type_heading(selected: &SelectedEntry) -> GroupHeading {
    match (&selected.publication, &selected.entry.publication_type) {
        (Some(publication), _) => GroupHeading::Kind(publication.kind.group()),
        (None, Some(words)) => match PublicationKind::named(&words.0) {
            Some(kind) => GroupHeading::Kind(kind.group()),
            None => GroupHeading::Words(words.clone()),
        },
        (None, None) => GroupHeading::Unknown,
    }
}

/// Numbers publications in descending order, so that a new one does not change the others.
pub fn number<'a>(entries: impl Iterator<Item = &'a mut SelectedEntry>) {
    let entries: Vec<&mut SelectedEntry> = entries.collect();
    let count = entries.len();
    for (index, entry) in entries.into_iter().enumerate() {
        entry.number = Some(count - index);
    }
}
