//! The person and how to contact them.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::date::DateText;
use crate::profile::model::contact::{Emails, Phones};
use crate::profile::model::meta::Meta;
use crate::profile::role::Role;
use crate::profile::text::{Plain, Prose, Text};

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
    #[schemars(extend("x-role" = Role::Alias), example = serde_json::json!(["M. Okafor", "Okafor, M."]))]
    pub other_names: Vec<String>,
    /// The reading of a Japanese name, in kana.
    #[schemars(extend("x-role" = Role::Name), with = "Option<Plain>", example = &"なるさわ つよし")]
    pub furigana: Option<String>,
    /// A profession or a short description.
    #[schemars(extend("x-role" = Role::Text), example = &"Compiler engineer")]
    pub headline: Option<Text>,
    /// A motto.
    #[schemars(extend("x-role" = Role::Text), example = &"Measure the room, then listen to it.")]
    pub epigraph: Option<Text>,
    /// The email address, or several. An obfuscated address such as `mira [AT] example.org` is
    /// rendered as written, without a link.
    #[schemars(
        extend("x-role" = Role::Contact),
        example = &"mira@example.org",
        example = serde_json::json!(["mira@example.org", "mira@alumni.example.org"])
    )]
    pub email: Option<Emails>,
    /// The phone number, in the format of any country, or several.
    #[schemars(
        extend("x-role" = Role::Phone),
        example = &"+1 551 555 0100",
        example = serde_json::json!(["+1 551 555 0100", "+44 20 7946 0100"])
    )]
    pub phone: Option<Phones>,
    /// The date of birth. `--public` and `--anonymous` leave it out, as they do nationality, gender,
    /// other personal details and postal address.
    #[schemars(extend("x-role" = Role::Personal), example = &"1991-07-24")]
    pub birth_date: Option<DateText>,
    /// The place of birth.
    #[schemars(extend("x-role" = Role::Personal), example = &"Oslo")]
    pub birth_place: Option<Text>,
    /// The nationality, or several.
    #[schemars(extend("x-role" = Role::Personal), example = &"Norwegian")]
    pub nationality: Option<Text>,
    /// The gender.
    #[schemars(extend("x-role" = Role::Personal), example = &"female")]
    pub gender: Option<Text>,
    /// The marital status.
    #[schemars(extend("x-role" = Role::Personal), example = &"married")]
    pub marital_status: Option<Text>,
    /// The children.
    #[schemars(extend("x-role" = Role::Personal), example = &"two")]
    pub children: Option<Text>,
    /// The driving license, or its classes.
    #[schemars(extend("x-role" = Role::Personal), example = &"class B")]
    pub driving_license: Option<Text>,
    /// Other personal details, each with its label, in the order written. They follow the personal
    /// details that are fields.
    #[schemars(
        extend("x-role" = Role::Personal),
        example = serde_json::json!({ "Military service": "completed 2011" })
    )]
    pub details: Meta,
    /// The postal address, in one line.
    #[schemars(extend("x-role" = Role::Address), example = &"12 Example Street, 0150 Oslo, Norway")]
    pub postal_address: Option<Text>,
    /// The reading of a Japanese postal address, in kana.
    #[schemars(
        extend("x-role" = Role::Address),
        with = "Option<Plain>",
        example = &"とうきょうと しぶやく れいじちょう"
    )]
    pub postal_address_furigana: Option<String>,
    /// The place of residence.
    #[schemars(extend("x-role" = Role::Text), example = &"New York, US")]
    pub location: Option<Text>,
    /// The place of residence in parts, instead of `postal-address` and `location`, as other formats
    /// hold it. `--public` and `--anonymous` leave out street and postal code.
    #[schemars(
        extend("x-role" = Role::Table),
        example = serde_json::json!({
            "street": "12 Example Street",
            "postal-code": "0150",
            "city": "Oslo",
            "country-code": "NO"
        })
    )]
    pub residence: Option<Residence>,
    /// The URL of the person's own website.
    #[schemars(extend("x-role" = Role::Url), with = "Option<Plain>", example = &"https://mira.example.org")]
    pub url: Option<String>,
    /// What has a QR code at the end of the document, for readers of paper: the `url`. A link has
    /// one with `qr = true`.
    #[schemars(extend("x-role" = Role::Setting), example = &"url")]
    pub qr: Option<QrField>,
    /// Accounts and other pages.
    #[schemars(
        extend("x-role" = Role::Contact),
        example = serde_json::json!([serde_json::json!({ "network": "github", "username": "miraokafor-example" })])
    )]
    pub links: Vec<PersonLink>,
    /// Availability, visa, notice period, or another short note.
    #[schemars(extend("x-role" = Role::Text), example = &"Open to full-time roles from January 2026")]
    pub status: Option<Text>,
    /// The path of a photo in the profile's folder: PNG, JPEG, GIF, WebP or SVG. Only some layouts
    /// show it.
    #[schemars(extend("x-role" = Role::Image), example = &"mira.jpg")]
    pub photo: Option<String>,
    /// A summary of the CV: prose before the first section.
    #[schemars(
        extend("x-role" = Role::Text),
        example = &"I make compilers fast, from single kernels to **whole models**."
    )]
    pub summary: Option<Prose>,
}

/// The place of residence in parts. It is shown in one line, in the order of its country: as an
/// address with a street or a postal code, and otherwise as a location.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Residence {
    /// Street and number, in one line or several.
    #[schemars(
        extend("x-role" = Role::Address),
        with = "Option<Plain>",
        example = &"12 Example Street"
    )]
    pub street: Option<String>,
    /// The postal code.
    #[schemars(extend("x-role" = Role::Address), with = "Option<Plain>", example = &"0150")]
    pub postal_code: Option<String>,
    /// The city.
    #[schemars(extend("x-role" = Role::Text), with = "Option<Plain>", example = &"Oslo")]
    pub city: Option<String>,
    /// The state, province or region.
    #[schemars(extend("x-role" = Role::Text), with = "Option<Plain>", example = &"California")]
    pub region: Option<String>,
    /// The name of the country.
    #[schemars(extend("x-role" = Role::Text), with = "Option<Plain>", example = &"Norway")]
    pub country: Option<String>,
    /// The code of the country by ISO 3166-1, two letters. It determines the order of the parts, and
    /// is shown if the country has no name here.
    #[schemars(extend("x-role" = Role::Text), with = "Option<Plain>", example = &"NO")]
    pub country_code: Option<String>,
}

/// A field of the person that can have a QR code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum QrField {
    /// The person's own website.
    Url,
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
    /// Whether the address has a QR code at the end of the document.
    #[schemars(extend("x-role" = Role::Setting))]
    pub qr: bool,
}
