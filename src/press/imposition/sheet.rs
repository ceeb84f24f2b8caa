//! Press sheets: what a plan places on one side of the paper.

use crate::pdf::{Area, Point, Size};
use crate::press::imposition::marks::Mark;

/// A page on a sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The index of the source.
    pub source: usize,
    /// The index of the page.
    pub page: usize,
    /// The lower left corner of the finished page.
    pub at: Point,
    /// The scale of the page.
    pub scale: f64,
    /// The area that the page may draw on.
    pub clip: Area,
}

impl Placement {
    /// Places a page of a source with the finished page at `trim`.
    pub fn new(source: usize, page: usize, trim: Area, clip: Area, scale: f64) -> Self {
        Self {
            source,
            page,
            at: trim.corner(),
            scale,
            clip,
        }
    }

    /// Returns the name of the page among all that are placed.
    pub fn name(&self) -> String {
        format!("S{}P{}", self.source, self.page)
    }
}

/// A side of a sheet of paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The size of the paper.
    pub size: Size,
    /// The area that remains after cutting.
    pub trim: Area,
    /// The trim area with bleed.
    pub bleed: Area,
    /// The pages, in painting order.
    pub placements: Vec<Placement>,
    /// The marks, painted after the pages.
    pub marks: Vec<Mark>,
}
