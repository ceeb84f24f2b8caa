//! Adds glyphs to a TrueType font: glyphs with several parts, and empty ones.

use std::collections::BTreeMap;

use ttf_parser::{RawFace, Tag};

/// The flags of a component: its offsets are two words in font units (OpenType, `glyf`).
const OFFSETS_ARE_WORDS: u16 = 0x0003;
const MORE_COMPONENTS: u16 = 0x0020;

/// The long format of offsets to glyphs.
const LONG_OFFSETS: u16 = 1;

/// What the checksum of a whole font is subtracted from.
const CHECKSUM_MAGIC: u32 = 0xB1B0_AFBA;

/// A glyph as a part of another, with its offset in font units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Component {
    /// The glyph.
    pub glyph: u16,
    /// The distance to the right.
    pub x: i16,
    /// The distance upwards.
    pub y: i16,
}

/// A font whose glyphs can be added to.
#[derive(Debug)]
pub struct TrueType {
    version: [u8; 4],
    tables: BTreeMap<Tag, Vec<u8>>,
    /// Where each glyph begins in `glyf`, and where the last one ends.
    offsets: Vec<u32>,
    /// The advance and the left side bearing of each glyph.
    metrics: Vec<(u16, i16)>,
    units_per_em: u16,
}

fn tag(name: [u8; 4]) -> Tag {
    Tag::from_bytes(&name)
}

fn word(data: &[u8], at: usize) -> Option<u16> {
    let bytes = data.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes(bytes.try_into().ok()?))
}

