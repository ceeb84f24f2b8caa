//! JSON Resume 1.0.0, and the names that earlier versions had for its fields.
//!
//! `docs/json-resume.md` says which field of a profile each is; the export uses the same.

mod basics;
mod theme;

use crate::diagnostic::{Diagnostic, rule};
use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::{Fields, FieldsOrLine};
use crate::import::levels::{set_keywords, set_level};
use crate::import::notes::Notes;
use crate::import::period::take_period;
use crate::import::source::SourceNode;
use crate::profile::{ProfileFiles, SectionKind};

/// A list of JSON Resume and the section that it becomes.
struct List {
    key: &'static str,
    kind: SectionKind,
    /// The field that an entry is if it is a text alone.
    main: &'static str,
    /// Moves the members of an entry.
    write: fn(&mut Fields, &mut DraftTable),
}

impl List {
    const fn new(
        key: &'static str,
        kind: SectionKind,
        main: &'static str,
        write: fn(&mut Fields, &mut DraftTable),
    ) -> Self {
        Self {
            key,
            kind,
            main,
            write,
        }
    }
}

/// The list that has no kind of section of its own.
const VOLUNTEER: &str = "volunteer";

const LISTS: [List; 13] = [
    List::new("work", SectionKind::Experience, "organization", work),
    List::new(VOLUNTEER, SectionKind::Experience, "organization", work),
    List::new(
        "education",
        SectionKind::Education,
        "institution",
        education,
    ),
    List::new("projects", SectionKind::Project, "name", project),
    List::new(
        "publications",
        SectionKind::Publication,
        "title",
        publication,
    ),
    List::new("awards", SectionKind::Award, "title", award),
    List::new("certificates", SectionKind::Certificate, "title", award),
    List::new("certifications", SectionKind::Certificate, "title", award),
    List::new("skills", SectionKind::Skill, "name", skill),
    List::new("languages", SectionKind::Language, "language", language),
    List::new("interests", SectionKind::Interest, "name", skill),
    // The name of interests before 1.0.0.
    List::new("hobbies", SectionKind::Interest, "name", skill),
    List::new("references", SectionKind::Reference, "name", reference),
];

/// Writes the profile of a document. `folder` is the folder of the profile, if the files that the
/// document names would be beside it.
///
/// # Errors
/// The document is not a map.
pub fn draft(root: SourceNode, notes: &Notes, files: &ProfileFiles) -> Result<Draft, Diagnostic> {
    let mut fields = Fields::new(notes, "", root).map_err(|node| {
        let message = "a document of JSON Resume is an object, `{ … }`";
        Diagnostic::error(rule::IMPORT_FORMAT, message).at(notes.source(), node.span, "")
    })?;
    let mut draft = Draft::default();
    if let Some(mut basics) = fields.take_fields("basics") {
        let summary = summary(&mut basics);
        basics::person(&mut basics, &mut draft.person, files);
        basics.finish(&mut draft.person);
        draft.sections.extend(summary);
    }
    if let Some(mut meta) = fields.take_fields("meta") {
        theme::layout(&mut meta, &mut draft.root);
        draft.root.set("date", meta.take_date("lastModified"));
        meta.finish(&mut draft.root);
    }
    // The sections follow one another as in the document.
    for key in fields.keys() {
        if let Some(list) = LISTS.iter().find(|list| list.key == key) {
            draft.push_section(section(list, &mut fields));
        }
    }
    fields.finish(&mut draft.root);
    Ok(draft)
}

fn section(list: &List, fields: &mut Fields) -> DraftTable {
    let mut section = DraftTable::section(list.kind);
    section.set("title", (list.key == VOLUNTEER).then_some("Volunteering"));
    for node in fields.take_nodes(list.key) {
        let mut entry = DraftTable::default();
        match node {
            FieldsOrLine::Fields(mut members) => {
                (list.write)(&mut members, &mut entry);
                members.finish(&mut entry);
            }
            FieldsOrLine::Line(text) => entry.set(list.main, Some(text)),
        }
        section.push("entry", entry);
    }
    section
}

/// Takes the first of several names of a field that has a text.
fn set_line(fields: &mut Fields, keys: &[&str], entry: &mut DraftTable, field: &str) {
    for key in keys {
        if !entry.has(field) {
            entry.set(field, fields.take_line(key));
        }
    }
}

fn set_url(fields: &mut Fields, entry: &mut DraftTable) {
    for key in ["url", "website"] {
        if !entry.has("url") {
            entry.set("url", fields.take_url(key));
        }
    }
}

