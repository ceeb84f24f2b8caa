//! The pieces of a paragraph, which become runs of text.

use crate::content::resume::Direction;
use crate::export::docx::fonts::{ScriptFonts, foreign_complex_language};
use crate::export::docx::look::Look;
use crate::export::docx::package::Relationships;
use crate::export::docx::pictures::Drawing;
use crate::export::docx::style::CharacterStyle;
use crate::export::docx::xml::Xml;

/// A piece of a paragraph.
#[derive(Debug)]
pub enum ParagraphPiece {
    /// A text of one look.
    Text {
        /// The text.
        text: String,
        /// Its look.
        look: Look,
        /// The address that it leads to.
        link: Option<String>,
    },
    /// A tab, to the next tab stop of the paragraph.
    Tab,
    /// A picture of a text, by its name.
    Picture(String),
    /// A picture that is in the document.
    Drawing(Drawing),
    /// The number of the page.
    PageNumber,
}

/// What a paragraph is written with.
pub struct ParagraphContext<'a> {
    /// The direction of the document.
    pub direction: Direction,
    /// Its languages.
    pub languages: &'a ScriptFonts,
    /// The relationships of the part.
    pub relationships: &'a mut Relationships,
}

impl ParagraphPiece {
    /// Returns the text; of a tab, a tab; of a picture, nothing.
    pub fn text(&self) -> &str {
        match self {
            Self::Text { text, .. } => text,
            // What is on both sides of a tab is apart, as if in two paragraphs.
            Self::Tab => "\t",
            Self::Picture(_) | Self::Drawing(_) | Self::PageNumber => "",
        }
    }

    /// Returns the address that a text leads to.
    pub fn link(&self) -> Option<&str> {
        match self {
            Self::Text { link, .. } => link.as_deref(),
            _ => None,
        }
    }

    /// Writes the runs of a piece; `directions` are those of its characters.
    pub fn write(&self, xml: &mut Xml, directions: &[Direction], context: &ParagraphContext) {
        match self {
            Self::Text { text, look, link } => {
                let mut look = *look;
                if link.is_some() {
                    look.style = Some(CharacterStyle::Hyperlink);
                }
                let mut rest = text.as_str();
                for run in directions.chunk_by(|one, next| one == next) {
                    let end = rest.char_indices().nth(run.len());
                    let (own, after) = rest.split_at(end.map_or(rest.len(), |(end, _)| end));
                    rest = after;
                    let is_rtl = run.contains(&Direction::Rtl);
                    write_run(xml, own, look, is_rtl, context);
                }
            }
            Self::Tab => xml.element("w:r", &[], |xml| xml.empty("w:tab", &[])),
            Self::Drawing(drawing) => xml.element("w:r", &[], |xml| drawing.write(xml)),
            // A copy without pictures has only its text.
            Self::Picture(_) => {}
            Self::PageNumber => {
                xml.element("w:fldSimple", &[("w:instr", "PAGE")], |xml| {
                    xml.element("w:r", &[], |xml| xml.text_element("w:t", &[], "2"));
                });
            }
        }
    }
}

fn write_run(xml: &mut Xml, text: &str, look: Look, is_rtl: bool, context: &ParagraphContext) {
    let language = foreign_complex_language(text, context.languages).filter(|_| is_rtl);
    xml.element("w:r", &[], |xml| {
        if look != Look::PLAIN || is_rtl {
            xml.element("w:rPr", &[], |xml| {
                look.write(xml);
                xml.toggle("w:rtl", is_rtl.then_some(true));
                if let Some(language) = language {
                    xml.empty("w:lang", &[("w:bidi", language)]);
                }
            });
        }
        write_text(xml, text);
    });
}

/// Writes text with what has an element of its own: breaks, tabs and soft hyphens.
fn write_text(xml: &mut Xml, text: &str) {
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let element = match c {
            '\n' | '\u{2028}' | '\u{2029}' => "w:br",
            '\t' => "w:tab",
            '\u{ad}' => "w:softHyphen",
            _ => continue,
        };
        write_piece(xml, &text[start..at]);
        xml.empty(element, &[]);
        start = at + c.len_utf8();
    }
    write_piece(xml, &text[start..]);
}

fn write_piece(xml: &mut Xml, text: &str) {
    if !text.is_empty() {
        xml.text_element("w:t", &[("xml:space", "preserve")], text);
    }
}
