//! Reads a résumé of YAMLResume. Texts are Markdown in both.
//!
//! Sections come in the order of the first layout that has one, and otherwise in that of YAMLResume.

use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::Fields;
use crate::import::fields::TextForm::{Contact, Date, Line, Plain, Prose, Url};
use crate::import::localize::choice as choice_in;
use crate::import::map::How::{Accounts, All, As, By, Fact, Period, Table};
use crate::import::map::{List, Row, apply, section};
use crate::profile::SectionKind::{
    Award, Certificate, Education, Experience, Interest, Language, Project, Publication, Reference,
    Skill,
};

const PERSON: &[Row] = &[
    ("basics.name", "name", As(Plain)),
    ("basics.headline", "headline", As(Line)),
    ("basics.email", "email", As(Contact)),
    ("basics.phone", "phone", As(Contact)),
    ("basics.url", "url", As(Url)),
    ("basics.summary", "summary", As(Prose)),
    ("location", "residence", Table(RESIDENCE)),
    ("profiles", "links", Accounts("network", "username", "url")),
];

const RESIDENCE: &[Row] = &[
    ("address", "street", As(Plain)),
    ("postalCode", "postal-code", As(Plain)),
    ("city", "city", As(Plain)),
    ("region", "region", As(Plain)),
    ("country", "country", As(Plain)),
];

/// The sections, in the order in which YAMLResume shows them.
const LISTS: [List; 11] = [
    ("education", Education, "", EDUCATION),
    ("work", Experience, "", WORK),
    ("languages", Language, "", LANGUAGE),
    ("skills", Skill, "", SKILL),
    ("awards", Award, "", AWARD),
    ("certificates", Certificate, "", CERTIFICATE),
    ("publications", Publication, "", PUBLICATION),
    ("references", Reference, "", REFERENCE),
    ("projects", Project, "", PROJECT),
    ("interests", Interest, "", INTEREST),
    ("volunteer", Experience, "Volunteering", VOLUNTEER),
];

const PERIOD: Row = ("startDate", "start", Period("endDate"));
const URL: Row = ("url", "url", As(Url));
const SUMMARY: Row = ("summary", "summary", As(Prose));
const KEYWORDS: Row = ("keywords", "keywords", All(Line));
const NAME: Row = ("name", "name", As(Line));
const POSITION: Row = ("position", "position", As(Line));

const EDUCATION: &[Row] = &[
    ("institution", "institution", As(Line)),
    ("degree", "degree", By(choice)),
    ("area", "area", As(Line)),
    URL,
    PERIOD,
    ("score", "Score", Fact),
    ("courses", "keywords", All(Line)),
    SUMMARY,
];

const WORK: &[Row] = &[
    ("name", "organization", As(Line)),
    POSITION,
    URL,
    PERIOD,
    KEYWORDS,
    SUMMARY,
];

const LANGUAGE: &[Row] = &[
    ("language", "language", By(choice)),
    ("fluency", "fluency", By(choice)),
    KEYWORDS,
];

const SKILL: &[Row] = &[NAME, ("level", "level", By(choice)), KEYWORDS];

const AWARD: &[Row] = &[
    ("title", "title", As(Line)),
    ("awarder", "awarder", As(Line)),
    ("date", "date", As(Date)),
    SUMMARY,
];

const CERTIFICATE: &[Row] = &[
    ("name", "title", As(Line)),
    ("issuer", "awarder", As(Line)),
    ("date", "date", As(Date)),
    URL,
];

const PUBLICATION: &[Row] = &[
    ("name", "title", As(Line)),
    ("publisher", "venue", As(Line)),
    ("releaseDate", "date", As(Date)),
    URL,
    SUMMARY,
];

const REFERENCE: &[Row] = &[
    NAME,
    ("relationship", "notes", All(Line)),
    ("email", "email", As(Contact)),
    ("phone", "phone", As(Plain)),
    SUMMARY,
];

const PROJECT: &[Row] = &[
    NAME,
    ("description", "subtitle", As(Line)),
    URL,
    PERIOD,
    KEYWORDS,
    SUMMARY,
];

const INTEREST: &[Row] = &[NAME, KEYWORDS];

