//! Older files: `SkillsPassport` and `LearnerInfo`.

use toml_edit::{Array, InlineTable};

use crate::import::draft::{Draft, DraftTable};
use crate::import::europass::elements::{
    move_fact, move_line, take_address, take_level, take_line, take_links, take_parts, take_period,
    take_plain, warn_of_data,
};
use crate::import::europass::languages;
use crate::import::fields::Fields;
use crate::import::links::{Account, add_account};
use crate::import::localize::word;
use crate::profile::SectionKind;

/// The parts of a level, and the fields that they become.
const LEVELS: [(&str, &str); 5] = [
    ("Listening", "listening"),
    ("Reading", "reading"),
    ("SpokenInteraction", "spoken-interaction"),
    ("SpokenProduction", "spoken-production"),
    ("Writing", "writing"),
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
    draft.root.set("locale", passport.take_plain("@locale"));
    if let Some(learner) = passport.take_fields("LearnerInfo") {
        take_learner(learner, draft);
    }
    for list in ["AttachmentList", "CoverLetterAttachmentList"] {
        take_attachments(&mut passport, list, draft);
    }
    passport.finish(&mut draft.root);
}

/// Takes the person and the sections.
pub fn take_learner(mut learner: Fields, draft: &mut Draft) {
    if let Some(mut identification) = learner.take_fields("Identification") {
        take_person(&mut identification, &mut draft.person);
        identification.finish(&mut draft.person);
    }
    if let Some(mut headline) = learner.take_fields("Headline") {
        // The type says what the headline is, such as a preferred job.
        let kind = take_line(&mut headline, "Type", &mut draft.person);
        let text = take_line(&mut headline, "Description", &mut draft.person);
        let parts: Vec<String> = kind.into_iter().chain(text).collect();
        draft.person.set("headline", Some(parts.join(": ")));
        headline.finish(&mut draft.person);
    }
    let work = section(
        &mut learner,
        "WorkExperience",
        SectionKind::Experience,
        take_job,
    );
    let education = section(
        &mut learner,
        "Education",
        SectionKind::Education,
        take_school,
    );
    for section in work.into_iter().chain(education) {
        draft.push_section(section);
    }
    if let Some(mut skills) = learner.take_fields("Skills") {
        take_skills(&mut skills, draft);
        skills.finish(&mut draft.root);
    }
    let achievements = section(
        &mut learner,
        "Achievement",
        SectionKind::Text,
        take_achievement,
    );
    if let Some(mut achievements) = achievements {
        achievements.set("title", Some("Additional information"));
        draft.push_section(achievements);
    }
    learner.finish(&mut draft.root);
}

/// Takes the list of an element as a section.
fn section(
    learner: &mut Fields,
    name: &str,
    kind: SectionKind,
    take: fn(&mut Fields, &mut DraftTable),
) -> Option<DraftTable> {
    let mut list = learner.take_fields(&format!("{name}List"))?;
    let mut section = DraftTable::section(kind);
    for mut element in list.take_list(name) {
        let mut entry = DraftTable::default();
        take(&mut element, &mut entry);
        element.finish(&mut entry);
        section.push("entry", entry);
    }
    list.finish(&mut section);
    Some(section)
}

