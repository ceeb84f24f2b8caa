//! Attaches data to a PDF: the JSON Resume document that says the same as the pages.
//!
//! Typst attaches what an element in the pages names. The element is put there after the pages are
//! laid out, so that templates need not know it, and nothing on the pages can move.

use typst::foundations::{Bytes, Content, Derived, NativeElement, PathOrStr};
use typst::introspection::{Location, Tag, TagFlags};
use typst::layout::{FrameItem, Point};
use typst::pdf::{AttachElem, AttachedFileRelationship};
use typst::utils::hash128;
use typst_layout::PagedDocument;

use crate::export::readable::with_pages;

/// The name of the file in the PDF.
const NAME: &str = "resume.json";

const MIME_TYPE: &str = "application/json";

/// The description, without which the file would break PDF/UA.
const DESCRIPTION: &str = "This CV as JSON Resume";

/// Returns a document that carries data.
pub fn with_data(document: &PagedDocument, data: &str) -> PagedDocument {
    let element = element(data);
    let key = hash128(&element);
    let location = Location::new(key);
    let mut content: Content = element;
    content.set_location(location);
    let flags = TagFlags {
        introspectable: true,
        tagged: false,
    };
    let end = Tag::End(location, key, flags);
    let mut tags = vec![end, Tag::Start(content, flags)].into_iter();
    // All of them are on the first page.
    with_pages(document, |frame| {
        for tag in tags.by_ref() {
            frame.prepend(Point::zero(), FrameItem::Tag(tag));
        }
    })
}

fn element(data: &str) -> Content {
    let path = Derived::new(PathOrStr::Str(NAME.into()), NAME.into());
    AttachElem::new(path, Bytes::new(data.as_bytes().to_vec()))
        .with_relationship(Some(AttachedFileRelationship::Data))
        .with_mime_type(Some(MIME_TYPE.into()))
        .with_description(Some(DESCRIPTION.into()))
        .pack()
}
