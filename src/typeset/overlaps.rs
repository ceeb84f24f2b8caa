//! Finds what overlaps something else on the finished pages: letters over letters, and
//! pictures over pictures.
//!
//! Compares the boxes of glyphs: as wide as their advance, so that kerning and slanted letters of a
//! line do not overlap, and as high as their ink.

use typst::layout::{Abs, Frame, FrameItem, Point, Transform};
use typst::text::TextItem;
use typst_layout::PagedDocument;

use crate::diagnostic::{Diagnostic, counted, rule};
use crate::typeset::joiners::readable_item;
use crate::typeset::rectangle::Rectangle;

/// The width in pt that two letters may have in common: that of rounding.
const COMMON_WIDTH: f64 = 0.5;

/// The height in em that two letters may have in common. Marks above a line may reach into the
/// descenders of the line before it.
const COMMON_HEIGHT: f64 = 0.1;

/// The width and height in pt that two pictures may have in common.
const COMMON_OF_PICTURES: f64 = 2.0;

/// The part of a page from which a picture is its background.
const BACKGROUND: f64 = 0.5;

/// The most characters of a text that a message shows.
const MAX_SHOWN: usize = 40;

/// A run of text.
struct Run {
    text: String,
    size: f64,
    around: Rectangle,
    glyphs: Vec<Rectangle>,
}

impl Run {
    fn overlaps(&self, other: &Self) -> bool {
        let height = COMMON_HEIGHT * self.size.min(other.size);
        let overlap = |a: Rectangle, b: Rectangle| a.overlaps(b, COMMON_WIDTH, height);
        overlap(self.around, other.around)
            && self
                .glyphs
                .iter()
                .filter(|glyph| overlap(**glyph, other.around))
                .any(|glyph| other.glyphs.iter().any(|next| overlap(*glyph, *next)))
    }
}

/// What a page shows.
#[derive(Default)]
struct PageContent {
    runs: Vec<Run>,
    pictures: Vec<Rectangle>,
}

/// Returns the warnings that something overlaps something else: at most one for the text and
/// one for the pictures of a page.
pub fn overlaps(document: &PagedDocument) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (index, page) in document.pages().iter().enumerate() {
        let mut content = PageContent::default();
        content.add(&page.frame, Transform::identity(), Rectangle::EVERYTHING);
        let pairs = overlapping_runs(content.runs);
        if let Some((one, other)) = pairs.first() {
            let message = format!("`{one}` and `{other}` overlap on page {}", index + 1);
            let mut warning = Diagnostic::warning(rule::OVERLAP, message);
            if pairs.len() > 1 {
                let more = counted(pairs.len() - 1, "other pair", "other pairs");
                warning = warning.hint(format!("so do {more} of texts on this page"));
            }
            found.push(warning.hint("shorten one of them, or choose another layout"));
        }
        let area = page.frame.size().x.to_pt() * page.frame.size().y.to_pt();
        if has_overlap(&content.pictures, area) {
            let message = format!("two pictures overlap on page {}", index + 1);
            let warning = Diagnostic::warning(rule::OVERLAP, message);
            found.push(warning.hint("move one of them in the template"));
        }
    }
    found
}

/// Returns the pairs of texts that overlap, from the top of the page.
fn overlapping_runs(mut runs: Vec<Run>) -> Vec<(String, String)> {
    runs.sort_by(|a, b| a.around.top.total_cmp(&b.around.top));
    let mut pairs = Vec::new();
    for (index, one) in runs.iter().enumerate() {
        let below = runs[index + 1..].iter();
        let beside = below.take_while(|other| other.around.top < one.around.bottom);
        for other in beside.filter(|other| one.overlaps(other)) {
            pairs.push((shown(&one.text), shown(&other.text)));
        }
    }
    pairs
}

fn has_overlap(pictures: &[Rectangle], page: f64) -> bool {
    let pictures: Vec<&Rectangle> = pictures
        .iter()
        .filter(|picture| picture.width() * picture.height() < BACKGROUND * page)
        .collect();
    pictures.iter().enumerate().any(|(index, one)| {
        let others = &pictures[index + 1..];
        others
            .iter()
            .any(|other| one.overlaps(**other, COMMON_OF_PICTURES, COMMON_OF_PICTURES))
    })
}

fn shown(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= MAX_SHOWN {
        return text.to_owned();
    }
    text.chars().take(MAX_SHOWN).chain(['…']).collect()
}

impl PageContent {
    /// Adds what a frame shows inside of `visible`.
    fn add(&mut self, frame: &Frame, transform: Transform, visible: Rectangle) {
        for (position, item) in frame.items() {
            let here = transform.pre_concat(Transform::translate(position.x, position.y));
            match item {
                FrameItem::Group(group) => {
                    let inside = here.pre_concat(group.transform);
                    let clip = group.clip.as_ref().map(|curve| curve.bbox(None));
                    let visible = clip.map_or(visible, |clip| {
                        visible.common(Rectangle::of(clip.min, clip.max, inside))
                    });
                    self.add(&group.frame, inside, visible);
                }
                FrameItem::Text(text) => self.runs.extend(run(&readable_item(text), here)),
                FrameItem::Image(_, size, _) => {
                    let all = Rectangle::of(Point::zero(), size.to_point(), here);
                    self.pictures.push(all.common(visible));
                }
                _ => {}
            }
        }
    }
}

/// Returns a run with the boxes of its glyphs, unless it is turned.
fn run(item: &TextItem, transform: Transform) -> Option<Run> {
    if transform.kx.get() != 0.0 || transform.ky.get() != 0.0 {
        return None;
    }
    let mut glyphs = Vec::with_capacity(item.glyphs.len());
    let mut x = Abs::zero();
    for glyph in &item.glyphs {
        let start = x;
        x += glyph.x_advance.at(item.size);
        let id = ttf_parser::GlyphId(glyph.id);
        // A space has no ink, nor has an image of a glyph a box.
        let Some(ink) = item.font.ttf().glyph_bounding_box(id) else {
            continue;
        };
        let at = |units: i16| item.font.to_em(units).at(item.size);
        let offset = start + glyph.x_offset.at(item.size);
        let left = start.max(offset + at(ink.x_min));
        let right = x.min(offset + at(ink.x_max));
        if right > left {
            let (top, bottom) = (-at(ink.y_max), -at(ink.y_min));
            glyphs.push(Rectangle::of(
                Point::new(left, top),
                Point::new(right, bottom),
                transform,
            ));
        }
    }
    Some(Run {
        text: item.text.to_string(),
        size: item.size.to_pt(),
        around: glyphs.iter().copied().reduce(Rectangle::around)?,
        glyphs,
    })
}
