//! The fields of an entry, and their texts.

use std::collections::BTreeMap;

use strum::{IntoStaticStr, VariantArray};

use crate::content::resume::text::Inlines;

/// A field of an entry. Programs and templates know it by its name, such as `venue-short`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum EntryField {
    /// Position, qualification, name, title or language.
    Title,
    /// The subtitle of a project.
    Subtitle,
    /// Employer, institution, awarder.
    Organization,
    /// A referee's position.
    Position,
    /// The role in a project.
    Role,
    /// The level of a skill or a language.
    Level,
    /// The team, from the outermost unit inwards.
    Team,
    /// The project that a job was for.
    Project,
    /// The authors.
    Authors,
    /// The journal, conference or publisher.
    Venue,
    /// The venue's short name.
    VenueShort,
    /// Volume, pages, publisher and place.
    Imprint,
    /// The type of publication.
    #[strum(serialize = "type")]
    PublicationType,
    /// The status of a publication.
    Status,
    /// The digital object identifier.
    Doi,
    /// The advisor.
    Advisor,
    /// The labeled facts.
    Meta,
    /// The place.
    Location,
    /// The kind of employment.
    EmploymentType,
    /// The contacts of a referee.
    Contacts,
    /// The links.
    Links,
    /// The remarks.
    Notes,
    /// Technologies or topics.
    Keywords,
    /// A line of text in place of the fields.
    Text,
}

/// The lines of an entry below its title, subtitle or text, each with its fields in reading order.
pub const LINES: [&[EntryField]; 8] = [
    &[
        EntryField::Position,
        EntryField::Role,
        EntryField::Organization,
        EntryField::Level,
        EntryField::Team,
        EntryField::Location,
        EntryField::EmploymentType,
    ],
    &[EntryField::Authors],
    &[
        EntryField::Venue,
        EntryField::VenueShort,
        EntryField::Imprint,
        EntryField::PublicationType,
        EntryField::Status,
        EntryField::Doi,
    ],
    &[EntryField::Project],
    &[EntryField::Advisor, EntryField::Meta, EntryField::Notes],
    &[EntryField::Contacts],
    &[EntryField::Keywords],
    &[EntryField::Links],
];

impl EntryField {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether its texts are one list rather than parts of their own.
    pub fn is_list(self) -> bool {
        matches!(self, Self::Authors | Self::Notes | Self::Keywords)
    }
}

/// The texts of the fields of an entry. A field without texts is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryTexts(BTreeMap<EntryField, Vec<Inlines>>);

impl EntryTexts {
    /// Returns the text of a field that has one.
    pub fn one(&self, field: EntryField) -> Option<&Inlines> {
        self.all(field).first()
    }

    /// Returns whether a field has a text.
    pub fn has(&self, field: EntryField) -> bool {
        self.0.contains_key(&field)
    }

    /// Returns the texts of a field.
    pub fn all(&self, field: EntryField) -> &[Inlines] {
        self.0.get(&field).map_or(&[], Vec::as_slice)
    }

    /// Returns the texts of some fields, in their order.
    pub fn of(
        &self,
        fields: impl IntoIterator<Item = EntryField>,
    ) -> impl Iterator<Item = &Inlines> {
        fields.into_iter().flat_map(|field| self.all(field))
    }

    /// Returns all texts.
    pub fn iter(&self) -> impl Iterator<Item = &Inlines> {
        self.0.values().flatten()
    }

    /// Returns the fields that have texts.
    pub fn fields(&self) -> impl Iterator<Item = EntryField> {
        self.0.keys().copied()
    }

    /// Replaces the texts of a field.
    pub fn set(&mut self, field: EntryField, texts: impl IntoIterator<Item = Inlines>) {
        let texts: Vec<Inlines> = texts.into_iter().collect();
        if texts.is_empty() {
            self.0.remove(&field);
        } else {
            self.0.insert(field, texts);
        }
    }

    /// Removes the texts of a field, and returns them.
    pub fn take(&mut self, field: EntryField) -> Vec<Inlines> {
        self.0.remove(&field).unwrap_or_default()
    }

    /// Returns them without some fields.
    pub fn without(&self, fields: &[EntryField]) -> Self {
        let mut texts = self.clone();
        texts.0.retain(|field, _| !fields.contains(field));
        texts
    }

    /// Returns those of some fields.
    pub fn only(&self, fields: &[EntryField]) -> Self {
        let mut texts = self.clone();
        texts.0.retain(|field, _| fields.contains(field));
        texts
    }

    /// Returns the texts of a field, to be changed.
    pub fn all_mut(&mut self, field: EntryField) -> &mut [Inlines] {
        self.0.get_mut(&field).map_or(&mut [], Vec::as_mut_slice)
    }
}

impl<const N: usize> From<[(EntryField, Option<Inlines>); N]> for EntryTexts {
    fn from(texts: [(EntryField, Option<Inlines>); N]) -> Self {
        let mut all = Self::default();
        for (field, text) in texts {
            all.set(field, text);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_read_once() {
        let mut read = LINES.concat();
        // These name an entry, above its lines.
        read.extend([EntryField::Title, EntryField::Subtitle, EntryField::Text]);
        read.sort();
        assert_eq!(read, EntryField::VARIANTS);
    }
}
