//! Fonts that are larger than their size says, for Latin letters beside Chinese and Japanese
//! characters, which fill their box.
//!
//! A font measures its letters in units, of which an em has a certain number. With fewer units to the
//! em, all of its letters, distances and kerning pairs are larger. The files in `fonts/` must stay as
//! published; so the number is changed in memory.

use ttf_parser::{RawFace, Tag};

/// The end of the name of an enlarged family.
const SUFFIX: &str = " beside Han";

/// The families that look small beside Han characters, and the factors that bring their capitals to
/// the height that designers give Latin letters there.
const FACTORS: [(&str, f64); 4] = [
    ("EB Garamond", 1.1),
    ("Source Sans 3", 1.13),
    ("Source Serif 4", 1.07),
    ("XCharter", 1.06),
];

/// The place of the number of units in the table `head`.
const UNITS: usize = 18;

/// The operators of a Top DICT whose operands are offsets, and those about the matrix of the font.
const CHARSET: u16 = 15;
const ENCODING: u16 = 16;
const CHAR_STRINGS: u16 = 17;
const PRIVATE: u16 = 18;
const MATRIX: u16 = 0x0c07;
const FD_ARRAY: u16 = 0x0c24;
const FD_SELECT: u16 = 0x0c25;

/// Charsets and encodings up to this offset are predefined.
const LAST_PREDEFINED: i32 = 2;

/// Returns the factor of a family, if it has an enlarged one.
pub fn factor(family: &str) -> Option<f64> {
    let known = FACTORS.iter().find(|(name, _)| *name == family);
    known.map(|(_, factor)| *factor)
}

/// Returns the name of an enlarged family.
pub fn name(family: &str) -> String {
    format!("{family}{SUFFIX}")
}

/// Returns whether a name is that of an enlarged family.
pub fn is_enlarged(family: &str) -> bool {
    family.ends_with(SUFFIX)
}

/// Returns a font file with fewer units to the em; `None` if it is not a font.
pub fn enlarged(data: &[u8], factor: f64) -> Option<Vec<u8>> {
    let face = RawFace::parse(data, 0).ok()?;
    let head = record(&face, *b"head")?;
    let at = head.offset.checked_add(UNITS)?;
    let before: [u8; 2] = data.get(at..at.checked_add(2)?)?.try_into().ok()?;
    let units = units(u16::from_be_bytes(before), factor)?;
    let mut data = data.to_vec();
    data.get_mut(at..at + 2)?
        .copy_from_slice(&units.to_be_bytes());
    // Outlines in the Compact Font Format have a scale of their own.
    let Some(outlines) = record(&face, *b"CFF ") else {
        return Some(data);
    };
    let table = data.get(outlines.offset..outlines.offset.checked_add(outlines.length)?)?;
    let table = with_matrix(table, units)?;
    let (offset, length) = (data.len().next_multiple_of(4), table.len());
    data.resize(offset, 0);
    data.extend(table);
    let position = outlines.position;
    for (at, number) in [(position + 8, offset), (position + 12, length)] {
        let number = u32::try_from(number).ok()?;
        data.get_mut(at..at + 4)?
            .copy_from_slice(&number.to_be_bytes());
    }
    Some(data)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a factor above 1 makes the number smaller"
)]
fn units(before: u16, factor: f64) -> Option<u16> {
    (factor >= 1.0).then(|| (f64::from(before) / factor).round() as u16)
}

/// A table of a font file.
struct TableRecord {
    /// The place of its record in the file.
    position: usize,
    offset: usize,
    length: usize,
}

fn record(face: &RawFace, tag: [u8; 4]) -> Option<TableRecord> {
    let records = face.table_records;
    let tag = Tag::from_bytes(&tag);
    let index = records.into_iter().position(|record| record.tag == tag)?;
    let record = records.get(u16::try_from(index).ok()?)?;
    Some(TableRecord {
        // The records of 16 bytes follow the header of 12.
        position: 12 + 16 * index,
        offset: usize::try_from(record.offset).ok()?,
        length: usize::try_from(record.length).ok()?,
    })
}

