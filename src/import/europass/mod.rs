//! Reads the XML of Europass: that of today (`Candidate`) and the older one (`SkillsPassport`).
//!
//! Descriptions are HTML, which becomes Markdown. Languages keep their levels of the CEFR. Codes of
//! countries stay codes; codes of languages become names.

mod candidate;
mod elements;
mod languages;
mod passport;

use crate::import::dates::join_dates;
use crate::import::draft::Draft;
use crate::import::fields::Fields;
use crate::import::notes::Notes;
use crate::import::source::Member;

/// The root of a file of today.
const CANDIDATE: &str = "Candidate";

/// The root of an older file.
const PASSPORT: &str = "SkillsPassport";

/// The root of an older file without its wrapper.
const LEARNER: &str = "LearnerInfo";

/// Returns whether a root element is one of Europass.
pub fn is_root(name: &str) -> bool {
    matches!(name, CANDIDATE | PASSPORT | LEARNER)
}

/// Writes the profile of a file, whose root is one of Europass.
pub fn draft(mut root: Member, notes: &Notes) -> Draft {
    let mut draft = Draft::default();
    draft.root.set("layout", Some("europass"));
    // Older files have dates in attributes: `year="2005" month="--10" day="---05"`.
    join_dates(&mut root.node, ["@year", "@month", "@day"]);
    if let Ok(fields) = Fields::new(notes, &*root.key, root.node) {
        match root.key.as_str() {
            CANDIDATE => candidate::take(fields, &mut draft),
            PASSPORT => passport::take(fields, &mut draft),
            _ => passport::take_learner(fields, &mut draft),
        }
    }
    draft
}

/// Returns all rows of entries and of the person.
#[cfg(test)]
pub fn all_rows() -> Vec<crate::import::map::KindRows> {
    [candidate::all_rows(), passport::all_rows()].concat()
}
