//! Publications from the entries of `BibTeX` and `BibLaTeX`.

use biblatex::{ChunksRef, DateValue, Datetime, Entry, EntryType, PermissiveType, Person};

use crate::profile::DateText;
use crate::profile::bibliography::publication::{
    ArchiveLink, Name, Publication, PublicationKind, full_name,
};
use crate::profile::bibliography::tex_names::{MarkedName, without_mark};
use crate::profile::bibliography::tex_text::shown;

/// Returns the number of a month that no year has.
pub fn wrong_month(entry: &Entry) -> Option<u32> {
    let month: u32 = field(entry, "month")?.parse().ok()?;
    (!(1..=12).contains(&month)).then_some(month)
}

/// Returns the publication of an entry.
pub fn publication(entry: &Entry) -> Publication {
    let mut publication = Publication::new(&entry.key, kind(entry));
    let equal = equal_authors(entry);
    let authors = persons(entry, "author");
    publication.authors = authors.names(|place| equal.contains(&place).then_some('*'));
    publication.has_more_authors = authors.has_others;
    if publication.authors.is_empty() && publication.kind == PublicationKind::Patent {
        publication.authors = persons(entry, "holder").names(|_| None);
    }
    if let Some(collaboration) = field(entry, "collaboration") {
        let authors = &mut publication.authors;
        let is_new = !authors
            .iter()
            .any(|name| name.text.contains(&collaboration));
        authors.extend(is_new.then_some(Name {
            text: collaboration,
            mark: None,
        }));
    }
    for key in ["editor", "editora", "editorb", "editorc"] {
        publication
            .editors
            .extend(persons(entry, key).names(|_| None));
    }
    publication.translators = persons(entry, "translator").names(|_| None);
    publication.describe(&|key| field(entry, key));
    publication.date = date(entry);
    publication.status = field(entry, "pubstate").or_else(|| Some(year_with_state(entry)?.1));
    publication.is_forthcoming = is_forthcoming(entry);
    publication.doi = verbatim(entry, "doi");
    publication.url = verbatim(entry, "url");
    if let Some(id) = verbatim(entry, "eprint") {
        let archive = field(entry, "eprinttype").or_else(|| field(entry, "archiveprefix"));
        publication
            .links
            .push(ArchiveLink::new(archive.as_deref(), &id));
    }
    publication
}

fn kind(entry: &Entry) -> PublicationKind {
    let fields = &entry.fields;
    let has_journal = fields.contains_key("journal") || fields.contains_key("journaltitle");
    let has_eprint = fields.contains_key("eprint");
    let has_event = fields.contains_key("eventtitle");
    let is_in_archive = has_eprint && !has_journal;
    match &entry.entry_type {
        EntryType::Article | EntryType::SuppPeriodical if is_in_archive => {
            PublicationKind::Preprint
        }
        EntryType::Article | EntryType::SuppPeriodical => PublicationKind::Article,
        EntryType::InProceedings => PublicationKind::Conference,
        EntryType::InBook
        | EntryType::InCollection
        | EntryType::BookInBook
        | EntryType::SuppBook
        | EntryType::SuppCollection
        | EntryType::InReference => PublicationKind::Chapter,
        EntryType::Book
        | EntryType::MvBook
        | EntryType::Booklet
        | EntryType::Collection
        | EntryType::MvCollection
        | EntryType::Proceedings
        | EntryType::MvProceedings
        | EntryType::Reference
        | EntryType::MvReference => PublicationKind::Book,
        EntryType::PhdThesis => PublicationKind::DoctoralThesis,
        EntryType::MastersThesis => PublicationKind::MastersThesis,
        EntryType::Thesis => match field(entry, "type").as_deref() {
            Some("phdthesis") => PublicationKind::DoctoralThesis,
            Some("mathesis") => PublicationKind::MastersThesis,
            _ => PublicationKind::Thesis,
        },
        EntryType::Report | EntryType::TechReport | EntryType::Manual => PublicationKind::Report,
        EntryType::Patent => PublicationKind::Patent,
        EntryType::Dataset => PublicationKind::Dataset,
        EntryType::Software => PublicationKind::Software,
        EntryType::Online => PublicationKind::Web,
        EntryType::Misc | EntryType::Unpublished if has_eprint => PublicationKind::Preprint,
        EntryType::Misc | EntryType::Unpublished if has_event => PublicationKind::Talk,
        EntryType::Unpublished => PublicationKind::Manuscript,
        EntryType::Misc if fields.contains_key("pubstate") => PublicationKind::Manuscript,
        EntryType::Unknown(name) => match name.to_lowercase().as_str() {
            "talk" | "presentation" | "lecture" | "video" | "audio" => PublicationKind::Talk,
            "preprint" => PublicationKind::Preprint,
            "code" | "softwareversion" => PublicationKind::Software,
            "www" | "webpage" | "electronic" => PublicationKind::Web,
            _ => PublicationKind::Other,
        },
        _ => PublicationKind::Other,
    }
}

