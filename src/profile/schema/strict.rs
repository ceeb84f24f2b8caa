//! Adds constraints to the schema that the types cannot express: which fields are combined, which
//! belong to a kind, the form of a URL.
//!
//! Each function adds rules that `validate` and `shape` report with better messages. Conditions are
//! `if` and `dependencies`, which Taplo only validates: it uses schemas under `allOf` and `anyOf`
//! for completion.

use serde_json::{Value as Json, json};
use strum::VariantArray;

use crate::diagnostic::{RULES, Severity};
use crate::profile::fields::{fields_of, role_has};
use crate::profile::kind::SectionKind;
use crate::profile::network;

/// The number of levels of subsections.
const SUBSECTIONS: usize = 2;

/// A language tag with script, region and variants.
pub const LANGUAGE: &str = "^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*$";

/// The language of a CV, which can have extensions, such as a calendar.
const LOCALE: &str = "^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$";

/// The target of a link that `link` accepts.
const ADDRESS: &str = r"^([Hh][Tt][Tt][Pp][Ss]?|[Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]):/*[^\s/\x00-\x1f\x7f-\x9f][^\s\x00-\x1f\x7f-\x9f]*$";

/// Adds all constraints to a schema.
pub fn make(schema: &mut Json) {
    languages(schema);
    addresses(schema);
    accounts(schema);
    dates(schema);
    blocks(schema);
    kinds(schema);
    roles(schema);
    sections(schema);
    variants(schema);
    signatures(schema);
    letters(schema);
    warnings(schema);
    let lists = SectionKind::names().chain(["section"]);
    let one: Vec<Json> = lists.map(|list| json!({ "required": [list] })).collect();
    constrain(
        schema,
        "",
        json!({ "if": { "required": ["person"] }, "else": { "anyOf": one } }),
    );
}

/// Adds constraints to a definition; to the top level if the name is empty.
fn constrain(schema: &mut Json, definition: &str, demands: Json) {
    let target = if definition.is_empty() {
        Some(schema)
    } else {
        schema["definitions"].get_mut(definition)
    };
    if let (Some(Json::Object(target)), Json::Object(demands)) = (target, demands) {
        target.extend(demands);
    }
}

/// Adds constraints to a property of a definition.
fn constrain_property(schema: &mut Json, definition: &str, property: &str, demands: Json) {
    let target = if definition.is_empty() {
        Some(schema)
    } else {
        schema["definitions"].get_mut(definition)
    };
    let property = target.and_then(|target| target["properties"].get_mut(property));
    if let (Some(Json::Object(property)), Json::Object(demands)) = (property, demands) {
        property.extend(demands);
    }
}

fn define(schema: &mut Json, name: &str, definition: Json) {
    schema["definitions"][name] = definition;
}

/// Returns a reference to a definition.
fn defined(name: &str) -> Json {
    json!({ "$ref": format!("#/definitions/{name}") })
}

/// Adds the form of language tags.
fn languages(schema: &mut Json) {
    constrain(
        schema,
        "Languages",
        json!({ "propertyNames": { "pattern": LANGUAGE } }),
    );
    for definition in ["", "Variant"] {
        constrain_property(schema, definition, "locale", json!({ "pattern": LOCALE }));
    }
}

/// Adds the form of URLs.
fn addresses(schema: &mut Json) {
    define(
        schema,
        "Address",
        json!({
            "description": "A complete URL without spaces: `https://…`, `http://…`, `mailto:…` or `tel:…`.",
            "allOf": [defined("Plain")],
            "pattern": ADDRESS,
        }),
    );
    for definition in ["Person", "PersonLink", "Entry", "EntryLink", "Project"] {
        constrain_property(
            schema,
            definition,
            "url",
            json!({ "allOf": [defined("Address")] }),
        );
    }
}

/// Returns a pattern for a name in any capitalization and punctuation, as `network` accepts it.
fn loosely(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters
        .map(|c| format!(r"[{}{c}][\W_]*", c.to_ascii_uppercase()))
        .collect()
}

/// A link of a person is an account on a known network, or a page.
fn accounts(schema: &mut Json) {
    let names: Vec<&str> = network::names().collect();
    let loose: Vec<String> = names.iter().map(|name| loosely(name)).collect();
    define(
        schema,
        "Network",
        json!({
            "description": "A known network. Write any other page with `label` and `url`.",
            "anyOf": [
                { "enum": names },
                { "type": "string", "pattern": format!(r"^[\W_]*({})$", loose.join("|")) },
            ],
        }),
    );
    let network = json!({ "allOf": [defined("Network")] });
    constrain_property(schema, "PersonLink", "network", network);
    let username = json!({ "pattern": r"^\s*[^\s/\\?#&%]+\s*$" });
    constrain_property(schema, "PersonLink", "username", username);
    if let Some(Json::Object(property)) =
        schema.pointer_mut("/definitions/PersonLink/properties/network")
    {
        property.remove("type");
    }
    let federated = json!({ "pattern": format!(r"^[\W_]*{}$", loosely("mastodon")) });
    constrain(
        schema,
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
    );
}

