//! The text runs of typeset pages: positions, fonts, sizes, and the elements that they belong to.

use std::collections::BTreeSet;

use typst::introspection::{Location, Tag};
use typst::layout::{Abs, Frame, FrameItem, Point, Transform};
use typst::model::HeadingElem;
use typst::text::TextItem;
use typst::visualize::{Geometry, Paint};
use typst_layout::PagedDocument;

use crate::typeset::joiners::readable_item;

/// The weight of bold letters.
const BOLD: u16 = 700;

/// A run of text on a page. Lengths in pt, from the page's upper left corner.
#[derive(Debug, Clone)]
pub struct TextRun {
    /// The page, from 1.
    pub page: usize,
    /// The start of its first glyph.
    pub x: f64,
    /// The end of its last glyph that is not a space.
    pub end: f64,
    /// Its baseline.
    pub y: f64,
    /// The font's size.
    pub size: f64,
    /// The font: family, weight and style.
    pub font: String,
    /// Whether it is bold.
    pub is_bold: bool,
    /// The color of its letters: red, green and blue from 0 to 1.
    pub fill: [f32; 3],
    /// The background color.
    pub ground: [f32; 3],
    /// The text.
    pub text: String,
    /// The widest space in it, in em.
    pub widest_space: f64,
    /// The labels of the elements and headings that it is in: `cvpress-date`, `cvpress-lead`, `heading`.
    pub within: BTreeSet<String>,
    /// The labeled element or heading closest around it.
    pub element: Option<Location>,
}

/// Returns all runs, page by page, in the order of the frames.
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

/// A rectangle of one color.
struct Ground {
    corner: Point,
    opposite: Point,
    fill: [f32; 3],
}

impl Ground {
    fn contains(&self, point: Point) -> bool {
        (self.corner.x..=self.opposite.x).contains(&point.x)
            && (self.corner.y..=self.opposite.y).contains(&point.y)
    }
}

struct Walk {
    page: usize,
    open: Vec<(Location, String)>,
    /// The rectangles painted on the page so far.
    grounds: Vec<Ground>,
    runs: Vec<TextRun>,
}

/// Returns red, green and blue of a solid paint.
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
                FrameItem::Text(text) => {
                    self.text(&readable_item(text), Point::zero().transform(here));
                }
                FrameItem::Shape(shape, _) => {
                    if let (Geometry::Rect(size), Some(fill)) =
                        (&shape.geometry, shape.fill.as_ref().and_then(rgb))
                    {
                        self.grounds.push(Ground {
                            corner: Point::zero().transform(here),
                            opposite: Point::new(size.x, size.y).transform(here),
                            fill,
                        });
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
        let ground = self
            .grounds
            .iter()
            .rev()
            .find(|ground| ground.contains(at))
            .map_or([1.0; 3], |ground| ground.fill);
        let info = item.font.info();
        self.runs.push(TextRun {
            font: format!("{} {:?}", info.family, info.variant),
            is_bold: info.variant.weight.to_number() >= BOLD,
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
