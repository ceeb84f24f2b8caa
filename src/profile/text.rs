//! The types of texts: a string, or a table of strings by language.
//!
//! A value of these types holds one text: the language is chosen before a profile is deserialized.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// Text of one paragraph in inline Markdown, or a table of it in several languages: `{ en = "…", zh
/// = "…" }`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Text(pub String);

/// Text of several paragraphs in block Markdown, or a table of it in several languages.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Prose(pub String);

/// One text, or a list of texts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany {
    /// One text.
    One(Text),
    /// Several texts.
    Many(Vec<Text>),
}

impl OneOrMany {
    /// Returns the texts.
    pub fn as_slice(&self) -> &[Text] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::Many(texts) => texts,
        }
    }
}

/// The schema of plain text, such as a name or an address.
pub struct Plain;

/// The schema of a text in several languages.
pub struct Languages;

impl JsonSchema for Languages {
    fn schema_name() -> Cow<'static, str> {
        "Languages".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The same text in several languages: BCP 47 tags such as `en` or `zh-Hans`, each with its text.",
            "type": "object",
            "propertyNames": { "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$" },
            "additionalProperties": { "type": "string" },
            "minProperties": 1,
            // Marks this table as one text for the shape check.
            "x-languages": true,
        })
    }
}

/// Returns the schema of a string, or of a table of strings by language.
fn in_languages(generator: &mut SchemaGenerator, description: &str) -> Schema {
    let languages = generator.subschema_for::<Languages>();
    json_schema!({ "description": description, "anyOf": [{ "type": "string" }, languages] })
}

impl JsonSchema for Plain {
    fn schema_name() -> Cow<'static, str> {
        "Plain".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        in_languages(generator, "Plain text, rendered as written.")
    }
}

impl JsonSchema for Text {
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        in_languages(generator, "Text of one paragraph in inline Markdown.")
    }
}

impl JsonSchema for Prose {
    fn schema_name() -> Cow<'static, str> {
        "Prose".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        in_languages(generator, "Text of several paragraphs in block Markdown.")
    }
}
