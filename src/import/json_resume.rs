//! JSON Resume 1.0.0, and the names that earlier versions had for its fields.
//!
//! `docs/json-resume.md` says which field of a profile each is; the export uses the same.

use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::Fields;
use crate::import::fields::TextForm::{Contact, Date, File, Line, Plain, Prose, Raw, Url};
use crate::import::links::add_account;
use crate::import::map::How::{All, As, By, Doi, Each, Fact, Keywords, Level, Period, Table};
use crate::import::map::{List, Row, apply, section};
use crate::profile::SectionKind::{
    self, Award, Certificate, Education, Experience, Interest, Language, Project, Publication,
    Reference, Skill,
};

const PERSON: &[Row] = &[
    ("name", "name", As(Plain)),
    ("label|headline", "headline", As(Line)),
    ("email", "email", As(Contact)),
    ("phone", "phone", As(Contact)),
    ("birthDate", "birth-date", As(Date)),
    ("birthPlace", "birth-place", As(Line)),
    ("nationality", "nationality", As(Line)),
    ("gender", "gender", As(Line)),
    ("maritalStatus", "marital-status", As(Line)),
    ("children", "children", As(Line)),
    ("drivingLicense", "driving-license", As(Line)),
    ("location", "residence", Table(RESIDENCE)),
    ("location", "location", As(Line)),
    URL,
    ("profiles", "links", Each(account)),
    ("image|picture", "photo", As(File)),
    SUMMARY,
];

const RESIDENCE: &[Row] = &[
    ("address", "street", As(Raw)),
    ("postalCode", "postal-code", As(Plain)),
    ("city", "city", As(Plain)),
    ("region", "region", As(Plain)),
    ("countryCode", "country-code", As(Plain)),
];

const LISTS: [List; 13] = [
    ("work", Experience, "", WORK),
    ("volunteer", Experience, "Volunteering", WORK),
    ("education", Education, "", EDUCATION),
    ("projects", Project, "", PROJECT),
    ("publications", Publication, "", PUBLICATION),
    ("awards", Award, "", AWARD),
    ("certificates", Certificate, "", AWARD),
    ("certifications", Certificate, "", AWARD),
    ("skills", Skill, "", SKILL),
    ("languages", Language, "", LANGUAGE),
    ("interests", Interest, "", SKILL),
    // The name of interests before 1.0.0.
    ("hobbies", Interest, "", SKILL),
    ("references", Reference, "", REFERENCE),
];

const URL: Row = ("url|website", "url", As(Url));
const LOCATION: Row = ("location", "location", As(Line));
const PERIOD: Row = ("startDate", "start", Period("endDate"));
const KEYWORDS: Row = ("keywords", "keywords", All(Line));
const SUMMARY: Row = ("summary", "summary", As(Prose));
const HIGHLIGHTS: Row = ("highlights", "highlights", All(Line));

const WORK: &[Row] = &[
    ("name|organization|company", "organization", As(Line)),
    ("position", "position", As(Line)),
    URL,
    LOCATION,
    PERIOD,
    ("description", "notes", All(Line)),
    KEYWORDS,
    SUMMARY,
    HIGHLIGHTS,
];

const EDUCATION: &[Row] = &[
    ("institution", "institution", As(Line)),
    ("studyType", "degree", As(Line)),
    ("area", "area", As(Line)),
    URL,
    LOCATION,
    PERIOD,
    ("score|gpa", "Score", Fact),
    ("courses", "keywords", All(Line)),
    SUMMARY,
    HIGHLIGHTS,
];

const PROJECT: &[Row] = &[
    ("name", "name", As(Line)),
    URL,
    PERIOD,
    ("roles", "notes", All(Line)),
    ("entity", "Organization", Fact),
    ("type", "Type", Fact),
    KEYWORDS,
    ("description|summary", "summary", As(Prose)),
    HIGHLIGHTS,
];

const PUBLICATION: &[Row] = &[
    ("name", "title", As(Line)),
    ("publisher", "venue", As(Line)),
    ("publisherShort", "venue-short", As(Line)),
    ("type", "type", As(Line)),
    ("status", "status", As(Line)),
    ("authors", "authors", All(Line)),
    ("editors", "Editors", Fact),
    ("volume", "Volume", Fact),
    ("pages", "Pages", Fact),
    ("imprint", "Imprint", Fact),
    ("doi", "doi", Doi("url")),
    URL,
    ("releaseDate", "date", As(Date)),
    KEYWORDS,
    SUMMARY,
    HIGHLIGHTS,
];

