//! The parts of an outline.

use std::borrow::Cow;

use crate::content::resume::{
    ContactKind, EntryField, Inline, Resume, ResumeDetail, ResumeEntry, ResumePerson,
    ResumeSection, Separators,
};
use crate::profile::SectionKind;

/// A text of one paragraph: one of the document, or one that is made of several.
pub type OutlineText<'a> = Cow<'a, [Inline]>;

/// A CV or a letter as headings, lines and blocks. What needs no other form is in the document.
#[derive(Debug)]
pub struct Outline<'a> {
    /// The document.
    pub resume: &'a Resume,
    /// Its language as a BCP 47 tag, such as `zh-Hant-TW`.
    pub language: String,
    /// The contacts.
    pub contacts: Vec<OutlineContact<'a>>,
    /// The photo.
    pub photo: Option<OutlineImage<'a>>,
    /// The image of the signature, of a letter or a signed CV.
    pub signature: Option<OutlineImage<'a>>,
    /// The sections; empty in a letter.
    pub sections: Vec<OutlineSection<'a>>,
}

/// An image of the document.
#[derive(Debug)]
pub struct OutlineImage<'a> {
    /// The name of the file that the document receives.
    pub name: &'a str,
    /// What it shows, in the language of the document.
    pub description: String,
}

/// A way to reach a person, or a personal detail.
#[derive(Debug)]
pub struct OutlineContact<'a> {
    /// The kind.
    pub kind: ContactKind,
    /// The date that the text is, as `2001-12-31`.
    pub datetime: Option<String>,
    /// The text, after its caption if it needs one.
    pub segment: OutlineSegment<'a>,
}

/// A section.
#[derive(Debug)]
pub struct OutlineSection<'a> {
    /// The section of the document.
    pub section: &'a ResumeSection,
    /// The level of its heading: 2 below the name of the person.
    pub level: usize,
    /// Its entries.
    pub entries: Vec<OutlineEntry<'a>>,
    /// Its subsections.
    pub sections: Vec<OutlineSection<'a>>,
}

/// An entry: its heading with its dates, the lines below, and its text, which is in the document.
#[derive(Debug)]
pub struct OutlineEntry<'a> {
    /// The entry of the document.
    pub entry: &'a ResumeEntry,
    /// The level of its heading.
    pub level: usize,
    /// What names it: its title and subtitle, or its organization.
    pub heading: Vec<OutlineSegment<'a>>,
    /// Its logo.
    pub logo: Option<OutlineImage<'a>>,
    /// A line of text in place of the fields, next to the dates.
    pub text: Option<OutlineSegment<'a>>,
    /// Its periods.
    pub dates: Vec<OutlinePeriod>,
    /// The word after a date in the future.
    pub expected: Option<&'a str>,
    /// The lines below the heading; each has at least one text.
    pub lines: Vec<Vec<OutlineSegment<'a>>>,
    /// The positions at this employer.
    pub roles: Vec<OutlineEntry<'a>>,
}

/// The texts of one field.
#[derive(Debug)]
pub struct OutlineSegment<'a> {
    /// The field.
    pub field: EntryField,
    /// A label before the texts.
    pub label: Option<OutlineText<'a>>,
    /// The texts: several are a list.
    pub texts: Vec<OutlineText<'a>>,
    /// The target of a link on the texts. Texts with such a target have no links of their own.
    pub url: Option<Cow<'a, str>>,
}

/// A point in time or a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlinePeriod {
    /// The start, or the only date.
    pub start: OutlineDate,
    /// The dash between start and end, with its spaces.
    pub dash: String,
    /// The end.
    pub end: Option<OutlineDate>,
    /// The duration.
    pub duration: Option<String>,
}

/// A date as shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineDate {
    /// The date as shown.
    pub text: String,
    /// As much of it as is shown, as `2023`, `2023-09` or `2023-09-07`; missing if it is in words.
    pub datetime: Option<String>,
}

impl Outline<'_> {
    /// Returns the name and the name in its own script, as far as there are any.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let ResumePerson {
            name, native_name, ..
        } = &self.resume.person;
        name.iter().chain(native_name).map(String::as_str)
    }
}

impl OutlineEntry<'_> {
    /// Returns whether it has a date.
    pub fn is_dated(&self) -> bool {
        !self.dates.is_empty() || self.expected.is_some()
    }

    /// Returns its periods as one text, with durations and the word for a future date; `None` if it
    /// has no date.
    pub fn dates_text(&self, separators: &Separators) -> Option<String> {
        let mut text = String::new();
        for (index, period) in self.dates.iter().enumerate() {
            if index > 0 {
                text.push_str(&separators.list);
            }
            text.push_str(&period.text());
            if let Some(duration) = &period.duration {
                text.push_str(&remark(separators, duration));
            }
        }
        if let Some(expected) = self.expected {
            text.push_str(&remark(separators, expected));
        }
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// Returns whether it is an item of a list rather than a part with a heading: a short one, or
    /// one that nothing names.
    pub fn is_item(&self) -> bool {
        let kind = self.entry.kind;
        let is_short = matches!(
            kind,
            SectionKind::Skill
                | SectionKind::Language
                | SectionKind::Interest
                | SectionKind::Award
                | SectionKind::Certificate
                | SectionKind::News
                | SectionKind::List
        );
        let is_prose = kind == SectionKind::Text;
        (self.heading.is_empty() && !is_prose) || (is_short && !self.has_body())
    }

    /// Returns whether it has only bullets and lists, which then need no bullet above them.
    pub fn is_only_lists(&self) -> bool {
        let is_named = !self.heading.is_empty()
            || self.text.is_some()
            || self.is_dated()
            || !self.lines.is_empty();
        let entry = self.entry;
        let is_list = |detail: &ResumeDetail| detail.label.is_none() && detail.body.is_empty();
        !is_named
            && entry.summary.is_empty()
            && entry.roles.is_empty()
            && entry.details.iter().all(is_list)
    }

    /// Returns whether it has something below its lines.
    pub fn has_body(&self) -> bool {
        self.has_prose() || !self.entry.highlights.is_empty()
    }

    fn has_prose(&self) -> bool {
        let ResumeEntry {
            summary,
            details,
            roles,
            ..
        } = self.entry;
        !(summary.is_empty() && details.is_empty() && roles.is_empty())
    }
}

impl<'a> OutlineSegment<'a> {
    /// Creates a text of a field, without label and target.
    pub(super) fn new(field: EntryField, text: OutlineText<'a>) -> Self {
        Self {
            field,
            label: None,
            texts: vec![text],
            url: None,
        }
    }
}

/// Returns a remark in parentheses, with the space before it.
pub fn remark(separators: &Separators, text: &str) -> String {
    let space = separators.before_remark();
    format!("{space}{}{text}{}", separators.open, separators.close)
}

impl OutlinePeriod {
    /// Returns the period without its duration.
    pub fn text(&self) -> String {
        let Some(end) = &self.end else {
            return self.start.text.clone();
        };
        format!("{}{}{}", self.start.text, self.dash, end.text)
    }
}
