//! The variants of a profile.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::model::letter::Letter;
use crate::profile::model::person::Person;
use crate::profile::model::signature::Signature;
use crate::profile::role::Role;
use crate::profile::text::{Prose, Text};

/// A CV for one purpose: the tagged parts that it shows, their order, and the fields that it
/// replaces.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Variant {
    /// The tags to show. A part with tags is shown only if one of them is listed here; a part
    /// without tags is always shown. The kind, the title or the heading of a section shows that
    /// section.
    #[schemars(extend("x-role" = Role::Selection), example = serde_json::json!(["backend"]))]
    pub show: Vec<String>,
    /// The tags to hide, even if another tag of the same part is shown. The kind, the title or the
    /// heading of a section hides that section.
    #[schemars(extend("x-role" = Role::Selection), example = serde_json::json!(["early", "personal"]), example = serde_json::json!(["interest"]))]
    pub hide: Vec<String>,
    /// The sections to begin with, in this order: kinds, titles, headings or tags. The others follow
    /// in the order written.
    #[schemars(extend("x-role" = Role::Selection), example = serde_json::json!(["text", "experience", "skill"]))]
    pub order: Vec<String>,
    /// The maximum number of bullets per entry. The first ones in the profile are kept.
    #[schemars(extend("x-role" = Role::Selection), range(min = 0, max = 1000), example = 3)]
    pub max_highlights: Option<usize>,
    /// The maximum number of entries per section. The first ones in the CV are kept.
    #[schemars(extend("x-role" = Role::Selection), range(min = 0, max = 1000), example = 5)]
    pub max_entries: Option<usize>,
    /// The layout to render with, instead of the profile's.
    #[schemars(extend("x-role" = Role::Setting), example = &"compact", example = &"narrative")]
    pub layout: Option<String>,
    /// The language as a BCP 47 tag, instead of the profile's.
    #[schemars(extend("x-role" = Role::Setting), example = &"en", example = &"de-CH", example = &"zh-Hans")]
    pub locale: Option<String>,
    /// The title of the document, instead of the profile's.
    #[schemars(extend("x-role" = Role::Text), example = &"Engineering Experience")]
    pub title: Option<Text>,
    /// The person's headline, instead of the profile's.
    #[schemars(extend("x-role" = Role::Text), example = &"Staff backend engineer")]
    pub headline: Option<Text>,
    /// The summary, instead of the person's, or else instead of the body of the first `text` section.
    #[schemars(
        extend("x-role" = Role::Text),
        example = &"Nine years of **ledgers and streams**, the last three as the one who is called at night."
    )]
    pub summary: Option<Prose>,
    /// Small print at the end, instead of the profile's.
    #[schemars(extend("x-role" = Role::Text), example = &"References on request.")]
    pub footer: Option<Text>,
    /// The PDFs that follow the pages of the CV, instead of the profile's.
    #[schemars(extend("x-role" = Role::File), example = serde_json::json!(["certificate.pdf"]))]
    pub append: Vec<String>,
    /// Fields of the person to replace; the others stay the same.
    #[schemars(extend("x-role" = Role::Table))]
    pub person: Person,
    /// Fields of the signature to replace; the others stay the same.
    #[schemars(extend("x-role" = Role::Table))]
    pub signature: Option<Signature>,
    /// Fields of the cover letter to replace; the others stay the same.
    #[schemars(extend("x-role" = Role::Table))]
    pub letter: Option<Letter>,
    /// Options of the layout to replace; the others stay the same.
    #[schemars(
        extend("x-role" = Role::Design),
        with = "BTreeMap<String, serde_json::Value>",
        example = serde_json::json!({ "accent": "#7a3b00" })
    )]
    pub design: BTreeMap<String, toml::Value>,
}
