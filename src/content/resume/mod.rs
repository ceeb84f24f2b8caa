//! The content of a CV or a letter, in the language of the document and in reading order. Templates
//! receive it in a form that is ready to draw; see `typeset::contract`.

mod dates;
mod entry;
mod field;
mod letter;
mod person;
mod text;

use std::ops::Range;

use serde::Serialize;

use crate::content::locale::Locale;
use crate::profile::{PartialDate, SectionKind};

pub use crate::content::locale::{CefrWords, Direction, PersonWords, Separators};
pub use dates::{DateFormat, DatePrecision, DateStyle, FormattedPeriod, Period};
pub use entry::{Doi, Fact, LanguageLevels, ResumeDetail, ResumeEntry, ResumeLink, ResumeProject};
pub use field::{EntryField, EntryTexts, LINES};
pub use letter::{ResumeLetter, ResumeSignature};
pub use person::{Contact, ContactKind, ResumePerson};
pub use text::{Align, Block, BlockText, Inline, Inlines, ResumeItem, has_link};

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
    /// The path of the logo above the first page for the template.
    pub page_logo: Option<String>,
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
    /// The parts that stay on one page. Templates do not get them.
    pub kept: Vec<KeptPart>,
    /// The files of the logos, and of the pictures in texts. Templates do not get them.
    pub images: Vec<ImageFile>,
}

impl Resume {
    /// Returns whether its sender is below the recipient, as in a letter in Japanese, instead of in
    /// the head of the page.
    pub fn has_sender_below(&self) -> bool {
        self.letter.is_some() && self.language == "ja"
    }
}

/// A section of the CV.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResumeSection {
    /// The kind of its entries.
    pub kind: SectionKind,
    /// Its index among its siblings in the profile; `None` for a part that the profile has elsewhere:
    /// the summary of the person, or a group of publications.
    pub index: Option<usize>,
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

/// A bullet of an entry or a section with its place in the profile, for code that finds it again on a
/// page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bullet {
    /// Its place in the profile.
    pub span: Range<usize>,
    /// Identifies the list that it belongs to.
    pub list: usize,
    /// Its text without markup.
    pub text: String,
}

/// An entry or a section with `keep = true`, and without a page break before it, for code that finds it
/// again on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPart {
    /// The place of its `keep` in the profile.
    pub span: Range<usize>,
    /// What it may begin with, without markup: the title of a section, or that of an entry and its
    /// employer.
    pub titles: Vec<String>,
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
