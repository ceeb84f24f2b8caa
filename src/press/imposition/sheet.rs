//! Sheets: pages of other PDFs where they are to stand, marks beside them, and the file that has
//! them all.
//!
//! printpdf writes the sheets. What it does not know of, spot colours, the boxes of a page, nested
//! bookmarks, is done to its objects before they become bytes.

use lopdf::{Dictionary, Document, Object, ObjectId};
use printpdf::{
    Cmyk, Color, CurTransMat, DictItem, Line, LineDashPattern, LinePoint, Op, PaintMode,
    PdfDocument, PdfPage, PdfSaveOptions, Pt, Rect, XObjectId, XObjectTransform,
};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::press::imposition::embed::{Taken, boxed, single};
use crate::press::imposition::geometry::{Area, Point, Size};
use crate::press::imposition::marks::{Mark, MarkInks, THICKNESS};
use crate::press::imposition::outline;
use crate::press::imposition::plan::Plan;
use crate::press::imposition::source::SourceDocument;
use crate::press::{PressSettings, remove_screen_features};

/// How much of the radius the handles of a quarter of a circle are long: 4/3 · (√2 − 1).
const KAPPA: f64 = 0.552_284_749_8;

/// The tint of black of the lines around pages that are shown.
const FRAME: MarkInks = [0.0, 0.0, 0.0, 0.4];

/// The resource by which a sheet calls all inks at once.
const ALL_INKS: &str = "All";

/// A page on a sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The source, by its number.
    pub source: usize,
    /// Its page, from 0.
    pub page: usize,
    /// Where the lower left corner of the finished page is.
    pub at: Point,
    /// By how much it is enlarged.
    pub scale: f64,
    /// What it may draw on.
    pub clip: Area,
}

/// A side of a sheet of paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The paper.
    pub size: Size,
    /// What is left of it once it is cut.
    pub trim: Area,
    /// What is printed beyond that, to be cut off.
    pub bleed: Area,
    /// The pages, the lowest first.
    pub placements: Vec<Placement>,
    /// What stands beside them.
    pub marks: Vec<Mark>,
}

/// The file of a plan, as objects, with pages of these sources.
///
/// # Errors
/// A placement is of no page, which no caller causes.
pub fn document(
    plan: &Plan,
    sources: &[&SourceDocument],
    settings: &PressSettings,
) -> Result<Document, Diagnostics> {
    let mut composed = PdfDocument::new("");
    let mut taken = Taken::default();
    let used = plan
        .sheets
        .iter()
        .flat_map(|sheet| &sheet.placements)
        .map(|place| (place.source, place.page));
    for (number, page) in used {
        let known = &mut composed.resources.xobjects.map;
        let id = name(number, page);
        if known.contains_key(&id) {
            continue;
        }
        let source = sources
            .get(number)
            .and_then(|source| Some((*source, source.pages.get(page)?)));
        let Some((source, leaf)) = source else {
            return Err(Diagnostic::error(
                rule::INTERNAL,
                format!("there is no page {page} of source {number}"),
            )
            .into());
        };
        known.insert(id, taken.form(source, number, leaf, settings.standard));
    }
    composed.pages = plan.sheets.iter().map(page).collect();
    // Spot colours are set with operators that printpdf would take out otherwise.
    let options = PdfSaveOptions {
        secure: false,
        ..PdfSaveOptions::default()
    };
    let mut document = composed.to_lopdf_document(&options, &mut Vec::new());
    taken.put_into(&mut document);
    remove_screen_features(&mut document, settings)?;
    finish(plan, &mut document).map_err(|error| {
        Diagnostic::error(rule::INTERNAL, format!("the sheets are broken: {error}"))
    })?;
    Ok(document)
}

/// What printpdf does not know of.
fn finish(plan: &Plan, document: &mut Document) -> lopdf::Result<()> {
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let all_inks = document.add_object(separation_all());
    for (sheet, id) in plan.sheets.iter().zip(&pages) {
        let forms = forms(document, *id);
        let mut used = Dictionary::new();
        for place in &sheet.placements {
            let XObjectId(name) = name(place.source, place.page);
            used.set(name.as_str(), forms.get(name.as_bytes())?.clone());
        }
        let mut resources = Dictionary::new();
        resources.set("XObject", used);
        if !sheet.marks.is_empty() {
            resources.set(
                "ColorSpace",
                Dictionary::from_iter([(ALL_INKS, Object::Reference(all_inks))]),
            );
        }
        let page = document.get_dictionary_mut(*id)?;
        page.set("Resources", resources);
        page.set(
            "MediaBox",
            boxed(Area::at(Point { x: 0.0, y: 0.0 }, sheet.size)),
        );
        page.set("BleedBox", boxed(sheet.bleed));
        page.set("TrimBox", boxed(sheet.trim));
        page.remove(b"CropBox");
        page.remove(b"Annots");
    }
    let bookmarks = outline::put(document, &plan.bookmarks, &pages);
    let mut preferences = Dictionary::from_iter([("PrintScaling", Object::from("None"))]);
    if plan.is_turned_over_short_edge {
        preferences.set("Duplex", "DuplexFlipShortEdge");
    }
    let catalog = document.catalog_mut()?;
    catalog.set("ViewerPreferences", preferences);
    catalog.set(
        "PageMode",
        if bookmarks.is_some() {
            "UseOutlines"
        } else {
            "UseNone"
        },
    );
    catalog.set("PageLayout", "SinglePage");
    if let Some(bookmarks) = bookmarks {
        catalog.set("Outlines", bookmarks);
    }
    Ok(())
}