const VOLUNTEER: &[Row] = &[
    ("organization", "organization", As(Line)),
    POSITION,
    URL,
    PERIOD,
    SUMMARY,
];

/// Tags of languages that a profile writes in another way.
const LANGUAGES: [(&str, &str); 5] = [
    ("zh-hans", "zh-Hans"),
    ("zh-hant-hk", "zh-Hant-HK"),
    ("zh-hant-tw", "zh-Hant-TW"),
    ("no", "nb"),
    ("pt-br", "pt-BR"),
];

/// The templates, and the layouts that are nearest to them.
const TEMPLATES: [(&str, &str); 6] = [
    ("jake", "compact"),
    ("moderncv-banking", "banner"),
    ("moderncv-casual", "narrative"),
    ("moderncv-classic", "narrative"),
    ("calm", "homepage"),
    ("vscode", "readme"),
];

const PAPERS: [(&str, &str); 2] = [("a4", "a4"), ("letter", "us-letter")];

/// Writes the profile of a YAMLResume file.
pub fn draft(mut file: Fields) -> Draft {
    let mut draft = Draft::default();
    let language = file.read("locale.language", Plain);
    let tag = language.map(|tag| known(&LANGUAGES, &tag).map_or(tag, str::to_owned));
    file.notes().set_locale(tag.as_deref());
    draft.root.set("locale", tag);
    let mut layouts = file.list("layouts");
    for layout in &mut layouts {
        take_look(layout, &mut draft);
    }
    if let Some(mut content) = file.map("content") {
        apply(PERSON, &mut content, &mut draft.person);
        take_sections(&mut content, &mut layouts, &mut draft);
        content.finish(&mut draft.root);
    }
    for layout in layouts {
        layout.finish_design(&mut draft.design);
    }
    file.finish(&mut draft.root);
    draft
}

fn known(table: &[(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    let row = table.iter().find(|(known, _)| *known == name);
    row.map(|(_, value)| *value)
}

/// Takes one of the values that YAMLResume offers, or a text of one paragraph.
fn choice(entry: &mut Fields, from: &str, to: &str, table: &mut DraftTable) {
    let written = entry.read(from, Line);
    table.set(
        to,
        written.map(|written| choice_in(&entry.notes().locale(), written)),
    );
}

/// Takes the template and the paper of a layout, which the first one has that names them.
fn take_look(layout: &mut Fields, draft: &mut Draft) {
    let template = layout.text("template").unwrap_or_default();
    let template = known(&TEMPLATES, template).filter(|_| !draft.root.has("layout"));
    if template.is_some() {
        draft.root.set("layout", template);
        layout.take("template");
        layout.take("engine");
    }
    let paper = layout.text("page.paperSize").unwrap_or_default();
    let paper = known(&PAPERS, paper);
    let chosen = draft.design.text("paper");
    if paper.is_some() && (chosen.is_none() || chosen == paper) {
        layout.take("page.paperSize");
        draft.design.set("paper", paper);
    }
}

/// Takes all sections, in the order and with the titles of the first layout that has some.
fn take_sections(content: &mut Fields, layouts: &mut [Fields], draft: &mut Draft) {
    let mut arranged = layouts.iter_mut().find(|layout| {
        let has = |path| layout.get(path).is_some_and(|node| !node.is_empty());
        has("sections.order") || has("sections.aliases")
    });
    let order = arranged.as_mut();
    let order = order.map_or_else(Vec::new, |layout| layout.read_all("sections.order", Plain));
    let chosen = order.iter();
    let chosen = chosen.filter_map(|key| LISTS.iter().find(|(from, ..)| from == key));
    // A section that was taken is not there a second time.
    for list in chosen.chain(&LISTS) {
        let mut table = section(list, content);
        if list.0 == "education" && table.has_in_entries("keywords") {
            table.set("keywords-label", Some("Courses"));
        }
        if let Some(layout) = &mut arranged {
            let alias = format!("sections.aliases.{}", list.0);
            let title = layout.read(&alias, Line);
            table.set("title", title);
        }
        draft.push_section(table);
    }
}

/// Returns all rows of entries and of the person.
#[cfg(test)]
pub fn all_rows() -> Vec<crate::import::map::KindRows> {
    let mut rows = crate::import::map::rows_of(&LISTS);
    rows.push((None, PERSON));
    rows
}
