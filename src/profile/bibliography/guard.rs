//! Rejects input on which the parsers do not end: brackets nested too deep, entries that refer to
//! themselves or inherit from very many, abbreviations that expand without limit.

use std::collections::BTreeMap;
use std::ops::Range;

use biblatex::{Bibliography, Entry, ParseError, RawBibliography, RawChunk, Spanned};

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::bibliography::reporter::Reporter;
use crate::profile::bounds::{MAX_TEXT, too_long};

/// The depth to which brackets may nest. Real bibliographies stay below ten.
const MAX_DEPTH: usize = 64;

/// The length to which an abbreviation may expand, in bytes.
const MAX_LENGTH: usize = 1 << 16;

/// The fields by which an entry inherits from further entries, and other names for them, by which
/// the parser reads the keys in them without following these.
const REFERENCES: [(&str, &str); 2] = [("crossref", "x-crossref"), ("xdata", "x-xdata")];

/// The number of entries to accept.
const MAX_ENTRIES: usize = 5_000;

/// The fields that are not rendered, and may be long.
pub const UNUSED: [&str; 3] = ["abstract", "annotation", "file"];

/// The number of entries that all entries together may inherit from. One that several others refer
/// to counts each time.
const MAX_INHERITED: usize = 20_000;

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

/// Returns the error that brackets are nested too deep from a place on.
pub fn too_deep_error(reporter: &Reporter, place: Range<usize>) -> Diagnostic {
    let message = "brackets are nested too deep";
    reporter
        .error(rule::BIBLIOGRAPHY_SYNTAX, place, message)
        .hint("close the brackets before it")
}

/// Checks the number of entries. `place` is that of the first entry too many.
///
/// # Errors
/// There are too many.
pub fn check_count(
    count: usize,
    place: impl Fn(usize) -> Range<usize>,
    reporter: &Reporter,
) -> Result<(), Diagnostic> {
    if count <= MAX_ENTRIES {
        return Ok(());
    }
    let message = format!("the bibliography has more than {MAX_ENTRIES} entries");
    Err(too_large(reporter, place(MAX_ENTRIES), message))
}

fn too_large(reporter: &Reporter, place: Range<usize>, message: String) -> Diagnostic {
    reporter
        .error(rule::TOO_LARGE, place, message)
        .hint("keep what the CV needs in a file of its own")
}

fn runaway(reporter: &Reporter, place: Range<usize>, message: String) -> Diagnostic {
    reporter
        .error(rule::BIBLIOGRAPHY_SYNTAX, place, message)
        .hint("remove one of the references")
}

/// Checks the lengths of the texts that are rendered.
///
/// # Errors
/// One is too long.
pub fn check_lengths(raw: &RawBibliography, reporter: &Reporter) -> Result<(), Diagnostic> {
    for field in raw.entries.iter().flat_map(|entry| &entry.v.fields) {
        let lengths = field.value.v.iter().map(|chunk| match &chunk.v {
            RawChunk::Normal(text) => text.len(),
            RawChunk::Abbreviation(_) => 0,
        });
        let length: usize = lengths.sum();
        let is_unused = UNUSED
            .iter()
            .any(|name| field.key.v.eq_ignore_ascii_case(name));
        if length > MAX_TEXT && !is_unused {
            return Err(too_large(
                reporter,
                field.key.span.clone(),
                too_long(length),
            ));
        }
    }
    Ok(())
}

/// Checks that abbreviations end.
///
/// # Errors
/// One expands without limit.
pub fn check_abbreviations(raw: &RawBibliography, reporter: &Reporter) -> Result<(), Diagnostic> {
    let abbreviations: Abbreviations = raw
        .abbreviations
        .iter()
        .map(|pair| (pair.key.v, pair.value.v.as_slice()))
        .collect();
    let mut known = BTreeMap::new();
    for pair in &raw.abbreviations {
        if length(pair.key.v, &abbreviations, &mut known, 0).is_none() {
            let message = format!("the abbreviation `{}` expands without limit", pair.key.v);
            let span = pair.key.span.clone();
            return Err(runaway(reporter, span, message));
        }
    }
    Ok(())
}

/// The abbreviations with their texts.
type Abbreviations<'a> = BTreeMap<&'a str, &'a [Spanned<RawChunk<'a>>]>;

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

