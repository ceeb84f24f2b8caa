//! Reads publications in hayagriva's YAML format.

use std::collections::HashMap;

use hayagriva::Entry;
use hayagriva::types::{EntryType, Person, PersonRole};

use crate::diagnostic::{Diagnostics, rule};
use crate::profile::DateText;
use crate::profile::bibliography::guard::{check_count, too_deep, too_deep_error};
use crate::profile::bibliography::publication::{
    ArchiveLink, Name, Publication, PublicationKind, full_name, report_missing,
};
use crate::profile::bibliography::reporter::Reporter;

/// Parses a bibliography.
///
/// # Errors
/// The text is not a bibliography of hayagriva.
pub fn parse(reporter: &mut Reporter) -> Result<Vec<Publication>, Diagnostics> {
    let text = reporter.text();
    if let Some(place) = too_deep(text) {
        return Err(too_deep_error(reporter, place).into());
    }
    let library = hayagriva::io::from_yaml_str(text).map_err(|error| {
        let place = error
            .location()
            .map_or(0..0, |place| place.index()..place.index() + 1);
        let message = error.to_string();
        // The message ends with the place, which the diagnostic has anyway.
        let message = message.split(" at line ").next().unwrap_or_default();
        // The message of the reader is the same for both.
        let (message, hint) = match message {
            "recursion limit exceeded" if contains_itself(text) => (
                "a part contains itself",
                "write its name out in place of `*`",
            ),
            "recursion limit exceeded" => {
                ("the parts are nested too deep", "a work has few parents")
            }
            _ => (message, "see hayagriva's documentation of its file format"),
        };
        let error = reporter.error(rule::BIBLIOGRAPHY_SYNTAX, place, message);
        Diagnostics::from(error.hint(hint))
    })?;
    check_count(library.len(), |_| 0..0, reporter)?;
    let places = key_places(text);
    let mut publications = Vec::new();
    for entry in library.iter() {
        let publication = publication(entry);
        let at = places.get(&*publication.key).copied().unwrap_or(0);
        report_missing(&publication, at, reporter);
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
    publication.authors = names(entry.authors().unwrap_or_default());
    publication.editors = inherited(entry, Entry::editors)
        .map(names)
        .unwrap_or_default();
    let translators = entry
        .affiliated()
        .into_iter()
        .flatten()
        .filter(|group| group.role == PersonRole::Translator);
    publication.translators = translators.flat_map(|group| names(&group.names)).collect();
    publication.describe(&|key| field(entry, key));
    publication.date = inherited(entry, Entry::date).map(|date| {
        let part = |number: Option<u8>| number.map(|number| format!("-{:02}", number + 1));
        let [month, day] = [date.month, date.day].map(|number| part(number).unwrap_or_default());
        (DateText(format!("{}{month}{day}", date.year)), None)
    });
    publication.doi = serial(entry, "doi");
    publication.url = entry.url().map(|url| url.value.to_string());
    let arxiv = serial(entry, "arxiv");
    publication
        .links
        .extend(arxiv.map(|id| ArchiveLink::new(Some("arXiv"), &id)));
    publication
}

/// Returns a field by its name in `BibLaTeX`.
fn field(entry: &Entry, key: &str) -> Option<String> {
    let container = entry
        .parents()
        .iter()
        .find(|parent| parent.title().is_some());
    let is_in_book = container.is_some_and(|parent| {
        matches!(
            parent.entry_type(),
            EntryType::Anthology | EntryType::Proceedings | EntryType::Book | EntryType::Reference
        )
    });
    let publisher = inherited(entry, Entry::publisher);
    Some(match key {
        "title" => entry.title()?.to_string(),
        "booktitle" if is_in_book => container?.title()?.to_string(),
        "journaltitle" if !is_in_book => container?.title()?.to_string(),
        "shortjournal" => container?.title()?.short.as_ref()?.to_string(),
        "institution" => inherited(entry, Entry::organization)?.to_string(),
        "volume" => inherited(entry, Entry::volume)?.to_string(),
        "number" => inherited(entry, Entry::issue)
            .map(ToString::to_string)
            .or_else(|| serial(entry, "serial"))?,
        "pages" => inherited(entry, Entry::page_range)?
            .to_string()
            .replace('-', "–"),
        "edition" => inherited(entry, Entry::edition)?.to_string(),
        "eventtitle" => events(entry, container)?,
        "publisher" => publisher?.name()?.to_string(),
        "location" => publisher
            .and_then(|publisher| publisher.location())
            .or_else(|| inherited(entry, Entry::location))?
            .to_string(),
        "isbn" => with_parents(entry).find_map(|entry| serial(entry, "isbn"))?,
        "type" => entry.genre()?.to_string(),
        "note" => entry.note()?.to_string(),
        _ => return None,
    })
}

/// Returns the conferences of an entry but that which contains it.
fn events(entry: &Entry, container: Option<&Entry>) -> Option<String> {
    let venue = container?.title().map(ToString::to_string);
    let events = entry.parents().iter();
    let events = events
        .filter(|parent| *parent.entry_type() == EntryType::Conference)
        .filter_map(|event| event.title())
        .map(ToString::to_string)
        .filter(|event| Some(event) != venue.as_ref());
    let events: Vec<String> = events.collect();
    (!events.is_empty()).then(|| events.join(", "))
}

/// Returns what an entry has, or else one of its parents.
fn inherited<'e, T>(entry: &'e Entry, part: impl Fn(&'e Entry) -> Option<T>) -> Option<T> {
    with_parents(entry).find_map(part)
}

/// Returns an entry and its parents.
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
