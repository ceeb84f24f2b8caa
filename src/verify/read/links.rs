//! Links of pages, with the text that they cover.

use std::collections::BTreeSet;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Rect, String as PdfString};
use hayro::vello_cpu::kurbo::Point;
use serde::Serialize;

use crate::pdf::{Area, decode_text};
use crate::verify::read::glyphs::{PageText, PlacedGlyph};
use crate::verify::read::lines::joined;

/// The height above the baseline, as a part of the font size, at which a glyph must be covered.
const HEIGHT: f64 = 0.25;

/// The numbers of a quadrilateral: four corners.
const QUADRILATERAL: usize = 8;

/// A link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Link {
    /// The target.
    pub url: String,
    /// The text that the link covers.
    pub text: String,
    /// The number of the page, from 1.
    pub page: usize,
}

/// Returns the links of all pages.
pub fn links(pdf: &Pdf, pages: &[PageText]) -> Vec<Link> {
    let mut links = Vec::new();
    for (index, (page, text)) in pdf.pages().iter().zip(pages).enumerate() {
        let annotations = page.raw().get::<Array>("Annots").unwrap_or_default();
        let rows = Rows::new(text);
        for annotation in annotations.iter::<Dict>() {
            let action = annotation.get::<Dict>("A").unwrap_or_default();
            let Some(url) = action.get::<PdfString>("URI") else {
                continue;
            };
            links.push(Link {
                url: decode_text(url.as_bytes()),
                text: rows.covered_text(&areas(&annotation)),
                page: index + 1,
            });
        }
    }
    links
}

/// The glyphs of a page by their height, so that those of a link are found without looking at all.
struct Rows<'a> {
    page: &'a PageText,
    /// The height and the index of each glyph, from the bottom of the page up.
    heights: Vec<(f64, usize)>,
}

impl<'a> Rows<'a> {
    fn new(page: &'a PageText) -> Self {
        let glyphs = page.glyphs.iter().enumerate();
        let mut heights: Vec<(f64, usize)> = glyphs
            .map(|(index, glyph)| (center(glyph).y, index))
            .collect();
        heights.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { page, heights }
    }

    /// Returns the text within areas.
    fn covered_text(&self, areas: &[Area]) -> String {
        let mut covered = BTreeSet::new();
        for area in areas {
            let first = self.heights.partition_point(|(y, _)| *y < area.bottom);
            let above = self.heights[first..].iter();
            let in_row = above.take_while(|(y, _)| *y <= area.top);
            covered.extend(
                in_row
                    .map(|(_, index)| *index)
                    .filter(|index| covers(*area, &self.page.glyphs[*index])),
            );
        }
        let glyphs = covered.into_iter().map(|index| &self.page.glyphs[index]);
        let glyphs: Vec<PlacedGlyph> = glyphs.cloned().collect();
        joined(&glyphs, self.page.direction)
    }
}

fn covers(area: Area, glyph: &PlacedGlyph) -> bool {
    let Point { x, y } = center(glyph);
    (area.left..=area.right).contains(&x) && (area.bottom..=area.top).contains(&y)
}

/// Returns the point of a glyph that a link must cover.
fn center(glyph: &PlacedGlyph) -> Point {
    Point {
        x: f64::midpoint(glyph.origin.x, glyph.end.x),
        y: glyph.origin.y + glyph.size * HEIGHT,
    }
}

/// Returns the areas of a link: its quadrilaterals, or else its rectangle.
fn areas(annotation: &Dict<'_>) -> Vec<Area> {
    let points = annotation.get::<Array>("QuadPoints").unwrap_or_default();
    let points: Vec<f64> = points.iter::<f32>().map(f64::from).collect();
    if points.len() >= QUADRILATERAL {
        return points.chunks_exact(QUADRILATERAL).map(bounds).collect();
    }
    let rectangle = annotation.get::<Rect>("Rect");
    rectangle.map(Area::from).into_iter().collect()
}

/// Returns the bounds of points given as `x y` pairs.
fn bounds(points: &[f64]) -> Area {
    let mut bounds = Area {
        left: f64::INFINITY,
        bottom: f64::INFINITY,
        right: f64::NEG_INFINITY,
        top: f64::NEG_INFINITY,
    };
    for point in points.chunks_exact(2) {
        let (x, y) = (point[0], point[1]);
        bounds = Area {
            left: bounds.left.min(x),
            bottom: bounds.bottom.min(y),
            right: bounds.right.max(x),
            top: bounds.top.max(y),
        };
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyph_is_covered_from_above_its_baseline() {
        let glyph = PlacedGlyph {
            text: Some("a".to_owned()),
            replaced: None,
            origin: Point::new(10.0, 100.0),
            end: Point::new(16.0, 100.0),
            size: 12.0,
            repeats: false,
            mcid: None,
        };
        let covered = |bottom, top| {
            let area = Area {
                left: 10.0,
                right: 16.0,
                bottom,
                top,
            };
            covers(area, &glyph)
        };
        assert!(covered(100.0, 110.0) && covered(98.0, 104.0));
        assert!(!covered(90.0, 100.0) && !covered(110.0, 120.0));
    }
}