fn take_person(identification: &mut Fields, table: &mut DraftTable) {
    if let Some(mut name) = identification.take_fields("PersonName") {
        let title = take_plain(&mut name, "Title", table);
        let first = name.take_plain("FirstName");
        let family = name.take_plain("Surname");
        let parts: Vec<&str> = [&title, &first, &family]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        table.set("name", Some(parts.join(" ")));
        table.set("family-name", family);
        name.finish(table);
    }
    if let Some(mut contact) = identification.take_fields("ContactInfo") {
        take_contact(&mut contact, table);
        contact.finish(table);
    }
    if let Some(mut demographics) = identification.take_fields("Demographics") {
        let birth = take_parts(&mut demographics, "Birthdate", table);
        table.set("birth-date", birth);
        move_line(&mut demographics, "Gender", table, "gender");
        if let Some(mut list) = demographics.take_fields("NationalityList") {
            let mut nationalities = Vec::new();
            for mut nationality in list.take_list("Nationality") {
                let label = nationality.take_line("Label");
                nationalities.extend(label.or_else(|| nationality.take_line("Code")));
                nationality.finish(table);
            }
            table.set("nationality", Some(nationalities.join(", ")));
            list.finish(table);
        }
        demographics.finish(table);
    }
    if let Some(mut photo) = identification.take_fields("Photo") {
        if let Some(data) = photo.take("Data") {
            warn_of_data(&photo, &data, "photo");
            table.comment(&format!("{}: photo", photo.path()));
        }
        photo.finish(table);
    }
}

fn take_contact(contact: &mut Fields, table: &mut DraftTable) {
    let address = take_postal(contact, table);
    table.set("postal-address", address);
    if let Some(mut email) = contact.take_fields("Email") {
        table.set("email", email.take_plain("Contact"));
        email.finish(table);
    }
    let mut phones = Array::new();
    for mut phone in channels(contact, "Telephone", table) {
        let label = take_line(&mut phone, "Use", table);
        if let Some(number) = phone.take_plain("Contact") {
            match label {
                Some(label) => {
                    let mut labeled = InlineTable::new();
                    labeled.insert("label", label.into());
                    labeled.insert("number", number.into());
                    phones.push(labeled);
                }
                None => phones.push(number),
            }
        }
        phone.finish(table);
    }
    if !phones.is_empty() {
        table.set_value("phone", phones);
    }
    for mut website in channels(contact, "Website", table) {
        take_links(&mut website, "Contact", table);
        website.finish(table);
    }
    for mut messenger in channels(contact, "InstantMessaging", table) {
        let account = Account {
            network: take_plain(&mut messenger, "Use", table),
            username: messenger.take_plain("Contact"),
            url: None,
        };
        add_account(table, account);
        messenger.finish(table);
    }
}

/// Takes the elements of a list of channels.
fn channels<'n>(contact: &mut Fields<'n>, name: &str, table: &mut DraftTable) -> Vec<Fields<'n>> {
    let Some(mut list) = contact.take_fields(&format!("{name}List")) else {
        return Vec::new();
    };
    let elements = list.take_list(name);
    list.finish(table);
    elements
}

fn take_postal(contact: &mut Fields, table: &mut DraftTable) -> Option<String> {
    let mut address = contact.take_fields("Address")?;
    let line = address.take_fields("Contact").and_then(|mut inner| {
        let line = take_address(&mut inner, table);
        inner.finish(table);
        line
    });
    address.finish(table);
    line
}

fn take_job(job: &mut Fields, entry: &mut DraftTable) {
    take_period(job, "Period", entry);
    move_line(job, "Position", entry, "position");
    if let Some(mut employer) = job.take_fields("Employer") {
        move_line(&mut employer, "Name", entry, "organization");
        take_organization(&mut employer, entry);
        move_fact(&mut employer, "Sector", entry, "Sector");
        employer.finish(entry);
    }
    entry.set("summary", job.take_prose("Activities"));
}

fn take_school(school: &mut Fields, entry: &mut DraftTable) {
    take_period(school, "Period", entry);
    move_line(school, "Title", entry, "degree");
    if let Some(mut organization) = school.take_fields("Organisation") {
        move_line(&mut organization, "Name", entry, "institution");
        take_organization(&mut organization, entry);
        organization.finish(entry);
    }
    move_line(school, "Field", entry, "area");
    move_fact(school, "Level", entry, "Level");
    entry.set("summary", school.take_prose("Activities"));
}

