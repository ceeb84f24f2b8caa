//! Sections and entries. What is a line on the page is an item of a list; other entries have
//! headings.

use crate::content::plain;
use crate::content::resume::ResumeDetail;
use crate::export::outline::{OutlineEntry, OutlineSection, OutlineSegment};
use crate::export::text_format::blocks::{block_lines, hanging, item_lines};
use crate::export::text_format::format::{BETWEEN, COLUMNS, TextFormat};
use crate::export::text_format::page::Page;

impl<F: TextFormat> Page<'_, F> {
    pub(super) fn section(&mut self, section: &OutlineSection) {
        if let Some(title) = &section.section.title {
            self.block(F::heading(section.level, &F::line(title)));
        }
        self.block(block_lines::<F>(&section.section.body, COLUMNS));
        self.block(item_lines::<F>(&section.section.highlights, false, COLUMNS));
        self.entries(&section.entries, true);
        for inner in &section.sections {
            self.section(inner);
        }
    }

    /// Adds entries; those that are items in a row may be one list.
    fn entries(&mut self, entries: &[OutlineEntry], is_one_list: bool) {
        let mut follows_item = false;
        for entry in entries {
            let is_item = entry.is_item();
            if !is_item {
                self.entry(entry);
            } else if follows_item && is_one_list {
                let item = self.entry_item(entry);
                self.item(item);
            } else {
                self.block(self.entry_item(entry));
            }
            follows_item = is_item;
        }
    }

    /// Returns an entry as an item of a list.
    fn entry_item(&self, entry: &OutlineEntry) -> Vec<String> {
        if entry.is_only_lists() {
            let mut below = Self::new(self.separators);
            below.below(entry, COLUMNS);
            return below.lines;
        }
        let sign = F::sign(None, false);
        let columns = COLUMNS - sign.len();
        let mut parts: Vec<String> = self.heading(entry, true).into_iter().collect();
        parts.extend(entry.text.iter().map(|text| self.segment(text, false)));
        parts.extend(self.lines_of(entry));
        let mut lines = Vec::new();
        if F::IS_SOURCE || !parts.is_empty() {
            lines = F::lines(&parts.join(BETWEEN), columns);
        }
        let mut below = Self::new(self.separators);
        below.below(entry, columns);
        if F::IS_SOURCE && !below.lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(below.lines);
        hanging(&sign, lines)
    }

    fn entry(&mut self, entry: &OutlineEntry) {
        let heading = self.heading(entry, false);
        let text = entry.text.as_ref().map(|text| self.segment(text, false));
        let heading = heading.map(|heading| F::entry_heading(entry.level, &heading));
        let text = text.map(|text| F::lines(&text, COLUMNS));
        let lines = F::rows(&self.lines_of(entry));
        self.group(heading.into_iter().chain(text).chain([lines]).collect());
        self.below(entry, COLUMNS);
    }

    /// Returns the dates of an entry and its lines.
    fn lines_of(&self, entry: &OutlineEntry) -> Vec<String> {
        let dates = entry.dates_text(self.separators);
        let lines = entry.lines.iter().map(|line| {
            let segments = line.iter().map(|segment| self.segment(segment, false));
            F::guarded(&segments.collect::<Vec<_>>().join(BETWEEN))
        });
        let dates = dates.map(|dates| F::verbatim(&dates));
        dates.into_iter().chain(lines).collect()
    }

    /// Adds what is below the lines of an entry.
    fn below(&mut self, outlined: &OutlineEntry, columns: usize) {
        let entry = outlined.entry;
        self.block(block_lines::<F>(&entry.summary, columns));
        for ResumeDetail {
            label,
            body,
            items,
            numbered,
        } in &entry.details
        {
            let label = label
                .as_ref()
                .map(|label| F::lines(&F::strong(label), columns));
            self.block(label.unwrap_or_default());
            self.follow(block_lines::<F>(body, columns));
            self.follow(item_lines::<F>(items, *numbered, columns));
        }
        let bullets = item_lines::<F>(&entry.highlights, false, columns);
        if entry.summary.is_empty() && entry.details.is_empty() {
            self.follow(bullets);
        } else {
            self.block(bullets);
        }
        self.entries(&outlined.roles, !F::IS_SOURCE);
    }

    fn heading(&self, entry: &OutlineEntry, is_strong: bool) -> Option<String> {
        if entry.heading.is_empty() {
            return None;
        }
        let parts = entry.heading.iter();
        let parts: Vec<String> = parts.map(|part| self.segment(part, is_strong)).collect();
        let number = entry.entry.number;
        let number = number.map(|number| F::guarded(&format!("{number}. ")));
        Some(number.unwrap_or_default() + &parts.join(&self.separators.label))
    }

    /// Returns the texts of a field, after its label.
    pub(super) fn segment(&self, segment: &OutlineSegment, is_strong: bool) -> String {
        let texts = segment.texts.iter().map(|text| {
            let written = if is_strong && !plain(text).trim().is_empty() {
                F::strong(text)
            } else {
                F::part(text)
            };
            match &segment.url {
                Some(url) => F::linked(&written, url),
                None => written,
            }
        });
        let texts = texts.collect::<Vec<_>>().join(&self.separators.list);
        match &segment.label {
            Some(label) => {
                let colon = self.separators.after_label(&plain(label));
                format!("{}{colon}{texts}", F::line(label))
            }
            None => texts,
        }
    }
}
