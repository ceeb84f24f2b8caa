//! The named groups of an entry's header, which a layout arranges.

use serde::Serialize;

use crate::content::resume::Inline;
use crate::typeset::contract::contacts::bracketed_address;
use crate::typeset::contract::runs::{Runs, Surrounding, has_emphasis, has_link, ready};

/// A part of a header, which looks different in strong and in emphasized text only if it contains
/// emphasis itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Part {
    /// The same in any text.
    Same(Runs),
    /// One form for each surrounding.
    Styled {
        /// In plain text.
        plain: Runs,
        /// In strong text.
        strong: Runs,
        /// In emphasized text.
        emph: Runs,
    },
}

impl Part {
    /// Prepares a text in each surrounding that it needs.
    pub fn new(has_emphasis: bool, build: impl Fn(Surrounding) -> Runs) -> Self {
        let plain = build(Surrounding::Plain);
        if !has_emphasis {
            return Self::Same(plain);
        }
        Self::Styled {
            plain,
            strong: build(Surrounding::Strong),
            emph: build(Surrounding::Emph),
        }
    }

    /// Prepares a text.
    pub fn of(inlines: &[Inline]) -> Self {
        Self::new(has_emphasis(inlines), |around| ready(inlines, around))
    }

    /// Returns the text in plain surroundings.
    pub fn plain(&self) -> &Runs {
        match self {
            Self::Same(runs) | Self::Styled { plain: runs, .. } => runs,
        }
    }
}

/// Text with the link of its entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lead {
    /// The text; strong, or emphasized in a role.
    pub content: Runs,
    /// The target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The address in brackets that replaces the link if the text contains links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Runs>,
    /// Its width, in em.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
}

impl Lead {
    /// Returns a text with the link of its entry.
    pub fn new(inlines: &[Inline], content: Runs, width: Option<f64>, url: Option<&str>) -> Self {
        let is_flat = !has_link(inlines);
        Self {
            width: width.filter(|_| is_flat),
            content,
            url: url.filter(|_| is_flat).map(str::to_owned),
            after: url.filter(|_| !is_flat).map(bracketed_address),
        }
    }
}

/// The texts that may lead an entry.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Leads {
    /// The organization.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<Lead>,
    /// The title with its subtitle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Lead>,
    /// The text that replaces the fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Lead>,
}

/// A project within a job.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeaderProject {
    /// Its name, in strong text.
    pub name: Lead,
    /// Its links.
    pub links: Vec<Runs>,
}

/// The level of a language in its parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cefr {
    /// The level of fluency in the words of the profile.
    pub fluency: Option<Part>,
    /// The levels of listening, reading, conversation, speaking and writing.
    pub levels: [Option<&'static str>; 5],
    /// The names of these parts, and of the two groups of the first four.
    pub labels: Vec<String>,
}

/// The groups of parts, without those that are empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Parts {
    /// The organization.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub organization: Vec<Part>,
    /// The title with its subtitle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub title: Vec<Part>,
    /// The position of a referee.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub position: Vec<Part>,
    /// The role in a project.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub role: Vec<Part>,
    /// The level.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub level: Vec<Part>,
    /// The team, from the outermost unit inwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub team: Vec<Part>,
    /// The project.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub project: Vec<HeaderProject>,
    /// The authors, as a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<Part>,
    /// The venue.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub venue: Vec<Part>,
    /// The short name of the venue.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub venue_short: Vec<Part>,
    /// Volume, pages, publisher and place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub imprint: Vec<Part>,
    /// The type of publication.
    #[serde(rename = "type", skip_serializing_if = "Vec::is_empty")]
    pub publication_type: Vec<Part>,
    /// The status of a publication.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<Part>,
    /// The digital object identifier, with its link.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doi: Vec<Part>,
    /// The advisor, with its label.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advisor: Vec<Part>,
    /// The facts, with their labels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meta: Vec<Part>,
    /// The place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub location: Vec<Part>,
    /// The contacts of a referee.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<Part>,
    /// The links, in brackets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Part>,
    /// The remarks, in parentheses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Part>,
    /// The keywords, as a list with its label.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Part>,
}

impl Parts {
    /// Returns the groups of texts.
    pub fn groups_mut(&mut self) -> [&mut Vec<Part>; 20] {
        [
            &mut self.organization,
            &mut self.title,
            &mut self.position,
            &mut self.role,
            &mut self.level,
            &mut self.team,
            &mut self.authors,
            &mut self.venue,
            &mut self.venue_short,
            &mut self.imprint,
            &mut self.publication_type,
            &mut self.status,
            &mut self.doi,
            &mut self.advisor,
            &mut self.meta,
            &mut self.location,
            &mut self.contacts,
            &mut self.links,
            &mut self.notes,
            &mut self.keywords,
        ]
    }

    /// Returns the groups that have a width of their own, by their names.
    pub fn groups(&self) -> [(&'static str, &[Part]); 20] {
        [
            ("organization", &self.organization),
            ("title", &self.title),
            ("position", &self.position),
            ("role", &self.role),
            ("level", &self.level),
            ("team", &self.team),
            ("authors", &self.authors),
            ("venue", &self.venue),
            ("venue-short", &self.venue_short),
            ("imprint", &self.imprint),
            ("type", &self.publication_type),
            ("status", &self.status),
            ("doi", &self.doi),
            ("advisor", &self.advisor),
            ("meta", &self.meta),
            ("location", &self.location),
            ("contacts", &self.contacts),
            ("links", &self.links),
            ("notes", &self.notes),
            ("keywords", &self.keywords),
        ]
    }
}
