//! The styles of a document. Word knows most of them by their names, and offers them for editing.

mod characters;
mod paragraphs;
mod properties;
mod style;
mod tables;

use crate::content::resume::Direction;
use crate::export::docx::fonts::{LATIN, ScriptFonts};
use crate::export::docx::page::Page;
use crate::export::docx::styles::characters::write_character_styles;
use crate::export::docx::styles::paragraphs::StyleWriter;
use crate::export::docx::styles::properties::{TEXT_SIZE, write_size};
use crate::export::docx::styles::tables::write_table_styles;
use crate::export::docx::xml::{WORD, Xml};

pub use characters::CharacterStyle;
pub use style::Style;

/// Returns the part.
pub fn styles(languages: &ScriptFonts, direction: Direction, page: Page) -> Xml {
    let paragraphs = StyleWriter::new(direction, page).write();
    let mut xml = Xml::part();
    xml.element("w:styles", &[("xmlns:w", WORD)], |xml| {
        write_defaults(xml, languages);
        xml.append(&paragraphs);
        write_character_styles(xml);
        write_table_styles(xml);
    });
    xml
}

fn write_defaults(xml: &mut Xml, languages: &ScriptFonts) {
    xml.element("w:docDefaults", &[], |xml| {
        xml.element("w:rPrDefault", &[], |xml| {
            xml.element("w:rPr", &[], |xml| {
                xml.empty(
                    "w:rFonts",
                    &[
                        ("w:asciiTheme", "minorHAnsi"),
                        ("w:hAnsiTheme", "minorHAnsi"),
                        ("w:eastAsiaTheme", "minorEastAsia"),
                        ("w:cstheme", "minorBidi"),
                        ("w:ascii", LATIN),
                        ("w:hAnsi", LATIN),
                        ("w:eastAsia", languages.east_asian_font),
                        ("w:cs", languages.complex_font),
                    ],
                );
                write_size(xml, TEXT_SIZE);
                xml.empty(
                    "w:lang",
                    &[
                        ("w:val", &languages.latin),
                        ("w:eastAsia", &languages.east_asian),
                        ("w:bidi", &languages.complex),
                    ],
                );
            });
        });
        xml.element("w:pPrDefault", &[], |xml| {
            xml.element("w:pPr", &[], |xml| {
                xml.empty(
                    "w:spacing",
                    &[("w:after", "60"), ("w:line", "259"), ("w:lineRule", "auto")],
                );
            });
        });
    });
}
