//! Draws the sheets of a plan to a PDF.
//!
//! printpdf writes the sheets. What it does not support, such as spot colors, page boxes and nested
//! bookmarks, is added to its objects before the file is written.

use lopdf::{Dictionary, Document, Object, ObjectId};
use printpdf::{
    Cmyk, Color, CurTransMat, DictItem, Line, LineDashPattern, LinePoint, Op, PaintMode,
    PdfDocument, PdfPage, PdfSaveOptions, Pt, Rect, XObjectId, XObjectTransform,
};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::pdf::{Area, Point, box_object, to_f32};
use crate::press::imposition::embed::{Forms, embed_pages};
use crate::press::imposition::marks::{InkTints, Mark, THICKNESS};
use crate::press::imposition::outline::add_outline;
use crate::press::imposition::plan::Plan;
use crate::press::imposition::sheet::{Placement, Sheet};
use crate::press::imposition::source::SourceDocument;
use crate::press::{PressSettings, remove_screen_features};

/// The length of the control handles of a quarter circle per radius: 4/3 · (√2 − 1).
const KAPPA: f64 = 0.552_284_749_8;

/// The color of the frames on contact sheets.
const FRAME_COLOR: InkTints = [0.0, 0.0, 0.0, 0.4];

/// The dashes and gaps of a fold mark, in pt.
const FOLD_DASHES: [f64; 2] = [2.0, 1.5];

/// Black alone, without a tint.
const BLACK: InkTints = [0.0, 0.0, 0.0, 1.0];

/// The resource name of the color space for all inks.
const ALL_INKS: &str = "All";

/// Draws the sheets of a plan with pages of these sources.
///
/// # Errors
/// A placement refers to a missing page, which only a bug causes.
pub fn sheets(
    plan: &Plan,
    sources: &[&SourceDocument],
    settings: &PressSettings,
) -> Result<Document, Diagnostics> {
    let mut drawing = PdfDocument::new("");
    // Marks in all inks would print on plates that a job in black does not have.
    let marks = if settings.black_only {
        MarkInk::Black
    } else {
        MarkInk::All
    };
    let draw = |sheet| draw_sheet(sheet, marks);
    drawing.pages = plan.sheets.iter().map(draw).collect();
    // With `secure`, printpdf removes the operators that set spot colors.
    let options = PdfSaveOptions {
        secure: false,
        ..PdfSaveOptions::default()
    };
    let mut document = drawing.to_lopdf_document(&options, &mut Vec::new());
    let forms = embed_pages(plan, sources, settings.standard, &mut document)?;
    remove_screen_features(&mut document, settings)?;
    complete(plan, marks, &forms, &mut document).map_err(|error| {
        let message = format!("the sheets are damaged: {error}");
        Diagnostic::error(rule::INTERNAL, message)
    })?;
    Ok(document)
}

/// The ink of lines for cutting, folding and registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkInk {
    /// All inks of the job.
    All,
    /// Black.
    Black,
}

/// Adds what printpdf does not support.
fn complete(
    plan: &Plan,
    marks: MarkInk,
    forms: &Forms,
    document: &mut Document,
) -> lopdf::Result<()> {
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let all_inks = (marks == MarkInk::All).then(|| document.add_object(all_inks_space()));
    for (sheet, id) in plan.sheets.iter().zip(&pages) {
        complete_page(sheet, *id, all_inks, forms, document)?;
    }
    let outline = add_outline(document, &plan.bookmarks, &pages);
    let mut preferences = Dictionary::from_iter([("PrintScaling", Object::from("None"))]);
    if plan.flips_on_short_edge {
        preferences.set("Duplex", "DuplexFlipShortEdge");
    }
    let page_mode = if outline.is_some() {
        "UseOutlines"
    } else {
        "UseNone"
    };
    let catalog = document.catalog_mut()?;
    catalog.set("ViewerPreferences", preferences);
    catalog.set("PageMode", page_mode);
    catalog.set("PageLayout", "SinglePage");
    if let Some(outline) = outline {
        catalog.set("Outlines", outline);
    }
    Ok(())
}

fn complete_page(
    sheet: &Sheet,
    id: ObjectId,
    all_inks: Option<ObjectId>,
    forms: &Forms,
    document: &mut Document,
) -> lopdf::Result<()> {
    let mut used_forms = Dictionary::new();
    for name in sheet.placements.iter().map(Placement::name) {
        if let Some(form) = forms.get(&name) {
            used_forms.set(name, *form);
        }
    }
    let mut resources = Dictionary::new();
    resources.set("XObject", used_forms);
    if let Some(all_inks) = all_inks.filter(|_| !sheet.marks.is_empty()) {
        let spaces = Dictionary::from_iter([(ALL_INKS, Object::Reference(all_inks))]);
        resources.set("ColorSpace", spaces);
    }
    let page = document.get_dictionary_mut(id)?;
    page.set("Resources", resources);
    page.set("MediaBox", box_object(Area::at_origin(sheet.size)));
    page.set("BleedBox", box_object(sheet.bleed));
    page.set("TrimBox", box_object(sheet.trim));
    page.remove(b"CropBox");
    page.remove(b"Annots");
    Ok(())
}

/// Returns the color space of all inks (ISO 32000-1, 8.6.6.4).
fn all_inks_space() -> Object {
    let tint_transform = Dictionary::from_iter([
        ("FunctionType", Object::Integer(2)),
        ("Domain", Object::Array(vec![0.into(), 1.into()])),
        ("C0", Object::Array(vec![0.into(); 4])),
        ("C1", Object::Array(vec![1.into(); 4])),
        ("N", Object::Integer(1)),
    ]);
    Object::Array(vec![
        "Separation".into(),
        "All".into(),
        "DeviceCMYK".into(),
        tint_transform.into(),
    ])
}

