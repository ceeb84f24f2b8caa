//! Chooses what of a profile goes into one CV, in which language and in which order, without changing any text.
//!
//! A variant, what is private and the language are settled on the profile's tree, in which every value keeps its place in the
//! file, so that later stages can point at it. Uses `diagnostic` and `profile`.

mod choice;
mod language;
mod order;
mod privacy;
mod variant;

use std::sync::Arc;

use crate::diagnostic::Diagnostics;
use crate::profile::{Document, Entry, Kind, Node, Profile, Reading, Section, typed};

pub use choice::{Choice, Choices};

/// What goes into one CV.
#[derive(Debug)]
pub struct Selection {
    /// What it says, but for its sections.
    pub profile: Profile,
    /// Where it says it.
    pub document: Document,
    /// Its sections, in the order of the CV.
    pub sections: Vec<SelectedSection>,
    /// All spellings of the person's name that the profile has, in any language.
    pub names: Vec<String>,
    /// Whether it must not tell who it is about.
    pub is_anonymous: bool,
}

/// A section that goes into the CV.
#[derive(Debug)]
pub struct SelectedSection {
    /// Its index among its siblings in the document.
    pub index: usize,
    /// The section, but for its entries and subsections.
    pub section: Section,
    /// Its kind: its own, or that of the section around it.
    pub kind: Kind,
    /// Its entries, in the order of the CV.
    pub entries: Vec<SelectedEntry>,
    /// Its subsections, in the order of the CV.
    pub subsections: Vec<SelectedSection>,
}

/// An entry that goes into the CV.
#[derive(Debug)]
pub struct SelectedEntry {
    /// Its index in its section in the document.
    pub index: usize,
    /// The entry.
    pub entry: Entry,
}

/// Chooses one CV out of a profile. What is wrong with the choice goes into `problems`.
pub fn select(reading: &Reading, choice: &Choice, problems: &mut Diagnostics) -> Selection {
    let source = reading.document.source();
    let mut root = reading.document.root().clone();
    let max_entries = variant::apply(&mut root, choice.variant.as_deref(), source, problems);
    let names = names(&root);
    if choice.public || choice.anonymous {
        privacy::leave_out_private(&mut root, source, problems);
    }
    if choice.anonymous {
        privacy::leave_out_identity(&mut root);
    }
    language::choose(&mut root, choice, reading.locale(), source, problems);
    let mut profile = typed(&root, source, problems);
    let mut sections = sections(std::mem::take(&mut profile.sections), None);
    if let Some(most) = max_entries {
        sections.iter_mut().for_each(|section| limit(section, most));
    }
    let document = Document::with_root(Arc::clone(source), root);
    Selection { profile, document, sections, names, is_anonymous: choice.anonymous }
}

/// The spellings of the person's name.
fn names(root: &Node) -> Vec<String> {
    let person = root.get("person");
    let of = |key| person.and_then(|person: &Node| person.get(key)).map(Node::strings).unwrap_or_default();
    ["name", "native-name", "other-names"].into_iter().flat_map(of).map(str::to_owned).collect()
}

fn sections(sections: Vec<Section>, inherited: Option<Kind>) -> Vec<SelectedSection> {
    sections.into_iter().enumerate().map(|(index, section)| selected(index, section, inherited)).collect()
}

fn selected(index: usize, mut section: Section, inherited: Option<Kind>) -> SelectedSection {
    let kind = section.kind.or(inherited);
    let entries = std::mem::take(&mut section.entries).into_iter().enumerate();
    let mut entries: Vec<SelectedEntry> = entries.map(|(index, entry)| SelectedEntry { index, entry }).collect();
    if section.sort.is_some() {
        order::newest_first(&mut entries);
    }
    let subsections = self::sections(std::mem::take(&mut section.subsections), kind);
    // A section of subsections alone holds no entries whose kind would matter.
    SelectedSection { index, section, kind: kind.unwrap_or(Kind::Text), entries, subsections }
}

fn limit(section: &mut SelectedSection, most: usize) {
    section.entries.truncate(most);
    section.subsections.iter_mut().for_each(|section| limit(section, most));
}
