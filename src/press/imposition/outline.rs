//! Bookmarks, one in another where they are: printpdf knows a flat list of them alone.

use lopdf::{Dictionary, Document, Object, ObjectId, text_string};

/// A place in a file that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bookmark {
    /// The name.
    pub title: String,
    /// The sheet that it leads to, from 0.
    pub sheet: usize,
    /// What there is to find in it.
    pub inner: Vec<Bookmark>,
}

/// Puts bookmarks into a file with these pages, and says where the first of them is to be looked
/// for; nowhere where there is none.
pub fn put(
    document: &mut Document,
    bookmarks: &[Bookmark],
    pages: &[ObjectId],
) -> Option<ObjectId> {
    if bookmarks.is_empty() {
        return None;
    }
    let root = document.new_object_id();
    let mut outline = Dictionary::from_iter([("Type", Object::from("Outlines"))]);
    chain(document, bookmarks, pages, root, &mut outline);
    document.set_object(root, outline);
    Some(root)
}

/// Puts the bookmarks of one level, and tells what holds them of the first and the last.
fn chain(
    document: &mut Document,
    bookmarks: &[Bookmark],
    pages: &[ObjectId],
    parent: ObjectId,
    holder: &mut Dictionary,
) {
    let ids: Vec<ObjectId> = bookmarks.iter().map(|_| document.new_object_id()).collect();
    for (index, bookmark) in bookmarks.iter().enumerate() {
        let mut item = Dictionary::from_iter([
            ("Title", text_string(&bookmark.title)),
            ("Parent", Object::Reference(parent)),
        ]);
        if let Some(page) = pages.get(bookmark.sheet) {
            item.set("Dest", vec![Object::Reference(*page), "Fit".into()]);
        }
        let neighbours = [("Prev", index.checked_sub(1)), ("Next", Some(index + 1))];
        for (key, neighbour) in neighbours {
            if let Some(id) = neighbour.and_then(|neighbour| ids.get(neighbour)) {
                item.set(key, Object::Reference(*id));
            }
        }
        if !bookmark.inner.is_empty() {
            chain(document, &bookmark.inner, pages, ids[index], &mut item);
        }
        document.set_object(ids[index], item);
    }
    if let (Some(first), Some(last)) = (ids.first(), ids.last()) {
        holder.set("First", Object::Reference(*first));
        holder.set("Last", Object::Reference(*last));
        // All levels are open: the count is of all that is seen.
        holder.set("Count", i64::try_from(seen(bookmarks)).unwrap_or(i64::MAX));
    }
}

fn seen(bookmarks: &[Bookmark]) -> usize {
    bookmarks
        .iter()
        .map(|bookmark| 1 + seen(&bookmark.inner))
        .sum()
}
