//! A field of a table: what the format says about it.

use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::profile::kind::SectionKind;
use crate::profile::role::Role;
use crate::profile::value_types::{ValueTypes, on_one_line};

/// A field of a table.
#[derive(Debug)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// What its value is for.
    pub role: Role,
    /// The values that it can have.
    pub types: ValueTypes,
    /// Whether its table must have it.
    pub is_required: bool,
    /// The section kinds whose entries have it; empty if all have it.
    pub(super) kinds: Vec<SectionKind>,
    /// The schema of its value.
    schema: &'static Json,
}

impl Field {
    /// Reads a field from the definition of its table, one of `definitions`.
    pub(super) fn new(
        name: &'static str,
        definition: &'static Json,
        definitions: &'static Json,
    ) -> Self {
        let schema = &definition["properties"][name];
        let required = definition.get("required").and_then(Json::as_array);
        Self {
            name,
            // A test checks that no field lacks a role; the fallback is the most careful one.
            role: attribute(schema, "x-role").unwrap_or(Role::Contact),
            types: ValueTypes::of(schema, definitions),
            is_required: required.is_some_and(|names| names.iter().any(|other| other == name)),
            kinds: attribute(schema, "x-kinds").unwrap_or_default(),
            schema,
        }
    }

    /// Returns whether its value can be a table whose keys the user chooses.
    pub fn has_own_keys(&self) -> bool {
        self.types.own_values.is_some()
    }

    /// Returns whether its value is text of several paragraphs in block Markdown.
    pub fn has_paragraphs(&self) -> bool {
        self.types.has_paragraphs()
    }

    /// Returns what it is for, in one paragraph of Markdown.
    pub fn text(&self) -> String {
        on_one_line(self.schema)
    }

    /// Returns its default, unless that is the same as no value.
    pub fn default(&self) -> Option<&'static Json> {
        let default = self.schema.get("default")?;
        let is_empty = match default {
            Json::Null => true,
            Json::Array(members) => members.is_empty(),
            Json::Object(members) => members.is_empty(),
            _ => false,
        };
        (!is_empty).then_some(default)
    }

    /// Returns its default in TOML; `None` if it is nothing or `false`.
    pub fn default_in_toml(&self) -> Option<String> {
        in_toml(self.default().filter(|default| **default != false)?)
    }

    /// Returns the examples of its value.
    pub fn examples(&self) -> &'static [Json] {
        let examples = self.schema.get("examples").and_then(Json::as_array);
        examples.map_or(&[], Vec::as_slice)
    }

    /// Returns its first example in TOML, if that fits on a line.
    pub fn example_in_toml(&self) -> Option<String> {
        in_toml(self.examples().first()?)
    }
}

/// Returns a value in TOML; `None` if it is a list of tables, which has several lines.
pub fn in_toml(value: &Json) -> Option<String> {
    let members = value.as_array();
    if members.is_some_and(|members| members.iter().any(Json::is_object)) {
        return None;
    }
    let value = toml::Value::try_from(value).ok()?;
    Some(value.to_string())
}

fn attribute<T: DeserializeOwned>(schema: &Json, name: &str) -> Option<T> {
    T::deserialize(schema.get(name)?).ok()
}
