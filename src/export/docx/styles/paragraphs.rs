//! The styles of paragraphs.

use crate::content::resume::Direction;
use crate::export::docx::numbering::BULLETS;
use crate::export::docx::page::Page;
use crate::export::docx::styles::properties::{MUTED, TEXT_SIZE, write_code_font, write_size};
use crate::export::docx::styles::style::Style;
use crate::export::docx::theme::ACCENT;
use crate::export::docx::xml::{Attribute, Xml};

/// The level of what is not in the outline (ECMA-376, 17.3.1.20).
const BODY_TEXT: usize = 9;

/// How a style of paragraphs looks. Lengths are in twentieths of a point, sizes in half points.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property that a style has or has not"
)]
#[derive(Default)]
struct Look {
    before: u32,
    after: u32,
    /// The indent at the start and at the end.
    indent: Option<(u32, u32)>,
    /// Whether a line of it stays with the next paragraph.
    keep_next: bool,
    keep_lines: bool,
    /// Whether dates are at the end edge.
    has_date: bool,
    has_line_below: bool,
    centered: bool,
    outline_level: Option<usize>,
    size: Option<u32>,
    bold: bool,
    italic: bool,
    color: Option<&'static str>,
    has_code_font: bool,
    /// The list of the style, with its level.
    list: Option<(usize, usize)>,
    /// Whether Word does not know the style by its name.
    is_custom: bool,
}

/// Makes a table of styles, each with its name, the space before and after it, and its other
/// properties.
macro_rules! looks {
    ($($style:ident $(($level:literal))?, $name:literal, $before:literal, $after:literal,
       [$($property:ident $(= $value:expr)?),*];)*) => {
        [$((Style::$style $(($level))?, $name, Look {
            before: $before,
            after: $after,
            $($property: looks!(@ $($value)?),)*
            ..Look::default()
        })),*]
    };
    (@) => { true };
    (@ $value:expr) => { Some($value) };
}

/// Writes the styles of paragraphs.
pub struct StyleWriter {
    xml: Xml,
    direction: Direction,
    text_width: u32,
}

impl StyleWriter {
    /// Creates a writer for documents of a direction and a page.
    pub fn new(direction: Direction, page: Page) -> Self {
        Self {
            xml: Xml::default(),
            direction,
            text_width: page.text_width(),
        }
    }

    /// Writes all styles of paragraphs.
    pub fn write(mut self) -> Xml {
        let styles = looks! {
            Normal, "Normal", 0, 60, [];
            Title, "Title", 0, 40, [size = 48, bold, color = ACCENT, keep_next];
            Subtitle, "Subtitle", 0, 40, [size = 24, color = MUTED, keep_next];
            Contact, "Contact", 0, 100, [size = 20, is_custom];
            Footer, "footer", 0, 0, [centered, size = 18, color = MUTED];
            Heading(1), "heading 1", 260, 60, [size = 26, bold, color = ACCENT,
                keep_next, keep_lines, has_line_below, outline_level = 0];
            Heading(2), "heading 2", 180, 60, [size = 23, bold, color = ACCENT,
                keep_next, keep_lines, outline_level = 1];
            Heading(3), "heading 3", 140, 60, [size = 22, bold, color = ACCENT,
                keep_next, keep_lines, outline_level = 2];
            Heading(4), "heading 4", 120, 60, [size = 21, bold, italic, color = ACCENT,
                keep_next, keep_lines, outline_level = 3];
            Entry, "Entry", 140, 0, [keep_lines, has_date, outline_level = BODY_TEXT, is_custom];
            EntryLine, "Entry Line", 0, 20, [color = MUTED, keep_lines, has_date, is_custom];
            Role, "Role", 100, 0, [keep_lines, has_date, is_custom];
            EntryText, "Entry Text", 0, 20, [keep_lines, has_date, is_custom];
            Detail, "Detail", 40, 20, [is_custom];
            Bullet(0), "List Bullet", 0, 20, [list = (BULLETS, 0)];
            Numbered(0), "List Number", 0, 20, [];
            Bullet(1), "List Bullet 2", 0, 20, [list = (BULLETS, 1)];
            Numbered(1), "List Number 2", 0, 20, [];
            Bullet(2), "List Bullet 3", 0, 20, [list = (BULLETS, 2)];
            Numbered(2), "List Number 3", 0, 20, [];
            ListContinue, "List Continue", 0, 20, [];
            Quote, "Quote", 60, 60, [indent = (284, 284), color = "404040"];
            Code, "HTML Preformatted", 60, 60, [size = 19, has_code_font];
            Cell, "Cell", 0, 0, [is_custom];
            SmallPrint, "Small Print", 240, 0, [size = 17, color = MUTED, is_custom];
            Address, "envelope address", 0, 0, [];
            Date, "Date", 240, 240, [];
            Subject, "Subject", 280, 200, [bold, size = 23, color = ACCENT,
                keep_next, outline_level = 0, is_custom];
            Opening, "Salutation", 70, 70, [];
            BodyText, "Body Text", 70, 70, [];
            Closing, "Closing", 120, 60, [keep_next];
            Signature, "Signature", 60, 60, [];
            Enclosures, "Enclosures", 320, 20, [bold, is_custom];
        };
        for (style, name, look) in &styles {
            self.style(*style, name, look);
        }
        self.xml
    }

