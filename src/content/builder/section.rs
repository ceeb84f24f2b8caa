//! Builds sections and groups of publications.

use crate::content::builder::ResumeBuilder;
use crate::content::builder::publication::shorten_authors;
use crate::content::markdown;
use crate::content::resume::{EntryField, Inline, Inlines, ResumeEntry, ResumeSection};
use crate::profile::{Person, SectionKind, TomlPath};
use crate::selection::{GroupHeading, SelectedEntry, SelectedSection};

impl ResumeBuilder<'_> {
    /// Builds the summary of the person: a section without a title.
    pub(super) fn summary(&mut self, person: &Person, path: &TomlPath) -> Option<ResumeSection> {
        let body = self.blocks(person.summary.as_ref(), &path.key("summary"));
        (!body.is_empty()).then(|| ResumeSection {
            kind: SectionKind::Text,
            body,
            columns: 1,
            ..ResumeSection::default()
        })
    }

    pub(super) fn sections(
        &mut self,
        sections: &[SelectedSection],
        path: &TomlPath,
    ) -> Vec<ResumeSection> {
        sections
            .iter()
            .map(|section| self.section(section, &path.index(section.index)))
            .collect()
    }

    fn section(&mut self, selected: &SelectedSection, path: &TomlPath) -> ResumeSection {
        let section = &selected.section;
        let entries_path = path.key("entry");
        let title = match &section.title {
            Some(title) => self.optional(Some(title), &path.key("title")),
            // The default heading of a text section means little, and a subsection without a kind
            // of its own would repeat the heading of the section around it.
            None if selected.kind == SectionKind::Text || section.kind.is_none() => None,
            None => Some(text(self.locale.heading(selected.kind))),
        };
        if section.keep && !section.break_before {
            self.remember_kept(path, [title.as_ref(), None]);
        }
        let body = self.blocks(section.body.as_ref(), &path.key("body"));
        let highlights = self.items(&section.highlights, &path.key("highlights"));
        let keywords_label =
            self.optional(section.keywords_label.as_ref(), &path.key("keywords-label"));
        let entries = selected
            .entries
            .iter()
            .map(|entry| self.selected_entry(entry, selected, &entries_path))
            .collect();
        let mut sections = self.groups(selected, &entries_path);
        sections.extend(self.sections(&selected.subsections, &path.key("subsection")));
        ResumeSection {
            kind: selected.kind,
            index: Some(selected.index),
            title,
            body,
            highlights,
            columns: section.columns.unwrap_or(1),
            keywords_label,
            entries,
            sections,
            break_before: section.break_before,
            keep: section.keep,
        }
    }

    fn selected_entry(
        &mut self,
        selected: &SelectedEntry,
        section: &SelectedSection,
        entries: &TomlPath,
    ) -> ResumeEntry {
        let kind = section.kind;
        let mut entry = match (&selected.publication, selected.index) {
            (Some(publication), _) => {
                self.publication(publication, &selected.entry, section.section.show_doi)
            }
            (None, Some(index)) => self.entry(&selected.entry, kind, &entries.index(index)),
            (None, None) => ResumeEntry {
                kind,
                ..ResumeEntry::default()
            },
        };
        if let Some(most) = section.section.max_authors {
            let mut authors = entry.texts.all(EntryField::Authors).to_vec();
            shorten_authors(&mut authors, most.into(), &self.locale.words().and_others);
            entry.texts.set(EntryField::Authors, authors);
        }
        if let Some(style) = section.section.reference_style {
            self.cite(&mut entry, style);
        }
        ResumeEntry {
            index: selected.index,
            number: selected.number,
            ..entry
        }
    }

    /// Builds the groups of publications, each under a heading. Groups that get the same heading
    /// become one.
    fn groups(&mut self, selected: &SelectedSection, entries: &TomlPath) -> Vec<ResumeSection> {
        let mut sections: Vec<ResumeSection> = Vec::with_capacity(selected.groups.len());
        for group in &selected.groups {
            let title = self.group_title(&group.heading);
            let entries = group
                .entries
                .iter()
                .map(|entry| self.selected_entry(entry, selected, entries))
                .collect();
            let same = sections
                .iter_mut()
                .find(|section| section.title.is_some() && section.title == title);
            if let Some(section) = same {
                section.entries.extend::<Vec<_>>(entries);
            } else {
                sections.push(ResumeSection {
                    kind: selected.kind,
                    title,
                    columns: 1,
                    entries,
                    keep: selected.section.keep,
                    ..ResumeSection::default()
                });
            }
        }
        sections
    }

    fn group_title(&self, heading: &GroupHeading) -> Option<Inlines> {
        match heading {
            GroupHeading::Kind(kind) => Some(text(self.locale.publications(kind.name()))),
            GroupHeading::Words(words) => {
                Some(match self.locale.publications_called(&words.0) {
                    Some(heading) => text(heading),
                    // Its problems are reported at the entries that it comes from.
                    None => markdown::inline(&words.0).content,
                })
            }
            GroupHeading::Year(year) => Some(text(&year.to_string())),
            GroupHeading::Unknown => None,
        }
    }
}

fn text(text: &str) -> Inlines {
    vec![Inline::Text(text.to_owned())]
}
