//! The descriptions of links to email addresses and phone numbers, which screen readers say.
//!
//! Typst describes them in words of its own, which are English in languages that it does not know.

use typst::introspection::Tag;
use typst::layout::{Frame, FrameItem};
use typst::model::{Document, LinkMarker};
use typst_layout::PagedDocument;

use crate::content::Locale;

/// Typst's words in English, before an address or a number.
const EMAIL: &str = "Email ";
const TELEPHONE: &str = "Telephone ";

/// Returns the pages with descriptions in the language of the document; `None` if Typst's are.
pub fn localized(document: &PagedDocument) -> Option<PagedDocument> {
    let language = document.info().locale.custom()?.rfc_3066();
    let locale = Locale::parse(&language)?;
    let words = &locale.words().person;
    if words.email == EMAIL.trim_end() {
        return None;
    }
    let mut changed = false;
    let mut renamed = |description: &str| {
        let (word, value) = if let Some(address) = description.strip_prefix(EMAIL) {
            (&words.email, address)
        } else {
            (&words.phone, description.strip_prefix(TELEPHONE)?)
        };
        changed = true;
        Some(format!("{word} {value}"))
    };
    let pages = document.pages().iter().cloned();
    let pages = pages
        .map(|mut page| {
            rename(&mut page.frame, &mut renamed);
            page
        })
        .collect();
    changed.then(|| PagedDocument::new(pages, document.info().clone()))
}

/// Changes the descriptions of the links of a frame.
fn rename(frame: &mut Frame, renamed: &mut impl FnMut(&str) -> Option<String>) {
    frame.retain(|item| {
        match item {
            FrameItem::Group(group) => rename(&mut group.frame, renamed),
            FrameItem::Tag(Tag::Start(content, _)) => {
                if let Some(link) = content.to_packed_mut::<LinkMarker>()
                    && let Some(description) = link.alt.as_deref().and_then(&mut *renamed)
                {
                    link.alt = Some(description.into());
                }
            }
            _ => {}
        }
        true
    });
}
