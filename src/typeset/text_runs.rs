//! Typst's own pages as a list of text runs: where each stands, in which font and size, and what it
//! belongs to.

use std::collections::BTreeSet;

use typst::introspection::{Location, Tag};
use typst::layout::{Abs, Frame, FrameItem, Point, Transform};
use typst::model::HeadingElem;
use typst::text::TextItem;
use typst::visualize::{Geometry, Paint};
use typst_layout::PagedDocument;

/// A run of text on a page. Lengths in pt, from the page's upper left corner.
#[derive(Debug, Clone)]
pub struct TextRun {
    /// The page, from 1.
    pub page: usize,
    /// The start of its first glyph.
    pub x: f64,
    /// The end of its last glyph that is no space.
    pub end: f64,
    /// Its baseline.
    pub y: f64,
    /// The font's size.
    pub size: f64,
    /// The font: family, weight and style.
    pub font: String,
    /// The colour of its letters: red, green and blue from 0 to 1.
    pub fill: [f32; 3],
    /// The colour that they stand on.
    pub ground: [f32; 3],
    /// The text.
    pub text: String,
    /// The widest space in it, in em.
    pub widest_space: f64,
    /// The labels and the headings that it is in: `cvpress-date`, `cvpress-lead`, `heading`.
    pub within: BTreeSet<String>,
    /// The labelled element or heading closest around it.
    pub element: Option<Location>,
}

/// All runs, page by page, in the order of the frames.
pub fn runs(document: &PagedDocument) -> Vec<TextRun> {
    let mut walk = Walk {
        page: 0,
        open: Vec::new(),
        grounds: Vec::new(),
        runs: Vec::new(),
    };
    for (index, page) in document.pages().iter().enumerate() {
        walk.page = index + 1;
        walk.grounds.clear();
        walk.frame(&page.frame, Transform::identity());
    }
    walk.runs
}

struct Walk {
    page: usize,
    open: Vec<(Location, String)>,
    /// What was painted on the page so far: a corner, the opposite corner, and the colour.
    grounds: Vec<(Point, Point, [f32; 3])>,
    runs: Vec<TextRun>,
}

/// Red, green and blue of what is painted in one colour.
fn rgb(paint: &Paint) -> Option<[f32; 3]> {
    let Paint::Solid(color) = paint else {
        return None;
    };
    let rgb = color.to_rgb();
    Some([rgb.red, rgb.green, rgb.blue])
}

impl Walk {
    fn frame(&mut self, frame: &Frame, transform: Transform) {
        for (position, item) in frame.items() {
            let here = transform.pre_concat(Transform::translate(position.x, position.y));
            match item {
                FrameItem::Group(group) => {
                    self.frame(&group.frame, here.pre_concat(group.transform));
                }
                FrameItem::Text(text) => self.text(text, Point::zero().transform(here)),
                FrameItem::Shape(shape, _) => {
                    if let (Geometry::Rect(size), Some(fill)) =
                        (&shape.geometry, shape.fill.as_ref().and_then(rgb))
                    {
                        let opposite = Point::new(size.x, size.y).transform(here);
                        self.grounds
                            .push((Point::zero().transform(here), opposite, fill));
                    }
                }
                FrameItem::Tag(Tag::Start(content, _)) => {
                    let label = content
                        .label()
                        .map(|label| label.resolve().as_str().to_owned());
                    let heading = content.is::<HeadingElem>().then(|| "heading".to_owned());
                    if let Some(name) = label.or(heading) {
                        self.open
                            .extend(content.location().map(|location| (location, name)));
                    }
                }
                FrameItem::Tag(Tag::End(location, ..)) => {
                    self.open.retain(|(open, _)| open != location);
                }
                _ => {}
            }
        }
    }

    fn text(&mut self, item: &TextItem, at: Point) {
        let mut x = Abs::zero();
        let (mut end, mut widest) = (Abs::zero(), 0.0_f64);
        for glyph in &item.glyphs {
            let advance = glyph.x_advance.at(item.size);
            x += advance;
            match item.text.get(glyph.range()) {
                Some(" ") => widest = widest.max(glyph.x_advance.get()),
                _ => end = x,
            }
        }
        let lies_on = |(corner, opposite, _): &&(Point, Point, [f32; 3])| {
            (corner.x..=opposite.x).contains(&at.x) && (corner.y..=opposite.y).contains(&at.y)
        };
        let ground = self
            .grounds
            .iter()
            .rev()
            .find(lies_on)
            .map_or([1.0; 3], |(.., fill)| *fill);
        let info = item.font.info();
        self.runs.push(TextRun {
            font: format!("{} {:?}", info.family, info.variant),
            fill: rgb(&item.fill).unwrap_or([0.0; 3]),
            ground,
            page: self.page,
            x: at.x.to_pt(),
            end: (at.x + end).to_pt(),
            y: at.y.to_pt(),
            size: item.size.to_pt(),
            text: item.text.to_string(),
            widest_space: widest,
            within: self.open.iter().map(|(_, name)| name.clone()).collect(),
            element: self.open.last().map(|(location, _)| *location),
        });
    }
}
