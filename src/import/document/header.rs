//! Writes the header of an entry: what is beside its date becomes the fields of its kind.
//!
//! Words tell an employer, a position and a degree apart; the order decides where they tell nothing.
//! What has no field is in the text of the entry.

use crate::import::document::dated::Dated;
use crate::import::document::line::{Line, LinePart, is_shown};
use crate::import::document::words::{joint, says};
use crate::import::draft::DraftTable;
use crate::import::escape::escaped;
use crate::import::links::{add_link, add_page};
use crate::import::text;
use crate::profile::{MAX_LINE, SectionKind};

/// Signs with spaces that divide a header.
const DASHES: [&str; 5] = [" – ", " — ", " - ", " / ", " // "];

/// The most characters of a place.
const MOST_OF_PLACE: usize = 40;

/// A line of a header, with its date.
#[derive(Debug)]
pub struct HeaderLine<'l> {
    /// The line.
    pub line: &'l Line,
    /// The date in it.
    pub dated: Option<Dated>,
}

/// Writes the lines of a header into an entry; returns the texts that have no field there.
pub fn set_header(kind: SectionKind, header: &[HeaderLine], entry: &mut DraftTable) -> Vec<String> {
    for dated in header.iter().filter_map(|head| head.dated.as_ref()) {
        dated.when.set(entry);
    }
    set_links(header, entry);
    let mut lines: Vec<Vec<String>> = header.iter().map(parts).collect();
    lines.retain(|parts| !parts.is_empty());
    let fields: &[&str] = match kind {
        SectionKind::Experience => &["position", "organization", "location"],
        SectionKind::Education => &["degree", "institution", "location"],
        SectionKind::Project => &["name", "subtitle"],
        SectionKind::Award | SectionKind::Certificate => &["title", "awarder"],
        SectionKind::Reference => &["name", "position", "organization"],
        _ => &[],
    };
    if matches!(kind, SectionKind::Experience | SectionKind::Education) {
        set_place(&mut lines, entry);
    }
    let mut others = Vec::new();
    if kind == SectionKind::Project && lines.len() > 1 {
        others = lines.split_off(1).concat();
    }
    let mut parts: Vec<String> = lines.concat();
    if let [title] = parts.as_slice()
        && kind == SectionKind::Project
        && let Some((name, subtitle)) = title.split_once(": ")
    {
        parts = vec![name.to_owned(), subtitle.to_owned()];
    }
    if fields.is_empty() {
        return parts;
    }
    if parts.len() == 1 && kind != SectionKind::Project {
        parts = at_commas(&parts[0], kind, entry);
    } else if names_employer_last(&parts) {
        // A date stood in the middle of the line.
        let after = parts.split_off(1);
        parts = at_commas(&parts[0], kind, entry);
        parts.extend(after);
    }
    if kind != SectionKind::Project {
        take_known(&mut parts, fields, entry);
    }
    for field in fields.iter().filter(|field| **field != "location") {
        if !entry.has(field) && !parts.is_empty() {
            set_field(entry, field, &parts.remove(0));
        }
    }
    if let [place] = parts.as_slice()
        && fields.contains(&"location")
        && !entry.has("location")
        && is_place(place)
    {
        entry.set("location", Some(escaped(place)));
        parts.clear();
    }
    if kind == SectionKind::Education {
        set_area(entry);
    }
    parts.append(&mut others);
    parts.iter().map(|part| escaped(part)).collect()
}

/// Writes the addresses in a header: the first is that of the entry.
fn set_links(header: &[HeaderLine], entry: &mut DraftTable) {
    for LinePart { text: shown, link } in header.iter().flat_map(|head| head.line.hidden_links()) {
        let Some(url) = link.as_deref().and_then(text::url) else {
            continue;
        };
        if entry.has("url") && !is_shown(&shown, &url) {
            add_link(entry, Some(&escaped(shown.trim())), Some(&url));
        } else {
            add_page(entry, &url);
        }
    }
}

/// Returns the parts of a line of a header without its date.
fn parts(head: &HeaderLine) -> Vec<String> {
    let range = head.dated.as_ref().map(|dated| &dated.range);
    let mut parts = Vec::new();
    for LinePart { text, .. } in head.line.parts(range) {
        let mut rest = text.as_str();
        while let Some((at, length)) = division(rest) {
            parts.push(rest[..at].to_owned());
            rest = &rest[at + length..];
        }
        parts.push(rest.to_owned());
    }
    let trimmed = parts
        .iter()
        .map(|part| part.trim().trim_matches([',', ';']).trim());
    let parts = trimmed.filter(|part| part.contains(char::is_alphanumeric));
    parts.map(str::to_owned).collect()
}

fn division(text: &str) -> Option<(usize, usize)> {
    let dashes = DASHES.iter();
    let found = dashes.filter_map(|dash| Some((text.find(dash)?, dash.len())));
    found.min().or_else(|| joint(text))
}

/// Takes the place at the end of the parts: `Riga, Latvia` after an employer.
fn set_place(lines: &mut [Vec<String>], entry: &mut DraftTable) {
    let count: usize = lines.iter().map(Vec::len).sum();
    let Some(last) = lines.iter_mut().rev().find(|parts| !parts.is_empty()) else {
        return;
    };
    let Some(part) = last.last() else { return };
    if count > 2 && is_place(part) && !is_word_known(part) {
        entry.set("location", Some(escaped(part)));
        last.pop();
        return;
    }
    if count < 2 {
        return;
    }
    let is_role = |part: &String| says("position", part) && !says("organization", part);
    let has_role = lines.iter().flatten().any(is_role);
    for parts in lines.iter_mut() {
        for part in parts.iter_mut() {
            let is_employer = has_role && !is_role(part);
            let pieces: Vec<&str> = part.split(", ").collect();
            let most = if pieces.len() > 2 { 2 } else { 1 };
            let (names, places) = pieces.split_at(pieces.len() - most);
            let is_named = names.first().is_some_and(|name| {
                is_employer || says("organization", name) && !says("position", name)
            });
            let is_place = |place: &&str| is_place(place) && !is_word_known(place);
            if is_named && places.iter().all(is_place) && !entry.has("location") {
                entry.set("location", Some(escaped(&places.join(", "))));
                *part = names.join(", ");
                return;
            }
        }
    }
}

