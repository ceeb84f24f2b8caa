//! Writes the body of a document, paragraph by paragraph.

use crate::content::plain;
use crate::content::resume::{Direction, Separators};
use crate::diagnostic::Diagnostics;
use crate::export::docx::fonts::ScriptFonts;
use crate::export::docx::look::Look;
use crate::export::docx::numbering::Lists;
use crate::export::docx::package::Relationships;
use crate::export::docx::paragraph::Paragraph;
use crate::export::docx::pictures::{Bounds, Drawing, Pictures};
use crate::export::docx::piece::ParagraphContext;
use crate::export::docx::xml::Xml;
use crate::export::outline::{OutlineImage, OutlineSegment};

/// The body of a document while it is written.
pub struct DocxWriter<'a> {
    /// The paragraphs and tables.
    pub xml: Xml,
    /// What they refer to.
    pub relationships: Relationships,
    /// The lists.
    pub lists: Lists,
    /// The pictures.
    pub pictures: Pictures<'a>,
    /// The languages of the document.
    pub languages: &'a ScriptFonts,
    /// Its direction.
    pub direction: Direction,
    /// Its punctuation.
    pub separators: &'a Separators,
    /// The width of the text, in twentieths of a point.
    pub text_width: usize,
}

impl DocxWriter<'_> {
    /// Writes a paragraph.
    pub fn paragraph(&mut self, mut paragraph: Paragraph) {
        paragraph.place_pictures(&mut self.pictures);
        let mut context = ParagraphContext {
            direction: self.direction,
            languages: self.languages,
            relationships: &mut self.relationships,
        };
        paragraph.write(&mut self.xml, &mut context);
    }

    /// Returns whether the document runs from right to left.
    pub fn is_rtl(&self) -> bool {
        self.direction == Direction::Rtl
    }

    /// Returns the drawing of an image.
    ///
    /// # Errors
    /// The image cannot be read.
    pub fn drawing(
        &mut self,
        image: &OutlineImage,
        bounds: Bounds,
    ) -> Result<Option<Drawing>, Diagnostics> {
        let relationships = &mut self.relationships;
        self.pictures
            .drawing(image.name, &image.description, bounds, relationships)
    }

    /// Adds a segment to a paragraph: its label and its texts, which are a list.
    pub fn add_segment(&self, paragraph: &mut Paragraph, segment: &OutlineSegment, look: Look) {
        let url = segment.url.as_deref();
        if let Some(label) = &segment.label {
            let start = paragraph.len();
            paragraph.add_inlines(label, look, None);
            paragraph.isolate_from(start, self.direction);
            paragraph.add_text(self.separators.after_label(&plain(label)), look, None);
        }
        for (index, text) in segment.texts.iter().enumerate() {
            if index > 0 {
                paragraph.add_text(&self.separators.list, look, None);
            }
            let start = paragraph.len();
            paragraph.add_inlines(text, look, url);
            paragraph.isolate_from(start, self.direction);
        }
    }
}
