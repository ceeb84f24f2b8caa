//! Reads publications from a `.bib` file.

use std::sync::Arc;

use biblatex::{
    Bibliography, DateValue, Datetime, Entry, EntryType, ParseError, ParseErrorKind,
    PermissiveType, Person, RawBibliography,
};

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::DateText;
use crate::profile::bibliography::guard::{self, DanglingReference, References};
use crate::profile::bibliography::publication::{
    ArchiveLink, Name, Publication, PublicationKind, full_name, report_missing,
};
use crate::profile::bibliography::tex_markup::{group, plain, with_dashes, without_commands};

/// Parses a bibliography.
///
/// # Errors
/// The text is not `BibLaTeX`.
pub fn parse(
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) -> Result<Vec<Publication>, Diagnostics> {
    let text = with_plain_fractions(&with_dotted_letters(source.text()));
    let raw = RawBibliography::parse(&text).map_err(|error| syntax_error(error, source))?;
    if let Some((message, place)) = guard::too_large(&raw) {
        let error = Diagnostic::error(rule::TOO_LARGE, message).at(source, place, "");
        return Err(error
            .hint("keep what the CV needs in a file of its own")
            .into());
    }
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
    let places: Vec<usize> = raw
        .entries
        .iter()
        .map(|entry| entry.v.key.span.start)
        .collect();
    let bibliography = Bibliography::from_raw(raw).map_err(|error| syntax_error(error, source))?;
    let mut publications = Vec::new();
    for (entry, at) in bibliography.iter().zip(places) {
        if matches!(entry.entry_type, EntryType::XData | EntryType::Set) {
            continue;
        }
        let publication = publication(entry);
        report_missing(&publication, source, at, problems);
        publications.push(publication);
    }
    Ok(publications)
}

/// Replaces `\'\i`, an accent on the dotless letter of old TeX, by `\'i`: biblatex 0.12 would put
/// the accent on the preceding letter. Every character keeps its place.
fn with_dotted_letters(text: &str) -> String {
    let mut bytes: Vec<char> = text.chars().collect();
    for at in 0..bytes.len().saturating_sub(3) {
        let [first, accent, second, letter] =
            [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        let is_accent = matches!(
            accent,
            '\'' | '"' | '`' | '^' | '~' | '=' | '.' | 'u' | 'v' | 'H' | 'r'
        );
        let ends = bytes
            .get(at + 4)
            .is_none_or(|next| !next.is_ascii_alphabetic());
        if first == '\\' && is_accent && second == '\\' && matches!(letter, 'i' | 'j') && ends {
            bytes[at + 2] = ' ';
        }
    }
    bytes.into_iter().collect()
}

/// Writes the fractions outside of formulas with a slash: biblatex would drop the command and write
/// `\frac{1}{2}` as 12. Every character after them keeps its place.
fn with_plain_fractions(text: &str) -> String {
    const COMMAND: &str = "\\frac";
    let mut done = String::with_capacity(text.len());
    let mut is_formula = false;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if !is_formula
            && let Some(parts) = rest.strip_prefix(COMMAND)
            && let Some((above, after)) = group(parts)
            && let Some((below, after)) = group(after)
        {
            done += &format!("{{}}{{}}{}/{}", as_part(above), as_part(below));
            rest = after;
            continue;
        }
        let is_entry = first == '@' && done.ends_with('\n');
        is_formula = !is_entry && (is_formula != (first == '$' && !done.ends_with('\\')));
        done.push(first);
        rest = &rest[first.len_utf8()..];
    }
    done
}

/// Returns a part of a fraction in as many characters as it has with its braces.
fn as_part(part: &str) -> String {
    if part.contains(|c: char| c.is_whitespace() || matches!(c, '+' | '-')) {
        format!("({part})")
    } else {
        format!("{{{part}}}")
    }
}

fn syntax_error(error: ParseError, source: &Arc<Source>) -> Diagnostics {
    let (message, hint) = match error.kind {
        ParseErrorKind::UnexpectedEof => (
            "the last entry is not closed".to_owned(),
            "add `}`".to_owned(),
        ),
        ParseErrorKind::UnknownAbbreviation(name) => (
            format!("unknown abbreviation `{name}`"),
            format!("put it in braces, `{{{name}}}`, or add `@string{{{name} = {{…}}}}`"),
        ),
        ParseErrorKind::DuplicateKey(key) => (
            format!("the key `{key}` is used twice"),
            "change one of the two keys".to_owned(),
        ),
        ParseErrorKind::Expected(token) => (
            format!("expected {token}"),
            "write an entry as `@article{key, title = {…}}`".to_owned(),
        ),
        ParseErrorKind::Unexpected(token) => (
            format!("unexpected {token}"),
            "write an entry as `@article{key, title = {…}}`".to_owned(),
        ),
        ParseErrorKind::MalformedCommand => (
            "incomplete TeX command".to_owned(),
            "close its braces".to_owned(),
        ),
        other => (
            other.to_string(),
            "write an entry as `@article{key, title = {…}}`".to_owned(),
        ),
    };
    Diagnostic::error(rule::BIBLIOGRAPHY_SYNTAX, message)
        .at(source, error.span, "")
        .hint(hint)
        .into()
}

fn publication(entry: &Entry) -> Publication {
    let mut publication = Publication::new(&entry.key, kind(entry));
    publication.title = joined(field(entry, "title"), field(entry, "subtitle"), ": ");
    let equal = equal_authors(entry);
    let authors = persons(entry, "author");
    publication.authors = authors.names(|place| equal.contains(&place));
    publication.has_more_authors = authors.has_others;
    if publication.authors.is_empty() && publication.kind == PublicationKind::Patent {
        publication.authors = persons(entry, "holder").names(|_| false);
    }
    for key in ["editor", "editora", "editorb", "editorc"] {
        publication
            .editors
            .extend(persons(entry, key).names(|_| false));
    }
    publication.translators = persons(entry, "translator").names(|_| false);
    venue(entry, &mut publication);
    publication.volume = field(entry, "volume");
    publication.pages = first_field(entry, &["pages", "eid"]).map(|pages| with_dashes(&pages));
    publication.edition = field(entry, "edition");
    publication.date = date(entry);
    publication.status = field(entry, "pubstate");
    publication.type_name = field(entry, "type")
        .filter(|name| !TYPE_NAMES.contains(&name.as_str()) && !name.starts_with("patent"));
    publication.doi = verbatim(entry, "doi");
    publication.url = verbatim(entry, "url");
    if let Some(id) = verbatim(entry, "eprint") {
        let archive = first_field(entry, &["eprinttype", "archiveprefix"])
            .unwrap_or_else(|| "arXiv".to_owned());
        publication.links.push(ArchiveLink::new(&archive, &id));
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
    publication.venue_short = first_field(entry, &["shortjournal", "shortbooktitle"]);
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
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
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
    /// Returns their names. `is_equal` says of a position, from 1, whether it is marked as equal.
    fn names(&self, is_equal: impl Fn(usize) -> bool) -> Vec<Name> {
        let mut names = Vec::new();
        for (index, person) in self.persons.iter().enumerate() {
            let text = person_name(person);
            if !text.is_empty() {
                names.push(Name {
                    text,
                    is_equal: is_equal(index + 1),
                });
            }
        }
        names
    }
}

fn person_name(person: &Person) -> String {
    let [given, prefix, family, suffix] = [
        &person.given_name,
        &person.prefix,
        &person.name,
        &person.suffix,
    ]
    .map(|part| without_commands(part).trim().to_owned());
    full_name(&given, &prefix, &family, &suffix)
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
