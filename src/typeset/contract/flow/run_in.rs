//! Short entries that share a line: names, and languages with their levels.

use crate::content::resume::{Inline, Inlines, ResumeEntry, ResumeSection, Separators};
use crate::profile::SectionKind;
use crate::typeset::contract::runs::has_link;
use crate::typeset::contract::shape::{is_keywords_only, is_label};
use crate::typeset::contract::weight::Weight;

/// The most bytes of a language with its level that shares its line with others.
const SHORT: usize = 60;

/// Returns whether a level of a section is a number.
pub fn has_numbers(section: &ResumeSection) -> bool {
    let levels = section
        .entries
        .iter()
        .filter_map(|entry| entry.level.as_ref());
    let mut inlines = levels.flatten();
    inlines.any(|inline| matches!(inline, Inline::Level { .. }))
}

/// Joins adjacent entries that are only names into one line of text, `Sailing, chess`, and languages
/// with their levels, `German (native) · English (C2)`. Keywords without a name are text too. With
/// `has_lines`, each language has its own line.
pub fn run_in(
    section: &ResumeSection,
    separators: &Separators,
    has_lines: bool,
) -> Vec<ResumeEntry> {
    if let Some(line) = languages(section, separators).filter(|_| !has_lines) {
        return vec![as_text(&section.entries[0], line)];
    }
    let mut joined: Vec<ResumeEntry> = Vec::with_capacity(section.entries.len());
    let mut is_open = false;
    for entry in &section.entries {
        let keywords = keywords_of(section, entry, separators);
        let name = match &keywords {
            Some(_) => keywords
                .clone()
                .filter(|_| entry.kind == SectionKind::Interest),
            None => short_of(entry, separators).filter(|_| entry.level.is_none()),
        };
        let is_name = name.is_some();
        match name {
            Some(name) if is_open => {
                if let Some(line) = joined.last_mut().and_then(|last| last.text.as_mut()) {
                    line.push(Inline::Text(separators.list.clone()));
                    line.extend(name);
                }
            }
            Some(name) => joined.push(as_text(entry, name)),
            None => joined.push(match keywords {
                Some(text) => as_text(entry, text),
                None => entry.clone(),
            }),
        }
        is_open = is_name;
    }
    joined
}

/// Returns several languages with their levels as one line, if all of them are short.
fn languages(section: &ResumeSection, separators: &Separators) -> Option<Inlines> {
    let entries = &section.entries;
    let are_languages = (entries.iter()).all(|entry| entry.kind == SectionKind::Language);
    let has_level = entries.iter().any(|entry| entry.level.is_some());
    if entries.len() < 2 || !has_level || !are_languages {
        return None;
    }
    let mut line = Inlines::new();
    for entry in entries {
        let text = short_of(entry, separators).filter(|text| text.weight() <= SHORT)?;
        if !line.is_empty() {
            line.push(Inline::Text("\u{a0}· ".to_owned()));
        }
        line.extend(text);
    }
    Some(line)
}

/// Returns an entry whose text replaces its name, level and keywords.
fn as_text(entry: &ResumeEntry, text: Inlines) -> ResumeEntry {
    ResumeEntry {
        title: None,
        level: None,
        keywords: Vec::new(),
        url: None,
        text: Some(text),
        ..entry.clone()
    }
}

/// Returns an entry that is only a name, with its link, or a name with its level.
fn short_of(entry: &ResumeEntry, separators: &Separators) -> Option<Inlines> {
    let title = entry.title.as_ref()?;
    let is_short = is_label(entry)
        && entry.keywords.is_empty()
        && entry.cefr.is_none()
        && !entry.keep
        && !entry.break_before
        && !has_link(title);
    if !is_short {
        return None;
    }
    let mut text = match &entry.url {
        Some(url) => vec![Inline::Link {
            url: url.clone(),
            content: title.clone(),
        }],
        None => title.clone(),
    };
    if let Some(level) = &entry.level {
        let space = if separators.open == "(" { " " } else { "" };
        text.push(Inline::Text(format!("{space}{}", separators.open)));
        text.extend(level.iter().cloned());
        text.push(Inline::Text(separators.close.clone()));
    }
    Some(text)
}

/// Returns the keywords of an entry that has nothing else.
fn keywords_of(
    section: &ResumeSection,
    entry: &ResumeEntry,
    separators: &Separators,
) -> Option<Inlines> {
    if entry.keywords.is_empty() || !is_keywords_only(entry) {
        return None;
    }
    let mut text = Inlines::new();
    if let Some(label) = &section.keywords_label {
        text.extend(label.iter().cloned());
        text.push(Inline::Text(separators.label.clone()));
    }
    for (index, keyword) in entry.keywords.iter().enumerate() {
        if index > 0 {
            text.push(Inline::Text(separators.list.clone()));
        }
        text.extend(keyword.iter().cloned());
    }
    Some(text)
}
