//! Entries of sections, and what they consist of.

use std::borrow::Cow;

use crate::content::locale::CefrWords;
use crate::content::resume::dates::Period;
use crate::content::resume::field::{EntryField, EntryTexts};
use crate::content::resume::person::Contact;
use crate::content::resume::text::{Block, Inline, Inlines, ResumeItem};
use crate::profile::{CefrLevel, SectionKind, bare_doi, doi_address};

/// An entry of a section of any kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResumeEntry {
    /// The section's kind.
    pub kind: SectionKind,
    /// Its index in the section of the profile; `None` for a publication from a bibliography.
    pub index: Option<usize>,
    /// The texts of its fields.
    pub texts: EntryTexts,
    /// The parts of the level of a language.
    pub cefr: Option<LanguageLevels>,
    /// Its number among the publications of its section, counted down.
    pub number: Option<usize>,
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
    /// Returns the text of a field that has one.
    pub fn text(&self, field: EntryField) -> Option<&Inlines> {
        self.texts.one(field)
    }

    /// Returns the level, followed by the levels of the parts of a language.
    pub fn full_level(&self, separator: &str) -> Option<Cow<'_, [Inline]>> {
        let level = self.text(EntryField::Level).map(Vec::as_slice);
        let Some(LanguageLevels { levels, words }) = &self.cefr else {
            return level.map(Cow::Borrowed);
        };
        let parts = words.skills().into_iter().zip(levels);
        let parts: Vec<String> = parts
            .filter_map(|(skill, level)| level.map(|level| format!("{skill} {}", level.name())))
            .collect();
        let mut all = level.unwrap_or_default().to_vec();
        if !all.is_empty() {
            all.push(Inline::Text(separator.to_owned()));
        }
        all.push(Inline::Text(parts.join(separator)));
        Some(Cow::Owned(all))
    }
}

/// The levels of a language, in the order of [`CefrWords::skills`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageLevels {
    /// The levels, as far as they are known.
    pub levels: [Option<CefrLevel>; 5],
    /// Their names.
    pub words: CefrWords,
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
        // The profile has none that is not one.
        let bare = bare_doi(written).unwrap_or(written);
        Self {
            text: format!("doi:{bare}"),
            url: doi_address(bare),
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
}
