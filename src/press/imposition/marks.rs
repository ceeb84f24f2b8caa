//! Marks for those who print, cut and fold: where they stand around what is to be cut out. Pure
//! geometry.
//!
//! ISO 15930 leaves marks free but for the bleed, which must stay clear of them; that they stand 1
//! mm beyond it and are 0.25 pt thin is usage.

use crate::press::imposition::geometry::{Area, MILLIMETRE, Point, TOLERANCE};

/// How thick marks are, in pt.
pub const THICKNESS: f64 = 0.25;

/// How far beyond the bleed marks begin.
const CLEARANCE: f64 = MILLIMETRE;

/// How long marks are where there is room, and where there is little.
const LONGEST: f64 = 5.0 * MILLIMETRE;
const SHORTEST: f64 = 3.0 * MILLIMETRE;

/// What stays white at the edge of a sheet, at the least.
const EDGE: f64 = MILLIMETRE;

/// A colour of print: cyan, magenta, yellow and black, from 0 to 1.
pub type MarkInks = [f64; 4];

/// Something that is drawn beside the pages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mark {
    /// A line in all inks.
    Line(Point, Point),
    /// A dashed line in all inks: fold here.
    Fold(Point, Point),
    /// A circle in all inks, by its centre and radius.
    Circle(Point, f64),
    /// A patch of an ink, to be measured.
    Patch(Area, MarkInks),
    /// A thin grey line around a page that is shown.
    Frame(Area),
}

/// The band around what is to be cut out, in which the marks stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Band {
    /// What is to be cut out, with its bleed.
    bleed: Area,
    /// What is left after cutting.
    trim: Area,
    /// How wide the band is.
    width: f64,
}

impl Band {
    /// How much wider than what is cut out, with its bleed, a sheet must at least be on each side.
    pub const LEAST: f64 = CLEARANCE + SHORTEST + EDGE;

    /// The band on a sheet that has so much room around the bleed.
    pub fn new(trim: Area, bleed: Area, room: f64) -> Self {
        Self {
            bleed,
            trim,
            width: (room - CLEARANCE - EDGE).clamp(SHORTEST, LONGEST),
        }
    }

    /// Where it begins, and where it ends.
    fn edges(&self) -> (Area, Area) {
        let inner = self.bleed.grown(CLEARANCE);
        (inner, inner.grown(self.width))
    }

    /// Lines at all edges of what is cut out, above and below, left and right.
    pub fn crop(&self, cut: &[Area]) -> Vec<Mark> {
        let (inner, outer) = self.edges();
        let mut marks = Vec::new();
        for x in distinct(cut.iter().flat_map(|area| [area.left, area.right])) {
            marks.push(Mark::Line(
                Point { x, y: inner.top },
                Point { x, y: outer.top },
            ));
            marks.push(Mark::Line(
                Point { x, y: inner.bottom },
                Point { x, y: outer.bottom },
            ));
        }
        for y in distinct(cut.iter().flat_map(|area| [area.bottom, area.top])) {
            marks.push(Mark::Line(
                Point { x: inner.left, y },
                Point { x: outer.left, y },
            ));
            marks.push(Mark::Line(
                Point { x: inner.right, y },
                Point { x: outer.right, y },
            ));
        }
        marks
    }

    /// Dashed lines above and below a fold.
    pub fn fold(&self, x: f64) -> [Mark; 2] {
        let (inner, outer) = self.edges();
        [
            Mark::Fold(Point { x, y: inner.top }, Point { x, y: outer.top }),
            Mark::Fold(Point { x, y: inner.bottom }, Point { x, y: outer.bottom }),
        ]
    }

    /// A target at each side, at this part of its length, by which the plates are laid over each
    /// other.
    pub fn registration(&self, part: f64) -> Vec<Mark> {
        let (inner, outer) = self.edges();
        let x = self.trim.left + part * (self.trim.right - self.trim.left);
        let y = self.trim.bottom + part * (self.trim.top - self.trim.bottom);
        let middle = |inner: f64, outer: f64| f64::midpoint(inner, outer);
        let centres = [
            Point {
                x,
                y: middle(inner.top, outer.top),
            },
            Point {
                x,
                y: middle(inner.bottom, outer.bottom),
            },
            Point {
                x: middle(inner.left, outer.left),
                y,
            },
            Point {
                x: middle(inner.right, outer.right),
                y,
            },
        ];
        let arm = self.width / 2.0;
        let target = |centre: Point| {
            let Point { x, y } = centre;
            [
                Mark::Line(Point { x: x - arm, y }, Point { x: x + arm, y }),
                Mark::Line(Point { x, y: y - arm }, Point { x, y: y + arm }),
                Mark::Circle(centre, arm * 0.6),
            ]
        };
        centres.into_iter().flat_map(target).collect()
    }

