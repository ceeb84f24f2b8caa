//! The lists of a document. All bullets belong to one list; each numbered list has its own numbers.

use crate::content::resume::Direction;
use crate::export::docx::xml::{NamedText, Xml};

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
        let mut bullets = Xml::default();
        let mut numbers = Xml::default();
        for level in 0..LEVELS {
            let sign = SIGNS[level % SIGNS.len()];
            write_level(&mut bullets, level, "bullet", sign, direction);
            let kind = NUMBERS[level % NUMBERS.len()];
            let number = format!("%{}.", level + 1);
            write_level(&mut numbers, level, kind, &number, direction);
        }
        let mut lists = Xml::default();
        for (list, NumberedList { level, start }) in (BULLETS + 1..).zip(&self.numbered) {
            // Word counts in 31 bits.
            let start = start.min(&0x7fff_ffff);
            let texts: [NamedText; 3] = [("list", &list), ("level", level), ("start", start)];
            lists.fill(include_str!("parts/list.xml"), &texts, &[]);
        }
        let parts = [
            ("bullets", &bullets),
            ("numbers", &numbers),
            ("lists", &lists),
        ];
        let mut xml = Xml::part();
        xml.fill(include_str!("parts/numbering.xml"), &[], &parts);
        xml
    }
}

/// Returns the indent of the text on a level of a list, in twentieths of a point.
pub fn indent(level: usize) -> usize {
    INDENT * (level + 1)
}

fn write_level(xml: &mut Xml, level: usize, kind: &str, text: &str, direction: Direction) {
    let side = match direction {
        Direction::Ltr => "left",
        Direction::Rtl => "right",
    };
    let texts: [NamedText; 6] = [
        ("level", &level),
        ("kind", &kind),
        ("text", &text),
        ("side", &side),
        ("left", &indent(level)),
        ("hanging", &INDENT),
    ];
    xml.fill(include_str!("parts/level.xml"), &texts, &[]);
}