/// Returns the table of outlines with a matrix for this number of units to the em.
fn with_matrix(table: &[u8], units: u16) -> Option<Vec<u8>> {
    let names = usize::from(*table.get(2)?);
    let tops = Index::read(table, names)?.end;
    let top = Index::read(table, tops)?;
    // One font has one dictionary.
    let [start, end] = top.items[..] else {
        return None;
    };
    let entries = entries(table.get(start..end)?)?;
    if entries.iter().any(|entry| entry.operator == MATRIX) {
        return None;
    }
    let length = |shift| index_of(&written(&entries, units, shift)?).map(|index| index.len());
    // Offsets have five bytes, so the length does not depend on them.
    let shift = i32::try_from(length(0)?).ok()? - i32::try_from(top.end - tops).ok()?;
    let mut with = table.get(..tops)?.to_vec();
    with.extend(index_of(&written(&entries, units, shift)?)?);
    with.extend(table.get(top.end..)?);
    Some(with)
}

/// An INDEX: objects with the offsets of each.
struct Index {
    /// The start of each object, and the end of the last.
    items: Vec<usize>,
    /// The place after it.
    end: usize,
}

impl Index {
    fn read(table: &[u8], at: usize) -> Option<Self> {
        let count = usize::from(u16::from_be_bytes(table.get(at..at + 2)?.try_into().ok()?));
        if count == 0 {
            return Some(Self {
                items: Vec::new(),
                end: at + 2,
            });
        }
        let size = usize::from(*table.get(at + 2)?);
        // Offsets count from the byte before the objects.
        let base = at + 2 + size * (count + 1);
        let mut items = Vec::with_capacity(count + 1);
        for index in 0..=count {
            let from = at + 3 + size * index;
            let bytes = table.get(from..from + size)?;
            let offset = bytes
                .iter()
                .fold(0, |number, byte| number << 8 | usize::from(*byte));
            items.push(base + offset);
        }
        Some(Self {
            end: *items.last()?,
            items,
        })
    }
}

/// Returns an INDEX of one object.
fn index_of(object: &[u8]) -> Option<Vec<u8>> {
    let end = u16::try_from(object.len() + 1).ok()?;
    let mut index = vec![0, 1, 2, 0, 1];
    index.extend(end.to_be_bytes());
    index.extend(object);
    Some(index)
}

/// An operator of a dictionary with its operands.
struct DictEntry<'a> {
    operands: &'a [u8],
    operator: u16,
}

fn entries(dict: &[u8]) -> Option<Vec<DictEntry<'_>>> {
    let mut entries = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(first) = dict.get(at) {
        let length = operand_length(dict, at)?;
        if length > 0 {
            at += length;
            continue;
        }
        let operands = dict.get(start..at)?;
        let mut operator = u16::from(*first);
        at += 1;
        if operator == 12 {
            operator = operator << 8 | u16::from(*dict.get(at)?);
            at += 1;
        }
        entries.push(DictEntry { operands, operator });
        start = at;
    }
    Some(entries)
}

/// Returns the number of bytes of an operand; 0 for an operator.
fn operand_length(dict: &[u8], at: usize) -> Option<usize> {
    Some(match *dict.get(at)? {
        0..=21 => 0,
        28 => 3,
        29 => 5,
        30 => {
            let digits = dict.get(at + 1..)?;
            let last = digits
                .iter()
                .position(|pair| pair & 0x0f == 0x0f || pair >> 4 == 0x0f)?;
            last + 2
        }
        32..=246 => 1,
        247..=254 => 2,
        _ => return None,
    })
}

fn integers(operands: &[u8]) -> Option<Vec<i32>> {
    let mut integers = Vec::new();
    let mut at = 0;
    while at < operands.len() {
        let length = operand_length(operands, at)?;
        let bytes = operands.get(at..at + length)?;
        integers.push(match *bytes {
            [first] => i32::from(first) - 139,
            [first @ ..=250, second] => (i32::from(first) - 247) * 256 + i32::from(second) + 108,
            [first, second] => -(i32::from(first) - 251) * 256 - i32::from(second) - 108,
            [28, high, low] => i32::from(i16::from_be_bytes([high, low])),
            [29, a, b, c, d] => i32::from_be_bytes([a, b, c, d]),
            _ => return None,
        });
        at += length;
    }
    Some(integers)
}

