//! Facts with labels.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::profile::role::Role;
use crate::profile::text::Text;

/// Facts with a label, in the order written: a table of labels and values, or a list of both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meta {
    /// Whether the facts were written as a table, whose keys are the labels. Such labels are plain
    /// text in one language.
    pub is_table: bool,
    /// The facts.
    pub items: Vec<MetaItem>,
}

/// A fact with its label. Both can be in several languages.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Fact")]
pub struct MetaItem {
    /// The label.
    #[schemars(
        extend("x-role" = Role::Label),
        example = serde_json::json!({ "en": "Grade", "de": "Note" })
    )]
    pub label: Text,
    /// The fact.
    #[schemars(extend("x-role" = Role::Text), example = &"9.1 / 10")]
    pub value: Text,
}

impl<'de> Deserialize<'de> for Meta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MetaVisitor)
    }
}

struct MetaVisitor;

impl<'de> Visitor<'de> for MetaVisitor {
    type Value = Meta;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a table of labels and values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Meta, A::Error> {
        let mut items = Vec::new();
        while let Some((label, value)) = map.next_entry()? {
            items.push(MetaItem {
                label: Text(label),
                value,
            });
        }
        Ok(Meta {
            is_table: true,
            items,
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Meta, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Meta {
            is_table: false,
            items,
        })
    }
}

impl JsonSchema for Meta {
    fn schema_name() -> Cow<'static, str> {
        "Meta".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<Text>();
        let item = generator.subschema_for::<MetaItem>();
        json_schema!({
            "description": "Facts with a label, in the order written: `{ GPA = \"3.9\" }`, or `[{ label = \"GPA\", value = \"3.9\" }]`.",
            "anyOf": [
                { "type": "object", "additionalProperties": value },
                { "type": "array", "items": item },
            ],
        })
    }
}
