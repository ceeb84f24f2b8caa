//! Imports the record of a researcher from ORCID: the JSON that its public API sends, version 3.0.
//!
//! Who added an item, when, and its number at ORCID are not part of a CV; they are left out without
//! a warning. Of several versions of a work, the preferred one is imported, which ORCID lists first.

mod activities;
mod identifiers;
mod parts;
mod person;
mod reviews;
mod works;

use crate::import::draft::Draft;
use crate::import::fields::Fields;
use crate::import::notes::Notes;
use crate::import::source::SourceNode;

/// Writes the profile of a record.
pub fn draft(root: SourceNode, notes: &Notes) -> Draft {
    let mut draft = Draft::default();
    let root = parts::tidy(root);
    let Ok(mut record) = Fields::new(notes, "", root) else {
        return draft;
    };
    let person = record.take_fields("person");
    let keywords = person.map(|person| person::draft(person, &mut draft.person));
    person::take_identifier(&mut record, &mut draft.person);
    if let Some(mut all) = record.take_fields("activities-summary") {
        activities::draft(&mut all, &mut draft);
        reviews::draft(&mut all, &mut draft);
        works::draft(&mut all, &mut draft);
        all.finish(&mut draft.root);
    }
    if let Some(keywords) = keywords {
        draft.push_section(keywords);
    }
    record.finish(&mut draft.root);
    draft
}