/// Returns the text of a field without its TeX; `None` if nothing is left.
fn field(entry: &Entry, key: &str) -> Option<String> {
    let text = plain(entry.get(key)?);
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let text = words.join(" ");
    (!text.is_empty()).then_some(text)
}

/// Returns the text of a field as it is shown.
fn plain(chunks: ChunksRef) -> String {
    let text: String = chunks.iter().map(|chunk| chunk.v.get()).collect();
    shown(&text)
}

/// Returns a field that is not TeX, such as an address, in which `~` and `--` are literal.
fn verbatim(entry: &Entry, key: &str) -> Option<String> {
    let text: String = entry.get(key)?.iter().map(|chunk| chunk.v.get()).collect();
    let text = ["\\_", "\\%", "\\&", "\\#", "\\$", "\\~"]
        .iter()
        .fold(text, |text, sign| text.replace(sign, &sign[1..]));
    let text = text.replace(['{', '}', '\n'], "").replace('\u{a0}', "~");
    // The parser has turned hyphens into dashes.
    let text = text
        .replace('–', "--")
        .replace('—', "---")
        .trim()
        .to_owned();
    (!text.is_empty()).then_some(text)
}

/// The people of a field, and whether it ends in `and others`.
struct Persons {
    persons: Vec<Person>,
    has_others: bool,
}

impl Persons {
    /// Returns their names. `mark` is that of a position, from 1, unless the name has one.
    fn names(&self, mark: impl Fn(usize) -> Option<char>) -> Vec<Name> {
        let mut names = Vec::new();
        for (index, person) in self.persons.iter().enumerate() {
            let MarkedName { text, mark: own } = person_name(person);
            if !text.is_empty() {
                names.push(Name {
                    text,
                    mark: own.or_else(|| mark(index + 1)),
                });
            }
        }
        names
    }
}

fn person_name(person: &Person) -> MarkedName {
    let parts = [
        &person.given_name,
        &person.prefix,
        &person.name,
        &person.suffix,
    ];
    let [given, prefix, family, suffix] = parts.map(|part| without_mark(part));
    let mark = [&given, &prefix, &family, &suffix]
        .into_iter()
        .find_map(|part| part.mark);
    MarkedName {
        text: full_name(&given.text, &prefix.text, &family.text, &suffix.text),
        mark,
    }
}

/// Returns whether a person is the `others` of `and others`.
fn is_others(person: &Person) -> bool {
    person.given_name.is_empty() && person.name == "others"
}

fn persons(entry: &Entry, key: &str) -> Persons {
    // The only error is a missing field: any text is a list of persons.
    let mut persons: Vec<Person> = entry.get_as(key).unwrap_or_default();
    let has_others = persons.last().is_some_and(is_others);
    persons.retain(|person| !is_others(person));
    Persons {
        persons,
        has_others,
    }
}

/// Returns the positions, from 1, of authors annotated as equal: `author+an = {1=equal; 2=equal}`.
fn equal_authors(entry: &Entry) -> Vec<usize> {
    let annotations = field(entry, "author+an").unwrap_or_default();
    annotations.split(';').filter_map(equal_author).collect()
}

/// Returns the position in an annotation such as `1=equal`.
fn equal_author(annotation: &str) -> Option<usize> {
    let (position, words) = annotation.split_once('=')?;
    if !words.to_lowercase().contains("equal") {
        return None;
    }
    position.trim().parse().ok()
}

