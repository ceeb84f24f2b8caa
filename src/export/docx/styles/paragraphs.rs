//! The styles of paragraphs.

use crate::content::resume::Direction;
use crate::export::docx::numbering::BULLETS;
use crate::export::docx::page::Page;
use crate::export::docx::styles::properties::{MUTED, TEXT_SIZE, write_code_font, write_size};
use crate::export::docx::styles::style::{LIST_STYLES, Style};
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
        self.style(
            Style::Normal,
            "Normal",
            &Look {
                after: 60,
                ..Look::default()
            },
        );
        self.write_head_styles();
        self.write_heading_styles();
        self.write_entry_styles();
        self.write_list_styles();
        self.write_block_styles();
        self.write_letter_styles();
        self.xml
    }

    fn write_head_styles(&mut self) {
        let title = Look {
            after: 40,
            size: Some(48),
            bold: true,
            color: Some(ACCENT),
            keep_next: true,
            ..Look::default()
        };
        self.style(Style::Title, "Title", &title);
        let subtitle = Look {
            after: 40,
            size: Some(24),
            color: Some(MUTED),
            keep_next: true,
            ..Look::default()
        };
        self.style(Style::Subtitle, "Subtitle", &subtitle);
        let contact = Look {
            after: 100,
            size: Some(20),
            ..Look::default()
        };
        self.style(Style::Contact, "Contact", &contact);
        let footer = Look {
            centered: true,
            size: Some(18),
            color: Some(MUTED),
            ..Look::default()
        };
        self.style(Style::Footer, "footer", &footer);
    }

    fn write_heading_styles(&mut self) {
        let sizes = [26, 23, 22, 21];
        let spaces = [260, 180, 140, 120];
        for (index, (size, before)) in sizes.into_iter().zip(spaces).enumerate() {
            let look = Look {
                before,
                after: 60,
                keep_next: true,
                keep_lines: true,
                has_line_below: index == 0,
                outline_level: Some(index),
                size: Some(size),
                bold: true,
                italic: index == 3,
                color: Some(ACCENT),
                ..Look::default()
            };
            let level = index + 1;
            self.style(Style::Heading(level), &format!("heading {level}"), &look);
        }
    }

    fn write_entry_styles(&mut self) {
        let entry = Look {
            before: 140,
            keep_lines: true,
            has_date: true,
            outline_level: Some(BODY_TEXT),
            ..Look::default()
        };
        self.style(Style::Entry, "Entry", &entry);
        let line = Look {
            color: Some(MUTED),
            after: 20,
            keep_lines: true,
            has_date: true,
            ..Look::default()
        };
        self.style(Style::EntryLine, "Entry Line", &line);
        let role = Look {
            before: 100,
            keep_lines: true,
            has_date: true,
            ..Look::default()
        };
        self.style(Style::Role, "Role", &role);
        let text = Look {
            after: 20,
            keep_lines: true,
            has_date: true,
            ..Look::default()
        };
        self.style(Style::EntryText, "Entry Text", &text);
        let detail = Look {
            before: 40,
            after: 20,
            ..Look::default()
        };
        self.style(Style::Detail, "Detail", &detail);
    }

    fn write_list_styles(&mut self) {
        for level in 0..LIST_STYLES {
            let number = match level {
                0 => String::new(),
                level => format!(" {}", level + 1),
            };
            let bullet = Look {
                after: 20,
                list: Some((BULLETS, level)),
                ..Look::default()
            };
            self.style(
                Style::Bullet(level),
                &format!("List Bullet{number}"),
                &bullet,
            );
            let numbered = Look {
                after: 20,
                ..Look::default()
            };
            self.style(
                Style::Numbered(level),
                &format!("List Number{number}"),
                &numbered,
            );
        }
        let look = Look {
            after: 20,
            ..Look::default()
        };
        self.style(Style::ListContinue, "List Continue", &look);
    }

    fn write_block_styles(&mut self) {
        let quote = Look {
            before: 60,
            after: 60,
            indent: Some((284, 284)),
            color: Some("404040"),
            ..Look::default()
        };
        self.style(Style::Quote, "Quote", &quote);
        let code = Look {
            before: 60,
            after: 60,
            size: Some(19),
            has_code_font: true,
            ..Look::default()
        };
        self.style(Style::Code, "HTML Preformatted", &code);
        self.style(Style::Cell, "Cell", &Look::default());
        let small = Look {
            before: 240,
            size: Some(17),
            color: Some(MUTED),
            ..Look::default()
        };
        self.style(Style::SmallPrint, "Small Print", &small);
    }

    fn write_letter_styles(&mut self) {
        self.style(Style::Address, "envelope address", &Look::default());
        let date = Look {
            before: 240,
            after: 240,
            ..Look::default()
        };
        self.style(Style::Date, "Date", &date);
        let subject = Look {
            before: 280,
            after: 200,
            bold: true,
            size: Some(23),
            color: Some(ACCENT),
            keep_next: true,
            outline_level: Some(0),
            ..Look::default()
        };
        self.style(Style::Subject, "Subject", &subject);
        let body = Look {
            before: 70,
            after: 70,
            ..Look::default()
        };
        self.style(Style::Opening, "Salutation", &body);
        self.style(Style::BodyText, "Body Text", &body);
        let closing = Look {
            before: 120,
            after: 60,
            keep_next: true,
            ..Look::default()
        };
        self.style(Style::Closing, "Closing", &closing);
        let signature = Look {
            before: 60,
            after: 60,
            ..Look::default()
        };
        self.style(Style::Signature, "Signature", &signature);
        let enclosures = Look {
            before: 320,
            after: 20,
            bold: true,
            ..Look::default()
        };
        self.style(Style::Enclosures, "Enclosures", &enclosures);
    }

    /// Writes a style of paragraphs.
    fn style(&mut self, style: Style, name: &str, look: &Look) {
        let id = style.id();
        let is_normal = style == Style::Normal;
        let mut attributes: Vec<Attribute> = vec![("w:type", "paragraph")];
        if is_normal {
            attributes.push(("w:default", "1"));
        }
        if is_custom(style) {
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

/// Returns whether Word does not know a style by its name.
fn is_custom(style: Style) -> bool {
    matches!(
        style,
        Style::Contact
            | Style::Entry
            | Style::EntryLine
            | Style::Role
            | Style::EntryText
            | Style::Detail
            | Style::Cell
            | Style::Subject
            | Style::Enclosures
            | Style::SmallPrint
    )
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
