//! The pages of a PDF from any program, prepared to be placed on sheets without changing what they
//! draw.

use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::diagnostic::{Diagnostic, rule};
use crate::pdf::{self, Area, PageBoxes, PdfError, Size, TOLERANCE, inherited, limits};
use crate::press::{DocumentInfo, missing_date_of_file};

/// The shortest side of a page that can be placed, in pt.
const MIN_SIDE: f64 = 1.0;

/// The limits of the user unit (ISO 32000-1, table 30), which files of any program may exceed.
const USER_UNITS: std::ops::RangeInclusive<f64> = 0.01..=1000.0;

/// A PDF whose pages can be placed on sheets.
#[derive(Debug)]
pub struct SourceDocument {
    /// The objects of the file.
    pub(super) document: Document,
    /// The pages.
    pub pages: Vec<SourcePage>,
    /// Whether the document is read from right to left.
    pub right_to_left: bool,
}

/// A page, upright and with its finished size.
#[derive(Debug, Clone)]
pub struct SourcePage {
    /// The finished size.
    pub trim: Size,
    /// The bleed.
    pub bleed: Bleed,
    /// Maps the space of the page to one with the lower left corner of the finished page as origin.
    pub(super) matrix: [f64; 6],
    /// The media box in the space of the page.
    pub(super) media: Area,
    /// The decoded content streams.
    pub(super) content: Vec<u8>,
    /// The resources of the content.
    pub(super) resources: Object,
    /// The transparency group.
    pub(super) group: Option<Object>,
}

/// The bleed on each side of a page, in pt.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bleed {
    /// On the left.
    pub left: f64,
    /// At the bottom.
    pub bottom: f64,
    /// On the right.
    pub right: f64,
    /// At the top.
    pub top: f64,
}

impl Bleed {
    /// Returns the distances from a trim box to a bleed box, without rounding errors.
    fn between(trim: Area, bleed: Area, unit: f64) -> Self {
        let [left, bottom, right, top] = [
            trim.left - bleed.left,
            trim.bottom - bleed.bottom,
            bleed.right - trim.right,
            bleed.top - trim.top,
        ]
        .map(|length| {
            if length < TOLERANCE {
                0.0
            } else {
                length * unit
            }
        });
        Self {
            left,
            bottom,
            right,
            top,
        }
    }

    /// Returns the largest bleed of all sides.
    pub fn max(self) -> f64 {
        let sides = [self.left, self.bottom, self.right, self.top];
        sides.into_iter().fold(0.0, f64::max)
    }

    /// Limits the bleed on each side.
    fn at_most(self, limit: f64) -> Self {
        Self {
            left: self.left.min(limit),
            bottom: self.bottom.min(limit),
            right: self.right.min(limit),
            top: self.top.min(limit),
        }
    }

    /// Rotates clockwise by 90°: the left side becomes the top.
    fn rotated(self) -> Self {
        Self {
            left: self.bottom,
            bottom: self.right,
            right: self.top,
            top: self.left,
        }
    }
}

impl SourcePage {
    /// Returns the area with at most this bleed, relative to the lower left corner of the finished
    /// page.
    pub fn bleed_area(&self, max_bleed: f64) -> Area {
        let bleed = self.bleed.at_most(max_bleed);
        Area {
            left: -bleed.left,
            bottom: -bleed.bottom,
            right: self.trim.width + bleed.right,
            top: self.trim.height + bleed.top,
        }
    }
}

impl SourceDocument {
    /// Reads a PDF that messages call `name`.
    ///
    /// # Errors
    /// The file is encrypted or damaged, or a page cannot be placed on a sheet.
    pub fn read(bytes: &[u8], name: &str) -> Result<Self, Diagnostic> {
        let read = pdf::catch_panics(|| Ok(read(bytes, name)));
        read.unwrap_or_else(|error| Err(error.diagnostic(name)))
    }

    /// Reads the document information. A missing title becomes `fallback_title`, a missing date
    /// `source_date_epoch`.
    ///
    /// # Errors
    /// There is no date.
    pub fn info(
        &self,
        fallback_title: &str,
        source_date_epoch: Option<i64>,
    ) -> Result<DocumentInfo, Diagnostic> {
        DocumentInfo::read(&self.document, fallback_title, source_date_epoch)
            .ok_or_else(missing_date_of_file)
    }
}

fn read(bytes: &[u8], name: &str) -> Result<SourceDocument, Diagnostic> {
    let document = pdf::open_sound(bytes).map_err(|error| error.diagnostic(name))?;
    let damaged = || PdfError::Damaged.diagnostic(name);
    let catalog = document.catalog().map_err(|_| damaged())?;
    if catalog.has(b"OCProperties") {
        let message = format!("`{name}` has layers, which a sheet would show all at once");
        let error = Diagnostic::error(rule::UNPLACEABLE_PDF, message);
        return Err(error.hint("save the PDF without layers"));
    }
    let right_to_left = is_right_to_left(&document, catalog);
    let mut pages = Vec::new();
    for (index, id) in document.page_iter().enumerate() {
        let page = document.get_dictionary(id).map_err(|_| damaged())?;
        pages.push(
            read_page(&document, id, page).map_err(|problem| match problem {
                PageProblem::Damaged => damaged(),
                PageProblem::Unplaceable(reason) => unplaceable(name, index + 1, reason),
            })?,
        );
    }
    if pages.is_empty() {
        return Err(damaged());
    }
    Ok(SourceDocument {
        document,
        pages,
        right_to_left,
    })
}

