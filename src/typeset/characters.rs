//! Finds characters that no font has, which would be rendered as empty boxes. Those of a script without a
//! built-in font are one problem, whose remedy is a font.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use icu_properties::props::Script;
use icu_properties::{CodePointMapData, PropertyNamesLong};

use crate::diagnostic::{Diagnostic, Diagnostics, Label, rule};
use crate::profile::{Field, Key, Node, TomlTree, Visitor, needs_no_glyph, visit};
use crate::typeset::fonts::Fonts;

/// The maximum number of characters that are reported one by one.
const MAX_REPORTED: usize = 20;

/// Reports each character of a profile that no font has once, where it first occurs, and those of a script
/// together. Returns the characters that were looked up.
pub fn missing(tree: &TomlTree, fonts: &Fonts, problems: &mut Diagnostics) -> BTreeSet<char> {
    let mut search = Search {
        tree,
        fonts,
        known: BTreeSet::new(),
        found: 0,
        scripts: BTreeMap::new(),
        problems,
    };
    visit(tree.root(), &mut search);
    for (font, script) in std::mem::take(&mut search.scripts) {
        let error = Diagnostic::error(rule::MISSING_CHARACTER, script.message(&font));
        let error = error.hint(font.hint());
        search
            .problems
            .push(error.at(tree.source(), script.place, ""));
    }
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
            let font = ScriptFont::of(character);
            let is_known = |known: &char| {
                *known != character && ScriptFont::of(*known) == font && !fonts.cover(*known)
            };
            if font.is_some() && known.iter().any(is_known) {
                continue;
            }
            let message = message(character, &format!(" of “{text}”"));
            let error = Diagnostic::error(rule::MISSING_CHARACTER, message);
            let error = error.hint(font.map_or_else(|| OTHER_HINT.to_owned(), |font| font.hint()));
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
    /// Those of scripts without a built-in font.
    scripts: BTreeMap<ScriptFont, MissingScript>,
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
            if let Some(font) = ScriptFont::of(character) {
                let script = self.scripts.entry(font).or_insert_with(|| MissingScript {
                    place: place(at..at + character.len_utf8()),
                    characters: Vec::new(),
                });
                script.characters.push(character);
                continue;
            }
            self.found += 1;
            if self.found > MAX_REPORTED {
                continue;
            }
            let span = place(at..at + character.len_utf8());
            let hint = match unprintable(character) {
                Some(_) => "remove it",
                None => OTHER_HINT,
            };
            let message = message(character, "");
            let error = Diagnostic::error(rule::MISSING_CHARACTER, message).hint(hint);
            self.problems.push(error.at(self.tree.source(), span, ""));
        }
    }
}

/// The remedy for a character that is of no script without a font.
const OTHER_HINT: &str = "replace or remove it, or add a font with `--fonts`";

/// The characters of a script that no font has.
struct MissingScript {
    /// The place of the first.
    place: Range<usize>,
    /// The characters, in the order in which they occur.
    characters: Vec<char>,
}

impl MissingScript {
    fn message(&self, font: &ScriptFont) -> String {
        const SHOWN: usize = 3;
        if let [character] = self.characters[..] {
            return message(character, "");
        }
        let shown = self.characters.iter().take(SHOWN);
        let shown: Vec<String> = shown.map(|character| format!("`{character}`")).collect();
        let shown = shown.join(", ");
        let more = match self.characters.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("no font has the {} characters {shown}{more}", font.script)
    }
}

/// A script without a built-in font, and a font for it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ScriptFont {
    /// The script: `Thai`.
    script: String,
    /// The name of a Noto font: `Noto Sans Thai`.
    font: String,
}

impl ScriptFont {
    /// Returns the font for the script of a character; `None` if it has none of its own, or a built-in
    /// one.
    fn of(character: char) -> Option<Self> {
        let script = CodePointMapData::<Script>::new().get(character);
        let (script, short) = match script {
            Script::Hangul if !cfg!(feature = "korean") => ("Korean", "KR"),
            Script::Hiragana | Script::Katakana if !cfg!(feature = "japanese") => {
                ("Japanese", "JP")
            }
            Script::Han | Script::Bopomofo if !cfg!(feature = "traditional-chinese") => {
                ("Chinese", "TC")
            }
            Script::Common
            | Script::Inherited
            | Script::Unknown
            | Script::Latin
            | Script::Greek
            | Script::Cyrillic
            | Script::Arabic
            | Script::Hebrew
            | Script::Devanagari
            | Script::Hangul
            | Script::Hiragana
            | Script::Katakana
            | Script::Han
            | Script::Bopomofo => return None,
            _ => {
                let name = PropertyNamesLong::<Script>::new().get(script)?;
                (name, name)
            }
        };
        Some(Self {
            script: script.replace('_', " "),
            font: format!("Noto Sans {}", short.replace('_', " ")),
        })
    }

    fn hint(&self) -> String {
        let font = &self.font;
        let page = font.replace(' ', "+");
        let folder = font.replace(' ', "_");
        format!(
            "download `{font}` from https://fonts.google.com/noto/specimen/{page}, and name the folder of \
             its files: `cvpress render … --fonts {folder}/static`"
        )
    }
}

/// Returns the message about a character; `of` tells the text that has it.
fn message(character: char, of: &str) -> String {
    let code = u32::from(character);
    match unprintable(character) {
        Some(category) => format!("the {category} U+{code:04X}{of} cannot be displayed"),
        None => format!("no font has the character `{character}` (U+{code:04X}){of}"),
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
