//! Levels of skills and languages.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use crate::profile::text::Text;

/// A level of the Common European Framework of Reference for Languages (CEFR).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, strum::IntoStaticStr)]
pub enum CefrLevel {
    /// Breakthrough: a basic user.
    A1,
    /// Waystage: a basic user.
    A2,
    /// Threshold: an independent user.
    B1,
    /// Vantage: an independent user.
    B2,
    /// Effective operational proficiency: a proficient user.
    C1,
    /// Mastery: a proficient user.
    C2,
}

impl CefrLevel {
    /// Returns its name, such as `B2`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A level: a number, `level = 4`, or words, `level = "expert"`.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum LevelField {
    /// The number of a level, counted from 1.
    Number(u8),
    /// A level in words.
    Text(Text),
}

/// The number of levels if the entry does not say it.
pub const LEVELS: u8 = 5;

/// The most levels.
const MOST_LEVELS: u8 = 10;

impl JsonSchema for LevelField {
    fn schema_name() -> Cow<'static, str> {
        "LevelField".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let text = generator.subschema_for::<Text>();
        json_schema!({
            "description": "A level, in words or as a number.",
            "anyOf": [{ "type": "integer", "minimum": 1, "maximum": MOST_LEVELS }, text],
        })
    }
}
