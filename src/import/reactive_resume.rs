//! Documents of Reactive Resume, versions 3 to 5.
//!
//! A section is a map with a name and items. The items of all versions have the same fields under
//! different names, and texts of several paragraphs are HTML.

use crate::content::Locale;
use crate::import::dates::period_of;
use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::TextForm::{Contact, Date, File, Line, Plain, Prose, Raw, Url};
use crate::import::fields::{Fields, is_blank, left_out};
use crate::import::levels::Rating;
use crate::import::links::{add_account, add_link, add_page};
use crate::import::map::How::{All, As, By, Each, Fact, Keywords, Nothing, Table};
use crate::import::map::{Row, apply, set_period};
use crate::import::source::{SourceValue, join};
use crate::profile::{LEVELS, SectionKind};

/// The names of sections, the kind and the usual heading of the section, and the rows of its items.
type SectionForm = (&'static str, SectionKind, &'static str, &'static [Row]);

const FORMS: [SectionForm; 12] = [
    (
        "work|experience|volunteer",
        SectionKind::Experience,
        "Experience",
        WORK,
    ),
    ("education", SectionKind::Education, "Education", EDUCATION),
    ("projects", SectionKind::Project, "Projects", PROJECT),
    ("skills", SectionKind::Skill, "Skills", SKILL),
    ("languages", SectionKind::Language, "Languages", LANGUAGE),
    ("interests", SectionKind::Interest, "Interests", SKILL),
    ("awards", SectionKind::Award, "Awards", AWARD),
    (
        "certifications|certificates",
        SectionKind::Certificate,
        "Certifications",
        AWARD,
    ),
    (
        "publications",
        SectionKind::Publication,
        "Publications",
        PUBLICATION,
    ),
    (
        "references",
        SectionKind::Reference,
        "References",
        REFERENCE,
    ),
    ("summary|text", SectionKind::Text, "", &[]),
    CUSTOM,
];

/// Sections with items of any kind.
const CUSTOM: SectionForm = ("custom", SectionKind::Experience, "", OF_CUSTOM);

const DOCUMENT: &[Row] = &[(
    "public|id|slug|title|version|createdAt|updatedAt",
    "",
    Nothing,
)];

const PICTURE: Row = ("picture", "photo", By(photo));

const PERSON: &[Row] = &[
    ("name", "name", As(Plain)),
    ("headline", "headline", As(Line)),
    ("email", "email", As(Contact)),
    ("phone", "phone", As(Contact)),
    ("birthdate", "birth-date", As(Date)),
    ("location", "residence", Table(RESIDENCE)),
    ("location", "location", As(Line)),
    PAGE,
    PICTURE,
    ("profiles", "links", Each(account)),
    ("customFields", "links", Each(custom_field)),
    // Version 3 has a map.
    ("summary.body|summary", "summary", As(Prose)),
    ("summary.heading|summary.id|summary.visible", "", Nothing),
];

const RESIDENCE: &[Row] = &[
    ("address", "street", As(Raw)),
    ("postalCode", "postal-code", As(Plain)),
    ("city", "city", As(Plain)),
    ("region", "region", As(Plain)),
    ("country", "country", As(Plain)),
];

/// What only the pages of Reactive Resume have: how a section or an item is shown there.
const OF_PAGES: Row = (
    "id|icon|iconColor|columns|separateLinks|options|type|visible|hidden",
    "",
    Nothing,
);
const HIDDEN: Row = ("visible|hidden", "hidden", By(hide));
const PAGE: Row = ("url|website", "url", By(page));
const LEVEL: Row = ("level", "level", By(level));
const NAME: Row = ("name", "name", As(Line));
const POSITION: Row = ("position", "position", As(Line));

/// What all items can have.
const ITEM: &[Row] = &[
    HIDDEN,
    ("phone", "Phone", Fact),
    ("relationship", "Relationship", Fact),
    ("score|grade", "Score", Fact),
    ("location", "location", As(Line)),
    ("keywords", "keywords", Keywords),
    ("date|period", "date", By(dates)),
    ("summary|description|content", "summary", By(description)),
    PAGE,
    OF_PAGES,
];

const ROLES: Row = ("roles", "role", By(roles));

const WORK: &[Row] = &[
    ("company|organization|name", "organization", As(Line)),
    POSITION,
    ROLES,
];

const EDUCATION: &[Row] = &[
    ("institution|school", "institution", As(Line)),
    ("studyType|degree", "degree", As(Line)),
    ("area", "area", As(Line)),
    ("courses", "keywords", All(Line)),
];

const PROJECT: &[Row] = &[NAME, ("description", "subtitle", By(subtitle))];

const SKILL: &[Row] = &[NAME, LEVEL];

const LANGUAGE: &[Row] = &[
    ("language|name", "language", As(Line)),
    ("fluency|description", "fluency", As(Line)),
    LEVEL,
];

const AWARD: &[Row] = &[
    ("title|name", "title", As(Line)),
    ("awarder|issuer", "awarder", As(Line)),
];

const PUBLICATION: &[Row] = &[
    ("title|name", "title", As(Line)),
    ("publisher", "venue", As(Line)),
];

const REFERENCE: &[Row] = &[
    NAME,
    POSITION,
    ("email", "email", As(Contact)),
    ("phone", "phone", As(Plain)),
    ("description", "position", By(subtitle)),
];

const OF_CUSTOM: &[Row] = &[
    ("name|title", "organization", As(Line)),
    ("subtitle", "position", As(Line)),
    ("description", "position", By(subtitle)),
    ROLES,
];

/// A section and its name in the order of sections.
type Found = (String, DraftTable);

/// Writes the profile of a document.
pub fn draft(mut fields: Fields) -> Draft {
    let order = order_of(&fields);
    let mut draft = Draft::default();
    if let Some(mut basics) = fields.map("basics") {
        apply(PERSON, &mut basics, &mut draft.person);
        basics.finish(&mut draft.person);
    }
    apply(&[PICTURE], &mut fields, &mut draft.person);
    settings(&mut fields, &mut draft);
    let mut found = Vec::new();
    if let Some(section) = fields.map("summary") {
        summary(section, &mut draft, &mut found);
    }
    if let Some(mut all) = fields.map("sections") {
        for name in all.keys() {
            add_section(&mut all, &name, &mut draft, &mut found);
        }
        all.finish(&mut draft.root);
    }
    for mut section in fields.list("customSections") {
        // A profile has letters of another form.
        if section.text("type") == Some("cover-letter") {
            leave_letter(&mut section, &mut draft.root);
            section.finish(&mut draft.root);
            continue;
        }
        let name = section.text("id").unwrap_or_default().to_owned();
        let form = form_of(section.text("type").unwrap_or_default());
        found.push(with_items(section, &name, form));
    }
    // Sections without a place are the last, in the order written.
    found.sort_by_key(|(name, _)| {
        let place = order.iter().position(|known| known == name);
        place.unwrap_or(order.len())
    });
    for (_, section) in found {
        draft.push_section(section);
    }
    apply(DOCUMENT, &mut fields, &mut draft.root);
    fields.finish(&mut draft.root);
    draft
}

/// Leaves a letter out, except for how the pages show it.
fn leave_letter(section: &mut Fields, root: &mut DraftTable) {
    apply(&[OF_PAGES], section, root);
    for mut item in section.list("items") {
        apply(&[OF_PAGES], &mut item, root);
        item.finish(root);
    }
}

/// Returns the names of sections in the order of the pages: `metadata.layout` has lists of them.
fn order_of(fields: &Fields) -> Vec<String> {
    let layout = fields.get("metadata.layout");
    let leaves = layout.map_or_else(Vec::new, |layout| layout.leaves(""));
    let names = leaves.iter().map(|leaf| name_in_order(&leaf.text));
    names.collect()
}

/// Returns the name of a section in the order of sections.
fn name_in_order(name: &str) -> String {
    name.strip_prefix("custom.").unwrap_or(name).to_owned()
}

/// Returns what the items of a section of this name are. One of an unknown name has items of any kind.
fn form_of(name: &str) -> &'static SectionForm {
    let mut forms = FORMS.iter();
    let form = forms.find(|(names, ..)| names.split('|').any(|known| known == name));
    form.unwrap_or(&CUSTOM)
}

