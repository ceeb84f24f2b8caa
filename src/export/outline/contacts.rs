//! Contacts and links: a text, with its caption if it needs one.

use std::borrow::Cow;

use crate::content::resume::{Contact, EntryField, Inline, Inlines, ResumeLink, has_link};
use crate::export::outline::builder::OutlineBuilder;
use crate::export::outline::parts::{OutlineContact, OutlineSegment, OutlineText};

impl OutlineBuilder<'_> {
    pub(super) fn contact<'a>(&self, contact: &'a Contact) -> OutlineContact<'a> {
        let Contact {
            kind,
            // A part of the text.
            network: _,
            label,
            caption,
            qr: _,
            date,
            text,
            // A part of the address.
            url,
        } = contact;
        let written = self.dates.in_form(*date);
        let own_caption = contact.own_caption();
        let needed = own_caption.or(kind.is_captioned().then_some(caption.as_str()));
        let name = label.as_deref().filter(|_| own_caption.is_none());
        let (label, shown) = match (needed, name) {
            (Some(caption), _) => (Some(caption), text.as_str()),
            (None, Some(name)) if url.is_some() => (None, name),
            (None, Some(name)) if name != text => (Some(name), text.as_str()),
            (None, _) => (None, text.as_str()),
        };
        OutlineContact {
            kind: *kind,
            datetime: date.map(|date| self.datetime(date)),
            segment: OutlineSegment {
                label: label.map(own_text),
                url: url.as_deref().map(Cow::Borrowed),
                ..OutlineSegment::new(
                    EntryField::Contacts,
                    own_text(written.as_deref().unwrap_or(shown)),
                )
            },
        }
    }
}

/// Returns a link with its label.
pub(super) fn link(link: &ResumeLink) -> Vec<OutlineSegment<'_>> {
    let ResumeLink { label, url, qr: _ } = link;
    named(
        EntryField::Links,
        Some(label).filter(|label| !label.is_empty()),
        url.as_deref(),
    )
}

/// Returns a text as a link. The target follows as a text if the text has links of its own, and
/// stands alone if there is no text.
pub(super) fn named<'a>(
    field: EntryField,
    name: Option<&'a Inlines>,
    url: Option<&'a str>,
) -> Vec<OutlineSegment<'a>> {
    let Some(name) = name else {
        return url.map(address).into_iter().collect();
    };
    let segment = text_with_target(field, name, url);
    let address = url.filter(|_| segment.url.is_none()).map(address);
    std::iter::once(segment).chain(address).collect()
}

/// Returns a text as a link, unless it has links of its own.
pub(super) fn text_with_target<'a>(
    field: EntryField,
    text: &'a [Inline],
    url: Option<&'a str>,
) -> OutlineSegment<'a> {
    OutlineSegment {
        url: url.filter(|_| !has_link(text)).map(Cow::Borrowed),
        ..OutlineSegment::new(field, Cow::Borrowed(text))
    }
}

/// Returns an address that is a text of its own.
pub(super) fn address(url: &str) -> OutlineSegment<'_> {
    OutlineSegment {
        url: Some(Cow::Borrowed(url)),
        ..OutlineSegment::new(EntryField::Links, own_text(url))
    }
}

/// Returns a string as a text.
pub(super) fn own_text(text: &str) -> OutlineText<'static> {
    Cow::Owned(vec![Inline::Text(text.to_owned())])
}
