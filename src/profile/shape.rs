//! Holds a document against the shape that the model's types have, and tells every difference.
//!
//! The shape is the JSON Schema that is generated from the types, so that a file, an editor and the
//! reader agree on what is a field. Deserialising would stop at the first fault; this goes on.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use serde_json::Value as Json;

use crate::diagnostic::{Diagnostic, Diagnostics, alternatives, nearest, rule};
use crate::profile::kind::{SectionKind, role_has};
use crate::profile::language::is_language_tag;
use crate::profile::model::Profile;
use crate::profile::synonyms;
use crate::profile::tree::{Key, Node, TomlPath, TomlTree, Value};

static SCHEMA: LazyLock<Json> = LazyLock::new(|| schemars::schema_for!(Profile).to_value());

/// A document as far as it has the right shape.
#[derive(Debug)]
pub struct Shaped {
    /// It without what is wrong: a wrong member of a table is left out, a wrong member of an array
    /// becomes an empty value, so that the others keep their places. Texts in several languages are
    /// known as such.
    pub right: Node,
    /// The places of the values in which something was wrong. Whoever misses something there misses
    /// it for that.
    wrong: BTreeSet<(usize, usize)>,
}

impl Shaped {
    /// Whether something directly in the value at `path` was wrong.
    pub fn was_wrong(&self, tree: &TomlTree, path: &TomlPath) -> bool {
        tree.node(path)
            .is_some_and(|node| self.wrong.contains(&(node.span.start, node.span.end)))
    }
}

/// Tells unknown keys, missing keys, wrong types and values that are not among the choices.
pub fn check(tree: &TomlTree, found: &mut Diagnostics) -> Shaped {
    let mut check = Check {
        tree,
        found,
        kind: None,
        wrong: BTreeSet::new(),
    };
    let right = check.node(tree.root(), &SCHEMA, &TomlPath::ROOT);
    let nothing = || Node {
        span: tree.root().span.clone(),
        value: Value::Table(Vec::new()),
    };
    Shaped {
        right: right.unwrap_or_else(nothing),
        wrong: check.wrong,
    }
}

struct Check<'a> {
    tree: &'a TomlTree,
    found: &'a mut Diagnostics,
    /// The kind of the section that is being looked at.
    kind: Option<SectionKind>,
    wrong: BTreeSet<(usize, usize)>,
}

