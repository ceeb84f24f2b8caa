//! Writes an outline as lines of text, for Markdown and plain text. The order of the parts is here, and
//! how they are marked is in the formats.

pub(super) mod blocks;
mod entries;
pub(super) mod format;
mod page;

use crate::content::resume::{DateFormat, Inlines, Resume, ResumeLetter, ResumePerson};
use crate::export::outline::{Outline, outline};
use crate::export::text_format::blocks::{block_lines, quoted};
use crate::export::text_format::format::{BETWEEN, COLUMNS, TextFormat};
use crate::export::text_format::page::Page;

/// Writes a document in a format. Images are left out.
pub(super) fn written<F: TextFormat>(resume: &Resume, dates: DateFormat) -> String {
    let outline = outline(resume, dates);
    let mut page = Page::<F>::new(&resume.separators);
    page.head(&outline);
    if let Some(letter) = &resume.letter {
        page.letter(letter, resume);
    }
    for section in &outline.sections {
        page.section(section);
    }
    if let Some(signature) = &resume.signature {
        page.paragraph(signature.dated(&resume.separators).as_ref());
        page.string(signature.name.as_deref());
    }
    if let Some(footer) = &resume.footer {
        if F::IS_SOURCE {
            page.block(vec![F::RULE.to_owned()]);
        }
        page.paragraph(Some(footer));
    }
    page.finish()
}

impl<F: TextFormat> Page<'_, F> {
    fn head(&mut self, outline: &Outline) {
        let names: Vec<String> = outline.names().map(F::verbatim).collect();
        if !names.is_empty() {
            self.block(F::heading(1, &names.join(BETWEEN)));
        }
        let ResumePerson {
            headline,
            status,
            epigraph,
            ..
        } = &outline.resume.person;
        let mut lines = Vec::new();
        for line in [&outline.resume.title, headline].into_iter().flatten() {
            lines.push(F::lines(&F::text(line), COLUMNS));
        }
        lines.extend(
            status
                .iter()
                .map(|status| F::lines(&F::strong(status), COLUMNS)),
        );
        self.group(lines);
        let contacts = outline.contacts.iter();
        let mut contacts: Vec<String> = contacts
            .map(|contact| self.segment(&contact.segment, false))
            .collect();
        if F::IS_SOURCE && !contacts.is_empty() {
            contacts = vec![contacts.join(BETWEEN)];
        }
        self.block(F::rows(&contacts));
        if let Some(epigraph) = epigraph {
            let lines = F::lines(&F::text(epigraph), COLUMNS);
            self.block(if F::IS_SOURCE { quoted(&lines) } else { lines });
        }
    }

    fn letter(&mut self, letter: &ResumeLetter, resume: &Resume) {
        self.string(letter.date.as_deref());
        let recipient: Vec<String> = letter.recipient.iter().map(|line| F::text(line)).collect();
        self.block(F::rows(&recipient));
        if let Some(subject) = &letter.subject {
            self.block(F::entry_heading(2, &F::part(subject)));
        }
        self.paragraph(letter.opening.as_ref());
        self.block(block_lines::<F>(&letter.body, COLUMNS));
        self.paragraph(letter.closing.as_ref());
        self.string(resume.person.name.as_deref());
        let enclosures: Vec<String> = letter.enclosures.iter().map(|text| F::part(text)).collect();
        if !enclosures.is_empty() {
            let label = F::verbatim(&resume.words.enclosures) + &self.separators.label;
            let enclosures = enclosures.join(&self.separators.list);
            self.block(F::labeled(&label, &enclosures));
        }
    }

    /// Adds a text as a block.
    fn paragraph(&mut self, text: Option<&Inlines>) {
        self.block(text.map_or_else(Vec::new, |text| F::lines(&F::text(text), COLUMNS)));
    }

    /// Adds a string as a block of one line.
    fn string(&mut self, text: Option<&str>) {
        self.block(text.map(F::verbatim).into_iter().collect());
    }
}
