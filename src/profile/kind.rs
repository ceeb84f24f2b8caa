//! The kinds of sections, and which fields an entry of each has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the entries of a section are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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
    /// What one can do.
    Skill,
    /// Prizes and grants.
    Award,
    /// Dated lines.
    News,
    /// Languages spoken.
    Language,
    /// What one likes or works on.
    Interest,
    /// Certificates and licences.
    Certificate,
    /// People who vouch.
    Reference,
    /// Lines of any sort.
    List,
}

/// Fields that an entry of every kind has.
const COMMON: &[&str] = &[
    "date",
    "start",
    "end",
    "expected",
    "text",
    "url",
    "location",
    "team",
    "advisor",
    "keywords",
    "meta",
    "notes",
    "links",
    "summary",
    "details",
    "highlights",
    "tags",
    "break-before",
    "keep",
];

/// Fields of experience that belong to the employer and not to one of several roles there.
const OF_THE_EMPLOYER: &[&str] = &["organization", "url"];

/// Fields with those of other kinds that are likely to be meant.
const COUNTERPARTS: &[(&str, &[&str])] = &[
    ("title", &["name", "position", "degree"]),
    (
        "name",
        &["title", "organization", "institution", "language"],
    ),
    ("organization", &["institution", "awarder", "venue"]),
    ("institution", &["organization", "awarder", "venue"]),
    ("awarder", &["organization", "institution"]),
    ("level", &["fluency"]),
    ("fluency", &["level"]),
];

impl SectionKind {
    /// All of them, in the order in which they are documented.
    pub const ALL: [Self; 13] = [
        Self::Text,
        Self::Education,
        Self::Experience,
        Self::Project,
        Self::Publication,
        Self::Skill,
        Self::Award,
        Self::News,
        Self::Language,
        Self::Interest,
        Self::Certificate,
        Self::Reference,
        Self::List,
    ];

    /// The name in a profile.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Education => "education",
            Self::Experience => "experience",
            Self::Project => "project",
            Self::Publication => "publication",
            Self::Skill => "skill",
            Self::Award => "award",
            Self::News => "news",
            Self::Language => "language",
            Self::Interest => "interest",
            Self::Certificate => "certificate",
            Self::Reference => "reference",
            Self::List => "list",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The fields that an entry of this kind has beside those of every kind.
    pub fn own_fields(self) -> &'static [&'static str] {
        match self {
            Self::Education => &["institution", "degree", "area"],
            Self::Experience => &["organization", "position", "project", "role"],
            Self::Project => &["name", "subtitle"],
            Self::Publication => &[
                "title",
                "authors",
                "venue",
                "venue-short",
                "type",
                "status",
                "doi",
            ],
            Self::Skill | Self::Interest => &["name", "level"],
            Self::Language => &["language", "fluency"],
            Self::Award | Self::Certificate => &["title", "awarder"],
            Self::Reference => &["name", "position", "organization", "email", "phone"],
            Self::News | Self::List | Self::Text => &[],
        }
    }

    /// Whether an entry of this kind may have the field.
    pub fn has(self, field: &str) -> bool {
        COMMON.contains(&field) || self.own_fields().contains(&field)
    }

    /// All the fields that an entry of this kind may have.
    pub fn fields(self) -> impl Iterator<Item = &'static str> {
        self.own_fields().iter().chain(COMMON).copied()
    }

    /// The field of this kind that says what `field` says in another.
    pub fn counterpart(self, field: &str) -> Option<&'static str> {
        let (_, others) = COUNTERPARTS.iter().find(|(known, _)| *known == field)?;
        others
            .iter()
            .find(|other| self.own_fields().contains(other))
            .copied()
    }

    /// The kinds whose entries have the field.
    pub fn with(field: &str) -> Vec<Self> {
        Self::ALL
            .into_iter()
            .filter(|kind| kind.own_fields().contains(&field))
            .collect()
    }
}

/// Whether one of several roles under an employer may have the field.
pub fn role_has(field: &str) -> bool {
    SectionKind::Experience.has(field) && !OF_THE_EMPLOYER.contains(&field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_the_model_belongs_to_a_kind() {
        let schema = schemars::schema_for!(crate::profile::model::Entry);
        let properties = schema
            .get("properties")
            .and_then(|p| p.as_object())
            .expect("a struct");
        for field in properties.keys() {
            assert!(
                SectionKind::ALL.iter().any(|kind| kind.has(field)),
                "{field} is of no kind"
            );
        }
        for kind in SectionKind::ALL {
            for field in kind.fields() {
                assert!(
                    properties.contains_key(field),
                    "{field} is not in the model"
                );
            }
        }
    }

    #[test]
    fn a_role_has_no_employer_of_its_own() {
        assert!(role_has("position"));
        assert!(!role_has("organization"));
    }
}
