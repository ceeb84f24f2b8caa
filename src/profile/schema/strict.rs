//! Adds constraints to the schema that the types cannot express: which fields are combined, which
//! belong to a kind, the form of a URL.
//!
//! Each constraint is a rule that `validate` and `shape` report with better messages. Conditions are
//! `if` and `dependencies`, which Taplo only validates: it uses schemas under `allOf` and `anyOf`
//! for completion.

use serde_json::{Value as Json, json};
use strum::VariantArray;

use crate::diagnostic::{RULES, Severity};
use crate::profile::fields::{fields_of, role_has};
use crate::profile::kind::SectionKind;
use crate::profile::network;

/// What `role` is in one of several positions under an employer.
pub const ROLE: &str = "The role in the job.";

/// The number of levels of subsections.
const SUBSECTIONS: usize = 2;

/// The language of a CV, which can have extensions, such as a calendar.
const LOCALE: &str = "^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$";

/// The target of a link that `link` accepts.
const ADDRESS: &str = r"^([Hh][Tt][Tt][Pp][Ss]?|[Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]):/*[^\s/\x00-\x1f\x7f-\x9f][^\s\x00-\x1f\x7f-\x9f]*$";

/// Adds all constraints to a schema.
pub fn make(schema: &mut Json) {
    for (table, key, constraint) in of_properties() {
        add(
            &mut definition(schema, table)["properties"][key],
            constraint,
        );
    }
    for (table, constraint) in of_tables() {
        add(definition(schema, table), constraint);
    }
    // A known network has no type of its own beside its alternatives.
    if let Some(network) = definition(schema, "PersonLink")["properties"]["network"].as_object_mut()
    {
        network.remove("type");
    }
    roles(schema);
    kinds(schema);
    sections(schema);
}

/// Returns a definition, or the whole schema if the name is empty.
fn definition<'a>(schema: &'a mut Json, name: &str) -> &'a mut Json {
    if name.is_empty() {
        return schema;
    }
    &mut schema["definitions"][name]
}

/// Adds the members of a constraint to a schema.
fn add(schema: &mut Json, constraint: Json) {
    if let (Json::Object(schema), Json::Object(constraint)) = (schema, constraint) {
        schema.extend(constraint);
    }
}

/// Returns a reference to a definition.
fn defined(name: &str) -> Json {
    json!({ "$ref": format!("#/definitions/{name}") })
}

/// Returns the constraints of fields, by table and key.
fn of_properties() -> Vec<(&'static str, &'static str, Json)> {
    let locale = json!({ "pattern": LOCALE });
    let address = json!({ "pattern": ADDRESS });
    let present = json!({ "type": "string", "pattern": r"^\s*[Pp][Rr][Ee][Ss][Ee][Nn][Tt]\s*$" });
    let names: Vec<&str> = network::names().collect();
    let loose: Vec<String> = names.iter().map(|name| loosely(name)).collect();
    let rules = RULES.iter().filter(|rule| rule.severity != Severity::Error);
    let warnings: Vec<&str> = rules.map(|rule| rule.name.as_str()).collect();
    vec![
        ("", "locale", locale.clone()),
        ("Variant", "locale", locale),
        ("Person", "url", address.clone()),
        ("PersonLink", "url", address.clone()),
        ("Entry", "url", address.clone()),
        ("EntryLink", "url", address.clone()),
        ("Project", "url", address),
        (
            "PersonLink",
            "network",
            json!({
                "anyOf": [
                    { "enum": names },
                    { "type": "string", "pattern": format!(r"^[\W_]*({})$", loose.join("|")) },
                ],
            }),
        ),
        (
            "PersonLink",
            "username",
            json!({ "pattern": r"^\s*[^\s/\\?#&%]+\s*$" }),
        ),
        // A period cannot start in the present.
        ("Entry", "start", json!({ "not": present })),
        // The name is part of file names, and `all` stands for every variant.
        (
            "",
            "variant",
            json!({
                "propertyNames": { "pattern": r"^[\p{L}\p{M}\p{N}_-]+$", "not": { "const": "all" } },
            }),
        ),
        // In a variant, the fields of both can be inherited.
        ("", "signature", json!({ "minProperties": 1 })),
        ("", "letter", json!({ "required": ["body"] })),
        // Others are accepted, so that a profile for a newer version is valid.
        (
            "",
            "allow",
            json!({ "items": { "anyOf": [{ "enum": warnings }, { "type": "string" }] } }),
        ),
    ]
}

/// Returns a pattern for a name in any capitalization and punctuation, as `network` accepts it.
fn loosely(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters
        .map(|c| format!(r"[{}{c}][\W_]*", c.to_ascii_uppercase()))
        .collect()
}

