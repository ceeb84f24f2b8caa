//! Makes a profile of the lines of a document that has no fields, such as one written in Word.
//!
//! Headings, dates, signs and words decide what a line is. A text whose field is not certain stays text in its
//! section, and what has no place is in comments: no word is lost.

mod body;
mod dated;
mod entries;
mod header;
mod headings;
mod kept;
pub mod line;
mod lists;
mod person;
pub mod table;
pub mod text_document;
mod words;

use crate::content::Locale;
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::import::document::body::block;
use crate::import::document::entries::set_entries;
use crate::import::document::headings::{Headings, text_of, topic_by_word};
use crate::import::document::line::Line;
use crate::import::document::lists::{is_of_lines, set_lines};
use crate::import::document::person::PersonLines;
use crate::import::document::text_document::TextDocument;
use crate::import::document::words::Topic;
use crate::import::draft::{Draft, DraftTable};
use crate::import::escape::escaped;
use crate::profile::{SectionKind, letters};

/// Writes the profile of a document, and warns of what has no place in it.
pub fn draft(document: &TextDocument, problems: &mut Diagnostics) -> Draft {
    let mut lines: Vec<&Line> = document.lines.iter().collect();
    let headings = Headings::find(&lines);
    let locale = locale(document, &headings);
    let mut draft = Draft::default();
    draft.root.set("locale", locale.as_deref());
    let mut person = PersonLines::default();
    if let Some(last) = lines.pop_if(|line| line.shape.style.contains("small")) {
        draft.root.set("footer", Some(last.markdown()));
    }
    let first = headings.found.keys().next().copied().unwrap_or(lines.len());
    person.read_head(&lines[..first]);
    let mut starts: Vec<usize> = headings.found.keys().copied().collect();
    starts.push(lines.len());
    for ends in starts.windows(2) {
        let (Some(topic), body) = (headings.found.get(&ends[0]), &lines[ends[0] + 1..ends[1]])
        else {
            continue;
        };
        let heading = lines[ends[0]];
        if *topic == Some(Topic::Person) {
            person.read_details(body);
        } else {
            let kind = match topic {
                Some(Topic::Kind(kind)) => Some(*kind),
                _ => None,
            };
            let section = section(kind, heading, body, headings.level, locale.as_deref());
            draft.sections.push(section);
        }
    }
    draft.root.set("title", person.title.take());
    let said = std::mem::take(&mut person.said);
    draft.person = person.finish();
    for line in kept::missing(document, &draft, &said) {
        let text = line.text();
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        draft.root.comment(&text);
        let message = format!("`{text}` has no place in a profile");
        let warning = Diagnostic::warning(rule::IMPORT_LEFT_OUT, message);
        problems.push(warning.hint("it is in a comment of the profile"));
    }
    draft
}

/// Returns the language: that of most headings, or the one that the document names.
fn locale(document: &TextDocument, headings: &Headings) -> Option<String> {
    let named = document.language.as_deref().and_then(Locale::parse);
    let is_named = |tag: &&&str| {
        let other = Locale::parse(tag);
        named.as_ref().zip(other).is_some_and(|(named, other)| {
            named.language() == other.language()
                && (other.language() != "zh" || named.script() == other.script())
        })
    };
    let found = &headings.languages;
    if found.is_empty() || found.iter().any(|tag| is_named(&tag)) {
        return document.language.clone().filter(|_| named.is_some());
    }
    let english = found.iter().find(|tag| **tag == "en");
    english.or(found.first()).map(|tag| (*tag).to_owned())
}

/// Returns the section below a heading.
fn section(
    kind: Option<SectionKind>,
    heading: &Line,
    lines: &[&Line],
    level: Option<u8>,
    locale: Option<&str>,
) -> DraftTable {
    let title = text_of(heading);
    let otherwise = if lines.iter().any(|line| dated::find(line).is_some()) {
        SectionKind::Experience
    } else {
        SectionKind::Text
    };
    let kind = kind.or_else(|| topic_by_word(&title)).unwrap_or(otherwise);
    let mut section = DraftTable::section(kind);
    let own = Locale::parse(locale.unwrap_or("en"));
    // A text without a title has no heading.
    if kind == SectionKind::Text
        || own.is_none_or(|own| letters(own.heading(kind)) != letters(&title))
    {
        section.set("title", Some(escaped(&title)));
    }
    if kind == SectionKind::Text {
        section.set("body", Some(block(lines)));
    } else if is_of_lines(kind) && !entries::has_headers(kind, lines) {
        set_lines(kind, lines, &mut section);
    } else {
        let intro = set_entries(kind, lines, level, &mut section);
        set_intro(&intro, &mut section);
    }
    if lines.is_empty() {
        section.set("body", Some(escaped(&title)));
    }
    section
}

/// Writes the lines of a section before its first entry.
fn set_intro(lines: &[&Line], section: &mut DraftTable) {
    let items = lines.iter().rev().take_while(|line| line.is_item()).count();
    let (prose, items) = lines.split_at(lines.len() - items);
    section.set("body", Some(block(prose)));
    if !items.is_empty() {
        section.set_value("highlights", body::bullets(items));
    }
}
