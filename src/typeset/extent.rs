//! How many pages a CV has, and how full the last one is.
//!
//! A template says it with two pieces of metadata: where the text area of a page begins and ends,
//! and where the content ended.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};
use typst::foundations::{Dict, Label, Value};
use typst::introspection::{Introspector, MetadataElem};
use typst::utils::PicoStr;
use typst_layout::PagedDocument;

/// How long a CV is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Extent {
    /// How many pages it has.
    pub pages: usize,
    /// How much of the last page's text area is used, from 0 to 1; `None` where the template does
    /// not say.
    pub fill: Option<f64>,
}

impl Extent {
    /// How many pages its text would fill.
    #[expect(clippy::cast_precision_loss, reason = "no CV has 2^52 pages")]
    pub fn length(self) -> f64 {
        self.pages.saturating_sub(1) as f64 + self.fill.unwrap_or(1.0)
    }
}

/// Reads it off the pages.
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

/// How high the text area of a page is, in pt.
pub fn height(document: &PagedDocument) -> Option<f64> {
    text_area(document).map(|(top, bottom)| bottom - top)
}

/// The page on which the content ends, and how far down in pt.
fn end(document: &PagedDocument) -> Option<(NonZeroUsize, f64)> {
    let location = labelled(document, "cvpress-end")?.location()?;
    let position = document.introspector().position(location)?;
    Some((position.page, position.point.y.to_pt()))
}

/// The upper and the lower edge of a page's text area, in pt from the page's upper edge.
pub fn text_area(document: &PagedDocument) -> Option<(f64, f64)> {
    let metadata = labelled(document, "cvpress-page")?.to_packed::<MetadataElem>()?;
    let Value::Dict(edges) = &metadata.value else {
        return None;
    };
    let edge = |edges: &Dict, name| match edges.get(name).ok()? {
        Value::Float(points) => Some(*points),
        Value::Length(length) => Some(length.abs.to_pt()),
        _ => None,
    };
    Some((edge(edges, "top")?, edge(edges, "bottom")?))
}

/// The indices of the sections that a layout has moved before the others, as it says in metadata.
pub fn moved_sections(document: &PagedDocument) -> Vec<usize> {
    let metadata =
        labelled(document, "cvpress-panel").and_then(|content| content.to_packed::<MetadataElem>());
    let Some(Value::Array(moved)) = metadata.map(|metadata| metadata.value.clone()) else {
        return Vec::new();
    };
    moved
        .into_iter()
        .filter_map(|index| index.cast().ok())
        .collect()
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
