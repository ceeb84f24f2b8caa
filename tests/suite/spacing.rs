//! Letters and words are hardly spaced in justified text, and not at all in bullets: the operators of
//! the content streams of PDFs, read without Typst and without the reader of the program.

use std::collections::{BTreeMap, HashMap};

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object};

use crate::support::rendering::{SHIPPED_PAGES, layouts, open, render_cv};

/// The greatest distance between letters, in em.
const TRACKING: f64 = 0.012;

/// The greatest space between words, in em.
const SPACE: f64 = 0.5;

/// The same in texts with addresses, which break at few places.
const SPACE_BESIDE_ADDRESSES: f64 = 0.53;

/// The distances between letters of small capitals in heads.
const DESIGNED: [f64; 2] = [0.06, 0.08];

/// Numbers in content streams are rounded, in em.
const ROUNDING: f64 = 0.0011;

/// The layouts that justify nothing by default.
const RAGGED: [&str; 3] = ["ats", "narrative", "readme"];

/// The least number of letters of a line of text, unlike that of a heading.
const LINE: usize = 45;

/// A font: the texts and the widths of its glyphs, in em.
struct Font {
    texts: HashMap<u16, String>,
    widths: HashMap<u16, f64>,
}

/// Glyphs that one operator shows.
struct Shown {
    page: u32,
    glyphs: Vec<Glyph>,
}

struct Glyph {
    text: String,
    width: f64,
    /// What the operators add to its width, in em.
    added: f64,
}

impl Shown {
    fn text(&self) -> String {
        self.glyphs
            .iter()
            .map(|glyph| glyph.text.as_str())
            .collect()
    }

