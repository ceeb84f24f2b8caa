//! Reactive Resume, versions 3 to 5.
//!
//! A section is a map with a name and items. The items of all versions have the same fields under
//! different names, and texts of several paragraphs are HTML.

mod items;
mod order;

use crate::content::Locale;
use crate::diagnostic::{Diagnostic, rule};
use crate::import::draft::{Draft, DraftTable};
use crate::import::fields::{Fields, is_blank, left_out};
use crate::import::links::{Account, add_account};
use crate::import::notes::Notes;
use crate::import::source::{SourceNode, SourceValue};
use crate::profile::{ProfileFiles, SectionKind};
use items::{ItemForm, form_of, link};
use order::{Order, key_of_section};

/// What only the pages of Reactive Resume have: how a section or an item is shown there.
const OF_PAGES: [&str; 9] = [
    "id",
    "icon",
    "iconColor",
    "columns",
    "separateLinks",
    "options",
    "type",
    "visible",
    "hidden",
];

/// Writes the profile of a document. `files` are those that the profile can name.
///
/// # Errors
/// The document is not a map.
pub fn draft(root: SourceNode, notes: &Notes, files: &ProfileFiles) -> Result<Draft, Diagnostic> {
    let order = Order::of(&root);
    let mut fields = Fields::new(notes, "", root).map_err(|node| {
        let message = "a document of Reactive Resume is an object, `{ … }`";
        Diagnostic::error(rule::IMPORT_FORMAT, message).at(notes.source(), node.span, "")
    })?;
    let mut draft = Draft::default();
    if let Some(mut basics) = fields.take_fields("basics") {
        person(&mut basics, &mut draft.person, files);
        basics.finish(&mut draft.person);
    }
    if let Some(mut picture) = fields.take_fields("picture") {
        photo(&mut picture, &mut draft.person, files);
        leave_settings(picture, &mut draft.person);
    }
    settings(&mut fields, &mut draft);
    let mut found = Vec::new();
    let top = ["summary", "sections", "customSections"];
    for key in top {
        sections(&mut fields, key, &mut draft, &mut found);
    }
    found.sort_by_key(|section: &FoundSection| order.place_of(&section.key));
    for section in found {
        draft.push_section(section.table);
    }
    for key in [
        "public",
        "id",
        "slug",
        "title",
        "version",
        "createdAt",
        "updatedAt",
    ] {
        fields.take(key);
    }
    fields.finish(&mut draft.root);
    Ok(draft)
}

/// A section and its name in the order of sections.
struct FoundSection {
    key: String,
    table: DraftTable,
}

fn person(basics: &mut Fields, person: &mut DraftTable, files: &ProfileFiles) {
    person.set("name", basics.take_plain("name"));
    person.set("headline", basics.take_line("headline"));
    person.set("email", basics.take_plain("email"));
    person.set("phone", basics.take_phone("phone"));
    person.set("birth-date", basics.take_date("birthdate"));
    if let Some(mut place) = basics.take_fields("location") {
        let parts = [
            ("street", place.take_raw("address")),
            ("postal-code", place.take_plain("postalCode")),
            ("city", place.take_plain("city")),
            ("region", place.take_plain("region")),
            ("country", place.take_plain("country")),
        ];
        let parts = parts.each_ref().map(|(key, text)| (*key, text.as_deref()));
        person.set_table("residence", &parts);
        place.finish(person);
    } else {
        person.set("location", basics.take_line("location"));
    }
    for key in ["url", "website"] {
        if let Some(page) = link(basics, key, person)
            && !person.has("url")
        {
            person.set("url", Some(page.url));
        }
    }
    if let Some(mut picture) = basics.take_fields("picture") {
        photo(&mut picture, person, files);
        leave_settings(picture, person);
    }
    for mut profile in basics.take_list("profiles") {
        account(&mut profile, person);
        leave_settings(profile, person);
    }
    for mut field in basics.take_list("customFields") {
        custom_field(&mut field, person);
        leave_settings(field, person);
    }
    // A summary of version 3.
    if let Some(mut summary) = basics.take_fields("summary") {
        person.set("summary", summary.take_prose("body"));
        summary.take("heading");
        leave_settings(summary, person);
    } else {
        person.set("summary", basics.take_prose("summary"));
    }
}

