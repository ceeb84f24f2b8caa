//! The metadata of a PDF: title, author, subject, keywords and date.

use crate::content::markdown::{plain, unrated};
use crate::content::resume::{Date, EntryField, Metadata, Resume, ResumeSection};
use crate::profile::{DateText, Dates, Entry, PartialDate, Profile, RoleField, SectionKind};
use crate::selection::{SelectedSection, Selection};

/// The number of keywords to write at most.
const MAX_KEYWORDS: usize = 32;

/// The length of all keywords together, in bytes, of which a PDF allows twice as many in UTF-16.
const MAX_KEYWORDS_LENGTH: usize = 8_000;

/// Returns the metadata of a CV or a letter. `fallback_title` is the title of a document without
/// name, title and headline.
pub fn metadata(selection: &Selection, resume: &Resume, fallback_title: &str) -> Metadata {
    let mut keywords = Vec::new();
    collect_keywords(&resume.sections, &mut keywords);
    keywords.truncate(fitting(&keywords));
    let date = written_date(&selection.profile).or_else(|| newest_date(&selection.sections));
    Metadata {
        title: title(resume, fallback_title),
        author: resume.person.name.clone(),
        subject: subject(resume),
        keywords,
        date: date.map(|PartialDate { year, month, day }| Date { year, month, day }),
    }
}

/// Returns how many keywords to write.
fn fitting(keywords: &[String]) -> usize {
    let mut length = 0;
    let fitting = keywords.iter().take(MAX_KEYWORDS).take_while(|keyword| {
        length += keyword.len();
        length <= MAX_KEYWORDS_LENGTH
    });
    fitting.count()
}

fn title(resume: &Resume, fallback: &str) -> String {
    let name = resume.person.name.as_deref().unwrap_or_default().trim();
    if !name.is_empty() {
        return format!("{name} – {}", resume.words.resume);
    }
    let line = resume
        .title
        .as_deref()
        .or(resume.person.headline.as_deref());
    line.map_or_else(|| fallback.to_owned(), plain)
}

fn subject(resume: &Resume) -> Option<String> {
    let of_letter = resume
        .letter
        .as_ref()
        .and_then(|letter| letter.subject.as_deref());
    of_letter
        .or(resume.person.headline.as_deref())
        .or(resume.title.as_deref())
        .map(plain)
}

/// Collects the skills, each once, in the order of the CV.
fn collect_keywords(sections: &[ResumeSection], keywords: &mut Vec<String>) {
    for section in sections {
        for entry in &section.entries {
            if entry.kind != SectionKind::Skill {
                continue;
            }
            for keyword in entry.texts.all(EntryField::Keywords) {
                let keyword = unrated(keyword);
                if !keywords.contains(&keyword) {
                    keywords.push(keyword);
                }
            }
        }
        collect_keywords(&section.sections, keywords);
    }
}

/// Returns the date that the profile gives the letter or itself.
pub fn written_date(profile: &Profile) -> Option<PartialDate> {
    let of_letter = profile
        .letter
        .as_ref()
        .and_then(|letter| letter.date.as_ref());
    of_letter
        .into_iter()
        .chain(&profile.date)
        .find_map(DateText::date)
}

/// Returns the newest past date of the CV. PDF/A needs a date, and the current one would make the
/// bytes depend on the day.
fn newest_date(sections: &[SelectedSection]) -> Option<PartialDate> {
    let mut newest = None;
    for section in sections {
        let grouped = section.groups.iter().flat_map(|group| &group.entries);
        for selected in section.entries.iter().chain(grouped) {
            newest = later(newest, newest_of_entry(&selected.entry));
        }
        newest = later(newest, newest_date(&section.subsections));
    }
    newest
}

fn newest_of_entry(entry: &Entry) -> Option<PartialDate> {
    let mut newest = entry.start.as_ref().and_then(DateText::date);
    if !entry.expected {
        let points = entry.date.iter().flat_map(Dates::as_slice);
        for date in points.chain(&entry.end) {
            newest = later(newest, date.date());
        }
    }
    if let Some(RoleField::Roles(roles)) = &entry.role {
        for role in roles {
            newest = later(newest, newest_of_entry(role));
        }
    }
    newest
}

fn later(a: Option<PartialDate>, b: Option<PartialDate>) -> Option<PartialDate> {
    [a, b]
        .into_iter()
        .flatten()
        .max_by_key(|date| (date.year, date.month.unwrap_or(0), date.day.unwrap_or(0)))
}
