//! The contract between a profile and a template: all that a template is told, as plain data.
//!
//! `templates/README.md` describes it for people who write templates; `VERSION` changes with every
//! change that an existing template could notice.

use serde::Serialize;

use crate::content::locale::Separators;
use crate::profile::SectionKind;

/// The version of the contract.
pub const VERSION: u32 = 3;

/// Runs of text.
pub type Inlines = Vec<Inline>;

/// An element of a line of text: text, or text with a property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
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
    #[serde(untagged)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
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
        /// What is quoted.
        blocks: Vec<Block>,
    },
    /// Code.
    Code {
        /// The code.
        text: String,
    },
    /// A table.
    Table {
        /// How each column is aligned.
        align: Vec<Option<Align>>,
        /// The cells of the head.
        header: Vec<Inlines>,
        /// The cells of the other rows.
        rows: Vec<Vec<Inlines>>,
    },
    /// A thematic break.
    Rule,
}

/// How a column is aligned, in the direction of reading.
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

/// A bullet with its own bullets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResumeItem {
    /// Its text.
    pub content: Inlines,
    /// Its own bullets.
    pub items: Vec<ResumeItem>,
}

/// One CV, or the letter that goes with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Resume {
    /// [`VERSION`].
    pub version: u32,
    /// The language subtag of the document.
    pub language: String,
    /// The region subtag, in small letters.
    pub region: Option<String>,
    /// The script subtag, in small letters.
    pub script: Option<String>,
    /// The direction of reading.
    pub direction: Direction,
    /// Words of the language that a layout may need.
    pub words: ResumeWords,
    /// Punctuation of the language.
    pub separators: Separators,
    /// What the file says of itself.
    pub document: Metadata,
    /// The page's own title.
    pub title: Option<Inlines>,
    /// Who it is.
    pub person: ResumePerson,
    /// The parts; none of a letter.
    pub sections: Vec<ResumeSection>,
    /// Small print; none of a letter.
    pub footer: Option<Inlines>,
    /// The letter, where it is one.
    pub letter: Option<ResumeLetter>,
}

/// A direction of reading.
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
    /// After a date in the future.
    pub expected: String,
    /// The end of what goes on.
    pub present: String,
    /// Before an advisor.
    pub advisor: String,
    /// Before a page number.
    pub page: String,
    /// What the document is: a CV or a letter.
    pub resume: String,
    /// Before what goes with a letter.
    pub enclosures: String,
}

/// What the file says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Metadata {
    /// The title of the document.
    pub title: String,
    /// Whose it is.
    pub author: Option<String>,
    /// What it is about.
    pub subject: Option<String>,
    /// Words to find it by.
    pub keywords: Vec<String>,
    /// Its date.
    pub date: Option<Date>,
}

/// A date as precise as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31.
    pub day: Option<u8>,
}

/// Who it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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
    /// The photo's path in the template's world.
    pub photo: Option<String>,
    /// How to reach them, in the order written.
    pub contacts: Vec<Contact>,
}

/// A way to reach somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contact {
    /// What it is.
    pub kind: ContactKind,
    /// The network of an account.
    pub network: Option<String>,
    /// The words of a labelled link.
    pub label: Option<String>,
    /// What to print: the address itself.
    pub text: String,
    /// Where it leads.
    pub url: Option<String>,
}

/// What a contact is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ContactKind {
    /// An e-mail address.
    Email,
    /// A phone number.
    Phone,
    /// A place.
    Location,
    /// The person's own page.
    Url,
    /// An account on a network.
    Network,
    /// Another page.
    Link,
}

/// A part of the CV.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ResumeSection {
    /// What its entries are.
    pub kind: SectionKind,
    /// Its heading.
    pub title: Option<Inlines>,
    /// Lead text.
    pub body: Vec<Block>,
    /// Bullets before the entries.
    pub highlights: Vec<ResumeItem>,
    /// How many subsections stand side by side.
    pub columns: u8,
    /// The word before keywords.
    pub keywords_label: Option<Inlines>,
    /// Its entries.
    pub entries: Vec<ResumeEntry>,
    /// Its subsections.
    pub sections: Vec<ResumeSection>,
    /// Whether it begins a new page.
    pub break_before: bool,
    /// Whether each of its entries is kept on one page.
    pub keep: bool,
}