/// Writes the photo, which must be a file beside the profile. An address is in a comment.
fn photo(picture: &mut Fields, person: &mut DraftTable, files: &ProfileFiles) {
    if picture
        .text("url")
        .is_some_and(|path| files.find(path).is_ok())
    {
        person.set("photo", picture.take_raw("url"));
    }
    for key in picture.keys() {
        if key != "url" {
            picture.take(&key);
        }
    }
}

/// Writes a line of the head: an address becomes a link, a name and a value a detail.
fn custom_field(field: &mut Fields, person: &mut DraftTable) {
    let name = field.take_plain("name");
    let text = field.take_line("text").or_else(|| field.take_line("value"));
    let url = field.take_url("link");
    match (name, text, url) {
        (Some(name), Some(value), None) => person.add_fact("details", &name, &value),
        (name, text, url) => {
            let label = text.or(name);
            let members = [("label", label.as_deref()), ("url", url.as_deref())];
            person.add_inline("links", &members);
        }
    }
}

fn account(profile: &mut Fields, person: &mut DraftTable) {
    let network = profile.take_plain("network");
    let username = profile.take_plain("username");
    let mut url = profile.take_url("url");
    for key in ["url", "website"] {
        if url.is_none() {
            url = link(profile, key, person).map(|page| page.url);
        }
    }
    let account = Account {
        network,
        username,
        url,
    };
    add_account(person, account);
}

/// Takes the language and the paper. The rest of how pages look is not the CV.
fn settings(fields: &mut Fields, draft: &mut Draft) {
    let Some(mut metadata) = fields.take_fields("metadata") else {
        return;
    };
    let page = metadata.take_fields("page");
    if let Some(mut page) = page {
        let format = page.take_plain("format").unwrap_or_default().to_lowercase();
        draft
            .design
            .set("paper", (format == "letter").then_some("us-letter"));
        draft.root.set(
            "locale",
            page.take_plain("locale").filter(|locale| has_words(locale)),
        );
    }
    let notes = metadata.take("notes");
    if let Some(notes) = notes.filter(|notes| !notes.is_empty()) {
        left_out(fields.notes(), "metadata.notes", &notes, &mut draft.root);
    }
}

/// Returns whether CVs can be in a language.
fn has_words(locale: &str) -> bool {
    let language = locale.split('-').next().unwrap_or_default();
    Locale::known().any(|known| known.split('-').next() == Some(language))
}

/// Adds the sections under a key of the document.
fn sections(fields: &mut Fields, key: &str, draft: &mut Draft, found: &mut Vec<FoundSection>) {
    match key {
        "summary" => {
            if let Some(section) = fields.take_fields(key) {
                summary(section, draft, found);
            }
        }
        "customSections" => {
            for section in fields.take_list(key) {
                let name = section.text("id").unwrap_or_default().to_owned();
                let form = section.text("type").and_then(form_of);
                custom(section, &name, form, found);
            }
        }
        _ => {
            let Some(mut all) = fields.take_fields(key) else {
                return;
            };
            for name in all.keys() {
                of_document(&mut all, &name, draft, found);
            }
            all.finish(&mut draft.root);
        }
    }
}

/// Adds the section under a name, or the custom sections.
fn of_document(all: &mut Fields, name: &str, draft: &mut Draft, found: &mut Vec<FoundSection>) {
    if name == "custom" {
        let Some(mut custom_sections) = all.take_fields(name) else {
            return;
        };
        for key in custom_sections.keys() {
            if let Some(section) = custom_sections.take_fields(&key) {
                custom(section, &key, None, found);
            }
        }
        return custom_sections.finish(&mut draft.root);
    }
    let Some(section) = all.take_fields(name) else {
        return;
    };
    match name {
        "summary" => summary(section, draft, found),
        "profiles" => accounts(section, &mut draft.person),
        _ => custom(section, name, form_of(name), found),
    }
}

/// Writes the accounts of the person, which are no section of a profile.
fn accounts(mut section: Fields, person: &mut DraftTable) {
    let is_hidden = take_hidden(&mut section);
    for mut profile in section.take_list("items") {
        if is_hidden || take_hidden(&mut profile) {
            profile.finish(person);
            continue;
        }
        account(&mut profile, person);
        leave_settings(profile, person);
    }
    section.take("name");
    section.take("title");
    leave_settings(section, person);
}

