//! Labeled blocks and bullets.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::role::Role;
use crate::profile::text::{Prose, Text};

/// A block of an entry: prose or a list, usually with a label.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Detail {
    /// The label at the start of the block.
    #[schemars(extend("x-role" = Role::Label), example = &"Motivation")]
    pub label: Option<Text>,
    /// The prose of a block without a list.
    #[schemars(
        extend("x-role" = Role::Text),
        example = &"Ray tracing is blind below the Schroeder frequency, where small rooms go wrong."
    )]
    pub body: Option<Prose>,
    /// The list of a block without prose.
    #[schemars(
        extend("x-role" = Role::Text),
        example = serde_json::json!(["Conceived the split grid.", "Set up the open test set of **61 rooms**."])
    )]
    pub items: Vec<Highlight>,
    /// Whether the list is numbered.
    #[schemars(extend("x-role" = Role::Setting))]
    pub numbered: bool,
    /// Names by which variants select it.
    #[schemars(extend("x-role" = Role::Tags), example = serde_json::json!(["software"]))]
    pub tags: Vec<String>,
    /// Whether it is left out of every document. Of a part that variants show or hide, the tags do
    /// not matter.
    #[schemars(extend("x-role" = Role::Setting))]
    pub hidden: bool,
}

/// A bullet: its text, or a table with text, nested bullets and tags.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Highlight {
    /// Only the text.
    Text(Text),
    /// The text with nested bullets and tags.
    Item(Item),
}

/// A bullet with nested bullets and tags.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Item {
    /// The text of the bullet.
    #[schemars(
        extend("x-role" = Role::Text),
        example = &"Replaced the licensed ray tracer by our own wave solver:"
    )]
    pub text: Text,
    /// Nested bullets.
    #[serde(default)]
    #[schemars(
        extend("x-role" = Role::Text),
        example = serde_json::json!(["runs on any graphics card;", "tested against 61 rooms."])
    )]
    pub items: Vec<Highlight>,
    /// Names by which variants select it.
    #[serde(default)]
    #[schemars(extend("x-role" = Role::Tags), example = serde_json::json!(["software"]))]
    pub tags: Vec<String>,
    /// Whether it is left out of every document. Of a part that variants show or hide, the tags do
    /// not matter.
    #[serde(default)]
    #[schemars(extend("x-role" = Role::Setting))]
    pub hidden: bool,
}

impl Highlight {
    /// Returns the text of the bullet.
    pub fn text(&self) -> &Text {
        match self {
            Self::Text(text) => text,
            Self::Item(item) => &item.text,
        }
    }

    /// Returns the nested bullets.
    pub fn items(&self) -> &[Highlight] {
        match self {
            Self::Text(_) => &[],
            Self::Item(item) => &item.items,
        }
    }
}
