//! Entries: which of their fields are in the heading, and which in the lines below.

use std::borrow::Cow;

use crate::content::resume::{
    Doi, Fact, Inline, Inlines, LanguageLevels, ResumeEntry, ResumeProject,
};
use crate::export::outline::builder::OutlineBuilder;
use crate::export::outline::contacts::{address, link, linked, own_text};
use crate::export::outline::parts::{
    OutlineEntry, OutlineField, OutlineImage, OutlineLine, OutlineSegment, OutlineText,
};

/// Collects the texts of an entry in lines.
#[derive(Default)]
struct Lines<'a> {
    lines: Vec<OutlineLine<'a>>,
    segments: Vec<OutlineSegment<'a>>,
}

impl<'a> Lines<'a> {
    /// Adds a text to the line.
    fn text(&mut self, field: OutlineField, text: Option<&'a Inlines>) {
        self.list(field, None, text);
    }

    /// Adds the texts of a list to the line.
    fn list(
        &mut self,
        field: OutlineField,
        label: Option<OutlineText<'a>>,
        texts: impl IntoIterator<Item = &'a Inlines>,
    ) {
        let texts: Vec<OutlineText> = texts
            .into_iter()
            .map(|text| Cow::Borrowed(text.as_slice()))
            .collect();
        if !texts.is_empty() {
            self.segments.push(OutlineSegment {
                field,
                label,
                texts,
                url: None,
            });
        }
    }

    /// Ends the line.
    fn end(&mut self) {
        let segments = std::mem::take(&mut self.segments);
        if !segments.is_empty() {
            self.lines.push(OutlineLine { segments });
        }
    }
}

