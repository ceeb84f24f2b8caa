//! The page that documents the format, `docs/profile-format.md`, field by field.
//!
//! The tables are made from the schema, in the order in which the model has its fields; the words
//! between them stand in `reference.md` beside this file, with a line `{{name}}` where a table
//! belongs.

use serde_json::Value as Json;

use crate::profile::kind::{SectionKind, role_has};
use crate::profile::model::parts::{Detail, EntryLink, Item, Letter, Project};
use crate::profile::model::{
    BibliographyChoice, Entry, Person, PersonLink, Profile, Section, Variant,
};
use crate::profile::schema::fields::fields;
use crate::profile::schema::named;

const PAGE: &str = include_str!("reference.md");

/// What the page calls a value, alone and several of them, with the place that says more.
const VALUES: &[(&str, &str, &str)] = &[
    (
        "Address",
        "[address](#addresses)",
        "[addresses](#addresses)",
    ),
    ("Bibliography", "path or [table](#bibliography)", ""),
    ("Date", "[date](#dates)", "[dates](#dates)"),
    ("Dates", "[date](#dates) or list", ""),
    ("Detail", "", "[tables](#details)"),
    ("Entry", "", "[tables](#entries)"),
    ("EntryLink", "", "[tables](#links)"),
    ("GroupBy", "`\"type\"` or `\"year\"`", ""),
    ("Highlight", "", "[bullets](#bullets)"),
    ("Kind", "[kind](#kinds)", ""),
    ("Letter", "[table](#cover-letter)", ""),
    ("Meta", "[table](#facts)", ""),
    ("Network", "[network](#networks)", ""),
    ("OneOrMany", "[text](#text) or list", ""),
    ("Person", "[table](#person)", ""),
    ("PersonLink", "", "[tables](#links-of-a-person)"),
    ("Plain", "[plain text](#text)", ""),
    ("Project", "[table](#projects-inside-a-job)", ""),
    ("Prose", "[prose](#text)", ""),
    (
        "Role",
        "",
        "[tables](#several-positions-under-one-employer)",
    ),
    (
        "RoleField",
        "[text](#text) or [tables](#several-positions-under-one-employer)",
        "",
    ),
    ("Section", "", "[tables](#sections)"),
    ("Sort", "`\"newest-first\"`", ""),
    ("Text", "[text](#text)", "[texts](#text)"),
    ("Variant", "", "[tables](#variants)"),
];

/// The page, in Markdown.
pub fn reference() -> String {
    let schema = named();
    let mut page = String::new();
    for line in PAGE.lines() {
        match line
            .strip_prefix("{{")
            .and_then(|rest| rest.strip_suffix("}}"))
        {
            Some(name) => page += &insertion(&schema, name),
            None => page += line,
        }
        page.push('\n');
    }
    page
}

/// What belongs in the place of this name.
fn insertion(schema: &Json, name: &str) -> String {
    match name {
        "profile" => table(schema, "", fields::<Profile>()),
        "person" => table(schema, "Person", fields::<Person>()),
        "links of a person" => table(schema, "PersonLink", fields::<PersonLink>()),
        "networks" => networks(schema),
        "section" => table(schema, "Section", fields::<Section>()),
        "kinds" => kinds(schema),
        "entry" => common(schema),
        "fields of kinds" => SectionKind::ALL
            .into_iter()
            .map(|kind| of_kind(schema, kind))
            .collect::<String>()
            .trim()
            .to_owned(),
        "role" => role(schema),
        "bullet" => table(schema, "Item", fields::<Item>()),
        "detail" => table(schema, "Detail", fields::<Detail>()),
        "fact" => table(schema, "Fact", &["label", "value"]),
        "link" => table(schema, "EntryLink", fields::<EntryLink>()),
        "project" => table(schema, "Project", fields::<Project>()),
        "bibliography" => table(schema, "BibliographyChoice", fields::<BibliographyChoice>()),
        "letter" => table(schema, "Letter", fields::<Letter>()),
        "variant" => table(schema, "Variant", fields::<Variant>()),
        // A test looks for what is left over.
        unknown => format!("{{{{{unknown}}}}}"),
    }
}

/// A table of fields of a definition, or of the top level.
fn table(schema: &Json, definition: &str, keys: &[&str]) -> String {
    rows(schema, definition, keys, |_| 0)
}

