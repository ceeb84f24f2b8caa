//! The content of a CV or a letter, in the language of the document and in reading order. Templates
//! receive it in a form that is ready to draw; see `typeset::contract`.

use std::ops::Range;

use serde::Serialize;

use crate::content::bullet::Bullet;
use crate::content::locale::Locale;
use crate::profile::{CefrLevel, Moment, PartialDate, SectionKind};

pub use crate::content::locale::{CefrWords, Direction, PersonWords, Separators};

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
    /// A level out of several, which layouts may draw.
    Level {
        /// The level, from 1.
        level: u8,
        /// The number of levels.
        levels: u8,
        /// The same in words: `4 of 5`.
        content: Inlines,
    },
    /// A picture, followed by its text.
    Picture {
        /// The path for the template.
        path: String,
        /// What it shows.
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
            | Self::Link { content, .. }
            | Self::Level { content, .. }
            | Self::Picture { content, .. } => Some(content),
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
            | Self::Link { content, .. }
            | Self::Level { content, .. }
            | Self::Picture { content, .. } => Some(content),
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
    /// The language, in which dates are written.
    pub locale: Locale,
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
    /// The date of the document, if the profile names one.
    pub date: Option<PartialDate>,
    /// The title on the page.
    pub title: Option<Inlines>,
    /// The person.
    pub person: ResumePerson,
    /// The sections; empty in a letter.
    pub sections: Vec<ResumeSection>,
    /// What a signed CV ends with; missing in a letter.
    pub signature: Option<ResumeSignature>,
    /// The small print at the end; missing in a letter.
    pub footer: Option<Inlines>,
    /// The letter, in a document that is one.
    pub letter: Option<ResumeLetter>,
    /// The bullets with their places in the profile. Templates do not get them.
    pub bullets: Vec<Bullet>,
    /// The files of the logos, and of the pictures in texts. Templates do not get them.
    pub images: Vec<ImageFile>,
}

/// The file of a logo or of a picture in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageFile {
    /// What it is, for messages: `logo` or `picture`.
    pub kind: &'static str,
    /// The path for the template.
    pub name: String,
    /// The path as the profile gives it.
    pub written: String,
    /// Where the profile gives it first.
    pub span: Range<usize>,
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
    /// Follows the label of something that goes on from the page before.
    pub continued: String,
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
    /// The family name, as the profile gives it or as the form of the name tells.
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
    /// The text of a labeled link; the label before an email address, a phone number or a detail.
    pub label: Option<String>,
    /// What the text is, in the language of the document: a word such as “Nationality”.
    pub caption: &'static str,
    /// Whether the address has a QR code.
    pub qr: bool,
    /// The date that the text is, of a date of birth.
    pub date: Option<PartialDate>,
    /// The address as shown.
    pub text: String,
    /// The user name of an account, if its address ends with it.
    pub username: Option<String>,
    /// The target.
    pub url: Option<String>,
}

/// A kind of contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContactKind {
    /// An email address.
    Email,
    /// A phone number.
    Phone,
    /// A place.
    Location,
    /// A postal address.
    Address,
    /// The reading of a postal address, in kana.
    AddressFurigana,
    /// The reading of the name, in kana.
    Furigana,
    /// The date of birth.
    BirthDate,
    /// The nationality.
    Nationality,
    /// The gender.
    Gender,
    /// Another personal detail, which has a label.
    Detail,
    /// The person's website.
    Url,
    /// An account on a network.
    Network,
    /// Another web page.
    Link,
}

impl Contact {
    /// Returns the label that the profile gives an email address, a phone number or a detail.
    pub fn own_caption(&self) -> Option<&str> {
        match self.kind {
            ContactKind::Email | ContactKind::Phone | ContactKind::Detail => self.label.as_deref(),
            _ => None,
        }
    }
}

impl ContactKind {
    /// Returns whether the text needs its caption to be understood.
    pub fn is_captioned(self) -> bool {
        matches!(
            self,
            Self::AddressFurigana
                | Self::Furigana
                | Self::BirthDate
                | Self::Nationality
                | Self::Gender
        )
    }

    /// Returns whether the text is in the language of the document, and not an address or a number.
    pub fn is_text(self) -> bool {
        self.is_captioned() || matches!(self, Self::Location | Self::Address | Self::Detail)
    }
}

/// The levels of a language, in the order of [`CefrWords::skills`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageLevels {
    /// The levels, as far as they are known.
    pub levels: [Option<CefrLevel>; 5],
    /// Their names.
    pub words: &'static CefrWords,
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
    /// The parts of the level of a language.
    pub cefr: Option<LanguageLevels>,
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
    /// The path of its logo for the template.
    pub logo: Option<String>,
    /// The labeled facts.
    pub meta: Vec<Fact>,
    /// The periods.
    pub dates: Vec<Period>,
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