/// Takes the language and the paper. The rest of how pages look is not the CV.
fn settings(fields: &mut Fields, draft: &mut Draft) {
    let Some(mut metadata) = fields.map("metadata") else {
        return;
    };
    let format = metadata.read("page.format", Plain).unwrap_or_default();
    let is_letter = format.eq_ignore_ascii_case("letter");
    let paper = is_letter.then_some("us-letter");
    draft.design.set("paper", paper);
    let locale = metadata.read("page.locale", Plain);
    let locale = locale.filter(|locale| has_words(locale));
    draft.root.set("locale", locale);
    if let Some(notes) = metadata.take("notes") {
        left_out(fields.notes(), "metadata.notes", &notes, &mut draft.root);
    }
}

/// Returns whether CVs can be in a language.
fn has_words(locale: &str) -> bool {
    let language = locale.split('-').next().unwrap_or_default();
    Locale::known().any(|known| known.split('-').next() == Some(language))
}

/// Adds the section under a name, or the custom sections.
fn add_section(all: &mut Fields, name: &str, draft: &mut Draft, found: &mut Vec<Found>) {
    let Some(mut section) = all.map(name) else {
        return;
    };
    match name {
        "custom" => {
            for key in section.keys() {
                if let Some(inner) = section.map(&key) {
                    found.push(with_items(inner, &key, &CUSTOM));
                }
            }
            section.finish(&mut draft.root);
        }
        "summary" => summary(section, draft, found),
        "profiles" => accounts(section, &mut draft.person),
        _ => found.push(with_items(section, name, form_of(name))),
    }
}

