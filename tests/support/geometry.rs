//! Digests of pages: what is where, in which font and color. They depend neither on the bytes of a
//! file nor on how Typst numbers its elements.

use cvpress::export::content_hash;
use typst::layout::{Frame, FrameItem, Point, Transform};
use typst::text::TextItem;
use typst::visualize::{Curve, CurveItem, Geometry, Paint, Shape};
use typst_layout::{Page, PagedDocument};

/// A point in hundredths of a point of type, from the page's upper left corner.
type Place = [i64; 2];

/// A color: red, green, blue and opacity.
type Color = [u8; 4];

/// Something on a page.
#[derive(Debug, Hash)]
enum Mark {
    Text {
        start: Place,
        end: Place,
        size: i64,
        font: String,
        fill: Option<Color>,
        text: String,
    },
    Shape {
        points: Vec<Place>,
        fill: Option<Color>,
        stroke: Option<(i64, Option<Color>)>,
    },
    Image {
        corners: [Place; 2],
    },
    Clip {
        points: Vec<Place>,
    },
}

/// Returns a digest of each page.
pub fn digests(document: &PagedDocument) -> Vec<String> {
    document.pages().iter().map(page_digest).collect()
}

/// Returns a digest of a page.
pub fn page_digest(page: &Page) -> String {
    let mut marks = Vec::new();
    let size = page.frame.size();
    add(&page.frame, Transform::identity(), &mut marks);
    let mut digest = content_hash(&(
        [hundredths(size.x.to_pt()), hundredths(size.y.to_pt())],
        marks,
    ));
    digest.truncate(8);
    digest
}

/// Rounds a length to hundredths of a point.
#[expect(clippy::cast_possible_truncation, reason = "no page is so large")]
fn hundredths(length: f64) -> i64 {
    (length * 100.0).round() as i64
}

fn place(point: Point, transform: Transform) -> Place {
    let point = point.transform(transform);
    [hundredths(point.x.to_pt()), hundredths(point.y.to_pt())]
}

fn add(frame: &Frame, transform: Transform, marks: &mut Vec<Mark>) {
    for (position, item) in frame.items() {
        let here = transform.pre_concat(Transform::translate(position.x, position.y));
        match item {
            FrameItem::Group(group) => {
                let inside = here.pre_concat(group.transform);
                if let Some(clip) = &group.clip {
                    let points = curve(clip, inside);
                    marks.push(Mark::Clip { points });
                }
                add(&group.frame, inside, marks);
            }
            FrameItem::Text(text) => marks.push(run(text, here)),
            FrameItem::Shape(shape, _) => marks.push(drawing(shape, here)),
            FrameItem::Image(_, size, _) => marks.push(Mark::Image {
                corners: [Point::zero(), size.to_point()].map(|corner| place(corner, here)),
            }),
            // They are not seen.
            FrameItem::Link(..) | FrameItem::Tag(_) => {}
        }
    }
}

fn run(text: &TextItem, here: Transform) -> Mark {
    let font = text.font.info();
    Mark::Text {
        start: place(Point::zero(), here),
        end: place(Point::with_x(text.width()), here),
        size: hundredths(text.size.to_pt()),
        font: format!("{} {:?}", font.family, font.variant),
        fill: color(&text.fill),
        text: text.text.to_string(),
    }
}

fn drawing(shape: &Shape, here: Transform) -> Mark {
    let points = match &shape.geometry {
        Geometry::Line(end) => vec![place(Point::zero(), here), place(*end, here)],
        Geometry::Rect(size) => vec![place(Point::zero(), here), place(size.to_point(), here)],
        Geometry::Curve(path) => curve(path, here),
    };
    let stroke = shape.stroke.as_ref();
    Mark::Shape {
        points,
        fill: shape.fill.as_ref().and_then(color),
        stroke: stroke.map(|stroke| (hundredths(stroke.thickness.to_pt()), color(&stroke.paint))),
    }
}

fn curve(path: &Curve, here: Transform) -> Vec<Place> {
    let mut points = Vec::new();
    for item in &path.0 {
        match item {
            CurveItem::Move(point) | CurveItem::Line(point) => points.push(place(*point, here)),
            CurveItem::Cubic(first, second, end) => {
                points.extend([first, second, end].map(|point| place(*point, here)));
            }
            CurveItem::Close => {}
        }
    }
    points
}

fn color(paint: &Paint) -> Option<Color> {
    let Paint::Solid(color) = paint else {
        return None;
    };
    let rgb = color.to_rgb();
    Some([rgb.red, rgb.green, rgb.blue, rgb.alpha].map(level))
}

/// Returns a level from 0 to 1 in a byte.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped"
)]
fn level(level: f32) -> u8 {
    (level.clamp(0.0, 1.0) * 255.0).round() as u8
}
