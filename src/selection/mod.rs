//! Selects the part of a profile that goes into one CV or letter, its language and its order,
//! without changing any text.
//!
//! Variants, privacy and language are applied to the tree of the profile, in which every value has
//! its span, so that later stages can point at it. Uses `diagnostic` and `profile`.

mod entry;
mod hidden;
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
    Bibliographies, GroupBy, Numbering, ParsedProfile, Profile, Publication, Section, SectionKind,
    Settings, TomlTree, typed,
};

pub use entry::SelectedEntry;
pub use privacy::{Identity, Secret};
use publications::NumberedList;
pub use publications::{GroupHeading, PublicationGroup};
pub use request::{Choice, Choices, DEFAULT_LOCALE, DocumentKind};

/// The content of one CV or letter.
#[derive(Debug)]
pub struct Selection {
    /// The selected part of the profile, without its sections.
    pub profile: Profile,
    /// The same as a tree with spans.
    pub tree: TomlTree,
    /// The settings of the profile's folder; the profile has taken what it does not say itself, but
    /// for the design.
    pub settings: Option<Arc<Settings>>,
    /// The sections, in the order of the CV. A letter has none.
    pub sections: Vec<SelectedSection>,
    /// The person, including what is not selected.
    pub identity: Identity,
    /// The private numbers and addresses that a public document has not.
    pub secrets: Vec<Secret>,
    /// Whether the document must not identify the person.
    pub is_anonymous: bool,
    /// The languages of the profile's texts; none if no text is in several.
    pub languages: Vec<String>,
    /// What it leaves out, to be told on request.
    pub notes: Diagnostics,
}

/// A section of a CV.
#[derive(Debug)]
pub struct SelectedSection {
    /// The index among its siblings in the tree.
    pub index: usize,
    /// The section, without its entries and subsections.
    pub section: Section,
    /// The kind of the section, or else of the section around it.
    pub kind: SectionKind,
    /// The entries, in the order of the CV; none if they are grouped.
    pub entries: Vec<SelectedEntry>,
    /// The groups of entries.
    pub groups: Vec<PublicationGroup>,
    /// The subsections, in the order of the CV.
    pub subsections: Vec<SelectedSection>,
}

/// Selects one CV or letter from a profile. Reports what is wrong with the choice.
pub fn select(parsed: &ParsedProfile, choice: &Choice, problems: &mut Diagnostics) -> Selection {
    let source = parsed.tree.source();
    let mut root = parsed.tree.root().clone();
    let notes = hidden::remove(&mut root, source);
    let max_entries = variant::apply(&mut root, choice.variant.as_deref(), source, problems);
    letter::separate(&mut root, choice, parsed, problems);
    let identity = privacy::identity(&root);
    let mut secrets = Vec::new();
    if choice.public || choice.anonymous {
        secrets = privacy::remove_private(&mut root);
    }
    if choice.anonymous {
        privacy::remove_identity(&mut root);
    }
    language::select(&mut root, choice, parsed.locale(), source, problems);
    privacy::report_leaks(&root, &secrets, source, problems);
    let mut profile = typed(&root, source, problems);
    if let Some(settings) = &parsed.settings {
        profile.layout = profile.layout.or_else(|| settings.layout.clone());
        profile.edition = profile.edition.or_else(|| settings.edition.clone());
        profile.page_logo = profile.page_logo.or_else(|| settings.page_logo.clone());
    }
    let sections = std::mem::take(&mut profile.sections);
    let selector = SectionSelector {
        bibliographies: &parsed.bibliographies,
        max_entries,
    };
    let mut sections = selector.all(sections, Inherited::default());
    let mut lists = Vec::new();
    for section in &mut sections {
        add_publication_lists(section, None, &mut lists);
    }
    publications::share_numbers(lists);
    let place = root.get("section").map_or(0..0, |node| node.span.clone());
    let publications = publications_of(&sections);
    privacy::report_leaks_in_publications(&publications, &secrets, source, &place, problems);
    let tree = TomlTree::with_root(Arc::clone(source), root);
    Selection {
        profile,
        tree,
        settings: parsed.settings.clone(),
        sections,
        identity,
        secrets,
        is_anonymous: choice.anonymous,
        languages: parsed.languages(),
        notes,
    }
}

