//! A letter, from its date to its enclosures.

use crate::content::resume::{Resume, ResumeLetter};
use crate::export::html::writer::HtmlWriter;
use crate::export::outline::Outline;

/// Adds a letter.
pub(super) fn letter(page: &mut HtmlWriter, letter: &ResumeLetter, outline: &Outline) {
    let Resume { person, words, .. } = outline.resume;
    page.raw("<article>\n");
    if let Some(date) = &letter.date {
        line(page, "dates", date);
    }
    if !letter.recipient.is_empty() {
        page.raw("<address class=\"recipient\">");
        for (index, part) in letter.recipient.iter().enumerate() {
            if index > 0 {
                page.raw("<br>\n");
            }
            page.inlines(part);
        }
        page.raw("</address>\n");
    }
    if let Some(subject) = &letter.subject {
        page.element("h2", "", subject);
    }
    if let Some(opening) = &letter.opening {
        page.element("p", "", opening);
    }
    page.blocks(&letter.body);
    page.raw("<div class=\"signature\">\n");
    if let Some(closing) = &letter.closing {
        page.element("p", "", closing);
    }
    signed(page, outline, person.name.as_deref());
    if !letter.enclosures.is_empty() {
        page.raw("<p class=\"enclosures\"><span class=\"label\">");
        page.text(&words.enclosures);
        page.label_end(&words.enclosures);
        for (index, enclosure) in letter.enclosures.iter().enumerate() {
            if index > 0 {
                page.list_separator();
            }
            page.inlines(enclosure);
        }
        page.raw("</p>\n");
    }
    page.raw("</article>\n");
}

/// Adds the image of a signature and the name, and ends their element.
pub(super) fn signed(page: &mut HtmlWriter, outline: &Outline, name: Option<&str>) {
    if let Some(image) = &outline.signature {
        page.image(image, "signature");
    }
    if let Some(name) = name {
        line(page, "", name);
    }
    page.raw("</div>\n");
}

/// Adds a paragraph of one line.
fn line(page: &mut HtmlWriter, class: &str, text: &str) {
    page.open("p", class);
    page.text(text);
    page.raw("</p>\n");
}