/// Returns a dictionary with a matrix, and with its offsets shifted.
fn written(entries: &[DictEntry], units: u16, shift: i32) -> Option<Vec<u8>> {
    let mut dict = Vec::new();
    for DictEntry { operands, operator } in entries {
        let mut numbers = match *operator {
            CHARSET | ENCODING | CHAR_STRINGS | PRIVATE | FD_ARRAY | FD_SELECT => {
                integers(operands)?
            }
            _ => {
                dict.extend(*operands);
                push_operator(&mut dict, *operator);
                continue;
            }
        };
        let offset = numbers.last_mut()?;
        let is_predefined = matches!(*operator, CHARSET | ENCODING) && *offset <= LAST_PREDEFINED;
        if !is_predefined {
            *offset += shift;
        }
        for number in numbers {
            dict.push(29);
            dict.extend(number.to_be_bytes());
        }
        push_operator(&mut dict, *operator);
    }
    let scale = real(1.0 / f64::from(units))?;
    // The number 0 is the byte 139.
    dict.extend(&scale);
    dict.extend([139, 139]);
    dict.extend(&scale);
    dict.extend([139, 139]);
    push_operator(&mut dict, MATRIX);
    Some(dict)
}

fn push_operator(dict: &mut Vec<u8>, operator: u16) {
    let [high, low] = operator.to_be_bytes();
    if high > 0 {
        dict.push(high);
    }
    dict.push(low);
}

/// Returns a real number of a dictionary: two decimal digits or signs in each byte.
fn real(number: f64) -> Option<Vec<u8>> {
    let mut digits = Vec::new();
    for c in format!("{number:.10}").chars() {
        digits.push(match c {
            '.' => 0x0a,
            c => u8::try_from(c.to_digit(10)?).ok()?,
        });
    }
    digits.push(0x0f);
    if digits.len() % 2 == 1 {
        digits.push(0x0f);
    }
    let mut bytes = vec![30];
    bytes.extend(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]));
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use ttf_parser::{Face, GlyphId, OutlineBuilder};

    use super::*;
    use crate::embedded;

    /// The height of an outline.
    #[derive(Default)]
    struct Height(f32);

    impl OutlineBuilder for Height {
        fn move_to(&mut self, _: f32, y: f32) {
            self.0 = self.0.max(y);
        }
        fn line_to(&mut self, _: f32, y: f32) {
            self.0 = self.0.max(y);
        }
        fn quad_to(&mut self, _: f32, _: f32, _: f32, y: f32) {
            self.0 = self.0.max(y);
        }
        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, y: f32) {
            self.0 = self.0.max(y);
        }
        fn close(&mut self) {}
    }

    /// Returns the height of a glyph, in em.
    fn height(face: &Face, glyph: GlyphId) -> f32 {
        let mut height = Height::default();
        let _ = face.outline_glyph(glyph, &mut height);
        height.0 / f32::from(face.units_per_em())
    }

    #[test]
    fn letters_and_their_widths_grow_by_the_factor() {
        let mut seen = 0;
        for (path, data) in embedded::fonts().filter(|(path, _)| path.starts_with("core/")) {
            let factor = 1.13;
            let larger = enlarged(data, factor).expect("a font");
            let (before, after) = (
                Face::parse(data, 0).expect("a font"),
                Face::parse(&larger, 0).expect("a font"),
            );
            let glyph = before.glyph_index('H').unwrap_or_default();
            let close = |small: f32, large: f32| (f64::from(large / small) - factor).abs() < 0.002;
            let width = |face: &Face| {
                let advance = face.glyph_hor_advance(glyph).expect("a width");
                f32::from(advance) / f32::from(face.units_per_em())
            };
            assert!(
                close(height(&before, glyph), height(&after, glyph)),
                "{path}"
            );
            assert!(close(width(&before), width(&after)), "{path}");
            seen += 1;
        }
        assert!(seen > 20);
        assert!(enlarged(b"no font", 1.1).is_none());
    }
}
