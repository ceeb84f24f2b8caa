//! What a profile can say: the types that the file is read into.
//!
//! These types are the one source of the format: the shape that a file is checked against is generated from them, and so
//! are the names that an error suggests. Doc comments here are read by people who write profiles. Uses only the value types
//! of this module.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::date::{DateText, Dates};
use super::kind::Kind;

/// Text of one paragraph in inline Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Text(pub String);

/// Text of several paragraphs in block Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Prose(pub String);

/// One person's CV: everything that it can say, in the order in which it is to be printed.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Profile {
    /// The style to print in when the command line names none.
    pub layout: Option<String>,
    /// The language of the CV as a BCP 47 tag: default headings, dates, hyphenation, glyph forms.
    pub locale: Option<String>,
    /// The page's own title where it is not the name.
    pub title: Option<Text>,
    /// The date of the document.
    pub date: Option<DateText>,
    /// Small print at the end, such as a consent clause.
    pub footer: Option<Text>,
    /// Who it is.
    pub person: Person,
    /// The parts of the CV.
    #[serde(rename = "section")]
    pub sections: Vec<Section>,
    /// How it is to look: options of the layout, and tables of options for one layout.
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub design: BTreeMap<String, toml::Value>,
}

/// Who it is, and how to reach them. Contacts print in the order written.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Person {
    /// The name as it is to be printed.
    pub name: Option<String>,
    /// The name in its own script.
    pub native_name: Option<String>,
    /// The family name, for layouts that set it apart or first.
    pub family_name: Option<String>,
    /// A profession or a line about oneself.
    pub headline: Option<Text>,
    /// A motto.
    pub epigraph: Option<Text>,
    /// The e-mail address; one made unreadable to robots prints as typed.
    pub email: Option<String>,
    /// The phone number, in any country's form.
    pub phone: Option<String>,
    /// Where the person is.
    pub location: Option<Text>,
    /// The person's own web page.
    pub url: Option<String>,
    /// Availability, or another short note.
    pub status: Option<Text>,
    /// The path of a photo inside the profile's own folder: PNG, JPEG, GIF, WebP or SVG.
    pub photo: Option<String>,
    /// Accounts and other pages.
    pub links: Vec<PersonLink>,
}

/// An account on a network, or a page under a label.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PersonLink {
    /// The network, such as `github`; goes with `username`.
    pub network: Option<String>,
    /// The user's name on the network.
    pub username: Option<String>,
    /// The words to print; goes with `url`.
    pub label: Option<Text>,
    /// The address.
    pub url: Option<String>,
}

/// A part of the CV.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Section {
    /// What its entries are.
    pub kind: Option<Kind>,
    /// The heading; by default the language's word for the kind. An empty one prints none.
    pub title: Option<Text>,
    /// Lead text.
    pub body: Option<Prose>,
    /// Bullets before the entries.
    pub highlights: Vec<Highlight>,
    /// How many of its subsections stand side by side.
    #[schemars(range(min = 1, max = 2))]
    pub columns: Option<u8>,
    /// The order of the entries, where it is not the order written.
    pub sort: Option<Sort>,
    /// Whether it begins a new page.
    pub break_before: bool,
    /// Whether each of its entries is kept on one page.
    pub keep: bool,
    /// Names by which variants choose it.
    pub tags: Vec<String>,
    /// The word before the keywords of its entries.
    pub keywords_label: Option<Text>,
    /// What it lists.
    #[serde(rename = "entry")]
    pub entries: Vec<Entry>,
    /// Sections in it, to two levels.
    #[serde(rename = "subsection")]
    pub subsections: Vec<Section>,
}

/// An order of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// By end, then by start; what goes on comes first. Entries without a date stay where they are.
    NewestFirst,
}

