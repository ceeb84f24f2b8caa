//! The values that a field can have, read once from the schema of the model's types.

use schemars::JsonSchema;
use serde_json::Value as Json;

use crate::profile::language::is_language_tag;
use crate::profile::text::Prose;
use crate::profile::tree::{Key, Node, Value};

/// The values that a field can have. Except for tables, its alternatives differ in type.
#[derive(Debug, Default)]
pub struct ValueTypes {
    /// The name of their definition in the schema, such as `Text`.
    pub name: Option<&'static str>,
    /// Their types, as JSON Schema names them; none if the value can be anything.
    pub types: Vec<&'static str>,
    /// Whether they can be dates of TOML.
    pub dates: bool,
    /// Whether they can be one text in several languages.
    pub languages: bool,
    /// The strings that the format names; none if it takes others.
    pub choices: Vec<NamedValue>,
    /// The smallest integer.
    pub minimum: Option<i64>,
    /// The largest integer.
    pub maximum: Option<i64>,
    /// The members of lists.
    pub items: Option<Box<Self>>,
    /// The values in tables whose keys the user chooses.
    pub own_values: Option<Box<Self>>,
    /// The name of the table of the format that they can be.
    pub table: Option<&'static str>,
}

/// A value that the format names, such as a kind of sections.
#[derive(Debug)]
pub struct NamedValue {
    /// The value, without quotes.
    pub name: &'static str,
    /// What it means.
    pub text: String,
}

impl ValueTypes {
    /// Reads the schema of a value, which refers to `definitions`.
    pub fn of(schema: &'static Json, definitions: &'static Json) -> Self {
        let mut values = Self::default();
        values.add(schema, definitions);
        values
    }

    /// Adds the values of a schema, which can be a definition, an alternative or both.
    fn add(&mut self, schema: &'static Json, definitions: &'static Json) {
        let reference = schema.get("$ref").and_then(Json::as_str);
        if let Some(name) = reference.and_then(|name| name.strip_prefix("#/$defs/")) {
            self.name.get_or_insert(name);
            let definition = &definitions[name];
            if definition.get("properties").is_some() {
                self.table = Some(name);
            }
            return self.add(definition, definitions);
        }
        for alternative in list(schema, "anyOf") {
            self.add(alternative, definitions);
        }
        for choice in list(schema, "oneOf") {
            self.add_type("string");
            self.choices.extend(NamedValue::of(choice));
        }
        let names = schema.get("type").map_or(&[][..], |names| match names {
            Json::Array(names) => names,
            name => std::slice::from_ref(name),
        });
        for name in names.iter().filter_map(Json::as_str) {
            self.add_type(name);
        }
        self.dates |= schema.get("x-toml-datetime").is_some();
        let integer = |key| schema.get(key).and_then(Json::as_i64);
        self.minimum = self.minimum.or(integer("minimum"));
        self.maximum = self.maximum.or(integer("maximum"));
        if let Some(items) = schema.get("items") {
            self.items = Some(Box::new(Self::of(items, definitions)));
        }
        match schema.get("additionalProperties") {
            // Marks a table as one text.
            Some(_) if schema.get("x-languages").is_some() => self.languages = true,
            Some(Json::Bool(false)) | None => {}
            Some(values) => self.own_values = Some(Box::new(Self::of(values, definitions))),
        }
    }

    fn add_type(&mut self, name: &'static str) {
        // TOML has no `null`.
        if name != "null" && !self.types.contains(&name) {
            self.types.push(name);
        }
    }

    /// Returns the name of the table of the format that a value, or one in it, can be.
    pub fn table_within(&self) -> Option<&'static str> {
        let within = |values: &Option<Box<Self>>| values.as_deref()?.table_within();
        self.table
            .or_else(|| within(&self.items))
            .or_else(|| within(&self.own_values))
    }

    /// Returns whether a value can be a table other than a text in several languages.
    pub fn has_tables(&self) -> bool {
        self.table.is_some() || self.own_values.is_some()
    }

    /// Returns whether a value can be a list of tables.
    pub fn has_lists_of_tables(&self) -> bool {
        self.items.as_deref().is_some_and(Self::has_tables)
    }

    /// Returns whether a value is one text, in one language or several.
    pub fn is_text(&self) -> bool {
        self.languages && self.types == ["string", "object"] && !self.has_tables()
    }

    /// Returns whether a value can have text of several paragraphs.
    pub fn has_paragraphs(&self) -> bool {
        let has = |values: &Option<Box<Self>>| values.as_deref().is_some_and(Self::has_paragraphs);
        self.name == Some(&*Prose::schema_name()) || has(&self.items) || has(&self.own_values)
    }

    /// Returns whether a value can be of a type, as JSON Schema names it.
    pub fn has(&self, name: &str) -> bool {
        self.types.contains(&name)
    }

    /// Returns whether a value has one of the right types.
    pub fn admits(&self, value: &Value) -> bool {
        match value {
            _ if self.types.is_empty() => true,
            Value::Table(members) => self.has_tables() || self.languages && are_languages(members),
            Value::Array(_) => self.has("array"),
            Value::String(_) => self.has("string"),
            Value::Integer(_) => self.has("integer"),
            Value::Boolean(_) => self.has("boolean"),
            Value::Datetime(_) => self.dates,
            Value::Float(_) | Value::Languages(_) => false,
        }
    }

    /// Returns whether the members of a table are a text in several languages. With one valid language
    /// tag, the other keys are probably meant as tags, if the value cannot be another table.
    pub fn takes_as_languages(&self, members: &[(Key, Node)]) -> bool {
        let is_meant = || {
            let mut keys = members.iter().map(|(key, _)| key);
            !self.has_tables() && keys.any(|key| is_language_tag(&key.name))
        };
        self.languages && (are_languages(members) || is_meant())
    }

    /// Returns the values that the format names, alone or as members of a list.
    pub fn named(&self) -> &[NamedValue] {
        match &self.items {
            Some(items) if self.choices.is_empty() => &items.choices,
            _ => &self.choices,
        }
    }

    /// Returns the names of the types for messages: `a string or a table`.
    pub fn expected(&self) -> String {
        let mut names = Vec::new();
        for name in &self.types {
            names.push(match *name {
                "string" | "integer" if self.dates => "a date",
                "object" if !self.has_tables() => continue,
                "object" => "a table",
                "array" => "a list",
                "string" => "a string",
                "integer" => "an integer",
                _ => "a boolean",
            });
        }
        names.dedup();
        match names.as_slice() {
            [] => "something else".to_owned(),
            [one] => (*one).to_owned(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        }
    }
}

impl NamedValue {
    fn of(schema: &'static Json) -> Option<Self> {
        Some(Self {
            name: schema.get("const")?.as_str()?,
            text: on_one_line(schema),
        })
    }
}

fn list(schema: &'static Json, key: &str) -> &'static [Json] {
    let members = schema.get(key).and_then(Json::as_array);
    members.map_or(&[], Vec::as_slice)
}

/// Returns whether all keys of a table are language tags.
pub fn are_languages(members: &[(Key, Node)]) -> bool {
    !members.is_empty() && members.iter().all(|(key, _)| is_language_tag(&key.name))
}

/// Returns the description in a schema on one line.
pub fn on_one_line(schema: &Json) -> String {
    let text = schema.get("description").and_then(Json::as_str);
    text.unwrap_or_default().replace('\n', " ")
}
