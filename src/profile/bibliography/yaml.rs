//! Reads publications in hayagriva's YAML format.

use std::collections::HashMap;
use std::sync::Arc;

use hayagriva::Entry;
use hayagriva::types::{EntryType, Person, PersonRole};

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::DateText;
use crate::profile::bibliography::guard::{MAX_ENTRIES, too_deep, too_deep_error};
use crate::profile::bibliography::publication::{
    ArchiveLink, Name, Publication, PublicationKind, full_name, report_missing,
};

/// Parses a bibliography.
///
/// # Errors
/// The text is not a bibliography of hayagriva.
pub fn parse(
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) -> Result<Vec<Publication>, Diagnostics> {
    if let Some(place) = too_deep(source.text()) {
        return Err(too_deep_error(source, place).into());
    }
    let library = hayagriva::io::from_yaml_str(source.text()).map_err(|error| {
        let place = error
            .location()
            .map_or(0..0, |place| place.index()..place.index() + 1);
        let message = error.to_string();
        // The message ends with the place, which the diagnostic has anyway.
        let message = message
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned();
        // The message of the reader is the same for both.
        let (message, hint) = match message.as_str() {
            "recursion limit exceeded" if contains_itself(source.text()) => (
                "a part contains itself".to_owned(),
                "write its name out in place of `*`",
            ),
            "recursion limit exceeded" => (
                "the parts are nested too deep".to_owned(),
                "a work has few parents",
            ),
            _ => (message, "see hayagriva's documentation of its file format"),
        };
        let fault = Diagnostic::error(rule::BIBLIOGRAPHY_SYNTAX, message).at(source, place, "");
        Diagnostics::from(fault.hint(hint))
    })?;
    if library.len() > MAX_ENTRIES {
        let message = format!("the bibliography has more than {MAX_ENTRIES} entries");
        let fault = Diagnostic::error(rule::TOO_LARGE, message).at(source, 0..0, "");
        return Err(fault
            .hint("keep what the CV needs in a file of its own")
            .into());
    }
    let places = key_places(source.text());
    let mut publications = Vec::new();
    for entry in library.iter() {
        let publication = publication(entry);
        let at = places.get(&*publication.key).copied().unwrap_or(0);
        report_missing(&publication, source, at, problems);
        publications.push(publication);
    }
    Ok(publications)
}

/// Returns whether an anchor is used within the part that it names: in its line or in those below that
/// are further in.
fn contains_itself(text: &str) -> bool {
    let mut lines = text.lines();
    let indent = |line: &str| line.len() - line.trim_start().len();
    while let Some(line) = lines.next() {
        for (_, rest) in line.match_indices('&').map(|(at, _)| line.split_at(at + 1)) {
            let name = rest
                .split(|c: char| c.is_whitespace() || ",]}".contains(c))
                .next();
            let alias = format!("*{}", name.unwrap_or_default());
            let below = lines
                .clone()
                .take_while(|below| indent(below) > indent(line));
            if rest.contains(&alias) || below.into_iter().any(|below| below.contains(&alias)) {
                return true;
            }
        }
    }
    false
}

/// Returns where the lines start that have a key alone in front.
fn key_places(text: &str) -> HashMap<&str, usize> {
    let mut places = HashMap::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some((key, _)) = line.split_once(':') {
            places.entry(key).or_insert(start);
        }
        start += line.len();
    }
    places
}

