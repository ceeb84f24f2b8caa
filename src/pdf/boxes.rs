//! Page boxes (ISO 32000-1, 14.11.2), as `hayro` and `lopdf` represent them.

use hayro::hayro_syntax::object::Rect;
use lopdf::{Dictionary, Document, Object};

use crate::pdf::geometry::Area;

/// How many levels of the page tree are searched for an inherited value.
const MAX_DEPTH: usize = 64;

/// The boxes of a page. Each box lies within the one around it and defaults to that one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageBoxes {
    /// The medium.
    pub media: Area,
    /// The finished page with its bleed.
    pub bleed: Area,
    /// The finished page.
    pub trim: Area,
}

impl PageBoxes {
    /// Reads the boxes of a page. Returns `None` if the page has no media box.
    pub fn read(document: &Document, page: &Dictionary) -> Option<Self> {
        let media = inherited_box(document, page, b"MediaBox")?;
        let crop =
            inherited_box(document, page, b"CropBox").map_or(media, |crop| crop.within(media));
        // The inner boxes are not inherited.
        let bleed = own_box(document, page, b"BleedBox").map_or(crop, |bleed| bleed.within(media));
        let trim = own_box(document, page, b"TrimBox")
            .or_else(|| own_box(document, page, b"ArtBox"))
            .map_or(crop, |trim| trim.within(media));
        Some(Self { media, bleed, trim })
    }
}

fn inherited_box(document: &Document, page: &Dictionary, key: &[u8]) -> Option<Area> {
    area(document, inherited(document, page, key)?)
}

/// Reads a box that is not inherited.
fn own_box(document: &Document, page: &Dictionary, key: &[u8]) -> Option<Area> {
    area(document, page.get_deref(key, document).ok()?)
}

/// Returns the value of a key of a page or of the nearest node above it in the page tree.
pub fn inherited<'a>(
    document: &'a Document,
    page: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Object> {
    let mut node = page;
    for _ in 0..MAX_DEPTH {
        if let Ok(value) = node.get_deref(key, document) {
            return Some(value);
        }
        let parent = node.get(b"Parent").ok()?.as_reference().ok()?;
        node = document.get_dictionary(parent).ok()?;
    }
    None
}

/// Reads a rectangle from two opposite corners in any order.
fn area(document: &Document, object: &Object) -> Option<Area> {
    let numbers = object.as_array().ok()?.iter();
    let numbers: Vec<f64> = numbers
        .map(|number| finite_number(document, number))
        .collect::<Option<_>>()?;
    let [x0, y0, x1, y1] = numbers[..] else {
        return None;
    };
    Some(Area {
        left: x0.min(x1),
        bottom: y0.min(y1),
        right: x0.max(x1),
        top: y0.max(y1),
    })
}

fn finite_number(document: &Document, object: &Object) -> Option<f64> {
    let (_, object) = document.dereference(object).ok()?;
    let number = f64::from(object.as_float().ok()?);
    number.is_finite().then_some(number)
}

/// Converts an area to the array of a box.
pub fn box_object(area: Area) -> Object {
    Object::Array(area.edges().map(|edge| Object::Real(to_f32(edge))).to_vec())
}

/// Rounds to the precision of numbers in `lopdf`: seven digits, which is a ten-thousandth of a
/// point on the largest sheet.
#[expect(
    clippy::cast_possible_truncation,
    reason = "coordinates on paper are far from the limits"
)]
pub fn to_f32(number: f64) -> f32 {
    number as f32
}

impl From<Rect> for Area {
    fn from(rect: Rect) -> Self {
        Self {
            left: rect.x0,
            bottom: rect.y0,
            right: rect.x1,
            top: rect.y1,
        }
    }
}

#[cfg(test)]
mod tests {
    use lopdf::dictionary;

    use super::*;

    fn area_of(left: f64, bottom: f64, right: f64, top: f64) -> Area {
        Area {
            left,
            bottom,
            right,
            top,
        }
    }

    #[test]
    fn reads_boxes_from_any_two_corners_and_from_parents() {
        let mut document = Document::new();
        let parent = document.add_object(dictionary! {
            "MediaBox" => vec![200.into(), 300.into(), 0.into(), 0.into()],
        });
        let page = dictionary! {
            "Parent" => parent,
            "TrimBox" => vec![10.into(), 10.into(), 190.into(), 400.into()],
        };
        let boxes = PageBoxes::read(&document, &page).expect("boxes");
        assert_eq!(boxes.media, area_of(0.0, 0.0, 200.0, 300.0));
        assert_eq!(boxes.bleed, boxes.media);
        assert_eq!(boxes.trim, area_of(10.0, 10.0, 190.0, 300.0));
    }

    #[test]
    fn rejects_boxes_that_are_not_four_numbers() {
        let document = Document::new();
        for media in [
            vec![0.into(), 0.into(), 10.into()],
            vec![0.into(), 0.into(), 10.into(), Object::Real(f32::NAN)],
        ] {
            let page = dictionary! { "MediaBox" => media };
            assert_eq!(PageBoxes::read(&document, &page), None);
        }
    }
}
