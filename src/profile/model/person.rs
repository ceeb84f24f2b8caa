//! The person and how to contact them.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::role::Role;
use crate::profile::text::{Plain, Text};

/// The person and how to contact them. Every field is optional. Contact details are rendered in the
/// order written.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Person {
    /// The full name.
    #[schemars(extend("x-role" = Role::Name), with = "Option<Plain>", example = &"Mira Okafor")]
    pub name: Option<String>,
    /// The name in its native script, shown next to `name`.
    #[schemars(extend("x-role" = Role::Name), with = "Option<Plain>", example = &"成泽毅")]
    pub native_name: Option<String>,
    /// The family name, for layouts that emphasize it or put it first. It is also part of `name`.
    #[schemars(extend("x-role" = Role::Name), with = "Option<Plain>", example = &"Okafor")]
    pub family_name: Option<String>,
    /// Other spellings of the name, as publications list it. They are not rendered.
    #[schemars(extend("x-role" = Role::Alias), example = ["M. Okafor", "Okafor, M."])]
    pub other_names: Vec<String>,
    /// A profession or a short description.
    #[schemars(extend("x-role" = Role::Text), example = &"Compiler engineer")]
    pub headline: Option<Text>,
    /// A motto.
    #[schemars(extend("x-role" = Role::Text), example = &"Measure the room, then listen to it.")]
    pub epigraph: Option<Text>,
    /// The email address. An obfuscated address such as `mira [AT] example.org` is rendered as
    /// written, without a link.
    #[schemars(extend("x-role" = Role::Contact), with = "Option<Plain>", example = &"mira@example.org")]
    pub email: Option<String>,
    /// The phone number, in the format of any country.
    #[schemars(extend("x-role" = Role::Phone), with = "Option<Plain>", example = &"+1 551 555 0100")]
    pub phone: Option<String>,
    /// The place of residence.
    #[schemars(extend("x-role" = Role::Text), example = &"New York, US")]
    pub location: Option<Text>,
    /// The URL of the person's own website.
    #[schemars(extend("x-role" = Role::Url), with = "Option<Plain>", example = &"https://mira.example.org")]
    pub url: Option<String>,
    /// Accounts and other pages.
    #[schemars(
        extend("x-role" = Role::Contact),
        example = [serde_json::json!({ "network": "github", "username": "miraokafor-example" })]
    )]
    pub links: Vec<PersonLink>,
    /// Availability, visa, notice period, or another short note.
    #[schemars(extend("x-role" = Role::Text), example = &"Open to full-time roles from January 2026")]
    pub status: Option<Text>,
    /// The path of a photo in the profile's folder: PNG, JPEG, GIF, WebP or SVG. Only some layouts
    /// show it.
    #[schemars(extend("x-role" = Role::Image), example = &"mira.jpg")]
    pub photo: Option<String>,
}

/// An account on a network, shown as its address; or a page with a label, shown as the label.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PersonLink {
    /// The network of the account. It requires `username`.
    #[schemars(extend("x-role" = Role::Setting), example = &"github")]
    pub network: Option<String>,
    /// The user name on the network; on Mastodon with the server, `mira@social.example`.
    #[schemars(extend("x-role" = Role::Contact), example = &"miraokafor-example")]
    pub username: Option<String>,
    /// The text of the link. Without `url` it is plain text.
    #[schemars(extend("x-role" = Role::Text), example = &"Google Scholar")]
    pub label: Option<Text>,
    /// The URL of the page.
    #[schemars(
        extend("x-role" = Role::Url),
        with = "Option<Plain>",
        example = &"https://scholar.example.org/mira"
    )]
    pub url: Option<String>,
}
