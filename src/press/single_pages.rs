//! One page on each sheet: Typst's pages with their boxes, without what is for screens, marked for
//! a printing condition.

use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::diagnostic::{Diagnostics, Severity};
use crate::press::pdfx::{DocumentInfo, broken, mark_as_pdfx, save};
use crate::press::settings::{PdfxStandard, PressSettings};
use crate::verify::{PreflightReport, preflight};

/// What of a document is for screens and for readers that are no presses.
const SCREEN_PARTS: [&[u8]; 13] = [
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

/// The same of a page.
const SCREEN_PARTS_OF_PAGE: [&[u8]; 6] = [
    b"Annots",
    b"StructParents",
    b"Tabs",
    b"AA",
    b"Thumb",
    b"PieceInfo",
];

/// How much rounding there may be in a box, in pt.
const TOLERANCE: f32 = 0.01;

/// A file for a print shop.
#[derive(Debug, Clone)]
pub struct PressPdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// What its own preflight found.
    pub report: PreflightReport,
    /// What is questionable about it.
    pub warnings: Diagnostics,
}

/// Makes a file for a print shop of the pages that Typst wrote. Messages call it `name`.
///
/// # Errors
/// The settings cannot be met, the document has no date, or its own preflight faults the file.
pub fn to_pdfx(
    bytes: &[u8],
    name: &str,
    settings: &PressSettings,
) -> Result<PressPdf, Diagnostics> {
    settings.check()?;
    let mut document = open(bytes)?;
    let identity = DocumentInfo::of(&document, name, settings.source_date_epoch)?;
    for page in document.page_iter().collect::<Vec<_>>() {
        boxes(document.get_dictionary_mut(page).map_err(broken)?, settings);
    }
    remove_screen_features(&mut document, settings)?;
    mark_as_pdfx(&mut document, &identity, settings)?;
    let bytes = save(&mut document)?;
    let report = preflight(&bytes, name, &settings.expectation())?;
    let mut warnings = report.faults.clone();
    warnings.extend(
        settings
            .condition
            .as_ref()
            .and_then(crate::press::PrintingCondition::doubt),
    );
    if warnings.has_errors() {
        return Err(warnings);
    }
    let warnings = warnings
        .into_iter()
        .filter(|fault| fault.severity == Severity::Warning);
    let warnings = warnings.fold(Diagnostics::default(), |mut all, warning| {
        all.push(warning);
        all
    });
    Ok(PressPdf {
        bytes,
        report,
        warnings,
    })
}

/// Reads the objects of a PDF that Typst wrote.
///
/// # Errors
/// It cannot be read.
pub fn open(bytes: &[u8]) -> Result<Document, Diagnostics> {
    Document::load_mem(bytes).map_err(broken)
}

/// Takes what is for screens out of a document: links, bookmarks, tags, actions. Pictures in tones
/// of grey, which Typst always gives a profile, become tints of black, and a page of PDF/X-1a is
/// blended with nothing.
///
/// # Errors
/// The document has no root.
pub fn remove_screen_features(
    document: &mut Document,
    settings: &PressSettings,
) -> Result<(), Diagnostics> {
    let catalog = document.catalog_mut().map_err(broken)?;
    for key in SCREEN_PARTS {
        catalog.remove(key);
    }
    for page in document.page_iter().collect::<Vec<_>>() {
        let page = document.get_dictionary_mut(page).map_err(broken)?;
        for key in SCREEN_PARTS_OF_PAGE {
            page.remove(key);
        }
        if settings.standard == PdfxStandard::X1a {
            page.remove(b"Group");
        }
    }
    for image in gray_images(document) {
        let stream = document
            .get_object_mut(image)
            .and_then(Object::as_stream_mut)
            .map_err(broken)?;
        stream.dict.set("ColorSpace", "DeviceGray");
    }
    Ok(())
}

/// The images whose colours are tones of grey with a profile.
fn gray_images(document: &Document) -> Vec<ObjectId> {
    let is_gray = |dictionary: &Dictionary| {
        let space = dictionary
            .get_deref(b"ColorSpace", document)
            .and_then(Object::as_array)
            .ok()?;
        let [family, profile] = &**space else {
            return None;
        };
        let (_, profile) = document.dereference(profile).ok()?;
        let channels = profile
            .as_stream()
            .ok()?
            .dict
            .get(b"N")
            .and_then(Object::as_i64)
            .ok()?;
        Some(family.as_name().is_ok_and(|family| family == b"ICCBased") && channels == 1)
    };
    let is_image = |dictionary: &Dictionary| {
        dictionary
            .get(b"Subtype")
            .and_then(Object::as_name)
            .is_ok_and(|kind| kind == b"Image")
    };
    let images = document.objects.iter().filter(|(_, object)| {
        object
            .as_stream()
            .is_ok_and(|image| is_image(&image.dict) && is_gray(&image.dict).unwrap_or(false))
    });
    images.map(|(id, _)| *id).collect()
}

/// Sets the boxes of a page: cut at the `TrimBox` that Typst wrote, printed up to the bleed, and no
/// further box.
fn boxes(page: &mut Dictionary, settings: &PressSettings) {
    let Some(media) = area(page, b"MediaBox") else {
        return;
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "boxes have the precision of the file"
    )]
    let bleed = settings.bleed.to_points() as f32;
    // Without bleed, Typst writes the medium alone.
    let trim = area(page, b"TrimBox").or_else(|| (bleed == 0.0).then_some(media));
    page.remove(b"ArtBox");
    page.remove(b"CropBox");
    let Some(trim) = trim else { return };
    let wanted = [
        trim[0] - bleed,
        trim[1] - bleed,
        trim[2] + bleed,
        trim[3] + bleed,
    ];
    // What differs by rounding alone is one edge.
    let printed: Vec<f32> = wanted
        .iter()
        .zip(media)
        .enumerate()
        .map(
            |(at, (wanted, media))| match (wanted - media).abs() < TOLERANCE {
                true => media,
                false if at < 2 => wanted.max(media),
                false => wanted.min(media),
            },
        )
        .collect();
    let written =
        |area: &[f32]| Object::Array(area.iter().map(|edge| Object::Real(*edge)).collect());
    page.set("TrimBox", written(&trim));
    page.set("BleedBox", written(&printed));
}

/// A box of a page: left, lower, right and upper edge.
pub(super) fn area(page: &Dictionary, key: &[u8]) -> Option<[f32; 4]> {
    let edges: Vec<f32> = page
        .get(key)
        .and_then(Object::as_array)
        .ok()?
        .iter()
        .flat_map(Object::as_float)
        .collect();
    edges.try_into().ok()
}
