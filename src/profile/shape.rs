//! Holds a document against the shape that the model's types have, and tells every difference.
//!
//! The shape is the JSON Schema that is generated from the types, so that a file, an editor and the reader agree on what is
//! a field. Deserialising would stop at the first fault; this goes on.

use std::sync::LazyLock;

use serde_json::Value as Json;

use super::document::{Document, Key, Node, Path, Value};
use super::model::Profile;
use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, nearest};

static SCHEMA: LazyLock<Json> = LazyLock::new(|| schemars::schema_for!(Profile).to_value());

/// Tells unknown keys, missing keys, wrong types and values that are not among the choices.
///
/// Returns the document without what is wrong, so that later checks can go on with the rest: a wrong member of a table is left
/// out, a wrong member of an array becomes an empty value, so that the others keep their places.
pub fn check(document: &Document, found: &mut Diagnostics) -> toml::Value {
    let right = Check { document, found }.node(document.root(), &SCHEMA, &Path::ROOT);
    right.unwrap_or_else(|| toml::Value::Table(toml::Table::new()))
}

/// Words that people know from elsewhere, and what a profile calls the same thing.
const ELSEWHERE: &[(&str, &str)] = &[
    ("company", "organization"),
    ("employer", "organization"),
    ("school", "institution"),
    ("university", "institution"),
    ("study-type", "degree"),
    ("issuer", "awarder"),
    ("publisher", "venue"),
    ("journal", "venue"),
    ("bullets", "highlights"),
    ("description", "summary"),
    ("technologies", "keywords"),
    ("tags-list", "keywords"),
    ("city", "location"),
    ("address", "location"),
    ("website", "url"),
    ("profiles", "links"),
    ("tagline", "headline"),
    ("image", "photo"),
    ("start-date", "start"),
    ("end-date", "end"),
    ("sections", "section"),
    ("entries", "entry"),
    ("subsections", "subsection"),
    ("basics", "person"),
];

struct Check<'a> {
    document: &'a Document,
    found: &'a mut Diagnostics,
}

