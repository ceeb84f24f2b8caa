//! Sections and entries.

use crate::content::resume::Separators;
use crate::export::outline::{OutlineDetail, OutlineEntry, OutlineSection, OutlineSegment};
use crate::export::plain_text::blocks::{BULLET, block_lines, hanging, item_lines};
use crate::export::plain_text::inlines::{line_of, linked, text_of};
use crate::export::plain_text::page::{BETWEEN, COLUMNS, Page};
use crate::export::plain_text::wrapping::{underlined, wrapped};

/// The level of the headings with a line below them.
const UNDERLINED: usize = 2;

/// Writes sections.
pub(super) struct SectionWriter<'a> {
    /// The punctuation of the language.
    pub(super) separators: &'a Separators,
}

impl SectionWriter<'_> {
    pub(super) fn section(&self, page: &mut Page, section: &OutlineSection) {
        if let Some(title) = section.title {
            let title = line_of(title);
            page.block(if section.level <= UNDERLINED {
                underlined(&title, '-', COLUMNS)
            } else {
                wrapped(&title, COLUMNS)
            });
        }
        page.block(block_lines(section.body, COLUMNS));
        page.block(item_lines(section.highlights, false, COLUMNS));
        self.entries(page, &section.entries);
        for inner in &section.sections {
            self.section(page, inner);
        }
    }

    /// Adds entries: those that are items of a list without an empty line between them.
    fn entries(&self, page: &mut Page, entries: &[OutlineEntry]) {
        let mut follows_item = false;
        for entry in entries {
            let is_item = entry.is_item();
            if !is_item {
                self.entry(page, entry);
            } else if follows_item {
                page.lines(self.item(entry));
            } else {
                page.block(self.item(entry));
            }
            follows_item = is_item;
        }
    }

    /// Returns an entry as an item of a list.
    fn item(&self, entry: &OutlineEntry) -> Vec<String> {
        if entry.is_only_bullets() {
            return item_lines(entry.highlights, false, COLUMNS);
        }
        let columns = COLUMNS - BULLET.len();
        let mut parts: Vec<String> = self.heading(entry).into_iter().collect();
        parts.extend(entry.text.iter().map(|text| self.segment(text)));
        parts.extend(entry.dates_text(self.separators));
        parts.extend(self.lines(entry));
        let mut lines = Vec::new();
        if !parts.is_empty() {
            lines = wrapped(&parts.join(BETWEEN), columns);
        }
        let mut below = Page::default();
        self.below(&mut below, entry, columns);
        lines.extend(below.lines);
        hanging(BULLET, lines)
    }

    fn entry(&self, page: &mut Page, entry: &OutlineEntry) {
        let mut parts: Vec<String> = self.heading(entry).into_iter().collect();
        parts.extend(entry.text.iter().map(|text| self.segment(text)));
        parts.extend(entry.dates_text(self.separators));
        parts.extend(self.lines(entry));
        page.block(
            parts
                .iter()
                .flat_map(|part| wrapped(part, COLUMNS))
                .collect(),
        );
        self.below(page, entry, COLUMNS);
    }

    fn lines(&self, entry: &OutlineEntry) -> Vec<String> {
        let lines = entry.lines.iter();
        lines
            .filter_map(|line| joined_segments(&line.segments, self.separators))
            .collect()
    }

    /// Adds what is below the lines of an entry.
    fn below(&self, page: &mut Page, entry: &OutlineEntry, columns: usize) {
        page.block(block_lines(entry.summary, columns));
        for OutlineDetail {
            label,
            body,
            items,
            numbered,
        } in &entry.details
        {
            page.block(
                label
                    .map(|label| wrapped(&text_of(label), columns))
                    .unwrap_or_default(),
            );
            page.lines(block_lines(body, columns));
            page.lines(item_lines(items, *numbered, columns));
        }
        let bullets = item_lines(entry.highlights, false, columns);
        if entry.summary.is_empty() && entry.details.is_empty() {
            page.lines(bullets);
        } else {
            page.block(bullets);
        }
        self.entries(page, &entry.roles);
    }

    fn heading(&self, entry: &OutlineEntry) -> Option<String> {
        if entry.heading.is_empty() {
            return None;
        }
        let parts: Vec<String> = entry
            .heading
            .iter()
            .map(|segment| self.segment(segment))
            .collect();
        let number = entry.number.map(|number| format!("{number}. "));
        let title = parts.join(&self.separators.label);
        Some(format!("{}{title}", number.unwrap_or_default()))
    }

    fn segment(&self, segment: &OutlineSegment) -> String {
        written(segment, self.separators)
    }
}

/// Returns the texts of a line; `None` if there are none.
pub(super) fn joined_segments<'a>(
    segments: impl IntoIterator<Item = &'a OutlineSegment<'a>>,
    separators: &Separators,
) -> Option<String> {
    let parts: Vec<String> = segments
        .into_iter()
        .map(|segment| written(segment, separators))
        .collect();
    (!parts.is_empty()).then(|| parts.join(BETWEEN))
}

fn written(segment: &OutlineSegment, separators: &Separators) -> String {
    let texts: Vec<String> = segment.texts.iter().map(|text| text_of(text)).collect();
    let mut texts = texts.join(&separators.list);
    if let Some(url) = &segment.url {
        texts = linked(&texts, url);
    }
    match &segment.label {
        Some(label) => format!("{}{}{texts}", line_of(label), separators.label),
        None => texts,
    }
}
