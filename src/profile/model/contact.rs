//! Email addresses and phone numbers of the person: one, or several.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::role::Role;
use crate::profile::text::{Plain, Text};

/// One email address, or a list of them.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Emails {
    /// One address.
    One(#[schemars(with = "Plain")] String),
    /// Several addresses.
    Several(Vec<Email>),
}

/// One of several email addresses: the address alone, or a table with its label.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Email {
    /// The address alone.
    Address(String),
    /// The address with its label.
    Labeled(LabeledEmail),
}

/// An email address with its label.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LabeledEmail {
    /// The label before the address.
    #[schemars(extend("x-role" = Role::Label), example = &"Office")]
    pub label: Text,
    /// The address.
    #[schemars(extend("x-role" = Role::Contact), example = &"mira.okafor@example.org")]
    pub address: String,
}

/// One phone number, or a list of them.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Phones {
    /// One number.
    One(#[schemars(with = "Plain")] String),
    /// Several numbers.
    Several(Vec<Phone>),
}

/// One of several phone numbers: the number alone, or a table with its label.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Phone {
    /// The number alone.
    Number(String),
    /// The number with its label.
    Labeled(LabeledPhone),
}

/// A phone number with its label.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LabeledPhone {
    /// The label before the number.
    #[schemars(extend("x-role" = Role::Label), example = &"Office")]
    pub label: Text,
    /// The number.
    #[schemars(extend("x-role" = Role::Phone), example = &"+1 551 555 0101")]
    pub number: String,
}

/// An email address or a phone number, and the label that it may have.
#[derive(Debug, Clone, Copy)]
pub struct LabeledText<'a> {
    /// The label.
    pub label: Option<&'a Text>,
    /// The address or the number.
    pub text: &'a str,
}

impl<'a> LabeledText<'a> {
    fn bare(text: &'a str) -> Self {
        Self { label: None, text }
    }
}

impl Emails {
    /// Returns the addresses in the order written.
    pub fn list(&self) -> Vec<LabeledText<'_>> {
        match self {
            Self::One(address) => vec![LabeledText::bare(address)],
            Self::Several(emails) => emails.iter().map(Email::labeled).collect(),
        }
    }
}

impl Email {
    fn labeled(&self) -> LabeledText<'_> {
        match self {
            Self::Address(address) => LabeledText::bare(address),
            Self::Labeled(email) => LabeledText {
                label: Some(&email.label),
                text: &email.address,
            },
        }
    }
}

impl Phones {
    /// Returns the numbers in the order written.
    pub fn list(&self) -> Vec<LabeledText<'_>> {
        match self {
            Self::One(number) => vec![LabeledText::bare(number)],
            Self::Several(phones) => phones.iter().map(Phone::labeled).collect(),
        }
    }
}

impl Phone {
    fn labeled(&self) -> LabeledText<'_> {
        match self {
            Self::Number(number) => LabeledText::bare(number),
            Self::Labeled(phone) => LabeledText {
                label: Some(&phone.label),
                text: &phone.number,
            },
        }
    }
}
