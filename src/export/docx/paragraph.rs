//! Paragraphs: runs of text with their looks, links and directions.

use crate::content::resume::{Direction, Inline};
use crate::export::docx::address::linkable;
use crate::export::docx::direction::{
    LEFT_TO_RIGHT_MARK, directions, has_ltr_letters, has_rtl_letters, is_ltr_letter,
    with_kept_signs,
};
use crate::export::docx::fonts::{ScriptFonts, foreign_complex_language};
use crate::export::docx::package::Relationships;
use crate::export::docx::pictures::{Drawing, Pictures};
use crate::export::docx::styles::{CharacterStyle, Style};
use crate::export::docx::xml::Xml;

/// How a run of text looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Look {
    /// Whether it is bold.
    pub strong: bool,
    /// Whether it is italic.
    pub emph: bool,
    /// Whether it is struck out.
    pub strike: bool,
    /// The position above or below the line.
    pub raised: Option<Raised>,
    /// The style of its characters.
    pub style: Option<CharacterStyle>,
}

impl Look {
    /// Bold text.
    pub const STRONG: Self = Self {
        strong: true,
        ..Self::PLAIN
    };
    /// Italic text.
    pub const EMPH: Self = Self {
        emph: true,
        ..Self::PLAIN
    };
    /// Text as its paragraph has it.
    pub const PLAIN: Self = Self {
        strong: false,
        emph: false,
        strike: false,
        raised: None,
        style: None,
    };
}

/// A position of small text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Raised {
    /// Superscript.
    Super,
    /// Subscript.
    Sub,
}

/// The list that a paragraph is an item of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListLevel {
    /// The list.
    pub list: usize,
    /// The level, from 0.
    pub level: usize,
}

/// A position at one side of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// In the middle.
    Center,
    /// At the end edge.
    End,
}

/// A piece of a paragraph.
#[derive(Debug)]
enum Piece {
    Text {
        text: String,
        look: Look,
        link: Option<String>,
    },
    Tab,
    /// A picture of a text, by its name.
    Picture(String),
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

/// A paragraph.
#[derive(Debug)]
pub struct Paragraph {
    style: Style,
    pieces: Vec<Piece>,
    /// Whether it stays with the next paragraph.
    pub keep_next: bool,
    /// Whether it starts a page.
    pub starts_page: bool,
    /// The list that it is an item of.
    pub list: Option<ListLevel>,
    /// The indent at the start, in twentieths of a point.
    pub indent: Option<usize>,
    /// The level of a heading that has no style of one, from 0.
    pub outline_level: Option<usize>,
    /// Whether a line is below it.
    pub has_line_below: bool,
    /// The alignment, unless it is at the start.
    pub alignment: Option<Alignment>,
}

impl Paragraph {
    /// Creates an empty paragraph.
    pub fn new(style: Style) -> Self {
        Self {
            style,
            pieces: Vec::new(),
            keep_next: false,
            starts_page: false,
            list: None,
            indent: None,
            outline_level: None,
            has_line_below: false,
            alignment: None,
        }
    }

    /// Returns whether it has no content.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns its text, without its looks and links.
    pub fn text(&self) -> String {
        self.pieces.iter().map(Piece::text).collect()
    }

    /// Adds text.
    pub fn add_text(&mut self, text: &str, look: Look, link: Option<&str>) {
        if !text.is_empty() {
            self.pieces.push(Piece::Text {
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
                    self.pieces.push(Piece::Picture(path.clone()));
                    self.add_inlines(content, look, link);
                }
                Inline::Link { url, content } => {
                    self.add_inlines(content, look, link.or(Some(url)));
                }
                Inline::Strong { content } => {
                    let look = Look {
                        strong: true,
                        ..look
                    };
                    self.add_inlines(content, look, link);
                }
                Inline::Emph { content } => {
                    let look = Look { emph: true, ..look };
                    self.add_inlines(content, look, link);
                }
                Inline::Strike { content } => {
                    let look = Look {
                        strike: true,
                        ..look
                    };
                    self.add_inlines(content, look, link);
                }
                Inline::Super { content } => {
                    let raised = Some(Raised::Super);
                    self.add_inlines(content, Look { raised, ..look }, link);
                }
                Inline::Sub { content } => {
                    let raised = Some(Raised::Sub);
                    self.add_inlines(content, Look { raised, ..look }, link);
                }
            }
        }
    }

    /// Adds what moves the rest to the end edge.
    pub fn add_tab(&mut self) {
        self.pieces.push(Piece::Tab);
    }

    /// Adds a picture.
    pub fn add_drawing(&mut self, drawing: Drawing) {
        self.pieces.push(Piece::Drawing(drawing));
    }

