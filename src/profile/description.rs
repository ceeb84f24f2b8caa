//! What the format says about a field, for editors: its meaning, types, default and values.
//!
//! Everything comes from the schema of the model's types.

use serde_json::Value as Json;

use crate::profile::fields::Field;
use crate::profile::value_types::{
    admits_tables, enum_values_in, expected, is_date, is_languages, items_of, resolve,
};

/// What the format says about a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldDescription {
    /// What the field is for, in one paragraph of Markdown.
    pub text: String,
    /// The types of its value, such as `a string or a list`.
    pub expected: String,
    /// The types of its value, for what an editor inserts.
    pub types: ValueTypes,
    /// The default in TOML, if it is not empty.
    pub default: Option<String>,
    /// An example in TOML, if there is one that fits on a line.
    pub example: Option<String>,
    /// The values that the format names; none if it takes others.
    pub values: Vec<FieldValue>,
}

/// A value that the format names, such as a kind of sections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldValue {
    /// The value, without quotes.
    pub name: String,
    /// What it means.
    pub text: String,
}

/// Which types of values a field admits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a type, and a field admits any set of them"
)]
pub struct ValueTypes {
    /// Strings, and dates, which are written as strings too.
    pub strings: bool,
    /// Numbers.
    pub numbers: bool,
    /// `true` and `false`.
    pub booleans: bool,
    /// Lists.
    pub lists: bool,
    /// Lists of tables.
    pub lists_of_tables: bool,
    /// Tables.
    pub tables: bool,
    /// Tables of one text in several languages.
    pub languages: bool,
}

/// Returns what the format says about a field.
pub fn describe(field: &Field) -> FieldDescription {
    let schema = field.schema;
    let expected = expected(schema);
    let has = |name: &str| expected.contains(name);
    let types = ValueTypes {
        strings: has("a string") || is_date(resolve(schema)),
        numbers: has("a number") || has("an integer"),
        booleans: has("a boolean"),
        lists: has("a list"),
        lists_of_tables: items_of(schema).is_some_and(admits_tables),
        tables: has("a table"),
        languages: any_alternative(schema, &is_languages),
    };
    let text = schema.get("description").and_then(Json::as_str);
    FieldDescription {
        text: text.unwrap_or_default().replace('\n', " "),
        types,
        default: schema.get("default").and_then(written),
        example: schema.get("examples").and_then(|all| written(all.get(0)?)),
        values: values(schema),
        expected,
    }
}

/// Returns whether a schema or one of its alternatives has a property.
fn any_alternative(schema: &Json, has: &impl Fn(&Json) -> bool) -> bool {
    let schema = resolve(schema);
    let alternatives = schema.get("anyOf").and_then(Json::as_array);
    has(schema)
        || alternatives
            .into_iter()
            .flatten()
            .any(|alternative| any_alternative(alternative, has))
}

/// Returns a value of JSON in TOML; `None` if it is empty or has several lines.
fn written(value: &Json) -> Option<String> {
    let is_empty = match value {
        Json::Null => true,
        Json::Bool(truth) => !truth,
        Json::Array(members) => members.is_empty(),
        Json::Object(members) => members.is_empty(),
        Json::Number(_) | Json::String(_) => false,
    };
    let members = value.as_array();
    if is_empty || members.is_some_and(|all| all.iter().any(Json::is_object)) {
        return None;
    }
    toml::Value::try_from(value)
        .ok()
        .map(|value| value.to_string())
}

/// Returns the values that a schema names, alone or as members of a list.
fn values(schema: &Json) -> Vec<FieldValue> {
    let members = items_of(schema);
    let named = enum_values_in(schema).or_else(|| members.and_then(enum_values_in));
    let mut values = Vec::new();
    for name in named.unwrap_or_default() {
        let text = meaning(schema, name).or_else(|| meaning(members?, name));
        values.push(FieldValue {
            name: name.to_owned(),
            text: text.unwrap_or_default().replace('\n', " "),
        });
    }
    values
}

/// Returns what a value of a schema means.
fn meaning<'a>(schema: &'a Json, name: &str) -> Option<&'a str> {
    let schema = resolve(schema);
    let parts = |key| schema.get(key).and_then(Json::as_array);
    let values = parts("oneOf").into_iter().flatten();
    let mut own = values.filter(|value| value.get("const").and_then(Json::as_str) == Some(name));
    if let Some(value) = own.next() {
        return value.get("description")?.as_str();
    }
    let mut alternatives = parts("anyOf").into_iter().flatten();
    alternatives.find_map(|alternative| meaning(alternative, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::fields::{profile_table, table};

    fn described(table_name: &str, key: &str) -> FieldDescription {
        let table = table(table_name).expect("a table");
        describe(table.field(key).expect("a field"))
    }

    #[test]
    fn a_field_has_a_text_an_example_and_its_types() {
        let layout = describe(profile_table().field("layout").expect("a field"));
        assert!(
            layout.text.starts_with("The layout to render with"),
            "{layout:?}"
        );
        assert_eq!(layout.expected, "a string");
        assert_eq!(layout.example.as_deref(), Some("\"compact\""));
        assert_eq!(layout.default, None);
        assert!(layout.types.strings && !layout.types.lists && !layout.types.languages);
        let title = describe(profile_table().field("title").expect("a field"));
        assert!(title.types.strings && title.types.languages, "{title:?}");
    }

    #[test]
    fn an_enumeration_has_its_values_with_their_meaning() {
        let kind = described("Section", "kind");
        assert_eq!(kind.values[1].name, "education");
        assert_eq!(kind.values[1].text, "Schools and degrees.");
        let names: Vec<String> = kind.values.into_iter().map(|value| value.name).collect();
        assert!(names.contains(&"list".to_owned()), "{names:?}");
        assert!(described("Person", "links").values.is_empty());
        let sort = described("Section", "sort").values;
        assert_eq!(sort[0].name, "newest-first");
    }

    #[test]
    fn types_say_what_can_be_written() {
        assert!(described("Person", "links").types.lists_of_tables);
        assert!(!described("Section", "tags").types.lists_of_tables);
        assert!(described("Section", "tags").types.lists);
        assert!(described("Section", "keep").types.booleans);
        assert!(described("Variant", "max-entries").types.numbers);
        assert!(described("Entry", "start").types.strings);
    }
}
