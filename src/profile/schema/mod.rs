//! The JSON Schema of a profile, for editors, and the page that documents the format.
//!
//! Both are generated from the model's types and from the tables of `fields`, `network` and
//! `language`. The shape check uses the schema of the types directly and reports more than any
//! schema can; a profile without errors is valid in this schema.

mod flat;
mod reference;
mod strict;
mod topic;

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Value as Json, json};

use crate::profile::fields::add_kinds;
use crate::profile::model::Profile;

pub use reference::reference;
pub use topic::{topic, topics};

/// Returns the JSON Schema of a profile in draft 7, which TOML editors support.
pub fn schema() -> Json {
    let mut schema = named();
    flat::make(&mut schema);
    if let Some(root) = schema.as_object_mut() {
        // A URN, so that no editor fetches it.
        root.insert("$id".to_owned(), json!("urn:cvpress:profile"));
        root.insert("title".to_owned(), json!("cvpress profile"));
    }
    schema
}

/// Returns the schema before it is flattened, in which fields refer to named definitions.
fn named() -> Json {
    let generator = SchemaSettings::draft07()
        .with_transform(RecursiveTransform(tidy))
        .into_generator();
    let mut schema = generator.into_root_schema_for::<Profile>().to_value();
    add_kinds(&mut schema, "definitions");
    strict::make(&mut schema);
    schema
}

/// Removes what TOML does not have, and attributes that only the program uses.
fn tidy(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    object.retain(|key, value| match key.as_str() {
        "default" => !is_empty(value),
        // Names of Rust's integer types, which are not formats of JSON Schema.
        "format" => false,
        key => !key.starts_with("x-"),
    });
    if let Some(description) = object.get_mut("description")
        && let Some(text) = description.as_str()
    {
        *description = Json::String(text.replace('\n', " "));
    }
    if let Some(Json::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    without_null(object);
    with_choices(object);
}

/// Returns whether a default is empty, so that it is the same as a missing key.
fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::Array(members) => members.is_empty(),
        Json::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// Removes `null` from the alternatives, and the list of alternatives if one remains.
fn without_null(object: &mut serde_json::Map<String, Json>) {
    let Some(Json::Array(branches)) = object.get_mut("anyOf") else {
        return;
    };
    branches.retain(|branch| branch.get("type") != Some(&json!("null")));
    if branches.len() == 1
        && let Some(only) = object.remove("anyOf")
    {
        // Draft 7 ignores the siblings of a reference, such as the description.
        object.insert("allOf".to_owned(), only);
    }
}

/// Replaces alternatives of one value each with a list of values: editors report that no
/// alternative matches, but name the values of a list. The meaning of each value is in the
/// description and in the attribute that Taplo reads.
fn with_choices(object: &mut serde_json::Map<String, Json>) {
    let Some(Json::Array(branches)) = object.get("oneOf") else {
        return;
    };
    let Some(values) = branches.iter().map(enum_value).collect::<Option<Vec<_>>>() else {
        return;
    };
    let description = object.get("description").and_then(Json::as_str);
    let mut description = description.unwrap_or_default().to_owned() + "\n";
    for (name, meaning) in &values {
        description += &format!("\n- `{}`: {meaning}", name.as_str().unwrap_or_default());
    }
    let (names, meanings): (Vec<Json>, Vec<String>) = values.into_iter().unzip();
    object.remove("oneOf");
    object.insert("description".to_owned(), Json::String(description));
    object.insert("type".to_owned(), json!("string"));
    object.insert("enum".to_owned(), Json::Array(names));
    object.insert(
        "x-taplo".to_owned(),
        json!({ "docs": { "enumValues": meanings } }),
    );
}

/// Returns the value of an alternative and its meaning.
fn enum_value(branch: &Json) -> Option<(Json, String)> {
    let value = branch.get("const")?.clone();
    let meaning = branch.get("description")?.as_str()?.to_owned();
    Some((value, meaning))
}