fn is_word_known(text: &str) -> bool {
    ["organization", "position", "degree"]
        .iter()
        .any(|list| says(list, text))
}

/// Returns whether a text can be the name of a place: few words in capitals, without digits.
fn is_place(text: &str) -> bool {
    let is_name = |word: &str| word.chars().next().is_some_and(|c| !c.is_lowercase());
    let words: Vec<&str> = text.split_whitespace().collect();
    text.chars().count() <= MOST_OF_PLACE
        && words.len() <= 4
        && !text.contains(|c: char| c.is_ascii_digit() || "@:".contains(c))
        && words.first().is_some_and(|word| is_name(word))
        && words.last().is_some_and(|word| is_name(word))
}

/// Returns whether the first part ends with an employer or a school, and no other part has one.
fn names_employer_last(parts: &[String]) -> bool {
    let Some((first, others)) = parts.split_first() else {
        return false;
    };
    let last = first.rsplit_once(", ").map(|(_, last)| last);
    last.is_some_and(|last| says("organization", last))
        && !others.iter().any(|other| says("organization", other))
}

/// Divides a header of one part at its commas, if words show what is before and after.
fn at_commas(part: &str, kind: SectionKind, entry: &mut DraftTable) -> Vec<String> {
    let whole = || vec![part.to_owned()];
    let spaced = part.replace('，', ", ");
    let pieces: Vec<&str> = spaced.split(", ").map(str::trim).collect();
    let [first, second, rest @ ..] = pieces.as_slice() else {
        return whole();
    };
    if kind == SectionKind::Reference
        || matches!(kind, SectionKind::Award | SectionKind::Certificate)
    {
        let is_named = says("organization", second) || kind == SectionKind::Reference;
        return match rest {
            [] if is_named => vec![(*first).to_owned(), (*second).to_owned()],
            [third] if kind == SectionKind::Reference => {
                vec![
                    (*first).to_owned(),
                    (*second).to_owned(),
                    (*third).to_owned(),
                ]
            }
            _ => whole(),
        };
    }
    let is_org = |text: &str| says("organization", text);
    let Some(named) = pieces.iter().position(|piece| is_org(piece)) else {
        let is_role = says("position", first) || says("degree", first);
        return match rest {
            [] if is_role && !says("position", second) => {
                vec![(*first).to_owned(), (*second).to_owned()]
            }
            [place] if is_role && is_place(place) => {
                entry.set("location", Some(escaped(place)));
                vec![(*first).to_owned(), (*second).to_owned()]
            }
            _ => whole(),
        };
    };
    let (before, after) = pieces.split_at(named);
    let (own, mut after) = after.split_at(1);
    let mut found = Vec::new();
    if !before.is_empty() {
        found.push(before.join(", "));
        if (1..=2).contains(&after.len()) && after.iter().all(|place| is_place(place)) {
            entry.set("location", Some(escaped(&after.join(", "))));
            after = &[];
        }
    } else if after.iter().all(|piece| !is_word_known(piece)) {
        return whole();
    }
    found.push(own[0].to_owned());
    if !after.is_empty() {
        found.push(after.join(", "));
    }
    found
}

/// Takes the parts whose words tell their fields, if no other part tells the same.
fn take_known(parts: &mut Vec<String>, fields: &[&str], entry: &mut DraftTable) {
    for (field, list, other) in [
        ("organization", "organization", "position"),
        ("institution", "organization", "degree"),
        ("degree", "degree", "organization"),
        ("position", "position", "organization"),
        ("awarder", "organization", "degree"),
    ] {
        if !fields.contains(&field) || entry.has(field) || parts.len() < 2 && field != "institution"
        {
            continue;
        }
        let is_certain = |part: &String| says(list, part) && !says(other, part);
        let found = parts.iter().position(is_certain);
        let is_free = field != "awarder" || found.is_some_and(|at| at > 0);
        if let Some(at) = found.filter(|_| is_free) {
            let part = parts.remove(at);
            set_field(entry, field, &part);
        }
    }
}

fn set_field(entry: &mut DraftTable, field: &str, part: &str) {
    let escaped = escaped(part);
    if escaped.len() > MAX_LINE {
        entry.set("summary", Some(escaped));
    } else {
        let name = if field == "name" { part } else { &escaped };
        entry.set(field, Some(name));
    }
}

/// Returns whether a degree is an abbreviation, which no word joins to its area: `Ph.D.`, `MSc`.
fn is_abbreviation(degree: &str) -> bool {
    let last = degree.split_whitespace().next_back().unwrap_or_default();
    last.contains('.') || last.chars().count() < 4
}

/// Divides a degree and its area: `Bachelor in Physics`.
fn set_area(entry: &mut DraftTable) {
    let Some(degree) = entry.text("degree").map(str::to_owned) else {
        return;
    };
    for joint in [" in ", " en "] {
        if let Some((title, area)) = degree.split_once(joint)
            && says("degree", title)
            && !is_abbreviation(title)
            && !says("degree", area)
            && !entry.has("area")
        {
            entry.set("degree", Some(title));
            entry.set("area", Some(area));
            return;
        }
    }
}
