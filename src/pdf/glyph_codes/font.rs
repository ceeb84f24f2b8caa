//! The fonts of a PDF whose glyphs can be given codes of their own.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::pdf::glyph_codes::true_type::{Component, TrueType};

/// The units per em of the widths in a PDF.
const UNITS_PER_EM: f32 = 1000.0;

/// The most entries of a block in a map to Unicode.
const MAX_ENTRIES: usize = 100;

/// The text of a glyph that draws others, and its width in units of the font.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Drawn {
    /// The glyphs that it draws.
    pub components: Vec<Component>,
    /// The width.
    pub advance: u16,
    /// The text.
    pub text: String,
}

/// A font whose codes are the numbers of its glyphs.
#[derive(Debug)]
pub struct GrowingFont {
    font: ObjectId,
    /// The widths of glyphs, per 1000 of an em.
    widths: BTreeMap<u16, f32>,
    texts: BTreeMap<u16, String>,
    /// What glyphs can be added to.
    program: Option<Program>,
    /// The codes of new glyphs.
    codes: BTreeMap<Drawn, u16>,
}

/// The TrueType file of a font.
#[derive(Debug)]
struct Program {
    descendant: ObjectId,
    file: ObjectId,
    true_type: TrueType,
}

impl Program {
    fn read(document: &Document, descendant: ObjectId) -> Option<Self> {
        let font = document.get_dictionary(descendant).ok()?;
        if font.get(b"CIDToGIDMap").ok()?.as_name().ok()? != b"Identity" {
            return None;
        }
        let descriptor = font.get_deref(b"FontDescriptor", document).ok()?;
        let file = descriptor.as_dict().ok()?.get(b"FontFile2").ok()?;
        let file = file.as_reference().ok()?;
        Some(Self {
            descendant,
            file,
            true_type: TrueType::parse(&content(document, file)?)?,
        })
    }
}

impl GrowingFont {
    /// Reads a font; `None` if its codes are not the numbers of its glyphs.
    pub fn read(document: &Document, font: ObjectId) -> Option<Self> {
        let dictionary = document.get_dictionary(font).ok()?;
        if dictionary.get(b"Encoding").ok()?.as_name().ok()? != b"Identity-H" {
            return None;
        }
        let descendants = dictionary.get_deref(b"DescendantFonts", document).ok()?;
        let descendant = descendants.as_array().ok()?.first()?.as_reference().ok()?;
        let map = dictionary
            .get_deref(b"ToUnicode", document)
            .ok()?
            .as_stream()
            .ok()?;
        Some(Self {
            font,
            widths: widths(document.get_dictionary(descendant).ok()?, document),
            texts: texts(&map.get_plain_content().ok()?),
            program: Program::read(document, descendant),
            codes: BTreeMap::new(),
        })
    }

    /// Returns whether glyphs can be given codes of their own.
    pub fn can_grow(&self) -> bool {
        self.program.is_some()
    }

    /// Returns the width of a glyph in em.
    pub fn width(&self, glyph: u16) -> f32 {
        self.widths.get(&glyph).copied().unwrap_or_default() / UNITS_PER_EM
    }

    /// Returns the text of a glyph.
    pub fn text(&self, glyph: u16) -> &str {
        self.texts.get(&glyph).map_or("", String::as_str)
    }

    /// Returns whether a glyph draws nothing.
    pub fn is_empty(&self, glyph: u16) -> bool {
        let program = self.program.as_ref();
        program.is_some_and(|program| program.true_type.is_empty(glyph))
    }

    /// Converts em to units of the font.
    #[expect(clippy::cast_possible_truncation, reason = "saturates, as wanted")]
    pub fn units(&self, em: f32) -> i16 {
        let program = self.program.as_ref();
        let units = program.map_or(0, |program| program.true_type.units_per_em());
        (em * f32::from(units)).round() as i16
    }

    /// Returns the code of a glyph, which is added if there is none; `None` if the font is full.
    pub fn code(&mut self, drawn: Drawn) -> Option<u16> {
        if let Some(code) = self.codes.get(&drawn) {
            return Some(*code);
        }
        let true_type = &mut self.program.as_mut()?.true_type;
        let code = true_type.add(&drawn.components, drawn.advance)?;
        self.codes.insert(drawn, code);
        Some(code)
    }

