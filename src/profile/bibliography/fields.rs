//! What the fields of an entry, by their names in `BibLaTeX`, say of a publication: the same for all
//! formats of bibliographies.

use crate::profile::bibliography::publication::{Publication, PublicationKind};

/// Names of types in `BibLaTeX`, which the kind of the publication replaces.
const TYPE_NAMES: [&str; 9] = [
    "phdthesis",
    "mathesis",
    "bathesis",
    "candthesis",
    "techreport",
    "resreport",
    "software",
    "datacd",
    "audiocd",
];

/// The text of a field, if the entry has it.
type Field<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Publication {
    /// Fills in what the fields say but people, dates and addresses.
    pub fn describe(&mut self, field: Field) {
        let first = |keys: [&str; 2]| keys.into_iter().find_map(field);
        self.title = joined(field("title"), field("subtitle"), ": ");
        self.volume = field("volume");
        self.pages = first(["pages", "eid"]).map(|pages| with_dashes(&pages));
        self.edition = field("edition");
        self.type_name = field("type")
            .filter(|name| !TYPE_NAMES.contains(&name.as_str()) && !name.starts_with("patent"));
        let notes = ["titleaddon", "howpublished", "note", "addendum"];
        self.notes = notes.into_iter().filter_map(field).collect();
        let keywords = field("keywords").unwrap_or_default();
        self.keywords = keywords
            .split([',', ';'])
            .map(|word| word.trim().to_owned())
            .filter(|word| !word.is_empty())
            .collect();
        self.describe_venue(field);
    }

    /// Fills in the venue (journal, book, event or institution) and the imprint.
    fn describe_venue(&mut self, field: Field) {
        let first = |keys: [&str; 2]| keys.into_iter().find_map(field);
        let journal = first(["journaltitle", "journal"]);
        let journal = joined(journal, field("journalsubtitle"), ": ");
        let book = joined(field("booktitle"), field("booksubtitle"), ": ");
        self.is_in_book = journal.is_none() && book.is_some();
        let container = journal.or(book);
        let event = field("eventtitle");
        let institution = first(["institution", "school"]).or_else(|| field("organization"));
        let publishing_institution = institution.clone().filter(|_| container.is_some());
        self.venue = container
            .or(institution)
            .or_else(|| event.clone())
            .filter(|venue| Some(venue) != self.title.as_ref());
        self.venue_short = first(["shortjournal", "shortbooktitle"])
            .filter(|short| Some(short) != self.venue.as_ref());
        let number = first(["number", "issue"]);
        let series = field("series");
        // In a series, the number is that of the series.
        let is_in_series = self.kind != PublicationKind::Article && series.is_some();
        let series_number = number.clone().filter(|_| is_in_series);
        self.number = number.filter(|_| !is_in_series);
        // Pages are more precise than a chapter.
        let chapter = field("chapter").filter(|_| field("pages").is_none());
        let parts = [
            field("issuetitle"),
            field("maintitle"),
            chapter,
            joined(series, series_number, " "),
            field("version"),
            event.filter(|event| Some(event) != self.venue.as_ref()),
            field("venue"),
            publishing_institution,
            field("publisher"),
            first(["location", "address"]).map(without_country),
            field("isbn").map(|isbn| format!("ISBN {isbn}")),
        ];
        self.imprint = parts.into_iter().flatten().collect();
    }
}

/// Returns the place of publication. That of a patent may be a country by its name in `BibLaTeX`:
/// `countryde`.
fn without_country(place: String) -> String {
    match place.strip_prefix("country") {
        Some(code) => code.to_uppercase(),
        None => place,
    }
}

/// Returns pages with a dash between numbers: `87-102` becomes `87–102`.
fn with_dashes(pages: &str) -> String {
    let mut chars: Vec<char> = pages.chars().collect();
    for at in 1..chars.len().saturating_sub(1) {
        if chars[at] == '-' && chars[at - 1].is_ascii_digit() && chars[at + 1].is_ascii_digit() {
            chars[at] = '–';
        }
    }
    chars.into_iter().collect()
}

fn joined(first: Option<String>, second: Option<String>, between: &str) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(first + between + &second),
        (first, second) => first.or(second),
    }
}
