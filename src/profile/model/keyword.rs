//! Keywords of entries, each with a level if it has one.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::model::level::LevelField;
use crate::profile::role::Role;
use crate::profile::text::Text;

/// A keyword: its text, or a table with its text and level.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Keyword {
    /// Only the text.
    Text(Text),
    /// The text with a level and tags.
    Rated(RatedKeyword),
}

/// A keyword with a level and tags.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RatedKeyword {
    /// The keyword.
    #[schemars(extend("x-role" = Role::Text), example = &"Rust")]
    pub name: Text,
    /// The level, in your own words or as a number. Layouts draw a number as dots or bars, or write it
    /// as text.
    #[serde(default)]
    #[schemars(extend("x-role" = Role::Text), example = 4)]
    pub level: Option<LevelField>,
    /// The number of levels that a number in `level` is one of; 5 if not given.
    #[serde(default)]
    #[schemars(extend("x-role" = Role::Setting), range(min = 2, max = 10), example = 5)]
    pub levels: Option<u8>,
    /// Names by which variants select it.
    #[serde(default)]
    #[schemars(extend("x-role" = Role::Tags), example = serde_json::json!(["backend"]))]
    pub tags: Vec<String>,
    /// Whether it is left out of every document. Of a part that variants show or hide, the tags do
    /// not matter.
    #[serde(default)]
    #[schemars(extend("x-role" = Role::Setting))]
    pub hidden: bool,
}

impl Keyword {
    /// Returns the text without the level.
    pub fn text(&self) -> &Text {
        match self {
            Self::Text(text) => text,
            Self::Rated(keyword) => &keyword.name,
        }
    }
}
