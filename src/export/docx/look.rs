//! How runs and paragraphs look: all of it in a style, and elsewhere what differs from the style.

use crate::content::resume::Direction;
use crate::export::docx::style::CharacterStyle;
use crate::export::docx::xml::Xml;

/// How a run of text looks. What is missing is as in the style.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Look {
    /// The style of its characters.
    pub style: Option<CharacterStyle>,
    /// The font.
    pub font: Option<&'static str>,
    /// Whether it is bold.
    pub strong: Option<bool>,
    /// Whether it is italic.
    pub emph: Option<bool>,
    /// Whether it is struck out.
    pub strike: Option<bool>,
    /// The color.
    pub color: Option<&'static str>,
    /// The size, in half points.
    pub size: Option<usize>,
    /// The position above or below the line: `superscript` or `subscript`.
    pub raised: Option<&'static str>,
}

/// How a paragraph looks. What is missing is as in the style. Lengths are in twentieths of a point.
#[derive(Debug, Clone, Copy, Default)]
pub struct ParagraphLook {
    /// Whether it stays with the next paragraph.
    pub keep_next: Option<bool>,
    /// Whether it stays on one page.
    pub keep_lines: Option<bool>,
    /// Whether none of its lines is alone on a page.
    pub widow_control: Option<bool>,
    /// The list that it is an item of.
    pub list: Option<ListLevel>,
    /// The line below it.
    pub line_below: Option<LineBelow>,
    /// The position of the tab stop at the end edge.
    pub tab: Option<usize>,
    /// The space above it.
    pub before: Option<usize>,
    /// The space below it.
    pub after: Option<usize>,
    /// The indent at the start.
    pub start: Option<usize>,
    /// The indent at the end.
    pub end: Option<usize>,
    /// The alignment, unless it is at the start.
    pub alignment: Option<Alignment>,
    /// The level of a heading, from 0.
    pub outline_level: Option<usize>,
}

/// The list that a paragraph is an item of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListLevel {
    /// The list.
    pub list: usize,
    /// The level, from 0.
    pub level: usize,
}

/// A line below a paragraph.
#[derive(Debug, Clone, Copy)]
pub struct LineBelow {
    /// The thickness, in eighths of a point.
    pub thickness: usize,
    /// The color.
    pub color: &'static str,
}

/// A position at one side of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// In the middle.
    Center,
    /// At the end edge.
    End,
}

impl Look {
    /// Text as its paragraph has it.
    pub const PLAIN: Self = Self {
        style: None,
        font: None,
        strong: None,
        emph: None,
        strike: None,
        color: None,
        size: None,
        raised: None,
    };
    /// Bold text.
    pub const STRONG: Self = Self {
        strong: Some(true),
        ..Self::PLAIN
    };
    /// Italic text.
    pub const EMPH: Self = Self {
        emph: Some(true),
        ..Self::PLAIN
    };

    /// Writes the properties, in the order of the schema.
    pub fn write(self, xml: &mut Xml) {
        if let Some(style) = self.style {
            xml.value("w:rStyle", style.id());
        }
        if let Some(font) = self.font {
            let fonts = [("w:ascii", font), ("w:hAnsi", font), ("w:cs", font)];
            xml.empty("w:rFonts", &fonts);
        }
        // Each twice: the second is for complex scripts.
        for (names, value) in [
            (["w:b", "w:bCs"], self.strong),
            (["w:i", "w:iCs"], self.emph),
        ] {
            for name in names {
                xml.toggle(name, value);
            }
        }
        xml.toggle("w:strike", self.strike);
        if let Some(color) = self.color {
            xml.value("w:color", color);
        }
        for name in ["w:sz", "w:szCs"] {
            xml.numbers(name, [("w:val", self.size)]);
        }
        if let Some(position) = self.raised {
            xml.value("w:vertAlign", position);
        }
    }
}

impl ParagraphLook {
    /// Writes the properties for a document of a direction, in the order of the schema.
    pub fn write(&self, xml: &mut Xml, direction: Direction) {
        xml.toggle("w:keepNext", self.keep_next);
        xml.toggle("w:keepLines", self.keep_lines);
        xml.toggle("w:widowControl", self.widow_control);
        if let Some(ListLevel { list, level }) = self.list {
            xml.element("w:numPr", &[], |xml| {
                xml.value("w:ilvl", &level.to_string());
                xml.value("w:numId", &list.to_string());
            });
        }
        if let Some(LineBelow { thickness, color }) = self.line_below {
            let line = "<w:pBdr><w:bottom w:val=\"single\" w:sz=\"{thickness}\" w:space=\"1\" \
                        w:color=\"{color}\"/></w:pBdr>";
            xml.fill(line, &[("thickness", &thickness), ("color", &color)], &[]);
        }
        if let Some(tab) = self.tab {
            let tabs = "<w:tabs><w:tab w:val=\"right\" w:pos=\"{tab}\"/></w:tabs>";
            xml.fill(tabs, &[("tab", &tab)], &[]);
        }
        if direction == Direction::Rtl {
            xml.empty("w:bidi", &[]);
        }
        let space = [("w:before", self.before), ("w:after", self.after)];
        xml.numbers("w:spacing", space);
        xml.numbers("w:ind", [("w:left", self.start), ("w:right", self.end)]);
        if let Some(alignment) = self.alignment {
            // In a paragraph from right to left, `right` is the left side.
            let side = match alignment {
                Alignment::Center => "center",
                Alignment::End => "right",
            };
            xml.value("w:jc", side);
        }
        xml.numbers("w:outlineLvl", [("w:val", self.outline_level)]);
    }
}