fn unplaceable(name: &str, page: usize, reason: &str) -> Diagnostic {
    let message = format!("page {page} of `{name}` cannot be placed on a sheet: {reason}");
    Diagnostic::error(rule::UNPLACEABLE_PDF, message)
}

fn is_right_to_left(document: &Document, catalog: &Dictionary) -> bool {
    let preferences = document.get_dict_in_dict(catalog, b"ViewerPreferences");
    let direction = preferences.and_then(|preferences| preferences.get(b"Direction")?.as_name());
    direction.is_ok_and(|direction| direction == b"R2L")
}

/// Why a page cannot be read.
enum PageProblem {
    Damaged,
    Unplaceable(&'static str),
}

fn read_page(
    document: &Document,
    id: ObjectId,
    page: &Dictionary,
) -> Result<SourcePage, PageProblem> {
    let boxes = PageBoxes::read(document, page)
        .ok_or(PageProblem::Unplaceable("the page has no MediaBox"))?;
    let size = boxes.trim.size();
    if size.width < MIN_SIDE || size.height < MIN_SIDE {
        return Err(PageProblem::Unplaceable("the page is empty"));
    }
    let unit = user_unit(document, page);
    let upright = size.scaled(unit);
    let bleed = Bleed::between(boxes.trim, boxes.bleed, unit);
    let (trim, bleed) = match rotation(document, page) {
        90 => (upright.rotated(), bleed.rotated()),
        180 => (upright, bleed.rotated().rotated()),
        270 => (upright.rotated(), bleed.rotated().rotated().rotated()),
        _ => (upright, bleed),
    };
    let resources = inherited(document, page, b"Resources");
    let resources = resources
        .cloned()
        .unwrap_or(Object::Dictionary(Dictionary::new()));
    Ok(SourcePage {
        trim,
        bleed,
        matrix: matrix(boxes.trim, rotation(document, page), unit),
        media: boxes.media,
        content: content(document, id)?,
        resources,
        group: page.get_deref(b"Group", document).ok().cloned(),
    })
}

/// Returns the clockwise rotation of a page in degrees.
fn rotation(document: &Document, page: &Dictionary) -> i64 {
    let rotation = inherited(document, page, b"Rotate");
    let rotation = rotation.and_then(|rotation| rotation.as_i64().ok());
    rotation.unwrap_or(0).rem_euclid(360)
}

/// Returns the size of a unit of the page in pt.
fn user_unit(document: &Document, page: &Dictionary) -> f64 {
    let unit = page.get_deref(b"UserUnit", document);
    let unit = unit.and_then(Object::as_float).map_or(1.0, f64::from);
    unit.clamp(*USER_UNITS.start(), *USER_UNITS.end())
}

/// Returns the matrix that moves the finished page to the origin, rotates and scales it.
fn matrix(trim: Area, rotation: i64, unit: f64) -> [f64; 6] {
    let Area {
        left,
        bottom,
        right,
        top,
    } = trim;
    match rotation {
        90 => [0.0, -unit, unit, 0.0, -bottom * unit, right * unit],
        180 => [-unit, 0.0, 0.0, -unit, right * unit, top * unit],
        270 => [0.0, unit, -unit, 0.0, top * unit, -left * unit],
        _ => [unit, 0.0, 0.0, unit, -left * unit, -bottom * unit],
    }
}

/// Returns the decoded content streams of a page, joined by line breaks.
fn content(document: &Document, page: ObjectId) -> Result<Vec<u8>, PageProblem> {
    let mut content = Vec::new();
    for id in document.get_page_contents(page) {
        let stream = document.get_object(id).and_then(Object::as_stream);
        let stream = stream.map_err(|_| PageProblem::Damaged)?;
        let limit = limits::MAX_DECOMPRESSED_SIZE.saturating_sub(content.len());
        let decoded = stream.get_plain_content_with_limit(limit);
        let decoded = decoded.map_err(|_| {
            PageProblem::Unplaceable("the content of the page cannot be decompressed")
        })?;
        content.extend(decoded);
        content.push(b'\n');
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_rotations_restore_the_bleed() {
        let bleed = Bleed {
            left: 1.0,
            bottom: 2.0,
            right: 3.0,
            top: 4.0,
        };
        let rotated = bleed.rotated();
        assert_eq!(rotated.top.total_cmp(&1.0), std::cmp::Ordering::Equal);
        assert_eq!(rotated.rotated().rotated().rotated(), bleed);
        assert!((bleed.max() - 4.0).abs() < TOLERANCE);
    }
}
