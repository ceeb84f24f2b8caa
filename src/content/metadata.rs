//! What a file says of itself: title, author, subject, keywords, date.

use crate::content::markdown::plain;
use crate::content::resume::{Date, Metadata, Resume, ResumeSection};
use crate::profile::{DateText, Dates, Entry, Moment, PartialDate, RoleField, SectionKind};
use crate::selection::{SelectedSection, Selection};

/// The most keywords that a file gets.
const MOST_KEYWORDS: usize = 32;

/// Metadata of nothing.
pub fn none() -> Metadata {
    Metadata {
        title: String::new(),
        author: None,
        subject: None,
        keywords: Vec::new(),
        date: None,
    }
}

/// The metadata of a CV, or of a letter.
pub fn metadata(selection: &Selection, resume: &Resume, stem: &str) -> Metadata {
    let profile = &selection.profile;
    let word = &resume.words.resume;
    let title = match (&resume.person.name, &resume.title, &resume.person.headline) {
        (Some(name), ..) if !name.trim().is_empty() => format!("{} – {word}", name.trim()),
        (_, Some(title), _) => plain(title),
        (_, _, Some(headline)) => plain(headline),
        _ => stem.to_owned(),
    };
    let subject = resume
        .letter
        .as_ref()
        .and_then(|letter| letter.subject.as_deref());
    let mut keywords = Vec::new();
    collect_keywords(&resume.sections, &mut keywords);
    keywords.truncate(MOST_KEYWORDS);
    let of_letter = profile
        .letter
        .as_ref()
        .and_then(|letter| letter.date.as_ref());
    let written = [of_letter, profile.date.as_ref()]
        .into_iter()
        .flatten()
        .find_map(calendar);
    let date = written.or_else(|| newest(&selection.sections));
    Metadata {
        title,
        author: resume.person.name.clone(),
        subject: subject
            .or(resume.person.headline.as_deref())
            .or(resume.title.as_deref())
            .map(plain),
        keywords,
        date: date.map(|PartialDate { year, month, day }| Date { year, month, day }),
    }
}

/// The skills, each once, in the order of the CV.
fn collect_keywords(sections: &[ResumeSection], keywords: &mut Vec<String>) {
    for section in sections {
        for entry in section
            .entries
            .iter()
            .filter(|entry| entry.kind == SectionKind::Skill)
        {
            for keyword in entry.keywords.iter().map(|keyword| plain(keyword)) {
                if !keywords.contains(&keyword) {
                    keywords.push(keyword);
                }
            }
        }
        collect_keywords(&section.sections, keywords);
    }
}

fn calendar(date: &DateText) -> Option<PartialDate> {
    match date.moment() {
        Moment::Date(date) => Some(date),
        _ => None,
    }
}

/// The newest date that the CV tells of as past. An archive file needs a date, and the clock is
/// none of a profile's.
fn newest(sections: &[SelectedSection]) -> Option<PartialDate> {
    let of_section = |section: &SelectedSection| {
        let grouped = section.groups.iter().flat_map(|group| &group.entries);
        let entries = section
            .entries
            .iter()
            .chain(grouped)
            .filter_map(|selected| newest_of(&selected.entry));
        entries
            .chain(newest(&section.subsections))
            .max_by_key(|date| order(*date))
    };
    sections
        .iter()
        .filter_map(of_section)
        .max_by_key(|date| order(*date))
}

fn newest_of(entry: &Entry) -> Option<PartialDate> {
    let end = entry.end.iter().filter(|_| !entry.expected);
    let points = entry
        .date
        .iter()
        .flat_map(Dates::as_slice)
        .filter(|_| !entry.expected);
    let own = points.chain(&entry.start).chain(end).filter_map(calendar);
    let roles = match &entry.role {
        Some(RoleField::Roles(roles)) => roles.as_slice(),
        _ => &[],
    };
    own.chain(roles.iter().filter_map(newest_of))
        .max_by_key(|date| order(*date))
}

fn order(date: PartialDate) -> (u16, u8, u8) {
    (date.year, date.month.unwrap_or(0), date.day.unwrap_or(0))
}
