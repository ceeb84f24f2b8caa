//! The end of a CV that is signed.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::date::DateText;
use crate::profile::role::Role;
use crate::profile::text::{Plain, Text};

/// Place, date and signature after the last section, as at the end of a German *Lebenslauf*. At
/// least one of its fields is required. `--public` and `--anonymous` leave image and name out.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Signature {
    /// The place.
    #[schemars(extend("x-role" = Role::Text), example = &"Berlin")]
    pub place: Option<Text>,
    /// The date. The default is the date of the document, if it has one.
    #[schemars(extend("x-role" = Role::Date), example = &"2026-11-23")]
    pub date: Option<DateText>,
    /// The path of an image of the signature in the profile's folder: PNG, JPEG, GIF, WebP or SVG.
    /// Without it, there is space to sign above the name.
    #[schemars(extend("x-role" = Role::Image), example = &"signature.png")]
    pub image: Option<String>,
    /// The name below the signature. The default is the name of the person; `""` is none, and no
    /// space to sign.
    #[schemars(extend("x-role" = Role::Name), with = "Option<Plain>", example = &"Mira Okafor")]
    pub name: Option<String>,
}
