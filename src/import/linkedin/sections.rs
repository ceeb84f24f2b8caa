//! The tables of LinkedIn's archive that become sections: their columns, and the field of an entry that each
//! becomes.
//!
//! The columns are those of archives since 2015; LinkedIn documents none of them.

use std::collections::HashSet;

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::fields::TextForm::{Date, Line, Prose, Raw, Url};
use crate::import::html::is_html;
use crate::import::linkedin::description::{self, DescriptionPart};
use crate::import::linkedin::table::ArchiveTable;
use crate::import::map::How::{All, As, By, Ends, Fact, Period};
use crate::import::map::{List, Row, entry};
use crate::import::notes::Markup;
use crate::import::text;
use crate::profile::MAX_TEXT;
use crate::profile::SectionKind::{
    Award, Certificate, Education, Experience, Interest, Language, Project, Publication, Skill,
};

/// The tables, in the order of the sections. Those that begin with an employer have roles, and those that begin
/// with keywords have nothing else.
pub const SECTIONS: [List; 14] = [
    ("positions", Experience, "", POSITION),
    ("education", Education, "", EDUCATION),
    ("projects", Project, "", PROJECT),
    ("volunteering", Experience, "Volunteering", VOLUNTEERING),
    ("skills", Skill, "", SKILL),
    ("languages", Language, "", LANGUAGE),
    ("certifications", Certificate, "", CERTIFICATION),
    ("honors", Award, "", HONOR),
    ("publications", Publication, "", PUBLICATION),
    ("patents", Publication, "Patents", PATENT),
    ("courses", Certificate, "Courses", COURSE),
    ("testscores", Certificate, "Test scores", TEST_SCORE),
    ("organizations", Experience, "Organizations", ORGANIZATION),
    ("causesyoucareabout", Interest, "", CAUSE),
];

/// The column of the employer, in the tables whose rows become roles.
const EMPLOYER: &str = "Company Name";

const DESCRIPTION: Row = ("Description", "summary", By(described));
const URL: Row = ("Url", "url", As(Url));
const START: &str = "Started On|Start Date";
const END: &str = "Finished On|End Date";
const ENDS: Row = (START, "start", Ends(END));
const PERIOD: Row = (START, "start", Period(END));

const POSITION: &[Row] = &[
    (EMPLOYER, "organization", As(Line)),
    ("Title", "position", As(Line)),
    DESCRIPTION,
    ("Location", "location", As(Line)),
    ("Employment Type", "employment-type", As(Line)),
    PERIOD,
];

const EDUCATION: &[Row] = &[
    ("School Name", "institution", As(Line)),
    ("Degree Name", "degree", As(Line)),
    ("Field Of Study", "area", As(Line)),
    ENDS,
    ("Notes", "summary", By(described)),
    ("Activities", "Activities", By(block)),
];

const PROJECT: &[Row] = &[("Title", "name", As(Line)), DESCRIPTION, URL, ENDS];

const VOLUNTEERING: &[Row] = &[
    (EMPLOYER, "organization", As(Line)),
    ("Role", "position", As(Line)),
    ("Cause", "Cause", Fact),
    PERIOD,
    DESCRIPTION,
];

const SKILL: &[Row] = &[("Name", "keywords", All(Line))];

const LANGUAGE: &[Row] = &[
    ("Name", "language", As(Line)),
    ("Proficiency", "fluency", As(Line)),
];

const CERTIFICATION: &[Row] = &[
    ("Name", "title", As(Line)),
    URL,
    ("Authority", "awarder", As(Line)),
    ENDS,
    ("License Number", "License number", Fact),
];

const HONOR: &[Row] = &[
    ("Title", "title", As(Line)),
    DESCRIPTION,
    ("Issuer", "awarder", As(Line)),
    ("Issued On|Issue Date", "date", As(Date)),
];

const PUBLICATION: &[Row] = &[
    ("Name", "title", As(Line)),
    ("Published On", "date", As(Date)),
    DESCRIPTION,
    ("Publisher", "venue", As(Line)),
    ("Authors", "authors", By(authors)),
    URL,
];

const PATENT: &[Row] = &[
    ("Title|Name", "title", As(Line)),
    DESCRIPTION,
    ("Patent Office|Issuer", "venue", As(Line)),
    ("Status", "status", As(Line)),
    ("Inventors", "authors", By(authors)),
    (
        "Issued On|Issue Date|Filed On|Filing Date",
        "date",
        As(Date),
    ),
    ("Patent Number|Number", "Number", Fact),
    ("Application Number", "Application", Fact),
    URL,
];

const COURSE: &[Row] = &[("Name", "title", As(Line)), ("Number", "Number", Fact)];

