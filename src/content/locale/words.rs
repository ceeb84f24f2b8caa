//! The words of the program in one language, as in the files of `locales/`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::profile::is_east_asian;

/// The words of one language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Words {
    /// The end date of something that continues.
    pub present: String,
    /// Follows a date in the future.
    pub expected: String,
    /// The label of an advisor.
    pub advisor: String,
    /// The label of a page number.
    pub page: String,
    /// The name of a CV.
    pub(super) resume: String,
    /// The name of a CV in regions that call it otherwise.
    #[serde(default)]
    pub(super) resume_in: BTreeMap<String, String>,
    /// The name of a cover letter.
    pub letter: String,
    /// The label of the enclosures of a letter.
    pub enclosures: String,
    /// Follows the label of something that goes on from the page before.
    pub continued: String,
    /// The phrase of `{level}` and `{levels}`: 4 of 5.
    pub(super) level: String,
    /// Whether the family name comes first.
    pub family_name_first: bool,
    /// The phrase of `{degree}` and `{area}` for a degree that is a word.
    pub degree_and_area: String,
    /// The phrase of `{degree}` and `{area}` for a degree that is an abbreviation.
    pub abbreviation_and_area: String,
    /// Replaces the name in a copy for blind review.
    pub anonymous: String,
    /// Explains a mark at authors' names.
    pub equal_contribution: String,
    /// Stands for the authors after the named ones.
    pub and_others: String,
    /// The phrase for editors; `{}` is their names.
    pub edited_by: String,
    /// The phrase for translators; `{}` is their names.
    pub translated_by: String,
    /// The phrase for a volume; `{}` is its number.
    pub volume: String,
    /// The phrase for an edition; `{}` is its number.
    pub edition: String,
    /// The phrase for pages; `{}` is their numbers.
    pub pages: String,
    /// The phrase for the number of a report; `{}` is the number.
    pub number: String,
    /// The phrase for the book that contains a publication; `{}` is its title.
    pub in_book: String,
    /// How CVs show dates.
    pub dates: DatePatterns,
    /// Punctuation.
    pub separators: Separators,
    /// The labels of personal details and contacts.
    pub person: PersonWords,
    /// The names of the parts of a language's level.
    pub cefr: CefrWords,
    /// The states of publication that `BibLaTeX` names.
    pub status: BTreeMap<String, String>,
    /// The default heading of each kind of section.
    pub(super) headings: BTreeMap<String, String>,
    /// The headings of groups of publications.
    pub(super) publications: BTreeMap<String, String>,
    /// The types of a single publication.
    pub(super) publication: BTreeMap<String, String>,
}

/// How CVs in a language show dates.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DatePatterns {
    /// A year, in the letters of CLDR: `y`.
    pub year: String,
    /// A month: `MM/y`; or `short` or `long` for CLDR's own form of months and days.
    pub month: String,
    /// A day, unless the month is `short` or `long`: `dd.MM.y`.
    #[serde(default)]
    pub day: String,
    /// The dash between two dates.
    #[serde(default = "en_dash")]
    pub dash: String,
    /// A number of years, by plural category; `{}` is the number.
    pub years: BTreeMap<String, String>,
    /// A number of months, by plural category; `{}` is the number.
    pub months: BTreeMap<String, String>,
    /// What is between years and months.
    pub between: String,
}

fn en_dash() -> String {
    "–".to_owned()
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

impl Separators {
    /// Returns what is between a label and its text: beside a Latin label, a colon of full width would
    /// leave a hole.
    pub fn after_label(&self, label: &str) -> &str {
        let last = label.chars().rev().find(|c| c.is_alphanumeric());
        match last {
            Some(last) if self.label == "：" && !is_east_asian(last) => ": ",
            _ => &self.label,
        }
    }

    /// Returns the space before a remark. Parentheses of East Asian scripts have one in themselves.
    pub fn before_remark(&self) -> &'static str {
        if self.open == "(" { " " } else { "" }
    }
}

/// The labels of personal details and contacts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PersonWords {
    /// The date of birth.
    pub birth_date: String,
    /// The place of birth.
    pub birth_place: String,
    /// The nationality.
    pub nationality: String,
    /// The gender.
    pub gender: String,
    /// The marital status.
    pub marital_status: String,
    /// The children.
    pub children: String,
    /// The driving license.
    pub driving_license: String,
    /// The reading of a name or an address.
    pub furigana: String,
    /// The postal address.
    pub postal_address: String,
    /// The email address.
    pub email: String,
    /// The phone number.
    pub phone: String,
    /// The person's website.
    pub website: String,
    /// The place of residence.
    pub location: String,
    /// A QR code.
    pub qr_code: String,
    /// The photo; `{}` is the name.
    pub photo: String,
    /// The signature; `{}` is the name.
    pub signature: String,
}

/// The names of the parts of a language's level, by the CEFR's self-assessment grid.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CefrWords {
    /// Listening.
    pub listening: String,
    /// Reading.
    pub reading: String,
    /// Conversation.
    pub spoken_interaction: String,
    /// Speaking without a partner.
    pub spoken_production: String,
    /// Writing.
    pub writing: String,
    /// The group of listening and reading.
    pub understanding: String,
    /// The group of both kinds of speaking.
    pub speaking: String,
}

impl Words {
    /// Returns the words for a level out of several.
    pub fn level_of(&self, level: u8, levels: u8) -> String {
        self.level
            .replace("{levels}", &levels.to_string())
            .replace("{level}", &level.to_string())
    }

    /// Returns the phrases of what follows the venue of a publication; `{}` stands for the value.
    pub fn imprint_patterns(&self) -> [&str; 5] {
        [
            &self.edition,
            &self.volume,
            &self.pages,
            &self.edited_by,
            &self.translated_by,
        ]
    }
}

impl CefrWords {
    /// Returns the names of the parts, as in running text.
    pub fn skills(&self) -> [&str; 5] {
        [
            &self.listening,
            &self.reading,
            &self.spoken_interaction,
            &self.spoken_production,
            &self.writing,
        ]
    }
}
