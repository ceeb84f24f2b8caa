//! Points, areas and sizes on paper, in pt of 1/72 in, as a PDF counts them: from the lower left
//! corner upwards.

pub use crate::verify::preflight::Area;

/// How many pt a millimetre has.
pub const MILLIMETRE: f64 = 72.0 / 25.4;

/// What is nearer than this, in pt, counts as the same place: a PDF rounds the sizes of its pages.
pub const TOLERANCE: f64 = Area::TOLERANCE;

/// A place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

/// A size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Size {
    /// A size in millimeters.
    pub fn millimeters(width: f64, height: f64) -> Self {
        Self {
            width: width * MILLIMETRE,
            height: height * MILLIMETRE,
        }
    }

    /// The same, lying on its other side.
    pub fn turned(self) -> Self {
        Self {
            width: self.height,
            height: self.width,
        }
    }

    /// Larger by so much on each side.
    pub fn grown(self, by: f64) -> Self {
        Self {
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }

    /// Whether another lies within it.
    pub fn holds(self, other: Self) -> bool {
        other.width <= self.width + TOLERANCE && other.height <= self.height + TOLERANCE
    }

    /// The factor by which another is to be drawn so that it just lies within it.
    pub fn scale_for(self, other: Self) -> f64 {
        (self.width / other.width).min(self.height / other.height)
    }

    /// `210 × 297 mm`
    pub fn shown(self) -> String {
        let rounded = |points: f64| (points / MILLIMETRE * 10.0).round() / 10.0;
        format!("{} × {} mm", rounded(self.width), rounded(self.height))
    }
}

impl Area {
    /// The area of a size whose lower left corner is at a place.
    pub fn at(corner: Point, size: Size) -> Self {
        Self {
            left: corner.x,
            bottom: corner.y,
            right: corner.x + size.width,
            top: corner.y + size.height,
        }
    }

    /// The area of a size in the middle of another, which is so large.
    pub fn centred(size: Size, within: Size) -> Self {
        let corner = Point {
            x: (within.width - size.width) / 2.0,
            y: (within.height - size.height) / 2.0,
        };
        Self::at(corner, size)
    }

    /// Its size.
    pub fn size(self) -> Size {
        Size {
            width: self.right - self.left,
            height: self.top - self.bottom,
        }
    }

    /// Its lower left corner.
    pub fn corner(self) -> Point {
        Point {
            x: self.left,
            y: self.bottom,
        }
    }

    /// Larger by so much on each side.
    pub fn grown(self, by: f64) -> Self {
        Self {
            left: self.left - by,
            bottom: self.bottom - by,
            right: self.right + by,
            top: self.top + by,
        }
    }

    /// What it has in common with another; of two that do not meet, an area without extent.
    pub fn within(self, other: Self) -> Self {
        let (left, bottom) = (self.left.max(other.left), self.bottom.max(other.bottom));
        Self {
            left,
            bottom,
            right: self.right.min(other.right).max(left),
            top: self.top.min(other.top).max(bottom),
        }
    }

    /// The least area that has both in it.
    pub fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            bottom: self.bottom.min(other.bottom),
            right: self.right.max(other.right),
            top: self.top.max(other.top),
        }
    }

    /// Left, lower, right and upper edge, as a PDF writes a box.
    pub fn edges(self) -> [f64; 4] {
        [self.left, self.bottom, self.right, self.top]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_holds_what_a_pdf_has_rounded() {
        let a4 = Size {
            width: 595.2756,
            height: 841.8898,
        };
        assert!(Size::millimeters(210.0, 297.0).holds(a4));
        assert!(!Size::millimeters(210.0, 297.0).holds(a4.grown(0.1)));
        assert_eq!(a4.shown(), "210 × 297 mm");
        assert_eq!(
            Size {
                width: 612.0,
                height: 792.0
            }
            .shown(),
            "215.9 × 279.4 mm"
        );
    }

    #[test]
    fn areas_meet_and_join() {
        let area = |left, bottom, right, top| Area {
            left,
            bottom,
            right,
            top,
        };
        let one = area(0.0, 0.0, 10.0, 10.0);
        assert_eq!(
            one.within(area(5.0, -5.0, 20.0, 5.0)),
            area(5.0, 0.0, 10.0, 5.0)
        );
        assert_eq!(
            one.within(area(15.0, 0.0, 20.0, 5.0)),
            area(15.0, 0.0, 15.0, 5.0)
        );
        assert_eq!(
            one.with(area(15.0, 0.0, 20.0, 5.0)),
            area(0.0, 0.0, 20.0, 10.0)
        );
        assert_eq!(
            Area::centred(
                one.size(),
                Size {
                    width: 30.0,
                    height: 20.0
                }
            ),
            area(10.0, 5.0, 20.0, 15.0)
        );
    }
}