const TEST_SCORE: &[Row] = &[
    ("Name|Test Name", "title", As(Line)),
    ("Score", "Score", Fact),
    ("Date|Dated On|Test Date", "date", As(Date)),
    DESCRIPTION,
];

const ORGANIZATION: &[Row] = &[
    ("Name", "organization", As(Line)),
    ("Position|Position Held", "position", As(Line)),
    DESCRIPTION,
    PERIOD,
];

const CAUSE: &[Row] = &[("Supported Cause|Name", "keywords", All(Line))];

/// Writes the section of a table.
pub fn draft(list: &List, table: &ArchiveTable) -> DraftTable {
    let (_, kind, title, rows) = *list;
    let mut section = DraftTable::section(kind);
    section.set("title", Some(title));
    match rows {
        [(EMPLOYER, ..), ..] => add_roles(rows, table, &mut section),
        [(_, "keywords", _)] => {
            let mut all = DraftTable::default();
            let mut known = HashSet::new();
            let mut keywords = Vec::new();
            for row in table.rows() {
                let mut entry = entry(rows, row);
                keywords.extend(entry.list("keywords"));
                all.take_comments(&mut entry);
            }
            // Some archives list a skill twice.
            keywords.retain(|keyword| known.insert(keyword.clone()));
            all.set_list("keywords", keywords);
            section.push("entry", all);
        }
        _ => {
            for row in table.rows() {
                section.push("entry", entry(rows, row));
            }
        }
    }
    section
}

/// Writes an entry for every sequence of rows with the same employer. Several rows are its roles.
fn add_roles(rows: &[Row], table: &ArchiveTable, section: &mut DraftTable) {
    let mut all = table.rows().peekable();
    while let Some(mut row) = all.next() {
        let name = row.text(EMPLOYER).map(str::to_owned);
        let is_same = |next: &Fields| name.is_some() && next.text(EMPLOYER) == name.as_deref();
        if !all.peek().is_some_and(is_same) {
            section.push("entry", entry(rows, row));
            continue;
        }
        let mut parent = DraftTable::default();
        parent.set("organization", row.read(EMPLOYER, Line));
        parent.push("role", entry(rows, row));
        while let Some(mut next) = all.next_if(is_same) {
            next.take(EMPLOYER);
            parent.push("role", entry(rows, next));
        }
        section.push("entry", parent);
    }
}

/// Moves a labeled block.
fn block(row: &mut Fields, from: &str, label: &str, entry: &mut DraftTable) {
    if let Some(body) = row.read(from, Prose) {
        let mut block = DraftTable::default();
        block.set("label", Some(label));
        block.set("body", Some(body));
        entry.push("details", block);
    }
}

/// Moves authors, with commas between them.
fn authors(row: &mut Fields, from: &str, to: &str, entry: &mut DraftTable) {
    if let Some(authors) = row.read(from, Line) {
        let authors = authors.split(',').map(str::trim);
        entry.set_list(to, authors.filter(|author| !author.is_empty()));
    }
}

/// Moves a description as prose and the bullets after it.
fn described(row: &mut Fields, from: &str, to: &str, entry: &mut DraftTable) {
    if row.text(from).is_some_and(is_html) {
        return entry.set(to, row.read(from, Prose));
    }
    let Some(text) = row.peek(from, Raw) else {
        return;
    };
    let description = description::divide(&text);
    let summary = markdown(&description.prose);
    let bullets = description.bullets.into_iter();
    let bullets: Vec<String> = bullets
        .map(|item| text::line(item, Markup::Plain))
        .collect();
    let is_short = |text: &String| text.len() <= MAX_TEXT;
    if is_short(&summary) && bullets.iter().all(is_short) {
        row.take(from);
        entry.set(to, Some(summary));
        entry.set_list("highlights", bullets);
    }
}

/// Moves a summary, with bullets as a list.
pub fn summary(row: &mut Fields, from: &str, to: &str, person: &mut DraftTable) {
    if row.text(from).is_some_and(is_html) {
        return person.set(to, row.read(from, Prose));
    }
    let text = row.peek(from, Raw);
    let summary = text.map(|text| markdown(&description::parts(&text)));
    if let Some(summary) = summary.filter(|summary| summary.len() <= MAX_TEXT) {
        row.take(from);
        person.set(to, Some(summary));
    }
}

/// Returns the parts of a description as block Markdown.
fn markdown(parts: &[DescriptionPart]) -> String {
    let parts = parts.iter().map(|part| match part {
        DescriptionPart::Lines(lines) => text::markdown_of_plain(&lines.join("\n")),
        DescriptionPart::Bullets(items) => {
            let items = items.iter();
            let items = items.map(|item| format!("- {}", text::markdown_of_plain(item)));
            items.collect::<Vec<_>>().join("\n")
        }
    });
    parts.collect::<Vec<_>>().join("\n\n")
}
