//! Generates the page that documents the format, `docs/profile-format.md`.
//!
//! The tables are generated from the schema, in the order of the model's fields. The text between
//! them is in `reference.md`, where a line `{{name}}` marks the place of a table.

use serde_json::Value as Json;
use strum::VariantArray;

use crate::profile::fields::{self, common_fields, kinds_with, own_fields, role_has};
use crate::profile::kind::SectionKind;
use crate::profile::schema::named;

const PAGE: &str = include_str!("reference.md");

/// The types of values: the name of the definition, and a link for one value and for several.
const VALUES: &[(&str, &str, &str)] = &[
    (
        "Address",
        "[address](#addresses)",
        "[addresses](#addresses)",
    ),
    ("AttachedData", "`\"json-resume\"`", ""),
    ("Bibliography", "path or [table](#bibliography)", ""),
    ("CefrLevel", "`\"A1\"` to `\"C2\"`", ""),
    ("Date", "[date](#dates)", "[dates](#dates)"),
    ("Dates", "[date](#dates) or list", ""),
    ("Detail", "", "[tables](#details)"),
    ("Emails", "[address or list](#several-addresses)", ""),
    ("Entry", "", "[tables](#entries)"),
    ("EntryLink", "", "[tables](#links)"),
    ("GroupBy", "`\"type\"` or `\"year\"`", ""),
    ("Highlight", "", "[bullets](#bullets)"),
    ("Keyword", "", "[keywords](#keywords)"),
    ("Kind", "[kind](#kinds)", ""),
    ("Letter", "[table](#cover-letter)", ""),
    ("LevelField", "[text](#text) or number from 1 to 10", ""),
    ("Meta", "[table](#facts)", ""),
    ("Network", "[network](#networks)", ""),
    ("OneOrMany", "[text](#text) or list", ""),
    ("Person", "[table](#person)", ""),
    ("PersonLink", "", "[tables](#links-of-a-person)"),
    ("Phones", "[number or list](#several-addresses)", ""),
    ("Plain", "[plain text](#text)", ""),
    ("Project", "[table](#projects-inside-a-job)", ""),
    ("Prose", "[prose](#text)", ""),
    ("QrField", "`\"url\"`", ""),
    ("QuoteStyle", "`\"auto\"` or `\"as-typed\"`", ""),
    (
        "ReferenceStyle",
        "`\"author-date\"` or `\"author-title\"`",
        "",
    ),
    ("Residence", "[table](#residence)", ""),
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
    ("Signature", "[table](#signature)", ""),
    ("Numbering", "`\"descending\"` or `\"ascending\"`", ""),
    ("Sort", "`\"newest-first\"`", ""),
    ("Text", "[text](#text)", "[texts](#text)"),
    ("Variant", "", "[tables](#variants)"),
];

/// Returns the page, in Markdown.
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

/// Returns the text for a placeholder.
fn insertion(schema: &Json, name: &str) -> String {
    match name {
        "profile" => {
            let keys = fields::profile_table().keys();
            // The lists of the kinds are in the table of kinds.
            let keys: Vec<&str> = keys
                .filter(|key| key.parse::<SectionKind>().is_err())
                .collect();
            first_rows(schema, "Profile", &keys)
        }
        "person" => table(schema, "Person"),
        "residence" => table(schema, "Residence"),
        "links of a person" => table(schema, "PersonLink"),
        "labeled email" => table(schema, "LabeledEmail"),
        "labeled phone" => table(schema, "LabeledPhone"),
        "networks" => networks(schema),
        "section" => table(schema, "Section"),
        "kinds" => kinds(schema),
        "entry" => first_rows(schema, "Entry", &common_fields().collect::<Vec<_>>()),
        "fields of kinds" => fields_of_kinds(schema),
        "role" => role(schema),
        "bullet" => table(schema, "Item"),
        "keyword" => table(schema, "RatedKeyword"),
        "detail" => table(schema, "Detail"),
        "fact" => table(schema, "Fact"),
        "link" => table(schema, "EntryLink"),
        "project" => table(schema, "Project"),
        "bibliography" => table(schema, "BibliographyChoice"),
        "signature" => table(schema, "Signature"),
        "letter" => table(schema, "Letter"),
        "variant" => table(schema, "Variant"),
        // A test checks that no placeholder is left.
        unknown => format!("{{{{{unknown}}}}}"),
    }
}

/// Returns the table of all fields of a definition.
fn table(schema: &Json, name: &str) -> String {
    let keys: Vec<&str> = fields::table(name).map_or_else(Vec::new, |table| table.keys().collect());
    first_rows(schema, name, &keys)
}

