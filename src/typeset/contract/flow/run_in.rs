//! Short entries that share a line: names, and languages with their levels.

use crate::content::plain;
use crate::content::resume::{
    EntryField, Inline, Inlines, ResumeEntry, ResumeSection, Separators, has_link,
};
use crate::profile::SectionKind;
use crate::typeset::contract::shape::{is_keywords_only, is_label};
use crate::typeset::contract::weight::Weight;

/// The most bytes of a language with its level that shares its line with others.
const SHORT: usize = 60;

/// Returns whether a level of a section is a number.
pub fn has_numbers(section: &ResumeSection) -> bool {
    let levels = section
        .entries
        .iter()
        .filter_map(|entry| entry.text(EntryField::Level));
    let mut inlines = levels.flatten();
    inlines.any(|inline| matches!(inline, Inline::Level { .. }))
}

/// Joins adjacent entries that are only names into one line of text, `Sailing, chess`, and languages
/// with their levels, `German (native) · English (C2)`. Keywords without a name are text too. With
/// `has_lines`, each language has its own line. Among as many labels with lists, a
/// name is a label without one.
pub fn run_in(
    section: &ResumeSection,
    separators: &Separators,
    has_lines: bool,
) -> Vec<ResumeEntry> {
    if let Some(line) = languages(section, separators).filter(|_| !has_lines) {
        return vec![as_text(&section.entries[0], line)];
    }
    let count = |test: fn(&ResumeEntry) -> bool| section.entries.iter().filter(|e| test(e)).count();
    let labels = count(|entry| is_label(entry) && entry.texts.has(EntryField::Keywords));
    let names = count(|entry| is_label(entry) && !has_value(entry));
    let are_labels = labels > 0 && names <= labels;
    let mut joined: Vec<ResumeEntry> = Vec::with_capacity(section.entries.len());
    let mut is_open = false;
    for entry in &section.entries {
        let keywords = keywords_of(section, entry, separators);
        let name = match &keywords {
            Some(_) => keywords
                .clone()
                .filter(|_| entry.kind == SectionKind::Interest),
            None => name_of(entry).filter(|_| !are_labels && !has_value(entry)),
        };
        let is_name = name.is_some();
        match name {
            Some(name) if is_open => {
                let last = joined.last_mut();
                for line in last
                    .into_iter()
                    .flat_map(|last| last.texts.all_mut(EntryField::Text))
                {
                    line.push(Inline::Text(separators.list.clone()));
                    line.extend(name.iter().cloned());
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

/// Returns whether an entry has a level or a list.
fn has_value(entry: &ResumeEntry) -> bool {
    entry.texts.has(EntryField::Level) || entry.texts.has(EntryField::Keywords)
}

/// Returns several languages with their levels as one line, if all of them are short. A level with
/// parentheses of its own follows a colon, and so do all others of the line.
fn languages(section: &ResumeSection, separators: &Separators) -> Option<Inlines> {
    let entries = &section.entries;
    let are_languages = (entries.iter()).all(|entry| entry.kind == SectionKind::Language);
    let has_level = entries
        .iter()
        .any(|entry| entry.texts.has(EntryField::Level));
    if entries.len() < 2 || !has_level || !are_languages {
        return None;
    }
    let mut levels = (entries.iter()).filter_map(|entry| entry.text(EntryField::Level));
    let has_parentheses = levels.any(|level| plain(level).contains(['(', '（']));
    let mut line = Inlines::new();
    for entry in entries {
        let mut text = name_of(entry)?;
        if let Some(level) = entry.text(EntryField::Level) {
            let (before, after) = if has_parentheses {
                (separators.after_label(&plain(&text)).to_owned(), "")
            } else {
                let open = format!("{}{}", separators.before_remark(), separators.open);
                (open, separators.close.as_str())
            };
            text.push(Inline::Text(before));
            text.extend(level.iter().cloned());
            text.push(Inline::Text(after.to_owned()));
        }
        if text.weight() > SHORT {
            return None;
        }
        if !line.is_empty() {
            line.push(Inline::Text("\u{a0}· ".to_owned()));
        }
        line.extend(text);
    }
    Some(line)
}

/// Returns an entry whose text replaces its name, level and keywords.
fn as_text(entry: &ResumeEntry, text: Inlines) -> ResumeEntry {
    let replaced = [EntryField::Title, EntryField::Level, EntryField::Keywords];
    let mut texts = entry.texts.without(&replaced);
    texts.set(EntryField::Text, [text]);
    ResumeEntry {
        texts,
        url: None,
        ..entry.clone()
    }
}

/// Returns the name, with its link, of an entry that is only that, or a name with its level.
fn name_of(entry: &ResumeEntry) -> Option<Inlines> {
    let title = entry.text(EntryField::Title)?;
    let is_short = is_label(entry)
        && !entry.texts.has(EntryField::Keywords)
        && entry.cefr.is_none()
        && !entry.keep
        && !entry.break_before
        && !has_link(title);
    if !is_short {
        return None;
    }
    Some(match &entry.url {
        Some(url) => vec![Inline::Link {
            url: url.clone(),
            content: title.clone(),
        }],
        None => title.clone(),
    })
}

/// Returns the keywords of an entry that has nothing else.
fn keywords_of(
    section: &ResumeSection,
    entry: &ResumeEntry,
    separators: &Separators,
) -> Option<Inlines> {
    let keywords = entry.texts.all(EntryField::Keywords);
    if keywords.is_empty() || !is_keywords_only(entry) {
        return None;
    }
    let mut text = Inlines::new();
    if let Some(label) = &section.keywords_label {
        text.extend(label.iter().cloned());
        let colon = separators.after_label(&plain(label));
        text.push(Inline::Text(colon.to_owned()));
    }
    for (index, keyword) in keywords.iter().enumerate() {
        if index > 0 {
            text.push(Inline::Text(separators.list.clone()));
        }
        text.extend(keyword.iter().cloned());
    }
    Some(text)
}
