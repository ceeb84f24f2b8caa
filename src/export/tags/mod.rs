//! What the tags of a PDF say beyond what templates draw: which lines are headings, the languages of
//! words, the descriptions of links. Nothing on the pages moves.
//!
//! Typst builds the tags from marks in the pages, where its elements start and end.

mod languages;
mod link_names;
mod survey;

use std::borrow::Cow;
use std::collections::HashMap;

use typst::introspection::{Location, Tag};
use typst::layout::{Frame, FrameItem};
use typst::model::{Document, LinkMarker};
use typst_layout::PagedDocument;

use crate::content::Locale;
use crate::export::readable::with_pages;
use crate::export::tags::link_names::LinkNames;
use crate::export::tags::survey::{TagChange, survey};
use crate::typeset::readable_item;

pub use languages::{ForeignLanguages, is_right_to_left};

/// Returns a document with better tags; `languages` are those of the profile's texts.
pub fn improved(document: &PagedDocument, languages: &[String]) -> PagedDocument {
    let language = document.info().locale.custom();
    let language = language.map_or_else(String::new, |locale| locale.rfc_3066().to_string());
    let primary = language.split('-').next().unwrap_or_default();
    let changes = Changes {
        elements: survey(document),
        languages: ForeignLanguages::new(primary, languages),
        link_names: Locale::parse(&language).and_then(LinkNames::new),
    };
    with_pages(document, |frame| changes.apply(frame))
}

/// What changes in the tags.
struct Changes {
    elements: HashMap<Location, TagChange>,
    languages: ForeignLanguages,
    link_names: Option<LinkNames>,
}

impl Changes {
    fn apply(&self, frame: &mut Frame) {
        frame.retain(|item| {
            match item {
                FrameItem::Group(group) => self.apply(&mut group.frame),
                FrameItem::Text(text) => {
                    if let Cow::Owned(readable) = readable_item(text) {
                        *text = readable;
                    }
                    if let Some(language) = self.languages.of(&text.text) {
                        text.lang = language;
                        text.region = None;
                    }
                }
                FrameItem::Tag(tag) => return self.apply_to_tag(tag),
                _ => {}
            }
            true
        });
    }

    /// Returns whether a tag remains.
    fn apply_to_tag(&self, tag: &mut Tag) -> bool {
        match self.elements.get(&tag.location()) {
            Some(TagChange::Omit) => return false,
            Some(TagChange::Open(element)) => match tag {
                Tag::Start(content, flags) => {
                    *content = element.clone();
                    flags.tagged = true;
                }
                Tag::End(..) => return false,
            },
            Some(TagChange::Close(element)) => match tag {
                Tag::Start(..) => return false,
                Tag::End(location, _, flags) => {
                    *location = *element;
                    flags.tagged = true;
                }
            },
            Some(TagChange::Become(element)) => {
                if let Tag::Start(content, _) = tag {
                    *content = element.clone();
                }
            }
            None => {}
        }
        if let Tag::Start(content, _) = tag
            && let Some(names) = &self.link_names
            && let Some(link) = content.to_packed_mut::<LinkMarker>()
            && let Some(description) = link.alt.as_deref().and_then(|alt| names.localized(alt))
        {
            link.alt = Some(description.into());
        }
        true
    }
}
