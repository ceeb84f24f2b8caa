//! Entries of sections, and what they consist of.

use crate::content::locale::CefrWords;
use crate::content::resume::dates::Period;
use crate::content::resume::person::Contact;
use crate::content::resume::text::{Block, Inlines, ResumeItem};
use crate::profile::{CefrLevel, SectionKind, bare_doi, doi_address};

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
