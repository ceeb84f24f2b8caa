//! Flattens the schema for the editors' engines, Taplo and Tombi.
//!
//! For a field that refers to a definition, Taplo shows the description of the definition instead
//! of the field's, and its language server hangs if `allOf` refers to anything but a table.
//! Therefore each field contains what it refers to, except for tables. Alternatives of different
//! types become one schema, so that an editor can report what is wrong with a value and not only
//! that no alternative matches. A date is the exception: for Tombi, a date of TOML is not a string.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use crate::profile::schema::strict::LANGUAGE;

/// The definitions of dates.
const DATES: [&str; 2] = ["Date", "Dates"];

/// Flattens a schema.
pub fn make(schema: &mut Json) {
    alternatives(schema);
    text_or_table(schema, "Highlight", "Item");
    text_or_table(schema, "Keyword", "RatedKeyword");
    for name in DATES {
        with_toml_dates(&mut schema["definitions"][name]);
    }
    let whole = schema.clone();
    fields(schema, &whole);
    prune(schema);
}

/// Combines alternatives of different types into one schema.
fn alternatives(schema: &mut Json) {
    let names: Vec<String> = schema["definitions"]
        .as_object()
        .into_iter()
        .flat_map(Map::keys)
        .cloned()
        .collect();
    for name in names {
        let definition = &schema["definitions"][&name];
        if definition.get("anyOf").is_none() {
            continue;
        }
        if let Some(Json::Object(mut one)) = united(schema, definition) {
            one.insert("description".to_owned(), definition["description"].clone());
            schema["definitions"][&name] = Json::Object(one);
        }
    }
}

/// Returns a schema with its references resolved and its alternatives combined; `None` if two
/// alternatives have the same type.
fn united(schema: &Json, part: &Json) -> Option<Json> {
    let reference = part
        .get("$ref")
        .or_else(|| part.pointer("/allOf/0/$ref"))
        .and_then(Json::as_str);
    if let Some(target) = reference.and_then(|name| schema.pointer(name.trim_start_matches('#'))) {
        return united(schema, target);
    }
    let Some(branches) = part.get("anyOf").and_then(Json::as_array) else {
        part.get("type")?;
        return Some(part.clone());
    };
    let (mut types, mut demands) = (Vec::new(), Map::new());
    for branch in branches {
        let Json::Object(branch) = united(schema, branch)? else {
            return None;
        };
        for (key, value) in branch {
            match (key.as_str(), value) {
                ("description", _) => {}
                ("type", Json::Array(names)) => types.extend(names),
                ("type", name) => types.push(name),
                (_, value) => {
                    if demands.insert(key, value).is_some() {
                        return None;
                    }
                }
            }
        }
    }
    let are_distinct = types
        .iter()
        .enumerate()
        .all(|(index, name)| !types[..index].contains(name));
    demands.insert("type".to_owned(), Json::Array(types));
    are_distinct.then_some(Json::Object(demands))
}

/// A bullet or a keyword is a text or a table. A text in several languages is a table too, but with
/// other keys.
fn text_or_table(schema: &mut Json, name: &str, table: &str) {
    let properties = schema["definitions"][table]["properties"].clone();
    let either = &mut schema["definitions"][name];
    *either = json!({
        "description": either["description"],
        "type": ["string", "object"],
        "properties": properties,
        "if": { "propertyNames": { "pattern": LANGUAGE } },
        "then": { "$ref": "#/definitions/Text" },
        "else": { "$ref": format!("#/definitions/{table}") },
    });
}

/// Admits dates of TOML, which Tombi tells from strings by their format.
fn with_toml_dates(definition: &mut Json) {
    let Json::Object(mut written) = definition.take() else {
        return;
    };
    let description = written.remove("description");
    *definition = json!({
        "description": description,
        "anyOf": [written, { "type": "string", "format": "date" }],
    });
}

/// Returns the definition that a schema refers to under `allOf`.
fn referred<'a>(whole: &'a Json, part: &Json) -> Option<&'a Map<String, Json>> {
    let reference = part.pointer("/allOf/0/$ref")?.as_str()?;
    whole
        .pointer(reference.trim_start_matches('#'))?
        .as_object()
}

/// Replaces references with what they refer to, except for tables, which are long and can contain
/// themselves.
fn fields(part: &mut Json, whole: &Json) {
    while let Some(definition) = referred(whole, part) {
        let is_table = definition.get("additionalProperties") == Some(&Json::Bool(false))
            && definition.get("type") == Some(&json!("object"));
        let Some(object) = part.as_object_mut() else {
            return;
        };
        if is_table {
            break;
        }
        object.remove("allOf");
        for (key, value) in definition {
            object.entry(key.clone()).or_insert_with(|| value.clone());
        }
        with_values(object, definition);
    }
    match part {
        Json::Object(members) => members
            .values_mut()
            .for_each(|member| fields(member, whole)),
        Json::Array(members) => members.iter_mut().for_each(|member| fields(member, whole)),
        _ => {}
    }
}

/// Appends the values of an enumeration to the description of a field.
fn with_values(object: &mut Map<String, Json>, definition: &Map<String, Json>) {
    let list = definition
        .get("description")
        .and_then(Json::as_str)
        .and_then(|text| text.split_once("\n\n"));
    if let (Some((_, list)), Some(Json::String(description))) =
        (list, object.get_mut("description"))
    {
        *description += &format!("\n\n{list}");
    }
}

/// Removes definitions without references.
fn prune(schema: &mut Json) {
    loop {
        let mut found = BTreeSet::new();
        references(schema, &mut found);
        let found: BTreeSet<String> = found
            .into_iter()
            .map(|name| name.trim_start_matches("#/definitions/").to_owned())
            .collect();
        let Some(Json::Object(definitions)) = schema.get_mut("definitions") else {
            return;
        };
        let before = definitions.len();
        definitions.retain(|name, _| found.contains(name));
        if definitions.len() == before {
            return;
        }
    }
}

/// Collects the references in a schema.
fn references<'a>(part: &'a Json, found: &mut BTreeSet<&'a str>) {
    match part {
        Json::Object(members) => {
            found.extend(members.get("$ref").and_then(Json::as_str));
            members
                .values()
                .for_each(|member| references(member, found));
        }
        Json::Array(members) => members.iter().for_each(|member| references(member, found)),
        _ => {}
    }
}