    /// Patches below what is cut out, from its right edge to the left, but not beyond `end`.
    pub fn patches(&self, colours: &[MarkInks], end: f64) -> Vec<Mark> {
        let (inner, outer) = self.edges();
        let side = self.width;
        let right = self.trim.right - CLEARANCE;
        let areas = (0_u8..).map(|index| {
            let right = right - f64::from(index) * side;
            Area {
                left: right - side,
                right,
                bottom: outer.bottom,
                top: inner.bottom,
            }
        });
        // The first colour stands leftmost.
        let drawn = areas
            .zip(colours.iter().rev())
            .take_while(|(area, _)| area.left >= end);
        drawn.map(|(area, inks)| Mark::Patch(area, *inks)).collect()
    }

    /// Room for a line of text below what is cut out, from its left edge to a target at this part
    /// of its length.
    pub fn slug(&self, part: f64) -> Area {
        let (inner, outer) = self.edges();
        let target = self.trim.left + part * (self.trim.right - self.trim.left);
        Area {
            left: self.trim.left + 2.0 * CLEARANCE,
            right: target - self.width / 2.0 - CLEARANCE,
            bottom: outer.bottom,
            top: inner.bottom,
        }
    }
}

/// Patches of each ink, and of tints of black; of tints of black alone where nothing else is
/// printed, as a shop counts a sheet with any other ink as one in colour.
pub fn colours(is_black_alone: bool) -> Vec<MarkInks> {
    let solid = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ];
    let black = [1.0, 0.75, 0.5, 0.25].map(|tint| [0.0, 0.0, 0.0, tint]);
    if is_black_alone {
        black.to_vec()
    } else {
        solid.into_iter().chain(black).collect()
    }
}

/// Each place once, in order.
fn distinct(places: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut places: Vec<f64> = places.collect();
    places.sort_by(f64::total_cmp);
    places.dedup_by(|one, other| (*one - *other).abs() < TOLERANCE);
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::imposition::geometry::Size;

    fn band() -> (Band, Area) {
        let trim = Area::at(
            Point { x: 100.0, y: 200.0 },
            Size {
                width: 300.0,
                height: 400.0,
            },
        );
        (Band::new(trim, trim.grown(8.0), 40.0), trim)
    }

    #[test]
    fn crop_marks_stand_clear_of_the_bleed_at_the_edges_of_the_trim() {
        let (band, trim) = band();
        let marks = band.crop(&[trim]);
        assert_eq!(marks.len(), 8);
        let clear = trim.grown(8.0 + MILLIMETRE);
        for mark in &marks {
            let Mark::Line(from, to) = mark else {
                panic!("{mark:?} is no line")
            };
            let is_upright = (from.x - to.x).abs() < 1e-9;
            let (along, across) = if is_upright {
                ([from.y, to.y], from.x)
            } else {
                ([from.x, to.x], from.y)
            };
            let edges = if is_upright {
                [trim.left, trim.right]
            } else {
                [trim.bottom, trim.top]
            };
            assert!(edges.contains(&across), "{mark:?}");
            let (low, high) = if is_upright {
                (clear.bottom, clear.top)
            } else {
                (clear.left, clear.right)
            };
            assert!(
                along
                    .iter()
                    .all(|at| *at <= low + 1e-9 || *at >= high - 1e-9),
                "{mark:?}"
            );
            assert!((along[0] - along[1]).abs() > 14.0, "{mark:?}");
        }
    }

    #[test]
    fn pages_side_by_side_share_a_mark_where_they_meet() {
        let (band, trim) = band();
        let middle = 250.0;
        let halves = [
            Area {
                right: middle,
                ..trim
            },
            Area {
                left: middle,
                ..trim
            },
        ];
        assert_eq!(band.crop(&halves).len(), 6 + 4);
    }

    #[test]
    fn marks_are_as_long_as_there_is_room() {
        let trim = Area::at(
            Point { x: 0.0, y: 0.0 },
            Size {
                width: 300.0,
                height: 400.0,
            },
        );
        let width = |room: f64| Band::new(trim, trim, room).width;
        assert!((width(100.0) - 5.0 * MILLIMETRE).abs() < 1e-9);
        assert!((width(Band::LEAST) - 3.0 * MILLIMETRE).abs() < 1e-9);
        assert!((width(6.0 * MILLIMETRE) - 4.0 * MILLIMETRE).abs() < 1e-9);
    }

    #[test]
    fn nothing_stands_in_the_way_of_anything_else() {
        let (band, trim) = band();
        let slug = band.slug(0.5);
        let patches = band.patches(&colours(false), 270.0);
        assert_eq!(patches.len(), 7);
        let Some(last @ Mark::Patch(area, _)) = patches.last() else {
            panic!("no patches")
        };
        assert_eq!(*last, Mark::Patch(*area, [1.0, 0.0, 0.0, 0.0]));
        assert!(slug.right < 250.0 && area.left > 270.0 && slug.top < trim.bottom - 8.0);
        assert_eq!(band.patches(&colours(true), 270.0).len(), 4);
        assert_eq!(band.patches(&colours(false), 350.0).len(), 3);
    }
}
