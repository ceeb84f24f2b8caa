//! The shapes of entries: what an entry is, judged by the fields that it has.

use serde::Serialize;

use crate::content::resume::{EntryField, EntryTexts, ResumeEntry, ResumeSection};
use crate::profile::SectionKind;

/// The shape of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A header with a body.
    Entry,
    /// A label with a level or a list.
    Label,
    /// Bullets without a header.
    Bullets,
}

/// Returns whether an entry has text below its header.
pub fn has_text(entry: &ResumeEntry) -> bool {
    !(entry.summary.is_empty() && entry.details.is_empty() && entry.highlights.is_empty())
}

/// Returns whether an entry has text or roles below its header.
pub fn has_body(entry: &ResumeEntry) -> bool {
    has_text(entry) || !entry.roles.is_empty()
}

/// Returns an entry without what says nothing about its shape.
fn without_settings(entry: &ResumeEntry) -> ResumeEntry {
    ResumeEntry {
        kind: SectionKind::default(),
        index: None,
        break_before: false,
        keep: false,
        ..entry.clone()
    }
}

/// Returns the shape of an entry.
pub fn shape(entry: &ResumeEntry) -> Shape {
    if is_bullets_only(entry) {
        Shape::Bullets
    } else if is_label(entry) {
        Shape::Label
    } else {
        Shape::Entry
    }
}

/// Returns whether an entry has nothing but bullets.
pub fn is_bullets_only(entry: &ResumeEntry) -> bool {
    if entry.highlights.is_empty() || entry.texts != EntryTexts::default() {
        return false;
    }
    let others = ResumeEntry {
        highlights: Vec::new(),
        number: None,
        ..without_settings(entry)
    };
    others == ResumeEntry::default()
}

/// Returns whether an entry is of a kind that may be a line of a list.
fn is_listed(entry: &ResumeEntry) -> bool {
    matches!(
        entry.kind,
        SectionKind::Skill | SectionKind::Interest | SectionKind::Language
    )
}

/// Returns whether an entry is a name with a level or a list.
pub fn is_label(entry: &ResumeEntry) -> bool {
    if !is_listed(entry) || !entry.texts.has(EntryField::Title) {
        return false;
    }
    let own = [EntryField::Title, EntryField::Level, EntryField::Keywords];
    let others = ResumeEntry {
        texts: entry.texts.without(&own),
        cefr: None,
        url: None,
        ..without_settings(entry)
    };
    others == ResumeEntry::default()
}

/// Returns whether an entry of a list of skills or interests has nothing but keywords.
pub fn is_keywords_only(entry: &ResumeEntry) -> bool {
    let others = ResumeEntry {
        texts: entry.texts.without(&[EntryField::Keywords]),
        ..without_settings(entry)
    };
    is_listed(entry) && others == ResumeEntry::default()
}

/// Returns whether nothing but the title of a publication is known.
pub fn is_bare(entry: &ResumeEntry) -> bool {
    if entry.kind != SectionKind::Publication {
        return false;
    }
    let others = ResumeEntry {
        texts: entry.texts.without(&[EntryField::Title]),
        url: None,
        number: None,
        dates: Vec::new(),
        expected: false,
        ..without_settings(entry)
    };
    others == ResumeEntry::default()
}

/// Returns whether an entry is one or two lines: a flowing text, or a label with its list.
pub fn is_light(entry: &ResumeEntry) -> bool {
    !has_body(entry)
        && (entry.texts.has(EntryField::Text) || is_label(entry) || is_keywords_only(entry))
}

/// Returns whether a section has a few lines, which are not worth a page break between them.
pub fn has_few_lines(section: &ResumeSection) -> bool {
    let has_rows = matches!(section.kind, SectionKind::Award | SectionKind::Certificate);
    let is_line = |entry: &ResumeEntry| is_light(entry) || has_rows && !has_body(entry);
    let mut entries = section.entries.iter();
    (2..=5).contains(&entries.len()) && entries.all(|entry| is_line(entry) && !entry.break_before)
}