/// Writes the accounts of the person, which are no section of a profile. Hidden ones are left out.
fn accounts(mut section: Fields, person: &mut DraftTable) {
    let all_hidden = is_hidden(&section);
    for mut profile in section.list("items") {
        if all_hidden || is_hidden(&profile) {
            apply(&[("visible|hidden", "", Nothing)], &mut profile, person);
        } else {
            account(&mut profile, person);
        }
        profile.finish(person);
    }
    apply(
        &[OF_PAGES, ("name|title", "", Nothing)],
        &mut section,
        person,
    );
    section.finish(person);
}

/// Writes the summary of the person, or a section if it has a title.
fn summary(mut section: Fields, draft: &mut Draft, found: &mut Vec<Found>) {
    let is_hidden = is_hidden(&section);
    let title = title_of(&mut section);
    let text = section.read("content", Prose);
    let mut table = DraftTable::section(SectionKind::Text);
    let is_default = title.as_deref().is_none_or(|title| title == "Summary");
    if is_default && !is_hidden && !draft.person.has("summary") {
        draft.person.set("summary", text);
        apply(&[OF_PAGES], &mut section, &mut draft.person);
        return section.finish(&mut draft.person);
    }
    table.set("title", title);
    table.set("body", text);
    apply(&[HIDDEN, OF_PAGES], &mut section, &mut table);
    section.finish(&mut table);
    found.push(("summary".to_owned(), table));
}

/// Returns a section with items.
fn with_items(mut section: Fields, name: &str, form: &SectionForm) -> Found {
    let (_, kind, usual, rows) = *form;
    let items = section.list("items");
    let is_list = form.0 == CUSTOM.0 && items.len() > 1 && items.iter().all(is_name_alone);
    let kind = if is_list { SectionKind::Skill } else { kind };
    let mut table = DraftTable::section(kind);
    // The kind alone has its heading in the language of the CV, and volunteering would have that of jobs.
    let title = title_of(&mut section).filter(|title| title != usual);
    let own = (name == "volunteer").then(|| "Volunteering".to_owned());
    table.set("title", title.or(own));
    apply(&[HIDDEN], &mut section, &mut table);
    if is_list {
        let mut entry = DraftTable::default();
        let names = items.into_iter();
        entry.set_list(
            "keywords",
            names.filter_map(|mut item| item.read("name", Line)),
        );
        table.push("entry", entry);
    } else if kind == SectionKind::Text {
        for item in items {
            add_prose(item, &mut table);
        }
    } else {
        for item in items {
            table.push("entry", entry(rows, item));
        }
    }
    apply(&[OF_PAGES], &mut section, &mut table);
    section.finish(&mut table);
    (name_in_order(name), table)
}

/// Returns the entry of an item.
fn entry(rows: &[Row], mut item: Fields) -> DraftTable {
    let mut entry = DraftTable::default();
    apply(rows, &mut item, &mut entry);
    apply(ITEM, &mut item, &mut entry);
    item.finish(&mut entry);
    entry
}

/// Returns whether an item has no more than a name, as courses in columns do.
fn is_name_alone(item: &Fields) -> bool {
    let says_nothing = |key: &String| {
        matches!(key.as_str(), "id" | "visible" | "name") || item.get(key).is_none_or(is_blank)
    };
    item.text("name").is_some() && !is_hidden(item) && item.keys().iter().all(says_nothing)
}

