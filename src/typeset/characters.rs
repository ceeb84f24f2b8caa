//! Finds characters that no font has, which would be rendered as empty boxes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::profile::{Field, Key, Node, TomlTree, Visitor, visit};
use crate::typeset::fonts::Fonts;

/// The maximum number of characters that are reported one by one.
const MAX_REPORTED: usize = 20;

/// Reports each character of a profile that no font has once, where it first occurs.
pub fn missing(tree: &TomlTree, fonts: &Fonts, problems: &mut Diagnostics) {
    let mut search = Search {
        tree,
        fonts,
        known: BTreeMap::new(),
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
}

/// Reports each character of bibliographies that no font has once, except characters that also
/// occur in the profile.
pub fn missing_elsewhere<'a>(
    texts: impl IntoIterator<Item = &'a str>,
    tree: &TomlTree,
    fonts: &Fonts,
    problems: &mut Diagnostics,
) {
    let mut known: BTreeSet<char> = tree.source().text().chars().collect();
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
                format!(
                    "the {category} {code} in a title or name of a bibliography cannot be displayed"
                )
            } else {
                format!(
                    "no font has the character `{character}` ({code}) of “{text}” in a bibliography"
                )
            };
            let error = Diagnostic::error(rule::MISSING_CHARACTER, message);
            problems
                .push(error.hint("replace it in the bibliography, or add a font with `--fonts`"));
        }
    }
}

struct Search<'a> {
    tree: &'a TomlTree,
    fonts: &'a Fonts,
    /// The characters found so far, and whether a font has them.
    known: BTreeMap<char, bool>,
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
            if self.known.contains_key(&character) || character.is_ascii_graphic() {
                continue;
            }
            // Some fonts have glyphs for unprintable characters.
            let covered = unprintable(character).is_none() && fonts.cover(character);
            self.known.insert(character, covered);
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
                    "remove it",
                )
            } else {
                let message = format!("no font has the character `{character}` ({code})");
                (
                    message,
                    "replace or remove it, or add a font with `--fonts`",
                )
            };
            let error = Diagnostic::error(rule::MISSING_CHARACTER, message).hint(hint);
            self.problems.push(error.at(self.tree.source(), span, ""));
        }
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

/// Returns whether a character needs no glyph: white space except unusual control characters, and
/// default-ignorable code points of Unicode, such as joiners, direction marks and variation
/// selectors.
fn needs_no_glyph(character: char) -> bool {
    (character.is_whitespace()
        && (!character.is_control() || matches!(character, '\t' | '\n' | '\r')))
        || matches!(
            character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        )
}
