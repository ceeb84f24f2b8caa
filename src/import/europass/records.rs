//! The other lists of files of today: publications, projects, courses, conferences, and custom
//! sections. Their entries have the same elements.

use crate::import::draft::DraftTable;
use crate::import::europass::elements::{move_line, take_date, take_line, take_links, take_period};
use crate::import::europass::section::NamedSection;
use crate::import::fields::Fields;
use crate::profile::SectionKind;

/// A list of the file.
struct Records {
    /// The element around the list.
    list: &'static str,
    /// The element of an entry.
    entry: &'static str,
    /// The name in the order of sections.
    name: &'static str,
    kind: SectionKind,
    /// The title, where the kind does not say it.
    title: Option<&'static str>,
}

const fn records(
    list: &'static str,
    entry: &'static str,
    name: &'static str,
    kind: SectionKind,
    title: Option<&'static str>,
) -> Records {
    Records {
        list,
        entry,
        name,
        kind,
        title,
    }
}

const LISTS: [Records; 12] = [
    records(
        "Certifications",
        "Certification",
        "certification",
        SectionKind::Certificate,
        None,
    ),
    records(
        "CourseCertifications",
        "CourseCertification",
        "course",
        SectionKind::Certificate,
        Some("Courses"),
    ),
    records(
        "PublicationHistory",
        "Publication",
        "publication",
        SectionKind::Publication,
        None,
    ),
    records(
        "CreativeWorks",
        "CreativeWork",
        "creative-work",
        SectionKind::Project,
        Some("Creative works"),
    ),
    records("Projects", "Project", "project", SectionKind::Project, None),
    records(
        "HonorsAndAwards",
        "HonorAndAward",
        "honour-award",
        SectionKind::Award,
        None,
    ),
    records(
        "SocialAndPoliticalActivities",
        "SocialAndPoliticalActivity",
        "social-political",
        SectionKind::Project,
        Some("Social and political activities"),
    ),
    records(
        "NetworksAndMemberships",
        "NetworkAndMembership",
        "network-membership",
        SectionKind::Project,
        Some("Networks and memberships"),
    ),
    records(
        "ConferencesAndSeminars",
        "ConferenceAndSeminar",
        "conference-seminar",
        SectionKind::Project,
        Some("Conferences and seminars"),
    ),
    records(
        "VoluntaryWorks",
        "VoluntaryWork",
        "volunteering",
        SectionKind::Project,
        Some("Volunteering"),
    ),
    records(
        "HobbiesAndInterests",
        "HobbyAndInterest",
        "hobby-interest",
        SectionKind::Interest,
        None,
    ),
    records("Skills", "Skill", "skill", SectionKind::Skill, None),
];

/// The elements that name an entry.
const TITLES: [&str; 5] = [
    "Title",
    "CertificationName",
    "Name",
    "FormattedPublicationDescription",
    "Role",
];

/// Takes all lists.
pub fn take(profile: &mut Fields) -> Vec<NamedSection> {
    let mut sections = Vec::new();
    for known in &LISTS {
        let Some(mut list) = profile.take_fields(known.list) else {
            continue;
        };
        let mut section = DraftTable::section(known.kind);
        section.set("title", known.title);
        for mut record in list.take_list(known.entry) {
            let mut entry = DraftTable::default();
            take_record(&mut record, known.kind, &mut entry);
            record.finish(&mut entry);
            section.push("entry", entry);
        }
        list.finish(&mut section);
        sections.push(NamedSection::new(known.name, section));
    }
    sections.extend(take_own(profile));
    sections
}

/// Takes the custom sections. Those of one title are one section.
fn take_own(profile: &mut Fields) -> Vec<NamedSection> {
    let mut sections: Vec<NamedSection> = Vec::new();
    for mut others in profile.take_list("Others") {
        let name = others.text("Title").unwrap_or_default().to_owned();
        let title = others.take_line("Title");
        let known = sections.iter().position(|section| section.name == name);
        let at = known.unwrap_or_else(|| {
            let mut table = DraftTable::section(SectionKind::Project);
            table.set("title", title);
            sections.push(NamedSection::new(name, table));
            sections.len() - 1
        });
        let section = &mut sections[at].table;
        for mut record in others.take_list("Other") {
            let mut entry = DraftTable::default();
            take_record(&mut record, SectionKind::Project, &mut entry);
            record.finish(&mut entry);
            section.push("entry", entry);
        }
        others.finish(section);
    }
    sections
}

fn take_record(record: &mut Fields, kind: SectionKind, entry: &mut DraftTable) {
    let field = match kind {
        SectionKind::Certificate | SectionKind::Publication | SectionKind::Award => "title",
        _ => "name",
    };
    for name in TITLES {
        move_line(record, name, entry, field);
    }
    take_period(record, "Date", entry);
    take_period(record, "Period", entry);
    for name in ["Date", "Year", "FirstIssuedDate", "IssueDate"] {
        if !entry.has("date") && !entry.has("start") {
            let date = take_date(record, name, entry);
            entry.set("date", date);
        }
    }
    move_line(record, "Location", entry, "location");
    if matches!(kind, SectionKind::Certificate | SectionKind::Award) {
        if let Some(mut authority) = record.take_fields("IssuingAuthority") {
            move_line(&mut authority, "Name", entry, "awarder");
            authority.finish(entry);
        }
        move_line(record, "IssuingAuthority", entry, "awarder");
    }
    if kind == SectionKind::Publication {
        entry.set_list("authors", record.take_lines("Author"));
        let venue = take_line(record, "Reference", entry);
        entry.set("venue", venue);
    }
    entry.set("summary", record.take_prose("Description"));
    take_links(record, "Link", entry);
}
