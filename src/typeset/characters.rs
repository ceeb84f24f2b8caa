//! Finds characters that no font has, which would be rendered as empty boxes.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, Label, rule};
use crate::profile::{Field, Key, Node, TomlTree, Visitor, needs_no_glyph, visit};
use crate::typeset::fonts::Fonts;

/// The maximum number of characters that are reported one by one.
const MAX_REPORTED: usize = 20;

/// Reports each character of a profile that no font has once, where it first occurs, and returns
/// the characters that were looked up.
pub fn missing(tree: &TomlTree, fonts: &Fonts, problems: &mut Diagnostics) -> BTreeSet<char> {
    let mut search = Search {
        tree,
        fonts,
        known: BTreeSet::new(),
        found: 0,
        problems,
    };
    visit(tree.root(), &mut search);
    if search.found > MAX_REPORTED {
        let more = search.found - MAX_REPORTED;
        let message = format!("no font has {more} more characters of the profile");
        search
            .problems
            .push(Diagnostic::error(rule::MISSING_CHARACTER, message));
    }
    search.known
}

/// Reports each character of other texts that no font has once: of bibliographies, and of the
/// program's own words. `known` are the characters that were looked up in the profile, and `place`
/// returns the label of a character in a bibliography.
pub fn missing_elsewhere<'a>(
    texts: impl IntoIterator<Item = &'a str>,
    mut known: BTreeSet<char>,
    fonts: &Fonts,
    place: &dyn Fn(char) -> Option<Label>,
    problems: &mut Diagnostics,
) {
    for text in texts {
        for character in text
            .chars()
            .filter(|c| !c.is_ascii_graphic() && !needs_no_glyph(*c))
        {
            if !known.insert(character)
                || (unprintable(character).is_none() && fonts.cover(character))
            {
                continue;
            }
            let code = format!("U+{:04X}", u32::from(character));
            let message = if let Some(category) = unprintable(character) {
                format!("the {category} {code} of “{text}” cannot be displayed")
            } else {
                format!("no font has the character `{character}` ({code}) of “{text}”")
            };
            let error = Diagnostic::error(rule::MISSING_CHARACTER, message);
            let error = error.hint(font_hint(character));
            problems.push(match place(character) {
                Some(Label { source, span, text }) => error.at(&source, span, text),
                None => error,
            });
        }
    }
}

struct Search<'a> {
    tree: &'a TomlTree,
    fonts: &'a Fonts,
    /// The characters looked up so far.
    known: BTreeSet<char>,
    /// The number of characters that no font has.
    found: usize,
    problems: &'a mut Diagnostics,
}

impl<'t> Visitor<'t> for Search<'_> {
    fn visit_string(&mut self, string: &'t str, node: &'t Node, field: &Field, _: &'t str) {
        if field.role.is_rendered() {
            let tree = self.tree;
            self.text(string, |part| tree.span_in(node, part));
        }
    }

    fn visit_own_key(&mut self, key: &'t Key, field: &Field) {
        if field.role.is_rendered() {
            let written = &self.tree.source().text()[key.span.clone()];
            self.text(&key.name, |part| span_in_key(key, written, part));
        }
    }
}

/// Returns the span of a part of a key, which may be in quotation marks.
fn span_in_key(key: &Key, written: &str, part: Range<usize>) -> Range<usize> {
    let length = part.len();
    match written.find(&key.name[part]) {
        Some(offset) => key.span.start + offset..key.span.start + offset + length,
        None => key.span.clone(),
    }
}

impl Search<'_> {
    /// Checks the characters of a text. `place` returns the span of a byte range of the text.
    fn text(&mut self, text: &str, place: impl Fn(Range<usize>) -> Range<usize>) {
        for (at, character) in text.char_indices().filter(|(_, c)| !needs_no_glyph(*c)) {
            let fonts = self.fonts;
            if character.is_ascii_graphic() || !self.known.insert(character) {
                continue;
            }
            // Some fonts have glyphs for unprintable characters.
            let covered = unprintable(character).is_none() && fonts.cover(character);
            if covered {
                continue;
            }
            self.found += 1;
            if self.found > MAX_REPORTED {
                continue;
            }
            let span = place(at..at + character.len_utf8());
            let code = format!("U+{:04X}", u32::from(character));
            let (message, hint) = if let Some(category) = unprintable(character) {
                (
                    format!("the {category} {code} cannot be displayed"),
                    "remove it".to_owned(),
                )
            } else {
                let message = format!("no font has the character `{character}` ({code})");
                (message, font_hint(character))
            };
            let error = Diagnostic::error(rule::MISSING_CHARACTER, message).hint(hint);
            self.problems.push(error.at(self.tree.source(), span, ""));
        }
    }
}

/// The scripts that a feature of the build adds fonts for.
const PACKS: [Pack; 3] = [
    Pack {
        feature: "korean",
        ranges: &[
            ('\u{1100}', '\u{11ff}'),
            ('\u{3130}', '\u{318f}'),
            ('\u{a960}', '\u{a97f}'),
            ('\u{ac00}', '\u{d7ff}'),
        ],
    },
    Pack {
        feature: "japanese",
        ranges: &[('\u{3040}', '\u{30ff}'), ('\u{31f0}', '\u{31ff}')],
    },
    Pack {
        feature: "traditional-chinese",
        ranges: &[
            ('\u{2e80}', '\u{2fdf}'),
            ('\u{3100}', '\u{312f}'),
            ('\u{3400}', '\u{9fff}'),
            ('\u{f900}', '\u{faff}'),
            ('\u{20000}', '\u{3ffff}'),
        ],
    },
];

/// A feature of the build, and the first and last characters of what it adds fonts for.
struct Pack {
    feature: &'static str,
    ranges: &'static [(char, char)],
}

/// Returns the remedy for a character that no font has.
fn font_hint(character: char) -> String {
    let pack = PACKS.iter().find(|pack| {
        let mut ranges = pack.ranges.iter();
        ranges.any(|(first, last)| (*first..=*last).contains(&character))
    });
    match pack {
        Some(Pack { feature, .. }) if !is_built_in(feature) => format!(
            "build cvpress with `--features {feature}`, or add a font that has it with `--fonts`"
        ),
        _ => "replace or remove it, or add a font with `--fonts`".to_owned(),
    }
}

/// Returns whether this build has the fonts of a feature.
fn is_built_in(feature: &str) -> bool {
    match feature {
        "korean" => cfg!(feature = "korean"),
        "japanese" => cfg!(feature = "japanese"),
        _ => cfg!(feature = "traditional-chinese"),
    }
}

/// Returns the category of a character that cannot be displayed or extracted, even if a font has a
/// glyph for it.
///
/// PDF/UA-1 (ISO 14289-1, 7.21.7) forbids byte order marks in text, and PDF/A-2a (ISO 19005-2,
/// 6.2.11.7) private-use characters.
fn unprintable(character: char) -> Option<&'static str> {
    match character {
        '\u{feff}' => Some("byte order mark"),
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}' => {
            Some("private-use character")
        }
        _ => character.is_control().then_some("control character"),
    }
}
