//! Rectangles on a page.

use typst::layout::{Point, Transform};

/// A rectangle on a page. Lengths in pt, from the upper left corner of the page.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rectangle {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The right edge.
    pub right: f64,
    /// The lower edge.
    pub bottom: f64,
}

impl Rectangle {
    /// The rectangle that contains all others.
    pub const EVERYTHING: Self = Self {
        left: f64::NEG_INFINITY,
        top: f64::NEG_INFINITY,
        right: f64::INFINITY,
        bottom: f64::INFINITY,
    };

    /// Returns the rectangle between two opposite corners after a transformation.
    pub fn of(one: Point, opposite: Point, transform: Transform) -> Self {
        let [one, opposite] = [one, opposite].map(|corner| corner.transform(transform));
        Self {
            left: one.x.min(opposite.x).to_pt(),
            top: one.y.min(opposite.y).to_pt(),
            right: one.x.max(opposite.x).to_pt(),
            bottom: one.y.max(opposite.y).to_pt(),
        }
    }

    /// Returns the smallest rectangle around both.
    pub fn around(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns the common part of both, which may have no width or height.
    pub fn common(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// Returns the width.
    pub fn width(self) -> f64 {
        self.right - self.left
    }

    /// Returns the height.
    pub fn height(self) -> f64 {
        self.bottom - self.top
    }

    /// Returns whether both have more than a width and a height in common.
    pub fn overlaps(self, other: Self, width: f64, height: f64) -> bool {
        let common = self.common(other);
        common.width() > width && common.height() > height
    }
}