/// Adds the prose of an item to the text of a section. A hidden one is left out.
fn add_prose(mut item: Fields, section: &mut DraftTable) {
    if is_hidden(&item) {
        apply(&[("visible|hidden", "", Nothing)], &mut item, section);
    } else {
        let mut texts: Vec<String> = section
            .text("body")
            .map(str::to_owned)
            .into_iter()
            .collect();
        for key in ["summary", "description", "content"] {
            texts.extend(item.read(key, Prose));
        }
        section.set("body", Some(texts.join("\n\n")));
        apply(&[OF_PAGES], &mut item, section);
    }
    item.finish(section);
}

fn title_of(section: &mut Fields) -> Option<String> {
    let title = section.read("title", Line);
    title.or_else(|| section.read("name", Line))
}

/// Returns whether a section or an item is hidden.
fn is_hidden(fields: &Fields) -> bool {
    let is = |key, value| {
        let node = fields.get(key);
        node.is_some_and(|node| node.value == SourceValue::Bool(value))
    };
    is("visible", false) || is("hidden", true)
}

fn hide(fields: &mut Fields, _: &str, to: &str, table: &mut DraftTable) {
    if is_hidden(fields) {
        table.set_value(to, true);
    }
}

/// Writes the photo, which must be a file beside the profile. An address is in a comment.
fn photo(fields: &mut Fields, from: &str, to: &str, person: &mut DraftTable) {
    let Some(mut picture) = fields.map(from) else {
        return;
    };
    person.set(to, picture.read("url", File));
    if let Some(url) = picture.take("url") {
        let path = join(picture.path(), "url");
        left_out(fields.notes(), &path, &url, person);
    }
}

/// Writes a line of the head: an address becomes a link, a name and a value a detail.
fn custom_field(field: &mut Fields, person: &mut DraftTable) {
    let name = field.read("name", Plain);
    let text = field
        .read("text", Line)
        .or_else(|| field.read("value", Line));
    match (name, text, field.read("link", Url)) {
        (Some(name), Some(value), None) => person.add_fact("details", &name, &value),
        (name, text, url) => add_link(person, text.or(name).as_deref(), url.as_deref()),
    }
    apply(&[OF_PAGES], field, person);
}

fn account(profile: &mut Fields, person: &mut DraftTable) {
    let network = profile.read("network", Plain);
    let username = profile.read("username", Plain);
    let link = link(profile, "url").or_else(|| link(profile, "website"));
    add_account(person, network, username, link.map(|(_, url)| url), false);
    apply(&[OF_PAGES], profile, person);
}

/// Takes the address under a key, which can be in a map with a label; returns the label, if it is not the
/// address, and the address. What cannot be a link is left.
fn link(fields: &mut Fields, key: &str) -> Option<(Option<String>, String)> {
    fields.take(&format!("{key}.inlineLink"));
    let paths = ["", ".href", ".url"].map(|end| format!("{key}{end}"));
    let url = paths.iter().find_map(|path| fields.read(path, Url))?;
    let label = format!("{key}.label");
    if fields.text(&label).is_some_and(|label| url.contains(label)) {
        fields.take(&label);
    }
    Some((fields.read(&label, Line), url))
}

/// Moves an address: the page of the person or of the item, or a link with a label.
fn page(fields: &mut Fields, from: &str, _: &str, table: &mut DraftTable) {
    match link(fields, from) {
        Some((Some(label), url)) => add_link(table, Some(&label), Some(&url)),
        Some((None, url)) => add_page(table, &url),
        None => {}
    }
}

/// Moves a short line below the name, which version 4 has beside a longer text.
fn subtitle(item: &mut Fields, from: &str, to: &str, entry: &mut DraftTable) {
    if item.get("summary").is_some() && !entry.has(to) {
        entry.set(to, item.read(from, Line));
    }
}

/// Moves the level: a number from 1 to 5 where there is one, and words, which version 3 has under the name that
/// the number has later.
fn level(item: &mut Fields, _: &str, to: &str, entry: &mut DraftTable) {
    let has_words = item.get("levelNum").is_some();
    let (from, words) = if has_words {
        ("levelNum", ["level", "description"])
    } else {
        ("level", ["proficiency", "description"])
    };
    let number = number(item, from);
    let words = words.into_iter().find_map(|key| item.read(key, Line));
    let rating = number.and_then(rating_of);
    // Nothing is shown of a level of 0.
    if rating.is_some() || number == Some(0.0) {
        item.take(from);
    }
    if let Some(rating) = rating {
        rating.set(entry);
    }
    if entry.has("language") && !entry.has("fluency") {
        entry.set("fluency", words);
    } else if rating.is_some() {
        // A skill has one level; the words are a remark.
        entry.set_list("notes", words);
    } else {
        entry.set(to, words);
    }
}

