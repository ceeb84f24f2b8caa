//! Printer's marks around the area that is cut out, as geometry alone.
//!
//! ISO 15930 only requires that marks do not touch the bleed. A distance of 1 mm and a thickness of
//! 0.25 pt are common practice.

use crate::pdf::{Area, MILLIMETER, Point, TOLERANCE};

/// The thickness of marks in pt.
pub const THICKNESS: f64 = 0.25;

/// The distance of marks from the bleed.
const CLEARANCE: f64 = MILLIMETER;

/// The longest marks.
const MAX_LENGTH: f64 = 5.0 * MILLIMETER;

/// The shortest marks.
const MIN_LENGTH: f64 = 3.0 * MILLIMETER;

/// The smallest distance of marks from the edge of the sheet.
const EDGE_DISTANCE: f64 = MILLIMETER;

/// The radius of the circle of a registration mark per length of its arms.
const REGISTRATION_RADIUS: f64 = 0.6;

/// The tints of cyan, magenta, yellow and black, from 0 to 1.
pub type InkTints = [f64; 4];

/// A mark.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mark {
    /// A line in all inks.
    Line(Point, Point),
    /// A dashed line in all inks that shows a fold.
    Fold(Point, Point),
    /// A circle in all inks with center and radius.
    Circle(Point, f64),
    /// A patch of the color bar.
    Patch(Area, InkTints),
    /// A thin gray frame around a page of a contact sheet.
    Frame(Area),
}

/// The band of marks around the area that is cut out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarkBand {
    bleed: Area,
    trim: Area,
    /// The length of marks.
    length: f64,
}

impl MarkBand {
    /// The least distance from the bleed to the edge of a sheet with marks.
    pub const MIN_WIDTH: f64 = CLEARANCE + MIN_LENGTH + EDGE_DISTANCE;

    /// Creates the band, where `available` is the distance from the bleed to the edge of the sheet.
    pub fn new(trim: Area, bleed: Area, available: f64) -> Self {
        let length = available - CLEARANCE - EDGE_DISTANCE;
        Self {
            bleed,
            trim,
            length: length.clamp(MIN_LENGTH, MAX_LENGTH),
        }
    }

    fn inner(&self) -> Area {
        self.bleed.grown(CLEARANCE)
    }

    fn outer(&self) -> Area {
        self.inner().grown(self.length)
    }

    /// Returns lines at all edges of the areas that are cut out, on all four sides.
    pub fn crop_marks(&self, cuts: &[Area]) -> Vec<Mark> {
        let mut marks = Vec::new();
        for x in distinct(cuts.iter().flat_map(|area| [area.left, area.right])) {
            marks.extend(
                self.vertical_lines(x)
                    .map(|(from, to)| Mark::Line(from, to)),
            );
        }
        for y in distinct(cuts.iter().flat_map(|area| [area.bottom, area.top])) {
            marks.extend(
                self.horizontal_lines(y)
                    .map(|(from, to)| Mark::Line(from, to)),
            );
        }
        marks
    }

    /// Returns dashed lines above and below a fold.
    pub fn fold_marks(&self, x: f64) -> [Mark; 2] {
        self.vertical_lines(x)
            .map(|(from, to)| Mark::Fold(from, to))
    }

    /// Returns the start and end of lines above and below the area.
    fn vertical_lines(&self, x: f64) -> [(Point, Point); 2] {
        let (inner, outer) = (self.inner(), self.outer());
        [(inner.top, outer.top), (inner.bottom, outer.bottom)]
            .map(|(from, to)| (Point { x, y: from }, Point { x, y: to }))
    }

    /// Returns the start and end of lines left and right of the area.
    fn horizontal_lines(&self, y: f64) -> [(Point, Point); 2] {
        let (inner, outer) = (self.inner(), self.outer());
        [(inner.left, outer.left), (inner.right, outer.right)]
            .map(|(from, to)| (Point { x: from, y }, Point { x: to, y }))
    }

    /// Returns a registration mark on each side, at `position` of its length from 0 to 1.
    pub fn registration_marks(&self, position: f64) -> Vec<Mark> {
        let (inner, outer) = (self.inner(), self.outer());
        let trim = self.trim.size();
        let x = self.trim.left + position * trim.width;
        let y = self.trim.bottom + position * trim.height;
        let top = f64::midpoint(inner.top, outer.top);
        let bottom = f64::midpoint(inner.bottom, outer.bottom);
        let left = f64::midpoint(inner.left, outer.left);
        let right = f64::midpoint(inner.right, outer.right);
        let centers = [
            Point { x, y: top },
            Point { x, y: bottom },
            Point { x: left, y },
            Point { x: right, y },
        ];
        let arm = self.length / 2.0;
        centers
            .into_iter()
            .flat_map(|center| registration_mark(center, arm))
            .collect()
    }