impl<'a> OutlineBuilder<'a> {
    #[expect(
        clippy::too_many_lines,
        reason = "each line is a field, in reading order"
    )]
    pub(super) fn entry(
        &self,
        entry: &'a ResumeEntry,
        keywords_label: Option<&'a Inlines>,
        level: usize,
    ) -> OutlineEntry<'a> {
        let ResumeEntry {
            kind,
            title,
            organization,
            position,
            subtitle,
            level: skill,
            cefr,
            role,
            advisor,
            location,
            venue,
            venue_short,
            imprint,
            number,
            publication_type,
            status,
            team,
            authors,
            keywords,
            notes,
            project,
            doi,
            contacts,
            url,
            links,
            logo,
            meta,
            dates,
            expected,
            text,
            summary,
            details,
            highlights,
            roles,
            break_before: _,
            keep: _,
        } = entry;
        let mut head = Head::new(title.as_ref(), subtitle.as_ref(), url.as_deref());
        let mut lines = Lines::default();
        lines.text(OutlineField::Position, position.as_ref());
        lines.text(OutlineField::Role, role.as_ref());
        match organization {
            // The heading of an entry without a title.
            Some(organization) if head.segments.is_empty() => {
                head.lead(OutlineField::Organization, organization);
            }
            organization => lines.text(OutlineField::Organization, organization.as_ref()),
        }
        lines.segments.extend(skill_level(
            skill.as_ref(),
            cefr.as_ref(),
            &self.resume.separators.list,
        ));
        for team in team {
            lines.text(OutlineField::Team, Some(team));
        }
        lines.text(OutlineField::Location, location.as_ref());
        lines.end();
        lines.list(OutlineField::Authors, None, authors);
        lines.end();
        lines.text(OutlineField::Venue, venue.as_ref());
        lines.text(OutlineField::VenueShort, venue_short.as_ref());
        lines.text(OutlineField::Imprint, imprint.as_ref());
        lines.text(OutlineField::PublicationType, publication_type.as_ref());
        lines.text(OutlineField::Status, status.as_ref());
        lines.segments.extend(doi.as_ref().map(identifier));
        lines.end();
        if let Some(project) = project {
            lines.segments.extend(project_links(project));
            lines.end();
        }
        lines
            .segments
            .extend(advisor.as_ref().map(|advisor| OutlineSegment {
                field: OutlineField::Advisor,
                label: Some(own_text(&self.resume.words.advisor)),
                texts: vec![Cow::Borrowed(advisor)],
                url: None,
            }));
        lines.segments.extend(meta.iter().map(fact));
        lines.list(OutlineField::Notes, None, notes);
        lines.end();
        lines
            .segments
            .extend(contacts.iter().map(|contact| self.contact(contact).segment));
        lines.end();
        lines.list(
            OutlineField::Keywords,
            keywords_label.map(|label| Cow::Borrowed(label.as_slice())),
            keywords,
        );
        lines.end();
        let mut written = None;
        if let Some(text) = text {
            let mut segments = head.linked(OutlineField::Text, text).into_iter();
            written = segments.next();
            lines.segments.extend(segments);
        }
        lines.segments.extend(links.iter().flat_map(link));
        lines.segments.extend(head.url.take().map(address));
        lines.end();
        // The headings of the roles are below that of the entry, if it has one.
        let below = if head.segments.is_empty() {
            level
        } else {
            level + 1
        };
        OutlineEntry {
            kind: *kind,
            level,
            number: *number,
            heading: head.segments,
            logo: logo.as_deref().map(|name| OutlineImage {
                name,
                // The name of the organization is next to it.
                description: String::new(),
            }),
            text: written,
            dates: dates
                .iter()
                .filter_map(|period| self.period(period))
                .collect(),
            expected: expected.then_some(self.resume.words.expected.as_str()),
            lines: lines.lines,
            summary,
            details: details.iter().map(Self::detail).collect(),
            highlights,
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
    fn new(
        title: Option<&'a Inlines>,
        subtitle: Option<&'a Inlines>,
        url: Option<&'a str>,
    ) -> Self {
        let mut head = Self {
            segments: Vec::new(),
            url,
        };
        if let Some(title) = title {
            head.lead(OutlineField::Title, title);
        }
        if let Some(subtitle) = subtitle {
            head.lead(OutlineField::Subtitle, subtitle);
        }
        head
    }

    fn lead(&mut self, field: OutlineField, text: &'a Inlines) {
        let segments = self.linked(field, text);
        self.segments.extend(segments);
    }

    /// Returns a text with the target, if no other text has it.
    fn linked(&mut self, field: OutlineField, text: &'a Inlines) -> Vec<OutlineSegment<'a>> {
        let mut segments = linked(field, vec![Cow::Borrowed(text)], self.url);
        // An address of its own stands with the links.
        segments.truncate(1);
        if segments.iter().any(|segment| segment.url.is_some()) {
            self.url = None;
        }
        segments
    }
}

/// Returns the level of an entry, followed by the levels of the parts of a language.
fn skill_level<'a>(
    level: Option<&'a Inlines>,
    cefr: Option<&LanguageLevels>,
    separator: &str,
) -> Option<OutlineSegment<'a>> {
    let mut text = level.map(|level| Cow::Borrowed(level.as_slice()));
    if let Some(LanguageLevels { levels, words }) = cefr {
        let parts: Vec<String> = words
            .skills()
            .into_iter()
            .zip(levels)
            .filter_map(|(skill, level)| level.map(|level| format!("{skill} {}", level.name())))
            .collect();
        let mut all = text.map(Cow::into_owned).unwrap_or_default();
        if !all.is_empty() {
            all.push(Inline::Text(separator.to_owned()));
        }
        all.push(Inline::Text(parts.join(separator)));
        text = Some(Cow::Owned(all));
    }
    text.map(|text| OutlineSegment {
        field: OutlineField::Level,
        label: None,
        texts: vec![text],
        url: None,
    })
}

fn identifier(doi: &Doi) -> OutlineSegment<'_> {
    let Doi { text, url } = doi;
    OutlineSegment {
        field: OutlineField::Doi,
        label: None,
        texts: vec![own_text(text)],
        url: Some(Cow::Borrowed(url)),
    }
}

fn fact(fact: &Fact) -> OutlineSegment<'_> {
    let Fact { label, value } = fact;
    OutlineSegment {
        field: OutlineField::Fact,
        label: Some(Cow::Borrowed(label)),
        texts: vec![Cow::Borrowed(value)],
        url: None,
    }
}

/// Returns a project with its links.
fn project_links(project: &ResumeProject) -> Vec<OutlineSegment<'_>> {
    let ResumeProject { name, url, links } = project;
    let mut segments = match name {
        Some(name) => linked(
            OutlineField::Project,
            vec![Cow::Borrowed(name)],
            url.as_deref(),
        ),
        None => url.as_deref().map(address).into_iter().collect(),
    };
    segments.extend(links.iter().flat_map(link));
    segments
}
