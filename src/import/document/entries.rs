//! Divides a section into entries: a line with a date begins one, or a heading below that of the section.

use crate::import::document::body::{is_sentence, keywords_label, labeled, set_body};
use crate::import::document::dated::{Dated, find};
use crate::import::document::header::{HeaderLine, set_header};
use crate::import::document::line::Line;
use crate::import::document::words::says;
use crate::import::draft::DraftTable;
use crate::profile::SectionKind;

/// The most characters of a position or the like that is alone in a header.
const MOST_OF_NAME: usize = 70;

/// The most characters of an abbreviation with its full stop.
const LONGEST_ABBREVIATION: usize = 5;

/// The most characters of a line of a header.
const MOST_OF_HEADER: usize = 120;

/// The lines of one entry.
struct EntryLines<'l> {
    /// The level of its heading.
    outline: Option<u8>,
    header: Vec<HeaderLine<'l>>,
    body: Vec<&'l Line>,
}

impl EntryLines<'_> {
    fn is_dated(&self) -> bool {
        self.header.iter().any(|head| head.dated.is_some())
    }
}

/// A line of a section.
struct SectionLine<'l> {
    line: &'l Line,
    dated: Option<Dated>,
}

/// Writes the entries of a section; returns the lines before the first. `level` is that of the headings of
/// sections.
pub fn set_entries<'l>(
    kind: SectionKind,
    lines: &[&'l Line],
    level: Option<u8>,
    section: &mut DraftTable,
) -> Vec<&'l Line> {
    let items_begin = begins_with_items(lines);
    let lines: Vec<SectionLine> = lines
        .iter()
        .map(|line| SectionLine {
            line,
            dated: find(line).filter(|dated| is_header(line, dated, items_begin)),
        })
        .collect();
    let mut divider = Divider {
        lines: &lines,
        level,
        leads: lines.len() > 1 && lines[0].dated.is_none() && lines[1].dated.is_some(),
        has_below: false,
    };
    divider.has_below = (0..lines.len()).any(|at| divider.is_below(at));
    let (intro, entries) = divider.divide();
    let all: Vec<&Line> = entries
        .iter()
        .flat_map(|entry| entry.body.iter().copied())
        .collect();
    let has_keywords = matches!(kind, SectionKind::Experience | SectionKind::Project);
    let keywords = keywords_label(&all).filter(|_| has_keywords);
    section.set("keywords-label", keywords.as_deref());
    let mut groups = entries.iter().peekable();
    while let Some(entry) = groups.next() {
        let mut table = DraftTable::default();
        let mut roles: Vec<&EntryLines> = Vec::new();
        while kind == SectionKind::Experience
            && !entry.is_dated()
            && let Some(role) = groups.next_if(|next| {
                next.is_dated() && next.outline > entry.outline && entry.outline.is_some()
            })
        {
            roles.push(role);
        }
        let texts = if roles.is_empty() && !set_text(entry, &mut table) {
            set_header(kind, &entry.header, &mut table)
        } else if roles.is_empty() {
            Vec::new()
        } else {
            set_employer(entry, &mut table)
        };
        set_body(&entry.body, texts, keywords.as_deref(), &mut table);
        for role in roles {
            let mut inner = DraftTable::default();
            let texts = set_role(role, &mut inner);
            set_body(&role.body, texts, keywords.as_deref(), &mut inner);
            table.push("role", inner);
        }
        section.push("entry", table);
    }
    intro
}

/// Writes an entry that is one long line with a date as text, which has no employer and no position.
fn set_text(entry: &EntryLines, table: &mut DraftTable) -> bool {
    let [
        HeaderLine {
            line,
            dated: Some(dated),
        },
    ] = entry.header.as_slice()
    else {
        return false;
    };
    let ranges = line.divided(Some(&dated.range));
    let [range] = ranges.as_slice() else {
        return false;
    };
    let length = line
        .text()
        .get(range.clone())
        .map_or(0, |text| text.chars().count());
    if length <= MOST_OF_NAME || !entry.body.is_empty() || says("organization", &line.text()) {
        return false;
    }
    dated.when.set(table);
    table.set("text", Some(line.markdown_of(range.clone())));
    true
}

/// Writes the header of an employer with several roles.
fn set_employer(entry: &EntryLines, table: &mut DraftTable) -> Vec<String> {
    let mut texts = set_header(SectionKind::Text, &entry.header, table).into_iter();
    table.set("organization", texts.next());
    let mut texts: Vec<String> = texts.collect();
    if texts.len() == 1 {
        table.set("location", texts.pop());
    }
    texts
}

/// Writes the header of a role, which has no employer.
fn set_role(role: &EntryLines, table: &mut DraftTable) -> Vec<String> {
    let mut texts = set_header(SectionKind::Text, &role.header, table).into_iter();
    table.set("position", texts.next());
    // An employer has the address.
    texts.collect()
}

/// Returns whether the items of a section are its entries: they have the dates, and no other line has.
fn begins_with_items(lines: &[&Line]) -> bool {
    let mut dated = lines.iter().filter(|line| find(line).is_some()).peekable();
    dated.peek().is_some() && dated.all(|line| line.is_item())
}