impl Check<'_> {
    fn tell(&mut self, node: &Node, span: Range<usize>, error: Diagnostic) {
        self.wrong.insert((node.span.start, node.span.end));
        self.found.push(error.at(self.tree.source(), span, ""));
    }

    /// The value as far as it is right.
    fn node(&mut self, node: &Node, schema: &Json, path: &TomlPath) -> Option<Node> {
        let schema = resolve(schema);
        if is_languages(schema) {
            return self.languages(node, path);
        }
        if schema.get("anyOf").is_some() {
            if is_date(schema) && matches!(node.value, Value::Datetime(_)) {
                return Some(node.clone());
            }
            return match alternative(schema, &node.value) {
                Some(choice) => self.node(node, choice, path),
                None => self.wrong_type(node, schema, path),
            };
        }
        if let (Some(choices), Value::String(text)) = (choices(schema), &node.value) {
            return self.choice(node, text, &choices, path);
        }
        if !admits(schema, &node.value) {
            return self.wrong_type(node, schema, path);
        }
        let value = match &node.value {
            Value::Table(members) => self.table(node, members, schema, path),
            Value::Array(members) => {
                let items = schema.get("items").unwrap_or(&Json::Null);
                let member = |(index, member): (usize, &Node)| {
                    let right = self.node(member, items, &path.index(index));
                    // An empty place tells it from what was written.
                    let place = member.span.start..member.span.start;
                    right.unwrap_or_else(|| Node {
                        span: place,
                        value: neutral(items),
                    })
                };
                Value::Array(members.iter().enumerate().map(member).collect())
            }
            Value::Integer(number) => return self.range(node, *number, schema, path),
            other => other.clone(),
        };
        Some(Node {
            span: node.span.clone(),
            value,
        })
    }

    /// One text in several languages.
    fn languages(&mut self, node: &Node, path: &TomlPath) -> Option<Node> {
        let mut texts = Vec::new();
        for (key, member) in node.members() {
            if !is_language_tag(&key.name) {
                let error = Diagnostic::error(
                    rule::MALFORMED_LANGUAGE,
                    format!("`{}` is no language tag", key.name),
                );
                self.tell(
                    node,
                    key.span.clone(),
                    error.hint("expected a BCP 47 tag such as `en`, `de-CH` or `zh-Hans`"),
                );
            } else if matches!(member.value, Value::String(_)) {
                texts.push((key.clone(), member.clone()));
            } else {
                let field = path.field().unwrap_or_default();
                let message = format!(
                    "`{field}` must be a string in each language, not {}",
                    member.value.type_name()
                );
                self.tell(
                    node,
                    member.span.clone(),
                    Diagnostic::error(rule::WRONG_TYPE, message),
                );
            }
        }
        (!texts.is_empty()).then(|| Node {
            span: node.span.clone(),
            value: Value::Languages(texts),
        })
    }

    fn table(
        &mut self,
        node: &Node,
        members: &[(Key, Node)],
        schema: &Json,
        path: &TomlPath,
    ) -> Value {
        let empty = serde_json::Map::new();
        let properties = schema
            .get("properties")
            .and_then(Json::as_object)
            .unwrap_or(&empty);
        let others = schema.get("additionalProperties").unwrap_or(&Json::Null);
        let outer = self.kind;
        if matches!(path.field(), Some("section" | "subsection")) {
            self.kind = kind_of(members).or(outer);
        }
        let mut right: Vec<(Key, Node)> = Vec::new();
        for (key, member) in members {
            let value = match properties.get(&key.name).unwrap_or(others) {
                Json::Bool(false) => {
                    self.unknown_key(node, key, properties, path);
                    None
                }
                schema => self.node(member, schema, &path.key(&key.name)),
            };
            if value.is_none() {
                self.wrong.insert((node.span.start, node.span.end));
            }
            right.extend(value.map(|value| (key.clone(), value)));
        }
        self.kind = outer;
        for required in schema
            .get("required")
            .and_then(Json::as_array)
            .into_iter()
            .flatten()
        {
            let Some(required) = required.as_str() else {
                continue;
            };
            if right.iter().any(|(key, _)| key.name == required) {
                continue;
            }
            // Of what is there and wrong something else was told.
            if !self.wrong.contains(&(node.span.start, node.span.end)) {
                let place = path.field().unwrap_or_default();
                let error = Diagnostic::error(
                    rule::MISSING_KEY,
                    format!("`{required}` is missing in `{place}`"),
                );
                self.tell(
                    node,
                    node.span.clone(),
                    error.hint(format!("add `{required} = \"…\"`")),
                );
            }
            let value = neutral(properties.get(required).unwrap_or(&Json::Null));
            let key = Key {
                name: required.to_owned(),
                span: node.span.clone(),
            };
            // An empty place tells it from what was written.
            right.push((
                key,
                Node {
                    span: node.span.start..node.span.start,
                    value,
                },
            ));
        }
        Value::Table(right)
    }

    fn unknown_key(
        &mut self,
        node: &Node,
        key: &Key,
        properties: &serde_json::Map<String, Json>,
        path: &TomlPath,
    ) {
        let name = &key.name;
        let known: Vec<&str> = match (path.field(), self.kind) {
            (Some("entry"), Some(kind)) => kind.fields().collect(),
            (Some("role"), _) => SectionKind::Experience
                .fields()
                .filter(|field| role_has(field))
                .collect(),
            _ => properties.keys().map(String::as_str).collect(),
        };
        let place = match path.field() {
            None => "at the top level".to_owned(),
            // Its own name says nothing of what it is.
            Some(_) if path.header().starts_with("variant.") => format!("in `{}`", path.header()),
            Some(field) => format!("in `{field}`"),
        };
        let error = Diagnostic::error(rule::UNKNOWN_KEY, format!("unknown key `{name}` {place}"));
        if matches!(path.field(), Some("highlights" | "items")) && is_language_tag(name) {
            let hint =
                format!("write the languages under `text`: `{{ text = {{ {name} = \"…\" }}, … }}`");
            return self.tell(node, key.span.clone(), error.hint(hint));
        }
        let hint = synonyms::hint(name, &known, path, self.kind, keys_of);
        self.tell(node, key.span.clone(), error.hint(hint));
    }

    fn choice(
        &mut self,
        node: &Node,
        text: &str,
        choices: &[&str],
        path: &TomlPath,
    ) -> Option<Node> {
        if choices.contains(&text) {
            return Some(node.clone());
        }
        let message = format!(
            "unknown value `{text}` of `{}`",
            path.field().unwrap_or_default()
        );
        let elsewhere = || {
            synonyms::kind_meant(text)
                .map(SectionKind::name)
                .filter(|kind| choices.contains(kind))
        };
        let hint = match nearest(text, choices.iter().copied()).or_else(elsewhere) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("expected {}", alternatives(choices.iter().copied())),
        };
        self.tell(
            node,
            node.span.clone(),
            Diagnostic::error(rule::UNKNOWN_VALUE, message).hint(hint),
        );
        None
    }

    fn range(
        &mut self,
        node: &Node,
        number: Option<i64>,
        schema: &Json,
        path: &TomlPath,
    ) -> Option<Node> {
        let bound = |name| schema.get(name).and_then(Json::as_i64);
        let (low, high) = (bound("minimum"), bound("maximum"));
        let inside =
            |n: &i64| low.is_none_or(|low| *n >= low) && high.is_none_or(|high| *n <= high);
        if number.as_ref().is_some_and(inside) {
            return Some(node.clone());
        }
        let field = path.field().unwrap_or_default();
        let message = match (low, high) {
            (Some(low), Some(high)) => format!("`{field}` must be from {low} to {high}"),
            _ => format!("`{field}` is too large a number"),
        };
        self.tell(
            node,
            node.span.clone(),
            Diagnostic::error(rule::OUT_OF_RANGE, message),
        );
        None
    }

    fn wrong_type(&mut self, node: &Node, schema: &Json, path: &TomlPath) -> Option<Node> {
        let expected = expected(schema);
        let field = path.field().unwrap_or_default();
        let each = if path.is_member() { "each of " } else { "" };
        let message = format!(
            "{each}`{field}` must be {expected}, not {}",
            node.value.type_name()
        );
        let mut error = Diagnostic::error(rule::WRONG_TYPE, message);
        if let Some(remedy) = self.remedy(node, schema, &expected, path) {
            error = error.hint(remedy);
        }
        self.tell(node, node.span.clone(), error);
        // With the wrong brackets, what is between them is meant all the same.
        match &node.value {
            Value::Table(members) if are_languages(members) => {}
            Value::Table(_) => {
                if let Some(items) = items_of(schema).filter(|items| admits(items, &node.value)) {
                    self.node(node, items, path);
                }
            }
            Value::Array(members)
                if members
                    .iter()
                    .all(|member| matches!(member.value, Value::Table(_))) =>
            {
                for member in members
                    .iter()
                    .filter(|member| admits(schema, &member.value))
                {
                    self.node(member, schema, path);
                }
            }
            _ => {}
        }
        None
    }

    /// How to write a value so that it has the type wanted.
    fn remedy(
        &self,
        node: &Node,
        schema: &Json,
        expected: &str,
        path: &TomlPath,
    ) -> Option<String> {
        let source = self.tree.source();
        let raw = &source.text()[source.clamp(node.span.clone())];
        let is_number_or_date = matches!(
            node.value,
            Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_)
        );
        Some(match &node.value {
            Value::Table(members)
                if items_of(schema).is_some_and(is_text) && are_languages(members) =>
            {
                "write the languages of each: `[{ en = \"…\", zh = \"…\" }]`".to_owned()
            }
            Value::Table(members) if is_text(schema) && !members.is_empty() => {
                "write a string, or one for each language: `{ en = \"…\", zh = \"…\" }`".to_owned()
            }
            _ if choices_in(schema).is_some() => {
                format!("expected {}", alternatives(choices_in(schema)?))
            }
            _ if is_date(schema) => {
                "write it as `\"2023\"`, `\"2023-09\"` or `\"2023-09-01\"`".to_owned()
            }
            _ if is_number_or_date && expected.contains("a string") => {
                format!("put it in quotes: `\"{raw}\"`")
            }
            _ if is_number_or_date && expected.contains("a boolean") => {
                "write `true` or `false`".to_owned()
            }
            // In an array the value itself would be right.
            other if items_of(schema).is_some_and(|items| admits(items, other)) => match other {
                Value::Table(_) if raw.starts_with('[') => {
                    format!("write double brackets: `[{raw}]`")
                }
                Value::Table(_) if raw.starts_with('{') => {
                    "put it in brackets: `[{ … }]`".to_owned()
                }
                Value::Table(_) => format!("write `[[{}]]` above it", path.header()),
                _ => "put it in brackets: `[\"…\"]`".to_owned(),
            },
            Value::Array(_)
                if raw.starts_with("[[") && admits(schema, &Value::Table(Vec::new())) =>
            {
                format!(
                    "write single brackets: `[{}]`",
                    raw.trim_matches(['[', ']'])
                )
            }
            Value::Array(_) if expected == "a string" => {
                "write one string, without brackets".to_owned()
            }
            Value::String(_) if expected == "a boolean" => {
                "write `true` or `false`, without quotes".to_owned()
            }
            Value::String(text) if expected == "an integer" => {
                let number: i64 = text.trim().parse().ok()?;
                format!("write `{number}`, without quotes")
            }
            _ if items_of(schema)
                .or(Some(schema))
                .is_some_and(|schema| admits(schema, &Value::Table(Vec::new()))) =>
            {
                let is_array = expected == "an array";
                match synonyms::table(path.field()?) {
                    Some(table) if is_array => format!("write `[{table}]`"),
                    Some(table) => format!("write `{table}`"),
                    None if is_array || path.is_member() => {
                        format!("write `[[{}]]` and its keys below", path.header())
                    }
                    None => format!("write `[{}]` and its keys below", path.header()),
                }
            }
            _ => return None,
        })
    }
}