/// The entries that each entry refers to.
pub struct References<'a> {
    /// In the order of the file.
    entries: Vec<Reference<'a>>,
    /// The places of the entries by their keys.
    places: BTreeMap<&'a str, usize>,
}

/// The keys that an entry refers to.
struct Reference<'a> {
    key: &'a str,
    span: Range<usize>,
    targets: Vec<String>,
}

/// An entry whose references have no end, and why.
struct Endless {
    entry: usize,
    why: &'static str,
}

impl<'a> References<'a> {
    /// Reads the references of all entries as the parser does, so that both mean the same keys.
    ///
    /// # Errors
    /// Those of the parser.
    pub fn read(raw: &RawBibliography<'a>) -> Result<Self, ParseError> {
        let mut only_references = raw.clone();
        for entry in &mut only_references.entries {
            entry.v.fields.retain_mut(|field| {
                let known = REFERENCES
                    .iter()
                    .find(|(name, _)| field.key.v.eq_ignore_ascii_case(name));
                if let Some((_, other)) = known {
                    field.key.v = *other;
                }
                known.is_some()
            });
        }
        only_references
            .entries
            .retain(|entry| !entry.v.fields.is_empty());
        let read = Bibliography::from_raw(only_references)?;
        let mut entries = Vec::new();
        let mut places = BTreeMap::new();
        for entry in &raw.entries {
            let key = entry.v.key.v;
            places.insert(key, entries.len());
            entries.push(Reference {
                key,
                span: entry.v.key.span.clone(),
                targets: read.get(key).map(targets).unwrap_or_default(),
            });
        }
        Ok(Self { entries, places })
    }

    /// Reports references to entries that do not exist.
    pub fn report_dangling(&self, reporter: &mut Reporter) {
        for Reference { key, span, targets } in &self.entries {
            for target in targets {
                if !self.places.contains_key(target.as_str()) {
                    let message = format!("`{key}` refers to `{target}`, which does not exist");
                    let hint = "add that entry, or remove the reference";
                    reporter.warn(span.clone(), message, hint);
                }
            }
        }
    }

    /// Checks that references end.
    ///
    /// # Errors
    /// An entry refers to itself, or inherits from too many others.
    pub fn check(&self, reporter: &Reporter) -> Result<(), Diagnostic> {
        let mut counts = vec![None; self.entries.len()];
        let mut total = 0_usize;
        for entry in 0..self.entries.len() {
            let counted = self.count(entry, &mut counts, &mut Vec::new());
            let endless = counted.and_then(|count| {
                total = total.saturating_add(count);
                let why = "refers to too many others";
                (total <= MAX_INHERITED)
                    .then_some(())
                    .ok_or(Endless { entry, why })
            });
            if let Err(Endless { entry, why }) = endless {
                let Reference { key, span, .. } = &self.entries[entry];
                let message = format!("the entry `{key}` {why}");
                return Err(runaway(reporter, span.clone(), message));
            }
        }
        Ok(())
    }

    /// Returns the number of entries that an entry inherits from, each as often as it is reached.
    /// `path` has those whose references lead to it.
    fn count(
        &self,
        at: usize,
        counts: &mut [Option<usize>],
        path: &mut Vec<usize>,
    ) -> Result<usize, Endless> {
        if let Some(count) = counts[at] {
            return Ok(count);
        }
        if let Some(start) = path.iter().position(|entry| *entry == at) {
            let entry = path[start..].iter().copied().min().unwrap_or(at);
            let why = "refers to itself";
            return Err(Endless { entry, why });
        }
        if path.len() > MAX_DEPTH {
            let why = "starts too long a chain of references";
            return Err(Endless {
                entry: path[0],
                why,
            });
        }
        path.push(at);
        let mut total = 0_usize;
        for target in &self.entries[at].targets {
            if let Some(target) = self.places.get(target.as_str()) {
                let count = self.count(*target, counts, path)?;
                total = total.saturating_add(count).saturating_add(1);
            }
        }
        path.pop();
        counts[at] = Some(total);
        Ok(total)
    }
}

/// Returns the keys that an entry refers to, under the other names of the fields.
fn targets(entry: &Entry) -> Vec<String> {
    let [(_, crossref), (_, xdata)] = REFERENCES;
    let mut keys: Vec<String> = entry.get_as::<String>(crossref).into_iter().collect();
    keys.extend(entry.get_as::<Vec<String>>(xdata).into_iter().flatten());
    keys.retain(|key| !key.is_empty());
    keys
}