impl ResumeEntry {
    /// Returns the texts of its head, in reading order, without those of its project, links,
    /// contacts and labeled facts.
    pub fn head_texts(&self) -> impl Iterator<Item = &Inlines> {
        let single = [
            &self.title,
            &self.organization,
            &self.position,
            &self.subtitle,
            &self.level,
            &self.role,
            &self.advisor,
            &self.location,
            &self.venue,
            &self.venue_short,
            &self.imprint,
            &self.publication_type,
            &self.status,
            // A line of text has its date next to it.
            &self.text,
        ];
        let lists = [&self.team, &self.authors, &self.keywords, &self.notes];
        single
            .into_iter()
            .flatten()
            .chain(lists.into_iter().flatten())
    }
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
    /// Whether the address has a QR code.
    pub qr: bool,
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

/// Place, date and signature at the end of a CV.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeSignature {
    /// The place.
    pub place: Option<Inlines>,
    /// The date.
    pub date: Option<String>,
    /// The path of the image for the template.
    pub image: Option<String>,
    /// The name below the image, or below room to sign.
    pub name: Option<String>,
}

impl ResumeSignature {
    /// Returns whether it has nothing to show.
    pub fn is_empty(&self) -> bool {
        let Self {
            place,
            date,
            image,
            name,
        } = self;
        place.is_none() && date.is_none() && image.is_none() && name.is_none()
    }
}

/// A cover letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeLetter {
    /// The lines of the recipient's address.
    pub recipient: Vec<Inlines>,
    /// The date.
    pub date: Option<String>,
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
    /// As CVs in the language write them: `Sep 2023`, `09/2023`, `2023年9月`.
    #[default]
    Auto,
    /// `Sep 2023`.
    Short,
    /// `September 2023`.
    Long,
    /// `2023.9`.
    Numeric,
    /// `09/2023`.
    Slashed,
    /// `2023-09`.
    Iso,
    /// `2023年9月`, in every language.
    Japanese,
    /// `令和5年9月`, in every language.
    JapaneseEra,
}

impl DateStyle {
    /// Returns whether dates are in Japanese whatever the language of the document.
    pub fn is_japanese(self) -> bool {
        matches!(self, Self::Japanese | Self::JapaneseEra)
    }

    /// Returns the style that a layout's option `dates` names.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto),
            "short" => Some(Self::Short),
            "long" => Some(Self::Long),
            "numeric" => Some(Self::Numeric),
            "slashed" => Some(Self::Slashed),
            "iso" => Some(Self::Iso),
            _ => None,
        }
    }
}

/// How much of a date is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatePrecision {
    /// The day, the month or the year, as written.
    AsWritten,
    /// The month at most.
    Month,
    /// The year.
    Year,
}

impl DatePrecision {
    /// Returns the precision that a layout's option `date-precision` names; `None` for `auto`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "as-written" => Some(Self::AsWritten),
            "month" => Some(Self::Month),
            "year" => Some(Self::Year),
            _ => None,
        }
    }
}

/// How the dates of entries are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DateFormat {
    /// The style.
    pub style: DateStyle,
    /// How much of each date is shown; what suits the entry if missing.
    pub precision: Option<DatePrecision>,
    /// Whether the duration follows a period.
    pub durations: bool,
}

impl DateFormat {
    /// Dates as a profile writes them, for texts that are compared with it.
    pub const AS_WRITTEN: Self = Self {
        style: DateStyle::Iso,
        precision: Some(DatePrecision::AsWritten),
        durations: false,
    };
}

/// A point in time or a period of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The start, or the point in time.
    pub start: Option<Moment>,
    /// The end.
    pub end: Option<Moment>,
    /// How much of its dates is shown unless the options say otherwise.
    pub precision: DatePrecision,
    /// The number of months that it lasted, if that is known and says something.
    pub months: Option<u32>,
}

/// A period as shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormattedPeriod {
    /// The start, or the only date.
    pub start: Option<String>,
    /// The end.
    pub end: Option<String>,
    /// The duration.
    pub duration: Option<String>,
    /// Whether neither date has a month.
    pub in_years: bool,
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
            ("auto", Some(DateStyle::Auto)),
            ("short", Some(DateStyle::Short)),
            ("long", Some(DateStyle::Long)),
            ("numeric", Some(DateStyle::Numeric)),
            ("slashed", Some(DateStyle::Slashed)),
            ("iso", Some(DateStyle::Iso)),
            ("tiny", None),
        ] {
            assert_eq!(DateStyle::from_name(name), style, "{name}");
        }
    }
}