fn take_organization(organization: &mut Fields, entry: &mut DraftTable) {
    let Some(mut contact) = organization.take_fields("ContactInfo") else {
        return;
    };
    let address = take_postal(&mut contact, entry);
    entry.set("location", address);
    if let Some(mut website) = contact.take_fields("Website") {
        take_links(&mut website, "Contact", entry);
        website.finish(entry);
    }
    contact.finish(entry);
}

fn take_skills(skills: &mut Fields, draft: &mut Draft) {
    let locale = draft.root.text("locale").unwrap_or_default().to_owned();
    let mut spoken = DraftTable::section(SectionKind::Language);
    if let Some(mut linguistic) = skills.take_fields("Linguistic") {
        take_languages(&mut linguistic, draft.root.text("locale"), &mut spoken);
        linguistic.finish(&mut spoken);
    }
    draft.push_section(spoken);
    let mut others = DraftTable::section(SectionKind::Skill);
    for (name, title) in SKILLS {
        let Some(mut group) = skills.take_fields(name) else {
            continue;
        };
        let mut entry = DraftTable::default();
        entry.set("summary", group.take_prose("Description"));
        if entry.has("summary") {
            entry.set("name", Some(word(&locale, title)));
        }
        group.finish(&mut entry);
        others.push("entry", entry);
    }
    if let Some(mut driving) = skills.take_fields("Driving") {
        let mut entry = DraftTable::default();
        if let Some(mut description) = driving.take_fields("Description") {
            let classes = description.take_lines("Licence");
            if !classes.is_empty() {
                entry.set("name", Some(word(&locale, "Driving license")));
                entry.set_list("keywords", classes);
            }
            description.finish(&mut entry);
        }
        driving.finish(&mut entry);
        others.push("entry", entry);
    }
    draft.push_section(others);
}

fn take_languages(linguistic: &mut Fields, locale: Option<&str>, section: &mut DraftTable) {
    for mut language in channels(linguistic, "MotherTongue", section) {
        let mut entry = DraftTable::default();
        take_language(&mut language, locale, &mut entry);
        entry.set("fluency", Some(languages::native(locale)));
        language.finish(&mut entry);
        section.push("entry", entry);
    }
    for mut language in channels(linguistic, "ForeignLanguage", section) {
        let mut entry = DraftTable::default();
        take_language(&mut language, locale, &mut entry);
        if let Some(mut levels) = language.take_fields("ProficiencyLevel") {
            for (name, field) in LEVELS {
                take_level(&mut levels, name, &mut entry, field);
            }
            levels.finish(&mut entry);
        }
        language.finish(&mut entry);
        section.push("entry", entry);
    }
}

/// Takes the name of a language, and leaves its code unless it is all there is.
fn take_language(language: &mut Fields, locale: Option<&str>, entry: &mut DraftTable) {
    let Some(mut description) = language.take_fields("Description") else {
        return;
    };
    let name = description.take_line("Label").or_else(|| {
        let code = description.take_line("Code");
        code.map(|code| languages::name(&code, locale))
    });
    entry.set("language", name);
    description.finish(entry);
}

fn take_achievement(achievement: &mut Fields, entry: &mut DraftTable) {
    // An entry of text has its title as a bold line.
    let title = take_line(achievement, "Title", entry);
    entry.set("text", title.map(|title| format!("**{title}**")));
    entry.set("summary", achievement.take_prose("Description"));
}

fn take_attachments(passport: &mut Fields, list: &str, draft: &mut Draft) {
    let Some(mut attachments) = passport.take_fields(list) else {
        return;
    };
    for mut attachment in attachments.take_list("Attachment") {
        if let Some(data) = attachment.take("Data") {
            let name = attachment.take_plain("Name");
            let what = name.unwrap_or_else(|| "attachment".to_owned());
            warn_of_data(&attachment, &data, &what);
            draft
                .root
                .comment(&format!("{}: {what}", attachment.path()));
        }
        attachment.finish(&mut draft.root);
    }
    attachments.finish(&mut draft.root);
}