fn draw_sheet(sheet: &Sheet, marks: MarkInk) -> PdfPage {
    let paper = Rect::from_wh(pt(sheet.size.width), pt(sheet.size.height));
    let mut ops = Vec::new();
    for placement in &sheet.placements {
        ops.extend(draw_page(placement));
    }
    for mark in &sheet.marks {
        ops.extend(draw_mark(mark, marks));
    }
    PdfPage {
        media_box: paper.clone(),
        trim_box: paper.clone(),
        crop_box: paper,
        ops,
    }
}

fn draw_page(placement: &Placement) -> [Op; 5] {
    let [scale, x, y] = [placement.scale, placement.at.x, placement.at.y].map(to_f32);
    [
        Op::SaveGraphicsState,
        Op::DrawRectangle {
            rectangle: rectangle(placement.clip, PaintMode::Clip),
        },
        Op::SetTransformationMatrix {
            matrix: CurTransMat::Raw([scale, 0.0, 0.0, scale, x, y]),
        },
        Op::UseXobject {
            id: XObjectId(placement.name()),
            transform: XObjectTransform {
                no_auto_scale: true,
                ..XObjectTransform::default()
            },
        },
        Op::RestoreGraphicsState,
    ]
}

/// Draws a mark and restores the graphics state.
fn draw_mark(mark: &Mark, ink: MarkInk) -> Vec<Op> {
    let mut ops = vec![Op::SaveGraphicsState];
    match mark {
        Mark::Line(from, to) => ops.extend(stroke(line(&[*from, *to]), ink, None)),
        Mark::Fold(from, to) => {
            let dashes = LineDashPattern::new(0.0, &FOLD_DASHES.map(to_f32));
            ops.extend(stroke(line(&[*from, *to]), ink, Some(dashes)));
        }
        Mark::Circle(center, radius) => {
            ops.extend(stroke(circle(*center, *radius), ink, None));
        }
        Mark::Patch(area, inks) => ops.extend([
            Op::SetFillColor { col: color(*inks) },
            Op::DrawRectangle {
                rectangle: rectangle(*area, PaintMode::Fill),
            },
        ]),
        Mark::Frame(area) => ops.extend([
            Op::SetOutlineColor {
                col: color(FRAME_COLOR),
            },
            Op::SetOutlineThickness { pt: pt(THICKNESS) },
            Op::DrawRectangle {
                rectangle: rectangle(*area, PaintMode::Stroke),
            },
        ]),
    }
    ops.push(Op::RestoreGraphicsState);
    ops
}

fn stroke(line: Line, ink: MarkInk, dashes: Option<LineDashPattern>) -> Vec<Op> {
    let mut ops = match ink {
        MarkInk::Black => vec![Op::SetOutlineColor { col: color(BLACK) }],
        MarkInk::All => vec![
            Op::SetColorSpaceStroke {
                id: ALL_INKS.to_owned(),
            },
            Op::Unknown {
                key: "SCN".to_owned(),
                value: vec![DictItem::Int(1)],
            },
        ],
    };
    ops.push(Op::SetOutlineThickness { pt: pt(THICKNESS) });
    ops.extend(dashes.map(|dash| Op::SetLineDashPattern { dash }));
    ops.push(Op::DrawLine { line });
    ops
}

fn line(points: &[Point]) -> Line {
    let points = points.iter();
    Line {
        points: points.map(|at| line_point(*at, false)).collect(),
        is_closed: false,
    }
}

/// Returns a circle as four Bézier curves, counterclockwise from the right.
fn circle(center: Point, radius: f64) -> Line {
    let at = |x: f64, y: f64| Point {
        x: center.x + x,
        y: center.y + y,
    };
    let handle = KAPPA * radius;
    let mut points = vec![line_point(at(radius, 0.0), false)];
    let (mut x, mut y) = (1.0, 0.0);
    for _ in 0..4 {
        let (next_x, next_y): (f64, f64) = (-y, x);
        let leaving = at(radius * x + handle * next_x, radius * y + handle * next_y);
        let arriving = at(radius * next_x + handle * x, radius * next_y + handle * y);
        let end = at(radius * next_x, radius * next_y);
        points.push(line_point(leaving, true));
        points.push(line_point(arriving, true));
        points.push(line_point(end, false));
        (x, y) = (next_x, next_y);
    }
    Line {
        points,
        is_closed: true,
    }
}

fn line_point(at: Point, bezier: bool) -> LinePoint {
    let p = printpdf::Point {
        x: pt(at.x),
        y: pt(at.y),
    };
    LinePoint { p, bezier }
}

fn rectangle(area: Area, mode: PaintMode) -> Rect {
    let size = area.size();
    let rectangle = Rect::from_xywh(
        pt(area.left),
        pt(area.bottom),
        pt(size.width),
        pt(size.height),
    );
    Rect {
        mode: Some(mode),
        ..rectangle
    }
}

fn color(inks: InkTints) -> Color {
    let [c, m, y, k] = inks.map(to_f32);
    Color::Cmyk(Cmyk {
        c,
        m,
        y,
        k,
        icc_profile: None,
    })
}

fn pt(length: f64) -> Pt {
    Pt(to_f32(length))
}
