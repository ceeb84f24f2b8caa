//! Where the text of typeset pages is: each run with the rectangles of its characters.

use std::ops::Range;

use typst::layout::{Abs, Frame, FrameItem, Point, Transform};
use typst::text::TextItem;
use typst_layout::PagedDocument;

use crate::typeset::joiners::readable_item;
use crate::typeset::rectangle::Rectangle;

/// A run of text on a page.
#[derive(Debug, Clone)]
pub struct TextBox {
    /// The page, from 1.
    pub page: usize,
    /// The baseline, in pt from the upper edge of the page.
    pub baseline: f64,
    /// The text, in logical order.
    pub text: String,
    /// The parts of the text that have a glyph, in logical order.
    pub glyphs: Vec<GlyphBox>,
    /// Where the template draws it: the same for all texts of one expression.
    pub drawn_at: u64,
    /// The offset of its start in the text that the template draws there.
    pub offset: u16,
}

impl TextBox {
    /// Returns the rectangle around all glyphs; without any, an empty one.
    pub fn rectangle(&self) -> Rectangle {
        let glyphs = self.glyphs.iter().map(|glyph| glyph.rectangle);
        glyphs.reduce(Rectangle::around).unwrap_or_default()
    }
}

/// A part of a run that has a glyph of its own: a character, or several in a ligature.
#[derive(Debug, Clone)]
pub struct GlyphBox {
    /// Its byte range in the text of the run.
    pub range: Range<usize>,
    /// Its rectangle, as high as the font.
    pub rectangle: Rectangle,
}

/// Returns all runs that have text, page by page, in the order of the frames.
pub fn text_boxes(document: &PagedDocument) -> Vec<TextBox> {
    let mut boxes = Vec::new();
    for (index, page) in document.pages().iter().enumerate() {
        add_frame(&page.frame, Transform::identity(), index + 1, &mut boxes);
    }
    boxes
}

fn add_frame(frame: &Frame, transform: Transform, page: usize, boxes: &mut Vec<TextBox>) {
    for (position, item) in frame.items() {
        let here = transform.pre_concat(Transform::translate(position.x, position.y));
        match item {
            FrameItem::Group(group) => {
                add_frame(&group.frame, here.pre_concat(group.transform), page, boxes);
            }
            FrameItem::Text(text) => boxes.extend(text_box(&readable_item(text), here, page)),
            _ => {}
        }
    }
}

fn text_box(item: &TextItem, transform: Transform, page: usize) -> Option<TextBox> {
    let metrics = item.font.metrics();
    let top = -metrics.ascender.at(item.size);
    let bottom = -metrics.descender.at(item.size);
    let mut glyphs: Vec<GlyphBox> = Vec::with_capacity(item.glyphs.len());
    let mut x = Abs::zero();
    for glyph in &item.glyphs {
        let end = x + glyph.x_advance.at(item.size);
        glyphs.push(GlyphBox {
            range: glyph.range(),
            rectangle: Rectangle::of(Point::new(x, top), Point::new(end, bottom), transform)
                .around(Rectangle::of(
                    Point::new(x, bottom),
                    Point::new(end, top),
                    transform,
                )),
        });
        x = end;
    }
    // From right to left, the first glyph has the last character.
    glyphs.sort_by_key(|glyph| glyph.range.start);
    glyphs.dedup_by(|mark, letter| {
        let is_same = mark.range == letter.range;
        if is_same {
            letter.rectangle = letter.rectangle.around(mark.rectangle);
        }
        is_same
    });
    let first = item.glyphs.iter().min_by_key(|glyph| glyph.range.start)?;
    Some(TextBox {
        page,
        baseline: Point::zero().transform(transform).y.to_pt(),
        text: item.text.to_string(),
        glyphs,
        drawn_at: first.span.0.into_raw().get(),
        offset: first.span.1,
    })
}