impl Check<'_> {
    /// The value as far as it is right.
    fn node(&mut self, node: &Node, schema: &Json, path: &Path) -> Option<toml::Value> {
        let schema = resolve(schema);
        if let Some(choices) = schema.get("anyOf").and_then(Json::as_array) {
            if let (true, Value::Datetime(datetime)) = (is_date(schema), &node.value) {
                return Some(toml::Value::Datetime(*datetime));
            }
            // The alternatives of the format differ in type, so at most one is meant.
            return match choices.iter().map(resolve).find(|choice| admits(choice, &node.value)) {
                Some(choice) => self.node(node, choice, path),
                None => self.wrong_type(node, schema, path),
            };
        }
        if let Some(choices) = choices(schema) {
            return self.choice(node, &choices, path);
        }
        if !admits(schema, &node.value) {
            return self.wrong_type(node, schema, path);
        }
        match &node.value {
            Value::Table(members) => Some(self.table(node, members, schema, path)),
            Value::Array(members) => {
                let items = schema.get("items").unwrap_or(&Json::Null);
                let member = |(index, member): (usize, &Node)| {
                    self.node(member, items, &path.index(index)).unwrap_or_else(|| neutral(items))
                };
                Some(toml::Value::Array(members.iter().enumerate().map(member).collect()))
            }
            Value::Integer(number) => self.range(node, *number, schema, path),
            Value::String(text) => Some(toml::Value::String(text.clone())),
            Value::Float(number) => Some(toml::Value::Float(*number)),
            Value::Boolean(truth) => Some(toml::Value::Boolean(*truth)),
            Value::Datetime(datetime) => Some(toml::Value::Datetime(*datetime)),
        }
    }

    fn table(&mut self, node: &Node, members: &[(Key, Node)], schema: &Json, path: &Path) -> toml::Value {
        let empty = serde_json::Map::new();
        let properties = schema.get("properties").and_then(Json::as_object).unwrap_or(&empty);
        let others = schema.get("additionalProperties").unwrap_or(&Json::Null);
        let mut right = toml::Table::new();
        for (key, member) in members {
            let value = match (properties.get(&key.name), others) {
                (Some(schema), _) => self.node(member, schema, &path.key(&key.name)),
                (None, Json::Bool(false)) => self.unknown_key(key, properties, path),
                (None, schema) => self.node(member, schema, &path.key(&key.name)),
            };
            right.extend(value.map(|value| (key.name.clone(), value)));
        }
        for required in schema.get("required").and_then(Json::as_array).into_iter().flatten() {
            let Some(required) = required.as_str() else { continue };
            if members.iter().any(|(key, _)| key.name == required) {
                continue;
            }
            let label = format!("a table without `{required}`");
            self.found.push(Diagnostic::error("missing-key", format!("`{required}` is missing")).at(
                self.document.source(),
                node.span.clone(),
                label,
            ));
            let schema = properties.get(required).unwrap_or(&Json::Null);
            right.insert(required.to_owned(), neutral(schema));
        }
        toml::Value::Table(right)
    }

    fn unknown_key(
        &mut self,
        key: &Key,
        properties: &serde_json::Map<String, Json>,
        path: &Path,
    ) -> Option<toml::Value> {
        let name = &key.name;
        let place = path.field().map_or("at the top level".to_owned(), |field| format!("in `{field}`"));
        let mut diagnostic = Diagnostic::error("unknown-key", format!("unknown key `{name}` {place}"));
        let elsewhere = ELSEWHERE.iter().find(|(known, ours)| same_word(known, name) && properties.contains_key(*ours));
        let names = || properties.keys().map(String::as_str);
        if let Some((_, ours)) = elsewhere {
            diagnostic = diagnostic.hint(format!("here it is called `{ours}`"));
        } else if let Some(near) = nearest(name, names()) {
            diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
        } else if names().count() <= 12 {
            diagnostic = diagnostic.hint(format!("expected {}", alternatives(names())));
        }
        let source = self.document.source();
        self.found.push(diagnostic.at(source, key.span.clone(), "not a key of this table"));
        None
    }

    fn choice(&mut self, node: &Node, choices: &[&str], path: &Path) -> Option<toml::Value> {
        let Value::String(text) = &node.value else {
            let schema = serde_json::json!({ "type": "string" });
            return self.wrong_type(node, &schema, path);
        };
        if choices.contains(&text.as_str()) {
            return Some(toml::Value::String(text.clone()));
        }
        let field = path.field().unwrap_or_default();
        let mut diagnostic = Diagnostic::error("unknown-value", format!("`{text}` is no {field}")).at(
            self.document.source(),
            node.span.clone(),
            "",
        );
        if let Some(near) = nearest(text, choices.iter().copied()) {
            diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
        }
        self.found.push(diagnostic.hint(format!("expected {}", alternatives(choices.iter().copied()))));
        None
    }

    fn range(&mut self, node: &Node, number: Option<i64>, schema: &Json, path: &Path) -> Option<toml::Value> {
        let bound = |name| schema.get(name).and_then(Json::as_i64);
        let (low, high) = (bound("minimum"), bound("maximum"));
        let inside = |n: &i64| low.is_none_or(|low| *n >= low) && high.is_none_or(|high| *n <= high);
        if let Some(number) = number.filter(inside) {
            return Some(toml::Value::Integer(number));
        }
        let expected = match (low, high) {
            (Some(low), Some(high)) => format!("expected {low} to {high}"),
            _ => "expected a smaller number".to_owned(),
        };
        let message = format!("`{}` is out of range", path.field().unwrap_or_default());
        let source = self.document.source();
        self.found.push(Diagnostic::error("out-of-range", message).at(source, node.span.clone(), expected));
        None
    }

    fn wrong_type(&mut self, node: &Node, schema: &Json, path: &Path) -> Option<toml::Value> {
        let expected = expected(schema);
        let actual = node.value.type_name();
        let field = path.field().unwrap_or("this value");
        let message = format!("`{field}` must be {expected}, not {actual}");
        let mut diagnostic = Diagnostic::error("wrong-type", message).at(
            self.document.source(),
            node.span.clone(),
            format!("expected {expected}"),
        );
        match (&node.value, &*expected) {
            (Value::String(_), "an array") => {
                diagnostic = diagnostic.hint("put it in brackets: `[\"…\"]`");
            }
            (Value::Table(_), "an array") if matches!(field, "section" | "subsection" | "entry") => {
                diagnostic = diagnostic.hint(format!("write double brackets: `[[{path}]]`"));
            }
            (Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_), _)
                if expected.contains("string") =>
            {
                diagnostic = diagnostic.hint("put it in quotes");
            }
            (Value::String(_), "a boolean") => {
                diagnostic = diagnostic.hint("write `true` or `false` without quotes");
            }
            _ => {}
        }
        self.found.push(diagnostic);
        None
    }
}

