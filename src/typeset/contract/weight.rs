//! The approximate length of content, for decisions that need no exact measure: the number of bytes
//! of its texts.

use crate::content::resume::{
    Block, Contact, Inline, Period, ResumeDetail, ResumeEntry, ResumeItem, ResumeLink,
    ResumeSection,
};
use crate::profile::Moment;

/// Content that has a length.
pub trait Weight {
    /// Returns the number of bytes of its texts.
    fn weight(&self) -> usize;
}

impl Weight for Inline {
    fn weight(&self) -> usize {
        match self {
            Self::Text(text) | Self::Code { text } => text.len(),
            other => other.content().map_or(0, Weight::weight),
        }
    }
}

impl<T: Weight> Weight for [T] {
    fn weight(&self) -> usize {
        self.iter().map(Weight::weight).sum()
    }
}

impl<T: Weight> Weight for Vec<T> {
    fn weight(&self) -> usize {
        self.as_slice().weight()
    }
}

impl<T: Weight> Weight for Option<T> {
    fn weight(&self) -> usize {
        self.as_ref().map_or(0, Weight::weight)
    }
}

impl Weight for String {
    fn weight(&self) -> usize {
        self.len()
    }
}

impl Weight for Block {
    fn weight(&self) -> usize {
        match self {
            Self::Paragraph { content } => content.weight(),
            Self::List { items, .. } => items.weight(),
            Self::Quote { blocks } => blocks.weight(),
            Self::Code { text } => text.len(),
            Self::Table { header, rows, .. } => header.weight() + rows.weight(),
            Self::Rule => 0,
        }
    }
}

impl Weight for ResumeItem {
    fn weight(&self) -> usize {
        self.content.weight() + self.items.weight()
    }
}

impl Weight for ResumeDetail {
    fn weight(&self) -> usize {
        self.label.weight() + self.body.weight() + self.items.weight()
    }
}

impl Weight for ResumeLink {
    fn weight(&self) -> usize {
        self.label.weight()
    }
}

impl Weight for Contact {
    fn weight(&self) -> usize {
        self.network.weight() + self.label.weight() + self.text.len()
    }
}

impl Weight for Period {
    fn weight(&self) -> usize {
        let moments = self.start.iter().chain(&self.end);
        moments.map(moment_weight).sum()
    }
}

/// Returns the length of a date in about the longest style: `September 2023`.
fn moment_weight(moment: &Moment) -> usize {
    match moment {
        Moment::Words(words) => words.len(),
        Moment::Term { rest, .. } => 10 + rest.len(),
        Moment::Date(date) if date.month.is_none() => 4,
        Moment::Date(_) | Moment::Present => 14,
    }
}

impl Weight for ResumeEntry {
    fn weight(&self) -> usize {
        header_weight(self)
            + self.summary.weight()
            + self.details.weight()
            + self.highlights.weight()
            + self.roles.weight()
    }
}

/// Returns the length of what heads an entry.
pub fn header_weight(entry: &ResumeEntry) -> usize {
    let project = entry.project.as_ref();
    let meta = entry.meta.iter();
    entry.texts.iter().map(Weight::weight).sum::<usize>()
        + project.map_or(0, |project| project.name.weight() + project.links.weight())
        + entry.doi.as_ref().map_or(0, |doi| doi.text.len())
        + entry.contacts.weight()
        + entry.links.weight()
        + meta
            .map(|fact| fact.label.weight() + fact.value.weight())
            .sum::<usize>()
        + entry.dates.weight()
}

impl Weight for ResumeSection {
    fn weight(&self) -> usize {
        self.title.weight()
            + self.body.weight()
            + self.highlights.weight()
            + self.keywords_label.weight()
            + self.entries.weight()
            + self.sections.weight()
    }
}
