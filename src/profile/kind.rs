//! The kinds of sections.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// What the entries of a section are. [`crate::profile::fields`] has the fields of each kind.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[schemars(rename = "Kind")]
pub enum SectionKind {
    /// Prose.
    #[default]
    Text,
    /// Schools and degrees.
    Education,
    /// Jobs.
    Experience,
    /// Projects.
    Project,
    /// Papers, books, patents.
    Publication,
    /// Skills.
    Skill,
    /// Prizes and grants.
    Award,
    /// Dated lines of text.
    News,
    /// Spoken languages.
    Language,
    /// Interests.
    Interest,
    /// Certificates and licenses.
    Certificate,
    /// Referees.
    Reference,
    /// Lines of any kind.
    List,
}

impl SectionKind {
    /// Returns the name in a profile.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the names of all kinds, in the order in which they are documented.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::VARIANTS.iter().map(|kind| kind.name())
    }
}
