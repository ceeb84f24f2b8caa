//! The text of a PDF without tags, as programs read it.

use std::borrow::Cow;

use typst::layout::{Frame, FrameItem};
use typst::model::Document;
use typst_layout::PagedDocument;

use crate::typeset::readable_item;

/// Returns a document without the characters that only keep a line from breaking.
pub fn readable(document: &PagedDocument) -> PagedDocument {
    with_pages(document, make_readable)
}

/// Returns a document with changed pages.
pub fn with_pages(document: &PagedDocument, mut change: impl FnMut(&mut Frame)) -> PagedDocument {
    let mut pages = document.pages().to_vec();
    for page in &mut pages {
        change(&mut page.frame);
    }
    PagedDocument::new(pages.into_iter().collect(), document.info().clone())
}

fn make_readable(frame: &mut Frame) {
    frame.retain(|item| {
        match item {
            FrameItem::Group(group) => make_readable(&mut group.frame),
            FrameItem::Text(text) => {
                if let Cow::Owned(readable) = readable_item(text) {
                    *text = readable;
                }
            }
            _ => {}
        }
        true
    });
}
