//! Older files: `SkillsPassport` and `LearnerInfo`.

use crate::import::draft::{Draft, DraftTable};
use crate::import::europass::elements::{
    address, attachment, language, leave_bytes, level, licenses, period, set_name,
};
use crate::import::europass::languages;
use crate::import::fields::Fields;
use crate::import::fields::TextForm::{Contact, Date, Line, Plain, Prose};
use crate::import::links::labeled;
use crate::import::localize::word;
use crate::import::map::How::{Accounts, As, By, Each, Fact, Joined, Pages};
use crate::import::map::{List, Row, apply, section, sections};
use crate::profile::SectionKind;

const PASSPORT: &[Row] = &[
    ("AttachmentList.Attachment", "", Each(attachment)),
    ("CoverLetterAttachmentList.Attachment", "", Each(attachment)),
];

const PERSON: &[Row] = &[
    ("PersonName", "name", By(name)),
    ("ContactInfo.Address.Contact", "postal-address", By(postal)),
    ("ContactInfo.Email.Contact", "email", As(Contact)),
    ("ContactInfo.TelephoneList.Telephone", "phone", By(phones)),
    ("ContactInfo.WebsiteList.Website[].Contact", "url", Pages),
    (
        "ContactInfo.InstantMessagingList.InstantMessaging",
        "links",
        Accounts("Use", "Contact", ""),
    ),
    ("Demographics.Birthdate", "birth-date", As(Date)),
    ("Demographics.Gender", "gender", As(Line)),
    (
        "Demographics.NationalityList.Nationality",
        "nationality",
        Joined(", "),
    ),
    ("Photo", "", By(photo)),
];

/// The type says what the headline is, such as a preferred job.
const HEADLINE: &[Row] = &[(
    "Headline.Type|Headline.Description",
    "headline",
    Joined(": "),
)];

const LISTS: [List; 2] = [
    (
        "WorkExperienceList.WorkExperience",
        SectionKind::Experience,
        "",
        JOB,
    ),
    (
        "EducationList.Education",
        SectionKind::Education,
        "",
        SCHOOL,
    ),
];

const ACHIEVEMENTS: List = (
    "AchievementList.Achievement",
    SectionKind::Text,
    "Additional information",
    ACHIEVEMENT,
);

const PERIOD: Row = ("Period", "start", By(period));
const ACTIVITIES: Row = ("Activities", "summary", As(Prose));

const JOB: &[Row] = &[
    ("Position", "position", As(Line)),
    PERIOD,
    ("Employer.Name", "organization", As(Line)),
    (
        "Employer.ContactInfo.Address.Contact",
        "location",
        By(postal),
    ),
    ("Employer.ContactInfo.Website.Contact", "url", Pages),
    ("Employer.Sector", "Sector", Fact),
    ACTIVITIES,
];

const SCHOOL: &[Row] = &[
    ("Title", "degree", As(Line)),
    PERIOD,
    ("Organisation.Name", "institution", As(Line)),
    (
        "Organisation.ContactInfo.Address.Contact",
        "location",
        By(postal),
    ),
    ("Organisation.ContactInfo.Website.Contact", "url", Pages),
    ("Field", "area", As(Line)),
    ("Level", "Level", Fact),
    ACTIVITIES,
];

const ACHIEVEMENT: &[Row] = &[
    ("Title", "text", By(bold)),
    ("Description", "summary", As(Prose)),
];

const LANGUAGE: &[Row] = &[
    ("Description", "language", By(language)),
    ("ProficiencyLevel.Listening", "listening", By(level)),
    ("ProficiencyLevel.Reading", "reading", By(level)),
    (
        "ProficiencyLevel.SpokenInteraction",
        "spoken-interaction",
        By(level),
    ),
    (
        "ProficiencyLevel.SpokenProduction",
        "spoken-production",
        By(level),
    ),
    ("ProficiencyLevel.Writing", "writing", By(level)),
];

/// The groups of skills, and their titles.
const SKILLS: [(&str, &str); 5] = [
    ("Communication", "Communication skills"),
    ("Organisational", "Organizational skills"),
    ("JobRelated", "Job-related skills"),
    ("Computer", "Computer skills"),
    ("Other", "Other skills"),
];