/// The same, with a choice among the examples of each field.
fn rows(schema: &Json, definition: &str, keys: &[&str], example: impl Fn(&str) -> usize) -> String {
    let definition = if definition.is_empty() {
        schema
    } else {
        &schema["definitions"][definition]
    };
    let required: Vec<&str> = definition["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    let mut table =
        "| key | what it is | value | default or example |\n|---|---|---|---|".to_owned();
    for key in keys {
        let property = &definition["properties"][*key];
        let description = property["description"].as_str().unwrap_or_default();
        let needed = if required.contains(key) {
            " It cannot be left out."
        } else {
            ""
        };
        let shown = match shown(property, example(key)) {
            shown if shown.is_empty() => shown,
            shown => format!(" {shown}"),
        };
        table += &format!(
            "\n| `{key}` | {description}{needed} | {} |{shown} |",
            value(property)
        );
    }
    table
}

/// What a value is, in a word or two.
fn value(property: &Json) -> String {
    let named = |several: bool, reference: &str| {
        let name = reference.rsplit('/').next().unwrap_or_default();
        let (_, one, many) = VALUES.iter().find(|(known, ..)| *known == name)?;
        Some(if several { *many } else { *one }.to_owned())
    };
    let reference = |schema: &Json| {
        schema
            .get("$ref")
            .or_else(|| schema.pointer("/allOf/0/$ref"))
            .and_then(Json::as_str)
            .map(str::to_owned)
    };
    if let Some(reference) = reference(property) {
        return named(false, &reference).unwrap_or_default();
    }
    let bound = |name: &str| property.get(name).and_then(Json::as_u64);
    match (
        property["type"].as_str(),
        bound("minimum"),
        bound("maximum"),
    ) {
        (Some("array"), ..) => {
            let items = &property["items"];
            reference(items)
                .and_then(|items| named(true, &items))
                .map_or("list of strings".to_owned(), |many| {
                    format!("list of {many}")
                })
        }
        (Some("object"), ..) => match reference(&property["additionalProperties"]) {
            Some(members) => named(true, &members).unwrap_or_default(),
            None => "[table](#design)".to_owned(),
        },
        (Some("integer"), Some(low), Some(high)) => format!("number from {low} to {high}"),
        (Some("boolean"), ..) => "`true` or `false`".to_owned(),
        _ => "string".to_owned(),
    }
}

/// The default of a field, or one of its examples as a profile writes it.
fn shown(property: &Json, index: usize) -> String {
    if let Some(default) = property.get("default") {
        return format!("default `{default}`");
    }
    let examples = property["examples"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let Some(example) = examples.get(index).or_else(|| examples.first()) else {
        return String::new();
    };
    // A list of tables has a section of its own, with an example in the order in which one writes
    // it.
    let is_list_of_tables = example
        .as_array()
        .is_some_and(|members| members.iter().any(Json::is_object));
    match toml::Value::try_from(example) {
        Ok(value) if !is_list_of_tables => format!("`{}`", value.to_string().replace('|', "\\|")),
        _ => String::new(),
    }
}

fn networks(schema: &Json) -> String {
    let names = schema["definitions"]["Network"]["anyOf"][0]["enum"].as_array();
    let names: Vec<String> = names
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .map(|n| format!("`{n}`"))
        .collect();
    names.join(", ")
}

/// The kinds with what each is for and the fields that are its own.
fn kinds(schema: &Json) -> String {
    let kinds = &schema["definitions"]["Kind"]["x-taplo"]["docs"]["enumValues"];
    let mut table = "| kind | what its entries are | their own fields |\n|---|---|---|".to_owned();
    for (index, kind) in SectionKind::ALL.into_iter().enumerate() {
        let own: Vec<String> = kind
            .own_fields()
            .iter()
            .map(|field| format!("`{field}`"))
            .collect();
        let own = if own.is_empty() {
            "none: `text` says it".to_owned()
        } else {
            own.join(", ")
        };
        table += &format!(
            "\n| `{}` | {} | {own} |",
            kind.name(),
            kinds[index].as_str().unwrap_or_default()
        );
    }
    table
}

/// The fields that entries of all kinds have.
fn common(schema: &Json) -> String {
    let keys: Vec<&str> = fields::<Entry>()
        .iter()
        .copied()
        .filter(|key| SectionKind::Text.has(key))
        .collect();
    table(schema, "Entry", &keys)
}

/// The fields that entries of one kind have.
fn of_kind(schema: &Json, kind: SectionKind) -> String {
    if kind.own_fields().is_empty() {
        return String::new();
    }
    // A field of several kinds has an example for each of them.
    let example = |field: &str| {
        SectionKind::with(field)
            .iter()
            .position(|with| *with == kind)
            .unwrap_or_default()
    };
    format!(
        "### `{}`\n\n{}\n\n",
        kind.name(),
        rows(schema, "Entry", kind.own_fields(), example)
    )
}

/// The fields that a position has of those of a job, common ones apart.
fn role(schema: &Json) -> String {
    let keys: Vec<&str> = fields::<Entry>()
        .iter()
        .copied()
        .filter(|key| role_has(key) && !SectionKind::Text.has(key))
        .collect();
    table(schema, "Role", &keys)
}