/// Takes the start and the end. What has no end goes on.
fn set_period(fields: &mut Fields, entry: &mut DraftTable) {
    take_period(fields, "startDate", "endDate", entry);
    if entry.has("start") && !entry.has("end") && fields.text("endDate").is_none() {
        entry.set("end", Some("present"));
    }
}

fn work(fields: &mut Fields, entry: &mut DraftTable) {
    set_line(
        fields,
        &["name", "organization", "company"],
        entry,
        "organization",
    );
    entry.set("position", fields.take_line("position"));
    set_url(fields, entry);
    entry.set("location", fields.take_line("location"));
    set_period(fields, entry);
    entry.set_list("notes", fields.take_line("description"));
    entry.set_list("keywords", fields.take_lines("keywords"));
    entry.set("summary", fields.take_prose("summary"));
    entry.set_list("highlights", fields.take_lines("highlights"));
}

fn education(fields: &mut Fields, entry: &mut DraftTable) {
    entry.set("institution", fields.take_line("institution"));
    entry.set("degree", fields.take_line("studyType"));
    entry.set("area", fields.take_line("area"));
    set_url(fields, entry);
    entry.set("location", fields.take_line("location"));
    set_period(fields, entry);
    for key in ["score", "gpa"] {
        if let Some(score) = fields.take_line(key) {
            entry.add_fact("meta", "Score", &score);
        }
    }
    entry.set_list("keywords", fields.take_lines("courses"));
    entry.set("summary", fields.take_prose("summary"));
    entry.set_list("highlights", fields.take_lines("highlights"));
}

fn project(fields: &mut Fields, entry: &mut DraftTable) {
    entry.set("name", fields.take_line("name"));
    set_url(fields, entry);
    set_period(fields, entry);
    entry.set_list("notes", fields.take_lines("roles"));
    for (key, label) in [("entity", "Organization"), ("type", "Type")] {
        if let Some(fact) = fields.take_line(key) {
            entry.add_fact("meta", label, &fact);
        }
    }
    entry.set_list("keywords", fields.take_lines("keywords"));
    for key in ["description", "summary"] {
        if !entry.has("summary") {
            entry.set("summary", fields.take_prose(key));
        }
    }
    entry.set_list("highlights", fields.take_lines("highlights"));
}

/// Takes a summary that has a title, which is a section of its own.
fn summary(basics: &mut Fields) -> Option<DraftTable> {
    basics.text("summary")?;
    let title = basics.take_line("summaryTitle")?;
    let mut section = DraftTable::section(SectionKind::Text);
    section.set("title", Some(title));
    section.set("body", basics.take_prose("summary"));
    Some(section)
}

fn publication(fields: &mut Fields, entry: &mut DraftTable) {
    entry.set("title", fields.take_line("name"));
    entry.set("venue", fields.take_line("publisher"));
    entry.set("doi", fields.take_doi("doi", "url"));
    set_url(fields, entry);
    entry.set("date", fields.take_date("releaseDate"));
    entry.set_list("keywords", fields.take_lines("keywords"));
    entry.set("summary", fields.take_prose("summary"));
    entry.set_list("highlights", fields.take_lines("highlights"));
}

fn award(fields: &mut Fields, entry: &mut DraftTable) {
    set_line(fields, &["title", "name"], entry, "title");
    set_line(fields, &["awarder", "issuer"], entry, "awarder");
    set_url(fields, entry);
    entry.set("date", fields.take_date("date"));
    entry.set("summary", fields.take_prose("summary"));
}

fn skill(fields: &mut Fields, entry: &mut DraftTable) {
    entry.set("name", fields.take_line("name"));
    set_level(entry, fields.take_line("level"));
    set_keywords(entry, fields.take_lines("keywords"));
    entry.set("summary", fields.take_prose("summary"));
    entry.set_list("highlights", fields.take_lines("highlights"));
}

fn language(fields: &mut Fields, entry: &mut DraftTable) {
    set_line(fields, &["language", "name"], entry, "language");
    set_line(fields, &["fluency", "level"], entry, "fluency");
    entry.set_list("keywords", fields.take_lines("keywords"));
    entry.set("summary", fields.take_prose("summary"));
}

fn reference(fields: &mut Fields, entry: &mut DraftTable) {
    entry.set("name", fields.take_line("name"));
    entry.set("summary", fields.take_prose("reference"));
}
