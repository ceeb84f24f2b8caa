//! Files of today: `Candidate`, whose elements are those of HR-XML.
//!
//! The sections follow the order that the file has for its own pages.

use crate::import::draft::{Draft, DraftTable};
use crate::import::europass::elements::{
    address, attachment, country, country_code, language, level, licenses, period, set_name,
};
use crate::import::europass::languages;
use crate::import::fields::Fields;
use crate::import::fields::TextForm::{Contact, Date, Line, Plain, Prose, Url};
use crate::import::links::{add_account, labeled};
use crate::import::map::How::{All, As, By, Each, Fact, Nothing, Pages};
use crate::import::map::{Row, apply, entry};
use crate::import::source::TEXT;
use crate::profile::SectionKind::{
    self, Award, Certificate, Education, Experience, Interest, Project, Publication, Skill,
};

const PERSON: &[Row] = &[
    ("PersonName", "name", By(name)),
    ("Communication", "links", By(channels)),
    ("BirthDate", "birth-date", As(Date)),
    ("NationalityCode", "nationality", By(nationalities)),
    ("GenderCode", "gender", As(Line)),
];

const PROFILE: &[Row] = &[
    ("ExecutiveSummary", "summary", As(Prose)),
    ("Attachment", "", Each(attachment)),
];

const LINKS: Row = ("Link", "url", Pages);
const DESCRIPTION: Row = ("Description", "summary", As(Prose));

const POSITION: &[Row] = &[
    ("PositionTitle", "position", As(Line)),
    ("EmploymentPeriod", "start", By(period)),
    DESCRIPTION,
    LINKS,
];

const EDUCATION: &[Row] = &[
    ("OrganizationName", "institution", As(Line)),
    (
        "OrganizationContact.Communication",
        "location",
        By(location),
    ),
    ("EducationLevelCode", "EQF level", Fact),
    ("AttendancePeriod", "start", By(period)),
    ("EducationDegree.DegreeName", "degree", As(Line)),
    ("EducationDegree.FinalGrade.ScoreText", "Final grade", Fact),
    ("EducationDegree.Thesis", "Thesis", Fact),
    ("EducationDegree.NumberOfCredit", "Credits", By(credits)),
    (
        "EducationDegree.OccupationalSkillsCovered",
        "summary",
        As(Prose),
    ),
    ("Department", "team", As(Line)),
    LINKS,
];

/// The other lists: the path, the name in the order of sections, the kind and the heading of the section, if it
/// is not the word for the kind.
const RECORDS: [(&str, &str, SectionKind, &str); 12] = [
    (
        "Certifications.Certification",
        "certification",
        Certificate,
        "",
    ),
    (
        "CourseCertifications.CourseCertification",
        "course",
        Certificate,
        "Courses",
    ),
    (
        "PublicationHistory.Publication",
        "publication",
        Publication,
        "",
    ),
    (
        "CreativeWorks.CreativeWork",
        "creative-work",
        Project,
        "Creative works",
    ),
    ("Projects.Project", "project", Project, ""),
    ("HonorsAndAwards.HonorAndAward", "honour-award", Award, ""),
    (
        "SocialAndPoliticalActivities.SocialAndPoliticalActivity",
        "social-political",
        Project,
        "Social and political activities",
    ),
    (
        "NetworksAndMemberships.NetworkAndMembership",
        "network-membership",
        Project,
        "Networks and memberships",
    ),
    (
        "ConferencesAndSeminars.ConferenceAndSeminar",
        "conference-seminar",
        Project,
        "Conferences and seminars",
    ),
    (
        "VoluntaryWorks.VoluntaryWork",
        "volunteering",
        Project,
        "Volunteering",
    ),
    (
        "HobbiesAndInterests.HobbyAndInterest",
        "hobby-interest",
        Interest,
        "",
    ),
    ("Skills.Skill", "skill", Skill, ""),
];

/// The elements that name an entry of the other lists.
const NAMES: &str = "Title|CertificationName|Name|FormattedPublicationDescription|Role";

/// What the entries of the other lists can have, whatever their kind.
const RECORD: &[Row] = &[
    ("Date|Period", "start", By(period)),
    ("Date|Year|FirstIssuedDate|IssueDate", "date", By(date)),
    ("Location", "location", As(Line)),
    DESCRIPTION,
    LINKS,
];

const NAMED: &[Row] = &[(NAMES, "name", As(Line))];

const AWARDED: &[Row] = &[
    (NAMES, "title", As(Line)),
    (
        "IssuingAuthority.Name|IssuingAuthority",
        "awarder",
        As(Line),
    ),
];

const PUBLICATION: &[Row] = &[
    (NAMES, "title", As(Line)),
    ("Author", "authors", All(Line)),
    ("Reference", "venue", As(Line)),
];

