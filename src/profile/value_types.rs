//! Which values a schema admits.

use serde_json::Value as Json;

use crate::profile::fields::SCHEMA;
use crate::profile::language::is_language_tag;
use crate::profile::tree::{Key, Node, Value};

/// Returns the definition that a reference names.
pub fn resolve(schema: &Json) -> &Json {
    let name = schema
        .get("$ref")
        .and_then(Json::as_str)
        .and_then(|reference| reference.strip_prefix("#/$defs/"));
    match name.and_then(|name| SCHEMA["$defs"].get(name)) {
        Some(definition) => resolve(definition),
        None => schema,
    }
}

/// Returns the schema of the members if the schema admits a list.
pub fn items_of(schema: &Json) -> Option<&Json> {
    let schema = resolve(schema);
    let alternatives = schema.get("anyOf").and_then(Json::as_array);
    alternatives
        .into_iter()
        .flatten()
        .find_map(items_of)
        .or_else(|| schema.get("items").map(resolve))
}

/// Returns the alternatives that a schema admits, including nested ones.
fn alternatives_of(schema: &Json) -> Vec<&Json> {
    let schema = resolve(schema);
    match schema.get("anyOf").and_then(Json::as_array) {
        Some(alternatives) => alternatives.iter().flat_map(alternatives_of).collect(),
        None => vec![schema],
    }
}

/// Returns the alternative for a value. Except for tables, alternatives differ in type, so that at
/// most one matches.
pub fn matching_alternative<'a>(schema: &'a Json, value: &Value) -> Option<&'a Json> {
    let alternatives = alternatives_of(schema);
    let matching = alternatives
        .iter()
        .find(|alternative| admits(alternative, value));
    if let Some(alternative) = matching {
        return Some(alternative);
    }
    // With one valid language tag, the other keys are probably meant as tags.
    let Value::Table(members) = value else {
        return None;
    };
    if !members.iter().any(|(key, _)| is_language_tag(&key.name)) {
        return None;
    }
    alternatives
        .into_iter()
        .find(|alternative| is_languages(alternative))
}

/// Returns whether a schema admits a table of languages.
pub fn is_languages(schema: &Json) -> bool {
    schema.get("x-languages").is_some()
}

/// Returns whether all keys of a table are language tags.
pub fn are_languages(members: &[(Key, Node)]) -> bool {
    !members.is_empty() && members.iter().all(|(key, _)| is_language_tag(&key.name))
}

/// Returns whether a schema admits only one text, in one language or several.
pub fn is_text(schema: &Json) -> bool {
    let alternatives = alternatives_of(schema);
    alternatives.iter().any(|schema| is_languages(schema))
        && alternatives
            .iter()
            .all(|schema| is_languages(schema) || matches!(types(schema)[..], ["string" | "null"]))
}

/// Returns whether a schema admits a TOML date.
pub fn is_date(schema: &Json) -> bool {
    if schema.get("x-toml-datetime").is_some() {
        return true;
    }
    let alternatives = schema.get("anyOf").and_then(Json::as_array);
    let mut alternatives = alternatives.into_iter().flatten();
    alternatives.any(|schema| is_date(resolve(schema)))
}

/// Returns the types that a schema names, without `null`, which TOML does not have.
fn types(schema: &Json) -> Vec<&str> {
    match schema.get("type") {
        Some(Json::String(name)) => vec![name],
        Some(Json::Array(names)) => names
            .iter()
            .filter_map(Json::as_str)
            .filter(|name| *name != "null")
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns whether a schema admits tables.
pub fn admits_tables(schema: &Json) -> bool {
    admits(schema, &Value::Table(Vec::new()))
}

/// Returns whether the schema admits the type of a value.
pub fn admits(schema: &Json, value: &Value) -> bool {
    if let Some(alternatives) = schema.get("anyOf").and_then(Json::as_array) {
        return (is_date(schema) && matches!(value, Value::Datetime(_)))
            || alternatives
                .iter()
                .any(|schema| admits(resolve(schema), value));
    }
    if is_languages(schema) {
        // Any other table has at least one key that cannot be a language tag.
        return matches!(value, Value::Table(members) if are_languages(members));
    }
    let types = types(schema);
    if types.is_empty() {
        // An enumeration has values and no type; any other schema without a type admits all.
        return enum_values(schema).is_none() || matches!(value, Value::String(_));
    }
    types.iter().any(|name| match *name {
        "object" => matches!(value, Value::Table(_)),
        "array" => matches!(value, Value::Array(_)),
        "string" => matches!(value, Value::String(_)),
        "integer" => matches!(value, Value::Integer(_)),
        "number" => matches!(value, Value::Integer(_) | Value::Float(_)),
        "boolean" => matches!(value, Value::Boolean(_)),
        _ => false,
    })
}

/// Returns the values of an enumeration.
pub fn enum_values(schema: &Json) -> Option<Vec<&str>> {
    if let Some(values) = schema.get("enum").and_then(Json::as_array) {
        return Some(values.iter().filter_map(Json::as_str).collect());
    }
    let variants = schema.get("oneOf").and_then(Json::as_array)?;
    variants
        .iter()
        .map(|variant| variant.get("const").and_then(Json::as_str))
        .collect()
}

/// Returns the values of the enumeration that is one of the alternatives.
pub fn enum_values_in(schema: &Json) -> Option<Vec<&str>> {
    alternatives_of(schema).into_iter().find_map(enum_values)
}

/// Returns what a schema admits, for messages: `a string or a table`.
pub fn expected(schema: &Json) -> String {
    let mut names = Vec::new();
    collect_type_names(schema, &mut names);
    match names.as_slice() {
        [] => "something else".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn collect_type_names(schema: &Json, names: &mut Vec<&'static str>) {
    let schema = resolve(schema);
    if schema.get("x-toml-datetime").is_some() {
        return names.push("a date");
    }
    if is_languages(schema) {
        return;
    }
    let alternatives = schema.get("anyOf").and_then(Json::as_array);
    for alternative in alternatives.into_iter().flatten() {
        collect_type_names(alternative, names);
    }
    let types = types(schema);
    for name in &types {
        names.push(match *name {
            "object" => "a table",
            "array" => "a list",
            "string" => "a string",
            "integer" => "an integer",
            "number" => "a number",
            "boolean" => "a boolean",
            _ => continue,
        });
    }
    if types.is_empty() && enum_values(schema).is_some() {
        names.push("a string");
    }
}
