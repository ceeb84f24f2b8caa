//! The content of a CV or a letter, in the language of the document and in reading order. Templates
//! receive it in a form that is ready to draw; see `typeset::contract`.

use serde::{Deserialize, Serialize};

use crate::content::bullet::Bullet;
use crate::profile::SectionKind;

/// Text of one paragraph.
pub type Inlines = Vec<Inline>;

/// An element of a line of text: text, or text with a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Strong emphasis.
    Strong {
        /// The emphasized text.
        content: Inlines,
    },
    /// Emphasis.
    Emph {
        /// The emphasized text.
        content: Inlines,
    },
    /// Struck-out text.
    Strike {
        /// The struck-out text.
        content: Inlines,
    },
    /// Superscript.
    Super {
        /// The raised text.
        content: Inlines,
    },
    /// Subscript.
    Sub {
        /// The lowered text.
        content: Inlines,
    },
    /// A link.
    Link {
        /// The target.
        url: String,
        /// The linked text.
        content: Inlines,
    },
    /// A code span.
    Code {
        /// The code.
        text: String,
    },
    /// A line break.
    Break,
    /// Plain text, serialized as a string.
    Text(String),
}

impl Inline {
    /// Returns the elements inside this one, if its kind has any.
    pub fn content(&self) -> Option<&Inlines> {
        match self {
            Self::Strong { content }
            | Self::Emph { content }
            | Self::Strike { content }
            | Self::Super { content }
            | Self::Sub { content }
            | Self::Link { content, .. } => Some(content),
            Self::Code { .. } | Self::Break | Self::Text(_) => None,
        }
    }

    /// Returns the elements inside this one for modification, if its kind has any.
    pub fn content_mut(&mut self) -> Option<&mut Inlines> {
        match self {
            Self::Strong { content }
            | Self::Emph { content }
            | Self::Strike { content }
            | Self::Super { content }
            | Self::Sub { content }
            | Self::Link { content, .. } => Some(content),
            Self::Code { .. } | Self::Break | Self::Text(_) => None,
        }
    }
}

/// A block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph {
        /// Its text.
        content: Inlines,
    },
    /// A list.
    List {
        /// Whether it is numbered.
        numbered: bool,
        /// The number of its first item.
        start: u64,
        /// Its items.
        items: Vec<Vec<Block>>,
    },
    /// A quotation.
    Quote {
        /// The quoted blocks.
        blocks: Vec<Block>,
    },
    /// Code.
    Code {
        /// The code.
        text: String,
    },
    /// A table.
    Table {
        /// The alignment of each column.
        align: Vec<Option<Align>>,
        /// The header cells.
        header: Vec<Inlines>,
        /// The cells of each row.
        rows: Vec<Vec<Inlines>>,
    },
    /// A thematic break.
    Rule,
}

/// The alignment of a column, in the writing direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Align {
    /// At the start edge.
    Start,
    /// In the middle.
    Center,
    /// At the end edge.
    End,
}

/// A bullet with its nested bullets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeItem {
    /// Its text.
    pub content: Inlines,
    /// The nested bullets.
    pub items: Vec<ResumeItem>,
}

/// A CV or a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resume {
    /// The language subtag of the document.
    pub language: String,
    /// The region subtag in lowercase.
    pub region: Option<String>,
    /// The script subtag in lowercase.
    pub script: Option<String>,
    /// The writing direction.
    pub direction: Direction,
    /// Words of the language for use in layouts.
    pub words: ResumeWords,
    /// Punctuation of the language.
    pub separators: Separators,
    /// The metadata of the file.
    pub document: Metadata,
    /// The title on the page.
    pub title: Option<Inlines>,
    /// The person.
    pub person: ResumePerson,
    /// The sections; empty in a letter.
    pub sections: Vec<ResumeSection>,
    /// The small print at the end; missing in a letter.
    pub footer: Option<Inlines>,
    /// The letter, in a document that is one.
    pub letter: Option<ResumeLetter>,
    /// The bullets with their places in the profile. Templates do not get them.
    pub bullets: Vec<Bullet>,
}

/// A writing direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

/// Words of the document's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResumeWords {
    /// Follows a date in the future.
    pub expected: String,
    /// The end date of something that continues.
    pub present: String,
    /// The label of an advisor.
    pub advisor: String,
    /// The label of a page number.
    pub page: String,
    /// The name of the kind of document: CV or letter.
    pub resume: String,
    /// The label of the enclosures of a letter.
    pub enclosures: String,
}

/// Punctuation of a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Separators {
    /// Between a label and its text.
    pub label: String,
    /// Between the members of a list.
    pub list: String,
    /// Between the parts of a line that is not a list.
    pub comma: String,
    /// Before a remark.
    pub open: String,
    /// After a remark.
    pub close: String,
}

