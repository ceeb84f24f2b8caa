//! Writes the tables of the format as a JSON Schema for the editors' engines, Taplo and Tombi.
//!
//! For a field that refers to a definition, Taplo shows the description of the definition instead
//! of the field's, and its language server hangs if `allOf` refers to anything but a table.
//! Therefore each field contains its values, except for tables, which are long and can contain
//! themselves. Values of different types are one schema, so that an editor can report what is wrong
//! with a value and not only that no alternative matches. A date is the exception: for Tombi, a date of
//! TOML is not a string.

use serde_json::{Map, Value as Json, json};

use crate::profile::fields::{Field, SCHEMA, Table, profile_table, table};
use crate::profile::value_types::{ValueTypes, on_one_line};

/// A language tag with script, region and variants.
const LANGUAGE: &str = "^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*$";

/// Returns the schema of a profile.
pub fn tables() -> Json {
    let mut definitions = Definitions::default();
    let mut schema = definitions.of_table(profile_table());
    schema["definitions"] = Json::Object(definitions.0);
    schema
}

/// The definitions that schemas refer to.
#[derive(Default)]
struct Definitions(Map<String, Json>);

impl Definitions {
    fn of_table(&mut self, table: &Table) -> Json {
        let mut schema = json!({
            "type": "object",
            "description": table.text(),
            "additionalProperties": false,
            "properties": self.properties(table),
        });
        let required = table.fields.iter().filter(|field| field.is_required);
        let required: Vec<&str> = required.map(|field| field.name).collect();
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema
    }

    fn properties(&mut self, table: &Table) -> Map<String, Json> {
        let fields = table.fields.iter();
        fields
            .map(|field| (field.name.to_owned(), self.of_field(field)))
            .collect()
    }

    fn of_field(&mut self, field: &Field) -> Json {
        let mut schema = self.of_values(&field.types);
        let mut text = field.text();
        if !field.types.choices.is_empty() {
            text.push('\n');
        }
        for choice in &field.types.choices {
            text += &format!("\n- `{}`: {}", choice.name, choice.text);
        }
        schema["description"] = Json::String(text);
        if let Some(default) = field.default() {
            schema["default"] = default.clone();
        }
        if !field.examples().is_empty() {
            schema["examples"] = json!(field.examples());
        }
        schema
    }

    fn of_values(&mut self, values: &ValueTypes) -> Json {
        let only_table = values
            .table
            .and_then(table)
            .filter(|_| values.types.len() == 1);
        if let Some(table) = only_table {
            return json!({ "allOf": [self.refer(&table.name, values)] });
        }
        let mut schema = match values.table.and_then(table) {
            // Such a text in several languages is a table too, but with other keys.
            Some(table) if values.languages => json!({
                "properties": self.properties(table),
                "if": { "propertyNames": { "pattern": LANGUAGE } },
                "then": { "$ref": "#/definitions/Text" },
                "else": self.refer(&table.name, values),
            }),
            Some(table) => self.of_table(table),
            None if values.languages => json!({
                "propertyNames": { "pattern": LANGUAGE },
                "additionalProperties": { "type": "string" },
                "minProperties": 1,
            }),
            None => json!({}),
        };
        schema["type"] = match values.types.as_slice() {
            [only] => json!(only),
            types => json!(types),
        };
        if let Some(items) = &values.items {
            schema["items"] = self.of_part(items);
        }
        if let Some(own) = &values.own_values {
            schema["additionalProperties"] = self.of_part(own);
        }
        for (key, bound) in [("minimum", values.minimum), ("maximum", values.maximum)] {
            if let Some(bound) = bound {
                schema[key] = json!(bound);
            }
        }
        if !values.choices.is_empty() {
            let choices = values.choices.iter();
            let (names, texts): (Vec<_>, Vec<_>) =
                choices.map(|choice| (choice.name, &choice.text)).unzip();
            schema["enum"] = json!(names);
            schema["x-taplo"] = json!({ "docs": { "enumValues": texts } });
        }
        if values.dates {
            return json!({ "anyOf": [schema, { "type": "string", "format": "date" }] });
        }
        schema
    }

    /// Returns the schema of the members of a list or a table.
    fn of_part(&mut self, values: &ValueTypes) -> Json {
        match values.name {
            Some(name) => self.refer(name, values),
            None if values.types.is_empty() => Json::Bool(true),
            None => self.of_values(values),
        }
    }

    /// Returns a reference to a definition, which is written first.
    fn refer(&mut self, name: &str, values: &ValueTypes) -> Json {
        if !self.0.contains_key(name) {
            // It can contain itself.
            self.0.insert(name.to_owned(), Json::Null);
            let mut definition = match table(name) {
                Some(table) => self.of_table(table),
                None => self.of_values(values),
            };
            definition["description"] = on_one_line(&SCHEMA["$defs"][name]).into();
            self.0.insert(name.to_owned(), definition);
        }
        json!({ "$ref": format!("#/definitions/{name}") })
    }
}