/// Appends the entries of a section and of each part of it, if they have numbers. The direction of the
/// section around it is that of a part without one.
fn add_publication_lists<'a>(
    section: &'a mut SelectedSection,
    inherited: Option<Numbering>,
    lists: &mut Vec<NumberedList<'a>>,
) {
    let numbering = section.section.numbering.or(inherited);
    let grouped = section
        .groups
        .iter_mut()
        .flat_map(|group| &mut group.entries);
    let entries: Vec<_> = section.entries.iter_mut().chain(grouped).collect();
    if entries.iter().any(|entry| entry.number.is_some()) {
        let bibliography = section.section.bibliography.as_ref();
        lists.push(NumberedList {
            path: bibliography.map(|bibliography| bibliography.path().to_owned()),
            numbering: numbering.unwrap_or(Numbering::Descending),
            entries,
        });
    }
    for part in &mut section.subsections {
        add_publication_lists(part, numbering, lists);
    }
}

/// Returns the publications from bibliographies in the CV.
fn publications_of(sections: &[SelectedSection]) -> Vec<&Publication> {
    let mut publications = Vec::new();
    for section in sections {
        let grouped = section.groups.iter().flat_map(|group| &group.entries);
        for entry in section.entries.iter().chain(grouped) {
            publications.extend(&entry.publication);
        }
        publications.extend(publications_of(&section.subsections));
    }
    publications
}

/// What a section has from the section around it.
#[derive(Clone, Copy, Default)]
struct Inherited {
    kind: Option<SectionKind>,
    numbering: Option<Numbering>,
}

/// Selects the entries of sections.
struct SectionSelector<'a> {
    bibliographies: &'a Bibliographies,
    /// The maximum number of entries per section.
    max_entries: Option<usize>,
}

impl SectionSelector<'_> {
    fn all(&self, sections: Vec<Section>, inherited: Inherited) -> Vec<SelectedSection> {
        let mut selected = Vec::new();
        for (index, section) in sections.into_iter().enumerate() {
            selected.extend(self.one(index, section, inherited));
        }
        selected
    }

    /// Returns `None` if a limit removes everything from the section.
    fn one(
        &self,
        index: usize,
        mut section: Section,
        inherited: Inherited,
    ) -> Option<SelectedSection> {
        let kind = kind_of(&section, inherited.kind);
        let numbering = section.numbering.or(inherited.numbering);
        let mut entries = self.entries(&mut section);
        let had_entries = !entries.is_empty();
        if let Some(limit) = self.max_entries {
            entries.truncate(limit);
        }
        if had_entries && entries.is_empty() && is_empty(&section) {
            return None;
        }
        let mut groups = publications::groups(section.group_by, &mut entries);
        if kind == Some(SectionKind::Publication) {
            let grouped = groups.iter_mut().flat_map(|group| &mut group.entries);
            publications::number(numbering, grouped.chain(&mut entries));
        }
        let subsections = self.all(
            std::mem::take(&mut section.subsections),
            Inherited { kind, numbering },
        );
        Some(SelectedSection {
            index,
            section,
            // Without a kind it has no entries, so that the kind has no effect.
            kind: kind.unwrap_or(SectionKind::Text),
            entries,
            groups,
            subsections,
        })
    }

    /// Takes the entries out of a section, adds those of its bibliography, and sorts them.
    fn entries(&self, section: &mut Section) -> Vec<SelectedEntry> {
        let mut entries = Vec::new();
        for (index, entry) in std::mem::take(&mut section.entries).into_iter().enumerate() {
            entries.push(SelectedEntry {
                index: Some(index),
                entry,
                publication: None,
                number: None,
            });
        }
        if let Some(bibliography) = &section.bibliography
            && let Some(publications) = self.bibliographies.get(bibliography.path())
        {
            entries.extend(publications::included(bibliography, publications));
        }
        if section.sort.is_some() || section.group_by == Some(GroupBy::Year) {
            order::newest_first(&mut entries);
        }
        entries
    }
}

fn kind_of(section: &Section, inherited: Option<SectionKind>) -> Option<SectionKind> {
    let of_bibliography = section
        .bibliography
        .as_ref()
        .map(|_| SectionKind::Publication);
    section.kind.or(inherited).or(of_bibliography)
}

