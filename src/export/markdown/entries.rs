//! Sections and entries. What is a line on the page is an item of a list; other entries have
//! headings.

use crate::content::plain;
use crate::content::resume::Separators;
use crate::export::markdown::blocks::{Marker, block_lines, item_lines};
use crate::export::markdown::escaping::guarded;
use crate::export::markdown::inlines::{heading_text, line_text, linked, strong_text};
use crate::export::markdown::page::{BETWEEN, Page, broken};
use crate::export::outline::{OutlineDetail, OutlineEntry, OutlineSection, OutlineSegment};

/// The level of the lowest heading of Markdown.
const LOWEST: usize = 6;

/// Writes sections.
pub(super) struct SectionWriter<'a> {
    /// The punctuation of the language.
    pub(super) separators: &'a Separators,
}

impl SectionWriter<'_> {
    pub(super) fn section(&self, page: &mut Page, section: &OutlineSection) {
        if let Some(title) = section.title {
            page.block(vec![format!(
                "{} {}",
                signs(section.level),
                heading_text(title)
            )]);
        }
        page.block(block_lines(section.body));
        page.block(item_lines(section.highlights, false));
        let mut follows_item = false;
        for entry in &section.entries {
            let is_item = entry.is_item();
            if !is_item {
                self.entry(page, entry);
            } else if follows_item {
                page.item(self.item(entry));
            } else {
                page.block(self.item(entry));
            }
            follows_item = is_item;
        }
        for inner in &section.sections {
            self.section(page, inner);
        }
    }

    /// Returns an entry as an item of a list.
    fn item(&self, entry: &OutlineEntry) -> Vec<String> {
        if entry.is_only_bullets() {
            return item_lines(entry.highlights, false);
        }
        let mut parts = Vec::new();
        if !entry.heading.is_empty() {
            parts.push(self.heading(entry, true));
        }
        parts.extend(entry.text.iter().map(|text| self.segment(text)));
        parts.extend(self.dates(entry));
        parts.extend(
            entry
                .lines
                .iter()
                .filter_map(|line| self.line(&line.segments)),
        );
        let mut lines = vec![guarded(&parts.join(BETWEEN))];
        let mut below = Page::default();
        self.below(&mut below, entry);
        if !below.lines.is_empty() {
            lines.push(String::new());
            lines.extend(below.lines);
        }
        Marker::bullet().item(lines)
    }

    fn entry(&self, page: &mut Page, entry: &OutlineEntry) {
        if !entry.heading.is_empty() {
            let heading = self.heading(entry, false);
            page.block(vec![format!("{} {heading}", signs(entry.level))]);
        }
        if let Some(text) = &entry.text {
            page.block(vec![guarded(&self.segment(text))]);
        }
        let mut lines: Vec<String> = self.dates(entry).into_iter().collect();
        lines.extend(
            entry
                .lines
                .iter()
                .filter_map(|line| self.line(&line.segments)),
        );
        page.block(broken(lines.iter().map(|line| guarded(line)).collect()));
        self.below(page, entry);
    }

    /// Adds what is below the lines of an entry.
    fn below(&self, page: &mut Page, entry: &OutlineEntry) {
        page.block(block_lines(entry.summary));
        for OutlineDetail {
            label,
            body,
            items,
            numbered,
        } in &entry.details
        {
            page.block(label.iter().map(|label| strong_text(label)).collect());
            page.block(block_lines(body));
            page.block(item_lines(items, *numbered));
        }
        page.block(item_lines(entry.highlights, false));
        for role in &entry.roles {
            if role.is_item() {
                page.block(self.item(role));
            } else {
                self.entry(page, role);
            }
        }
    }

    fn heading(&self, entry: &OutlineEntry, is_strong: bool) -> String {
        let number = entry.number.map(|number| format!("{number}\\. "));
        let parts: Vec<String> = entry
            .heading
            .iter()
            .map(|segment| self.styled(segment, is_strong))
            .collect();
        format!(
            "{}{}",
            number.unwrap_or_default(),
            parts.join(&self.separators.label)
        )
    }

    fn dates(&self, entry: &OutlineEntry) -> Option<String> {
        entry
            .dates_text(self.separators)
            .map(|dates| line_text(&dates))
    }

    fn line(&self, segments: &[OutlineSegment]) -> Option<String> {
        joined_segments(segments.iter(), self.separators, BETWEEN)
    }

    fn segment(&self, segment: &OutlineSegment) -> String {
        self.styled(segment, false)
    }

    fn styled(&self, segment: &OutlineSegment, is_strong: bool) -> String {
        written(segment, self.separators, is_strong)
    }
}

fn signs(level: usize) -> String {
    "#".repeat(level.min(LOWEST))
}

/// Returns the texts of a line; `None` if there are none.
pub(super) fn joined_segments<'a>(
    segments: impl Iterator<Item = &'a OutlineSegment<'a>>,
    separators: &Separators,
    between: &str,
) -> Option<String> {
    let parts: Vec<String> = segments
        .map(|segment| written(segment, separators, false))
        .collect();
    (!parts.is_empty()).then(|| guarded(&parts.join(between)))
}

fn written(segment: &OutlineSegment, separators: &Separators, is_strong: bool) -> String {
    let mut texts = Vec::with_capacity(segment.texts.len());
    for text in &segment.texts {
        let source = if is_strong && !plain(text).trim().is_empty() {
            strong_text(text)
        } else {
            heading_text(text)
        };
        texts.push(match &segment.url {
            Some(url) => linked(&source, url),
            None => source,
        });
    }
    let texts = texts.join(&separators.list);
    match &segment.label {
        Some(label) => format!("{}{}{texts}", heading_text(label), separators.label),
        None => texts,
    }
}