/// Returns whether a line with a date is the header of an entry, and not a sentence.
fn is_header(line: &Line, dated: &Dated, items_begin: bool) -> bool {
    let text = line.text();
    let is_alone = dated.range.len() >= text.trim().len();
    (items_begin || !line.is_item()) && (is_alone || !is_sentence(&text) || text.contains('\t'))
}

/// Returns whether lines with dates in a section of prizes or certificates have lines without below them.
pub fn has_headers(kind: SectionKind, lines: &[&Line]) -> bool {
    let mut dated = lines.iter().map(|line| find(line).is_some());
    let is_first = dated.next() == Some(true);
    let is_titled = matches!(kind, SectionKind::Award | SectionKind::Certificate);
    is_titled
        && is_first
        && dated.any(|is_dated| !is_dated)
        && lines.iter().all(|line| !line.is_item())
}

/// Returns whether a full stop at the end of a text is that of an abbreviation: `Example Inc.`
fn ends_with_abbreviation(text: &str) -> bool {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    last.chars().count() <= LONGEST_ABBREVIATION || says("organization", last)
}

struct Divider<'s, 'l> {
    lines: &'s [SectionLine<'l>],
    level: Option<u8>,
    /// Whether a line without a date is before the one with the date.
    leads: bool,
    /// Whether entries have headings.
    has_below: bool,
}

impl<'l> Divider<'_, 'l> {
    fn divide(&mut self) -> (Vec<&'l Line>, Vec<EntryLines<'l>>) {
        let mut intro: Vec<&'l Line> = Vec::new();
        let mut entries: Vec<EntryLines<'l>> = Vec::new();
        let mut at = 0;
        while let Some(SectionLine { line, .. }) = self.lines.get(at) {
            if self.begins(at, entries.is_empty()) {
                let end = self.end_of_header(at);
                let header = self.lines[at..end].iter().map(|own| HeaderLine {
                    line: own.line,
                    dated: own.dated.clone(),
                });
                entries.push(EntryLines {
                    outline: line.shape.outline,
                    header: header.collect(),
                    body: Vec::new(),
                });
                at = end;
                continue;
            }
            match entries.last_mut() {
                Some(entry) => entry.body.push(line),
                None => intro.push(line),
            }
            at += 1;
        }
        (intro, entries)
    }

    fn is_dated(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|own| own.dated.is_some())
    }

    /// Returns whether the heading of a line is below that of the section.
    fn is_below(&self, at: usize) -> bool {
        let outline = self.lines.get(at).and_then(|own| own.line.shape.outline);
        outline.is_some_and(|outline| self.level.is_none_or(|level| outline > level))
    }

    /// Returns whether a line can be one of a header without a date.
    fn is_short(&self, at: usize) -> bool {
        let Some(SectionLine { line, .. }) = self.lines.get(at) else {
            return false;
        };
        let text = line.text();
        !line.is_item()
            && text.chars().count() <= MOST_OF_HEADER
            && !is_sentence(&text)
            && (!text.trim_end().ends_with('.') || ends_with_abbreviation(&text))
            && labeled(line).is_none_or(|found| {
                text.contains('\t') && !text.contains(':') && found.value.len() < 60
            })
    }

    fn begins(&self, at: usize, is_first: bool) -> bool {
        if self.is_dated(at) || self.is_below(at) {
            return true;
        }
        let line = self.lines[at].line;
        if !self.is_short(at) {
            return false;
        }
        let is_after_item = at > 0 && self.lines[at - 1].line.is_item();
        let is_apart =
            line.shape.is_bold || line.shape.has_gap || is_after_item || is_first || self.leads;
        let leads = self.is_dated(at + 1) && !self.is_below(at + 1);
        leads && is_apart || line.shape.is_bold && !self.has_below
    }

    /// Returns the end of the header that begins at a line.
    fn end_of_header(&self, start: usize) -> usize {
        let mut end = start + 1;
        let mut has_date = self.is_dated(start);
        if !has_date {
            // The date is in the next line, or below the employer.
            let short = (end..)
                .take(2)
                .take_while(|at| self.is_short(*at) && !self.is_dated(*at) && !self.is_below(*at));
            let at = end + short.count();
            if self.is_dated(at) && !self.is_below(at) {
                has_date = true;
                end = at + 1;
            }
        }
        let own = &self.lines[start];
        let is_alone = own
            .dated
            .as_ref()
            .is_some_and(|dated| dated.range.len() >= own.line.text().trim().len());
        let most = end
            + if is_alone {
                2
            } else {
                usize::from(end == start + 1)
            };
        while end < most && self.is_short(end) && !self.is_dated(end) && !self.is_below(end) {
            let line = self.lines[end].line;
            let is_next = (self.leads || line.shape.is_bold) && self.is_dated(end + 1) && !is_alone;
            if is_next || line.shape.has_gap && !is_alone && has_date {
                break;
            }
            end += 1;
        }
        end
    }
}
