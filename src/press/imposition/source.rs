//! The pages of a PDF, whoever made it, as something that can be placed on a sheet without a change
//! to what they draw.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::press::DocumentInfo;
use crate::press::imposition::geometry::{Area, Size, TOLERANCE};

/// The most that a stream of a source may hold, in bytes: a small file may unpack to more than a
/// machine has.
const LARGEST_STREAM: usize = 256 << 20;

/// How far up the tree of pages a page may inherit from.
const DEEPEST: usize = 64;

/// A PDF whose pages can be placed.
#[derive(Debug)]
pub struct SourceDocument {
    /// The file.
    pub(super) document: Document,
    /// Its pages.
    pub pages: Vec<SourcePage>,
    /// Whether it is read from right to left.
    pub right_to_left: bool,
}

/// A page of a source, upright, with its finished size.
#[derive(Debug, Clone)]
pub struct SourcePage {
    /// How large it is once it is cut.
    pub trim: Size,
    /// How far it is drawn beyond that: left, below, right, above.
    pub bleed: [f64; 4],
    /// From the page's own space to one whose origin is the lower left corner of the upright,
    /// finished page.
    pub(super) matrix: [f64; 6],
    /// What of its own space it may draw on.
    pub(super) media: Area,
    /// What it draws.
    pub(super) content: Vec<u8>,
    /// The names by which that calls fonts and images.
    pub(super) resources: Object,
    /// How it is to be made transparent as a whole, where it is.
    pub(super) group: Option<Object>,
}

impl SourcePage {
    /// The area that it covers where its finished size has the lower left corner at the origin,
    /// with at most so much bleed.
    pub fn bleed_area(&self, most: f64) -> Area {
        let [left, below, right, above] = self.bleed.map(|bleed| bleed.min(most));
        Area {
            left: -left,
            bottom: -below,
            right: self.trim.width + right,
            top: self.trim.height + above,
        }
    }
}

impl SourceDocument {
    /// Reads the pages of a PDF that messages call `name`.
    ///
    /// # Errors
    /// It is encrypted or damaged, or a page cannot stand on a sheet as it is.
    pub fn read(bytes: &[u8], name: &str) -> Result<Self, Diagnostic> {
        // A damaged file may bring a reader to its knees, which is no reason for us to fall.
        let read = catch_unwind(AssertUnwindSafe(|| read(bytes, name)));
        read.unwrap_or_else(|_| Err(damaged(name)))
    }

    /// What the file says of itself; `fallback` is called where it has no title, and `epoch` dates
    /// one that has no date.
    ///
    /// # Errors
    /// There is no date.
    pub fn identity(
        &self,
        fallback: &str,
        epoch: Option<i64>,
    ) -> Result<DocumentInfo, Diagnostics> {
        DocumentInfo::of(&self.document, fallback, epoch)
    }
}

fn damaged(name: &str) -> Diagnostic {
    let message = format!("`{name}` is damaged: no page of it can be placed on a sheet");
    Diagnostic::error(rule::UNREADABLE_PDF, message).hint("have it written anew")
}

fn unplaceable(name: &str, page: usize, why: &str) -> Diagnostic {
    Diagnostic::error(
        rule::UNPLACEABLE_PDF,
        format!("page {page} of `{name}` cannot be placed on a sheet: {why}"),
    )
}

fn read(bytes: &[u8], name: &str) -> Result<SourceDocument, Diagnostic> {
    let options = LoadOptions {
        max_decompressed_size: Some(LARGEST_STREAM),
        ..LoadOptions::default()
    };
    let document = Document::load_mem_with_options(bytes, options);
    let is_encrypted = |document: &Document| document.was_encrypted() || document.is_encrypted();
    let document = match document {
        Ok(document) if !is_encrypted(&document) => document,
        Ok(_) | Err(lopdf::Error::InvalidPassword | lopdf::Error::Decryption(_)) => {
            let message = format!("`{name}` is encrypted, and its pages cannot be taken out of it");
            return Err(
                Diagnostic::error(rule::UNREADABLE_PDF, message).hint("save it without encryption")
            );
        }
        Err(_) => return Err(damaged(name)),
    };
    let catalog = document.catalog().map_err(|_| damaged(name))?;
    if catalog.has(b"OCProperties") {
        let message = format!("`{name}` has layers, and a sheet would show them all");
        return Err(
            Diagnostic::error(rule::UNPLACEABLE_PDF, message).hint("save it without layers")
        );
    }
    let preferences = document.get_dict_in_dict(catalog, b"ViewerPreferences");
    let direction = preferences.and_then(|preferences| preferences.get(b"Direction")?.as_name());
    let right_to_left = direction.is_ok_and(|direction| direction == b"R2L");
    let pages = document.page_iter().enumerate();
    let pages = pages
        .map(|(index, id)| leaf(&document, id, name, index + 1))
        .collect::<Result<Vec<_>, _>>()?;
    if pages.is_empty() {
        return Err(damaged(name));
    }
    Ok(SourceDocument {
        document,
        pages,
        right_to_left,
    })
}

