//! Reads publications from a `.bib` file.

use std::collections::{BTreeMap, BTreeSet};

use biblatex::{EntryType, RawBibliography, RawChunk};

use crate::diagnostic::Diagnostics;
use crate::profile::bibliography::guard::{
    References, UNUSED, check_abbreviations, check_count, check_lengths,
};
use crate::profile::bibliography::publication::{Publication, report_missing};
use crate::profile::bibliography::reporter::Reporter;
use crate::profile::bibliography::tex_entries::{
    bibliography, readable, report_doubled, syntax_error, without_deep,
};
use crate::profile::bibliography::tex_html::without_html;
use crate::profile::bibliography::tex_names::{with_and, without_affiliations};
use crate::profile::bibliography::tex_publication::{publication, without_seasons, wrong_month};
use crate::profile::bibliography::tex_text::{UnknownCommand, without_signs, without_tex};

/// Parses a bibliography. An entry that cannot be read is left out, with a warning.
///
/// # Errors
/// The text is not `BibLaTeX`.
pub fn parse(reporter: &mut Reporter) -> Result<Vec<Publication>, Diagnostics> {
    let text = readable(reporter)?;
    let mut raw = RawBibliography::parse(&text).map_err(|error| syntax_error(error, reporter))?;
    without_deep(&mut raw, reporter)?;
    let entries = &raw.entries;
    check_count(entries.len(), |at| entries[at].v.key.span.clone(), reporter)?;
    check_lengths(&raw, reporter)?;
    define_abbreviations(&mut raw, reporter);
    report_doubled(&raw, reporter);
    let texts = texts(&raw, reporter);
    replace_texts(&mut raw, &texts);
    check_abbreviations(&raw, reporter)?;
    let references = References::read(&raw).map_err(|error| syntax_error(error, reporter))?;
    references.check(reporter)?;
    references.report_dangling(reporter);
    let places: BTreeMap<String, usize> = raw
        .entries
        .iter()
        .map(|entry| (entry.v.key.v.to_owned(), entry.v.key.span.start))
        .collect();
    let bibliography = bibliography(raw, reporter)?;
    let mut publications = Vec::new();
    for entry in bibliography.iter() {
        if matches!(entry.entry_type, EntryType::XData | EntryType::Set) {
            continue;
        }
        let publication = publication(entry);
        let at = places.get(&entry.key).copied().unwrap_or_default();
        report_missing(&publication, at, reporter);
        if let Some(month) = wrong_month(entry) {
            let message = format!("the month of `{}` is {month}, and left out", entry.key);
            let hint = "expected a number from 1 to 12, or a name such as `mar`";
            reporter.warn(at..at + entry.key.len(), message, hint);
        }
        publications.push(publication);
    }
    Ok(publications)
}

/// Makes abbreviations that the file does not define texts of their names.
fn define_abbreviations(raw: &mut RawBibliography, reporter: &mut Reporter) {
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
        let hint = format!("put it in braces, `{{{name}}}`, or add `@string{{{name} = {{…}}}}`");
        reporter.warn(chunk.span.clone(), message, hint);
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
fn texts(raw: &RawBibliography, reporter: &mut Reporter) -> Vec<String> {
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
            if UNUSED.contains(&key.as_str()) {
                continue;
            }
            for UnknownCommand { command, span } in unknown {
                let message =
                    format!("the TeX command `{command}` is not known, and its text is shown");
                let place = chunk.span.start + span.start..chunk.span.start + span.end;
                reporter.warn(place, message, "write the character that it stands for");
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
