//! Walks over a document.

use crate::content::DateWriter;
use crate::content::resume::{DateFormat, DateStyle, Resume, ResumeSection};
use crate::export::outline::parts::{Outline, OutlineImage, OutlineSection};

/// The level of the headings of sections, below the name of the person.
const SECTION_LEVEL: usize = 2;

/// Makes the parts of an outline.
pub(super) struct OutlineBuilder<'a> {
    /// The document.
    pub(super) resume: &'a Resume,
    /// Writes the dates of entries.
    pub(super) dates: DateWriter<'a>,
    /// Writes as much of them in the form of ISO 8601.
    pub(super) iso_dates: DateWriter<'a>,
}

impl<'a> OutlineBuilder<'a> {
    pub(super) fn new(resume: &'a Resume, dates: DateFormat) -> Self {
        let iso = DateFormat {
            style: DateStyle::Iso,
            ..dates
        };
        Self {
            resume,
            dates: DateWriter::new(&resume.locale, dates),
            iso_dates: DateWriter::new(&resume.locale, iso),
        }
    }

    pub(super) fn outline(&self) -> Outline<'a> {
        let resume = self.resume;
        let Resume {
            language,
            script,
            region,
            person,
            sections,
            letter,
            signature,
            ..
        } = resume;
        let words = &resume.locale.words().person;
        let signed = letter.as_ref().and_then(|letter| letter.signature.as_ref());
        let signed = signed.or(signature.as_ref().and_then(|signed| signed.image.as_ref()));
        Outline {
            resume,
            language: tag(language, script.as_deref(), region.as_deref()),
            contacts: person
                .contacts
                .iter()
                .map(|contact| self.contact(contact))
                .collect(),
            photo: self.image(person.photo.as_ref(), &words.photo),
            signature: self.image(signed, &words.signature),
            sections: self.sections(sections, SECTION_LEVEL),
        }
    }

    /// Returns an image of the person with a phrase that describes it; `{}` stands for the name.
    fn image(&self, name: Option<&'a String>, phrase: &str) -> Option<OutlineImage<'a>> {
        let person = &self.resume.person;
        let called = person.name.as_deref().or(person.native_name.as_deref());
        let description = phrase.replace("{}", called.unwrap_or_default());
        name.map(|name| OutlineImage {
            name,
            description: description.trim().to_owned(),
        })
    }

    fn sections(&self, sections: &'a [ResumeSection], level: usize) -> Vec<OutlineSection<'a>> {
        sections
            .iter()
            .map(|section| self.section(section, level))
            .collect()
    }

    fn section(&self, section: &'a ResumeSection, level: usize) -> OutlineSection<'a> {
        let ResumeSection {
            title,
            keywords_label,
            entries,
            sections,
            ..
        } = section;
        let below = if title.is_some() { level + 1 } else { level };
        let label = keywords_label.as_ref();
        OutlineSection {
            section,
            level,
            entries: entries
                .iter()
                .map(|entry| self.entry(entry, label, below))
                .collect(),
            sections: self.sections(sections, below),
        }
    }
}

/// Returns a language tag from its parts, with the capitals of BCP 47.
fn tag(language: &str, script: Option<&str>, region: Option<&str>) -> String {
    let mut tag = language.to_owned();
    if let Some(script) = script {
        let (first, rest) = script.split_at_checked(1).unwrap_or((script, ""));
        tag = format!("{tag}-{}{rest}", first.to_uppercase());
    }
    if let Some(region) = region {
        tag = format!("{tag}-{}", region.to_uppercase());
    }
    tag
}
