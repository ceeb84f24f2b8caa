//! The length of a CV: its number of pages, and the fill of the last.
//!
//! A template reports it with two pieces of metadata: the text area of a page, and the end of the
//! content.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};
use typst::foundations::{Array, Dict, Label, Value};
use typst::introspection::{Introspector, MetadataElem};
use typst::utils::PicoStr;
use typst_layout::PagedDocument;

use crate::typeset::text_runs::TextRun;

/// The length of a CV.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Extent {
    /// The number of pages.
    pub pages: usize,
    /// The part of the last page's text area that is used, from 0 to 1; `None` if the template does
    /// not report it.
    pub fill: Option<f64>,
}

impl Extent {
    /// Returns the length in pages, with the fraction of the last page.
    #[expect(clippy::cast_precision_loss, reason = "no CV has 2^52 pages")]
    pub fn length(self) -> f64 {
        self.pages.saturating_sub(1) as f64 + self.fill.unwrap_or(1.0)
    }
}

/// Measures typeset pages.
pub fn extent(document: &PagedDocument) -> Extent {
    let pages = document.pages().len();
    let fill = end(document)
        .zip(text_area(document))
        .map(|((page, y), (top, bottom))| {
            if page.get() < pages {
                0.0
            } else {
                ((y - top) / (bottom - top)).clamp(0.0, 1.0)
            }
        });
    Extent { pages, fill }
}

/// Returns the height of the text area of a page, in pt.
pub fn height(document: &PagedDocument) -> Option<f64> {
    text_area(document).map(|(top, bottom)| bottom - top)
}

/// Returns the part of each page's text area down to its last line, from 0 to 1; `None` for all if
/// the template does not report the text area.
pub fn page_fills(document: &PagedDocument, runs: &[TextRun]) -> Vec<Option<f64>> {
    let pages = document.pages().len();
    let Some((top, bottom)) = text_area(document) else {
        return vec![None; pages];
    };
    let of_page = |page: usize| {
        let lines = runs.iter().filter(|run| run.page == page);
        // Page numbers and other text in the margins are no content.
        let baselines = lines
            .map(|run| run.y)
            .filter(|y| (top..=bottom).contains(y));
        let last = baselines.fold(top, f64::max);
        Some((last - top) / (bottom - top))
    };
    let mut fills: Vec<Option<f64>> = (1..=pages).map(of_page).collect();
    if let (Some(last), Some(fill)) = (fills.last_mut(), extent(document).fill) {
        *last = Some(fill);
    }
    fills
}

/// Returns the page on which the content ends, and the distance from its top in pt.
fn end(document: &PagedDocument) -> Option<(NonZeroUsize, f64)> {
    let location = labelled(document, "cvpress-end")?.location()?;
    let position = document.introspector().position(location)?;
    Some((position.page, position.point.y.to_pt()))
}

/// Returns the upper and the lower edge of the text area, in pt from the top of the page.
pub fn text_area(document: &PagedDocument) -> Option<(f64, f64)> {
    let metadata = labelled(document, "cvpress-page")?.to_packed::<MetadataElem>()?;
    let Value::Dict(edges) = &metadata.value else {
        return None;
    };
    Some((points(edges, "top")?, points(edges, "bottom")?))
}

/// Returns a length of a dictionary, in pt.
fn points(edges: &Dict, name: &str) -> Option<f64> {
    match edges.get(name).ok()? {
        Value::Float(points) => Some(*points),
        Value::Length(length) => Some(length.abs.to_pt()),
        _ => None,
    }
}

/// Returns how far the head of a letter moves the address down, of which a part does not show in the
/// window of an envelope; `None` if all of it shows. In pt.
pub fn moved_out_of_window(document: &PagedDocument) -> Option<f64> {
    let metadata = labelled(document, "cvpress-window")?.to_packed::<MetadataElem>()?;
    match metadata.value {
        Value::Float(points) => Some(points),
        _ => None,
    }
}

/// A part of a document that a layout places before the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MovedPart {
    /// A section.
    Section {
        /// Its index.
        index: usize,
        /// Its entries in their order on the page; empty if that is their order in the document.
        entries: Vec<usize>,
    },
    /// The availability of the person.
    Status,
    /// The title of the document, if it has a name too.
    Title,
}

/// Returns what a layout places before the other sections, in the order of the pages, as its metadata
/// reports.
pub fn moved_parts(document: &PagedDocument) -> Vec<MovedPart> {
    let metadata =
        labelled(document, "cvpress-panel").and_then(|content| content.to_packed::<MetadataElem>());
    let Some(Value::Array(moved)) = metadata.map(|metadata| metadata.value.clone()) else {
        return Vec::new();
    };
    moved.into_iter().filter_map(moved_part).collect()
}

fn moved_part(value: Value) -> Option<MovedPart> {
    match value {
        Value::Dict(section) => {
            let index = section.get("section").ok()?.clone().cast().ok()?;
            let entries = section.get("entries").ok()?.clone().cast::<Array>().ok()?;
            Some(MovedPart::Section {
                index,
                entries: entries
                    .into_iter()
                    .filter_map(|entry| entry.cast().ok())
                    .collect(),
            })
        }
        Value::Str(name) if name.as_str() == "status" => Some(MovedPart::Status),
        Value::Str(name) if name.as_str() == "title" => Some(MovedPart::Title),
        index => Some(MovedPart::Section {
            index: index.cast().ok()?,
            entries: Vec::new(),
        }),
    }
}

fn labelled<'a>(
    document: &'a PagedDocument,
    label: &str,
) -> Option<&'a typst::foundations::Content> {
    document
        .introspector()
        .query_label(Label::new(PicoStr::intern(label))?)
        .ok()
}