fn publication(entry: &Entry) -> Publication {
    let mut publication = Publication::new(entry.key(), kind(entry));
    publication.title = entry.title().map(ToString::to_string);
    publication.authors = names(entry.authors().unwrap_or_default());
    let parents = entry.parents();
    publication.editors = with_parents(entry)
        .find_map(|entry| entry.editors())
        .map(names)
        .unwrap_or_default();
    let translators = entry
        .affiliated()
        .into_iter()
        .flatten()
        .filter(|group| group.role == PersonRole::Translator);
    publication.translators = translators.flat_map(|group| names(&group.names)).collect();
    let container = parents.iter().find(|parent| parent.title().is_some());
    publication.venue = container
        .and_then(|parent| parent.title())
        .map(ToString::to_string);
    publication.is_in_book = container.is_some_and(|parent| {
        matches!(
            parent.entry_type(),
            EntryType::Anthology | EntryType::Proceedings | EntryType::Book | EntryType::Reference
        )
    });
    publication.venue_short = container
        .and_then(|parent| parent.title()?.short.as_ref())
        .map(std::string::ToString::to_string);
    let organization = with_parents(entry)
        .find_map(|entry| entry.organization())
        .map(ToString::to_string);
    let organization = match (&publication.venue, organization) {
        (None, organization) => {
            publication.venue = organization;
            None
        }
        (Some(_), organization) => organization,
    };
    publication.volume = with_parents(entry)
        .find_map(|entry| entry.volume())
        .map(ToString::to_string);
    publication.number = with_parents(entry)
        .find_map(|entry| entry.issue())
        .map(ToString::to_string);
    publication.number = publication.number.or_else(|| serial(entry, "serial"));
    publication.pages = with_parents(entry)
        .find_map(|entry| entry.page_range())
        .map(|pages| pages.to_string().replace('-', "–"));
    publication.edition = with_parents(entry)
        .find_map(|entry| entry.edition())
        .map(ToString::to_string);
    let events = parents
        .iter()
        .filter(|parent| *parent.entry_type() == EntryType::Conference);
    let events = events
        .filter_map(|event| event.title())
        .map(ToString::to_string);
    let events: Vec<String> = events
        .filter(|event| Some(event) != publication.venue.as_ref())
        .collect();
    let publisher = with_parents(entry).find_map(|entry| entry.publisher());
    let publisher_name = publisher
        .and_then(|publisher| publisher.name())
        .map(ToString::to_string);
    let place = publisher
        .and_then(|publisher| publisher.location())
        .or_else(|| with_parents(entry).find_map(|entry| entry.location()));
    let isbn = with_parents(entry)
        .find_map(|entry| serial(entry, "isbn"))
        .map(|isbn| format!("ISBN {isbn}"));
    let rest = [
        organization,
        publisher_name,
        place.map(ToString::to_string),
        isbn,
    ];
    publication.imprint = events
        .into_iter()
        .chain(rest.into_iter().flatten())
        .collect();
    publication.date = with_parents(entry)
        .find_map(|entry| entry.date())
        .map(|date| {
            let month = date
                .month
                .map(|month| format!("-{:02}", month + 1))
                .unwrap_or_default();
            let day = date
                .day
                .map(|day| format!("-{:02}", day + 1))
                .unwrap_or_default();
            (DateText(format!("{}{month}{day}", date.year)), None)
        });
    publication.type_name = entry.genre().map(ToString::to_string);
    publication.doi = serial(entry, "doi");
    publication.url = entry.url().map(|url| url.value.to_string());
    publication
        .links
        .extend(serial(entry, "arxiv").map(|id| ArchiveLink::new(Some("arXiv"), &id)));
    publication.notes = entry.note().map(ToString::to_string).into_iter().collect();
    publication
}

/// Returns an entry and its parents, from which it inherits what it lacks.
fn with_parents(entry: &Entry) -> impl Iterator<Item = &Entry> {
    std::iter::once(entry).chain(entry.parents())
}

fn serial(entry: &Entry, key: &str) -> Option<String> {
    entry.serial_number()?.0.get(key).cloned()
}

fn names(persons: &[Person]) -> Vec<Name> {
    persons.iter().map(name).collect()
}

fn name(person: &Person) -> Name {
    Name {
        text: full_name(
            person.given_name.as_deref().unwrap_or_default(),
            person.prefix.as_deref().unwrap_or_default(),
            &person.name,
            person.suffix.as_deref().unwrap_or_default(),
        ),
        mark: None,
    }
}

fn is_part_of(entry: &Entry, kind: EntryType) -> bool {
    entry
        .parents()
        .iter()
        .any(|parent| *parent.entry_type() == kind)
}

fn kind(entry: &Entry) -> PublicationKind {
    let is_in_proceedings =
        is_part_of(entry, EntryType::Proceedings) || is_part_of(entry, EntryType::Conference);
    let is_in_archive =
        serial(entry, "arxiv").is_some() && !is_part_of(entry, EntryType::Periodical);
    match entry.entry_type() {
        EntryType::Article if is_in_proceedings => PublicationKind::Conference,
        EntryType::Article if is_in_archive => PublicationKind::Preprint,
        EntryType::Article => PublicationKind::Article,
        EntryType::Chapter | EntryType::Anthos | EntryType::Entry => PublicationKind::Chapter,
        EntryType::Book | EntryType::Anthology | EntryType::Proceedings | EntryType::Reference => {
            PublicationKind::Book
        }
        EntryType::Thesis => PublicationKind::Thesis,
        EntryType::Report => PublicationKind::Report,
        EntryType::Patent => PublicationKind::Patent,
        EntryType::Repository => PublicationKind::Software,
        EntryType::Web | EntryType::Blog | EntryType::Post | EntryType::Thread => {
            PublicationKind::Web
        }
        EntryType::Conference | EntryType::Performance | EntryType::Video | EntryType::Audio => {
            PublicationKind::Talk
        }
        _ => PublicationKind::Other,
    }
}
