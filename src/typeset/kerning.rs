//! The order of the kerning tables of a font.
//!
//! A shaper looks a glyph up in one subtable after the other until one has it. Some fonts sort these
//! subtables by glyph, so that the most frequent letters come last. The files in `fonts/` must stay
//! as published, since no altered version may have their names; so the subtables are reordered in
//! memory. Only those that share no glyph change places, so that all pairs keep their distances.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use ttf_parser::gpos::PositioningSubtable;
use ttf_parser::{Face, GlyphId, Tag};

/// The lookups that a reordering saves at least, of those of a glyph in one table.
const LEAST_SAVING: u32 = 1;

/// The lowercase letters and marks that are frequent in texts in Latin letters, and how frequent.
const FREQUENCIES: [(char, u32); 28] = [
    ('e', 102),
    ('t', 75),
    ('a', 65),
    ('o', 62),
    ('i', 57),
    ('n', 57),
    ('s', 53),
    ('h', 50),
    ('r', 50),
    ('d', 33),
    ('l', 33),
    ('u', 23),
    ('c', 22),
    ('f', 20),
    ('m', 20),
    ('w', 17),
    ('g', 16),
    ('p', 15),
    ('y', 14),
    ('b', 13),
    (',', 10),
    ('.', 10),
    ('v', 8),
    ('k', 5),
    ('j', 1),
    ('q', 1),
    ('x', 1),
    ('z', 1),
];

/// The order of the subtables of one table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubtableOrder {
    /// Where the list of subtables begins in the font file.
    position: usize,
    /// The offsets of the subtables, in the new order.
    offsets: Vec<u16>,
}

/// Returns a font file with the subtables in this order; `None` if they are not in it.
pub fn reordered(data: &[u8], orders: &[SubtableOrder]) -> Option<Vec<u8>> {
    let mut data = data.to_vec();
    for SubtableOrder { position, offsets } in orders {
        let bytes: Vec<u8> = offsets
            .iter()
            .flat_map(|offset| offset.to_be_bytes())
            .collect();
        let end = position.checked_add(bytes.len())?;
        data.get_mut(*position..end)?.copy_from_slice(&bytes);
    }
    Some(data)
}

/// Returns the orders that save lookups for the kerning tables of a font.
pub fn orders(face: &Face) -> Vec<SubtableOrder> {
    let count = match face.tables().gpos {
        Some(gpos) => gpos.lookups.len(),
        None => 0,
    };
    (0..count)
        .filter_map(|index| KerningTable::read(face, index)?.order())
        .collect()
}

/// A table of pairs of glyphs.
struct KerningTable {
    /// Where the list of subtables begins in the font file.
    position: usize,
    subtables: Vec<Subtable>,
}

struct Subtable {
    offset: u16,
    /// The first glyphs of the pairs.
    glyphs: BTreeSet<u16>,
    /// How frequent these glyphs are.
    frequency: u32,
}

impl KerningTable {
    /// Reads a lookup table; `None` if it has other subtables than pairs.
    fn read(face: &Face, index: u16) -> Option<Self> {
        let lookup = face.tables().gpos?.lookups.get(index)?;
        let records = face.raw_face().table_records;
        let gpos = records
            .into_iter()
            .find(|record| record.tag == Tag::from_bytes(b"GPOS"))?;
        let start = usize::try_from(gpos.offset).ok()?;
        let data = face.raw_face().data;
        let number = |at: usize| {
            let bytes = data.get(at..at.checked_add(2)?)?;
            Some(u16::from_be_bytes(bytes.try_into().ok()?))
        };
        // GPOS has the offset of the list of lookup tables, which has those of the tables. A table
        // has its kind, its flags, and the number of its subtables before their offsets.
        let list = start + usize::from(number(start + 8)?);
        let position = list + usize::from(number(list + 2 + 2 * usize::from(index))?) + 6;
        let mut subtables = Vec::new();
        for at in 0..lookup.subtables.len() {
            let PositioningSubtable::Pair(pairs) = lookup.subtables.get(at)? else {
                return None;
            };
            let coverage = pairs.coverage();
            let glyphs = 0..face.number_of_glyphs();
            subtables.push(Subtable {
                offset: number(position + 2 * usize::from(at))?,
                glyphs: glyphs
                    .filter(|glyph| coverage.contains(GlyphId(*glyph)))
                    .collect(),
                frequency: frequencies(face)
                    .filter(|(glyph, _)| coverage.contains(*glyph))
                    .map(|(_, frequency)| frequency)
                    .sum(),
            });
        }
        Some(Self {
            position,
            subtables,
        })
        .filter(|table| table.subtables.len() > 2)
    }

