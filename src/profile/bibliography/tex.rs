//! Reads publications from a `.bib` file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use biblatex::{
    ChunksRef, DateValue, Datetime, Entry, EntryType, PermissiveType, Person, RawBibliography,
    RawChunk,
};

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::DateText;
use crate::profile::bibliography::guard::{self, DanglingReference, References};
use crate::profile::bibliography::publication::{
    ArchiveLink, Name, Publication, PublicationKind, full_name, report_missing,
};
use crate::profile::bibliography::tex_entries::{
    bibliography, readable, report_doubled, syntax_error, without_deep,
};
use crate::profile::bibliography::tex_html::without_html;
use crate::profile::bibliography::tex_names::{
    MarkedName, with_and, without_affiliations, without_mark,
};
use crate::profile::bibliography::tex_text::{UnknownCommand, shown, without_signs, without_tex};

/// Parses a bibliography. An entry that cannot be read is left out, with a warning.
///
/// # Errors
/// The text is not `BibLaTeX`.
pub fn parse(
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) -> Result<Vec<Publication>, Diagnostics> {
    let text = readable(source, problems)?;
    let mut raw = RawBibliography::parse(&text).map_err(|error| syntax_error(error, source))?;
    without_deep(&mut raw, source, problems)?;
    if let Some((message, place)) = guard::too_large(&raw) {
        let error = Diagnostic::error(rule::TOO_LARGE, message).at(source, place, "");
        return Err(error
            .hint("keep what the CV needs in a file of its own")
            .into());
    }
    define_abbreviations(&mut raw, source, problems);
    report_doubled(&raw, source, problems);
    let texts = texts(&raw, source, problems);
    replace_texts(&mut raw, &texts);
    if let Some((message, place)) = guard::runaway(&raw) {
        let error = Diagnostic::error(rule::BIBLIOGRAPHY_SYNTAX, message).at(source, place, "");
        return Err(error.hint("remove one of the references").into());
    }
    let references = References::read(&raw).map_err(|error| syntax_error(error, source))?;
    if let Some((message, place)) = references.runaway() {
        let error = Diagnostic::error(rule::BIBLIOGRAPHY_SYNTAX, message).at(source, place, "");
        return Err(error.hint("remove one of the references").into());
    }
    for reference in references.dangling() {
        let DanglingReference {
            entry,
            target,
            span,
        } = reference;
        let message = format!("`{entry}` refers to `{target}`, which does not exist");
        let warning = Diagnostic::warning(rule::BIBLIOGRAPHY_ENTRY, message)
            .at(source, span, "")
            .hint("add that entry, or remove the reference");
        problems.push(warning);
    }
    let places: BTreeMap<String, usize> = raw
        .entries
        .iter()
        .map(|entry| (entry.v.key.v.to_owned(), entry.v.key.span.start))
        .collect();
    let bibliography = bibliography(raw, source, problems)?;
    let mut publications = Vec::new();
    for entry in bibliography.iter() {
        if matches!(entry.entry_type, EntryType::XData | EntryType::Set) {
            continue;
        }
        let publication = publication(entry);
        let at = places.get(&entry.key).copied().unwrap_or_default();
        report_missing(&publication, source, at, problems);
        report_month(entry, source, at, problems);
        publications.push(publication);
    }
    Ok(publications)
}

/// Makes abbreviations that the file does not define texts of their names.
fn define_abbreviations(
    raw: &mut RawBibliography,
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) {
    let defined: BTreeSet<&str> = raw.abbreviations.iter().map(|pair| pair.key.v).collect();
    let fields = raw.entries.iter_mut().flat_map(|entry| &mut entry.v.fields);
    for chunk in fields.flat_map(|field| &mut field.value.v) {
        let RawChunk::Abbreviation(name) = chunk.v else {
            continue;
        };
        let is_month = MONTHS.iter().any(|month| month.eq_ignore_ascii_case(name));
        if is_month || defined.contains(name) || name.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let message = format!("the abbreviation `{name}` is not defined, and shown as written");
        let warning = Diagnostic::warning(rule::BIBLIOGRAPHY_ENTRY, message)
            .at(source, chunk.span.clone(), "")
            .hint(format!(
                "put it in braces, `{{{name}}}`, or add `@string{{{name} = {{…}}}}`"
            ));
        problems.push(warning);
        chunk.v = RawChunk::Normal(name);
    }
}

