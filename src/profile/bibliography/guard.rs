//! Rejects input on which the parsers do not end: brackets nested too deep, entries that refer to
//! themselves or inherit from very many, abbreviations that expand without limit.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use biblatex::{Bibliography, ParseError, RawBibliography, RawChunk, Spanned};

use crate::diagnostic::{Diagnostic, Source, rule};
use crate::profile::bounds::{MAX_TEXT, too_long};

/// The depth to which brackets may nest. Real bibliographies stay below ten.
const MAX_DEPTH: usize = 64;

/// The length to which an abbreviation may expand, in bytes.
const MAX_LENGTH: usize = 1 << 16;

/// The fields by which an entry inherits from further entries, and other names for them, by which
/// the parser reads the keys in them without following these.
const REFERENCES: [(&str, &str); 2] = [("crossref", "x-crossref"), ("xdata", "x-xdata")];

/// The number of entries to accept.
pub const MAX_ENTRIES: usize = 5_000;

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
pub fn too_deep_error(source: &Arc<Source>, place: Range<usize>) -> Diagnostic {
    let message = "brackets are nested too deep";
    Diagnostic::error(rule::BIBLIOGRAPHY_SYNTAX, message)
        .at(source, place, "")
        .hint("close the brackets before it")
}

/// Returns the message and the place of a text that is too long, or of the first entry too many.
pub fn too_large(raw: &RawBibliography) -> Option<(String, Range<usize>)> {
    if let Some(entry) = raw.entries.get(MAX_ENTRIES) {
        let message = format!("the bibliography has more than {MAX_ENTRIES} entries");
        return Some((message, entry.v.key.span.clone()));
    }
    let fields = raw.entries.iter().flat_map(|entry| &entry.v.fields);
    fields
        .filter(|field| {
            !UNUSED
                .iter()
                .any(|name| field.key.v.eq_ignore_ascii_case(name))
        })
        .find_map(|field| {
            let lengths = field.value.v.iter().map(|chunk| match &chunk.v {
                RawChunk::Normal(text) => text.len(),
                RawChunk::Abbreviation(_) => 0,
            });
            let length: usize = lengths.sum();
            let is_long = length > MAX_TEXT;
            is_long.then(|| (too_long(length), field.key.span.clone()))
        })
}

/// Returns the message and the place of an abbreviation that expands without limit.
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
    None
}

/// The abbreviations with their texts.
type Abbreviations<'a> = BTreeMap<&'a str, &'a [Spanned<RawChunk<'a>>]>;

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

/// A reference to an entry that does not exist.
pub struct DanglingReference<'a> {
    /// The key of the entry.
    pub entry: &'a str,
    /// The key that it refers to.
    pub target: String,
    /// The place of the entry's key.
    pub span: Range<usize>,
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

    /// Returns the references to entries that do not exist.
    pub fn dangling(&self) -> Vec<DanglingReference<'a>> {
        let mut found = Vec::new();
        for entry in &self.entries {
            for target in &entry.targets {
                if !self.places.contains_key(target.as_str()) {
                    found.push(DanglingReference {
                        entry: entry.key,
                        target: target.clone(),
                        span: entry.span.clone(),
                    });
                }
            }
        }
        found
    }

    /// Returns the message and the place of an entry that refers to itself, or that inherits from
    /// too many others.
    pub fn runaway(&self) -> Option<(String, Range<usize>)> {
        let mut counts = vec![Count::Unknown; self.entries.len()];
        let mut total = 0_usize;
        for (at, entry) in self.entries.iter().enumerate() {
            let (entry, why) = match self.count(at, &mut counts, 0) {
                Ok(count) => {
                    total = total.saturating_add(count);
                    if total <= MAX_INHERITED {
                        continue;
                    }
                    (entry, "refers to too many others")
                }
                Err(Endless::Circle(circle)) => (&self.entries[circle.first], "refers to itself"),
                Err(Endless::Chain) => (entry, "starts too long a chain of references"),
            };
            let message = format!("the entry `{}` {why}", entry.key);
            return Some((message, entry.span.clone()));
        }
        None
    }

    /// Returns the number of entries that an entry inherits from, each as often as it is reached.
    fn count(&self, at: usize, counts: &mut [Count], depth: usize) -> Result<usize, Endless> {
        match counts[at] {
            Count::Known(count) => return Ok(count),
            Count::Open => {
                return Err(Endless::Circle(Circle {
                    end: at,
                    first: at,
                    is_closed: false,
                }));
            }
            Count::Unknown if depth > MAX_DEPTH => return Err(Endless::Chain),
            Count::Unknown => counts[at] = Count::Open,
        }
        let mut total = 0_usize;
        for target in &self.entries[at].targets {
            if let Some(target) = self.places.get(target.as_str()) {
                let count = self.count(*target, counts, depth + 1);
                let count = count.map_err(|endless| endless.through(at))?;
                total = total.saturating_add(count).saturating_add(1);
            }
        }
        counts[at] = Count::Known(total);
        Ok(total)
    }
}

/// The number of entries that an entry inherits from, while they are counted.
#[derive(Clone, Copy)]
enum Count {
    Unknown,
    Open,
    Known(usize),
}

/// Why references have no end.
enum Endless {
    /// They lead to an entry that they started from.
    Circle(Circle),
    /// They are too long for the parser's stack.
    Chain,
}

/// A circle of references, while it is followed back.
struct Circle {
    /// The entry that was reached again.
    end: usize,
    /// The first of its entries in the file.
    first: usize,
    is_closed: bool,
}

impl Endless {
    /// Adds an entry whose references led here.
    fn through(self, at: usize) -> Self {
        match self {
            Self::Circle(circle) if !circle.is_closed => Self::Circle(Circle {
                first: circle.first.min(at),
                is_closed: at == circle.end,
                ..circle
            }),
            other => other,
        }
    }
}

/// Returns the keys that an entry refers to, under the other names of the fields.
fn targets(entry: &biblatex::Entry) -> Vec<String> {
    let [(_, crossref), (_, xdata)] = REFERENCES;
    let mut keys: Vec<String> = entry.get_as::<String>(crossref).into_iter().collect();
    keys.extend(entry.get_as::<Vec<String>>(xdata).into_iter().flatten());
    keys.retain(|key| !key.is_empty());
    keys
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