/// The parts of a level, and the fields that they become.
const DIMENSIONS: [(&str, &str); 5] = [
    ("CEF-Understanding-Listening", "listening"),
    ("CEF-Understanding-Reading", "reading"),
    ("CEF-Speaking-Interaction", "spoken-interaction"),
    ("CEF-Speaking-Production", "spoken-production"),
    ("CEF-Writing-Production", "writing"),
];

const LANGUAGE: &[Row] = &[
    ("CompetencyName|CompetencyID", "language", By(language)),
    // They mark the text as the code of a language.
    ("CompetencyID.@schemeName|TaxonomyID", "", Nothing),
    ("CompetencyDimension", "", Each(dimension)),
];

const SKILL: &[Row] = &[
    ("CompetencyName|CompetencyID", "name", As(Line)),
    ("CompetencyID.@schemeName", "", Nothing),
    DESCRIPTION,
];

/// A section with the name that the order of the file has for it.
type Named = (String, DraftTable);

/// Takes the file.
pub fn take(mut candidate: Fields, draft: &mut Draft) {
    let locale = candidate.text("CandidateProfile.@languageCode");
    candidate.notes().set_locale(locale);
    draft.root.set("locale", locale);
    let order = take_order(&mut candidate, draft);
    drop_copy_of_person(&mut candidate);
    let mut spoken = DraftTable::section(SectionKind::Language);
    if let Some(mut person) = candidate.map("CandidatePerson") {
        apply(PERSON, &mut person, &mut draft.person);
        take_native(&mut person, &mut spoken, &mut draft.person);
        person.finish(&mut draft.person);
    }
    let mut sections = take_sections(&mut candidate, spoken, draft);
    sections.sort_by_key(|(name, _)| {
        let place = order.iter().position(|known| known == name);
        place.unwrap_or(order.len())
    });
    for (_, section) in sections {
        draft.push_section(section);
    }
    candidate.finish(&mut draft.root);
}

/// Takes the order of sections, and leaves the rest of the design.
fn take_order(candidate: &mut Fields, draft: &mut Draft) -> Vec<String> {
    const SECTION: &str = "Design.SectionsOrder.Section[]";
    let Some(mut rendering) = candidate.map("RenderingInformation") else {
        return Vec::new();
    };
    let order = rendering.read_all(&format!("{SECTION}.Title"), Plain);
    rendering.convert_all(&format!("{SECTION}.Custom"), |_, _, _| Some(()));
    rendering.finish_design(&mut draft.design);
    order
}

/// Leaves out the person who supplied the file if it is the same.
fn drop_copy_of_person(candidate: &mut Fields) {
    const CONTACT: &str = "CandidateSupplier.PersonContact";
    let [person, contact] = ["CandidatePerson", CONTACT].map(|path| {
        let node = candidate.get(path)?;
        Some(node.leaves(""))
    });
    if let (Some(person), Some(contact)) = (person, contact)
        && contact
            .iter()
            .all(|text| person.iter().any(|known| known.text == text.text))
    {
        candidate.take(CONTACT);
    }
}

/// Takes the sections, each with its name in the order of the file.
fn take_sections(candidate: &mut Fields, mut spoken: DraftTable, draft: &mut Draft) -> Vec<Named> {
    let mut sections = Vec::new();
    let mut skills = DraftTable::section(Skill);
    if let Some(mut profile) = candidate.map("CandidateProfile") {
        profile.take("@languageCode");
        apply(PROFILE, &mut profile, &mut draft.person);
        sections.push(("work-experience".to_owned(), jobs(&mut profile)));
        let mut schools = DraftTable::section(Education);
        for school in profile.list("EducationHistory.EducationOrganizationAttendance") {
            schools.push("entry", entry(EDUCATION, school));
        }
        sections.push(("education-training".to_owned(), schools));
        take_competencies(&mut profile, &mut spoken, &mut skills);
        take_records(&mut profile, &mut sections);
        take_own(&mut profile, &mut sections);
        profile.finish(&mut draft.root);
    }
    sections.insert(sections.len().min(2), ("language".to_owned(), spoken));
    sections.insert(sections.len().min(3), ("skill".to_owned(), skills));
    sections
}

fn name(person: &mut Fields, _: &str, _: &str, table: &mut DraftTable) {
    set_name(
        person,
        &["PersonName.GivenName", "PersonName.FamilyName"],
        table,
    );
}

fn nationalities(person: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    let codes = person.read_all(from, Plain);
    let codes: Vec<String> = codes.iter().map(|code| country_code(code)).collect();
    table.set(to, Some(codes.join(", ")));
}