/// The kind that a section's members say it has.
fn kind_of(members: &[(Key, Node)]) -> Option<SectionKind> {
    let (_, node) = members.iter().find(|(key, _)| key.name == "kind")?;
    let Value::String(name) = &node.value else {
        return None;
    };
    SectionKind::named(name)
}

/// The keys of a table that the format defines by this name.
pub fn keys_of(table: &str) -> Vec<&'static str> {
    let definition = if table == "Profile" {
        String::new()
    } else {
        format!("/$defs/{table}")
    };
    let properties = SCHEMA
        .pointer(&format!("{definition}/properties"))
        .and_then(Json::as_object);
    properties
        .into_iter()
        .flat_map(serde_json::Map::keys)
        .map(String::as_str)
        .collect()
}

/// What an array's members must be, where an array is admitted.
fn items_of(schema: &Json) -> Option<&Json> {
    let schema = resolve(schema);
    let choices = schema.get("anyOf").and_then(Json::as_array);
    choices
        .into_iter()
        .flatten()
        .find_map(items_of)
        .or_else(|| schema.get("items").map(resolve))
}

/// An empty value that the schema admits, in the place of a wrong one.
fn neutral(schema: &Json) -> Value {
    let candidates = [
        Value::String(String::new()),
        Value::Table(Vec::new()),
        Value::Array(Vec::new()),
    ];
    let schema = resolve(schema);
    candidates
        .into_iter()
        .find(|value| admits(schema, value))
        .unwrap_or(Value::Boolean(false))
}

