//! The styles of characters.

use crate::export::docx::styles::properties::{MUTED, write_code_font, write_size};
use crate::export::docx::theme::LINK;
use crate::export::docx::xml::Xml;

/// A style of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CharacterStyle {
    /// A link.
    Hyperlink,
    /// Code in a line.
    Code,
    /// A date next to the head of an entry.
    EntryDate,
}

impl CharacterStyle {
    /// Returns the identifier by which a run names it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Hyperlink => "Hyperlink",
            Self::Code => "HTMLCode",
            Self::EntryDate => "EntryDate",
        }
    }
}

/// Writes the styles of characters.
pub fn write_character_styles(xml: &mut Xml) {
    xml.element(
        "w:style",
        &[
            ("w:type", "character"),
            ("w:default", "1"),
            ("w:styleId", "DefaultParagraphFont"),
        ],
        |xml| {
            xml.value("w:name", "Default Paragraph Font");
            xml.value("w:uiPriority", "1");
            xml.empty("w:semiHidden", &[]);
        },
    );
    write_character_style(xml, CharacterStyle::Hyperlink, "Hyperlink", |xml| {
        xml.empty("w:color", &[("w:val", LINK), ("w:themeColor", "hyperlink")]);
    });
    write_character_style(xml, CharacterStyle::Code, "HTML Code", |xml| {
        write_code_font(xml);
        write_size(xml, 19);
    });
    write_character_style(xml, CharacterStyle::EntryDate, "Entry Date", |xml| {
        xml.value("w:color", MUTED);
    });
}

fn write_character_style(
    xml: &mut Xml,
    style: CharacterStyle,
    name: &str,
    write: impl FnOnce(&mut Xml),
) {
    let mut attributes = vec![("w:type", "character")];
    if style == CharacterStyle::EntryDate {
        attributes.push(("w:customStyle", "1"));
    }
    attributes.push(("w:styleId", style.id()));
    xml.element("w:style", &attributes, |xml| {
        xml.value("w:name", name);
        xml.value("w:basedOn", "DefaultParagraphFont");
        xml.element("w:rPr", &[], write);
    });
}