/// Returns the constraints of tables.
fn of_tables() -> Vec<(&'static str, Json)> {
    let federated = json!({ "pattern": format!(r"^[\W_]*{}$", loosely("mastodon")) });
    let lists = SectionKind::names().chain(["section"]);
    let one: Vec<Json> = lists.map(|list| json!({ "required": [list] })).collect();
    vec![
        (
            "",
            json!({ "if": { "required": ["person"] }, "else": { "anyOf": one } }),
        ),
        // A link of a person is an account on a known network, or a page.
        (
            "PersonLink",
            json!({
                "dependencies": { "network": ["username"], "username": ["network"] },
                "if": { "required": ["network"] },
                "then": {
                    "if": { "properties": { "network": federated } },
                    "then": { "properties": { "username": { "pattern": r"[^@\s][^@]*@" } } },
                },
                "else": { "if": { "required": ["label"] }, "else": { "required": ["url"] } },
            }),
        ),
        // An entry has a date or a period, and the number of levels belongs to a level that is a number.
        (
            "Entry",
            json!({
                "dependencies": {
                    "date": { "properties": { "start": false, "end": false } },
                    "levels": {
                        "required": ["level"],
                        "properties": { "level": { "type": "integer" } },
                    },
                },
            }),
        ),
        // A labeled block has prose or a list.
        (
            "Detail",
            json!({
                "if": { "required": ["body"] },
                "then": { "properties": { "items": false } },
                "else": { "required": ["items"] },
            }),
        ),
    ]
}

/// Returns the name of the definition with the constraints of a section kind.
fn section_of(kind: SectionKind) -> String {
    let name = kind.name();
    format!("SectionOf{}{}", name[..1].to_uppercase(), &name[1..])
}

/// Returns the constraints of a section kind: for its entries, and for subsections without a kind.
fn inherited(name: &str, description: &str, entries: &Json) -> Json {
    json!({
        "description": description,
        "properties": {
            "entry": entries,
            "subsection": { "items": { "if": { "required": ["kind"] }, "else": defined(name) } },
        },
    })
}

/// Returns the constraints of a list of entries of a kind.
fn entries_of(kind: SectionKind) -> Json {
    let fields: Vec<&str> = fields_of(kind).collect();
    let mut entry = json!({ "propertyNames": { "enum": fields } });
    if kind == SectionKind::Language {
        // The words for a level are in `fluency`.
        entry["properties"] = json!({ "level": { "type": "integer" } });
    }
    json!({ "items": entry })
}

/// The kind of a section determines the fields of its entries.
fn kinds(schema: &mut Json) {
    let mut conditions = json!({});
    for kind in SectionKind::VARIANTS.iter().rev().copied() {
        let name = section_of(kind);
        let description = format!("Constraints of sections of the kind `{}`.", kind.name());
        schema["definitions"][&name] = inherited(&name, &description, &entries_of(kind));
        let is_meant =
            json!({ "properties": { "kind": { "const": kind.name() } }, "required": ["kind"] });
        conditions = json!({ "if": is_meant, "then": defined(&name), "else": conditions });
    }
    add(definition(schema, "Section"), conditions);
    let name = "SectionOfNoKind";
    let description = "Constraints of sections without a kind: they have no entries.";
    schema["definitions"][name] = inherited(name, description, &json!({ "maxItems": 0 }));
}

/// One of several positions under an employer has the fields of experience, except those of the
/// employer, and no positions of its own.
fn roles(schema: &mut Json) {
    let mut role = schema["definitions"]["Entry"].clone();
    role["description"] = json!(
        "One of several positions under one employer: all fields of experience, except those of the employer."
    );
    let mut text = schema["definitions"]["Text"].clone();
    text["description"] = json!(ROLE);
    text["examples"] = role["properties"]["role"]["examples"].take();
    role["properties"]["role"] = text;
    if let Some(properties) = role["properties"].as_object_mut() {
        properties.retain(|field, _| role_has(field));
    }
    schema["definitions"]["Role"] = role;
    schema["definitions"]["Entry"]["properties"]["role"]["items"] = defined("Role");
}

/// Top-level sections cannot inherit a kind, and the depth of subsections is limited.
fn sections(schema: &mut Json) {
    let mut deepest = json!({ "maxItems": 0 });
    for _ in 0..SUBSECTIONS {
        deepest = json!({ "items": { "properties": { "subsection": deepest } } });
    }
    schema["definitions"]["SectionOfTopLevel"] = json!({
        "description": "Constraints of top-level sections.",
        "properties": {
            "section": {
                "items": {
                    "properties": { "subsection": deepest },
                    "if": { "required": ["kind"] },
                    "else": defined("SectionOfNoKind"),
                },
            },
        },
    });
    let mut dependencies = json!({ "section": defined("SectionOfTopLevel") });
    for kind in SectionKind::VARIANTS {
        let name = kind.name();
        dependencies[name] = json!({ "properties": { name: entries_of(*kind) } });
    }
    schema["dependencies"] = dependencies;
}
