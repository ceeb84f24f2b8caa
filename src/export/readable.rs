//! The text of a PDF without tags, as programs read it.

use std::borrow::Cow;

use typst::layout::{Frame, FrameItem};
use typst::model::Document;
use typst_layout::PagedDocument;

use crate::typeset::readable_item;

/// Returns a document without the characters that only keep a line from breaking.
pub fn readable(document: &PagedDocument) -> PagedDocument {
    let pages = document.pages().iter().cloned();
    let pages = pages
        .map(|mut page| {
            make_readable(&mut page.frame);
            page
        })
        .collect();
    PagedDocument::new(pages, document.info().clone())
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
