//! Generates the page that documents the format, `docs/profile-format.md`.
//!
//! The tables are generated from the tables of fields, in the order of the model's fields. The text between
//! them is in `reference.md`, where a line `{{name}}` marks the place of a table.

use strum::VariantArray;

use crate::diagnostic::alternatives;
use crate::profile::fields::{
    self, Field, common_fields, in_toml, kinds_with, own_fields, profile_table, role_has,
};
use crate::profile::kind::SectionKind;
use crate::profile::network;
use crate::profile::role::Role;
use crate::profile::schema::strict::ROLE;

const PAGE: &str = include_str!("reference.md");

/// The types of values: the name of the definition, and a link for one value and for several.
const VALUES: &[(&str, &str, &str)] = &[
    (
        "Address",
        "[address](#addresses)",
        "[addresses](#addresses)",
    ),
    ("Bibliography", "path or [table](#bibliography)", ""),
    ("CefrLevel", "`\"A1\"` to `\"C2\"`", ""),
    ("Date", "[date](#dates)", "[dates](#dates)"),
    ("Dates", "[date](#dates) or list", ""),
    ("Detail", "", "[tables](#details)"),
    ("Emails", "[address or list](#several-addresses)", ""),
    ("Entry", "", "[tables](#entries)"),
    ("EntryLink", "", "[tables](#links)"),
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
    ("Residence", "[table](#residence)", ""),
    (
        "RoleField",
        "[text](#text) or [tables](#several-positions-under-one-employer)",
        "",
    ),
    ("Section", "", "[tables](#sections)"),
    ("Signature", "[table](#signature)", ""),
    ("Text", "[text](#text)", "[texts](#text)"),
    ("Variant", "", "[tables](#variants)"),
];

/// Returns the page, in Markdown.
pub fn reference() -> String {
    let mut page = String::new();
    for line in PAGE.lines() {
        match line
            .strip_prefix("{{")
            .and_then(|rest| rest.strip_suffix("}}"))
        {
            Some(name) => page += &insertion(name),
            None => page += line,
        }
        page.push('\n');
    }
    page
}

/// Returns the text for a placeholder.
fn insertion(name: &str) -> String {
    match name {
        "profile" => {
            let fields = profile_table().fields.iter();
            // The lists of the kinds are in the table of kinds.
            rows(fields.filter(|field| field.name.parse::<SectionKind>().is_err()))
        }
        "person" => table("Person"),
        "residence" => table("Residence"),
        "links of a person" => table("PersonLink"),
        "labeled email" => table("LabeledEmail"),
        "labeled phone" => table("LabeledPhone"),
        "networks" => networks(),
        "section" => table("Section"),
        "kinds" => kinds(),
        "entry" => rows(common_fields().filter_map(entry_field)),
        "fields of kinds" => fields_of_kinds(),
        "role" => role(),
        "bullet" => table("Item"),
        "keyword" => table("RatedKeyword"),
        "detail" => table("Detail"),
        "fact" => table("Fact"),
        "link" => table("EntryLink"),
        "project" => table("Project"),
        "bibliography" => table("BibliographyChoice"),
        "signature" => table("Signature"),
        "letter" => table("Letter"),
        "variant" => table("Variant"),
        // A test checks that no placeholder is left.
        unknown => format!("{{{{{unknown}}}}}"),
    }
}

fn entry_field(name: &str) -> Option<&'static Field> {
    fields::table("Entry")?.field(name)
}

/// Returns the table of all fields of a table of the format.
fn table(name: &str) -> String {
    rows(fields::table(name).map_or(&[][..], |table| &table.fields))
}

const HEADER: &str = "| key | description | value | default or example |\n|---|---|---|---|";

/// Returns a table of fields with the first example of each.
fn rows(fields: impl IntoIterator<Item = &'static Field>) -> String {
    let rows = fields.into_iter().map(|field| row(field, 0));
    HEADER.to_owned() + &rows.collect::<String>()
}

/// Returns the row of a field with one of its examples.
fn row(field: &Field, example: usize) -> String {
    let needed = if field.is_required { " Required." } else { "" };
    let shown = match shown(field, example) {
        shown if shown.is_empty() => shown,
        shown => format!(" {shown}"),
    };
    format!(
        "\n| `{}` | {}{needed} | {} |{shown} |",
        field.name,
        field.text(),
        value(field)
    )
}

