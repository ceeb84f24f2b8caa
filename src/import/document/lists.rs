//! Writes the sections whose lines are entries: skills, languages, interests, prizes, certificates and
//! publications.

use crate::import::document::body::{Labeled, is_sentence, labeled, members};
use crate::import::document::dated::find;
use crate::import::document::header::{HeaderLine, set_header};
use crate::import::document::line::Line;
use crate::import::document::words::says;
use crate::import::draft::DraftTable;
use crate::import::escape::escaped;
use crate::import::levels::{set_keywords, set_level};
use crate::profile::SectionKind;

/// The most words of a skill, an interest or a language.
const MOST_WORDS: usize = 7;

/// Returns whether each line of sections of a kind is an entry.
pub fn is_of_lines(kind: SectionKind) -> bool {
    use SectionKind::{Award, Certificate, Interest, Language, List, News, Publication, Skill};
    matches!(
        kind,
        Skill | Language | Interest | Award | Certificate | Publication | News | List
    )
}

/// Writes the entries of a section, one or several of a line.
pub fn set_lines(kind: SectionKind, lines: &[&Line], section: &mut DraftTable) {
    if kind == SectionKind::Publication {
        return set_publications(lines, section);
    }
    for line in lines {
        let is_set = match kind {
            SectionKind::Skill | SectionKind::Interest => set_keyworded(kind, line, section),
            SectionKind::Language => set_languages(line, section),
            SectionKind::Award
            | SectionKind::Certificate
            | SectionKind::News
            | SectionKind::List => set_dated(kind, line, section),
            _ => false,
        };
        if !is_set {
            push_text(line.markdown(), section);
        }
    }
}

/// Writes each line as a publication, with the lines below it if they have another style.
fn set_publications(lines: &[&Line], section: &mut DraftTable) {
    let first = lines
        .iter()
        .find(|line| find(line).is_some())
        .map(|line| &line.shape.style);
    let begins = |line: &Line| {
        line.is_item()
            || line.shape.outline.is_some()
            || first.is_none_or(|style| *style == line.shape.style)
    };
    let mut text = String::new();
    for line in lines {
        if begins(line) && !text.is_empty() {
            push_text(std::mem::take(&mut text), section);
        }
        if !text.is_empty() {
            text.push_str("\\\n");
        }
        text.push_str(&line.markdown());
    }
    push_text(text, section);
}

fn push_text(text: String, section: &mut DraftTable) {
    let mut entry = DraftTable::default();
    entry.set("text", Some(text));
    section.push("entry", entry);
}

/// Writes a line `Label: a, b, c`, or a list without a label.
fn set_keyworded(kind: SectionKind, line: &Line, section: &mut DraftTable) -> bool {
    let text = line.markdown();
    if text.contains('\n') || find(line).is_some() {
        return false;
    }
    if let Some(Labeled { label, value }) = labeled(line) {
        if value.is_empty() || is_sentence(&value) {
            return false;
        }
        let mut entry = DraftTable::default();
        entry.set("name", Some(escaped(&label)));
        match members(&value).as_slice() {
            [one] if !line.is_item() && kind == SectionKind::Skill && is_level(one) => {
                set_level(&mut entry, Some(one.clone()));
            }
            _ => set_keywords(&mut entry, members(&value)),
        }
        section.push("entry", entry);
        return true;
    }
    let members = members(&text);
    let is_short = |member: &String| member.split_whitespace().count() <= MOST_WORDS;
    if is_sentence(&text) || !members.iter().all(is_short) {
        return false;
    }
    for member in members {
        let mut entry = DraftTable::default();
        entry.set("name", Some(member));
        section.push("entry", entry);
    }
    true
}

fn is_level(text: &str) -> bool {
    text.split_whitespace().count() <= 3 && says("fluency", text)
}

/// Writes the languages of a line: `German (C2), English – fluent`.
fn set_languages(line: &Line, section: &mut DraftTable) -> bool {
    let text = line.text();
    let whole = language(text.trim());
    let found: Option<Vec<DraftTable>> = match whole {
        Some(entry) => Some(vec![entry]),
        None => members(&text.replace(['|', '\n', '\t'], ";"))
            .iter()
            .map(|member| language(member))
            .collect(),
    };
    let Some(entries) = found else { return false };
    for entry in entries {
        section.push("entry", entry);
    }
    true
}

/// Reads a language and its level; `None` if the text is not certainly one.
fn language(text: &str) -> Option<DraftTable> {
    let text = text.trim();
    let marks = ['(', '（', ':', '：', '–', '—', '\t', '|', ','];
    let (name, fluency) = match text.find(marks).or_else(|| text.find(" - ")) {
        Some(at) => {
            let rest = &text[at..];
            let rest = rest.trim_matches(|c: char| c.is_whitespace() || "(（:：–—|,-".contains(c));
            let closes = rest.ends_with([')', '）']) && !rest.contains(['(', '（']);
            (
                &text[..at],
                if closes {
                    rest.trim_end_matches([')', '）'])
                } else {
                    rest
                },
            )
        }
        None => match text.split_once(' ') {
            Some((name, rest)) if says("fluency", rest) => (name, rest),
            Some(_) if says("fluency", text) => return None,
            _ => (text, ""),
        },
    };
    let name = name.trim();
    let is_name = !name.is_empty()
        && name.split_whitespace().count() <= 3
        && !name.contains(|c: char| c.is_ascii_digit())
        && !says("fluency", name);
    // Several levels of one language follow a colon: `German: reading B2, writing A2`.
    let has_colon = text[name.len()..].trim_start().starts_with([':', '：']);
    let levels = members(fluency);
    let is_short = fluency.split_whitespace().count() <= MOST_WORDS;
    let mut others = levels.iter().skip(1);
    let is_level = match levels.len() {
        0 | 1 => is_short,
        _ if !says("fluency", fluency) => false,
        _ if has_colon => !others.any(|other| other.contains([':', '：', '(', '–'])),
        _ => is_short && !others.any(|other| language_after(other)),
    };
    if !is_name || !is_level {
        return None;
    }
    let mut entry = DraftTable::default();
    entry.set("language", Some(escaped(name)));
    let fluency = fluency.replace(['\t', '\n'], " ");
    entry.set("fluency", Some(escaped(fluency.trim())));
    Some(entry)
}

/// Returns whether a member after a level is the next language: `English (B2)`.
fn language_after(text: &str) -> bool {
    text.contains(['(', '（', ':', '–']) || says("fluency", text) && text.contains(' ')
}

/// Writes a line with a date, or one with a title alone.
fn set_dated(kind: SectionKind, line: &Line, section: &mut DraftTable) -> bool {
    let dated = find(line);
    let is_titled = matches!(kind, SectionKind::Award | SectionKind::Certificate);
    let mut entry = DraftTable::default();
    if is_titled && !is_sentence(&line.text()) && !line.text().contains('\n') {
        let texts = set_header(kind, &[HeaderLine { line, dated }], &mut entry);
        entry.set("summary", Some(texts.join("\n\n")));
        section.push("entry", entry);
        return true;
    }
    let Some(dated) = dated else { return false };
    let rest: Vec<String> = line
        .divided(Some(&dated.range))
        .into_iter()
        .map(|range| line.markdown_of(range))
        .collect();
    if rest.is_empty() {
        return false;
    }
    dated.when.set(&mut entry);
    entry.set("text", Some(rest.join(" · ")));
    section.push("entry", entry);
    true
}
