//! Exports the content as plain text in lines of 80 columns, for forms and terminals. Text from right
//! to left is in the order in which it is read.

mod blocks;
mod entries;
mod inlines;
mod page;
pub(super) mod wrapping;

use crate::content::resume::{DateFormat, Resume};
use crate::export::outline::{Outline, OutlineHead, OutlineLetter, outline};
use crate::export::plain_text::blocks::block_lines;
use crate::export::plain_text::entries::{SectionWriter, joined_segments};
use crate::export::plain_text::inlines::text_of;
use crate::export::plain_text::page::{BETWEEN, COLUMNS, Page};
use crate::export::plain_text::wrapping::{column, underlined, wrapped};

/// Exports the content as plain text. Images are left out.
pub fn plain_text(resume: &Resume, dates: DateFormat) -> String {
    let outline = outline(resume, dates);
    let mut page = Page::default();
    head(&mut page, &outline);
    if let Some(written) = &outline.letter {
        letter(&mut page, written, &outline);
    }
    let writer = SectionWriter {
        separators: outline.separators,
    };
    for section in &outline.sections {
        writer.section(&mut page, section);
    }
    if let Some(signature) = &outline.signature {
        page.paragraph(signature.dated(outline.separators).as_ref());
        page.block(
            signature
                .name
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
        );
    }
    page.paragraph(outline.footer);
    page.finish()
}

fn head(page: &mut Page, outline: &Outline) {
    let names: Vec<&str> = outline.names().collect();
    if !names.is_empty() {
        page.block(underlined(&names.join(BETWEEN), '=', COLUMNS));
    }
    let OutlineHead {
        title,
        headline,
        status,
        contacts,
        epigraph,
        ..
    } = &outline.head;
    let lines = [title, headline, status].into_iter().flatten();
    page.block(
        lines
            .flat_map(|line| wrapped(&text_of(line), COLUMNS))
            .collect(),
    );
    let contacts = contacts.iter().map(|contact| &contact.segment);
    let separators = outline.separators;
    page.block(
        contacts
            .filter_map(|contact| joined_segments([contact], separators))
            .flat_map(|contact| wrapped(&contact, COLUMNS))
            .collect(),
    );
    page.paragraph(*epigraph);
}

fn letter(page: &mut Page, letter: &OutlineLetter, outline: &Outline) {
    page.block(letter.date.iter().map(|date| (*date).to_owned()).collect());
    page.block(
        letter
            .recipient
            .iter()
            .flat_map(|line| wrapped(&text_of(line), COLUMNS))
            .collect(),
    );
    page.paragraph(letter.subject);
    page.paragraph(letter.opening);
    page.block(block_lines(letter.body, COLUMNS));
    page.paragraph(letter.closing);
    page.block(letter.name.iter().map(|name| (*name).to_owned()).collect());
    if !letter.enclosures.is_empty() {
        let separators = outline.separators;
        let enclosures: Vec<String> = letter
            .enclosures
            .iter()
            .map(|enclosure| text_of(enclosure))
            .collect();
        let label = format!("{}{}", letter.enclosures_label, separators.label);
        let all = enclosures.join(&separators.list);
        page.block(column(&label, &all, COLUMNS));
    }
}