fn resolve(schema: &Json) -> &Json {
    let target = schema
        .get("$ref")
        .and_then(Json::as_str)
        .and_then(|r| r.strip_prefix("#/$defs/"));
    match target {
        Some(name) => SCHEMA
            .get("$defs")
            .and_then(|defs| defs.get(name))
            .map_or(schema, resolve),
        None => schema,
    }
}

/// The alternatives that a schema admits, those of alternatives among them.
fn alternatives_of(schema: &Json) -> Vec<&Json> {
    let schema = resolve(schema);
    match schema.get("anyOf").and_then(Json::as_array) {
        Some(choices) => choices.iter().flat_map(alternatives_of).collect(),
        None => vec![schema],
    }
}

/// The alternative that is meant by a value. But for tables they differ in type, so at most one is.
fn alternative<'a>(schema: &'a Json, value: &Value) -> Option<&'a Json> {
    let choices = alternatives_of(schema);
    if let Some(choice) = choices.iter().find(|choice| admits(choice, value)) {
        return Some(choice);
    }
    // With one right tag, the others are meant as such.
    let Value::Table(members) = value else {
        return None;
    };
    let is_meant = members.iter().any(|(key, _)| is_language_tag(&key.name));
    choices
        .into_iter()
        .find(|choice| is_languages(choice))
        .filter(|_| is_meant)
}

