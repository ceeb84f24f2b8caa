//! Sections and their entries.

use crate::content::resume::{EntryField, ResumeDetail};
use crate::diagnostic::Diagnostics;
use crate::export::docx::look::Look;
use crate::export::docx::paragraph::Paragraph;
use crate::export::docx::pictures::Bounds;
use crate::export::docx::style::{CharacterStyle, Style};
use crate::export::docx::writer::DocxWriter;
use crate::export::outline::{OutlineEntry, OutlineSection, OutlineSegment};
use crate::export::plain_text::wrapping::{width, wrapped};

/// The level of the headings of sections in an outline.
const SECTION_LEVEL: usize = 2;
/// The size of a logo, in millimeters.
const LOGO: Bounds = Bounds {
    width: 14.0,
    height: 4.5,
};
/// A date that begins with a number is read with the paragraph, and not with a word before it.
const RIGHT_TO_LEFT_MARK: &str = "\u{200f}";

/// The width of a character, in twentieths of a point: a little more than the average of the text.
const COLUMN: usize = 112;
/// The least space before dates, in characters.
const BEFORE_DATES: usize = 2;

const DATE: Look = Look {
    style: Some(CharacterStyle::EntryDate),
    ..Look::PLAIN
};

impl DocxWriter<'_> {
    /// Writes a section with its subsections.
    ///
    /// # Errors
    /// A logo cannot be read.
    pub fn section(&mut self, section: &OutlineSection) -> Result<(), Diagnostics> {
        let written = section.section;
        if let Some(title) = &written.title {
            let level = section.level.saturating_sub(SECTION_LEVEL) + 1;
            self.text(Style::Heading(level), title);
        }
        self.blocks(&written.body, Style::Normal);
        self.bullets(&written.highlights);
        for entry in &section.entries {
            self.entry(entry, false)?;
        }
        for section in &section.sections {
            self.section(section)?;
        }
        Ok(())
    }

    fn entry(&mut self, entry: &OutlineEntry, is_role: bool) -> Result<(), Diagnostics> {
        let OutlineEntry {
            entry: written,
            heading,
            text,
            lines,
            ..
        } = entry;
        let has_body = entry.has_body();
        let is_run_in = !entry.is_dated() && (lines.len() == 1 || is_rated_list(lines));
        let is_line = !has_body && entry.logo.is_none() && (lines.is_empty() || is_run_in);
        let style = match (is_line, is_role) {
            (true, _) => Style::EntryText,
            (false, true) => Style::Role,
            (false, false) => Style::Entry,
        };
        let mut head = Paragraph::new(style);
        if has_body && !heading.is_empty() {
            head.look.outline_level = Some(entry.level.saturating_sub(SECTION_LEVEL).min(8));
        }
        if let Some(logo) = &entry.logo
            && let Some(drawing) = self.drawing(logo, LOGO)?
        {
            head.add_drawing(drawing);
            head.add_text("\u{a0}", Look::PLAIN, None);
        }
        if let Some(number) = written.number {
            head.add_text(&format!("[{number}] "), Look::PLAIN, None);
        }
        self.add_heading(&mut head, heading);
        if let Some(text) = text {
            if !heading.is_empty() {
                head.add_text(&self.separators.comma, Look::PLAIN, None);
            }
            self.add_segment(&mut head, text, Look::PLAIN);
        }
        let mut rest = lines.as_slice();
        if is_line && let [level, _] = rest {
            self.add_level(&mut head, level);
            rest = &rest[1..];
        }
        if (is_line || head.is_empty())
            && let Some((first, others)) = rest.split_first()
        {
            self.run_in(&mut head, first);
            rest = others;
        }
        self.add_dates(&mut head, entry);
        head.look.keep_next = (has_body || !rest.is_empty()).then_some(true);
        if !head.is_empty() {
            self.paragraph(head);
        }
        for (index, line) in rest.iter().enumerate() {
            let mut paragraph = Paragraph::new(Style::EntryLine);
            paragraph.look.keep_next = (has_body || index + 1 < rest.len()).then_some(true);
            self.add_line(&mut paragraph, line);
            self.paragraph(paragraph);
        }
        self.blocks(&written.summary, Style::Normal);
        for detail in &written.details {
            self.detail(detail);
        }
        self.bullets(&written.highlights);
        for role in &entry.roles {
            self.entry(role, true)?;
        }
        Ok(())
    }

    /// Adds what names an entry: its title in bold, and its subtitle.
    fn add_heading(&self, head: &mut Paragraph, heading: &[OutlineSegment]) {
        for (index, segment) in heading.iter().enumerate() {
            let look = if segment.field == EntryField::Subtitle && index > 0 {
                Look::PLAIN
            } else {
                Look::STRONG
            };
            if index > 0 {
                head.add_text(&self.separators.label, Look::STRONG, None);
            }
            self.add_segment(head, segment, look);
        }
    }

    /// Adds the level of a skill, whose keywords follow.
    fn add_level(&self, head: &mut Paragraph, line: &[OutlineSegment]) {
        if self.separators.open == "(" {
            head.add_text(" ", Look::PLAIN, None);
        }
        head.add_text(&self.separators.open, Look::PLAIN, None);
        self.add_line(head, line);
        head.add_text(&self.separators.close, Look::PLAIN, None);
    }

    /// Adds the line below a heading to it.
    fn run_in(&self, head: &mut Paragraph, line: &[OutlineSegment]) {
        if !head.is_empty() {
            let is_explained = line.first().is_some_and(|segment| {
                segment.label.is_none()
                    && matches!(segment.field, EntryField::Keywords | EntryField::Level)
            });
            let separator = if is_explained {
                &self.separators.label
            } else {
                &self.separators.comma
            };
            head.add_text(separator, Look::PLAIN, None);
        }
        self.add_line(head, line);
    }

    fn add_line(&self, paragraph: &mut Paragraph, line: &[OutlineSegment]) {
        for (index, segment) in line.iter().enumerate() {
            let is_remark = segment.field == EntryField::Notes;
            if index > 0 {
                let separator = match self.separators.open.as_str() {
                    _ if !is_remark => &self.separators.comma,
                    "(" => " ",
                    // A wide parenthesis has space of its own.
                    _ => "",
                };
                paragraph.add_text(separator, Look::PLAIN, None);
            }
            if is_remark {
                paragraph.add_text(&self.separators.open, Look::PLAIN, None);
                self.add_segment(paragraph, segment, Look::PLAIN);
                paragraph.add_text(&self.separators.close, Look::PLAIN, None);
            } else {
                self.add_segment(paragraph, segment, look_of(segment.field));
            }
        }
    }

    /// Adds the dates of an entry at the end edge.
    fn add_dates(&self, head: &mut Paragraph, entry: &OutlineEntry) {
        let Some(dates) = entry.dates_text(self.separators) else {
            return;
        };
        if !head.is_empty() {
            if !self.has_room(&head.text(), &dates) {
                head.add_text("\n", Look::PLAIN, None);
            }
            head.add_tab();
        }
        let mut text = String::new();
        if self.is_rtl() {
            text.push_str(RIGHT_TO_LEFT_MARK);
        }
        text.push_str(&dates);
        head.add_text(&text, DATE, None);
    }

    /// Returns whether dates fit at the end of the last line of a text. A word processor would divide
    /// them. The fonts are those of the reader, so that this is an estimate.
    fn has_room(&self, text: &str, dates: &str) -> bool {
        let columns = self.text_width / COLUMN;
        let last = wrapped(text, columns).last().map_or(0, |line| width(line));
        last + BEFORE_DATES + width(dates) <= columns
    }

    fn detail(&mut self, detail: &ResumeDetail) {
        let ResumeDetail {
            label,
            body,
            items,
            numbered,
        } = detail;
        if let Some(label) = label {
            let mut paragraph = Paragraph::new(Style::Detail);
            paragraph.look.keep_next = Some(true);
            paragraph.add_inlines(label, Look::STRONG, None);
            self.paragraph(paragraph);
        }
        self.blocks(body, Style::Normal);
        if *numbered {
            self.numbered_items(items);
        } else {
            self.bullets(items);
        }
    }
}

/// Returns whether lines are the level of a skill and its keywords.
fn is_rated_list(lines: &[Vec<OutlineSegment>]) -> bool {
    let [level, keywords] = lines else {
        return false;
    };
    consists_of(level, EntryField::Level) && consists_of(keywords, EntryField::Keywords)
}

fn consists_of(line: &[OutlineSegment], field: EntryField) -> bool {
    line.iter().all(|segment| segment.field == field)
}

/// Returns how the text of a field looks in a line.
fn look_of(field: EntryField) -> Look {
    match field {
        EntryField::Venue | EntryField::Role | EntryField::Position => Look::EMPH,
        _ => Look::PLAIN,
    }
}