fn long(data: &[u8], at: usize) -> Option<u32> {
    let bytes = data.get(at..at.checked_add(4)?)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

fn signed(number: u16) -> i16 {
    i16::from_be_bytes(number.to_be_bytes())
}

fn set_word(data: &mut [u8], at: usize, number: u16) {
    if let Some(bytes) = data.get_mut(at..at + 2) {
        bytes.copy_from_slice(&number.to_be_bytes());
    }
}

impl TrueType {
    /// Reads a font; `None` if it is not a TrueType font.
    pub fn parse(data: &[u8]) -> Option<Self> {
        let face = RawFace::parse(data, 0).ok()?;
        let mut tables = BTreeMap::new();
        for record in face.table_records {
            tables.insert(record.tag, face.table(record.tag)?.to_vec());
        }
        let table = |name: &[u8; 4]| tables.get(&tag(*name));
        table(b"glyf")?;
        let head = table(b"head")?;
        let count = usize::from(word(table(b"maxp")?, 4)?);
        let is_long = word(head, 50)? == LONG_OFFSETS;
        let loca = table(b"loca")?;
        let offset = |index| {
            if is_long {
                long(loca, 4 * index)
            } else {
                word(loca, 2 * index).map(|half| 2 * u32::from(half))
            }
        };
        let hmtx = table(b"hmtx")?;
        let last = usize::from(word(table(b"hhea")?, 34)?).checked_sub(1)?;
        let metric = |glyph: usize| {
            let advance = word(hmtx, 4 * glyph.min(last))?;
            let bearing = match glyph.checked_sub(last) {
                None | Some(0) => word(hmtx, 4 * glyph + 2)?,
                Some(behind) => word(hmtx, 4 * last + 2 + 2 * behind)?,
            };
            Some((advance, signed(bearing)))
        };
        Some(Self {
            version: data.get(..4)?.try_into().ok()?,
            offsets: (0..=count).map(offset).collect::<Option<_>>()?,
            metrics: (0..count).map(metric).collect::<Option<_>>()?,
            units_per_em: word(head, 18)?,
            tables,
        })
    }

    /// Returns the units that an em has.
    pub fn units_per_em(&self) -> u16 {
        self.units_per_em
    }

    /// Returns the number of glyphs.
    pub fn glyph_count(&self) -> usize {
        self.metrics.len()
    }

    /// Returns whether a glyph draws nothing.
    pub fn is_empty(&self, glyph: u16) -> bool {
        let at = usize::from(glyph);
        self.offsets.get(at) == self.offsets.get(at + 1)
    }

    /// Adds a glyph that draws others; `None` if the font is full.
    pub fn add(&mut self, components: &[Component], advance: u16) -> Option<u16> {
        let new = u16::try_from(self.metrics.len())
            .ok()
            .filter(|glyph| *glyph < u16::MAX)?;
        let drawn: Vec<Component> = components
            .iter()
            .copied()
            .filter(|component| !self.is_empty(component.glyph))
            .collect();
        let data = self.composite(&drawn)?;
        let glyf = self.tables.get_mut(&tag(*b"glyf"))?;
        // The first new glyph begins behind the padding, which an empty one would contain.
        let last = self.offsets.last_mut()?;
        *last = last.next_multiple_of(4);
        glyf.resize(usize::try_from(*last).ok()?, 0);
        glyf.extend_from_slice(&data);
        glyf.resize(glyf.len().next_multiple_of(4), 0);
        self.offsets.push(u32::try_from(glyf.len()).ok()?);
        let bearing = word(&data, 2).map_or(0, signed);
        self.metrics.push((advance, bearing));
        self.raise_limits(drawn.len());
        Some(new)
    }

    /// Returns the record of a glyph that draws others; it is empty if they are.
    fn composite(&self, components: &[Component]) -> Option<Vec<u8>> {
        let glyf = self.tables.get(&tag(*b"glyf"))?;
        // The smallest x and y, and the largest.
        let mut bounds: Option<[i16; 4]> = None;
        for component in components {
            let at = usize::try_from(*self.offsets.get(usize::from(component.glyph))?).ok()?;
            let moved = [component.x, component.y, component.x, component.y];
            let mut own = [0; 4];
            for (index, distance) in moved.into_iter().enumerate() {
                own[index] = signed(word(glyf, at + 2 + 2 * index)?).saturating_add(distance);
            }
            bounds = Some(bounds.map_or(own, |all| {
                [
                    all[0].min(own[0]),
                    all[1].min(own[1]),
                    all[2].max(own[2]),
                    all[3].max(own[3]),
                ]
            }));
        }
        let Some(bounds) = bounds else {
            return Some(Vec::new());
        };
        // A negative number of contours says that components follow.
        let mut data = (-1_i16).to_be_bytes().to_vec();
        data.extend(bounds.into_iter().flat_map(i16::to_be_bytes));
        for (index, component) in components.iter().enumerate() {
            let is_last = index + 1 == components.len();
            let flags = OFFSETS_ARE_WORDS | if is_last { 0 } else { MORE_COMPONENTS };
            data.extend(flags.to_be_bytes());
            data.extend(component.glyph.to_be_bytes());
            data.extend(component.x.to_be_bytes());
            data.extend(component.y.to_be_bytes());
        }
        Some(data)
    }

    /// Raises the limits in `maxp` for a glyph of so many others.
    fn raise_limits(&mut self, components: usize) {
        let Some(maxp) = self.tables.get_mut(&tag(*b"maxp")) else {
            return;
        };
        let components = u16::try_from(components).unwrap_or(u16::MAX);
        // The points of simple glyphs and of composite ones, and the contours of both.
        for (simple, composite) in [(6, 10), (8, 12)] {
            let most = word(maxp, simple)
                .max(word(maxp, composite))
                .unwrap_or_default();
            // Glyphs that were added are never components, so that these limits grow once.
            let sum = word(maxp, simple)
                .unwrap_or(most)
                .saturating_mul(components);
            set_word(maxp, composite, most.max(sum));
        }
        let parts = word(maxp, 28).unwrap_or_default();
        set_word(maxp, 28, parts.max(components));
        let depth = word(maxp, 30).unwrap_or_default();
        set_word(maxp, 30, depth.max(2));
    }

    /// Writes the font.
    pub fn write(mut self) -> Vec<u8> {
        let count = u16::try_from(self.metrics.len()).unwrap_or(u16::MAX);
        let offsets = self.offsets.iter().flat_map(|offset| offset.to_be_bytes());
        let loca = offsets.collect();
        let metrics = self.metrics.iter();
        let hmtx = metrics
            .flat_map(|(advance, bearing)| {
                let [a, b] = advance.to_be_bytes();
                let [c, d] = bearing.to_be_bytes();
                [a, b, c, d]
            })
            .collect();
        self.tables.insert(tag(*b"loca"), loca);
        self.tables.insert(tag(*b"hmtx"), hmtx);
        for (name, at, number) in [
            (b"maxp", 4, count),
            (b"hhea", 34, count),
            (b"head", 50, LONG_OFFSETS),
            // The checksum of the font is zero while it is computed.
            (b"head", 8, 0),
            (b"head", 10, 0),
        ] {
            if let Some(table) = self.tables.get_mut(&tag(*name)) {
                set_word(table, at, number);
            }
        }
        assembled(self.version, &self.tables)
    }
}

/// Returns a font file of tables.
fn assembled(version: [u8; 4], tables: &BTreeMap<Tag, Vec<u8>>) -> Vec<u8> {
    let count = u16::try_from(tables.len()).unwrap_or(u16::MAX);
    let power = count.max(1).ilog2();
    let range = 16_u16 << power;
    let mut file = version.to_vec();
    file.extend(count.to_be_bytes());
    file.extend(range.to_be_bytes());
    file.extend(u16::try_from(power).unwrap_or_default().to_be_bytes());
    file.extend((16 * count).wrapping_sub(range).to_be_bytes());
    let mut start = file.len() + 16 * tables.len();
    let mut head = None;
    for (name, table) in tables {
        if *name == tag(*b"head") {
            head = Some(start);
        }
        file.extend(name.to_bytes());
        for number in [checksum(table), length(start), length(table.len())] {
            file.extend(number.to_be_bytes());
        }
        start += table.len().next_multiple_of(4);
    }
    for table in tables.values() {
        file.extend_from_slice(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    let adjustment = CHECKSUM_MAGIC.wrapping_sub(checksum(&file));
    if let Some(bytes) = head.and_then(|at| file.get_mut(at + 8..at + 12)) {
        bytes.copy_from_slice(&adjustment.to_be_bytes());
    }
    file
}

fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

fn checksum(data: &[u8]) -> u32 {
    let words = data.chunks(4).map(|chunk| {
        let mut bytes = [0; 4];
        bytes[..chunk.len()].copy_from_slice(chunk);
        u32::from_be_bytes(bytes)
    });
    words.fold(0, u32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_glyphs_draw_others_or_nothing() {
        let font = include_bytes!("../../../fonts/rtl/noto-sans-hebrew/NotoSansHebrew-Regular.ttf");
        let mut growing = TrueType::parse(font).expect("a TrueType font");
        let count = growing.glyph_count();
        let part = |glyph, x| Component { glyph, x, y: 0 };
        let empty = growing.add(&[], 0).expect("an empty glyph");
        let both = growing
            .add(&[part(5, 0), part(6, 300)], 700)
            .expect("a glyph");
        let file = growing.write();
        let face = ttf_parser::Face::parse(&file, 0).expect("a font");
        assert_eq!(usize::from(face.number_of_glyphs()), count + 2);
        let bounds = |glyph| face.glyph_bounding_box(ttf_parser::GlyphId(glyph));
        assert!(bounds(empty).is_none());
        let (left, right) = (bounds(5).expect("a glyph"), bounds(6).expect("a glyph"));
        let drawn = bounds(both).expect("a glyph");
        assert_eq!(drawn.x_min, left.x_min.min(right.x_min + 300));
        assert_eq!(drawn.x_max, left.x_max.max(right.x_max + 300));
        assert_eq!(face.glyph_hor_advance(ttf_parser::GlyphId(both)), Some(700));
    }
}