    /// Writes the new glyphs to the document.
    pub fn finish(self, document: &mut Document) -> lopdf::Result<()> {
        let Some(program) = self.program.filter(|_| !self.codes.is_empty()) else {
            return Ok(());
        };
        let mut added: Vec<(u16, Drawn)> = self
            .codes
            .into_iter()
            .map(|(drawn, code)| (code, drawn))
            .collect();
        added.sort_unstable_by_key(|(code, _)| *code);

        let per_unit = UNITS_PER_EM / f32::from(program.true_type.units_per_em());
        let first = added.first().map_or(0, |(code, _)| *code);
        let advances = added
            .iter()
            .map(|(_, drawn)| f32::from(drawn.advance) * per_unit);
        let advances: Vec<Object> = advances.map(Object::Real).collect();
        let descendant = document.get_dictionary_mut(program.descendant)?;
        let widths = descendant.get_mut(b"W")?.as_array_mut()?;
        widths.extend([i64::from(first).into(), Object::Array(advances)]);
        let descriptor = descendant.get(b"FontDescriptor")?.as_reference()?;

        let descriptor = document.get_dictionary(descriptor)?;
        if let Ok(set) = descriptor.get(b"CIDSet").and_then(Object::as_reference) {
            replace(document, set, all_bits(program.true_type.glyph_count()))?;
        }
        let font = document.get_dictionary(self.font)?;
        let map = font.get(b"ToUnicode")?.as_reference()?;
        let old = document.get_object(map)?.as_stream()?.get_plain_content()?;
        replace(document, map, with_entries(&old, &added))?;

        let file = program.true_type.write();
        let length = i64::try_from(file.len()).unwrap_or(i64::MAX);
        replace(document, program.file, file)?;
        let file = document.get_object_mut(program.file)?.as_stream_mut()?;
        if file.dict.has(b"Length1") {
            file.dict.set("Length1", length);
        }
        Ok(())
    }
}

/// Replaces the content of a stream.
pub fn replace(document: &mut Document, stream: ObjectId, content: Vec<u8>) -> lopdf::Result<()> {
    let stream = document.get_object_mut(stream)?.as_stream_mut()?;
    stream.dict.remove(b"DecodeParms");
    stream.set_plain_content(content);
    stream.compress()
}

/// Returns the content of a stream.
fn content(document: &Document, stream: ObjectId) -> Option<Vec<u8>> {
    let stream = document.get_object(stream).ok()?.as_stream().ok()?;
    stream.get_plain_content().ok()
}

/// Reads widths, which are lists from a glyph on, or one for a range of glyphs.
fn widths(font: &Dictionary, document: &Document) -> BTreeMap<u16, f32> {
    let mut widths = BTreeMap::new();
    let array = font.get_deref(b"W", document).and_then(Object::as_array);
    let mut items = array.into_iter().flatten();
    let number = |item: &Object| u16::try_from(item.as_i64().ok()?).ok();
    while let (Some(first), Some(second)) = (items.next().and_then(number), items.next()) {
        if let Ok(list) = second.as_array() {
            let list = list.iter().filter_map(|width| width.as_float().ok());
            widths.extend((first..).zip(list));
        } else if let (Some(last), Some(width)) = (number(second), items.next())
            && let Ok(width) = width.as_float()
        {
            widths.extend((first..=last).map(|glyph| (glyph, width)));
        }
    }
    widths
}

/// Reads the entries of a map to Unicode, as Typst writes them: one glyph each.
fn texts(map: &[u8]) -> BTreeMap<u16, String> {
    let map = String::from_utf8_lossy(map);
    let mut texts = BTreeMap::new();
    for line in map.lines() {
        let mut numbers = line.split_whitespace().map_while(|number| {
            number
                .strip_prefix('<')
                .and_then(|number| number.strip_suffix('>'))
        });
        if let (Some(glyph), Some(text), None) = (numbers.next(), numbers.next(), numbers.next())
            && let Ok(glyph) = u16::from_str_radix(glyph, 16)
        {
            let units = text.as_bytes().chunks(4).map_while(|unit| {
                let unit = std::str::from_utf8(unit).ok()?;
                u16::from_str_radix(unit, 16).ok()
            });
            texts.insert(
                glyph,
                String::from_utf16_lossy(&units.collect::<Vec<u16>>()),
            );
        }
    }
    texts
}

/// Returns a map to Unicode with more entries.
fn with_entries(map: &[u8], added: &[(u16, Drawn)]) -> Vec<u8> {
    let map = String::from_utf8_lossy(map);
    let (before, end) = match map.rfind("endcmap") {
        Some(at) => map.split_at(at),
        None => (&*map, ""),
    };
    let mut result = before.to_owned();
    for block in added.chunks(MAX_ENTRIES) {
        result += &format!("{} beginbfchar\n", block.len());
        for (code, drawn) in block {
            let text: String = drawn
                .text
                .encode_utf16()
                .map(|unit| format!("{unit:04X}"))
                .collect();
            result += &format!("<{code:04X}> <{text}>\n");
        }
        result += "endbfchar\n";
    }
    result += end;
    result.into_bytes()
}

/// Returns so many bits, the first in the highest of a byte.
fn all_bits(count: usize) -> Vec<u8> {
    let mut bytes = vec![0xFF; count / 8];
    if !count.is_multiple_of(8) {
        bytes.push(!(0xFF >> (count % 8)));
    }
    bytes
}