/// What all pages that printpdf writes call their forms by.
fn forms(document: &Document, page: ObjectId) -> Dictionary {
    let resources = document
        .get_dictionary(page)
        .and_then(|page| document.get_dict_in_dict(page, b"Resources"));
    let forms = resources.and_then(|resources| document.get_dict_in_dict(resources, b"XObject"));
    forms.cloned().unwrap_or_default()
}

/// What a form is called.
fn name(source: usize, page: usize) -> XObjectId {
    XObjectId(format!("S{source}P{page}"))
}

/// The colour that is in all inks alike, whichever there are (ISO 32000-1, 8.6.6.4).
fn separation_all() -> Object {
    let function = Dictionary::from_iter([
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
        function.into(),
    ])
}

fn page(sheet: &Sheet) -> PdfPage {
    let paper = Rect::from_wh(pt(sheet.size.width), pt(sheet.size.height));
    let mut ops = Vec::new();
    for Placement {
        source,
        page,
        at,
        scale,
        clip,
    } in &sheet.placements
    {
        let [scale, x, y] = [*scale, at.x, at.y].map(single);
        ops.push(Op::SaveGraphicsState);
        ops.push(Op::DrawRectangle {
            rectangle: rectangle(*clip, PaintMode::Clip),
        });
        let matrix = CurTransMat::Raw([scale, 0.0, 0.0, scale, x, y]);
        ops.push(Op::SetTransformationMatrix { matrix });
        let transform = XObjectTransform {
            no_auto_scale: true,
            ..XObjectTransform::default()
        };
        ops.push(Op::UseXobject {
            id: name(*source, *page),
            transform,
        });
        ops.push(Op::RestoreGraphicsState);
    }
    sheet.marks.iter().for_each(|mark| ops.extend(drawn(mark)));
    PdfPage {
        media_box: paper.clone(),
        trim_box: paper.clone(),
        crop_box: paper,
        ops,
    }
}

/// A mark, drawn so that nothing is left changed after it.
fn drawn(mark: &Mark) -> Vec<Op> {
    let thin = || Op::SetOutlineThickness { pt: pt(THICKNESS) };
    let in_all_inks = |line: Line, dash: Option<LineDashPattern>| {
        let mut ops = vec![
            Op::SetColorSpaceStroke {
                id: ALL_INKS.to_owned(),
            },
            Op::Unknown {
                key: "SCN".to_owned(),
                value: vec![DictItem::Int(1)],
            },
            thin(),
        ];
        ops.extend(dash.map(|dash| Op::SetLineDashPattern { dash }));
        ops.push(Op::DrawLine { line });
        ops
    };
    let inner = match mark {
        Mark::Line(from, to) => in_all_inks(line(&[*from, *to]), None),
        Mark::Fold(from, to) => in_all_inks(
            line(&[*from, *to]),
            Some(LineDashPattern::new(0.0, &[2.0, 1.5])),
        ),
        Mark::Circle(centre, radius) => in_all_inks(circle(*centre, *radius), None),
        Mark::Patch(area, inks) => {
            vec![
                Op::SetFillColor { col: colour(*inks) },
                Op::DrawRectangle {
                    rectangle: rectangle(*area, PaintMode::Fill),
                },
            ]
        }
        Mark::Frame(area) => {
            let rectangle = rectangle(*area, PaintMode::Stroke);
            vec![
                Op::SetOutlineColor { col: colour(FRAME) },
                thin(),
                Op::DrawRectangle { rectangle },
            ]
        }
    };
    [
        vec![Op::SaveGraphicsState],
        inner,
        vec![Op::RestoreGraphicsState],
    ]
    .concat()
}

fn line(points: &[Point]) -> Line {
    let points = points
        .iter()
        .map(|at| LinePoint {
            p: place(*at),
            bezier: false,
        })
        .collect();
    Line {
        points,
        is_closed: false,
    }
}

fn circle(centre: Point, radius: f64) -> Line {
    let handle = KAPPA * radius;
    let at = |x: f64, y: f64, bezier| LinePoint {
        p: place(Point {
            x: centre.x + x,
            y: centre.y + y,
        }),
        bezier,
    };
    let mut points = vec![at(radius, 0.0, false)];
    // From the right to the top, and on around.
    let (mut x, mut y) = (1.0, 0.0);
    for _ in 0..4 {
        let (next_x, next_y): (f64, f64) = (-y, x);
        points.push(at(
            radius * x + handle * next_x,
            radius * y + handle * next_y,
            true,
        ));
        points.push(at(
            radius * next_x + handle * x,
            radius * next_y + handle * y,
            true,
        ));
        points.push(at(radius * next_x, radius * next_y, false));
        (x, y) = (next_x, next_y);
    }
    Line {
        points,
        is_closed: true,
    }
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

fn colour(inks: MarkInks) -> Color {
    let [c, m, y, k] = inks.map(single);
    Color::Cmyk(Cmyk {
        c,
        m,
        y,
        k,
        icc_profile: None,
    })
}

fn place(at: Point) -> printpdf::Point {
    printpdf::Point {
        x: pt(at.x),
        y: pt(at.y),
    }
}

fn pt(length: f64) -> Pt {
    Pt(single(length))
}
