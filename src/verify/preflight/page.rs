//! A page: its boxes, what stands on it for a screen, and what it draws.

use hayro::hayro_syntax::object::{Array, Dict, Name, Rect, Stream};
use hayro::hayro_syntax::page::Page;

use crate::verify::guard;
use crate::verify::preflight::color::{Inks, is_transparency_group};
use crate::verify::preflight::content::Walk;
use crate::verify::preflight::report::{
    AnnotationFacts, Area, Finding, PageFacts, PaintUse, rounded,
};

/// What is found on a page; nothing once all that may be read was read. `left` is how many
/// operations may still follow.
pub fn facts(page: &Page<'_>, number: usize, left: &mut usize) -> Option<PageFacts> {
    let raw = page.raw();
    let named = |key: &str| raw.get::<Rect>(key).map(area);
    let (bleed, trim, art) = (named("BleedBox"), named("TrimBox"), named("ArtBox"));
    let mut facts = PageFacts {
        number,
        object: raw.obj_id().map_or(0, |id| id.obj_number),
        media: area(page.media_box()),
        crop: named("CropBox"),
        bleed,
        trim,
        art,
        ..PageFacts::default()
    };
    facts.nested = is_nested(&facts);
    let printed = bleed.or(trim).unwrap_or(facts.media);
    facts.annotations = annotations(raw, &printed);
    if raw
        .get::<Dict<'_>>("Group")
        .is_some_and(|group| is_transparency_group(&group))
    {
        facts.transparency.push(Finding {
            what: "a transparency group".to_owned(),
            object: facts.object,
        });
    }
    let content = contents(raw, &mut facts);
    Walk::new(&mut facts, left).page(&content, page.resources())?;
    facts
        .paints
        .sort_by(|a, b| (a.used_for, &a.space, a.inks).cmp(&(b.used_for, &b.space, b.inks)));
    facts.transparency.sort();
    facts.transparency.dedup();
    facts.fonts.sort();
    facts.black_only = facts.paints.iter().all(|paint| {
        matches!(paint.inks, Inks::None | Inks::Black)
            || (paint.inks == Inks::All
                && matches!(paint.used_for, PaintUse::Fill | PaintUse::Stroke))
    });
    Some(facts)
}

fn area(rect: Rect) -> Area {
    let [left, bottom, right, top] = [rect.x0, rect.y0, rect.x1, rect.y1].map(rounded);
    Area {
        left,
        bottom,
        right,
        top,
    }
}

/// ISO 32000-1, 14.11.2: each box lies in the medium, and what is cut and what matters lie in what
/// is printed.
fn is_nested(facts: &PageFacts) -> bool {
    let around = facts.bleed.unwrap_or(facts.media);
    let pairs = [
        (facts.crop, facts.media),
        (facts.bleed, facts.media),
        (facts.trim, around),
        (facts.art, facts.trim.unwrap_or(around)),
    ];
    pairs
        .iter()
        .all(|(inner, outer)| inner.is_none_or(|inner| inner.is_in(outer)))
}

fn annotations(page: &Dict<'_>, printed: &Area) -> Vec<AnnotationFacts> {
    let found = page.get::<Array<'_>>("Annots").unwrap_or_default();
    let annotation = |annotation: Dict<'_>| {
        let area = annotation.get::<Rect>("Rect").map(area).unwrap_or_default();
        let subtype = annotation
            .get::<Name<'_>>("Subtype")
            .map(|name| name.as_str().to_owned())
            .unwrap_or_default();
        // Marks and traps are the printer's own.
        let is_made_for_printing = matches!(&*subtype, "PrinterMark" | "TrapNet");
        let printed = !is_made_for_printing && area.meets(printed);
        AnnotationFacts {
            subtype,
            area,
            printed,
            object: annotation.obj_id().map_or(0, |id| id.obj_number),
        }
    };
    found.iter::<Dict<'_>>().map(annotation).collect()
}

fn contents(page: &Dict<'_>, facts: &mut PageFacts) -> Vec<u8> {
    let streams: Vec<Stream<'_>> = match page.get::<Stream<'_>>("Contents") {
        Some(stream) => vec![stream],
        None => page
            .get::<Array<'_>>("Contents")
            .map(|streams| streams.iter().collect())
            .unwrap_or_default(),
    };
    let mut content = Vec::new();
    for stream in streams {
        match guard::operations(&stream) {
            Some(bytes) => content.extend(bytes.into_iter().chain(*b"\n")),
            None => facts.unreadable.push(Finding {
                what: "the content of the page".to_owned(),
                object: stream.obj_id().obj_number,
            }),
        }
    }
    content
}