    /// Returns the order with the fewest lookups, if it saves enough of them.
    fn order(&self) -> Option<SubtableOrder> {
        let mut left: Vec<&Subtable> = self.subtables.iter().collect();
        let mut ordered: Vec<&Subtable> = Vec::new();
        while !left.is_empty() {
            // Of equally frequent ones, the first.
            let free = (0..left.len())
                .rev()
                .filter(|at| !left[..*at].iter().any(|before| before.meets(left[*at])));
            let next = free.max_by_key(|at| left[*at].frequency)?;
            ordered.push(left.remove(next));
        }
        let before = lookups(self.subtables.iter());
        let after = lookups(ordered.iter().copied());
        let total: u32 = FREQUENCIES.iter().map(|(_, frequency)| frequency).sum();
        (before >= after + LEAST_SAVING * total).then(|| SubtableOrder {
            position: self.position,
            offsets: ordered.iter().map(|subtable| subtable.offset).collect(),
        })
    }
}

impl Subtable {
    /// Returns whether any glyph is in both subtables.
    fn meets(&self, other: &Self) -> bool {
        !self.glyphs.is_disjoint(&other.glyphs)
    }
}

fn frequencies(face: &Face) -> impl Iterator<Item = (GlyphId, u32)> {
    FREQUENCIES
        .iter()
        .filter_map(|(letter, frequency)| Some((face.glyph_index(*letter)?, *frequency)))
}

/// Returns the number of lookups that a text takes; a letter in several subtables counts in each.
fn lookups<'a>(subtables: impl Iterator<Item = &'a Subtable>) -> u32 {
    (1..)
        .zip(subtables)
        .map(|(place, subtable)| place * subtable.frequency)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded;

    /// Returns for each glyph the subtables that have it, in their order.
    fn subtables_of_glyphs(face: &Face) -> Vec<Vec<u16>> {
        let lookups = face.tables().gpos.map_or(0, |gpos| gpos.lookups.len());
        let tables: Vec<KerningTable> = (0..lookups)
            .filter_map(|index| KerningTable::read(face, index))
            .collect();
        (0..face.number_of_glyphs())
            .map(|glyph| {
                tables
                    .iter()
                    .flat_map(|table| &table.subtables)
                    .filter(|subtable| subtable.glyphs.contains(&glyph))
                    .map(|subtable| subtable.offset)
                    .collect()
            })
            .collect()
    }

    #[test]
    fn pairs_keep_their_subtables() {
        let mut count = 0;
        for (path, data) in embedded::fonts() {
            let face = Face::parse(data, 0).expect("a font");
            let orders = orders(&face);
            if orders.is_empty() {
                continue;
            }
            count += 1;
            let after = reordered(data, &orders).expect("a font");
            assert_ne!(after, data, "{path}");
            let after = Face::parse(&after, 0).expect("a font");
            assert!(
                subtables_of_glyphs(&face) == subtables_of_glyphs(&after),
                "{path}"
            );
            assert_eq!(super::orders(&after), [], "{path}");
        }
        assert!(count > 0, "no font has such tables");
    }

    #[test]
    fn subtables_that_share_a_glyph_keep_their_order() {
        let (_, data) = embedded::fonts()
            .find(|(path, _)| path.ends_with("SourceSans3-Regular.otf"))
            .expect("the font");
        let face = Face::parse(data, 0).expect("a font");
        let lookups = face.tables().gpos.map_or(0, |gpos| gpos.lookups.len());
        let table = (0..lookups)
            .filter_map(|index| KerningTable::read(&face, index))
            .find(|table| table.order().is_some())
            .expect("a table");
        let order = table.order().expect("an order");
        // The first subtable has single pairs that are exceptions to the classes of all others.
        let first = &table.subtables[0];
        assert!(table.subtables[1..].iter().any(|other| first.meets(other)));
        assert_eq!(order.offsets[0], first.offset);
    }

    #[test]
    fn order_outside_of_the_file_is_rejected() {
        let order = SubtableOrder {
            position: 3,
            offsets: vec![1, 2],
        };
        assert_eq!(reordered(&[0; 6], std::slice::from_ref(&order)), None);
        assert_eq!(
            reordered(&[0; 7], &[order]),
            Some(vec![0, 0, 0, 0, 1, 0, 2])
        );
    }
}
