//! Finds the characters of a profile that no font has, before they become empty boxes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::profile::{Field, Key, Node, TomlTree, Visitor, visit};
use crate::typeset::fonts::Fonts;

/// The most characters that are told one by one.
const MOST_TOLD: usize = 20;

/// Tells each character that no font has, once, at its first place.
pub fn missing(tree: &TomlTree, fonts: &Fonts, problems: &mut Diagnostics) {
    let mut search = Search {
        tree,
        fonts,
        known: BTreeMap::new(),
        told: 0,
        problems,
    };
    visit(tree.root(), &mut search);
    if let Some(more) = search.told.checked_sub(MOST_TOLD).filter(|more| *more > 0) {
        let message = format!("no font has {more} more of the characters");
        search
            .problems
            .push(Diagnostic::error(rule::MISSING_CHARACTER, message));
    }
}

/// Tells each character of texts out of other files that no font has, once. The texts of the
/// profile itself are passed over.
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
            .filter(|c| !c.is_ascii_graphic() && !has_no_glyph_of_its_own(*c))
        {
            if !known.insert(character)
                || (unprintable(character).is_none() && fonts.cover(character))
            {
                continue;
            }
            let code = format!("U+{:04X}", u32::from(character));
            let message = if let Some(sort) = unprintable(character) {
                format!(
                    "the {sort} {code} cannot be printed, in a title or name out of a bibliography"
                )
            } else {
                format!(
                    "no font has the character `{character}` ({code}) of “{text}”, which is in a bibliography"
                )
            };
            let error = Diagnostic::error(rule::MISSING_CHARACTER, message);
            problems
                .push(error.hint("write it in other words there, or add a font with `--fonts`"));
        }
    }
}

struct Search<'a> {
    tree: &'a TomlTree,
    fonts: &'a Fonts,
    /// Characters beyond ASCII that were looked up, and whether a font has them.
    known: BTreeMap<char, bool>,
    told: usize,
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

/// Returns the span of a part of a key, which is written with or without quotes.
fn span_in_key(key: &Key, written: &str, part: Range<usize>) -> Range<usize> {
    let length = part.len();
    match written.find(&key.name[part]) {
        Some(offset) => key.span.start + offset..key.span.start + offset + length,
        None => key.span.clone(),
    }
}

impl Search<'_> {
    /// `place` tells where a range of bytes of the text stands.
    fn text(&mut self, text: &str, place: impl Fn(Range<usize>) -> Range<usize>) {
        for (at, character) in text
            .char_indices()
            .filter(|(_, c)| !has_no_glyph_of_its_own(*c))
        {
            let fonts = self.fonts;
            if self.known.contains_key(&character) || (character.is_ascii_graphic()) {
                continue;
            }
            // Some fonts have a glyph for what no page can show.
            let covered = unprintable(character).is_none() && fonts.cover(character);
            self.known.insert(character, covered);
            if covered {
                continue;
            }
            self.told += 1;
            if self.told > MOST_TOLD {
                continue;
            }
            let span = place(at..at + character.len_utf8());
            let code = format!("U+{:04X}", u32::from(character));
            let (message, hint) = if let Some(sort) = unprintable(character) {
                (
                    format!("the {sort} {code} cannot be printed"),
                    "leave it out",
                )
            } else {
                let message = format!("no font has the character `{character}` ({code})");
                (message, "write it in other words, or leave it out")
            };
            let error = Diagnostic::error(rule::MISSING_CHARACTER, message).hint(hint);
            self.problems.push(error.at(self.tree.source(), span, ""));
        }
    }
}

/// What a character is called that no page can show, or no machine could read: whatever a font has
/// for it.
///
/// PDF/UA-1 (ISO 14289-1, 7.21.7) allows no byte order mark in a text, PDF/A-2a (ISO 19005-2,
/// 6.2.11.7) none for private use.
fn unprintable(character: char) -> Option<&'static str> {
    match character {
        '\u{feff}' => Some("byte order mark"),
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}' => {
            Some("private-use character")
        }
        _ => character.is_control().then_some("control character"),
    }
}

/// White space but for odd control characters, and what Unicode calls default-ignorable: joiners,
/// direction marks, variation selectors.
fn has_no_glyph_of_its_own(character: char) -> bool {
    (character.is_whitespace()
        && (!character.is_control() || matches!(character, '\t' | '\n' | '\r')))
        || matches!(
            character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        )
}