fn leaf(
    document: &Document,
    id: ObjectId,
    name: &str,
    number: usize,
) -> Result<SourcePage, Diagnostic> {
    let unplaceable = |why: &str| unplaceable(name, number, why);
    let page = document.get_dictionary(id).map_err(|_| damaged(name))?;
    let boxed = |key: &[u8]| inherited(document, page, key).and_then(|found| area(document, found));
    // ISO 32000-1, 14.11.2: each box is that around it where the page does not say, and never
    // larger.
    let media = boxed(b"MediaBox").ok_or_else(|| unplaceable("it has no size"))?;
    let crop = boxed(b"CropBox").map_or(media, |crop| crop.within(media));
    // The inner ones are not inherited.
    let own = |key: &[u8]| {
        page.get_deref(key, document)
            .ok()
            .and_then(|found| area(document, found))
    };
    let bleed = own(b"BleedBox").map_or(crop, |bleed| bleed.within(media));
    let trim = own(b"TrimBox")
        .or_else(|| own(b"ArtBox"))
        .map_or(crop, |trim| trim.within(media));
    if trim.size().width < 1.0 || trim.size().height < 1.0 {
        return Err(unplaceable("it has no area"));
    }
    let quarter = inherited(document, page, b"Rotate")
        .and_then(|turn| turn.as_i64().ok())
        .unwrap_or(0);
    let unit = page
        .get_deref(b"UserUnit", document)
        .ok()
        .and_then(|unit| unit.as_float().ok());
    let unit = unit.map_or(1.0, f64::from).clamp(0.01, 1000.0);
    let around = [
        trim.left - bleed.left,
        trim.bottom - bleed.bottom,
        bleed.right - trim.right,
        bleed.top - trim.top,
    ];
    let around = around.map(|length| {
        if length < TOLERANCE {
            0.0
        } else {
            length * unit
        }
    });
    let upright = Size {
        width: trim.size().width * unit,
        height: trim.size().height * unit,
    };
    let [left, below, right, above] = around;
    // Turned clockwise, what was on the left comes to stand above.
    let (matrix, trimmed, around) = match quarter.rem_euclid(360) {
        90 => (
            [
                0.0,
                -unit,
                unit,
                0.0,
                -trim.bottom * unit,
                trim.right * unit,
            ],
            upright.turned(),
            [below, right, above, left],
        ),
        180 => (
            [-unit, 0.0, 0.0, -unit, trim.right * unit, trim.top * unit],
            upright,
            [right, above, left, below],
        ),
        270 => (
            [0.0, unit, -unit, 0.0, trim.top * unit, -trim.left * unit],
            upright.turned(),
            [above, left, below, right],
        ),
        _ => (
            [unit, 0.0, 0.0, unit, -trim.left * unit, -trim.bottom * unit],
            upright,
            around,
        ),
    };
    let mut content = Vec::new();
    for stream in document.get_page_contents(id) {
        let stream = document
            .get_object(stream)
            .and_then(Object::as_stream)
            .map_err(|_| damaged(name))?;
        let left = LARGEST_STREAM.saturating_sub(content.len());
        let plain = stream.get_plain_content_with_limit(left);
        content.extend(plain.map_err(|_| unplaceable("what it draws cannot be unpacked"))?);
        content.push(b'\n');
    }
    let resources = inherited(document, page, b"Resources")
        .cloned()
        .unwrap_or(Object::Dictionary(Dictionary::new()));
    let group = page.get_deref(b"Group", document).ok().cloned();
    Ok(SourcePage {
        trim: trimmed,
        bleed: around,
        matrix,
        media,
        content,
        resources,
        group,
    })
}

/// What a page says, or what holds it.
fn inherited<'a>(document: &'a Document, page: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    let mut node = page;
    for _ in 0..DEEPEST {
        if let Ok(found) = node.get_deref(key, document) {
            return Some(found);
        }
        node = document
            .get_dictionary(node.get(b"Parent").ok()?.as_reference().ok()?)
            .ok()?;
    }
    None
}

/// Two corners, in whatever order they are given.
fn area(document: &Document, found: &Object) -> Option<Area> {
    let corners = found.as_array().ok()?.iter().map(|number| {
        let (_, number) = document.dereference(number).ok()?;
        number
            .as_float()
            .ok()
            .map(f64::from)
            .filter(|number| number.is_finite())
    });
    let corners: Vec<f64> = corners.collect::<Option<_>>()?;
    let [x, y, across, up] = corners[..] else {
        return None;
    };
    Some(Area {
        left: x.min(across),
        bottom: y.min(up),
        right: x.max(across),
        top: y.max(up),
    })
}