/// An empty value that the schema admits, in the place of a wrong one.
fn neutral(schema: &Json) -> toml::Value {
    let candidates = [
        (Value::String(String::new()), toml::Value::String(String::new())),
        (Value::Table(Vec::new()), toml::Value::Table(toml::Table::new())),
        (Value::Array(Vec::new()), toml::Value::Array(Vec::new())),
    ];
    let schema = resolve(schema);
    let admitted = candidates.into_iter().find(|(value, _)| admits(schema, value));
    admitted.map_or(toml::Value::Boolean(false), |(_, value)| value)
}

/// Whether two keys are the same word, however it is joined: `startDate`, `start_date`, `start-date`.
fn same_word(known: &str, written: &str) -> bool {
    let letters =
        |word: &str| word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    letters(known) == letters(written)
}

fn resolve(schema: &Json) -> &Json {
    let target = schema.get("$ref").and_then(Json::as_str).and_then(|r| r.strip_prefix("#/$defs/"));
    match target {
        Some(name) => SCHEMA.get("$defs").and_then(|defs| defs.get(name)).map_or(schema, resolve),
        None => schema,
    }
}

fn is_date(schema: &Json) -> bool {
    schema.get("x-toml-datetime").is_some()
        || schema
            .get("anyOf")
            .and_then(Json::as_array)
            .is_some_and(|choices| choices.iter().map(resolve).any(|c| c.get("x-toml-datetime").is_some()))
}

/// The types that a schema names, `null` left out: TOML has none.
fn types(schema: &Json) -> Vec<&str> {
    match schema.get("type") {
        Some(Json::String(name)) => vec![name],
        Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).filter(|n| *n != "null").collect(),
        _ => Vec::new(),
    }
}

/// Whether a value is of a type that the schema admits.
fn admits(schema: &Json, value: &Value) -> bool {
    if let Some(choices) = schema.get("anyOf").and_then(Json::as_array) {
        return (is_date(schema) && matches!(value, Value::Datetime(_)))
            || choices.iter().any(|choice| admits(resolve(choice), value));
    }
    let types = types(schema);
    if types.is_empty() {
        // An enumeration names its values and no type; anything else without a type admits all.
        return choices(schema).is_none() || matches!(value, Value::String(_));
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

/// The values of an enumeration.
fn choices(schema: &Json) -> Option<Vec<&str>> {
    if let Some(values) = schema.get("enum").and_then(Json::as_array) {
        return Some(values.iter().filter_map(Json::as_str).collect());
    }
    let variants = schema.get("oneOf").and_then(Json::as_array)?;
    variants.iter().map(|variant| variant.get("const").and_then(Json::as_str)).collect()
}

/// What a schema admits, for messages: `a string or a table`.
fn expected(schema: &Json) -> String {
    fn collect(schema: &Json, names: &mut Vec<&'static str>) {
        let schema = resolve(schema);
        for choice in schema.get("anyOf").and_then(Json::as_array).into_iter().flatten() {
            collect(choice, names);
        }
        for name in types(schema) {
            names.push(match name {
                "object" => "a table",
                "array" => "an array",
                "string" => "a string",
                "integer" => "an integer",
                "number" => "a number",
                "boolean" => "a boolean",
                _ => continue,
            });
        }
        if choices(schema).is_some() && types(schema).is_empty() {
            names.push("a string");
        }
    }
    let mut names = Vec::new();
    collect(schema, &mut names);
    let mut unique: Vec<&str> = Vec::new();
    for name in names {
        if !unique.contains(&name) {
            unique.push(name);
        }
    }
    match unique.as_slice() {
        [] => "something else".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
