//! Nested bookmarks, which printpdf does not support.

use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::pdf::encode_text;

/// A bookmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bookmark {
    /// The title.
    pub title: String,
    /// The index of the sheet that it points to.
    pub sheet: usize,
    /// The bookmarks below it.
    pub children: Vec<Bookmark>,
}

/// Adds bookmarks to a file with these pages. Returns the outline dictionary, or `None` if there
/// are no bookmarks.
pub fn add_outline(
    document: &mut Document,
    bookmarks: &[Bookmark],
    pages: &[ObjectId],
) -> Option<ObjectId> {
    if bookmarks.is_empty() {
        return None;
    }
    let root = document.new_object_id();
    let mut outline = Dictionary::from_iter([("Type", Object::from("Outlines"))]);
    add_level(document, bookmarks, pages, root, &mut outline);
    document.set_object(root, outline);
    Some(root)
}

/// Adds the bookmarks below a parent, and links the parent to the first and the last of them.
fn add_level(
    document: &mut Document,
    bookmarks: &[Bookmark],
    pages: &[ObjectId],
    parent_id: ObjectId,
    parent: &mut Dictionary,
) {
    let ids: Vec<ObjectId> = bookmarks.iter().map(|_| document.new_object_id()).collect();
    for (index, bookmark) in bookmarks.iter().enumerate() {
        let mut item = Dictionary::from_iter([
            ("Title", encode_text(&bookmark.title)),
            ("Parent", Object::Reference(parent_id)),
        ]);
        if let Some(page) = pages.get(bookmark.sheet) {
            item.set("Dest", vec![Object::Reference(*page), "Fit".into()]);
        }
        if let Some(previous) = index.checked_sub(1) {
            item.set("Prev", Object::Reference(ids[previous]));
        }
        if let Some(next) = ids.get(index + 1) {
            item.set("Next", Object::Reference(*next));
        }
        if !bookmark.children.is_empty() {
            add_level(document, &bookmark.children, pages, ids[index], &mut item);
        }
        document.set_object(ids[index], item);
    }
    if let (Some(first), Some(last)) = (ids.first(), ids.last()) {
        parent.set("First", Object::Reference(*first));
        parent.set("Last", Object::Reference(*last));
        // All levels are open, so that the count includes all descendants.
        let count = i64::try_from(descendant_count(bookmarks)).unwrap_or(i64::MAX);
        parent.set("Count", count);
    }
}

fn descendant_count(bookmarks: &[Bookmark]) -> usize {
    let counts = bookmarks
        .iter()
        .map(|bookmark| 1 + descendant_count(&bookmark.children));
    counts.sum()
}