fn date(entry: &Entry) -> Option<(DateText, Option<DateText>)> {
    if entry.get("date").is_none() {
        if let Some((year, _)) = year_with_state(entry) {
            return Some((DateText(year), None));
        }
        if let Some(years) = field(entry, "year").as_deref().and_then(years) {
            return Some(years);
        }
        if wrong_month(entry).is_some() {
            return field(entry, "year").map(|year| (DateText(year), None));
        }
    }
    // A month in words of another language, or two months, stays as written.
    if let (Some(month), Some(year), None) = (
        field(entry, "month"),
        field(entry, "year"),
        entry.get("date"),
    ) && matches!(entry.date(), Ok(PermissiveType::Typed(date)) if month_of(date.value).is_none())
    {
        return Some((DateText(format!("{month} {year}")), None));
    }
    match entry.date() {
        Ok(PermissiveType::Typed(date)) => Some(match date.value {
            DateValue::At(at) | DateValue::After(at) | DateValue::Before(at) => (written(at), None),
            DateValue::Between(from, to) => (
                written(from),
                Some(written(to)).filter(|to| *to != written(from)),
            ),
        }),
        Ok(PermissiveType::Chunks(chunks)) => Some((DateText(plain(&chunks)), None)),
        Err(_) => field(entry, "year").map(|year| (DateText(year), None)),
    }
}

/// Returns the first and the last of several years: `2012/13`, `2012-2014`.
fn years(text: &str) -> Option<(DateText, Option<DateText>)> {
    let (first, last) = text.split_once(['/', '–', '-'])?;
    let is_year = |text: &str| text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    let last = match last.len() {
        2 => format!("{}{last}", first.get(..2)?),
        _ => last.to_owned(),
    };
    (is_year(first) && is_year(&last) && *first < *last)
        .then(|| (DateText(first.to_owned()), Some(DateText(last))))
}

/// Returns the year and the state of a work whose year says both: `2024, in press`.
fn year_with_state(entry: &Entry) -> Option<(String, String)> {
    let text = field(entry, "year")?;
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let year = text
        .get(start..start + 4)
        .filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()))?;
    let words = [&text[..start], &text[start + 4..]].concat();
    let state = words.trim_matches(|c: char| c.is_whitespace() || ",;:()[]".contains(c));
    is_state(state).then(|| (year.to_owned(), state.to_owned()))
}

/// Returns dates with the year alone in place of a season, as `2022-21` is the spring.
pub fn without_seasons(dates: &str) -> String {
    let dates = dates
        .split('/')
        .map(|date| match date.trim().split_once('-') {
            Some((year, season)) if matches!(season.parse(), Ok(21..=41)) => year,
            _ => date,
        });
    dates.collect::<Vec<_>>().join("/")
}

/// Returns whether words say that a work has not appeared.
fn is_state(words: &str) -> bool {
    let words = words.to_lowercase();
    let words = words.trim_start_matches('(');
    FORTHCOMING.iter().any(|state| words.starts_with(state))
}

/// Returns whether a work has not appeared, in the words of its state, its year or its notes.
fn is_forthcoming(entry: &Entry) -> bool {
    let texts = [
        "pubstate",
        "year",
        "date",
        "note",
        "addendum",
        "howpublished",
    ];
    let mut texts = texts.iter().filter_map(|key| field(entry, key));
    texts.any(|text| is_state(&text)) || year_with_state(entry).is_some()
}

/// What works say that have not appeared.
const FORTHCOMING: [&str; 32] = [
    "accepted",
    "submitted",
    "in press",
    "inpress",
    "in print",
    "in production",
    "forthcoming",
    "to appear",
    "to be published",
    "in preparation",
    "inpreparation",
    "under review",
    "in review",
    "under revision",
    "in revision",
    "prepublished",
    "early access",
    "im druck",
    "im erscheinen",
    "erscheint",
    "eingereicht",
    "angenommen",
    "in vorbereitung",
    "sous presse",
    "à paraître",
    "soumis",
    "accepté",
    "en prensa",
    "aceptado",
    "enviado",
    "in corso di stampa",
    "no prelo",
];

fn month_of(date: DateValue) -> Option<u8> {
    match date {
        DateValue::At(at)
        | DateValue::After(at)
        | DateValue::Before(at)
        | DateValue::Between(at, _) => at.month,
    }
}

/// Returns a date as a profile writes it. `biblatex` counts months and days from zero.
fn written(date: Datetime) -> DateText {
    DateText(match (date.month, date.day) {
        (None, _) => date.year.to_string(),
        (Some(month), None) => format!("{}-{:02}", date.year, month + 1),
        (Some(month), Some(day)) => format!("{}-{:02}-{:02}", date.year, month + 1, day + 1),
    })
}