    /// Writes a style of paragraphs.
    fn style(&mut self, style: Style, name: &str, look: &Look) {
        let id = style.id();
        let is_normal = style == Style::Normal;
        let mut attributes: Vec<Attribute> = vec![("w:type", "paragraph")];
        if is_normal {
            attributes.push(("w:default", "1"));
        }
        if look.is_custom {
            attributes.push(("w:customStyle", "1"));
        }
        attributes.push(("w:styleId", &id));
        let direction = self.direction;
        let text_width = self.text_width;
        self.xml.element("w:style", &attributes, |xml| {
            xml.value("w:name", name);
            if style == Style::Entry {
                // Readers that go by styles find a heading; what it looks like is set again.
                xml.value("w:basedOn", &Style::Heading(2).id());
            } else if !is_normal {
                xml.value("w:basedOn", "Normal");
            }
            if matches!(style, Style::Heading(_) | Style::Title | Style::Subject) {
                xml.value("w:next", "Normal");
            }
            xml.empty("w:qFormat", &[]);
            xml.element("w:pPr", &[], |xml| {
                look.write_paragraph(xml, direction, text_width);
            });
            if style == Style::Entry {
                write_as_normal(xml);
            } else {
                look.write_run(xml);
            }
        });
    }
}

/// Writes the look of ordinary text, in place of that of a heading.
fn write_as_normal(xml: &mut Xml) {
    xml.element("w:rPr", &[], |xml| {
        xml.empty("w:b", &[("w:val", "0")]);
        xml.empty("w:bCs", &[("w:val", "0")]);
        xml.value("w:color", "auto");
        write_size(xml, TEXT_SIZE);
    });
}

impl Look {
    /// Writes the properties of paragraphs, in the order of the schema.
    fn write_paragraph(&self, xml: &mut Xml, direction: Direction, text_width: u32) {
        if self.keep_next {
            xml.empty("w:keepNext", &[]);
        } else if self.outline_level == Some(BODY_TEXT) {
            xml.empty("w:keepNext", &[("w:val", "0")]);
        }
        if self.keep_lines {
            xml.empty("w:keepLines", &[]);
        }
        xml.empty("w:widowControl", &[]);
        if let Some((list, level)) = self.list {
            xml.element("w:numPr", &[], |xml| {
                xml.value("w:ilvl", &level.to_string());
                xml.value("w:numId", &list.to_string());
            });
        }
        if self.has_line_below {
            xml.element("w:pBdr", &[], |xml| {
                let attributes = [
                    ("w:val", "single"),
                    ("w:sz", "6"),
                    ("w:space", "1"),
                    ("w:color", ACCENT),
                ];
                xml.empty("w:bottom", &attributes);
            });
        }
        if self.has_date {
            let position = text_width.to_string();
            xml.element("w:tabs", &[], |xml| {
                xml.empty("w:tab", &[("w:val", "right"), ("w:pos", &position)]);
            });
        }
        if direction == Direction::Rtl {
            xml.empty("w:bidi", &[]);
        }
        let [before, after] = [self.before, self.after].map(|space| space.to_string());
        xml.empty("w:spacing", &[("w:before", &before), ("w:after", &after)]);
        if let Some((start, end)) = self.indent {
            let [start, end] = [start, end].map(|indent| indent.to_string());
            xml.empty("w:ind", &[("w:left", &start), ("w:right", &end)]);
        }
        if self.centered {
            xml.value("w:jc", "center");
        }
        if let Some(level) = self.outline_level {
            xml.value("w:outlineLvl", &level.to_string());
        }
    }

    fn write_run(&self, xml: &mut Xml) {
        xml.element("w:rPr", &[], |xml| {
            if self.has_code_font {
                write_code_font(xml);
            }
            if self.bold {
                xml.empty("w:b", &[]);
                xml.empty("w:bCs", &[]);
            }
            if self.italic {
                xml.empty("w:i", &[]);
                xml.empty("w:iCs", &[]);
            }
            if let Some(color) = self.color {
                xml.value("w:color", color);
            }
            if let Some(size) = self.size {
                write_size(xml, size);
            }
        });
    }
}
