//! A letter, from its date to its enclosures.

use crate::export::html::writer::HtmlWriter;
use crate::export::outline::OutlineLetter;

/// Adds a letter.
pub(super) fn letter(page: &mut HtmlWriter, letter: &OutlineLetter) {
    page.raw("<article>\n");
    if let Some(date) = letter.date {
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
    if let Some(subject) = letter.subject {
        page.element("h2", "", subject);
    }
    if let Some(opening) = letter.opening {
        page.element("p", "", opening);
    }
    page.blocks(letter.body);
    page.raw("<div class=\"signature\">\n");
    if let Some(closing) = letter.closing {
        page.element("p", "", closing);
    }
    if let Some(image) = &letter.signature {
        page.image(image, "signature");
    }
    if let Some(name) = letter.name {
        line(page, "", name);
    }
    page.raw("</div>\n");
    if !letter.enclosures.is_empty() {
        page.raw("<p class=\"enclosures\"><span class=\"label\">");
        page.text(letter.enclosures_label);
        page.label_end();
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

/// Adds a paragraph of one line.
pub(super) fn line(page: &mut HtmlWriter, class: &str, text: &str) {
    page.open("p", class);
    page.text(text);
    page.raw("</p>\n");
}
