//! Publications: those chosen out of a file, their groups and their numbers.
//!
//! Uses `profile`.

use std::cmp::Reverse;

use crate::profile::{Bibliography, Dates, Entry, GroupBy, Publication, PublicationKind, Text};
use crate::selection::SelectedEntry;
use crate::selection::order::{newest_first, year};

/// Publications under a heading of their own.
#[derive(Debug)]
pub struct PublicationGroup {
    /// What they have in common.
    pub heading: GroupHeading,
    /// The publications, in the order of the CV.
    pub entries: Vec<SelectedEntry>,
}

/// What the publications of a group have in common.
#[derive(Debug, Clone, PartialEq)]
pub enum GroupHeading {
    /// What sort of publications they are.
    Kind(PublicationKind),
    /// What the profile calls them.
    Words(Text),
    /// The year.
    Year(u16),
    /// That nothing is known of it.
    Unknown,
}

/// Those of a file that are to be printed, the newest first.
pub fn chosen(bibliography: &Bibliography, publications: &[Publication]) -> Vec<SelectedEntry> {
    let selected = |publication: &Publication| {
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
    };
    let included = publications
        .iter()
        .filter(|publication| bibliography.includes(publication));
    let mut entries: Vec<SelectedEntry> = included.map(selected).collect();
    newest_first(&mut entries);
    // A place among the others would say something of when it was.
    entries.sort_by_key(|selected| year(&selected.entry).is_none());
    entries
}

/// Puts entries into groups, and leaves none beside them; does nothing where they are not to be
/// grouped.
pub fn groups(by: Option<GroupBy>, entries: &mut Vec<SelectedEntry>) -> Vec<PublicationGroup> {
    let Some(by) = by else { return Vec::new() };
    let mut groups: Vec<PublicationGroup> = Vec::new();
    for selected in entries.drain(..) {
        let heading = match by {
            GroupBy::Type => sort(&selected),
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
    // What is called in words of the profile's keeps the order in which it is written.
    groups.sort_by_key(|group| match &group.heading {
        GroupHeading::Kind(kind) => (0, Some(*kind), Reverse(0)),
        GroupHeading::Year(year) => (0, None, Reverse(*year)),
        GroupHeading::Words(_) => (1, None, Reverse(0)),
        GroupHeading::Unknown => (2, None, Reverse(0)),
    });
    groups
}

/// What sort of publication it is.
fn sort(selected: &SelectedEntry) -> GroupHeading {
    match (&selected.publication, &selected.entry.publication_type) {
        (Some(publication), _) => GroupHeading::Kind(publication.kind.group()),
        (None, Some(words)) => match PublicationKind::named(&words.0) {
            Some(kind) => GroupHeading::Kind(kind.group()),
            None => GroupHeading::Words(words.clone()),
        },
        (None, None) => GroupHeading::Unknown,
    }
}

/// Numbers publications backwards, so that a new one changes no number.
pub fn count<'a>(entries: impl Iterator<Item = &'a mut SelectedEntry>) {
    let entries: Vec<&mut SelectedEntry> = entries.collect();
    let most = entries.len();
    entries
        .into_iter()
        .enumerate()
        .for_each(|(index, entry)| entry.number = Some(most - index));
}
