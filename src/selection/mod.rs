//! Chooses what of a profile goes into one CV or one letter, in which language and in which order,
//! without changing any text.
//!
//! A variant, what is private and the language are settled on the profile's tree, in which every
//! value keeps its place in the file, so that later stages can point at it. Uses `diagnostic` and
//! `profile`.

mod language;
mod letter;
mod order;
mod privacy;
mod publications;
mod request;
mod variant;

use std::sync::Arc;

use crate::diagnostic::Diagnostics;
use crate::profile::{
    Bibliographies, Entry, GroupBy, ParsedProfile, Profile, Publication, Section, SectionKind,
    TomlTree, typed,
};

pub use privacy::Identity;
pub use publications::{GroupHeading, PublicationGroup};
pub use request::{Choice, Choices, DocumentKind};

/// What goes into one CV.
#[derive(Debug)]
pub struct Selection {
    /// What it says, but for its sections. It has either these or a letter.
    pub profile: Profile,
    /// Where it says it.
    pub tree: TomlTree,
    /// Its sections, in the order of the CV.
    pub sections: Vec<SelectedSection>,
    /// Who it is about, whether or not it may tell that.
    pub identity: Identity,
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
    pub kind: SectionKind,
    /// Its entries, in the order of the CV.
    pub entries: Vec<SelectedEntry>,
    /// The same in groups, where they are grouped; then there are none beside.
    pub groups: Vec<PublicationGroup>,
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
    /// Its number among the publications of its section, counted backwards.
    pub number: Option<usize>,
}

/// Chooses one CV out of a profile. What is wrong with the choice goes into `problems`.
pub fn select(reading: &ParsedProfile, choice: &Choice, problems: &mut Diagnostics) -> Selection {
    let source = reading.tree.source();
    let mut root = reading.tree.root().clone();
    let max_entries = variant::apply(&mut root, choice.variant.as_deref(), source, problems);
    letter::part(&mut root, choice, reading, problems);
    let identity = privacy::identity(&root);
    let secrets = if choice.public || choice.anonymous {
        privacy::leave_out_private(&mut root)
    } else {
        Vec::new()
    };
    if choice.anonymous {
        privacy::leave_out_identity(&mut root);
    }
    language::choose(&mut root, choice, reading.locale(), source, problems);
    privacy::tell_leaks(&root, &secrets, source, problems);
    let mut profile = typed(&root, source, problems);
    let sections = std::mem::take(&mut profile.sections);
    let sections = Sections {
        bibliographies: &reading.bibliographies,
        max_entries,
    }
    .all(sections, None);
    let place = root
        .get("section")
        .map_or(0..0, |sections| sections.span.clone());
    privacy::tell_leaks_of_publications(
        publications_of(&sections).into_iter(),
        &secrets,
        source,
        &place,
        problems,
    );
    let tree = TomlTree::with_root(Arc::clone(source), root);
    Selection {
        profile,
        tree,
        sections,
        identity,
        is_anonymous: choice.anonymous,
    }
}

/// The publications out of files that go into the CV.
fn publications_of(sections: &[SelectedSection]) -> Vec<&Publication> {
    let mut all = Vec::new();
    for section in sections {
        let grouped = section.groups.iter().flat_map(|group| &group.entries);
        all.extend(
            section
                .entries
                .iter()
                .chain(grouped)
                .filter_map(|selected| selected.publication.as_ref()),
        );
        all.extend(publications_of(&section.subsections));
    }
    all
}

/// Makes sections of what is left of a profile.
struct Sections<'a> {
    bibliographies: &'a Bibliographies,
    /// The most entries of a section.
    max_entries: Option<usize>,
}

impl Sections<'_> {
    fn all(&self, sections: Vec<Section>, inherited: Option<SectionKind>) -> Vec<SelectedSection> {
        let numbered = sections.into_iter().enumerate();
        numbered
            .filter_map(|(index, section)| self.one(index, section, inherited))
            .collect()
    }

    /// `None` where a limit leaves nothing of it.
    fn one(
        &self,
        index: usize,
        mut section: Section,
        inherited: Option<SectionKind>,
    ) -> Option<SelectedSection> {
        let kind = section.kind.or(inherited).or(section
            .bibliography
            .as_ref()
            .map(|_| SectionKind::Publication));
        let written = std::mem::take(&mut section.entries).into_iter().enumerate();
        let own = |(index, entry)| SelectedEntry {
            index: Some(index),
            entry,
            publication: None,
            number: None,
        };
        let mut entries: Vec<SelectedEntry> = written.map(own).collect();
        if let Some(bibliography) = &section.bibliography {
            let publications = self
                .bibliographies
                .get(bibliography.path())
                .map(Vec::as_slice)
                .unwrap_or_default();
            entries.extend(publications::chosen(bibliography, publications));
        }
        if section.sort.is_some() || section.group_by == Some(GroupBy::Year) {
            order::newest_first(&mut entries);
        }
        let had_entries = !entries.is_empty();
        if let Some(most) = self.max_entries {
            entries.truncate(most);
        }
        let is_emptied = had_entries && entries.is_empty();
        if is_emptied
            && section.body.is_none()
            && section.highlights.is_empty()
            && section.subsections.is_empty()
        {
            return None;
        }
        let mut groups = publications::groups(section.group_by, &mut entries);
        if kind == Some(SectionKind::Publication) {
            publications::count(
                groups
                    .iter_mut()
                    .flat_map(|group| &mut group.entries)
                    .chain(&mut entries),
            );
        }
        let subsections = self.all(std::mem::take(&mut section.subsections), kind);
        // A section of subsections alone holds no entries whose kind would matter.
        Some(SelectedSection {
            index,
            section,
            kind: kind.unwrap_or(SectionKind::Text),
            entries,
            groups,
            subsections,
        })
    }
}