/// The months, which every file can use as abbreviations.
const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// The fields that are not TeX: addresses, keys, files.
const VERBATIM: [&str; 13] = [
    "doi", "url", "urlraw", "uri", "eprint", "file", "pdf", "crossref", "xref", "xdata", "ids",
    "entryset", "related",
];

/// The fields that are lists of people.
const PEOPLE: [&str; 7] = [
    "author",
    "editor",
    "editora",
    "editorb",
    "editorc",
    "translator",
    "holder",
];

/// Returns the texts of all fields without TeX, in the order of the file, and reports the commands that are
/// not known in what is shown.
fn texts(raw: &RawBibliography, source: &Arc<Source>, problems: &mut Diagnostics) -> Vec<String> {
    let mut texts = Vec::new();
    let fields = raw.entries.iter().flat_map(|entry| &entry.v.fields);
    for field in raw.abbreviations.iter().chain(fields) {
        let key = field.key.v.to_ascii_lowercase();
        let is_single = field.value.v.len() == 1;
        for chunk in &field.value.v {
            let RawChunk::Normal(tex) = chunk.v else {
                continue;
            };
            if VERBATIM.contains(&key.as_str()) {
                texts.push(without_signs(tex));
                continue;
            }
            let (mut text, unknown) = without_tex(tex);
            if key == "date" {
                text = without_seasons(&text);
            }
            if PEOPLE.contains(&key.as_str()) {
                text = without_affiliations(&without_html(&text));
                if is_single {
                    text = with_and(&text);
                }
            }
            texts.push(text);
            if guard::UNUSED.contains(&key.as_str()) {
                continue;
            }
            for UnknownCommand { command, span } in unknown {
                let message =
                    format!("the TeX command `{command}` is not known, and its text is shown");
                let place = chunk.span.start + span.start..chunk.span.start + span.end;
                let warning = Diagnostic::warning(rule::BIBLIOGRAPHY_ENTRY, message)
                    .at(source, place, "")
                    .hint("write the character that it stands for");
                problems.push(warning);
            }
        }
    }
    texts
}

/// Puts the texts in the places of those with TeX.
fn replace_texts<'t>(raw: &mut RawBibliography<'t>, texts: &'t [String]) {
    let fields = raw.entries.iter_mut().flat_map(|entry| &mut entry.v.fields);
    let chunks = raw
        .abbreviations
        .iter_mut()
        .chain(fields)
        .flat_map(|field| &mut field.value.v);
    let normal = chunks.filter(|chunk| matches!(chunk.v, RawChunk::Normal(_)));
    for (chunk, text) in normal.zip(texts) {
        chunk.v = RawChunk::Normal(text);
    }
}

/// Reports a month that no year has.
fn report_month(entry: &Entry, source: &Arc<Source>, at: usize, problems: &mut Diagnostics) {
    let Some(month) = wrong_month(entry) else {
        return;
    };
    let message = format!("the month of `{}` is {month}, and left out", entry.key);
    let warning = Diagnostic::warning(rule::BIBLIOGRAPHY_ENTRY, message)
        .at(source, at..at + entry.key.len(), "")
        .hint("expected a number from 1 to 12, or a name such as `mar`");
    problems.push(warning);
}

/// Returns the number of a month that no year has.
fn wrong_month(entry: &Entry) -> Option<u32> {
    let month: u32 = field(entry, "month")?.parse().ok()?;
    (!(1..=12).contains(&month)).then_some(month)
}

