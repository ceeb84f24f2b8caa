//! Languages with their levels, other skills, and licenses in files of today.

use crate::import::draft::DraftTable;
use crate::import::europass::elements::{take_level, take_line};
use crate::import::europass::languages;
use crate::import::europass::section::NamedSection;
use crate::import::fields::{Fields, FieldsOrLine};
use crate::import::localize::word;
use crate::import::source::xml::TEXT;
use crate::profile::SectionKind;

/// The parts of a level, and the fields that they become.
const DIMENSIONS: [(&str, &str); 5] = [
    ("CEF-Understanding-Listening", "listening"),
    ("CEF-Understanding-Reading", "reading"),
    ("CEF-Speaking-Interaction", "spoken-interaction"),
    ("CEF-Speaking-Production", "spoken-production"),
    ("CEF-Writing-Production", "writing"),
];

/// Takes the mother tongues of the person as entries.
pub fn take_native(
    person: &mut Fields,
    locale: Option<&str>,
    table: &mut DraftTable,
) -> Vec<DraftTable> {
    let mut entries = Vec::new();
    for node in person.take_nodes("PrimaryLanguageCode") {
        let written = match node {
            FieldsOrLine::Fields(mut element) => {
                element.take("@name");
                let text = element.take_line(TEXT);
                element.finish(table);
                text
            }
            FieldsOrLine::Line(text) => Some(text),
        };
        if let Some(written) = written {
            let mut entry = DraftTable::default();
            entry.set("language", Some(languages::name(&written, locale)));
            entry.set("fluency", Some(languages::native(locale)));
            entries.push(entry);
        }
    }
    entries
}

/// Returns the section of the mother tongues alone.
pub fn languages_only(native: Vec<DraftTable>) -> Option<NamedSection> {
    let mut section = DraftTable::section(SectionKind::Language);
    if native.is_empty() {
        return None;
    }
    for entry in native {
        section.push("entry", entry);
    }
    Some(NamedSection::new("language", section))
}

/// Takes languages, skills and licenses.
pub fn take(
    profile: &mut Fields,
    native: Vec<DraftTable>,
    locale: Option<&str>,
) -> Vec<NamedSection> {
    let mut spoken = DraftTable::section(SectionKind::Language);
    let mut skills = DraftTable::section(SectionKind::Skill);
    for entry in native {
        spoken.push("entry", entry);
    }
    if let Some(mut qualifications) = profile.take_fields("PersonQualifications") {
        for mut competency in qualifications.take_list("PersonCompetency") {
            let mut entry = DraftTable::default();
            if competency.text("TaxonomyID") == Some("language") {
                competency.take("TaxonomyID");
                take_language(&mut competency, locale, &mut entry);
                competency.finish(&mut entry);
                spoken.push("entry", entry);
            } else {
                take_skill(&mut competency, &mut entry);
                competency.finish(&mut entry);
                skills.push("entry", entry);
            }
        }
        qualifications.finish(&mut skills);
    }
    take_licenses(profile, locale, &mut skills);
    vec![
        NamedSection::new("language", spoken),
        NamedSection::new("skill", skills),
    ]
}

fn take_language(competency: &mut Fields, locale: Option<&str>, entry: &mut DraftTable) {
    let code = take_name(competency, entry);
    let name = code.map(|code| languages::name(&code, locale));
    entry.set("language", name);
    for mut dimension in competency.take_list("CompetencyDimension") {
        let code = dimension.text("CompetencyDimensionTypeCode");
        let field = DIMENSIONS.iter().find(|(known, _)| Some(*known) == code);
        let Some((_, field)) = field else {
            dimension.finish(entry);
            continue;
        };
        if let Some(mut score) = dimension.take_fields("Score") {
            take_level(&mut score, "ScoreText", entry, field);
            score.finish(entry);
        }
        // The code of a part without a level says nothing.
        dimension.take("CompetencyDimensionTypeCode");
        dimension.finish(entry);
    }
}

/// Takes the name or the code of a competency.
fn take_name(competency: &mut Fields, entry: &mut DraftTable) -> Option<String> {
    if let Some(name) = take_line(competency, "CompetencyName", entry) {
        return Some(name);
    }
    let Some(mut id) = competency.take_fields("CompetencyID") else {
        return competency.take_line("CompetencyID");
    };
    // It marks the text as a code.
    id.take("@schemeName");
    let text = id.take_line(TEXT);
    id.finish(entry);
    text
}

fn take_skill(competency: &mut Fields, entry: &mut DraftTable) {
    let name = take_name(competency, entry);
    entry.set("name", name);
    entry.set("summary", competency.take_prose("Description"));
}

fn take_licenses(profile: &mut Fields, locale: Option<&str>, skills: &mut DraftTable) {
    let Some(mut licenses) = profile.take_fields("Licenses") else {
        return;
    };
    let mut entry = DraftTable::default();
    let mut names = Vec::new();
    for mut license in licenses.take_list("License") {
        names.extend(license.take_line("LicenseTypeCode"));
        names.extend(license.take_line("LicenseName"));
        names.extend(license.take_line("Title"));
        license.finish(&mut entry);
    }
    if !names.is_empty() {
        let label = word(locale.unwrap_or_default(), "Driving license");
        entry.set("name", Some(label));
        entry.set_list("keywords", names);
    }
    licenses.finish(&mut entry);
    skills.push("entry", entry);
}
