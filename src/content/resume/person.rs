//! The person and their contact details.

use serde::Serialize;

use crate::content::resume::text::Inlines;
use crate::profile::PartialDate;

/// The person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumePerson {
    /// The name.
    pub name: Option<String>,
    /// The name in its own script.
    pub native_name: Option<String>,
    /// The family name, as the profile gives it or as the form of the name tells.
    pub family_name: Option<String>,
    /// A profession or a line about oneself.
    pub headline: Option<Inlines>,
    /// A motto.
    pub epigraph: Option<Inlines>,
    /// Availability.
    pub status: Option<Inlines>,
    /// The path of the photo for the template.
    pub photo: Option<String>,
    /// The contacts, in the order of the profile.
    pub contacts: Vec<Contact>,
}

/// A way to reach a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// The kind.
    pub kind: ContactKind,
    /// The network of an account.
    pub network: Option<String>,
    /// The text of a labeled link; the label before an email address, a phone number or a detail.
    pub label: Option<String>,
    /// What the text is, in the language of the document: a word such as “Nationality”.
    pub caption: String,
    /// Whether the address has a QR code.
    pub qr: bool,
    /// The date that the text is, of a date of birth.
    pub date: Option<PartialDate>,
    /// The address as shown.
    pub text: String,
    /// The target.
    pub url: Option<String>,
}

/// A kind of contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContactKind {
    /// An email address.
    Email,
    /// A phone number.
    Phone,
    /// A place.
    Location,
    /// A postal address.
    Address,
    /// The reading of a postal address, in kana.
    AddressFurigana,
    /// The reading of the name, in kana.
    Furigana,
    /// The date of birth.
    BirthDate,
    /// The nationality.
    Nationality,
    /// The gender.
    Gender,
    /// Another personal detail, which has a label.
    Detail,
    /// The person's website.
    Url,
    /// An account on a network.
    Network,
    /// Another web page.
    Link,
}

impl ResumePerson {
    /// Returns what the head of a letter says of its sender: who it is, and how to answer. Personal
    /// details and availability belong into the CV.
    #[must_use]
    pub fn as_sender(self) -> Self {
        let is_of_cv =
            |contact: &Contact| contact.kind.is_captioned() || contact.kind == ContactKind::Detail;
        let contacts = self.contacts.into_iter();
        Self {
            epigraph: None,
            status: None,
            contacts: contacts.filter(|contact| !is_of_cv(contact)).collect(),
            ..self
        }
    }
}

impl Contact {
    /// Returns the label that the profile gives an email address, a phone number or a detail.
    pub fn own_caption(&self) -> Option<&str> {
        match self.kind {
            ContactKind::Email | ContactKind::Phone | ContactKind::Detail => self.label.as_deref(),
            _ => None,
        }
    }
}

impl ContactKind {
    /// Returns whether the text needs its caption to be understood.
    pub fn is_captioned(self) -> bool {
        matches!(
            self,
            Self::AddressFurigana
                | Self::Furigana
                | Self::BirthDate
                | Self::Nationality
                | Self::Gender
        )
    }

    /// Returns whether the text is in the language of the document, and not an address or a number.
    pub fn is_text(self) -> bool {
        self.is_captioned() || matches!(self, Self::Location | Self::Address | Self::Detail)
    }
}
