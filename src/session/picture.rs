//! The pictures of pages, with boxes of the text on them.

use serde::Serialize;

use crate::export::{self, content_hash};
use crate::ide::Utf16Offsets;
use crate::pipeline::{Document, Fitted};
use crate::session::messages::PageAnswer;
use crate::session::places::{PlacedText, placed_texts};
use crate::typeset::{page_fills, runs};

/// The media type of the pictures.
pub const SVG: &str = "image/svg+xml";

/// The boxes of a page. Lengths in pt, from the upper left corner.
#[derive(Serialize)]
struct PageText<'a> {
    width: f64,
    height: f64,
    boxes: Vec<TextBox<'a>>,
}

/// A run of text. Offsets in UTF-16 into the profile.
#[derive(Serialize)]
struct TextBox<'a> {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    text: &'a str,
    start: Option<usize>,
    end: Option<usize>,
}

/// Returns the pages, with the pictures that are not among `known`.
///
/// # Errors
/// The boxes cannot be written as JSON, which is an internal error.
pub fn pictures(
    document: &Document,
    fitted: &Fitted,
    text: &Utf16Offsets,
    known: &[String],
) -> serde_json::Result<Vec<PageAnswer>> {
    let typeset = &fitted.typeset;
    let placed = placed_texts(document, fitted);
    let runs = runs(&typeset.document);
    let fills = page_fills(&typeset.document, &runs);
    let mut pages = Vec::new();
    for (index, page) in typeset.document.pages().iter().enumerate() {
        let size = page.frame.size();
        let (width, height) = (size.x.to_pt(), size.y.to_pt());
        let of_page = placed.iter().filter(|placed| placed.page == index + 1);
        let page_text = PageText {
            width,
            height,
            boxes: of_page.map(|placed| text_box(placed, text)).collect(),
        };
        let boxes = serde_json::to_string(&page_text)?;
        let hash = content_hash(page);
        pages.push(PageAnswer {
            svg: (!known.contains(&hash)).then(|| export::svg(page)),
            hash,
            text: content_hash(boxes.as_str()),
            boxes,
            width,
            height,
            fill: fills.get(index).copied().flatten(),
        });
    }
    Ok(pages)
}

fn text_box<'p>(placed: &'p PlacedText, text: &Utf16Offsets) -> TextBox<'p> {
    let span = placed.span.as_ref().map(|span| text.range(span));
    TextBox {
        x: placed.x,
        y: placed.y,
        width: placed.width,
        height: placed.height,
        text: &placed.text,
        start: span.as_ref().map(|span| span.start),
        end: span.map(|span| span.end),
    }
}
