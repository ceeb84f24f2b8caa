//! Paragraphs: their properties, and their pieces in order.

use crate::content::resume::{Direction, Inline};
use crate::export::docx::address::linkable;
use crate::export::docx::direction::{
    LEFT_TO_RIGHT_MARK, directions, has_ltr_letters, has_rtl_letters, is_ltr_letter,
    with_kept_signs,
};
use crate::export::docx::look::{Look, ParagraphLook};
use crate::export::docx::pictures::{Drawing, Pictures};
use crate::export::docx::piece::{ParagraphContext, ParagraphPiece};
use crate::export::docx::style::{CharacterStyle, Style};
use crate::export::docx::xml::Xml;

/// A paragraph.
#[derive(Debug)]
pub struct Paragraph {
    style: Style,
    pieces: Vec<ParagraphPiece>,
    /// What differs from the style.
    pub look: ParagraphLook,
}

impl Paragraph {
    /// Creates an empty paragraph.
    pub fn new(style: Style) -> Self {
        Self {
            style,
            pieces: Vec::new(),
            look: ParagraphLook::default(),
        }
    }

    /// Returns whether it has no content.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns its text, without its looks and links.
    pub fn text(&self) -> String {
        self.text_from(0)
    }

    /// Adds text.
    pub fn add_text(&mut self, text: &str, look: Look, link: Option<&str>) {
        if !text.is_empty() {
            self.pieces.push(ParagraphPiece::Text {
                text: text.to_owned(),
                look,
                link: link.map(str::to_owned),
            });
        }
    }

    /// Adds text with its own looks and links. A link inside a link stays text.
    pub fn add_inlines(&mut self, inlines: &[Inline], look: Look, link: Option<&str>) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.add_text(text, look, link),
                Inline::Break => self.add_text("\n", look, link),
                Inline::Code { text } => {
                    let look = Look {
                        style: look.style.or(Some(CharacterStyle::Code)),
                        ..look
                    };
                    self.add_text(text, look, link);
                }
                Inline::Level { content, .. } => self.add_inlines(content, look, link),
                Inline::Picture { path, content } => {
                    self.pieces.push(ParagraphPiece::Picture(path.clone()));
                    self.add_inlines(content, look, link);
                }
                Inline::Link { url, content } => {
                    self.add_inlines(content, look, link.or(Some(url)));
                }
                Inline::Strong { content } => {
                    let strong = Some(true);
                    self.add_inlines(content, Look { strong, ..look }, link);
                }
                Inline::Emph { content } => {
                    let emph = Some(true);
                    self.add_inlines(content, Look { emph, ..look }, link);
                }
                Inline::Strike { content } => {
                    let strike = Some(true);
                    self.add_inlines(content, Look { strike, ..look }, link);
                }
                Inline::Super { content } => {
                    let raised = Some("superscript");
                    self.add_inlines(content, Look { raised, ..look }, link);
                }
                Inline::Sub { content } => {
                    let raised = Some("subscript");
                    self.add_inlines(content, Look { raised, ..look }, link);
                }
            }
        }
    }

    /// Adds what moves the rest to the end edge.
    pub fn add_tab(&mut self) {
        self.pieces.push(ParagraphPiece::Tab);
    }

    /// Adds a picture.
    pub fn add_drawing(&mut self, drawing: Drawing) {
        self.pieces.push(ParagraphPiece::Drawing(drawing));
    }

    /// Replaces the pictures of its texts by their drawings, each with a space before the text.
    pub fn place_pictures(&mut self, pictures: &mut Pictures) {
        let pieces = std::mem::take(&mut self.pieces);
        for piece in pieces {
            let ParagraphPiece::Picture(name) = &piece else {
                self.pieces.push(piece);
                continue;
            };
            if let Some(drawing) = pictures.drawing_in_text(name) {
                self.add_drawing(drawing);
                self.add_text(" ", Look::PLAIN, None);
            }
        }
    }

    /// Adds the number of the page.
    pub fn add_page_number(&mut self) {
        self.pieces.push(ParagraphPiece::PageNumber);
    }

    /// Keeps the pieces from a number on together: their order does not depend on the text around
    /// them, nor that of the text on theirs.
    pub fn isolate_from(&mut self, start: usize, base: Direction) {
        let text = self.text_from(start);
        let mark = LEFT_TO_RIGHT_MARK.to_string();
        let needs_marks = match base {
            Direction::Ltr => has_rtl_letters(&text),
            Direction::Rtl => has_ltr_letters(&text) && !has_rtl_letters(&text),
        };
        if !needs_marks {
            return;
        }
        let is_closed = text.chars().next_back().is_some_and(is_ltr_letter);
        if !is_closed {
            self.add_text(&mark, Look::PLAIN, None);
        }
        let is_open = text.chars().next().is_some_and(is_ltr_letter);
        if !is_open {
            self.insert_mark(start, mark);
        }
    }

    /// Keeps the pieces from a number on from left to right, as addresses and telephone numbers are in
    /// every language.
    pub fn force_ltr_from(&mut self, start: usize, base: Direction) {
        let text = self.text_from(start);
        if base == Direction::Rtl && !text.is_empty() && !has_rtl_letters(&text) {
            let mark = LEFT_TO_RIGHT_MARK.to_string();
            self.add_text(&mark, Look::PLAIN, None);
            self.insert_mark(start, mark);
        }
    }

    fn insert_mark(&mut self, at: usize, mark: String) {
        let piece = ParagraphPiece::Text {
            text: mark,
            look: Look::PLAIN,
            link: None,
        };
        self.pieces.insert(at, piece);
    }

    fn text_from(&self, start: usize) -> String {
        let pieces = self.pieces[start..].iter();
        pieces.map(ParagraphPiece::text).collect()
    }

    /// Returns the number of pieces.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Keeps the signs of names such as C++ behind them.
    fn keep_signs(&mut self) {
        for piece in &mut self.pieces {
            if let ParagraphPiece::Text { text, .. } = piece {
                *text = with_kept_signs(text);
            }
        }
    }

    /// Writes it.
    pub fn write(mut self, xml: &mut Xml, context: &mut ParagraphContext) {
        if context.direction == Direction::Rtl {
            self.keep_signs();
        }
        xml.element("w:p", &[], |xml| {
            xml.element("w:pPr", &[], |xml| {
                if self.style != Style::Normal {
                    xml.value("w:pStyle", &self.style.id());
                }
                self.look.write(xml, context.direction);
            });
            self.write_pieces(xml, context);
        });
    }

    fn write_pieces(&self, xml: &mut Xml, context: &mut ParagraphContext) {
        let text = self.text();
        let directions = directions(&text, context.direction);
        let mut rest = directions.as_slice();
        let mut at = 0;
        while let Some(piece) = self.pieces.get(at) {
            let link = piece.link();
            let same = self.pieces[at..]
                .iter()
                .take_while(|next| next.link() == link);
            let group = &self.pieces[at..at + same.count().max(1)];
            at += group.len();
            let mut runs = Xml::default();
            for piece in group {
                let (own, after) = rest.split_at(piece.text().chars().count());
                rest = after;
                piece.write(&mut runs, own, context);
            }
            match link.and_then(linkable) {
                Some(address) => {
                    let id = context.relationships.link(&address);
                    let attributes = [("r:id", id.as_str()), ("w:history", "1")];
                    xml.element("w:hyperlink", &attributes, |xml| xml.append(&runs));
                }
                None => xml.append(&runs),
            }
        }
    }
}