    /// Returns what most letters have before the next letter; kerning changes a few.
    fn tracking(&self) -> f64 {
        let between = self.glyphs.windows(2).filter(|pair| {
            pair.iter()
                .all(|glyph| glyph.text.chars().all(char::is_alphabetic))
        });
        let mut counts = BTreeMap::new();
        for pair in between {
            *counts.entry(thousandths(pair[0].added)).or_insert(0) += 1;
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        most.map_or(0.0, |(added, _)| f64::from(added) / 1000.0)
    }

    /// Returns the spaces between its words, in em.
    fn spaces(&self) -> Vec<f64> {
        let (_, inner) = self.glyphs.split_last().expect("a glyph");
        let spaces = inner.iter().filter(|glyph| glyph.text == " ");
        spaces.map(|glyph| glyph.width + glyph.added).collect()
    }

    fn is_line(&self) -> bool {
        let letters = self.text();
        let letters = letters.chars().filter(|c| c.is_alphabetic());
        letters.clone().count() >= LINE && letters.clone().all(|c| c < '\u{2e80}')
    }
}

#[expect(clippy::cast_possible_truncation, reason = "less than an em")]
fn thousandths(length: f64) -> i32 {
    (length * 1000.0).round() as i32
}

fn number(object: &Object) -> f64 {
    object.as_float().map(f64::from).expect("a number")
}

fn hexadecimal(token: &str) -> Vec<u16> {
    let digits = token.trim_matches(['<', '>']).as_bytes();
    let units = digits.chunks(4).map(|unit| {
        let unit = std::str::from_utf8(unit).expect("digits");
        u16::from_str_radix(unit, 16).expect("digits")
    });
    units.collect()
}

/// Returns the texts of a `ToUnicode` map without ranges of several codes.
fn texts(map: &str) -> HashMap<u16, String> {
    let mut texts = HashMap::new();
    let mut rest = map;
    while let Some((_, after)) = rest.split_once("beginbfchar") {
        let (pairs, after) = after.split_once("endbfchar").expect("an end");
        rest = after;
        let tokens: Vec<&str> = pairs.split_whitespace().collect();
        for pair in tokens.chunks(2) {
            let text = String::from_utf16_lossy(&hexadecimal(pair[1]));
            texts.insert(hexadecimal(pair[0])[0], text);
        }
    }
    assert!(!map.contains("beginbfrange"), "ranges are not read");
    texts
}

/// Returns the widths of an array `W`, in em.
fn widths(array: &[Object]) -> HashMap<u16, f64> {
    let code = |object: &Object| u16::try_from(object.as_i64().expect("a code")).expect("a code");
    let mut widths = HashMap::new();
    let mut at = 0;
    while at < array.len() {
        let first = code(&array[at]);
        if let Object::Array(list) = &array[at + 1] {
            for (glyph, width) in (first..).zip(list) {
                widths.insert(glyph, number(width) / 1000.0);
            }
            at += 2;
        } else {
            for glyph in first..=code(&array[at + 1]) {
                widths.insert(glyph, number(&array[at + 2]) / 1000.0);
            }
            at += 3;
        }
    }
    widths
}

fn font(document: &Document, font: &Dictionary) -> Option<Font> {
    let map = font.get_deref(b"ToUnicode", document).ok()?;
    let map = map.as_stream().expect("a stream");
    let map = map.decompressed_content().expect("a map");
    let descendants = font.get_deref(b"DescendantFonts", document).ok()?;
    let first = descendants.as_array().expect("fonts").first()?;
    let (_, descendant) = document.dereference(first).expect("a font");
    let array = descendant
        .as_dict()
        .expect("a font")
        .get_deref(b"W", document)
        .ok()?;
    Some(Font {
        texts: texts(&String::from_utf8_lossy(&map)),
        widths: widths(array.as_array().expect("widths")),
    })
}

/// Returns all texts that a PDF shows.
fn shown(bytes: &[u8]) -> Vec<Shown> {
    let document = Document::load_mem(bytes).expect("a PDF");
    let mut all = Vec::new();
    for (page, id) in document.get_pages() {
        let fonts: HashMap<Vec<u8>, Option<Font>> = document
            .get_page_fonts(id)
            .expect("fonts")
            .into_iter()
            .map(|(name, dictionary)| (name, font(&document, dictionary)))
            .collect();
        let content = document.get_page_content(id);
        let content = Content::decode(&content).expect("operators");
        let (mut current, mut size, mut letter, mut word) = (None, 1.0, 0.0, 0.0);
        for operation in &content.operations {
            let operands = &operation.operands;
            match operation.operator.as_str() {
                "Tf" => {
                    current = fonts[operands[0].as_name().expect("a name")].as_ref();
                    size = number(&operands[1]);
                }
                "Tc" => letter = number(&operands[0]),
                "Tw" => word = number(&operands[0]),
                "Tj" | "TJ" => {
                    let Some(font) = current else { continue };
                    let parts = match &operands[0] {
                        Object::Array(parts) => parts.as_slice(),
                        _ => operands.as_slice(),
                    };
                    let mut glyphs: Vec<Glyph> = Vec::new();
                    for part in parts {
                        let Object::String(codes, _) = part else {
                            if let Some(glyph) = glyphs.last_mut() {
                                glyph.added -= number(part) / 1000.0;
                            }
                            continue;
                        };
                        for code in codes.chunks(2) {
                            let code = u16::from_be_bytes([code[0], code[1]]);
                            let text = font.texts.get(&code).cloned().unwrap_or_default();
                            // Word spacing is for codes of one byte, so these have none.
                            assert!(word == 0.0, "word spacing");
                            glyphs.push(Glyph {
                                width: font.widths.get(&code).copied().unwrap_or(1.0),
                                added: letter / size,
                                text,
                            });
                        }
                    }
                    all.push(Shown { page, glyphs });
                }
                _ => {}
            }
        }
    }
    all
}

#[test]
fn letters_and_words_of_the_shipped_pages_are_hardly_spaced() {
    let mut lines = 0;
    for pages in SHIPPED_PAGES.iter() {
        for shown in shown(&pages.bytes) {
            let (what, page) = (&pages.what, shown.page);
            for space in shown.spaces() {
                let text = shown.text();
                assert!(
                    space <= SPACE_BESIDE_ADDRESSES + ROUNDING,
                    "{what}, page {page}: {space} em in `{text}`"
                );
            }
            if shown.is_line() {
                let tracking = shown.tracking();
                assert!(
                    tracking.abs() <= TRACKING + ROUNDING || DESIGNED.contains(&tracking),
                    "{what}, page {page}: {tracking} em in `{}`",
                    shown.text()
                );
                lines += 1;
            }
        }
    }
    assert!(lines > 7_000, "only {lines} lines");
}

/// Returns a CV with a long text in prose, or in bullets.
fn cv(locale: &str, text: &str, in_bullets: bool) -> String {
    // Lines of a text that is repeated as it is could be alike.
    let text: String = (1..7)
        .map(|times| format!("{text} {}", "2020 ".repeat(times)))
        .collect();
    let field = if in_bullets {
        format!("highlights = ['{text}', '{text}', '{text}']")
    } else {
        format!("summary = '{text}'")
    };
    format!(
        "locale = '{locale}'\n[person]\nname = 'Ada'\n[[section]]\nkind = 'project'\n\
         [[section.entry]]\nname = 'Harbor'\n{field}\n"
    )
}

const TEXTS: [(&str, &str); 3] = [
    (
        "en",
        "A representative of the organization described the transformation of its infrastructure.",
    ),
    (
        "de",
        "Wir haben die Informationssysteme der Universitätskliniken in jedem Bereich schrittweise erneuert.",
    ),
    (
        "fr",
        "La transformation des infrastructures informatiques a été accompagnée pendant trois ans.",
    ),
];

#[test]
fn long_prose_is_justified_and_bullets_are_ragged() {
    for layout in layouts() {
        for (locale, text) in TEXTS {
            // The number of different spaces of all lines.
            let spaces_in = |in_bullets| {
                let cv = render_cv(open(&cv(locale, text, in_bullets)), layout, None);
                let mut spaces: Vec<i32> = Vec::new();
                for line in shown(&cv.bytes).iter().filter(|shown| shown.is_line()) {
                    let tracking = line.tracking().abs();
                    let most = if in_bullets { 0.0 } else { TRACKING };
                    assert!(
                        tracking <= most + ROUNDING,
                        "{layout}, {locale}: {tracking} em in `{}`",
                        line.text()
                    );
                    let mut within: Vec<i32> = line.spaces().into_iter().map(thousandths).collect();
                    within.sort_unstable();
                    spaces.extend(within.get(within.len() / 2));
                }
                assert!(spaces.len() >= 4, "{layout}, {locale}: {spaces:?}");
                assert!(
                    spaces.iter().all(|space| *space <= thousandths(SPACE)),
                    "{layout}, {locale}: {spaces:?}"
                );
                spaces.sort_unstable();
                spaces.dedup();
                spaces.len()
            };
            assert_eq!(spaces_in(true), 1, "{layout}, {locale}");
            let is_justified = !RAGGED.contains(&layout);
            assert_eq!(spaces_in(false) > 1, is_justified, "{layout}, {locale}");
        }
    }
}
