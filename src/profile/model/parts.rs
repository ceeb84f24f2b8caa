//! What entries are made of: roles, bullets, labelled blocks, links, facts; and the cover letter.
//!
//! These types belong to the format as those of `model` do. Uses `model`.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::date::DateText;
use crate::profile::model::Entry;
use crate::profile::text::{Plain, Prose, Text};

/// `role = "…"` is the part played in a job; `[[section.entry.role]]` is one of several positions
/// under one employer.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RoleField {
    /// The part played.
    Text(Text),
    /// Several positions under one employer. They have the fields of experience but the employer's
    /// own.
    Roles(Vec<Entry>),
}

/// A string or a list of them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany {
    /// One.
    One(Text),
    /// Several.
    Many(Vec<Text>),
}

impl OneOrMany {
    /// The texts.
    pub fn as_slice(&self) -> &[Text] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::Many(texts) => texts,
        }
    }
}

/// A cover letter. It prints in this order, under the head of the CV.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Letter {
    /// Whom it goes to: the lines of an address, as a list or as one string whose lines count.
    #[schemars(example = ["Dr. Ana Ruiz", "Example Robotics", "1 Harbour Street"])]
    pub recipient: Option<OneOrMany>,
    /// The date of the letter. Without one stands the date of the document, or none.
    #[schemars(example = &"2026-03-14")]
    pub date: Option<DateText>,
    /// What it is about.
    #[schemars(example = &"Application as Staff Engineer")]
    pub subject: Option<Text>,
    /// The salutation.
    #[schemars(example = &"Dear Dr. Ruiz,")]
    pub opening: Option<Text>,
    /// What it says. A letter has one; a variant may leave it as it is.
    #[schemars(example = &"Your drivers wait for the compiler. **Mine do not.**")]
    pub body: Option<Prose>,
    /// The words above the signature.
    #[schemars(example = &"Yours sincerely,")]
    pub closing: Option<Text>,
    /// The path of an image of the signature inside the profile's own folder: PNG, JPEG, GIF, WebP
    /// or SVG. Without one there is room to sign.
    #[schemars(example = &"signature.png")]
    pub signature: Option<String>,
    /// What goes with it.
    #[schemars(example = ["Curriculum vitae"])]
    pub enclosures: Vec<Text>,
}

/// A named project inside a job.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Project {
    /// Its name.
    #[schemars(example = &"SweepBox")]
    pub name: Option<Text>,
    /// The address of its page. The name is linked to it.
    #[schemars(with = "Option<Plain>", example = &"https://sweepbox.example.org")]
    pub url: Option<String>,
    /// Links with the words to print.
    #[schemars(example = [serde_json::json!({ "label": "manual", "url": "https://sweepbox.example.org/manual" })])]
    pub links: Vec<EntryLink>,
}

/// A link with the words to print.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EntryLink {
    /// The words to print.
    #[schemars(example = &"code")]
    pub label: Text,
    /// The address. Without one the words print plain.
    #[serde(default)]
    #[schemars(with = "Option<Plain>", example = &"https://git.example.org/nautilus")]
    pub url: Option<String>,
}

/// A block of an entry: prose or a list, mostly under a label.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Detail {
    /// The words that it begins with.
    #[schemars(example = &"Motivation")]
    pub label: Option<Text>,
    /// The prose, in a block that has no list.
    #[schemars(example = &"Ray tracing is blind below the Schroeder frequency, where small rooms go wrong.")]
    pub body: Option<Prose>,
    /// The list, in a block that has no prose.
    #[schemars(example = ["Conceived the split grid.", "Set up the open test set of **61 rooms**."])]
    pub items: Vec<Highlight>,
    /// Whether the list is numbered.
    pub numbered: bool,
    /// Names by which variants choose it.
    #[schemars(example = ["software"])]
    pub tags: Vec<String>,
}

/// A bullet: its text, or a table with its text, its own bullets and its tags.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Highlight {
    /// The text alone.
    Text(Text),
    /// The text with what belongs to it.
    Item(Item),
}

/// A bullet with what belongs to it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Item {
    /// The text of the bullet.
    #[schemars(example = &"Replaced the licensed ray tracer by our own wave solver:")]
    pub text: Text,
    /// Bullets below it.
    #[serde(default)]
    #[schemars(example = ["runs on any graphics card;", "tested against 61 rooms."])]
    pub items: Vec<Highlight>,
    /// Names by which variants choose it.
    #[serde(default)]
    #[schemars(example = ["software"])]
    pub tags: Vec<String>,
}

impl Highlight {
    /// The bullet's text.
    pub fn text(&self) -> &Text {
        match self {
            Self::Text(text) => text,
            Self::Item(item) => &item.text,
        }
    }

    /// The bullet's own bullets.
    pub fn items(&self) -> &[Highlight] {
        match self {
            Self::Text(_) => &[],
            Self::Item(item) => &item.items,
        }
    }
}

/// Facts with a label, in the order written: a table of labels and values, or a list of both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meta {
    /// Whether they were written as a table, whose labels are keys and stand as they are.
    pub is_table: bool,
    /// Labels and values.
    pub facts: Vec<(Text, Text)>,
}

impl<'de> Deserialize<'de> for Meta {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Facts;
        impl<'de> serde::de::Visitor<'de> for Facts {
            type Value = Meta;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a table of labels and values")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Meta, A::Error> {
                let mut facts = Vec::new();
                while let Some((label, value)) = map.next_entry()? {
                    facts.push((Text(label), value));
                }
                Ok(Meta {
                    is_table: true,
                    facts,
                })
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> Result<Meta, A::Error> {
                let mut facts = Vec::new();
                while let Some(Fact { label, value }) = list.next_element()? {
                    facts.push((label, value));
                }
                Ok(Meta {
                    is_table: false,
                    facts,
                })
            }
        }
        deserializer.deserialize_any(Facts)
    }
}

/// A fact with its label, the one or the other in several languages.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Fact {
    /// What the fact is called.
    #[schemars(example = serde_json::json!({ "en": "Grade", "de": "Note" }))]
    label: Text,
    /// The fact.
    #[schemars(example = &"9.1 / 10")]
    value: Text,
}

impl JsonSchema for Meta {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Meta".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let value = generator.subschema_for::<Text>();
        let fact = generator.subschema_for::<Fact>();
        schemars::json_schema!({
            "description": "Facts with a label, in the order written: `{ GPA = \"3.9\" }`, or `[{ label = \"GPA\", value = \"3.9\" }]`.",
            "anyOf": [
                { "type": "object", "additionalProperties": value },
                { "type": "array", "items": fact },
            ],
        })
    }
}
