//! Contacts and links: a text, with its caption if it needs one.

use std::borrow::Cow;

use crate::content::resume::{Contact, Inline, ResumeLink};
use crate::export::outline::builder::OutlineBuilder;
use crate::export::outline::parts::{
    OutlineContact, OutlineField, OutlineSegment, OutlineText, has_link,
};

impl OutlineBuilder<'_> {
    pub(super) fn contact<'a>(&self, contact: &'a Contact) -> OutlineContact<'a> {
        let Contact {
            kind,
            network,
            label,
            caption,
            qr: _,
            date,
            text,
            // A part of the address.
            url,
        } = contact;
        // A form has all dates in its own style.
        let written = date
            .filter(|_| self.dates.is_japanese())
            .and_then(|date| self.dates.day(date));
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
            network: network.as_deref(),
            caption: own_caption.unwrap_or(caption),
            datetime: date.and_then(|date| self.datetime(date)),
            segment: OutlineSegment {
                field: OutlineField::Contact,
                label: label.map(own_text),
                texts: vec![own_text(written.as_deref().unwrap_or(shown))],
                url: url.as_deref().map(Cow::Borrowed),
            },
        }
    }
}

/// Returns a link with its label.
pub(super) fn link(link: &ResumeLink) -> Vec<OutlineSegment<'_>> {
    let ResumeLink { label, url, qr: _ } = link;
    if label.is_empty() {
        return url.as_deref().map(address).into_iter().collect();
    }
    linked(
        OutlineField::Link,
        vec![Cow::Borrowed(label)],
        url.as_deref(),
    )
}

/// Returns texts as a link. If they have links of their own, the target follows as a text.
pub(super) fn linked<'a>(
    field: OutlineField,
    texts: Vec<OutlineText<'a>>,
    url: Option<&'a str>,
) -> Vec<OutlineSegment<'a>> {
    let is_linked = texts.iter().any(|text| has_link(text));
    let mut segments = vec![OutlineSegment {
        field,
        label: None,
        texts,
        url: url.filter(|_| !is_linked).map(Cow::Borrowed),
    }];
    segments.extend(url.filter(|_| is_linked).map(address));
    segments
}

/// Returns an address that is a text of its own.
pub(super) fn address(url: &str) -> OutlineSegment<'_> {
    OutlineSegment {
        field: OutlineField::Link,
        label: None,
        texts: vec![own_text(url)],
        url: Some(Cow::Borrowed(url)),
    }
}

/// Returns a string as a text.
pub(super) fn own_text(text: &str) -> OutlineText<'static> {
    Cow::Owned(vec![Inline::Text(text.to_owned())])
}
