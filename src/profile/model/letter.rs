//! The cover letter.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::date::DateText;
use crate::profile::role::Role;
use crate::profile::text::{OneOrMany, Prose, Text};

/// A cover letter. Its parts are rendered in this order, below the header of the CV.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Letter {
    /// The recipient: the lines of an address, as a list or as one string with line breaks.
    #[schemars(
        extend("x-role" = Role::Text),
        example = serde_json::json!(["Dr. Ana Ruiz", "Example Robotics", "1 Harbour Street"])
    )]
    pub recipient: Option<OneOrMany>,
    /// The date of the letter. The default is the date of the document, if it has one.
    #[schemars(extend("x-role" = Role::Date), example = &"2026-03-14")]
    pub date: Option<DateText>,
    /// The subject line.
    #[schemars(extend("x-role" = Role::Text), example = &"Application as Staff Engineer")]
    pub subject: Option<Text>,
    /// The salutation.
    #[schemars(extend("x-role" = Role::Text), example = &"Dear Dr. Ruiz,")]
    pub opening: Option<Text>,
    /// The body. It is required, except in a variant, where the default is the body of the
    /// profile's letter.
    #[schemars(
        extend("x-role" = Role::Text),
        example = &"Your drivers wait for the compiler. **Mine do not.**"
    )]
    pub body: Option<Prose>,
    /// The closing phrase above the signature.
    #[schemars(extend("x-role" = Role::Text), example = &"Yours sincerely,")]
    pub closing: Option<Text>,
    /// The path of an image of the signature in the profile's folder: PNG, JPEG, GIF, WebP or SVG.
    /// Without it, the letter has space to sign.
    #[schemars(extend("x-role" = Role::Image), example = &"signature.png")]
    pub signature: Option<String>,
    /// The documents that are enclosed.
    #[schemars(extend("x-role" = Role::Text), example = serde_json::json!(["Curriculum vitae"]))]
    pub enclosures: Vec<Text>,
}
