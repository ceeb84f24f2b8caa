//! The head of a document, what it ends with, and letters.

use crate::content::resume::{Inline, Resume, ResumeLetter, ResumePerson, ResumeSignature};
use crate::diagnostic::Diagnostics;
use crate::export::docx::look::{Alignment, Look};
use crate::export::docx::paragraph::Paragraph;
use crate::export::docx::pictures::Bounds;
use crate::export::docx::style::Style;
use crate::export::docx::writer::DocxWriter;
use crate::export::outline::{Outline, OutlineContact, OutlineImage};

/// The size of the photo, in millimeters.
const PHOTO: Bounds = Bounds {
    width: 32.0,
    height: 36.0,
};
/// The space above a name without signature, in twentieths of a point.
const ROOM_TO_SIGN: usize = 760;
/// The size of a signature, in millimeters.
const SIGNATURE: Bounds = Bounds {
    width: 50.0,
    height: 15.0,
};
/// What is between two contacts in a line.
const BETWEEN_CONTACTS: &str = " | ";

impl DocxWriter<'_> {
    /// Writes the head.
    ///
    /// # Errors
    /// The photo cannot be read.
    pub fn head(&mut self, outline: &Outline) -> Result<(), Diagnostics> {
        let ResumePerson {
            name,
            native_name,
            family_name: _,
            headline,
            epigraph,
            status,
            photo: _,
            contacts: _,
        } = &outline.resume.person;
        let mut names = Paragraph::new(Style::Title);
        if let Some(photo) = &outline.photo
            && let Some(drawing) = self.drawing(photo, PHOTO)?
        {
            names.add_drawing(drawing.floating());
        }
        for (index, name) in name.iter().chain(native_name).enumerate() {
            if index > 0 {
                names.add_text(" ", Look::PLAIN, None);
            }
            let start = names.len();
            names.add_text(name, Look::PLAIN, None);
            names.isolate_from(start, self.direction);
        }
        if !names.is_empty() {
            self.paragraph(names);
        }
        let lines = [&outline.resume.title, headline, status];
        for line in lines.into_iter().flatten() {
            self.text(Style::Subtitle, line);
        }
        self.contacts(&outline.contacts);
        if let Some(epigraph) = epigraph {
            self.text(Style::Quote, epigraph);
        }
        Ok(())
    }

    /// Writes contacts in one paragraph.
    fn contacts(&mut self, contacts: &[OutlineContact]) {
        let mut paragraph = Paragraph::new(Style::Contact);
        for contact in contacts {
            if !paragraph.is_empty() {
                paragraph.add_text(BETWEEN_CONTACTS, Look::PLAIN, None);
            }
            let start = paragraph.len();
            self.add_segment(&mut paragraph, &contact.segment, Look::PLAIN);
            if !contact.kind.is_text() {
                paragraph.force_ltr_from(start, self.direction);
            }
        }
        if !paragraph.is_empty() {
            self.paragraph(paragraph);
        }
    }

    /// Writes place, date and signature.
    ///
    /// # Errors
    /// The signature cannot be read.
    pub fn signature(
        &mut self,
        signature: &ResumeSignature,
        outline: &Outline,
    ) -> Result<(), Diagnostics> {
        if let Some(dated) = signature.dated(self.separators) {
            self.text(Style::Closing, &dated);
        }
        self.signed(outline.signature.as_ref(), signature.name.as_deref())
    }

    /// Writes the image of a signature, or room to sign, and the name below.
    fn signed(
        &mut self,
        image: Option<&OutlineImage>,
        name: Option<&str>,
    ) -> Result<(), Diagnostics> {
        let drawing = match image {
            Some(image) => self.drawing(image, SIGNATURE)?,
            None => None,
        };
        let has_image = drawing.is_some();
        if let Some(drawing) = drawing {
            let mut paragraph = Paragraph::new(Style::Signature);
            paragraph.look.keep_next = name.is_some().then_some(true);
            paragraph.add_drawing(drawing);
            self.paragraph(paragraph);
        }
        if let Some(name) = name {
            let mut paragraph = Paragraph::new(Style::Signature);
            paragraph.look.before = (!has_image).then_some(ROOM_TO_SIGN);
            paragraph.add_text(name, Look::PLAIN, None);
            self.paragraph(paragraph);
        }
        Ok(())
    }

    /// Writes a letter below the head.
    ///
    /// # Errors
    /// The signature cannot be read.
    pub fn letter(&mut self, letter: &ResumeLetter, outline: &Outline) -> Result<(), Diagnostics> {
        let ResumeLetter {
            recipient,
            date,
            subject,
            opening,
            body,
            closing,
            signature: _,
            enclosures,
        } = letter;
        let Resume { person, words, .. } = outline.resume;
        if let Some(date) = date {
            let mut paragraph = Paragraph::new(Style::Date);
            paragraph.look.alignment = Some(Alignment::End);
            paragraph.add_text(date, Look::PLAIN, None);
            self.paragraph(paragraph);
        }
        for line in recipient {
            self.text(Style::Address, line);
        }
        for (style, line) in [(Style::Subject, subject), (Style::Opening, opening)] {
            if let Some(line) = line {
                self.text(style, line);
            }
        }
        self.blocks(body, Style::BodyText);
        if let Some(closing) = closing {
            self.text(Style::Closing, closing);
        }
        self.signed(outline.signature.as_ref(), person.name.as_deref())?;
        if !enclosures.is_empty() {
            let mut label = Paragraph::new(Style::Enclosures);
            label.look.keep_next = Some(true);
            label.add_text(&words.enclosures, Look::PLAIN, None);
            self.paragraph(label);
        }
        for enclosure in enclosures {
            self.text(Style::Address, enclosure);
        }
        Ok(())
    }

    /// Writes a paragraph of text.
    pub fn text(&mut self, style: Style, content: &[Inline]) {
        let mut paragraph = Paragraph::new(style);
        paragraph.add_inlines(content, Look::PLAIN, None);
        self.paragraph(paragraph);
    }
}