/// One thing of a section: a job, a degree, a project. Which fields belong to it follows from the section's kind.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Entry {
    /// A closed point in time or a period, or a list of them.
    pub date: Option<Dates>,
    /// When it began.
    pub start: Option<DateText>,
    /// When it ended, or `present`.
    pub end: Option<DateText>,
    /// Whether the end lies in the future.
    pub expected: bool,
    /// A flowing line in place of the typed fields.
    pub text: Option<Text>,
    /// The address of its page.
    pub url: Option<String>,
    /// Where it was.
    pub location: Option<Text>,
    /// The team, or the path to it from the outside in.
    pub team: Option<OneOrMany>,
    /// Who advised.
    pub advisor: Option<Text>,
    /// Technologies, topics; of a skill or an interest, what it consists of.
    pub keywords: Vec<Text>,
    /// Facts with a label, in the order written.
    pub meta: Meta,
    /// Remarks, printed in parentheses.
    pub notes: Vec<Text>,
    /// Labelled links.
    pub links: Vec<EntryLink>,
    /// Prose about it.
    pub summary: Option<Prose>,
    /// Labelled blocks.
    pub details: Vec<Detail>,
    /// Bullets.
    pub highlights: Vec<Highlight>,
    /// Names by which variants choose it.
    pub tags: Vec<String>,
    /// Whether it begins a new page.
    pub break_before: bool,
    /// Whether it is kept on one page.
    pub keep: bool,

    /// The school.
    pub institution: Option<Text>,
    /// The degree.
    pub degree: Option<Text>,
    /// The field of study.
    pub area: Option<Text>,

    /// The employer; of a referee, where they work.
    pub organization: Option<Text>,
    /// The job's title.
    pub position: Option<Text>,
    /// A named project inside a job.
    pub project: Option<Project>,
    /// The part played.
    pub role: Option<RoleField>,

    /// The name of a project, skill, interest or referee.
    pub name: Option<Text>,
    /// What follows a project's name.
    pub subtitle: Option<Text>,

    /// The title of a publication, award or certificate.
    pub title: Option<Text>,
    /// Who wrote it.
    pub authors: Vec<Text>,
    /// Where it was published.
    pub venue: Option<Text>,
    /// What sort of publication it is.
    #[serde(rename = "type")]
    pub publication_type: Option<Text>,
    /// How far it is, such as "under review".
    pub status: Option<Text>,
    /// The digital object identifier, `10.…/…`.
    pub doi: Option<String>,

    /// How well a skill is mastered.
    pub level: Option<Text>,
    /// The language.
    pub language: Option<Text>,
    /// How well it is spoken.
    pub fluency: Option<Text>,
    /// Who gave the award or certificate.
    pub awarder: Option<Text>,
    /// A referee's e-mail address.
    pub email: Option<String>,
    /// A referee's phone number.
    pub phone: Option<String>,
}

/// `role = "…"` is the part played in a job; `[[section.entry.role]]` is one of several positions under one employer.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RoleField {
    /// The part played.
    Text(Text),
    /// Several positions under one employer. They have the fields of experience but the employer's own.
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

/// A named project inside a job.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Project {
    /// Its name.
    pub name: Option<Text>,
    /// The address of its page.
    pub url: Option<String>,
    /// Labelled links.
    pub links: Vec<EntryLink>,
}

/// A link with the words to print.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EntryLink {
    /// The words.
    pub label: Text,
    /// The address; without one the words print plain.
    #[serde(default)]
    pub url: Option<String>,
}

/// A labelled block: prose or a list.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Detail {
    /// The label.
    pub label: Option<Text>,
    /// The prose.
    pub body: Option<Prose>,
    /// The list.
    pub items: Vec<Highlight>,
    /// Whether the list is numbered.
    pub numbered: bool,
    /// Names by which variants choose it.
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
    /// The text.
    pub text: Text,
    /// Its own bullets.
    #[serde(default)]
    pub items: Vec<Highlight>,
    /// Names by which variants choose it.
    #[serde(default)]
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

/// Facts with a label, in the order written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meta(pub Vec<(String, Text)>);

impl<'de> Deserialize<'de> for Meta {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> serde::de::Visitor<'de> for Pairs {
            type Value = Meta;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a table of labels and values")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Meta, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Meta(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

impl JsonSchema for Meta {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Meta".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let value = generator.subschema_for::<Text>();
        schemars::json_schema!({
            "description": "Facts with a label, in the order written.",
            "type": "object",
            "additionalProperties": value,
        })
    }
}
