//! Exports the content as Markdown: CommonMark with the tables and the struck-out text of GitHub.
//! HTML is used only for what Markdown cannot express.

mod blocks;
mod entries;
mod escaping;
mod inlines;
mod page;
#[cfg(test)]
mod tests;

use crate::content::resume::{DateFormat, Resume};
use crate::export::markdown::blocks::block_lines;
use crate::export::markdown::entries::{SectionWriter, joined_segments};
use crate::export::markdown::inlines::{heading_text, line_text, strong_text, text_lines};
use crate::export::markdown::page::{BETWEEN, Page, RULE, broken};
use crate::export::outline::{Outline, OutlineHead, OutlineLetter, outline};

/// Exports the content as Markdown. Images are left out.
pub fn markdown(resume: &Resume, dates: DateFormat) -> String {
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
        if let Some(dated) = signature.dated(outline.separators) {
            page.block(text_lines(&dated));
        }
        if let Some(name) = signature.name {
            page.block(vec![line_text(name)]);
        }
    }
    if let Some(footer) = outline.footer {
        page.block(vec![RULE.to_owned()]);
        page.block(text_lines(footer));
    }
    page.finish()
}

fn head(page: &mut Page, outline: &Outline) {
    let names: Vec<String> = outline.names().map(line_text).collect();
    if !names.is_empty() {
        page.block(vec![format!("# {}", names.join(BETWEEN))]);
    }
    let OutlineHead {
        title,
        headline,
        status,
        contacts,
        epigraph,
        ..
    } = &outline.head;
    for line in [title, headline].into_iter().flatten() {
        page.block(text_lines(line));
    }
    if let Some(status) = status {
        page.block(vec![strong_text(status)]);
    }
    let contacts = contacts.iter().map(|contact| &contact.segment);
    let contacts = joined_segments(contacts, outline.separators, BETWEEN);
    page.block(contacts.into_iter().collect());
    if let Some(epigraph) = epigraph {
        let lines = text_lines(epigraph);
        page.block(lines.iter().map(|line| format!("> {line}")).collect());
    }
}

fn letter(page: &mut Page, letter: &OutlineLetter, outline: &Outline) {
    if let Some(date) = letter.date {
        page.block(vec![line_text(date)]);
    }
    let recipient: Vec<String> = letter
        .recipient
        .iter()
        .flat_map(|line| text_lines(line))
        .collect();
    page.block(broken(recipient));
    if let Some(subject) = letter.subject {
        page.block(vec![format!("## {}", heading_text(subject))]);
    }
    if let Some(opening) = letter.opening {
        page.block(text_lines(opening));
    }
    page.block(block_lines(letter.body));
    if let Some(closing) = letter.closing {
        page.block(text_lines(closing));
    }
    if let Some(name) = letter.name {
        page.block(vec![line_text(name)]);
    }
    if !letter.enclosures.is_empty() {
        let enclosures: Vec<String> = letter
            .enclosures
            .iter()
            .map(|enclosure| heading_text(enclosure))
            .collect();
        let label = line_text(letter.enclosures_label);
        let separators = outline.separators;
        page.block(vec![format!(
            "{label}{}{}",
            separators.label,
            enclosures.join(&separators.list)
        )]);
    }
}
