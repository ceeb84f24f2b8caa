//! Entries: which of their fields are in the heading, and which in the lines below.

use std::borrow::Cow;

use crate::content::resume::{
    Doi, EntryField, EntryTexts, Fact, Inlines, LINES, ResumeEntry, ResumeProject,
};
use crate::export::outline::builder::OutlineBuilder;
use crate::export::outline::contacts::{address, link, named, own_text, text_with_target};
use crate::export::outline::parts::{OutlineEntry, OutlineImage, OutlineSegment, OutlineText};

impl<'a> OutlineBuilder<'a> {
    pub(super) fn entry(
        &self,
        entry: &'a ResumeEntry,
        keywords_label: Option<&'a Inlines>,
        level: usize,
    ) -> OutlineEntry<'a> {
        let ResumeEntry {
            texts,
            project,
            doi,
            contacts,
            url,
            links,
            logo,
            meta,
            dates,
            expected,
            roles,
            // What no line has, and what is below the lines.
            kind: _,
            index: _,
            cefr: _,
            number: _,
            summary: _,
            details: _,
            highlights: _,
            break_before: _,
            keep: _,
        } = entry;
        let mut head = Head {
            segments: Vec::new(),
            url: url.as_deref(),
        };
        head.lead(EntryField::Title, texts);
        head.lead(EntryField::Subtitle, texts);
        let is_named = !head.segments.is_empty();
        if !is_named {
            // The heading of an entry without a title.
            head.lead(EntryField::Organization, texts);
        }
        let text = texts.one(EntryField::Text);
        let text = text.map(|text| head.linked(EntryField::Text, text));
        let segments_of = |field: EntryField| match field {
            EntryField::Organization if !is_named => Vec::new(),
            EntryField::Level => {
                let level = entry.full_level(&self.resume.separators.list);
                let segment = level.map(|level| OutlineSegment::new(field, level));
                segment.into_iter().collect()
            }
            EntryField::Doi => doi.iter().map(identifier).collect(),
            EntryField::Project => project.iter().flat_map(project_links).collect(),
            EntryField::Meta => meta.iter().map(fact).collect(),
            EntryField::Contacts => {
                let contacts = contacts.iter().map(|contact| self.contact(contact));
                contacts.map(|contact| contact.segment).collect()
            }
            EntryField::Links => {
                let links = links.iter().flat_map(link);
                links.chain(head.url.map(address)).collect()
            }
            EntryField::Advisor => {
                let label = own_text(&self.resume.words.advisor);
                listed(field, texts, Some(label))
            }
            EntryField::Keywords => {
                let label = keywords_label.map(|label| Cow::Borrowed(label.as_slice()));
                listed(field, texts, label)
            }
            field if field.is_list() => listed(field, texts, None),
            field => {
                let texts = texts.all(field).iter();
                texts
                    .map(|text| OutlineSegment::new(field, Cow::Borrowed(text)))
                    .collect()
            }
        };
        let lines = LINES.iter().map(|fields| {
            let segments = fields.iter().flat_map(|field| segments_of(*field));
            segments.collect::<Vec<_>>()
        });
        let lines = lines.filter(|line| !line.is_empty()).collect();
        // The headings of the roles are below that of the entry, if it has one.
        let below = level + usize::from(!head.segments.is_empty());
        OutlineEntry {
            entry,
            level,
            heading: head.segments,
            logo: logo.as_deref().map(|name| OutlineImage {
                name,
                // The name of the organization is next to it.
                description: String::new(),
            }),
            text,
            dates: dates
                .iter()
                .filter_map(|period| self.period(period))
                .collect(),
            expected: expected.then_some(self.resume.words.expected.as_str()),
            lines,
            roles: roles
                .iter()
                .map(|role| self.entry(role, keywords_label, below))
                .collect(),
        }
    }
}

/// The heading of an entry.
struct Head<'a> {
    segments: Vec<OutlineSegment<'a>>,
    /// The target of the first text that can be a link.
    url: Option<&'a str>,
}

impl<'a> Head<'a> {
    fn lead(&mut self, field: EntryField, texts: &'a EntryTexts) {
        let segment = texts.one(field).map(|text| self.linked(field, text));
        self.segments.extend(segment);
    }

    /// Returns a text with the target, if no other text has it.
    fn linked(&mut self, field: EntryField, text: &'a Inlines) -> OutlineSegment<'a> {
        let segment = text_with_target(field, text, self.url);
        if segment.url.is_some() {
            self.url = None;
        }
        segment
    }
}

/// Returns the texts of a field as one list.
fn listed<'a>(
    field: EntryField,
    texts: &'a EntryTexts,
    label: Option<OutlineText<'a>>,
) -> Vec<OutlineSegment<'a>> {
    let texts = texts.all(field).iter();
    let segment = OutlineSegment {
        field,
        label,
        texts: texts.map(|text| Cow::Borrowed(text.as_slice())).collect(),
        url: None,
    };
    Some(segment)
        .filter(|segment| !segment.texts.is_empty())
        .into_iter()
        .collect()
}

fn fact(fact: &Fact) -> OutlineSegment<'_> {
    let Fact { label, value } = fact;
    OutlineSegment {
        label: Some(Cow::Borrowed(label)),
        ..OutlineSegment::new(EntryField::Meta, Cow::Borrowed(value))
    }
}

fn identifier(doi: &Doi) -> OutlineSegment<'_> {
    let Doi { text, url } = doi;
    OutlineSegment {
        url: Some(Cow::Borrowed(url)),
        ..OutlineSegment::new(EntryField::Doi, own_text(text))
    }
}

/// Returns a project with its links.
fn project_links(project: &ResumeProject) -> Vec<OutlineSegment<'_>> {
    let ResumeProject { name, url, links } = project;
    let mut segments = named(EntryField::Project, name.as_ref(), url.as_deref());
    segments.extend(links.iter().flat_map(link));
    segments
}
