//! The types that a profile is read into, one file per subject.
//!
//! These types are the single source of the format: the shape check, the JSON Schema, the reference
//! page, the key order of the formatter and the suggestions in messages are all generated from
//! them. The order of fields is the canonical order in a file. Doc comments appear in the JSON
//! Schema and on the reference page, so they address people who write profiles. Every field names
//! its [`Role`](crate::profile::role::Role).
//!
//! Uses only the value types of the stage: text, dates, kinds and roles.

mod contact;
mod detail;
mod entry;
mod keyword;
mod letter;
mod level;
mod meta;
mod person;
mod section;
mod signature;
mod variant;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::date::DateText;
use crate::profile::role::Role;
use crate::profile::text::Text;

pub use contact::{Email, Emails, LabeledEmail, LabeledPhone, LabeledText, Phone, Phones};
pub use detail::{Detail, Highlight, Item};
pub use entry::{Entry, EntryLink, Project, RoleField};
pub use keyword::{Keyword, RatedKeyword};
pub use letter::Letter;
pub use level::{CefrLevel, LEVELS, LevelField};
pub use meta::{Meta, MetaItem};
pub use person::{Person, PersonLink, QrField, Residence};
pub use section::{
    Bibliography, BibliographyChoice, GroupBy, Numbering, ReferenceStyle, Section, Sort,
};
pub use signature::Signature;
pub use variant::Variant;

/// The treatment of straight quotation marks and apostrophes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum QuoteStyle {
    /// They become those of the language.
    #[default]
    Auto,
    /// They stay.
    AsTyped,
}

/// The data that a PDF can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AttachedData {
    /// The CV as JSON Resume.
    JsonResume,
}

/// The CV of one person: all its content, in the order in which it is rendered.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Profile {
    /// The layout to render with, unless the command line names one. `cvpress layouts` lists them.
    #[schemars(extend("x-role" = Role::Setting), example = &"compact", example = &"narrative")]
    pub layout: Option<String>,
    /// The year whose looks the layouts keep in later versions of cvpress. Without it, a CV has the
    /// newest looks.
    #[schemars(extend("x-role" = Role::Setting), example = &"2026")]
    pub edition: Option<String>,
    /// The language of the CV as a BCP 47 tag. It determines default headings, the format of dates,
    /// hyphenation and the conventions of letters.
    #[schemars(extend("x-role" = Role::Setting), example = &"en", example = &"de-CH", example = &"zh-Hans")]
    pub locale: Option<String>,
    /// The treatment of straight quotation marks and apostrophes: `"auto"` shows those of the
    /// language, except in code and addresses; `"as-typed"` leaves them straight.
    #[schemars(extend("x-role" = Role::Setting), example = &"as-typed")]
    pub quotes: Option<QuoteStyle>,
    /// The title of the document. The default is the person's name.
    #[schemars(extend("x-role" = Role::Text), example = &"Experience")]
    pub title: Option<Text>,
    /// The date of the document. Some layouts show it, and the PDF metadata contains it.
    #[schemars(extend("x-role" = Role::Date), example = &"2026-03")]
    pub date: Option<DateText>,
    /// The name of the files that `cvpress render`, `cvpress letter` and the editor write, without the
    /// extension. In braces: `{document}` is the word for a CV or a letter in its language, `{name}` the
    /// person's name, `{variant}` and `{locale}` those of the document. Files of several layouts also have
    /// the name of the layout. An anonymous CV keeps the name of its profile.
    #[schemars(extend("x-role" = Role::Setting), example = &"{document} {name}")]
    pub file_name: Option<String>,
    /// The path of a logo for the corner above the first page, such as that of a career service: PNG, JPEG,
    /// GIF, WebP or SVG. It is half as high as the upper margin. In `cvpress.toml`, it is for all profiles.
    #[schemars(extend("x-role" = Role::Image), example = &"office.svg")]
    pub page_logo: Option<String>,
    /// Small print at the end, such as a consent clause or a remark on references.
    #[schemars(
        extend("x-role" = Role::Text),
        example = &"I agree to the storage of this CV for the current application."
    )]
    pub footer: Option<Text>,
    /// PDFs in the profile's folder whose pages follow those of the CV in PDF output, such as
    /// certificates. `--public` and `--anonymous` leave them out.
    #[schemars(extend("x-role" = Role::File), example = serde_json::json!(["certificate.pdf"]))]
    pub append: Vec<String>,
    /// The data that a PDF of the CV carries as an attached file, for programs to read:
    /// `"json-resume"`. It has no more than the pages: variants, languages, `--public` and
    /// `--anonymous` hold.
    #[schemars(extend("x-role" = Role::Setting), example = &"json-resume")]
    pub attach: Option<AttachedData>,
    /// What `--public` leaves out of the document: fields of the person, networks, or tags.
    #[schemars(extend("x-role" = Role::Selection), example = serde_json::json!(["phone", "location"]))]
    pub private: Vec<String>,
    /// Warnings to suppress, by the names of their rules. `cvpress explain` describes each rule.
    #[schemars(extend("x-role" = Role::Setting), example = serde_json::json!(["mistyped-date"]))]
    pub allow: Vec<String>,
    /// The person and how to contact them.
    #[schemars(extend("x-role" = Role::Table))]
    pub person: Person,
    /// The appearance: options of the layout, and tables of options for one layout only,
    /// `[design.compact]`. `cvpress layouts` lists the options of each.
    #[schemars(
        extend("x-role" = Role::Design),
        with = "BTreeMap<String, serde_json::Value>",
        example = serde_json::json!({ "paper": "us-letter" })
    )]
    pub design: BTreeMap<String, toml::Value>,
    /// Words of the program, as plain text, for a language that it has none in, or instead of its own:
    /// headings of sections by their kind, `present`, `page`, the labels of personal details, and more.
    #[schemars(
        extend("x-role" = Role::Label),
        example = serde_json::json!({ "experience": "Starfsreynsla", "present": "núna" })
    )]
    pub words: BTreeMap<String, Text>,
    /// The sections of the CV. They are rendered in the order written.
    #[serde(rename = "section")]
    #[schemars(extend("x-role" = Role::Table))]
    pub sections: Vec<Section>,
    /// Place, date and signature at the end of the CV.
    #[schemars(extend("x-role" = Role::Table))]
    pub signature: Option<Signature>,
    /// The cover letter. `cvpress letter` renders it in the style of the CV, which does not include
    /// it.
    #[schemars(extend("x-role" = Role::Table))]
    pub letter: Option<Letter>,
    /// Other CVs from the same profile, each under its own name. `--variant` renders them.
    #[serde(rename = "variant")]
    #[schemars(extend("x-role" = Role::Table))]
    pub variants: BTreeMap<String, Variant>,
}