/// Returns whether a section has nothing but entries.
fn is_empty(section: &Section) -> bool {
    section.body.is_none() && section.highlights.is_empty() && section.subsections.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;
    use crate::profile;

    fn select_from(text: &str, variant: Option<&str>, public: bool) -> (Selection, Diagnostics) {
        let parsed = profile::parse(Source::new("a.toml", text), None, None).expect("valid TOML");
        let choice = Choice {
            variant: variant.map(str::to_owned),
            public,
            ..Choice::default()
        };
        let mut problems = Diagnostics::default();
        (select(&parsed, &choice, &mut problems), problems)
    }

    /// Returns the titles of the sections that a variant selects.
    fn titles(text: &str, variant: Option<&str>) -> Vec<String> {
        let (selection, _) = select_from(text, variant, false);
        let sections = selection.sections.iter();
        sections
            .map(|selected| selected.section.title.clone().expect("a title").0)
            .collect()
    }

    /// Returns the names of the entries of the first section.
    fn names(text: &str) -> Vec<String> {
        let (selection, _) = select_from(text, None, false);
        let entries = selection.sections[0].entries.iter();
        entries
            .map(|selected| selected.entry.name.clone().expect("a name").0)
            .collect()
    }

    /// Returns the hints about an unknown variant.
    fn hints(variants: &str) -> Vec<String> {
        let (_, problems) = select_from(variants, Some("short"), false);
        problems.iter().flat_map(|p| p.hints.clone()).collect()
    }

    #[test]
    fn limit_of_no_entries_removes_sections_of_entries_alone() {
        let sections = r#"
            variant.none.max-entries = 0
            section = [
                { title = "Entries", kind = "project", entry = [{ name = "a" }] },
                { title = "Body", kind = "project", entry = [{ name = "a" }], body = "Text." },
                { title = "Bullets", kind = "project", entry = [{ name = "a" }], highlights = ["b"] },
                { title = "Parts", kind = "project", entry = [{ name = "a" }],
                  subsection = [{ title = "Part", kind = "text", body = "Text." }] },
                { title = "Text", kind = "text", body = "Text." },
            ]"#;
        assert_eq!(
            titles(sections, Some("none")),
            ["Body", "Bullets", "Parts", "Text"]
        );
        assert_eq!(titles(sections, None).len(), 5);
    }

    #[test]
    fn section_whose_entries_are_all_hidden_is_removed() {
        let sections = r#"
            variant.short.hide = ["old"]
            section = [
                { title = "Old", kind = "project", entry = [{ name = "a", tags = ["old"] }] },
                { title = "New", kind = "project", entry = [{ name = "b" }] },
            ]"#;
        assert_eq!(titles(sections, Some("short")), ["New"]);
        assert_eq!(titles(sections, None), ["Old", "New"]);
    }

    #[test]
    fn entries_are_sorted_only_on_request() {
        let entries = r#"kind = "project", entry = [
            { name = "old", date = "2010" }, { name = "new", date = "2020" } ]"#;
        let in_order = format!("section = [{{ {entries} }}]");
        assert_eq!(names(&in_order), ["old", "new"]);
        let sorted = format!("section = [{{ sort = \"newest-first\", {entries} }}]");
        assert_eq!(names(&sorted), ["new", "old"]);
    }

    #[test]
    fn hint_about_unknown_variant_names_the_known_ones() {
        assert_eq!(
            hints("[person]"),
            ["write `[variant.short]` and its keys below"]
        );
        assert_eq!(
            hints("variant.backend.show = []\nvariant.research.show = []"),
            ["it has `backend` and `research`"]
        );
    }

    #[test]
    fn private_field_of_the_person_leaves_other_fields_of_that_name() {
        let text = r#"
            private = ["url"]
            person.url = "https://example.org/me"
            section = [{ kind = "project", entry = [{ name = "a", url = "https://example.org/a" }] }]
        "#;
        let (selection, problems) = select_from(text, None, true);
        assert!(problems.is_empty(), "{problems:?}");
        assert!(selection.profile.person.url.is_none());
        assert!(selection.sections[0].entries[0].entry.url.is_some());
    }

    #[test]
    fn private_address_may_be_in_settings_that_no_page_shows() {
        let text = r#"
            private = ["email"]
            person.email = "ada@example.org"
            section = [{ kind = "project", entry = [{ name = "a", tags = ["ada@example.org"] }] }]
        "#;
        let (_, problems) = select_from(text, None, true);
        assert!(problems.is_empty(), "{problems:?}");
    }
}