const AWARD: &[Row] = &[
    ("title|name", "title", As(Line)),
    ("awarder|issuer", "awarder", As(Line)),
    URL,
    ("date", "date", As(Date)),
    SUMMARY,
];

const SKILL: &[Row] = &[
    ("name", "name", As(Line)),
    ("level", "level", Level),
    ("keywords", "keywords", Keywords),
    SUMMARY,
    HIGHLIGHTS,
];

const LANGUAGE: &[Row] = &[
    ("language|name", "language", As(Line)),
    ("fluency|level", "fluency", As(Line)),
    KEYWORDS,
    SUMMARY,
];

const REFERENCE: &[Row] = &[
    ("name", "name", As(Line)),
    ("position", "position", As(Line)),
    ("email", "email", As(Contact)),
    ("phone", "phone", As(Contact)),
    URL,
    ("reference", "summary", As(Prose)),
];

const DOCUMENT: &[Row] = &[
    ("meta.theme", "layout", By(layout)),
    ("meta.lastModified", "date", As(Date)),
];

/// The start of the names of the packages of themes.
const PACKAGE: &str = "jsonresume-theme-";

/// The themes, and the layouts that are nearest to them.
const THEMES: [(&str, &str); 10] = [
    (
        "actual compact even flat kendall onepage onepage-plus",
        "compact",
    ),
    ("professional short stackoverflow standard", "compact"),
    (
        "elegant elegant-pink macchiato sidebar sidebar-photo-strip",
        "sidebar",
    ),
    ("two-column two-column-modernist waterfall", "sidebar"),
    (
        "bold-header-statement executive-slate modern orbit tailwind",
        "banner",
    ),
    ("government-standard minimal plain reference spartan", "ats"),
    (
        "academic-cv-lite latex modern-classic moderncv paper",
        "vita",
    ),
    (
        "architects-portfolio creative-studio investor-brief",
        "portfolio",
    ),
    ("caffeine developer-mono github markdown", "readme"),
    (
        "eloquent marketing-narrative new-york-editorial",
        "narrative",
    ),
];

/// Writes the profile of a document.
pub fn draft(mut fields: Fields) -> Draft {
    let mut draft = Draft::default();
    if let Some(mut basics) = fields.map("basics") {
        let summary = summary(&mut basics);
        apply(PERSON, &mut basics, &mut draft.person);
        basics.finish(&mut draft.person);
        draft.sections.extend(summary);
    }
    apply(DOCUMENT, &mut fields, &mut draft.root);
    // The sections follow one another as in the document.
    for key in fields.keys() {
        if let Some(list) = LISTS.iter().find(|(from, ..)| *from == key) {
            draft.push_section(section(list, &mut fields));
        }
    }
    fields.finish(&mut draft.root);
    draft
}

/// Takes a summary that has a title, which is a section of its own.
fn summary(basics: &mut Fields) -> Option<DraftTable> {
    basics.text("summary")?;
    let title = basics.read("summaryTitle", Line)?;
    let mut section = DraftTable::section(SectionKind::Text);
    section.set("title", Some(title));
    section.set("body", basics.read("summary", Prose));
    Some(section)
}

/// Writes an account. The name of the network stays as it is, so that an export has it, too.
fn account(profile: &mut Fields, person: &mut DraftTable) {
    let [network, username] = ["network", "username"].map(|key| profile.read(key, Plain));
    add_account(person, network, username, profile.read("url", Url), true);
}

/// Sets the layout of a theme. A theme that none is near to is left.
fn layout(fields: &mut Fields, from: &str, to: &str, root: &mut DraftTable) {
    let Some(theme) = fields.text(from).map(str::to_owned) else {
        return;
    };
    let name = theme.to_lowercase();
    let name = name.strip_prefix(PACKAGE).unwrap_or(&name);
    let is_near = |themes: &str| themes.split(' ').any(|known| known == name);
    if let Some((_, layout)) = THEMES.iter().find(|(themes, _)| is_near(themes)) {
        fields.take(from);
        root.comment(&format!("{from}: {theme}"));
        root.set(to, Some(layout));
    }
}

/// Returns all rows of entries and of the person.
#[cfg(test)]
pub fn all_rows() -> Vec<crate::import::map::KindRows> {
    let mut rows = crate::import::map::rows_of(&LISTS);
    rows.push((None, PERSON));
    rows
}