/// The metadata of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Metadata {
    /// The title of the document.
    pub title: String,
    /// The author.
    pub author: Option<String>,
    /// The subject.
    pub subject: Option<String>,
    /// Keywords for search.
    pub keywords: Vec<String>,
    /// The date.
    pub date: Option<Date>,
}

/// A date that may lack month and day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31.
    pub day: Option<u8>,
}

/// The person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumePerson {
    /// The name.
    pub name: Option<String>,
    /// The name in its own script.
    pub native_name: Option<String>,
    /// The family name.
    pub family_name: Option<String>,
    /// A profession or a line about oneself.
    pub headline: Option<Inlines>,
    /// A motto.
    pub epigraph: Option<Inlines>,
    /// Availability.
    pub status: Option<Inlines>,
    /// The path of the photo for the template.
    pub photo: Option<String>,
    /// The contacts, in the order of the profile.
    pub contacts: Vec<Contact>,
}

/// A way to reach a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// The kind.
    pub kind: ContactKind,
    /// The network of an account.
    pub network: Option<String>,
    /// The text of a labeled link.
    pub label: Option<String>,
    /// The address as shown.
    pub text: String,
    /// The target.
    pub url: Option<String>,
}

/// A kind of contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ContactKind {
    /// An email address.
    Email,
    /// A phone number.
    Phone,
    /// A place.
    Location,
    /// The person's website.
    Url,
    /// An account on a network.
    Network,
    /// Another web page.
    Link,
}

/// A section of the CV.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResumeSection {
    /// The kind of its entries.
    pub kind: SectionKind,
    /// Its heading.
    pub title: Option<Inlines>,
    /// The text before the entries.
    pub body: Vec<Block>,
    /// The bullets before the entries.
    pub highlights: Vec<ResumeItem>,
    /// The number of subsections side by side.
    pub columns: u8,
    /// The label of the keywords.
    pub keywords_label: Option<Inlines>,
    /// Its entries.
    pub entries: Vec<ResumeEntry>,
    /// Its subsections.
    pub sections: Vec<ResumeSection>,
    /// Whether it starts a new page.
    pub break_before: bool,
    /// Whether the whole section is kept on one page, if it fits on one.
    pub keep: bool,
}

/// An entry of a section of any kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResumeEntry {
    /// The section's kind.
    pub kind: SectionKind,
    /// Position, qualification, name, title or language.
    pub title: Option<Inlines>,
    /// Employer, institution, awarder.
    pub organization: Option<Inlines>,
    /// A referee's position.
    pub position: Option<Inlines>,
    /// The subtitle of a project.
    pub subtitle: Option<Inlines>,
    /// The level of a skill or a language.
    pub level: Option<Inlines>,
    /// The role in a project.
    pub role: Option<Inlines>,
    /// The advisor.
    pub advisor: Option<Inlines>,
    /// The place.
    pub location: Option<Inlines>,
    /// The journal, conference or publisher.
    pub venue: Option<Inlines>,
    /// The venue's short name.
    pub venue_short: Option<Inlines>,
    /// Volume, pages, publisher and place.
    pub imprint: Option<Inlines>,
    /// Its number among the publications of its section, counted down.
    pub number: Option<usize>,
    /// The type of publication.
    pub publication_type: Option<Inlines>,
    /// The status of a publication.
    pub status: Option<Inlines>,
    /// The team, from the outermost unit inwards.
    pub team: Vec<Inlines>,
    /// The authors.
    pub authors: Vec<Inlines>,
    /// Technologies or topics.
    pub keywords: Vec<Inlines>,
    /// The remarks.
    pub notes: Vec<Inlines>,
    /// The project that a job was for.
    pub project: Option<ResumeProject>,
    /// The digital object identifier.
    pub doi: Option<Doi>,
    /// The contacts of a referee.
    pub contacts: Vec<Contact>,
    /// The target of its title.
    pub url: Option<String>,
    /// The labeled links.
    pub links: Vec<ResumeLink>,
    /// The labeled facts.
    pub meta: Vec<Fact>,
    /// The periods.
    pub dates: Vec<FormattedPeriod>,
    /// Whether the last date is in the future.
    pub expected: bool,
    /// A line of text in place of the fields.
    pub text: Option<Inlines>,
    /// The prose.
    pub summary: Vec<Block>,
    /// The labeled blocks.
    pub details: Vec<ResumeDetail>,
    /// The bullets.
    pub highlights: Vec<ResumeItem>,
    /// The positions at this employer.
    pub roles: Vec<ResumeEntry>,
    /// Whether it starts a new page.
    pub break_before: bool,
    /// Whether it is kept on one page, if it fits on one.
    pub keep: bool,
}

