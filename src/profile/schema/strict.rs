//! What the types alone cannot say and a schema can: which fields go together, which belong to a
//! kind, what an address is.
//!
//! Each function here stands for rules that `check` and `shape` tell in better words. Conditions
//! are `if` and `dependencies`, which Taplo validates and leaves alone otherwise: what stands under
//! `allOf` or `anyOf` it takes for a shape to complete.

use serde_json::{Value as Json, json};

use crate::diagnostic::{RULES, Severity};
use crate::profile::kind::{SectionKind, role_has};
use crate::profile::network;

/// The deepest that sections nest below the first.
const SUBSECTIONS: usize = 2;

/// A tag of a language as `language` reads it: with script, region and variants.
pub const LANGUAGE: &str = "^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*$";

/// The language of a CV, which may say more: a calendar, the figures.
const LOCALE: &str = "^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$";

/// A link target that `link` finds no fault with.
const ADDRESS: &str = r"^([Hh][Tt][Tt][Pp][Ss]?|[Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]):/*[^\s/\x00-\x1f\x7f-\x9f][^\s\x00-\x1f\x7f-\x9f]*$";

/// Makes a schema of the types as strict as it can be.
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
    letters(schema);
    warnings(schema);
    constrain(
        schema,
        "",
        json!({ "if": { "required": ["person"] }, "else": { "required": ["section"] } }),
    );
}

/// Adds to what a definition demands; to the whole, where none is named.
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

/// Adds to what a property of a definition demands.
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

/// Refers to a definition.
fn defined(name: &str) -> Json {
    json!({ "$ref": format!("#/definitions/{name}") })
}

/// Tags of languages, as keys of a text and as the language of a CV.
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

/// Whatever is called `url` leads somewhere.
fn addresses(schema: &mut Json) {
    define(
        schema,
        "Address",
        json!({
            "description": "A whole address without spaces: `https://…`, `http://…`, `mailto:…` or `tel:…`.",
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

/// A word whatever its capitals and whatever stands between its letters, which is how `network`
/// finds one.
fn loosely(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters
        .map(|c| format!(r"[{}{c}][\W_]*", c.to_ascii_uppercase()))
        .collect()
}

/// A link of a person is an account on a network that is known, or a page.
fn accounts(schema: &mut Json) {
    let names: Vec<&str> = network::names().collect();
    let loose: Vec<String> = names.iter().map(|name| loosely(name)).collect();
    define(
        schema,
        "Network",
        json!({
            "description": "A network whose addresses are known. Any other page is written with `label` and `url`.",
            "anyOf": [
                { "enum": names },
                { "type": "string", "pattern": format!(r"^[\W_]*({})$", loose.join("|")) },
            ],
        }),
    );
    let network = json!({ "allOf": [defined("Network")] });
    constrain_property(schema, "PersonLink", "network", network);
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

/// A date or a period, and no period that begins in the present.
fn dates(schema: &mut Json) {
    let apart = json!({ "date": { "properties": { "start": false, "end": false } } });
    constrain(schema, "Entry", json!({ "dependencies": apart }));
    let present = json!({ "type": "string", "pattern": r"^\s*[Pp][Rr][Ee][Ss][Ee][Nn][Tt]\s*$" });
    constrain_property(schema, "Entry", "start", json!({ "not": present }));
}

/// A labelled block has prose or a list.
fn blocks(schema: &mut Json) {
    let one = json!({
        "if": { "required": ["body"] },
        "then": { "properties": { "items": false } },
        "else": { "required": ["items"] },
    });
    constrain(schema, "Detail", one);
}

/// The name of the definition that says what holds in a section of a kind.
fn section_of(kind: SectionKind) -> String {
    let name = kind.name();
    format!("SectionOf{}{}", name[..1].to_uppercase(), &name[1..])
}

/// What holds in a section of a kind, or of none: in its entries, and in sections in it that say no
/// other kind.
fn inherited(name: &str, description: &str, entries: &Json) -> Json {
    json!({
        "description": description,
        "properties": {
            "entry": entries,
            "subsection": { "items": { "if": { "required": ["kind"] }, "else": defined(name) } },
        },
    })
}

/// The fields of entries follow from the kind of their section.
fn kinds(schema: &mut Json) {
    let mut conditions = json!({});
    for kind in SectionKind::ALL.into_iter().rev() {
        let name = section_of(kind);
        let fields: Vec<&str> = kind.fields().collect();
        let description = format!("What holds in a section of the kind `{}`.", kind.name());
        let entries = json!({ "items": { "propertyNames": { "enum": fields } } });
        define(schema, &name, inherited(&name, &description, &entries));
        let is_meant =
            json!({ "properties": { "kind": { "const": kind.name() } }, "required": ["kind"] });
        conditions = json!({ "if": is_meant, "then": defined(&name), "else": conditions });
    }
    constrain(schema, "Section", conditions);
    let name = "SectionOfNoKind";
    let description = "What holds in a section without a kind: it has no entries.";
    define(
        schema,
        name,
        inherited(name, description, &json!({ "maxItems": 0 })),
    );
}

/// One of several positions under an employer has the fields of experience but the employer's, and
/// no positions in it.
fn roles(schema: &mut Json) {
    let mut role = schema["definitions"]["Entry"].clone();
    role["description"] = json!(
        "One of several positions under one employer: all fields of experience but those of the employer."
    );
    if let Some(Json::Object(properties)) = role.get_mut("properties") {
        properties.retain(|field, _| role_has(field));
        properties.insert(
            "role".to_owned(),
            json!({ "description": "The part played.", "allOf": [defined("Text")], "examples": ["Lead of three"] }),
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

/// Sections of the top have nobody to inherit a kind from, and nest to a depth.
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
        "description": "What holds in sections of the top, which are in no other.",
        "properties": { "section": { "items": top } },
    });
    define(schema, "SectionOfTheTop", sections);
    constrain(
        schema,
        "",
        json!({ "dependencies": { "section": defined("SectionOfTheTop") } }),
    );
}

/// The name of a variant is part of a file's name, and `all` means every one.
fn variants(schema: &mut Json) {
    let name = json!({ "pattern": r"^[\p{L}\p{M}\p{N}_-]+$", "not": { "const": "all" } });
    constrain_property(schema, "", "variant", json!({ "propertyNames": name }));
}

/// A letter has a body. One of a variant may leave it to the profile's, which stands elsewhere.
fn letters(schema: &mut Json) {
    constrain_property(schema, "", "letter", json!({ "required": ["body"] }));
}

/// Offers the names of warnings without refusing others: an older program reads what a newer one
/// tells of.
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
