//! Converts rendered pages to PDF/X, one page per sheet.

use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::diagnostic::{Diagnostics, Severity};
use crate::pdf::{self, Area, PageBoxes, TOLERANCE, box_object, to_f32};
use crate::press::condition::PrintingCondition;
use crate::press::metadata::{DocumentInfo, internal_error, mark_as_pdfx, missing_date, save};
use crate::press::overprint::overprint_black_text;
use crate::press::settings::{PdfxStandard, PressSettings};
use crate::verify::{PreflightReport, preflight};

/// The keys of the document catalog that serve screens and other readers than presses.
const SCREEN_KEYS: [&[u8]; 13] = [
    b"StructTreeRoot",
    b"MarkInfo",
    b"Outlines",
    b"Names",
    b"Dests",
    b"OpenAction",
    b"AA",
    b"AF",
    b"AcroForm",
    b"PageMode",
    b"PieceInfo",
    b"SpiderInfo",
    b"URI",
];

/// The same keys of a page.
const SCREEN_KEYS_OF_PAGE: [&[u8]; 6] = [
    b"Annots",
    b"StructParents",
    b"Tabs",
    b"AA",
    b"Thumb",
    b"PieceInfo",
];

/// A file for a print shop.
#[derive(Debug, Clone)]
pub struct PressPdf {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// The preflight report.
    pub report: PreflightReport,
    /// The warnings.
    pub warnings: Diagnostics,
}

/// Converts a PDF written by Typst to PDF/X. Messages call it `name`.
///
/// # Errors
/// The settings do not agree, the document has no date, or the file fails preflight.
pub fn to_pdfx(
    bytes: &[u8],
    name: &str,
    settings: &PressSettings,
) -> Result<PressPdf, Diagnostics> {
    settings.check()?;
    let mut document = pdf::open_objects(bytes).map_err(|error| error.diagnostic(name))?;
    let info =
        DocumentInfo::read(&document, name, settings.source_date_epoch).ok_or_else(missing_date)?;
    for id in document.page_iter().collect::<Vec<_>>() {
        set_boxes(&mut document, id, settings)?;
    }
    remove_screen_features(&mut document, settings)?;
    if settings.overprint_black {
        overprint_black_text(&mut document)?;
    }
    mark_as_pdfx(&mut document, &info, settings)?;
    let bytes = save(&mut document)?;
    let report = preflight(&bytes, name, &settings.preflight_options())?;
    let mut problems = report.problems.clone();
    let condition = settings.condition.as_ref();
    problems.extend(condition.and_then(PrintingCondition::unknown_warning));
    if problems.has_errors() {
        return Err(problems);
    }
    let mut warnings = Diagnostics::default();
    warnings.extend(
        problems
            .into_iter()
            .filter(|problem| problem.severity == Severity::Warning),
    );
    Ok(PressPdf {
        bytes,
        report,
        warnings,
    })
}

/// Removes links, bookmarks, tags and actions. Converts grayscale images to `DeviceGray`, because
/// Typst always gives them an ICC profile. Removes transparency groups of pages for PDF/X-1a.
///
/// # Errors
/// The document is damaged.
pub fn remove_screen_features(
    document: &mut Document,
    settings: &PressSettings,
) -> Result<(), Diagnostics> {
    let catalog = document.catalog_mut().map_err(internal_error)?;
    for key in SCREEN_KEYS {
        catalog.remove(key);
    }
    for id in document.page_iter().collect::<Vec<_>>() {
        let page = document.get_dictionary_mut(id).map_err(internal_error)?;
        for key in SCREEN_KEYS_OF_PAGE {
            page.remove(key);
        }
        if settings.standard == PdfxStandard::X1a {
            page.remove(b"Group");
        }
    }
    for id in grayscale_images(document) {
        let image = document.get_object_mut(id);
        let image = image
            .and_then(Object::as_stream_mut)
            .map_err(internal_error)?;
        image.dict.set("ColorSpace", "DeviceGray");
    }
    Ok(())
}

/// Returns the images with a grayscale ICC profile.
fn grayscale_images(document: &Document) -> Vec<ObjectId> {
    let mut images = Vec::new();
    for (id, object) in &document.objects {
        let Ok(stream) = object.as_stream() else {
            continue;
        };
        let subtype = stream.dict.get(b"Subtype").and_then(Object::as_name);
        let is_image = subtype.is_ok_and(|subtype| subtype == b"Image");
        if is_image && icc_channels(document, &stream.dict) == Some(1) {
            images.push(*id);
        }
    }
    images
}

/// Returns the number of color channels of an image with an ICC profile.
fn icc_channels(document: &Document, image: &Dictionary) -> Option<i64> {
    let space = image.get_deref(b"ColorSpace", document).ok()?;
    let [family, profile] = &**space.as_array().ok()? else {
        return None;
    };
    if family.as_name().ok()? != b"ICCBased" {
        return None;
    }
    let (_, profile) = document.dereference(profile).ok()?;
    let channels = profile.as_stream().ok()?.dict.get(b"N").ok()?;
    channels.as_i64().ok()
}

/// Sets the boxes of a page: the trim box that Typst wrote, the bleed box around it, and no other
/// box within the media box.
fn set_boxes(
    document: &mut Document,
    id: ObjectId,
    settings: &PressSettings,
) -> Result<(), Diagnostics> {
    let page = document.get_dictionary(id).map_err(internal_error)?;
    let Some(boxes) = PageBoxes::read(document, page) else {
        return Ok(());
    };
    let has_trim_box = page.has(b"TrimBox");
    let page = document.get_dictionary_mut(id).map_err(internal_error)?;
    page.remove(b"ArtBox");
    page.remove(b"CropBox");
    let bleed = f64::from(to_f32(settings.bleed.to_points()));
    // Without bleed, Typst writes the media box alone.
    if has_trim_box || bleed == 0.0 {
        page.set("TrimBox", box_object(boxes.trim));
        page.set("BleedBox", box_object(bleed_box(boxes, bleed)));
    }
    Ok(())
}

/// Returns the trim box grown by the bleed, within the media box.
fn bleed_box(boxes: PageBoxes, bleed: f64) -> Area {
    let PageBoxes { media, trim, .. } = boxes;
    let area = trim.grown(bleed).within(media);
    // Edges that differ by rounding only become the same edge.
    Area {
        left: snapped(area.left, media.left),
        bottom: snapped(area.bottom, media.bottom),
        right: snapped(area.right, media.right),
        top: snapped(area.top, media.top),
    }
}

fn snapped(edge: f64, other: f64) -> f64 {
    if (edge - other).abs() < TOLERANCE {
        other
    } else {
        edge
    }
}
