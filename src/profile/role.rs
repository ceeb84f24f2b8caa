//! The roles of fields: what the value of a field is for.
//!
//! Each field of the model names its role in its schema, as `x-role`. Code that treats some fields
//! in a special way (privacy, lints, fonts, files) asks for the role and never for the name, so
//! that a new field is covered as soon as it is declared. [`crate::profile::fields`] looks roles
//! up.

use serde::{Deserialize, Serialize};

/// What the value of a field is for.
///
/// The role covers the strings of a field, alone, in a list or in several languages. Tables below
/// the field have fields with roles of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A name of the person, rendered.
    Name,
    /// Another spelling of the person's name, recognized in texts and never rendered.
    Alias,
    /// An address, account or identifier by which a person or their work can be found.
    Contact,
    /// A phone number.
    Phone,
    /// A postal address.
    Address,
    /// A personal detail that many countries leave out of a CV: date of birth, nationality, gender.
    Personal,
    /// The target of a link.
    Url,
    /// The path of an image: a photo, a signature or a logo.
    Image,
    /// The path of any other file beside the profile.
    File,
    /// Text that is rendered.
    Text,
    /// Text that introduces other values and has no meaning without them.
    Label,
    /// A date.
    Date,
    /// A word, number or switch that the format defines. It is not rendered.
    Setting,
    /// An option of a layout.
    Design,
    /// The tags by which variants select a value.
    Tags,
    /// Names that select parts of the profile: fields, tags, sections, publications.
    Selection,
    /// Only tables, whose fields have their own roles.
    Table,
}

impl Role {
    /// Returns whether a value reveals who the document is about. An anonymous document has no
    /// such values.
    pub fn identifies(self) -> bool {
        matches!(
            self,
            Self::Name
                | Self::Alias
                | Self::Contact
                | Self::Phone
                | Self::Address
                | Self::Personal
                | Self::Url
                | Self::Image
        )
    }

    /// Returns whether a public document leaves a value out, even if the profile does not list it
    /// as private.
    pub fn is_always_private(self) -> bool {
        matches!(self, Self::Address | Self::Personal)
    }

    /// Returns whether the strings appear on the page or in the link targets of the document.
    pub fn is_rendered(self) -> bool {
        matches!(
            self,
            Self::Name
                | Self::Contact
                | Self::Phone
                | Self::Address
                | Self::Personal
                | Self::Url
                | Self::Text
                | Self::Label
                | Self::Date
        )
    }

    /// Returns whether the strings are written for people to read, so that rules of style apply.
    pub fn is_prose(self) -> bool {
        matches!(
            self,
            Self::Name | Self::Address | Self::Personal | Self::Text | Self::Label | Self::Date
        )
    }

    /// Returns whether the strings are paths of files in the profile's folder.
    pub fn is_file(self) -> bool {
        matches!(self, Self::Image | Self::File)
    }

    /// Returns whether a table that has only such values has no content.
    pub fn is_secondary(self) -> bool {
        matches!(
            self,
            Self::Label | Self::Setting | Self::Tags | Self::Selection
        )
    }
}
