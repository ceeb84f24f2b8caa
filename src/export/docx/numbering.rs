//! The lists of a document. All bullets belong to one list; each numbered list has its own numbers.

use crate::content::resume::Direction;
use crate::export::docx::xml::{WORD, Xml};

/// The number of levels that a list can have.
pub const LEVELS: usize = 9;
/// The list of bullets.
pub const BULLETS: usize = 1;

/// The indent of each level, in twentieths of a point: a number of two digits fits in it.
const INDENT: usize = 340;
/// The signs of the levels.
const SIGNS: [&str; 3] = ["\u{2022}", "\u{2013}", "\u{b7}"];
/// The numbers of the levels: their kind and how they are written.
const NUMBERS: [&str; 3] = ["decimal", "lowerLetter", "lowerRoman"];

/// The lists.
#[derive(Debug, Default)]
pub struct Lists {
    /// The first number of each numbered list, and its level.
    numbered: Vec<NumberedList>,
}

#[derive(Debug)]
struct NumberedList {
    level: usize,
    start: u64,
}

impl Lists {
    /// Adds a numbered list whose items are on a level, and returns its identifier.
    pub fn add_numbered(&mut self, level: usize, start: u64) -> usize {
        self.numbered.push(NumberedList { level, start });
        BULLETS + self.numbered.len()
    }

    /// Returns the part.
    pub fn xml(&self, direction: Direction) -> Xml {
        let mut xml = Xml::part();
        xml.element("w:numbering", &[("xmlns:w", WORD)], |xml| {
            xml.element("w:abstractNum", &[("w:abstractNumId", "0")], |xml| {
                xml.value("w:multiLevelType", "hybridMultilevel");
                for level in 0..LEVELS {
                    write_level(xml, level, "bullet", SIGNS[level % SIGNS.len()], direction);
                }
            });
            xml.element("w:abstractNum", &[("w:abstractNumId", "1")], |xml| {
                xml.value("w:multiLevelType", "hybridMultilevel");
                for level in 0..LEVELS {
                    let kind = NUMBERS[level % NUMBERS.len()];
                    write_level(xml, level, kind, &format!("%{}.", level + 1), direction);
                }
            });
            let id = BULLETS.to_string();
            xml.element("w:num", &[("w:numId", &id)], |xml| {
                xml.value("w:abstractNumId", "0");
            });
            for (index, list) in self.numbered.iter().enumerate() {
                let id = (BULLETS + 1 + index).to_string();
                xml.element("w:num", &[("w:numId", &id)], |xml| {
                    xml.value("w:abstractNumId", "1");
                    let level = list.level.to_string();
                    xml.element("w:lvlOverride", &[("w:ilvl", &level)], |xml| {
                        // Word counts in 31 bits.
                        let start = list.start.min(0x7fff_ffff);
                        xml.value("w:startOverride", &start.to_string());
                    });
                });
            }
        });
        xml
    }
}

/// Returns the indent of the text on a level of a list, in twentieths of a point.
pub fn indent(level: usize) -> usize {
    INDENT * (level + 1)
}

fn write_level(xml: &mut Xml, level: usize, kind: &str, text: &str, direction: Direction) {
    let number = level.to_string();
    xml.element("w:lvl", &[("w:ilvl", &number)], |xml| {
        xml.value("w:start", "1");
        xml.value("w:numFmt", kind);
        xml.value("w:lvlText", text);
        xml.value(
            "w:lvlJc",
            if direction == Direction::Rtl {
                "right"
            } else {
                "left"
            },
        );
        xml.element("w:pPr", &[], |xml| {
            let left = indent(level).to_string();
            let hanging = INDENT.to_string();
            xml.empty("w:ind", &[("w:left", &left), ("w:hanging", &hanging)]);
        });
    });
}
