//! Walks over a document. Every structure is taken apart whole, so that a new field has to be given
//! a place.

use crate::content::DateWriter;
use crate::content::resume::{
    DateFormat, DateStyle, Inlines, Resume, ResumeDetail, ResumeLetter, ResumePerson,
    ResumeSection, ResumeSignature,
};
use crate::export::outline::parts::{
    Outline, OutlineDetail, OutlineHead, OutlineImage, OutlineLetter, OutlineSection,
    OutlineSignature,
};

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
        let Resume {
            locale: _,
            language,
            region,
            script,
            direction,
            words: _,
            separators,
            document,
            // A part of the metadata.
            date: _,
            title,
            person,
            sections,
            signature,
            footer,
            letter,
            bullets: _,
            kept: _,
            images: _,
        } = self.resume;
        Outline {
            language: tag(language, script.as_deref(), region.as_deref()),
            direction: *direction,
            metadata: document,
            separators,
            head: self.head(person, title.as_ref()),
            sections: sections
                .iter()
                .map(|section| self.section(section, SECTION_LEVEL))
                .collect(),
            signature: signature
                .as_ref()
                .map(|signature| self.signature(signature)),
            footer: footer.as_ref(),
            letter: letter.as_ref().map(|letter| self.letter(letter)),
        }
    }

    fn head(&self, person: &'a ResumePerson, title: Option<&'a Inlines>) -> OutlineHead<'a> {
        let ResumePerson {
            name,
            native_name,
            family_name,
            headline,
            epigraph,
            status,
            photo,
            contacts,
        } = person;
        let words = &self.resume.locale.words().person;
        OutlineHead {
            name: name.as_deref(),
            native_name: native_name.as_deref(),
            family_name: family_name.as_deref(),
            title,
            headline: headline.as_ref(),
            status: status.as_ref(),
            contacts: contacts
                .iter()
                .map(|contact| self.contact(contact))
                .collect(),
            epigraph: epigraph.as_ref(),
            photo: photo
                .as_deref()
                .map(|name| self.image_of_person(name, &words.photo)),
        }
    }

    /// Returns an image with a phrase that describes it; `{}` stands for the name.
    fn image_of_person(&self, name: &'a str, phrase: &str) -> OutlineImage<'a> {
        let person = &self.resume.person;
        let called = person.name.as_deref().or(person.native_name.as_deref());
        OutlineImage {
            name,
            description: phrase
                .replace("{}", called.unwrap_or_default())
                .trim()
                .to_owned(),
        }
    }

    fn section(&self, section: &'a ResumeSection, level: usize) -> OutlineSection<'a> {
        let ResumeSection {
            kind,
            title,
            body,
            highlights,
            columns: _,
            keywords_label,
            entries,
            sections,
            break_before: _,
            keep: _,
        } = section;
        let below = if title.is_some() { level + 1 } else { level };
        let label = keywords_label.as_ref();
        OutlineSection {
            kind: *kind,
            level,
            title: title.as_ref(),
            body,
            highlights,
            entries: entries
                .iter()
                .map(|entry| self.entry(entry, label, below))
                .collect(),
            sections: sections
                .iter()
                .map(|section| self.section(section, below))
                .collect(),
        }
    }

    pub(super) fn detail(detail: &'a ResumeDetail) -> OutlineDetail<'a> {
        let ResumeDetail {
            label,
            body,
            items,
            numbered,
        } = detail;
        OutlineDetail {
            label: label.as_ref(),
            body,
            items,
            numbered: *numbered,
        }
    }

    fn signature(&self, signature: &'a ResumeSignature) -> OutlineSignature<'a> {
        let ResumeSignature {
            place,
            date,
            image,
            name,
        } = signature;
        OutlineSignature {
            place: place.as_ref(),
            date: date.as_deref(),
            image: image.as_deref().map(|image| self.signature_image(image)),
            name: name.as_deref(),
        }
    }

    fn signature_image(&self, name: &'a str) -> OutlineImage<'a> {
        let words = &self.resume.locale.words().person;
        self.image_of_person(name, &words.signature)
    }

    fn letter(&self, letter: &'a ResumeLetter) -> OutlineLetter<'a> {
        let ResumeLetter {
            recipient,
            date,
            subject,
            opening,
            body,
            closing,
            signature,
            enclosures,
        } = letter;
        OutlineLetter {
            date: date.as_deref(),
            recipient,
            subject: subject.as_ref(),
            opening: opening.as_ref(),
            body,
            closing: closing.as_ref(),
            signature: signature
                .as_deref()
                .map(|image| self.signature_image(image)),
            name: self.resume.person.name.as_deref(),
            enclosures_label: &self.resume.words.enclosures,
            enclosures,
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