    /// Returns the patches of a color bar below the area, aligned right. Patches that would extend
    /// left of `end` are omitted.
    pub fn patches(&self, colors: &[InkTints], end: f64) -> Vec<Mark> {
        let side = self.length;
        let start = self.trim.right - CLEARANCE;
        let mut patches = Vec::new();
        // The first color is on the left.
        for (index, color) in (0_u8..).zip(colors.iter().rev()) {
            let right = start - f64::from(index) * side;
            let area = Area {
                left: right - side,
                right,
                bottom: self.outer().bottom,
                top: self.inner().bottom,
            };
            if area.left < end {
                break;
            }
            patches.push(Mark::Patch(area, *color));
        }
        patches
    }

    /// Returns the area for a slug line below the area, from its left edge to the registration mark
    /// at `position`.
    pub fn slug_area(&self, position: f64) -> Area {
        let registration_mark = self.trim.left + position * self.trim.size().width;
        Area {
            left: self.trim.left + 2.0 * CLEARANCE,
            right: registration_mark - self.length / 2.0 - CLEARANCE,
            bottom: self.outer().bottom,
            top: self.inner().bottom,
        }
    }
}

/// Returns a cross with a circle, by which plates are aligned.
fn registration_mark(center: Point, arm: f64) -> [Mark; 3] {
    let Point { x, y } = center;
    [
        Mark::Line(Point { x: x - arm, y }, Point { x: x + arm, y }),
        Mark::Line(Point { x, y: y - arm }, Point { x, y: y + arm }),
        Mark::Circle(center, arm * REGISTRATION_RADIUS),
    ]
}

/// Returns the colors of a color bar: solid process inks and tints of black. With `black_only`, the
/// bar has no other ink, because a shop bills a sheet with any other ink as color.
pub fn color_bar(black_only: bool) -> Vec<InkTints> {
    let black = [1.0, 0.75, 0.5, 0.25].map(|tint| [0.0, 0.0, 0.0, tint]);
    if black_only {
        return black.to_vec();
    }
    let solid = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ];
    solid.into_iter().chain(black).collect()
}

/// Sorts coordinates and removes duplicates.
fn distinct(coordinates: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut coordinates: Vec<f64> = coordinates.collect();
    coordinates.sort_by(f64::total_cmp);
    coordinates.dedup_by(|a, b| (*a - *b).abs() < TOLERANCE);
    coordinates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::Size;

    const BLEED: f64 = 8.0;

    fn trim() -> Area {
        let corner = Point { x: 100.0, y: 200.0 };
        let size = Size::new(300.0, 400.0);
        Area::at(corner, size)
    }

    fn band() -> MarkBand {
        MarkBand::new(trim(), trim().grown(BLEED), 40.0)
    }

    #[test]
    fn crop_marks_extend_trim_edges_without_touching_bleed() {
        let marks = band().crop_marks(&[trim()]);
        assert_eq!(marks.len(), 8);
        let clear = trim().grown(BLEED + CLEARANCE);
        for mark in &marks {
            let Mark::Line(from, to) = mark else {
                panic!("{mark:?} is not a line")
            };
            let is_vertical = (from.x - to.x).abs() < 1e-9;
            let (edges, at, ends, low, high) = if is_vertical {
                let edges = [trim().left, trim().right];
                (edges, from.x, [from.y, to.y], clear.bottom, clear.top)
            } else {
                let edges = [trim().bottom, trim().top];
                (edges, from.y, [from.x, to.x], clear.left, clear.right)
            };
            assert!(edges.contains(&at), "{mark:?}");
            for end in ends {
                assert!(end <= low + 1e-9 || end >= high - 1e-9, "{mark:?}");
            }
            assert!((ends[0] - ends[1]).abs() > 14.0, "{mark:?}");
        }
    }

    #[test]
    fn adjacent_pages_share_a_crop_mark() {
        let middle = 250.0;
        let left = Area {
            right: middle,
            ..trim()
        };
        let right = Area {
            left: middle,
            ..trim()
        };
        assert_eq!(band().crop_marks(&[left, right]).len(), 6 + 4);
    }

    #[test]
    fn length_of_marks_depends_on_available_space() {
        for (available, length) in [
            (100.0, 5.0 * MILLIMETER),
            (MarkBand::MIN_WIDTH, 3.0 * MILLIMETER),
            (6.0 * MILLIMETER, 4.0 * MILLIMETER),
        ] {
            let found = MarkBand::new(trim(), trim(), available).length;
            assert!((found - length).abs() < 1e-9, "{found} in {available}");
        }
    }

    #[test]
    fn slug_and_color_bar_do_not_overlap_other_marks() {
        let slug = band().slug_area(0.5);
        let patches = band().patches(&color_bar(false), 270.0);
        assert_eq!(patches.len(), 7);
        let Some(last @ Mark::Patch(area, _)) = patches.last() else {
            panic!("no patches")
        };
        assert_eq!(*last, Mark::Patch(*area, [1.0, 0.0, 0.0, 0.0]));
        assert!(slug.right < 250.0 && area.left > 270.0);
        assert!(slug.top < trim().bottom - BLEED);
    }

    #[test]
    fn color_bar_ends_where_space_does() {
        assert_eq!(band().patches(&color_bar(true), 270.0).len(), 4);
        assert_eq!(band().patches(&color_bar(false), 350.0).len(), 3);
    }
}
