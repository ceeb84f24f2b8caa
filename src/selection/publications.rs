//! Selects publications from bibliographies, groups them and numbers them.
//!
//! Uses `profile`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::profile::{
    Bibliography, Dates, Entry, GroupBy, Numbering, Publication, PublicationKind, Text,
};
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
    // Undated publications come last: any other place would imply a date. Those that are not
    // published yet are newer than all others.
    entries.sort_by_key(|selected| match year(&selected.entry) {
        None if is_to_appear(selected) => 0,
        Some(_) => 1,
        None => 2,
    });
    entries
}

fn is_to_appear(selected: &SelectedEntry) -> bool {
    let publication = selected.publication.as_ref();
    publication.is_some_and(|publication| {
        publication.is_forthcoming
            || publication.status.is_some()
            || publication.kind == PublicationKind::Manuscript
    })
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

/// Numbers publications, by default in descending order, so that a new one does not change the
/// others.
pub fn number<'a>(
    numbering: Option<Numbering>,
    entries: impl Iterator<Item = &'a mut SelectedEntry>,
) {
    let entries: Vec<&mut SelectedEntry> = entries.collect();
    let count = entries.len();
    for (index, entry) in entries.into_iter().enumerate() {
        entry.number = Some(match numbering.unwrap_or(Numbering::Descending) {
            Numbering::Descending => count - index,
            Numbering::Ascending => index + 1,
        });
    }
}

/// The publications of a section, which are numbered.
pub struct NumberedList<'a> {
    /// The bibliography.
    pub path: Option<String>,
    /// The direction in which they are counted.
    pub numbering: Numbering,
    /// The publications.
    pub entries: Vec<&'a mut SelectedEntry>,
}

/// Gives a publication that several sections show one number: that of the longest list. A section
/// whose works all are in a longer list has the numbers of that list. Lists of other works of the same
/// file are counted as one.
pub fn share_numbers(mut lists: Vec<NumberedList>) {
    let keys = |list: &NumberedList| -> BTreeSet<String> {
        let keys = list.entries.iter().filter_map(|entry| key_of(entry));
        keys.map(str::to_owned).collect()
    };
    let all: Vec<BTreeSet<String>> = lists.iter().map(keys).collect();
    let is_part = |at: usize| {
        all.iter().any(|other| {
            all[at].len() == lists[at].entries.len()
                && other.len() > all[at].len()
                && all[at].is_subset(other)
        })
    };
    let parts: Vec<bool> = (0..lists.len()).map(is_part).collect();
    let counts: Vec<usize> = lists.iter().map(|list| list.entries.len()).collect();
    for at in 0..lists.len() {
        let is_counted_with = |other: usize| {
            !parts[other]
                && lists[other].path.is_some()
                && lists[other].path == lists[at].path
                && lists[other].numbering == lists[at].numbering
                && all[other].is_disjoint(&all[at])
        };
        if parts[at] {
            continue;
        }
        let others = match lists[at].numbering {
            Numbering::Descending => at + 1..lists.len(),
            Numbering::Ascending => 0..at,
        };
        let before: usize = others
            .filter(|other| is_counted_with(*other))
            .map(|other| counts[other])
            .sum();
        for entry in &mut lists[at].entries {
            entry.number = entry.number.map(|number| number + before);
        }
    }
    let mut numbers: Vec<BTreeMap<String, usize>> = Vec::new();
    for list in &lists {
        let numbered = list
            .entries
            .iter()
            .filter_map(|entry| Some((key_of(entry)?.to_owned(), entry.number?)));
        numbers.push(numbered.collect());
    }
    numbers.sort_by_key(|list| Reverse(list.len()));
    for (at, list) in lists.into_iter().enumerate().filter(|(at, _)| parts[*at]) {
        let longer = numbers.iter().find(|longer| {
            longer.len() > all[at].len() && all[at].iter().all(|key| longer.contains_key(key))
        });
        let Some(longer) = longer else { continue };
        for entry in list.entries {
            entry.number = key_of(entry).and_then(|key| longer.get(key).copied());
        }
    }
}

fn key_of(entry: &SelectedEntry) -> Option<&str> {
    let publication = entry.publication.as_ref()?;
    Some(&publication.key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::DateText;

    fn entry(key: &str, date: Option<&str>, status: Option<&str>) -> Publication {
        let mut publication = Publication::new(key, PublicationKind::Article);
        publication.date = date.map(|date| (DateText(date.to_owned()), None));
        publication.status = status.map(str::to_owned);
        publication
    }

    fn keys(entries: &[SelectedEntry]) -> Vec<&str> {
        let publications = entries
            .iter()
            .filter_map(|entry| entry.publication.as_ref());
        publications
            .map(|publication| publication.key.as_str())
            .collect()
    }

    #[test]
    fn unpublished_works_come_first_and_undated_ones_last() {
        let publications = [
            entry("old", Some("2010"), None),
            entry("undated", None, None),
            entry("submitted", None, Some("submitted")),
            entry("new", Some("2020"), None),
        ];
        let all = Bibliography::Path("a.bib".to_owned());
        let entries = included(&all, &publications);
        assert_eq!(keys(&entries), ["submitted", "new", "old", "undated"]);
    }

    #[test]
    fn a_work_in_two_sections_has_one_number() {
        let sections = [
            numbered(&["a", "c"]),
            numbered(&["a", "b", "c", "d"]),
            numbered(&["x"]),
        ];
        let numbers = shared(sections, None);
        assert_eq!(numbers, [vec![4, 2], vec![4, 3, 2, 1], vec![1]]);
    }

    #[test]
    fn selected_and_other_works_of_a_file_have_one_count() {
        let sections = [numbered(&["a", "b"]), numbered(&["c", "d", "e"])];
        let numbers = shared(sections, Some("a.bib"));
        assert_eq!(numbers, [vec![5, 4], vec![3, 2, 1]]);
    }

    fn shared<const N: usize>(
        mut sections: [Vec<SelectedEntry>; N],
        path: Option<&str>,
    ) -> [Vec<usize>; N] {
        let lists = sections.iter_mut().map(|entries| NumberedList {
            path: path.map(str::to_owned),
            numbering: Numbering::Descending,
            entries: entries.iter_mut().collect(),
        });
        share_numbers(lists.collect());
        sections.map(|entries| {
            let entries = entries.into_iter();
            entries.filter_map(|entry| entry.number).collect()
        })
    }

    fn numbered(keys: &[&str]) -> Vec<SelectedEntry> {
        let publications: Vec<Publication> =
            keys.iter().map(|key| entry(key, None, None)).collect();
        let mut entries = included(&Bibliography::Path(String::new()), &publications);
        number(None, entries.iter_mut());
        entries
    }
}