/// Writes the summary of the person, or a section if it has a title.
fn summary(mut section: Fields, draft: &mut Draft, found: &mut Vec<FoundSection>) {
    let is_hidden = take_hidden(&mut section);
    let title = title_of(&mut section);
    let text = section.take_prose("content");
    let mut table = DraftTable::section(SectionKind::Text);
    let is_default = title.as_deref().is_none_or(|title| title == "Summary");
    if is_default && !is_hidden && !draft.person.has("summary") {
        draft.person.set("summary", text);
        return leave_settings(section, &mut draft.person);
    }
    table.set("title", title);
    table.set("body", text);
    hide(&mut table, is_hidden);
    leave_settings(section, &mut table);
    let key = "summary".to_owned();
    found.push(FoundSection { key, table });
}

/// Adds a section with items. One of an unknown form has items of all fields.
fn custom(mut section: Fields, name: &str, form: Option<ItemForm>, found: &mut Vec<FoundSection>) {
    let form = form.unwrap_or(ItemForm::Custom);
    let is_hidden = take_hidden(&mut section);
    let items = section.take_list("items");
    let is_list = form == ItemForm::Custom && items.len() > 1 && items.iter().all(is_name_alone);
    let kind = if is_list {
        SectionKind::Skill
    } else {
        form.kind()
    };
    let mut table = DraftTable::section(kind);
    let title = title_of(&mut section).filter(|title| !form.is_usual(title));
    // The kind alone would have the heading of jobs.
    let usual = (name == "volunteer").then(|| "Volunteering".to_owned());
    table.set("title", title.or(usual));
    hide(&mut table, is_hidden);
    if is_list {
        let mut entry = DraftTable::default();
        let names = items
            .into_iter()
            .filter_map(|mut item| item.take_line("name"));
        entry.set_list("keywords", names);
        table.push("entry", entry);
        leave_settings(section, &mut table);
        return found.push(FoundSection {
            key: key_of_section(name),
            table,
        });
    }
    for item in items {
        if form == ItemForm::Text {
            prose_item(item, &mut table);
        } else {
            table.push("entry", entry(item, form));
        }
    }
    leave_settings(section, &mut table);
    let key = key_of_section(name);
    found.push(FoundSection { key, table });
}

/// Returns whether an item has no more than a name, as courses in columns do.
fn is_name_alone(item: &Fields) -> bool {
    item.text("name").is_some()
        && !is_bool(item.get("visible").cloned(), false)
        && item.keys().iter().all(|key| {
            matches!(key.as_str(), "id" | "visible" | "name")
                || item
                    .get(key)
                    .is_none_or(|node| node.is_empty() || is_blank(node))
        })
}

/// Returns the entry of an item.
fn entry(mut item: Fields, form: ItemForm) -> DraftTable {
    let mut entry = DraftTable::default();
    hide(&mut entry, take_hidden(&mut item));
    form.write(&mut item, &mut entry);
    leave_settings(item, &mut entry);
    entry
}

/// Adds the prose of an item to the text of a section. A hidden one is left out.
fn prose_item(mut item: Fields, section: &mut DraftTable) {
    if take_hidden(&mut item) {
        return item.finish(section);
    }
    let mut texts: Vec<String> = Vec::new();
    texts.extend(section.text("body").map(str::to_owned));
    for key in ["summary", "description", "content"] {
        texts.extend(item.take_prose(key));
    }
    section.set("body", Some(texts.join("\n\n")));
    leave_settings(item, section);
}

fn title_of(section: &mut Fields) -> Option<String> {
    section
        .take_line("title")
        .or_else(|| section.take_line("name"))
}

/// Takes whether a section or an item is hidden.
fn take_hidden(fields: &mut Fields) -> bool {
    let is_invisible = is_bool(fields.take("visible"), false);
    is_bool(fields.take("hidden"), true) || is_invisible
}

fn is_bool(node: Option<SourceNode>, value: bool) -> bool {
    node.is_some_and(|node| node.value == SourceValue::Bool(value))
}

fn hide(table: &mut DraftTable, is_hidden: bool) {
    if is_hidden {
        table.set_value("hidden", true);
    }
}

/// Reports what was not taken, except for how the pages of Reactive Resume look.
fn leave_settings(mut fields: Fields, table: &mut DraftTable) {
    for key in OF_PAGES {
        fields.take(key);
    }
    fields.finish(table);
}
