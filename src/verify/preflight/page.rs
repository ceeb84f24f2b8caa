//! Facts about a page: boxes, annotations and what the page draws.

use hayro::hayro_syntax::object::{Array, Dict, Name, Number, Rect, Stream};
use hayro::hayro_syntax::page::Page;

use crate::pdf::Area;
use crate::pdf::limits::{self, StreamFault};
use crate::verify::preflight::color::is_transparency_group;
use crate::verify::preflight::content::ContentWalk;
use crate::verify::preflight::report::{AnnotationFacts, Finding, PageFacts, Paint, rounded};

/// The annotations that belong to the print shop.
const PRINTER_ANNOTATIONS: [&str; 2] = ["PrinterMark", "TrapNet"];

/// Reads the facts of a page. Returns `None` if the page exceeds the limits.
pub fn facts(page: &Page<'_>, number: usize, operations_left: &mut usize) -> Option<PageFacts> {
    let raw = page.raw();
    let mut facts = PageFacts {
        number,
        object: raw.obj_id().map_or(0, |id| id.obj_number),
        media: rounded_area(page.media_box()),
        crop: page_box(raw, "CropBox"),
        bleed: page_box(raw, "BleedBox"),
        trim: page_box(raw, "TrimBox"),
        art: page_box(raw, "ArtBox"),
        ..PageFacts::default()
    };
    facts.nested = is_nested(&facts);
    let printed = facts.bleed.or(facts.trim).unwrap_or(facts.media);
    facts.annotations = annotations(raw, printed);
    let group = raw.get::<Dict<'_>>("Group");
    if group.is_some_and(|group| is_transparency_group(&group)) {
        let found = Finding::new("a transparency group", facts.object);
        facts.transparency.push(found);
    }
    let unit = raw.get::<Number>("UserUnit").map(|unit| unit.as_f64());
    if unit.is_some_and(|unit| (unit - 1.0).abs() > f64::EPSILON) {
        let found = Finding::new("a unit of its own (UserUnit)", facts.object);
        facts.special.push(found);
    }
    let content = content(raw, &mut facts);
    ContentWalk::new(&mut facts, operations_left).page(&content, page.resources())?;
    facts.paints.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    facts.transparency.sort();
    facts.transparency.dedup();
    facts.fonts.sort();
    facts.black_only = facts.paints.iter().all(Paint::is_black);
    Some(facts)
}

fn page_box(page: &Dict<'_>, key: &str) -> Option<Area> {
    page.get::<Rect>(key).map(rounded_area)
}

fn rounded_area(rect: Rect) -> Area {
    let area = Area::from(rect);
    Area {
        left: rounded(area.left),
        bottom: rounded(area.bottom),
        right: rounded(area.right),
        top: rounded(area.top),
    }
}

/// Returns whether the boxes are nested: all within the media box, trim box and art box within the
/// bleed box (ISO 32000-1, 14.11.2).
fn is_nested(facts: &PageFacts) -> bool {
    let bleed = facts.bleed.unwrap_or(facts.media);
    let pairs = [
        (facts.crop, facts.media),
        (facts.bleed, facts.media),
        (facts.trim, bleed),
        (facts.art, facts.trim.unwrap_or(bleed)),
    ];
    pairs
        .iter()
        .all(|(inner, outer)| inner.is_none_or(|inner| inner.is_within(*outer)))
}

fn annotations(page: &Dict<'_>, printed_area: Area) -> Vec<AnnotationFacts> {
    let annotations = page.get::<Array<'_>>("Annots").unwrap_or_default();
    let annotations = annotations.iter::<Dict<'_>>();
    annotations
        .map(|annotation| annotation_facts(&annotation, printed_area))
        .collect()
}

fn annotation_facts(annotation: &Dict<'_>, printed_area: Area) -> AnnotationFacts {
    let area = page_box(annotation, "Rect").unwrap_or_default();
    let subtype = annotation.get::<Name<'_>>("Subtype");
    let subtype = subtype.map_or(String::new(), |name| name.as_str().to_owned());
    let is_printer_annotation = PRINTER_ANNOTATIONS.contains(&&*subtype);
    AnnotationFacts {
        printed: !is_printer_annotation && area.overlaps(printed_area),
        subtype,
        area,
        object: annotation.obj_id().map_or(0, |id| id.obj_number),
    }
}

/// Returns the content streams of a page, joined by line breaks.
fn content(page: &Dict<'_>, facts: &mut PageFacts) -> Vec<u8> {
    let streams: Vec<Stream<'_>> = match page.get::<Stream<'_>>("Contents") {
        Some(stream) => vec![stream],
        None => page
            .get::<Array<'_>>("Contents")
            .map(|streams| streams.iter().collect())
            .unwrap_or_default(),
    };
    let mut content = Vec::new();
    for stream in streams {
        match limits::decode_content(&stream) {
            Ok(bytes) => {
                content.extend(bytes);
                content.push(b'\n');
            }
            Err(fault) => {
                facts.is_harmful |= fault == StreamFault::TooLarge;
                let object = stream.obj_id().obj_number;
                let found = Finding::new("the content of the page", object);
                facts.unreadable.push(found);
            }
        }
        // Readers join the streams.
        if limits::check_content(&content).is_err() {
            facts.is_harmful = true;
            return Vec::new();
        }
    }
    content
}