/// An entry has a date or a period, and a period cannot start in the present.
fn dates(schema: &mut Json) {
    let dependencies = json!({
        "date": { "properties": { "start": false, "end": false } },
        // The number of levels belongs to a level that is a number.
        "levels": { "required": ["level"], "properties": { "level": { "type": "integer" } } },
    });
    constrain(schema, "Entry", json!({ "dependencies": dependencies }));
    let present = json!({ "type": "string", "pattern": r"^\s*[Pp][Rr][Ee][Ss][Ee][Nn][Tt]\s*$" });
    constrain_property(schema, "Entry", "start", json!({ "not": present }));
}

/// A labeled block has prose or a list.
fn blocks(schema: &mut Json) {
    let one = json!({
        "if": { "required": ["body"] },
        "then": { "properties": { "items": false } },
        "else": { "required": ["items"] },
    });
    constrain(schema, "Detail", one);
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
        define(
            schema,
            &name,
            inherited(&name, &description, &entries_of(kind)),
        );
        let is_meant =
            json!({ "properties": { "kind": { "const": kind.name() } }, "required": ["kind"] });
        conditions = json!({ "if": is_meant, "then": defined(&name), "else": conditions });
    }
    constrain(schema, "Section", conditions);
    let name = "SectionOfNoKind";
    let description = "Constraints of sections without a kind: they have no entries.";
    define(
        schema,
        name,
        inherited(name, description, &json!({ "maxItems": 0 })),
    );
}

/// One of several positions under an employer has the fields of experience, except those of the
/// employer, and no positions of its own.
fn roles(schema: &mut Json) {
    let mut role = schema["definitions"]["Entry"].clone();
    role["description"] = json!(
        "One of several positions under one employer: all fields of experience, except those of the employer."
    );
    if let Some(Json::Object(properties)) = role.get_mut("properties") {
        properties.retain(|field, _| role_has(field));
        properties.insert(
            "role".to_owned(),
            json!({ "description": "The role in the job.", "allOf": [defined("Text")], "examples": ["Lead of three"] }),
        );
    }
    define(schema, "Role", role);
    let branches = schema
        .pointer_mut("/definitions/RoleField/anyOf")
        .and_then(Json::as_array_mut);
    for branch in branches
        .into_iter()
        .flatten()
        .filter_map(Json::as_object_mut)
        .filter(|b| b.contains_key("items"))
    {
        branch.insert("items".to_owned(), defined("Role"));
    }
}

/// Top-level sections cannot inherit a kind, and the depth of subsections is limited.
fn sections(schema: &mut Json) {
    let mut deepest = json!({ "maxItems": 0 });
    for _ in 0..SUBSECTIONS {
        deepest = json!({ "items": { "properties": { "subsection": deepest } } });
    }
    let top = json!({
        "properties": { "subsection": deepest },
        "if": { "required": ["kind"] },
        "else": defined("SectionOfNoKind"),
    });
    let sections = json!({
        "description": "Constraints of top-level sections.",
        "properties": { "section": { "items": top } },
    });
    define(schema, "SectionOfTopLevel", sections);
    let mut dependencies = json!({ "section": defined("SectionOfTopLevel") });
    for kind in SectionKind::VARIANTS {
        let name = kind.name();
        dependencies[name] = json!({ "properties": { name: entries_of(*kind) } });
    }
    constrain(schema, "", json!({ "dependencies": dependencies }));
}

/// The name of a variant is part of file names, and `all` stands for every variant.
fn variants(schema: &mut Json) {
    let name = json!({ "pattern": r"^[\p{L}\p{M}\p{N}_-]+$", "not": { "const": "all" } });
    constrain_property(schema, "", "variant", json!({ "propertyNames": name }));
}

/// A signature has at least one field. In a variant, they can be inherited.
fn signatures(schema: &mut Json) {
    constrain_property(schema, "", "signature", json!({ "minProperties": 1 }));
}

/// A letter has a body. In a variant, it can be inherited from the profile's letter.
fn letters(schema: &mut Json) {
    constrain_property(schema, "", "letter", json!({ "required": ["body"] }));
}

/// Lists the names of warnings but accepts others, so that a profile for a newer version is valid.
fn warnings(schema: &mut Json) {
    let names: Vec<&str> = RULES
        .iter()
        .filter(|rule| rule.severity != Severity::Error)
        .map(|rule| rule.name.as_str())
        .collect();
    constrain_property(
        schema,
        "",
        "allow",
        json!({ "items": { "anyOf": [{ "enum": names }, { "type": "string" }] } }),
    );
}
