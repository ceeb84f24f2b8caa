//! Chooses what of a profile goes into one CV, in which language and in which order, without changing any text.
//!
//! A variant, what is private and the language are settled on the profile's tree, in which every value keeps its place in the
//! file, so that later stages can point at it. Uses `diagnostic` and `profile`.

mod choice;
mod language;
mod order;
mod privacy;
mod publications;
mod variant;

use std::sync::Arc;

use crate::diagnostic::Diagnostics;
use crate::profile::{
    Bibliographies, Document, Entry, GroupBy, Kind, Node, Profile, Publication, Reading, Section, typed,
};

pub use choice::{Choice, Choices};
pub use publications::{Group, Heading};

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
    /// The same in groups, where they are grouped; then there are none beside.
    pub groups: Vec<Group>,
    /// Its subsections, in the order of the CV.
    pub subsections: Vec<SelectedSection>,
}

/// An entry that goes into the CV.
#[derive(Debug)]
pub struct SelectedEntry {
    /// Its index in its section in the document; `None` for what stands in another file.
    pub index: Option<usize>,
    /// The entry; of a publication out of another file its date alone.
    pub entry: Entry,
    /// The publication, where it stands in another file.
    pub publication: Option<Publication>,
    /// Its number among the publications of its section, the newest having the highest.
    pub number: Option<usize>,
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
    let sections = std::mem::take(&mut profile.sections);
    let sections = Sections { bibliographies: &reading.bibliographies, max_entries }.all(sections, None);
    let document = Document::with_root(Arc::clone(source), root);
    Selection { profile, document, sections, names, is_anonymous: choice.anonymous }
}

/// The spellings of the person's name.
fn names(root: &Node) -> Vec<String> {
    let person = root.get("person");
    let of = |key| person.and_then(|person: &Node| person.get(key)).map(Node::strings).unwrap_or_default();
    ["name", "native-name", "other-names"].into_iter().flat_map(of).map(str::to_owned).collect()
}

/// Makes sections of what is left of a profile.
struct Sections<'a> {
    bibliographies: &'a Bibliographies,
    /// The most entries of a section.
    max_entries: Option<usize>,
}

impl Sections<'_> {
    fn all(&self, sections: Vec<Section>, inherited: Option<Kind>) -> Vec<SelectedSection> {
        sections.into_iter().enumerate().map(|(index, section)| self.one(index, section, inherited)).collect()
    }

    fn one(&self, index: usize, mut section: Section, inherited: Option<Kind>) -> SelectedSection {
        let kind = section.kind.or(inherited).or(section.bibliography.as_ref().map(|_| Kind::Publication));
        let written = std::mem::take(&mut section.entries).into_iter().enumerate();
        let own = |(index, entry)| SelectedEntry { index: Some(index), entry, publication: None, number: None };
        let mut entries: Vec<SelectedEntry> = written.map(own).collect();
        if let Some(bibliography) = &section.bibliography {
            let publications = self.bibliographies.get(bibliography.path()).map(Vec::as_slice).unwrap_or_default();
            entries.extend(publications::chosen(bibliography, publications));
        }
        if section.sort.is_some() || section.group_by == Some(GroupBy::Year) {
            order::newest_first(&mut entries);
        }
        if let Some(most) = self.max_entries {
            entries.truncate(most);
        }
        let mut groups = publications::groups(section.group_by, &mut entries);
        if kind == Some(Kind::Publication) {
            publications::count(groups.iter_mut().flat_map(|group| &mut group.entries).chain(&mut entries));
        }
        let subsections = self.all(std::mem::take(&mut section.subsections), kind);
        // A section of subsections alone holds no entries whose kind would matter.
        SelectedSection { index, section, kind: kind.unwrap_or(Kind::Text), entries, groups, subsections }
    }
}