fn number(item: &Fields, key: &str) -> Option<f64> {
    item.text(key)?.parse().ok()
}

/// Returns a level from 1 to 5, or of version 3 from 1 to 10.
fn rating_of(number: f64) -> Option<Rating> {
    let is_of_ten = number > f64::from(LEVELS);
    let levels = if is_of_ten { 10 } else { LEVELS };
    let mut numbers = 1..=levels;
    let level = numbers.find(|level| (f64::from(*level) - number).abs() < 0.5)?;
    Rating::new(level, levels)
}

/// Moves the dates: a period if there is one.
fn dates(item: &mut Fields, from: &str, to: &str, entry: &mut DraftTable) {
    // Version 3 has the two ends.
    if item.has_map(from) {
        let ends = ["start", "end"].map(|end| join(from, end));
        set_period(item, &ends[0], &ends[1], true, entry);
    } else if let Some(period) = item.text(from).and_then(period_of) {
        item.take(from);
        entry.set("start", Some(period.start));
        entry.set("end", Some(period.end));
        if period.is_expected {
            entry.set_value("expected", true);
        }
    } else if !entry.has("start") && !entry.has(to) {
        entry.set(to, item.read(from, Date));
    }
}

/// Moves prose. What is a list at its end becomes bullets.
fn description(item: &mut Fields, from: &str, to: &str, entry: &mut DraftTable) {
    let Some(text) = item.read(from, Prose) else {
        return;
    };
    if let Some(earlier) = entry.text(to) {
        let both = format!("{earlier}\n\n{text}");
        entry.set(to, Some(both));
    } else if entry.has("highlights") {
        entry.set(to, Some(text));
    } else {
        let (prose, bullets) = divided(&text);
        entry.set(to, Some(prose));
        entry.set_list("highlights", bullets);
    }
}

/// Divides Markdown into prose and the list at its end. A list of several depths stays in the prose.
fn divided(text: &str) -> (&str, Vec<&str>) {
    let after_prose = || text.find("\n\n- ").map(|at| at + 2);
    let start = text.starts_with("- ").then_some(0).or_else(after_prose);
    let (prose, list) = text.split_at(start.unwrap_or(text.len()));
    let lines = list.lines().filter(|line| !line.trim().is_empty());
    let bullets = lines.map(|line| {
        let bullet = line.strip_prefix("- ")?.trim();
        (!bullet.is_empty()).then_some(bullet)
    });
    match bullets.collect::<Option<Vec<&str>>>() {
        Some(bullets) => (prose.trim_end(), bullets),
        None => (text, Vec::new()),
    }
}

/// Moves the positions at one employer.
fn roles(item: &mut Fields, from: &str, to: &'static str, entry: &mut DraftTable) {
    for role in item.list(from) {
        entry.push(to, self::entry(&[POSITION], role));
    }
}

/// Returns all rows of entries and of the person.
#[cfg(test)]
pub fn all_rows() -> Vec<crate::import::map::KindRows> {
    let forms = FORMS.iter();
    let mut rows: Vec<_> = forms
        .map(|(_, kind, _, rows)| (Some(*kind), *rows))
        .collect();
    let kinds = FORMS
        .iter()
        .filter(|(.., kind, _, _)| *kind != SectionKind::Text);
    rows.extend(kinds.map(|(_, kind, ..)| (Some(*kind), ITEM)));
    rows.push((None, PERSON));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_at_the_end_becomes_bullets() {
        for (text, prose, bullets) in [
            ("- One\n- Two", "", &["One", "Two"][..]),
            ("Prose.\n\n- One", "Prose.", &["One"]),
            ("Prose.", "Prose.", &[]),
            ("- One\n  - Nested", "- One\n  - Nested", &[]),
            ("- One\n\nProse.", "- One\n\nProse.", &[]),
        ] {
            assert_eq!(divided(text), (prose, bullets.to_vec()), "{text}");
        }
    }

    #[test]
    fn levels_are_of_five_or_ten() {
        assert_eq!(rating_of(4.0), Rating::new(4, 5));
        assert_eq!(rating_of(8.0), Rating::new(8, 10));
        assert_eq!(rating_of(0.0), None);
        assert_eq!(rating_of(11.0), None);
    }
}
