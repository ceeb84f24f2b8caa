//! What the PDF lacks as a file: tags, language, title, fonts that map to text, texts of links.

use std::collections::BTreeSet;

use crate::content::resume::Direction;
use crate::diagnostic::{Diagnostic, rule};
use crate::profile::is_right_to_left;
use crate::verify::checks::{Checker, shortened};

impl Checker<'_> {
    /// Checks tags, language and title, which Typst writes unless a template prevents it.
    pub(super) fn structure(&mut self) {
        let properties = &self.pdf.properties;
        let resume = self.expected.resume;
        let mut messages = Vec::new();
        if !properties.tagged {
            messages.push("the PDF has no tags".to_owned());
        }
        let language = properties.language.as_deref().unwrap_or_default();
        let primary = language.split('-').next().unwrap_or_default();
        if !primary.eq_ignore_ascii_case(&resume.language) {
            let expected = &resume.language;
            messages.push(format!(
                "expected the language `{expected}` in the PDF, found `{language}`"
            ));
        }
        let expected_title = &resume.document.title;
        if properties.title.as_ref() != Some(expected_title) {
            let title = properties.title.as_deref().unwrap_or_default();
            messages.push(format!(
                "expected the title `{expected_title}` in the PDF, found `{title}`"
            ));
        }
        for message in messages {
            self.report(Diagnostic::warning(rule::PDF_STRUCTURE, message));
        }
    }

    pub(super) fn headings(&mut self) {
        let mut previous = 0;
        for heading in &self.pdf.properties.headings {
            if heading.level > previous + 1 {
                let message = format!(
                    "the heading “{}” has level {} after level {previous}",
                    shortened(&heading.text),
                    heading.level
                );
                self.report(Diagnostic::warning(rule::PDF_STRUCTURE, message));
            }
            previous = heading.level;
        }
    }

    pub(super) fn fonts(&mut self) {
        for font in &self.pdf.properties.fonts {
            let message = if !font.embedded {
                format!("the font `{}` is not embedded in the PDF", font.name)
            } else if !font.mapped {
                format!("the font `{}` does not map its glyphs to text", font.name)
            } else {
                continue;
            };
            self.report(Diagnostic::warning(rule::FONT_WITHOUT_TEXT, message));
        }
    }

    pub(super) fn vowel_signs(&mut self) {
        let glyphs = self.pdf.pages.iter().flat_map(|page| &page.glyphs);
        let repeated = glyphs.filter(|glyph| glyph.repeats).count();
        if repeated > 0 {
            let message = format!("parsers may read letters with vowel signs twice: {repeated}");
            let note = Diagnostic::note(rule::LETTERS_READ_TWICE, message);
            self.report(note.hint("omit vowel signs from words that parsers must find"));
        }
    }

    pub(super) fn mixed_directions(&mut self) {
        if self.expected.resume.direction == Direction::Ltr {
            return;
        }
        let is_mixed = |text: &&String| {
            let has_latin = text.split_whitespace().any(|word| {
                let letters = word.bytes().filter(u8::is_ascii_alphabetic);
                letters.count() > 1
            });
            has_latin && text.chars().any(is_right_to_left)
        };
        let texts = self.expected.groups.iter().flatten();
        let mixed = texts.filter(is_mixed).count();
        if mixed > 0 {
            let message =
                format!("some programs read texts that mix directions in another order: {mixed}");
            let note = Diagnostic::note(rule::MIXED_DIRECTIONS, message);
            self.report(note.hint(
                "poppler, MuPDF, pdf.js and pypdf read them in order; pdfminer.six does not",
            ));
        }
    }

    pub(super) fn unmapped_glyphs(&mut self) {
        for (index, page) in self.pdf.pages.iter().enumerate() {
            let unmapped = page.glyphs.iter().filter(|glyph| glyph.text.is_none());
            let count = unmapped.count();
            if count > 0 {
                let page = index + 1;
                let message = format!("glyphs without text on page {page}: {count}");
                self.report(Diagnostic::warning(rule::FONT_WITHOUT_TEXT, message));
            }
        }
    }

    pub(super) fn links(&mut self) {
        let links = &self.pdf.properties.links;
        // The address of a QR code is beside it.
        let with_text = links.iter().filter(|link| !link.text.trim().is_empty());
        let with_text: BTreeSet<&str> = with_text.map(|link| &*link.url).collect();
        for link in links {
            if !with_text.contains(&*link.url) {
                let message = format!(
                    "the link to `{}` on page {} has no text",
                    link.url, link.page
                );
                self.report(Diagnostic::warning(rule::LINK_WITHOUT_TEXT, message));
            }
        }
    }

    pub(super) fn standards(&mut self) {
        for standard in self.expected.standards {
            let claims = &self.pdf.properties.standards;
            if !claims.iter().any(|claim| claim == standard) {
                let message = format!("the PDF does not claim to conform to {standard}");
                self.report(Diagnostic::warning(rule::STANDARD_NOT_CLAIMED, message));
            }
        }
    }
}