fn is_languages(schema: &Json) -> bool {
    schema.get("x-languages").is_some()
}

fn are_languages(members: &[(Key, Node)]) -> bool {
    !members.is_empty() && members.iter().all(|(key, _)| is_language_tag(&key.name))
}

/// Whether a schema admits nothing but one text, in one language or several.
fn is_text(schema: &Json) -> bool {
    let choices = alternatives_of(schema);
    choices.iter().any(|choice| is_languages(choice))
        && choices
            .iter()
            .all(|choice| is_languages(choice) || matches!(types(choice)[..], ["string" | "null"]))
}

fn is_date(schema: &Json) -> bool {
    let is = |schema: &Json| schema.get("x-toml-datetime").is_some();
    is(schema)
        || schema
            .get("anyOf")
            .and_then(Json::as_array)
            .is_some_and(|choices| choices.iter().any(|c| is_date(resolve(c))))
}

/// The types that a schema names, `null` left out: TOML has none.
fn types(schema: &Json) -> Vec<&str> {
    match schema.get("type") {
        Some(Json::String(name)) => vec![name],
        Some(Json::Array(names)) => names
            .iter()
            .filter_map(Json::as_str)
            .filter(|n| *n != "null")
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether a value is of a type that the schema admits.
fn admits(schema: &Json, value: &Value) -> bool {
    if let Some(choices) = schema.get("anyOf").and_then(Json::as_array) {
        return (is_date(schema) && matches!(value, Value::Datetime(_)))
            || choices.iter().any(|choice| admits(resolve(choice), value));
    }
    if is_languages(schema) {
        // What else is a table has no key that could be a tag and nothing beside it.
        return match value {
            Value::Table(members) => are_languages(members),
            _ => false,
        };
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
    variants
        .iter()
        .map(|variant| variant.get("const").and_then(Json::as_str))
        .collect()
}

/// The values of the enumeration that is admitted among others.
fn choices_in(schema: &Json) -> Option<Vec<&str>> {
    let schema = resolve(schema);
    let among = schema.get("anyOf").and_then(Json::as_array);
    choices(schema).or_else(|| among.into_iter().flatten().find_map(choices_in))
}

/// What a schema admits, for messages: `a string or a table`.
fn expected(schema: &Json) -> String {
    fn collect(schema: &Json, names: &mut Vec<&'static str>) {
        let schema = resolve(schema);
        if schema.get("x-toml-datetime").is_some() {
            return names.push("a date");
        }
        if is_languages(schema) {
            return;
        }
        for choice in schema
            .get("anyOf")
            .and_then(Json::as_array)
            .into_iter()
            .flatten()
        {
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
    match names.as_slice() {
        [] => "something else".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
