//! The JSON Schema of a profile, for editors, and the page that documents the format.
//!
//! Both are made from the model's types and from the tables of `kind`, `network` and `language`.
//! The reader holds a file against a schema of its own, in `shape`, and tells more than any schema
//! can; what it finds no fault with, this one admits.

mod fields;
mod flat;
mod reference;
mod strict;

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Value as Json, json};

use crate::profile::model::Profile;

pub use reference::reference;

/// The JSON Schema of a profile in draft 7, which is what editors of TOML check with.
pub fn schema() -> Json {
    let mut schema = named();
    flat::make(&mut schema);
    if let Some(root) = schema.as_object_mut() {
        // A name and no address, so that nothing is fetched.
        root.insert("$id".to_owned(), json!("urn:cvpress:profile"));
        root.insert("title".to_owned(), json!("cvpress profile"));
    }
    schema
}

/// The same as the types have it, each field with the name of what it holds.
fn named() -> Json {
    let generator = SchemaSettings::draft07()
        .with_transform(RecursiveTransform(tidy))
        .into_generator();
    let mut schema = generator.into_root_schema_for::<Profile>().to_value();
    strict::make(&mut schema);
    schema
}

/// Takes away what TOML has not, and what is meant for the reader of profiles alone.
fn tidy(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    object.retain(|key, value| match key.as_str() {
        "default" => !is_empty(value),
        // Names of Rust's numbers, which are no formats of JSON Schema.
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

/// Whether a value says nothing: a key that is not there has it anyway.
fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::Array(members) => members.is_empty(),
        Json::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// Takes `null` out of the alternatives. One that is left alone is none.
fn without_null(object: &mut serde_json::Map<String, Json>) {
    let Some(Json::Array(branches)) = object.get_mut("anyOf") else {
        return;
    };
    branches.retain(|branch| branch.get("type") != Some(&json!("null")));
    if branches.len() == 1
        && let Some(only) = object.remove("anyOf")
    {
        // Draft 7 reads nothing beside a reference, so the description and the reference stay
        // apart.
        object.insert("allOf".to_owned(), only);
    }
}

/// Makes one list of values out of alternatives of one value each: an editor that is told that no
/// alternative fits does not say what would. What each value means stands in the description, and
/// where Taplo looks for it.
fn with_choices(object: &mut serde_json::Map<String, Json>) {
    let Some(Json::Array(branches)) = object.get("oneOf") else {
        return;
    };
    let value = |branch: &Json| {
        Some((
            branch.get("const")?.clone(),
            branch.get("description")?.as_str()?.to_owned(),
        ))
    };
    let Some(values) = branches.iter().map(value).collect::<Option<Vec<_>>>() else {
        return;
    };
    let mut description = object
        .get("description")
        .and_then(Json::as_str)
        .unwrap_or_default()
        .to_owned()
        + "\n";
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
