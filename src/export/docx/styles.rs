//! How the styles of paragraphs look: a table. The others, and what all have, are in `parts/styles.xml`.

use crate::content::resume::Direction;
use crate::export::docx::look::{Alignment, LineBelow, ListLevel, Look, ParagraphLook};
use crate::export::docx::numbering::BULLETS;
use crate::export::docx::style::Style;
use crate::export::docx::xml::{Attribute, Xml};

/// The color of headings.
pub const ACCENT: &str = "1F3864";
/// The color of what is less important, such as dates.
pub const MUTED: &str = "595959";
/// The font of code.
pub const CODE: &str = "Consolas";
/// The size of ordinary text, in half points.
pub const TEXT_SIZE: usize = 21;

/// The level of what is not in the outline (ECMA-376, 17.3.1.20).
const BODY_TEXT: usize = 9;

/// Makes a look with some properties; one without a value is on.
macro_rules! look {
    ($type:ident [$($property:ident $(= $value:expr)?),*]) => {
        $type { $($property: look!(@ $($value)?),)* ..$type::default() }
    };
    (@) => { Some(true) };
    (@ $value:expr) => { Some($value) };
}

/// Makes a table of styles, each with its name, the space before and after it, and the other properties
/// of its paragraphs and its texts.
macro_rules! styles {
    ($($style:ident $(($level:literal))?, $name:literal, $before:literal, $after:literal,
       $paragraph:tt, $text:tt;)*) => {
        [$(StyleRow {
            style: Style::$style $(($level))?,
            name: $name,
            before: $before,
            after: $after,
            paragraph: look!(ParagraphLook $paragraph),
            text: look!(Look $text),
        }),*]
    };
}

/// A style of paragraphs.
struct StyleRow {
    style: Style,
    name: &'static str,
    before: usize,
    after: usize,
    paragraph: ParagraphLook,
    text: Look,
}

/// Returns the styles of paragraphs for documents with a direction and a width of the text.
pub fn paragraph_styles(direction: Direction, width: usize) -> Xml {
    let line = LineBelow {
        thickness: 6,
        color: ACCENT,
    };
    let bullet = |level| ListLevel {
        list: BULLETS,
        level,
    };
    let styles = styles! {
        Normal, "Normal", 0, 60, [], [];
        Title, "Title", 0, 40, [keep_next], [size = 48, strong, color = ACCENT];
        Subtitle, "Subtitle", 0, 40, [keep_next], [size = 24, color = MUTED];
        Contact, "Contact", 0, 100, [], [size = 20];
        Footer, "footer", 0, 0, [alignment = Alignment::Center], [size = 18, color = MUTED];
        Heading(1), "heading 1", 260, 60,
            [keep_next, keep_lines, line_below = line, outline_level = 0],
            [size = 26, strong, color = ACCENT];
        Heading(2), "heading 2", 180, 60, [keep_next, keep_lines, outline_level = 1],
            [size = 23, strong, color = ACCENT];
        Heading(3), "heading 3", 140, 60, [keep_next, keep_lines, outline_level = 2],
            [size = 22, strong, color = ACCENT];
        Heading(4), "heading 4", 120, 60, [keep_next, keep_lines, outline_level = 3],
            [size = 21, strong, emph, color = ACCENT];
        // Readers that go by styles find a heading; it looks like text all the same.
        Entry, "Entry", 140, 0,
            [keep_next = false, keep_lines, tab = width, outline_level = BODY_TEXT],
            [strong = false, color = "auto", size = TEXT_SIZE];
        EntryLine, "Entry Line", 0, 20, [keep_lines, tab = width], [color = MUTED];
        Role, "Role", 100, 0, [keep_lines, tab = width], [];
        EntryText, "Entry Text", 0, 20, [keep_lines, tab = width], [];
        Detail, "Detail", 40, 20, [], [];
        Bullet(0), "List Bullet", 0, 20, [list = bullet(0)], [];
        Numbered(0), "List Number", 0, 20, [], [];
        Bullet(1), "List Bullet 2", 0, 20, [list = bullet(1)], [];
        Numbered(1), "List Number 2", 0, 20, [], [];
        Bullet(2), "List Bullet 3", 0, 20, [list = bullet(2)], [];
        Numbered(2), "List Number 3", 0, 20, [], [];
        ListContinue, "List Continue", 0, 20, [], [];
        Quote, "Quote", 60, 60, [start = 284, end = 284], [color = "404040"];
        Code, "HTML Preformatted", 60, 60, [], [font = CODE, size = 19];
        Cell, "Cell", 0, 0, [], [];
        SmallPrint, "Small Print", 240, 0, [], [size = 17, color = MUTED];
        Address, "envelope address", 0, 0, [], [];
        Date, "Date", 240, 240, [], [];
        Subject, "Subject", 280, 200, [keep_next, outline_level = 0],
            [strong, size = 23, color = ACCENT];
        Opening, "Salutation", 70, 70, [], [];
        BodyText, "Body Text", 70, 70, [], [];
        Closing, "Closing", 120, 60, [keep_next], [];
        Signature, "Signature", 60, 60, [], [];
        Enclosures, "Enclosures", 320, 20, [], [strong];
    };
    let mut xml = Xml::default();
    for style in &styles {
        style.write(&mut xml, direction);
    }
    xml
}

impl StyleRow {
    fn write(&self, xml: &mut Xml, direction: Direction) {
        let id = self.style.id();
        let mut attributes: Vec<Attribute> = vec![("w:type", "paragraph")];
        if self.style == Style::Normal {
            attributes.push(("w:default", "1"));
        }
        if self.style.is_custom() {
            attributes.push(("w:customStyle", "1"));
        }
        attributes.push(("w:styleId", &id));
        xml.element("w:style", &attributes, |xml| {
            xml.value("w:name", self.name);
            match self.style {
                Style::Normal => {}
                Style::Entry => xml.value("w:basedOn", &Style::Heading(2).id()),
                _ => xml.value("w:basedOn", "Normal"),
            }
            if matches!(
                self.style,
                Style::Heading(_) | Style::Title | Style::Subject
            ) {
                xml.value("w:next", "Normal");
            }
            xml.empty("w:qFormat", &[]);
            let look = ParagraphLook {
                widow_control: Some(true),
                before: Some(self.before),
                after: Some(self.after),
                ..self.paragraph
            };
            xml.element("w:pPr", &[], |xml| look.write(xml, direction));
            xml.element("w:rPr", &[], |xml| self.text.write(xml));
        });
    }
}