    /// Replaces the pictures of its texts by their drawings, each with a space before the text.
    pub fn place_pictures(&mut self, pictures: &mut Pictures) {
        let pieces = std::mem::take(&mut self.pieces);
        for piece in pieces {
            let Piece::Picture(name) = &piece else {
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
        self.pieces.push(Piece::PageNumber);
    }

    /// Keeps the pieces from a number on together: their order does not depend on the text around
    /// them, nor that of the text on theirs.
    pub fn isolate_from(&mut self, start: usize, base: Direction) {
        let text: String = self.pieces[start..].iter().map(Piece::text).collect();
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
        let text: String = self.pieces[start..].iter().map(Piece::text).collect();
        if base == Direction::Rtl && !text.is_empty() && !has_rtl_letters(&text) {
            let mark = LEFT_TO_RIGHT_MARK.to_string();
            self.add_text(&mark, Look::PLAIN, None);
            self.insert_mark(start, mark);
        }
    }

    fn insert_mark(&mut self, at: usize, mark: String) {
        let piece = Piece::Text {
            text: mark,
            look: Look::PLAIN,
            link: None,
        };
        self.pieces.insert(at, piece);
    }

    /// Returns the number of pieces.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Keeps the signs of names such as C++ behind them.
    fn keep_signs(&mut self) {
        for piece in &mut self.pieces {
            if let Piece::Text { text, .. } = piece {
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
                self.write_properties(xml, context.direction);
            });
            self.write_pieces(xml, context);
        });
    }

    /// Writes the properties, in the order of the schema.
    fn write_properties(&self, xml: &mut Xml, direction: Direction) {
        if self.style != Style::Normal {
            xml.value("w:pStyle", &self.style.id());
        }
        if self.keep_next {
            xml.empty("w:keepNext", &[]);
        }
        if self.starts_page {
            xml.empty("w:pageBreakBefore", &[]);
        }
        if let Some(ListLevel { list, level }) = self.list {
            xml.element("w:numPr", &[], |xml| {
                xml.value("w:ilvl", &level.to_string());
                xml.value("w:numId", &list.to_string());
            });
        }
        if self.has_line_below {
            xml.element("w:pBdr", &[], |xml| {
                let attributes = [
                    ("w:val", "single"),
                    ("w:sz", "4"),
                    ("w:space", "1"),
                    ("w:color", "7F7F7F"),
                ];
                xml.empty("w:bottom", &attributes);
            });
        }
        if direction == Direction::Rtl {
            xml.empty("w:bidi", &[]);
        }
        if let Some(indent) = self.indent {
            xml.empty("w:ind", &[("w:left", &indent.to_string())]);
        }
        if let Some(alignment) = self.alignment {
            // In a paragraph from right to left, `right` is the left side.
            let name = match alignment {
                Alignment::Center => "center",
                Alignment::End => "right",
            };
            xml.value("w:jc", name);
        }
        if let Some(level) = self.outline_level {
            xml.value("w:outlineLvl", &level.to_string());
        }
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

impl Piece {
    fn text(&self) -> &str {
        match self {
            Self::Text { text, .. } => text,
            // What is on both sides of a tab is apart, as if in two paragraphs.
            Self::Tab => "\t",
            Self::Picture(_) | Self::Drawing(_) | Self::PageNumber => "",
        }
    }

    fn link(&self) -> Option<&str> {
        match self {
            Self::Text { link, .. } => link.as_deref(),
            _ => None,
        }
    }

    /// Writes the runs of a piece; `directions` are those of its characters.
    fn write(&self, xml: &mut Xml, directions: &[Direction], context: &ParagraphContext) {
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
                look.write(xml, is_rtl);
                if let Some(language) = language {
                    xml.empty("w:lang", &[("w:bidi", language)]);
                }
            });
        }
        write_text(xml, text);
    });
}

impl Look {
    /// Writes the properties, in the order of the schema.
    fn write(self, xml: &mut Xml, is_rtl: bool) {
        if let Some(style) = self.style {
            xml.value("w:rStyle", style.id());
        }
        if self.strong {
            xml.empty("w:b", &[]);
            xml.empty("w:bCs", &[]);
        }
        if self.emph {
            xml.empty("w:i", &[]);
            xml.empty("w:iCs", &[]);
        }
        if self.strike {
            xml.empty("w:strike", &[]);
        }
        if let Some(raised) = self.raised {
            let position = match raised {
                Raised::Super => "superscript",
                Raised::Sub => "subscript",
            };
            xml.value("w:vertAlign", position);
        }
        if is_rtl {
            xml.empty("w:rtl", &[]);
        }
    }
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