/// Moves the channels of the person.
fn channels(person: &mut Fields, from: &str, _: &str, table: &mut DraftTable) {
    let mut emails = Vec::new();
    let mut phones = toml_edit::Array::new();
    let mut addresses = Vec::new();
    for mut channel in person.list(from) {
        addresses.extend(address(&mut channel, "Address"));
        match channel.text("ChannelCode") {
            Some("Email") => emails.extend(channel.read("URI", Contact)),
            Some("Telephone") => phones.extend(phone(&mut channel)),
            Some("Web") => apply(&[("URI", "url", Pages)], &mut channel, table),
            Some("Social Media" | "SocialMedia" | "InstantMessage") => {
                take_account(&mut channel, table);
            }
            _ => {}
        }
        let is_left = |key| channel.get(key).is_some_and(|node| !node.is_empty());
        if !is_left("URI") && !is_left("DialNumber") {
            // What the channel is has been told by its place in the profile.
            channel.take("ChannelCode");
        }
        channel.finish(table);
    }
    table.set_one_or_all("email", emails);
    if !phones.is_empty() {
        table.set_value("phone", phones);
    }
    table.set("postal-address", Some(addresses.join("; ")));
}

/// Takes a number with the codes of country and area.
fn phone(channel: &mut Fields) -> Option<toml_edit::Value> {
    let country = channel.read("CountryDialing", Plain);
    let country = country.map(|code| format!("+{}", code.trim_start_matches(['+', '0'])));
    let rest = ["AreaDialing", "DialNumber", "URI"].map(|key| channel.read(key, Plain));
    let parts: Vec<String> = country
        .into_iter()
        .chain(rest.into_iter().flatten())
        .collect();
    if parts.is_empty() {
        return None;
    }
    let label = channel
        .read("OtherTitle", Line)
        .or_else(|| channel.read("UseCode", Line));
    Some(labeled(label, parts.join(" ")))
}

/// Takes an account, whose address is a URL or a number.
fn take_account(channel: &mut Fields, table: &mut DraftTable) {
    let other = channel.read("OtherTitle", Plain);
    if other.is_some() && channel.text("UseCode") == Some("other") {
        channel.take("UseCode");
    }
    let network = other.or_else(|| channel.read("UseCode", Plain));
    let url = channel.read("URI", Url);
    add_account(table, network, channel.read("URI", Plain), url, false);
}

/// Takes the mother tongues of the person.
fn take_native(person: &mut Fields, section: &mut DraftTable, table: &mut DraftTable) {
    let native = languages::native(&person.notes().locale());
    for mut item in person.list("PrimaryLanguageCode") {
        let mut entry = DraftTable::default();
        item.take("@name");
        language(&mut item, TEXT, "language", &mut entry);
        if entry.has("language") {
            entry.set("fluency", Some(&native));
        }
        item.finish(table);
        section.push("entry", entry);
    }
}

fn jobs(profile: &mut Fields) -> DraftTable {
    let mut section = DraftTable::section(Experience);
    for mut employer in profile.list("EmploymentHistory.EmployerHistory") {
        let mut entry = DraftTable::default();
        entry.set("organization", employer.read("OrganizationName", Line));
        let address = contact(
            &mut employer,
            "OrganizationContact.Communication",
            &mut entry,
        );
        entry.set("team", employer.read("Department", Line));
        apply(&[LINKS], &mut employer, &mut entry);
        let positions = employer.list("PositionHistory");
        if let [_] = positions.as_slice() {
            for position in positions {
                take_position(position, address.as_deref(), &mut entry);
            }
        } else {
            entry.set("location", address);
            for position in positions {
                let mut role = DraftTable::default();
                take_position(position, None, &mut role);
                entry.push("role", role);
            }
        }
        section.push("entry", entry);
        employer.finish(&mut section);
    }
    section
}

fn take_position(mut position: Fields, address: Option<&str>, entry: &mut DraftTable) {
    let city = position.read("City", Line);
    let country = country(&mut position, "Country");
    let place: Vec<String> = city.into_iter().chain(country).collect();
    // The address of the employer says it already where both are the same.
    let is_known = |part: &String| address.is_some_and(|address| address.contains(part.as_str()));
    let location = match address {
        Some(address) if place.iter().all(is_known) => address.to_owned(),
        Some(address) => format!("{} ({address})", place.join(", ")),
        None => place.join(", "),
    };
    entry.set("location", Some(location));
    apply(POSITION, &mut position, entry);
    position.finish(entry);
}

