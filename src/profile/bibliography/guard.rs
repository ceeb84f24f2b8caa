//! Refuses what would make the parsers of others run away: brackets nested without end, entries
//! that refer to themselves, abbreviations that grow without end.
//!
//! Uses biblatex's raw entries.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use biblatex::{RawBibliography, RawChunk, RawEntry, Spanned};

/// The deepest that brackets may nest. Nobody's bibliography has ten.
const DEEPEST: usize = 64;

/// The longest that an abbreviation may become, in bytes.
const LONGEST: usize = 1 << 16;

/// The fields by which an entry takes over those of another.
const REFERENCES: [&str; 2] = ["crossref", "xdata"];

/// The place of the first bracket that is nested too deep.
pub fn too_deep(text: &str) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Some(at..at + 1);
        }
    }
    None
}

/// What runs in a circle or grows without end, and where it stands.
pub fn runaway(raw: &RawBibliography) -> Option<(String, Range<usize>)> {
    let abbreviations: Abbreviations = raw
        .abbreviations
        .iter()
        .map(|pair| (pair.key.v, pair.value.v.as_slice()))
        .collect();
    let mut known = BTreeMap::new();
    for pair in &raw.abbreviations {
        if length(pair.key.v, &abbreviations, &mut known, 0).is_none() {
            return Some((
                format!("the abbreviation `{}` has no end", pair.key.v),
                pair.key.span.clone(),
            ));
        }
    }
    let mut refers: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for entry in &raw.entries {
        refers
            .entry(entry.v.key.v)
            .or_default()
            .extend(references(entry));
    }
    let circle = raw
        .entries
        .iter()
        .find(|entry| leads_to_itself(entry.v.key.v, &refers))?;
    let key = &circle.v.key;
    Some((
        format!("the entry `{}` refers to itself", key.v),
        key.span.clone(),
    ))
}

/// What each abbreviation stands for.
type Abbreviations<'a> = BTreeMap<&'a str, &'a [Spanned<RawChunk<'a>>]>;

/// The entries that refer to one that is not there: the entry, what it refers to, and where its key
/// stands.
pub fn dangling<'a>(raw: &RawBibliography<'a>) -> Vec<(&'a str, String, Range<usize>)> {
    let known: BTreeSet<&str> = raw.entries.iter().map(|entry| entry.v.key.v).collect();
    let mut found = Vec::new();
    for entry in &raw.entries {
        let lost = references(entry)
            .into_iter()
            .filter(|key| !known.contains(key.as_str()));
        found.extend(lost.map(|key| (entry.v.key.v, key, entry.v.key.span.clone())));
    }
    found
}

/// The keys of the entries that one takes over fields from.
fn references(entry: &Spanned<RawEntry>) -> Vec<String> {
    let is_reference = |key: &str| REFERENCES.iter().any(|name| key.eq_ignore_ascii_case(name));
    let fields = entry
        .v
        .fields
        .iter()
        .filter(|field| is_reference(field.key.v));
    let texts = fields
        .flat_map(|field| &field.value.v)
        .filter_map(|chunk| match &chunk.v {
            RawChunk::Normal(text) => Some(*text),
            RawChunk::Abbreviation(_) => None,
        });
    let keys = texts
        .flat_map(|text| text.split(','))
        .map(|key| key.trim_matches(['{', '}', ' ']).to_owned());
    keys.filter(|key| !key.is_empty()).collect()
}

/// How long an abbreviation becomes; `None` where it has no end, or would be longer than any text.
fn length<'a>(
    name: &'a str,
    all: &Abbreviations<'a>,
    known: &mut BTreeMap<&'a str, usize>,
    depth: usize,
) -> Option<usize> {
    if let Some(length) = known.get(name) {
        return Some(*length);
    }
    // One that is not defined is an error of its own.
    let Some(chunks) = all.get(name) else {
        return Some(0);
    };
    let mut total = 0_usize;
    for chunk in *chunks {
        total += match &chunk.v {
            RawChunk::Normal(text) => text.len(),
            RawChunk::Abbreviation(_) if depth >= DEEPEST => return None,
            RawChunk::Abbreviation(other) => length(other, all, known, depth + 1)?,
        };
        if total > LONGEST {
            return None;
        }
    }
    known.insert(name, total);
    Some(total)
}

fn leads_to_itself(start: &str, refers: &BTreeMap<&str, Vec<String>>) -> bool {
    let mut seen: Vec<&str> = Vec::new();
    let mut open: Vec<&str> = refers
        .get(start)
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    while let Some(key) = open.pop() {
        if key == start {
            return true;
        }
        if !seen.contains(&key) {
            seen.push(key);
            open.extend(refers.get(key).into_iter().flatten().map(String::as_str));
        }
    }
    false
}