/// Returns the type of a value.
fn value(field: &Field) -> String {
    let types = &field.types;
    let name = match (field.role, field.name) {
        (Role::Url, _) => Some("Address"),
        (_, "network") => Some("Network"),
        _ => types.name,
    };
    if let Some(one) = name.and_then(one_of) {
        return one.to_owned();
    }
    let part = types.items.as_ref().or(types.own_values.as_ref());
    let several = part.and_then(|part| several_of(part.name?));
    match (types.types.as_slice(), types.minimum, types.maximum) {
        (["array"], ..) => format!("list of {}", several.unwrap_or("strings")),
        (["object"], ..) => several.unwrap_or("[table](#design)").to_owned(),
        (["integer"], Some(low), Some(high)) => format!("number from {low} to {high}"),
        (["boolean"], ..) => "`true` or `false`".to_owned(),
        (["string"], ..) if !types.choices.is_empty() => {
            let choices = types.choices.iter();
            let choices: Vec<String> = choices.map(|c| format!("\"{}\"", c.name)).collect();
            alternatives(choices.iter().map(String::as_str))
        }
        _ => "string".to_owned(),
    }
}

fn one_of(name: &str) -> Option<&'static str> {
    let (_, one, _) = VALUES.iter().find(|(known, ..)| *known == name)?;
    Some(*one)
}

fn several_of(name: &str) -> Option<&'static str> {
    let (_, _, several) = VALUES.iter().find(|(known, ..)| *known == name)?;
    Some(*several)
}

/// Returns the default of a field, or one of its examples in TOML. A list of tables has its own
/// section, with an example of several lines.
fn shown(field: &Field, index: usize) -> String {
    if let Some(default) = field.default() {
        return format!("default `{default}`");
    }
    let examples = field.examples();
    let example = examples.get(index).or_else(|| examples.first());
    example.and_then(in_toml).map_or_else(String::new, |value| {
        format!("`{}`", value.replace('|', "\\|"))
    })
}

fn networks() -> String {
    let names: Vec<String> = network::names().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Returns the table of kinds with their descriptions and fields.
fn kinds() -> String {
    let kind = fields::table("Section").and_then(|section| section.field("kind"));
    let choices = kind.map_or(&[][..], |kind| &kind.types.choices);
    let mut table = "| kind | entries | fields |\n|---|---|---|".to_owned();
    for (kind, choice) in SectionKind::VARIANTS.iter().zip(choices) {
        let own: Vec<String> = own_fields(*kind)
            .map(|field| format!("`{field}`"))
            .collect();
        let own = if own.is_empty() {
            "none, only `text`".to_owned()
        } else {
            own.join(", ")
        };
        table += &format!("\n| `{}` | {} | {own} |", choice.name, choice.text);
    }
    table
}

/// Returns the sections about the fields of each kind.
fn fields_of_kinds() -> String {
    let sections = SectionKind::VARIANTS.iter().map(|kind| of_kind(*kind));
    sections.collect::<String>().trim().to_owned()
}

/// Returns the section about the fields of one kind.
fn of_kind(kind: SectionKind) -> String {
    let fields = own_fields(kind).filter_map(entry_field);
    let rows: String = fields
        .map(|field| {
            // A field of several kinds has one example per kind.
            let kinds = kinds_with(field.name);
            let example = kinds.iter().position(|with| *with == kind);
            row(field, example.unwrap_or_default())
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!("### `{}`\n\n{HEADER}{rows}\n\n", kind.name())
}

/// Returns the table of fields that a position has in addition to the common ones.
fn role() -> String {
    let mut table = HEADER.to_owned();
    for field in own_fields(SectionKind::Experience).filter_map(entry_field) {
        if field.name == "role" {
            let text = one_of("Text").unwrap_or_default();
            table += &format!("\n| `role` | {ROLE} | {text} | {} |", shown(field, 0));
        } else if role_has(field.name) {
            table += &row(field, 0);
        }
    }
    table
}