/// Takes how to reach an organization; returns its address.
fn contact(organization: &mut Fields, from: &str, entry: &mut DraftTable) -> Option<String> {
    let mut known = None;
    for mut channel in organization.list(from) {
        if known.is_none() {
            known = address(&mut channel, "Address");
        }
        let code = channel.text("ChannelCode").unwrap_or_default();
        let label = ["Email", "Telephone"]
            .into_iter()
            .find(|known| *known == code);
        let row = match label {
            Some(label) => ("URI|DialNumber", label, Fact),
            None => ("URI", "url", Pages),
        };
        if label.is_some() || code == "Web" {
            channel.take("ChannelCode");
            apply(&[row], &mut channel, entry);
        }
        channel.finish(entry);
    }
    known
}

fn location(school: &mut Fields, from: &str, to: &str, entry: &mut DraftTable) {
    let address = contact(school, from, entry);
    entry.set(to, address);
}

fn credits(school: &mut Fields, from: &str, label: &str, entry: &mut DraftTable) {
    let kind = school.read("EducationDegree.CreditType", Line);
    if let Some(number) = school.read(from, Line) {
        entry.add_fact("meta", kind.as_deref().unwrap_or(label), &number);
    }
}

/// Takes languages, skills and licenses.
fn take_competencies(profile: &mut Fields, spoken: &mut DraftTable, skills: &mut DraftTable) {
    for competency in profile.list("PersonQualifications.PersonCompetency") {
        if competency.text("TaxonomyID") == Some("language") {
            spoken.push("entry", entry(LANGUAGE, competency));
        } else {
            skills.push("entry", entry(SKILL, competency));
        }
    }
    let mut rest = DraftTable::default();
    let mut classes = Vec::new();
    for mut license in profile.list("Licenses.License") {
        for key in ["LicenseTypeCode", "LicenseName", "Title"] {
            classes.extend(license.read(key, Line));
        }
        license.finish(&mut rest);
    }
    skills.push("entry", rest);
    skills.push("entry", licenses(profile, classes));
}

/// Moves the level of one part of a language.
fn dimension(dimension: &mut Fields, entry: &mut DraftTable) {
    let code = dimension.text("CompetencyDimensionTypeCode");
    if let Some((_, field)) = DIMENSIONS.iter().find(|(known, _)| Some(*known) == code) {
        level(dimension, "Score.ScoreText", field, entry);
        // The code of a part without a level says nothing.
        dimension.take("CompetencyDimensionTypeCode");
    }
}

/// Returns the rows of an entry of one of the other lists.
fn rows_of(kind: SectionKind) -> &'static [Row] {
    match kind {
        Certificate | Award => AWARDED,
        Publication => PUBLICATION,
        _ => NAMED,
    }
}

fn record(kind: SectionKind, mut record: Fields) -> DraftTable {
    let mut entry = DraftTable::default();
    apply(rows_of(kind), &mut record, &mut entry);
    apply(RECORD, &mut record, &mut entry);
    record.finish(&mut entry);
    entry
}

/// Moves the date of what has no period.
fn date(record: &mut Fields, from: &str, to: &str, entry: &mut DraftTable) {
    if !entry.has("start") && !entry.has(to) {
        entry.set(to, record.read(from, Date));
    }
}

fn take_records(profile: &mut Fields, sections: &mut Vec<Named>) {
    for (path, name, kind, title) in RECORDS {
        let mut section = DraftTable::section(kind);
        section.set("title", Some(title));
        for item in profile.list(path) {
            section.push("entry", record(kind, item));
        }
        sections.push((name.to_owned(), section));
    }
}

/// Takes the custom sections. Those of one title are one section.
fn take_own(profile: &mut Fields, sections: &mut Vec<Named>) {
    let first = sections.len();
    for mut others in profile.list("Others") {
        let name = others.text("Title").unwrap_or_default().to_owned();
        let title = others.read("Title", Line);
        let known = sections[first..]
            .iter()
            .position(|(known, _)| *known == name);
        let at = known.map_or(sections.len(), |at| first + at);
        if known.is_none() {
            let mut section = DraftTable::section(Project);
            section.set("title", title);
            sections.push((name, section));
        }
        let section = &mut sections[at].1;
        for item in others.list("Other") {
            section.push("entry", record(Project, item));
        }
        others.finish(section);
    }
}

/// Returns all rows of entries and of the person.
#[cfg(test)]
pub fn all_rows() -> Vec<crate::import::map::KindRows> {
    let kinds = RECORDS
        .map(|(_, _, kind, _)| kind)
        .into_iter()
        .chain([Project]);
    let mut rows: Vec<_> = kinds
        .flat_map(|kind| [(Some(kind), rows_of(kind)), (Some(kind), RECORD)])
        .collect();
    rows.extend([
        (Some(Experience), POSITION),
        (Some(Education), EDUCATION),
        (Some(SectionKind::Language), LANGUAGE),
        (Some(Skill), SKILL),
        (None, PERSON),
        (None, PROFILE),
    ]);
    rows
}
