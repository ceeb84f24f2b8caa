//! What the entries of a section have in common, and whether a section is short enough for a side
//! panel or the box of a form.

use crate::content::resume::{EntryField, ResumeEntry, ResumeSection};
use crate::profile::SectionKind;
use crate::typeset::contract::flow::items::{FlowEntry, FlowItem, SectionFacts};
use crate::typeset::contract::header::titles;
use crate::typeset::contract::runs::{Surrounding, ready, text_of};
use crate::typeset::contract::script::is_ideograph;
use crate::typeset::contract::shape::{Shape, has_body, is_label};
use crate::typeset::contract::weight::Weight;

/// The most bytes of all entries of a section that fits into a side panel, and of each.
const PANEL: usize = 1000;
/// The most bytes of an entry in a side panel.
const PANEL_ENTRY: usize = 320;
/// The most bytes of a sentence in a side panel.
const SENTENCE: usize = 100;
/// How much wider words may be than they are known to be: in bold, or in a wider font.
const LOOSE: f64 = 1.08;
/// The room of a separator and the spaces around it, in em.
const SEPARATOR: f64 = 1.6;

fn is_dated(entry: &ResumeEntry) -> bool {
    !entry.dates.is_empty() || entry.expected || entry.roles.iter().any(is_dated)
}

/// Returns what the entries of a section have in common.
pub fn section_facts(
    section: &ResumeSection,
    entries: &[ResumeEntry],
    index: usize,
) -> SectionFacts {
    let any = |test: fn(&ResumeEntry) -> bool| entries.iter().any(test);
    SectionFacts {
        kind: section.kind,
        index,
        count: entries.len(),
        bodies: any(has_body),
        dated: any(is_dated),
        roles: any(|entry| !entry.roles.is_empty()),
        details: any(|entry| entry.details.iter().any(|detail| detail.label.is_some())),
        keywords: any(|entry| entry.texts.has(EntryField::Keywords)),
        short_labels: entries
            .iter()
            .filter(|entry| is_label(entry))
            .all(has_short_label),
        label: None,
        row: None,
        place: None,
    }
}

/// Returns the width of the widest label of some lists, in em; `None` if there is none, or one is of
/// unknown width.
pub fn widest_label(rows: &[FlowItem]) -> Option<f64> {
    let labels = rows.iter().filter_map(|row| match row {
        FlowItem::Entry(row) if row.shape == Shape::Label => Some(row),
        _ => None,
    });
    let mut widest = None;
    for label in labels {
        let width: f64 = label.widths.get("title")?.iter().sum();
        widest = Some(width.max(widest.unwrap_or(0.0)));
    }
    widest
}

/// Returns the width of the widest place of some entries and their roles that have a date, in em;
/// `None` if there is none, or one is of unknown width.
pub fn widest_place(rows: &[FlowItem]) -> Option<f64> {
    let entries = rows.iter().filter_map(|row| match row {
        FlowItem::Entry(entry) => Some(std::iter::once(&**entry).chain(&entry.roles)),
        _ => None,
    });
    let mut widest = None;
    let has_place = |entry: &&FlowEntry| {
        entry.date.is_some() && entry.parts.groups.contains_key(&EntryField::Location)
    };
    for entry in entries.flatten().filter(has_place) {
        let width: f64 = entry.widths.get("location")?.iter().sum();
        widest = Some(width.max(widest.unwrap_or(0.0)));
    }
    widest
}

/// Returns the width of the widest of some rows, in em, with their separators and dates; `None` if one
/// has text below its header, or an unknown width.
pub fn widest_row(rows: &[FlowItem]) -> Option<f64> {
    let mut widths = rows.iter().map(|row| match row {
        FlowItem::Entry(row) => row_width(row),
        _ => None,
    });
    widths.try_fold(0.0, |widest: f64, width| Some(widest.max(width?)))
}

fn row_width(row: &FlowEntry) -> Option<f64> {
    let is_job = matches!(
        row.section.kind,
        SectionKind::Experience | SectionKind::Education | SectionKind::Publication
    );
    let count = row.parts.groups.len();
    if is_job || row.has_body || row.shape != Shape::Entry || count != row.widths.len() {
        return None;
    }
    let parts = row.widths.values().flatten();
    let parts: f64 = parts.map(|width| LOOSE * width + SEPARATOR).sum();
    let date = row.date.as_ref().map_or(0.0, |date| date.width);
    let has_date = row.date.is_some();
    (!has_date || date > 0.0).then_some(parts + LOOSE * date)
}

/// Returns whether each word of a label fits a narrow column, and all of them a few lines.
fn has_short_label(entry: &ResumeEntry) -> bool {
    let label = titles(entry)
        .map(|title| text_of(&ready(title, Surrounding::Plain)))
        .next()
        .unwrap_or_default();
    label.len() < 60 && label.split(is_break).all(|word| word.chars().count() < 18)
}

fn is_break(c: char) -> bool {
    c.is_whitespace() || is_ideograph(c) && !is_hangul(c)
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7ff}')
}

/// Returns whether a form has a section in its box for motives and skills, if there is room.
pub fn is_for_box(section: &ResumeSection) -> bool {
    let is_allowed = matches!(
        section.kind,
        SectionKind::Text | SectionKind::Skill | SectionKind::Language | SectionKind::Interest
    );
    is_allowed
        && section.sections.is_empty()
        && !section.keep
        && !section.break_before
        && section
            .entries
            .iter()
            .all(|entry| !entry.keep && !entry.break_before)
}

/// Returns whether a section has nothing but short facts: entries without text, `keep` and page
/// breaks, none of which would be tall in a narrow column.
pub fn is_facts(section: &ResumeSection) -> bool {
    let is_allowed = matches!(
        section.kind,
        SectionKind::Skill
            | SectionKind::Language
            | SectionKind::Interest
            | SectionKind::Certificate
            | SectionKind::Award
    );
    is_allowed && is_for_panel(section, is_short)
}

/// Returns whether a section has nothing but brief entries, with no more text than a sentence, which
/// may be in a narrow column where that saves a page.
pub fn is_brief(section: &ResumeSection) -> bool {
    let is_allowed = matches!(
        section.kind,
        SectionKind::Certificate
            | SectionKind::Award
            | SectionKind::Education
            | SectionKind::Reference
    );
    is_allowed && is_for_panel(section, |entry| is_short(entry) || has_sentence(entry))
}

fn is_for_panel(section: &ResumeSection, fits: impl Fn(&ResumeEntry) -> bool) -> bool {
    section.title.is_some()
        && !section.entries.is_empty()
        && section.body.is_empty()
        && section.highlights.is_empty()
        && section.sections.is_empty()
        && !section.keep
        && !section.break_before
        && section.entries.iter().all(fits)
        && section.entries.iter().map(length).sum::<usize>() <= PANEL
}

/// Returns whether an entry has no text but a sentence.
fn has_sentence(entry: &ResumeEntry) -> bool {
    let others = ResumeEntry {
        summary: Vec::new(),
        ..entry.clone()
    };
    entry.summary.len() == 1 && entry.summary.weight() <= SENTENCE && is_short(&others)
}

/// Returns the length of an entry without its dates.
fn length(entry: &ResumeEntry) -> usize {
    entry.weight() - entry.dates.weight()
}

/// Returns whether an entry takes one line of the box.
fn is_short(entry: &ResumeEntry) -> bool {
    !entry.keep && !entry.break_before && !has_body(entry) && length(entry) <= PANEL_ENTRY
}