/// One thing of a section, whatever its kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ResumeEntry {
    /// The section's kind.
    pub kind: SectionKind,
    /// Position, qualification, name, title or language.
    pub title: Option<Inlines>,
    /// Employer, institution, awarder.
    pub organization: Option<Inlines>,
    /// A referee's position.
    pub position: Option<Inlines>,
    /// What follows a project's name.
    pub subtitle: Option<Inlines>,
    /// How well a skill or a language is mastered.
    pub level: Option<Inlines>,
    /// The part played.
    pub role: Option<Inlines>,
    /// Who advised.
    pub advisor: Option<Inlines>,
    /// Where it was.
    pub location: Option<Inlines>,
    /// Where it was published.
    pub venue: Option<Inlines>,
    /// The venue's short name.
    pub venue_short: Option<Inlines>,
    /// What follows the venue: volume, pages, publisher, place.
    pub imprint: Option<Inlines>,
    /// Its number among the publications of its section, counted backwards.
    pub number: Option<usize>,
    /// What sort of publication it is.
    #[serde(rename = "type")]
    pub publication_type: Option<Inlines>,
    /// How far a publication is.
    pub status: Option<Inlines>,
    /// The path to the team.
    pub team: Vec<Inlines>,
    /// Who wrote it.
    pub authors: Vec<Inlines>,
    /// Technologies, topics.
    pub keywords: Vec<Inlines>,
    /// Remarks.
    pub notes: Vec<Inlines>,
    /// A named project inside a job.
    pub project: Option<ResumeProject>,
    /// The digital object identifier.
    pub doi: Option<Doi>,
    /// A referee's addresses.
    pub contacts: Vec<Contact>,
    /// Where its lead leads.
    pub url: Option<String>,
    /// Labelled links.
    pub links: Vec<ResumeLink>,
    /// Labelled facts.
    pub meta: Vec<Fact>,
    /// When it was.
    pub dates: Vec<FormattedPeriod>,
    /// Whether the last date lies in the future.
    pub expected: bool,
    /// A flowing line.
    pub text: Option<Inlines>,
    /// Prose.
    pub summary: Vec<Block>,
    /// Labelled blocks.
    pub details: Vec<ResumeDetail>,
    /// Bullets.
    pub highlights: Vec<ResumeItem>,
    /// Positions under this employer.
    pub roles: Vec<ResumeEntry>,
    /// Whether it begins a new page.
    pub break_before: bool,
    /// Whether it is kept on one page.
    pub keep: bool,
}

/// A named project inside a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResumeProject {
    /// Its name.
    pub name: Option<Inlines>,
    /// Where it leads.
    pub url: Option<String>,
    /// Labelled links.
    pub links: Vec<ResumeLink>,
}

/// A digital object identifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Doi {
    /// What to print.
    pub text: String,
    /// Where it leads.
    pub url: String,
}

/// A labelled link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResumeLink {
    /// The words.
    pub label: Inlines,
    /// Where it leads.
    pub url: Option<String>,
}

/// A fact with a label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// The label.
    pub label: Inlines,
    /// The fact.
    pub value: Inlines,
}

/// A labelled block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResumeDetail {
    /// The label.
    pub label: Option<Inlines>,
    /// Prose.
    pub body: Vec<Block>,
    /// A list.
    pub items: Vec<ResumeItem>,
    /// Whether the list is numbered.
    pub numbered: bool,
}

/// A cover letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResumeLetter {
    /// Whom it goes to, line by line.
    pub recipient: Vec<Inlines>,
    /// Its date.
    pub date: Option<FormattedDate>,
    /// What it is about.
    pub subject: Option<Inlines>,
    /// The salutation.
    pub opening: Option<Inlines>,
    /// What it says.
    pub body: Vec<Block>,
    /// The words above the signature.
    pub closing: Option<Inlines>,
    /// The path of the signature in the template's world.
    pub signature: Option<String>,
    /// What goes with it.
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FormattedRange {
    /// When it began.
    pub start: Option<String>,
    /// When it ended.
    pub end: Option<String>,
}