/// Returns a table of fields with the first example of each.
fn first_rows(schema: &Json, name: &str, keys: &[&str]) -> String {
    rows(schema, name, keys, |_| 0)
}

/// Returns a table of fields. `example` returns the index of the example of a field.
fn rows(schema: &Json, name: &str, keys: &[&str], example: impl Fn(&str) -> usize) -> String {
    let definition = schema["definitions"].get(name).unwrap_or(schema);
    let required: Vec<&str> = definition["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    let mut table =
        "| key | description | value | default or example |\n|---|---|---|---|".to_owned();
    for key in keys {
        let property = &definition["properties"][*key];
        let description = property["description"].as_str().unwrap_or_default();
        let needed = if required.contains(key) {
            " Required."
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

/// Returns the type of a value.
fn value(property: &Json) -> String {
    if let Some(name) = definition_name(property) {
        return one_of(name).unwrap_or_default().to_owned();
    }
    let minimum = property.get("minimum").and_then(Json::as_u64);
    let maximum = property.get("maximum").and_then(Json::as_u64);
    match (property["type"].as_str(), minimum, maximum) {
        (Some("array"), ..) => match definition_name(&property["items"]).and_then(several_of) {
            Some(several) => format!("list of {several}"),
            None => "list of strings".to_owned(),
        },
        (Some("object"), ..) => match definition_name(&property["additionalProperties"]) {
            Some(name) => several_of(name).unwrap_or_default().to_owned(),
            None => "[table](#design)".to_owned(),
        },
        (Some("integer"), Some(low), Some(high)) => format!("number from {low} to {high}"),
        (Some("boolean"), ..) => "`true` or `false`".to_owned(),
        _ => "string".to_owned(),
    }
}

/// Returns the name of the definition that a schema refers to.
fn definition_name(schema: &Json) -> Option<&str> {
    let reference = schema.get("$ref");
    let reference = reference.or_else(|| schema.pointer("/allOf/0/$ref"));
    reference?.as_str()?.rsplit('/').next()
}

fn one_of(name: &str) -> Option<&'static str> {
    let (_, one, _) = VALUES.iter().find(|(known, ..)| *known == name)?;
    Some(*one)
}

fn several_of(name: &str) -> Option<&'static str> {
    let (_, _, several) = VALUES.iter().find(|(known, ..)| *known == name)?;
    Some(*several)
}

/// Returns the default of a field, or one of its examples in TOML.
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
    // A list of tables has its own section, with an example of several lines.
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
    let names = names.into_iter().flatten().filter_map(Json::as_str);
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Returns the table of kinds with their descriptions and fields.
fn kinds(schema: &Json) -> String {
    let kinds = &schema["definitions"]["Kind"]["x-taplo"]["docs"]["enumValues"];
    let mut table = "| kind | entries | fields |\n|---|---|---|".to_owned();
    for (index, kind) in SectionKind::VARIANTS.iter().enumerate() {
        let mut own: Vec<String> = Vec::new();
        for field in own_fields(*kind) {
            own.push(format!("`{field}`"));
        }
        let own = if own.is_empty() {
            "none, only `text`".to_owned()
        } else {
            own.join(", ")
        };
        let name = kind.name();
        let description = kinds[index].as_str().unwrap_or_default();
        table += &format!("\n| `{name}` | {description} | {own} |");
    }
    table
}

/// Returns the sections about the fields of each kind.
fn fields_of_kinds(schema: &Json) -> String {
    let mut text = String::new();
    for kind in SectionKind::VARIANTS {
        text += &of_kind(schema, *kind);
    }
    text.trim().to_owned()
}

/// Returns the section about the fields of one kind.
fn of_kind(schema: &Json, kind: SectionKind) -> String {
    let fields: Vec<&str> = own_fields(kind).collect();
    if fields.is_empty() {
        return String::new();
    }
    let rows = rows(schema, "Entry", &fields, |field| {
        // A field of several kinds has one example per kind.
        let kinds = kinds_with(field);
        kinds
            .iter()
            .position(|with| *with == kind)
            .unwrap_or_default()
    });
    format!("### `{}`\n\n{rows}\n\n", kind.name())
}

/// Returns the table of fields that a position has in addition to the common ones.
fn role(schema: &Json) -> String {
    let keys: Vec<&str> = own_fields(SectionKind::Experience)
        .filter(|field| role_has(field))
        .collect();
    first_rows(schema, "Role", &keys)
}