/// A named project inside a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeProject {
    /// Its name.
    pub name: Option<Inlines>,
    /// The target.
    pub url: Option<String>,
    /// The labeled links.
    pub links: Vec<ResumeLink>,
}

/// A digital object identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doi {
    /// The DOI as shown.
    pub text: String,
    /// The target.
    pub url: String,
}

impl Doi {
    /// Creates a DOI from any of its spellings: bare, with `doi:`, or as an address.
    pub fn new(written: &str) -> Self {
        const PREFIXES: [&str; 6] = [
            "https://doi.org/",
            "http://doi.org/",
            "https://dx.doi.org/",
            "doi.org/",
            "doi:",
            "DOI:",
        ];
        let bare = PREFIXES
            .iter()
            .find_map(|prefix| written.trim().strip_prefix(prefix))
            .unwrap_or(written)
            .trim();
        Self {
            text: format!("doi:{bare}"),
            url: format!("https://doi.org/{}", bare.replace(' ', "%20")),
        }
    }
}

/// A labeled link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeLink {
    /// The text.
    pub label: Inlines,
    /// The target.
    pub url: Option<String>,
}

/// A fact with a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The label.
    pub label: Inlines,
    /// The fact.
    pub value: Inlines,
}

/// A labeled block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeDetail {
    /// The label.
    pub label: Option<Inlines>,
    /// The prose.
    pub body: Vec<Block>,
    /// The list.
    pub items: Vec<ResumeItem>,
    /// Whether the list is numbered.
    pub numbered: bool,
}

/// A cover letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeLetter {
    /// The lines of the recipient's address.
    pub recipient: Vec<Inlines>,
    /// The date.
    pub date: Option<FormattedDate>,
    /// The subject.
    pub subject: Option<Inlines>,
    /// The salutation.
    pub opening: Option<Inlines>,
    /// The body.
    pub body: Vec<Block>,
    /// The closing above the signature.
    pub closing: Option<Inlines>,
    /// The path of the signature for the template.
    pub signature: Option<String>,
    /// The enclosures.
    pub enclosures: Vec<Inlines>,
}

/// A way to write dates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DateStyle {
    /// `2023.9`.
    #[default]
    Numeric,
    /// `Sep 2023`.
    Short,
    /// `September 2023`.
    Long,
    /// `2023-09`.
    Iso,
}

impl DateStyle {
    /// Returns the style that a layout's option `dates` names.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "numeric" => Some(Self::Numeric),
            "short" => Some(Self::Short),
            "long" => Some(Self::Long),
            "iso" => Some(Self::Iso),
            _ => None,
        }
    }
}

/// A point in time in every date style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormattedDate {
    /// `2026.3.14`.
    pub numeric: String,
    /// `Mar 14, 2026`.
    pub short: String,
    /// `March 14, 2026`.
    pub long: String,
    /// `2026-03-14`.
    pub iso: String,
}

/// A period in every date style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormattedPeriod {
    /// `2023.9`.
    pub numeric: FormattedRange,
    /// `Sep 2023`.
    pub short: FormattedRange,
    /// `September 2023`.
    pub long: FormattedRange,
    /// `2023-09`.
    pub iso: FormattedRange,
}

impl FormattedPeriod {
    /// Returns the period in one style.
    pub fn in_style(&self, style: DateStyle) -> &FormattedRange {
        match style {
            DateStyle::Numeric => &self.numeric,
            DateStyle::Short => &self.short,
            DateStyle::Long => &self.long,
            DateStyle::Iso => &self.iso,
        }
    }
}

/// A period in one date style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormattedRange {
    /// The start.
    pub start: Option<String>,
    /// The end.
    pub end: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_all_spellings_of_a_doi() {
        for written in [
            "10.1000/182",
            "doi:10.1000/182",
            "https://doi.org/10.1000/182",
            " 10.1000/182 ",
        ] {
            let doi = Doi::new(written);
            assert_eq!(doi.text, "doi:10.1000/182", "{written}");
            assert_eq!(doi.url, "https://doi.org/10.1000/182", "{written}");
        }
    }

    #[test]
    fn date_styles_are_named() {
        for (name, style) in [
            ("numeric", Some(DateStyle::Numeric)),
            ("short", Some(DateStyle::Short)),
            ("long", Some(DateStyle::Long)),
            ("iso", Some(DateStyle::Iso)),
            ("tiny", None),
        ] {
            assert_eq!(DateStyle::from_name(name), style, "{name}");
        }
    }
}