/// Takes a file with its wrapper.
pub fn take(mut passport: Fields, draft: &mut Draft) {
    let locale = passport.read("@locale", Plain);
    passport.notes().set_locale(locale.as_deref());
    draft.root.set("locale", locale);
    if let Some(learner) = passport.map("LearnerInfo") {
        take_learner(learner, draft);
    }
    apply(PASSPORT, &mut passport, &mut draft.root);
    passport.finish(&mut draft.root);
}

/// Takes the person and the sections.
pub fn take_learner(mut learner: Fields, draft: &mut Draft) {
    if let Some(mut person) = learner.map("Identification") {
        apply(PERSON, &mut person, &mut draft.person);
        person.finish(&mut draft.person);
    }
    apply(HEADLINE, &mut learner, &mut draft.person);
    sections(&LISTS, &mut learner, draft);
    if let Some(mut skills) = learner.map("Skills") {
        take_languages(&mut skills, draft);
        take_skills(&mut skills, draft);
        skills.finish(&mut draft.root);
    }
    draft.push_section(section(&ACHIEVEMENTS, &mut learner));
    learner.finish(&mut draft.root);
}

fn name(learner: &mut Fields, from: &str, _: &str, table: &mut DraftTable) {
    let keys = ["Title", "FirstName", "Surname"].map(|key| format!("{from}.{key}"));
    set_name(learner, &keys.each_ref().map(String::as_str), table);
}

fn postal(fields: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    table.set(to, address(fields, from));
}

fn phones(learner: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    let mut phones = toml_edit::Array::new();
    for mut phone in learner.list(from) {
        let label = phone.read("Use", Line);
        let number = phone.read("Contact", Plain);
        phones.extend(number.map(|number| labeled(label, number)));
        phone.finish(table);
    }
    if !phones.is_empty() {
        table.set_value(to, phones);
    }
}

fn photo(learner: &mut Fields, from: &str, _: &str, table: &mut DraftTable) {
    if let Some(mut photo) = learner.map(from) {
        if let Some(data) = photo.take("Data") {
            leave_bytes(&photo, &data, "photo", table);
        }
        photo.finish(table);
    }
}

/// An entry of text has its title as a bold line.
fn bold(fields: &mut Fields, from: &str, to: &str, entry: &mut DraftTable) {
    let title = fields.read(from, Line);
    entry.set(to, title.map(|title| format!("**{title}**")));
}

fn take_languages(skills: &mut Fields, draft: &mut Draft) {
    let native = languages::native(&skills.notes().locale());
    let mut section = DraftTable::section(SectionKind::Language);
    for (list, fluency) in [
        ("Linguistic.MotherTongueList.MotherTongue", native.as_str()),
        ("Linguistic.ForeignLanguageList.ForeignLanguage", ""),
    ] {
        for mut language in skills.list(list) {
            let mut entry = DraftTable::default();
            apply(LANGUAGE, &mut language, &mut entry);
            entry.set("fluency", Some(fluency));
            language.finish(&mut entry);
            section.push("entry", entry);
        }
    }
    draft.push_section(section);
}

fn take_skills(skills: &mut Fields, draft: &mut Draft) {
    let mut section = DraftTable::section(SectionKind::Skill);
    for (path, title) in SKILLS {
        let Some(mut group) = skills.map(path) else {
            continue;
        };
        let mut entry = DraftTable::default();
        entry.set("summary", group.read("Description", Prose));
        if entry.has("summary") {
            entry.set("name", Some(word(&group.notes().locale(), title)));
        }
        group.finish(&mut entry);
        section.push("entry", entry);
    }
    let mut driving = DraftTable::default();
    let mut classes = Vec::new();
    if let Some(mut description) = skills.map("Driving.Description") {
        classes = description.read_all("Licence", Line);
        description.finish(&mut driving);
    }
    section.push("entry", driving);
    section.push("entry", licenses(skills, classes));
    draft.push_section(section);
}

/// Returns all rows of entries and of the person.
#[cfg(test)]
pub fn all_rows() -> Vec<crate::import::map::KindRows> {
    let mut rows = crate::import::map::rows_of(&LISTS);
    rows.extend(crate::import::map::rows_of(&[ACHIEVEMENTS]));
    rows.extend([
        (Some(SectionKind::Language), LANGUAGE),
        (None, PERSON),
        (None, HEADLINE),
    ]);
    rows
}