fn publication(entry: &Entry) -> Publication {
    let mut publication = Publication::new(&entry.key, kind(entry));
    publication.title = joined(field(entry, "title"), field(entry, "subtitle"), ": ");
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
    venue(entry, &mut publication);
    publication.volume = field(entry, "volume");
    publication.pages = first_field(entry, &["pages", "eid"]).map(|pages| with_dashes(&pages));
    publication.edition = field(entry, "edition");
    publication.date = date(entry);
    publication.status = field(entry, "pubstate").or_else(|| Some(year_with_state(entry)?.1));
    publication.is_forthcoming = is_forthcoming(entry);
    publication.type_name = field(entry, "type")
        .filter(|name| !TYPE_NAMES.contains(&name.as_str()) && !name.starts_with("patent"));
    publication.doi = verbatim(entry, "doi");
    publication.url = verbatim(entry, "url");
    if let Some(id) = verbatim(entry, "eprint") {
        let archive = first_field(entry, &["eprinttype", "archiveprefix"]);
        publication
            .links
            .push(ArchiveLink::new(archive.as_deref(), &id));
    }
    publication.notes = ["titleaddon", "howpublished", "note", "addendum"]
        .into_iter()
        .filter_map(|key| field(entry, key))
        .collect();
    let keywords = field(entry, "keywords").unwrap_or_default();
    publication.keywords = keywords
        .split([',', ';'])
        .map(|word| word.trim().to_owned())
        .filter(|word| !word.is_empty())
        .collect();
    publication
}

/// Fills in the venue (journal, book, event or institution) and the imprint.
fn venue(entry: &Entry, publication: &mut Publication) {
    let journal = journal(entry);
    publication.is_in_book = journal.is_none() && book(entry).is_some();
    let container = journal.or_else(|| book(entry));
    let event = field(entry, "eventtitle");
    let institution = first_field(entry, &["institution", "school", "organization"]);
    let publishing_institution = institution.clone().filter(|_| container.is_some());
    publication.venue = container
        .or(institution)
        .or_else(|| event.clone())
        .filter(|venue| Some(venue) != publication.title.as_ref());
    publication.venue_short = first_field(entry, &["shortjournal", "shortbooktitle"])
        .filter(|short| Some(short) != publication.venue.as_ref());
    let number = first_field(entry, &["number", "issue"]);
    let series = field(entry, "series");
    // In a series, the number is that of the series.
    let is_in_series = publication.kind != PublicationKind::Article && series.is_some();
    let series_number = number.clone().filter(|_| is_in_series);
    publication.number = number.filter(|_| !is_in_series);
    // Pages are more precise than a chapter.
    let chapter = field(entry, "chapter").filter(|_| field(entry, "pages").is_none());
    let parts = [
        field(entry, "issuetitle"),
        field(entry, "maintitle"),
        chapter,
        joined(series, series_number, " "),
        field(entry, "version"),
        event.filter(|event| Some(event) != publication.venue.as_ref()),
        field(entry, "venue"),
        publishing_institution,
        field(entry, "publisher"),
        place(entry),
        field(entry, "isbn").map(|isbn| format!("ISBN {isbn}")),
    ];
    publication.imprint = parts.into_iter().flatten().collect();
}

/// Returns the journal with its subtitle.
fn journal(entry: &Entry) -> Option<String> {
    let title = first_field(entry, &["journaltitle", "journal"]);
    joined(title, field(entry, "journalsubtitle"), ": ")
}

/// Returns the containing book with its subtitle.
fn book(entry: &Entry) -> Option<String> {
    joined(
        field(entry, "booktitle"),
        field(entry, "booksubtitle"),
        ": ",
    )
}

/// Returns the place of publication. That of a patent may be a country by its name in `BibLaTeX`:
/// `countryde`.
fn place(entry: &Entry) -> Option<String> {
    let place = first_field(entry, &["location", "address"])?;
    Some(match place.strip_prefix("country") {
        Some(code) => code.to_uppercase(),
        None => place,
    })
}

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

/// Returns the text of the first of several fields that the entry has.
fn first_field(entry: &Entry, keys: &[&str]) -> Option<String> {
    keys.iter().find_map(|key| field(entry, key))
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

fn joined(first: Option<String>, second: Option<String>, between: &str) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(first + between + &second),
        (first, second) => first.or(second),
    }
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
fn without_seasons(dates: &str) -> String {
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
