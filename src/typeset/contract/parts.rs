//! The named groups of an entry's header, which a layout arranges.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::content::resume::{EntryField, Inline, has_link};
use crate::typeset::contract::contacts::bracketed_address;
use crate::typeset::contract::runs::{Runs, Surrounding, has_emphasis, ready};

/// A part of a header, which looks different in strong and in emphasized text only if it contains
/// emphasis itself.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
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

    /// Returns the text in each surrounding.
    pub fn forms_mut(&mut self) -> Vec<&mut Runs> {
        match self {
            Self::Same(runs) => vec![runs],
            Self::Styled {
                plain,
                strong,
                emph,
            } => vec![plain, strong, emph],
        }
    }

    /// Returns the text in plain surroundings.
    pub fn plain(&self) -> &Runs {
        match self {
            Self::Same(runs) | Self::Styled { plain: runs, .. } => runs,
        }
    }
}

/// Text with the link of its entry.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
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
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
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
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct HeaderProject {
    /// Its name, in strong text.
    pub name: Lead,
    /// Its links.
    pub links: Vec<Runs>,
}

/// The level of a language in its parts.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Cefr {
    /// The level of fluency in the words of the profile.
    pub fluency: Option<Part>,
    /// The levels of listening, reading, conversation, speaking and writing.
    pub levels: [Option<&'static str>; 5],
    /// The names of these parts, and of the two groups of the first four.
    pub labels: Vec<String>,
}

/// The widths of the parts of each group, in em, by the name of the group. A group whose widths are
/// unknown is missing.
pub type PartWidths = BTreeMap<&'static str, Vec<f64>>;

/// The parts of each field, without those that have none. The title is with its subtitle.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parts {
    /// The groups of texts.
    pub groups: BTreeMap<EntryField, Vec<Part>>,
    /// The project.
    pub project: Option<HeaderProject>,
}

impl Parts {
    /// Returns the groups of texts by their names.
    pub fn groups(&self) -> impl Iterator<Item = (EntryField, &[Part])> {
        let groups = self.groups.iter();
        groups.map(|(field, parts)| (*field, parts.as_slice()))
    }
}

impl Serialize for Parts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (field, parts) in &self.groups {
            map.serialize_entry(field.name(), parts)?;
        }
        if let Some(project) = &self.project {
            map.serialize_entry(EntryField::Project.name(), &[project])?;
        }
        map.end()
    }
}
