//! Rejects input on which the parsers do not end: brackets nested too deep, entries that refer to
//! themselves, abbreviations that expand without limit.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use biblatex::{RawBibliography, RawChunk, RawEntry, Spanned};

/// The depth to which brackets may nest. Real bibliographies stay below ten.
const MAX_DEPTH: usize = 64;

/// The length to which an abbreviation may expand, in bytes.
const MAX_LENGTH: usize = 1 << 16;

/// The fields by which an entry inherits those of another.
const REFERENCES: [&str; 2] = ["crossref", "xdata"];

/// Returns the first bracket that is nested too deep.
pub fn too_deep(text: &str) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(at..at + 1);
        }
    }
    None
}

/// Returns the message and the place of a circular reference, or of an abbreviation that expands
/// without limit.
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
                format!("the abbreviation `{}` expands without limit", pair.key.v),
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

/// The abbreviations with their texts.
type Abbreviations<'a> = BTreeMap<&'a str, &'a [Spanned<RawChunk<'a>>]>;

/// A reference to an entry that does not exist.
pub struct DanglingReference<'a> {
    /// The key of the entry.
    pub entry: &'a str,
    /// The key that it refers to.
    pub target: String,
    /// The place of the entry's key.
    pub span: Range<usize>,
}

/// Returns the references to entries that do not exist.
pub fn dangling_references<'a>(raw: &RawBibliography<'a>) -> Vec<DanglingReference<'a>> {
    let known: BTreeSet<&str> = raw.entries.iter().map(|entry| entry.v.key.v).collect();
    let mut found = Vec::new();
    for entry in &raw.entries {
        for target in references(entry) {
            if !known.contains(target.as_str()) {
                found.push(DanglingReference {
                    entry: entry.v.key.v,
                    target,
                    span: entry.v.key.span.clone(),
                });
            }
        }
    }
    found
}

fn is_reference(key: &str) -> bool {
    REFERENCES.iter().any(|name| key.eq_ignore_ascii_case(name))
}

/// Returns the keys of the entries that an entry inherits fields from.
fn references(entry: &Spanned<RawEntry>) -> Vec<String> {
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

/// Returns the length of an expanded abbreviation; `None` if it exceeds the limits.
fn length<'a>(
    name: &'a str,
    all: &Abbreviations<'a>,
    known: &mut BTreeMap<&'a str, usize>,
    depth: usize,
) -> Option<usize> {
    if let Some(length) = known.get(name) {
        return Some(*length);
    }
    // The parser reports an undefined one.
    let Some(chunks) = all.get(name) else {
        return Some(0);
    };
    let mut total = 0_usize;
    for chunk in *chunks {
        total += match &chunk.v {
            RawChunk::Normal(text) => text.len(),
            RawChunk::Abbreviation(_) if depth >= MAX_DEPTH => return None,
            RawChunk::Abbreviation(other) => length(other, all, known, depth + 1)?,
        };
        if total > MAX_LENGTH {
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
