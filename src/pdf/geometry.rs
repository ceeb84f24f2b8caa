//! Points, sizes and rectangles on a page, in points of 1/72 in from the lower left corner.

use serde::Serialize;

/// The points of a millimeter.
pub const MILLIMETER: f64 = 72.0 / 25.4;

/// The points of an inch.
pub const POINTS_PER_INCH: f64 = 72.0;

/// The distance in points below which two coordinates are the same: a PDF rounds the sizes of its
/// pages.
pub const TOLERANCE: f64 = 0.01;

/// A point.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Point {
    /// The distance from the left.
    pub x: f64,
    /// The distance from the bottom.
    pub y: f64,
}

/// A size.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Size {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// A rectangle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Area {
    /// The left edge.
    pub left: f64,
    /// The lower edge.
    pub bottom: f64,
    /// The right edge.
    pub right: f64,
    /// The upper edge.
    pub top: f64,
}

impl Size {
    /// Creates a size from points.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }

    /// Creates a size from millimeters.
    pub fn millimeters(width: f64, height: f64) -> Self {
        Self::new(width * MILLIMETER, height * MILLIMETER)
    }

    /// Swaps width and height.
    pub fn rotated(self) -> Self {
        Self::new(self.height, self.width)
    }

    /// Adds a margin on each side.
    pub fn grown(self, margin: f64) -> Self {
        Self::new(self.width + 2.0 * margin, self.height + 2.0 * margin)
    }

    /// Multiplies width and height by a factor.
    pub fn scaled(self, factor: f64) -> Self {
        Self::new(self.width * factor, self.height * factor)
    }

    /// Returns the smallest size that holds both sizes.
    pub fn max(self, other: Self) -> Self {
        Self::new(self.width.max(other.width), self.height.max(other.height))
    }

    /// Returns whether another size fits into this one.
    pub fn holds(self, other: Self) -> bool {
        other.width <= self.width + TOLERANCE && other.height <= self.height + TOLERANCE
    }

    /// Returns the largest factor by which another size can be scaled to fit into this one.
    pub fn scale_for(self, other: Self) -> f64 {
        (self.width / other.width).min(self.height / other.height)
    }

    /// Formats the size in millimeters: `210 × 297 mm`.
    pub fn to_millimeters(self) -> String {
        let [width, height] = [self.width, self.height].map(|points| {
            let tenths = (points / MILLIMETER * 10.0).round();
            tenths / 10.0
        });
        format!("{width} × {height} mm")
    }
}

impl Area {
    /// Creates an area from its lower left corner.
    pub fn at(corner: Point, size: Size) -> Self {
        Self {
            left: corner.x,
            bottom: corner.y,
            right: corner.x + size.width,
            top: corner.y + size.height,
        }
    }

    /// Creates an area from its upper left corner.
    pub fn hanging_from(corner: Point, size: Size) -> Self {
        let bottom = corner.y - size.height;
        Self::at(
            Point {
                y: bottom,
                ..corner
            },
            size,
        )
    }

    /// Creates an area whose lower left corner is the origin.
    pub fn at_origin(size: Size) -> Self {
        Self::at(Point::default(), size)
    }

    /// Creates an area in the center of a larger one at the origin.
    pub fn centered(size: Size, outer: Size) -> Self {
        Self::at_origin(outer).center(size)
    }

    /// Returns an area in the center of this one.
    pub fn center(self, size: Size) -> Self {
        let outer = self.size();
        let corner = Point {
            x: self.left + (outer.width - size.width) / 2.0,
            y: self.bottom + (outer.height - size.height) / 2.0,
        };
        Self::at(corner, size)
    }

    /// Returns the size.
    pub fn size(self) -> Size {
        Size::new(self.right - self.left, self.top - self.bottom)
    }

    /// Returns the upper left corner.
    pub fn upper_left(self) -> Point {
        Point {
            x: self.left,
            y: self.top,
        }
    }

    /// Returns the lower left corner.
    pub fn corner(self) -> Point {
        Point {
            x: self.left,
            y: self.bottom,
        }
    }

    /// Adds a margin on each side.
    pub fn grown(self, margin: f64) -> Self {
        Self {
            left: self.left - margin,
            bottom: self.bottom - margin,
            right: self.right + margin,
            top: self.top + margin,
        }
    }

    /// Returns the intersection with another area; an area without extent if they do not meet.
    pub fn within(self, other: Self) -> Self {
        let left = self.left.max(other.left);
        let bottom = self.bottom.max(other.bottom);
        Self {
            left,
            bottom,
            right: self.right.min(other.right).max(left),
            top: self.top.min(other.top).max(bottom),
        }
    }

    /// Returns the smallest area that holds both areas.
    pub fn union(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            bottom: self.bottom.min(other.bottom),
            right: self.right.max(other.right),
            top: self.top.max(other.top),
        }
    }

    /// Returns the left, lower, right and upper edge, the order of a PDF box.
    pub fn edges(self) -> [f64; 4] {
        [self.left, self.bottom, self.right, self.top]
    }

    /// Returns whether the area lies within another.
    pub fn is_within(self, outer: Self) -> bool {
        self.margin_within(outer) >= -TOLERANCE
    }

    /// Returns the distance to the nearest edge of an outer area; negative beyond that edge.
    pub fn margin_within(self, outer: Self) -> f64 {
        let margins = [
            self.left - outer.left,
            self.bottom - outer.bottom,
            outer.right - self.right,
            outer.top - self.top,
        ];
        margins.into_iter().fold(f64::INFINITY, f64::min)
    }

    /// Returns whether the two areas overlap.
    pub fn overlaps(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.bottom < other.top
            && other.bottom < self.top
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(left: f64, bottom: f64, right: f64, top: f64) -> Area {
        Area {
            left,
            bottom,
            right,
            top,
        }
    }

    #[test]
    fn holds_sizes_that_a_pdf_has_rounded() {
        let a4 = Size::new(595.2756, 841.8898);
        assert!(Size::millimeters(210.0, 297.0).holds(a4));
        assert!(!Size::millimeters(210.0, 297.0).holds(a4.grown(0.1)));
        assert_eq!(a4.to_millimeters(), "210 × 297 mm");
        let letter = Size::new(612.0, 792.0);
        assert_eq!(letter.to_millimeters(), "215.9 × 279.4 mm");
    }

    #[test]
    fn intersects_and_joins_areas() {
        let one = area(0.0, 0.0, 10.0, 10.0);
        let overlapping = area(5.0, -5.0, 20.0, 5.0);
        let apart = area(15.0, 0.0, 20.0, 5.0);
        assert_eq!(one.within(overlapping), area(5.0, 0.0, 10.0, 5.0));
        assert_eq!(one.within(apart), area(15.0, 0.0, 15.0, 5.0));
        assert_eq!(one.union(apart), area(0.0, 0.0, 20.0, 10.0));
        assert!(one.overlaps(overlapping) && !one.overlaps(apart));
    }

    #[test]
    fn centers_areas() {
        let size = Size::new(10.0, 10.0);
        let outer = Size::new(30.0, 20.0);
        let centered = Area::centered(size, outer);
        assert_eq!(centered, area(10.0, 5.0, 20.0, 15.0));
        assert!(centered.is_within(Area::at_origin(outer)));
        assert!((centered.margin_within(Area::at_origin(outer)) - 5.0).abs() < TOLERANCE);
    }
}
