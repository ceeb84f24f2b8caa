//! Walks what was selected, and makes the data of it. Every text is read here, so every fault of
//! one is told here.

use crate::content::anonymous::{Anonymous, unlink, unlink_blocks};
use crate::content::author::{OwnName, full_name};
use crate::content::contact;
use crate::content::date::DateWriter;
use crate::content::locale::Locale;
use crate::content::markdown::{self, Fault};
use crate::content::metadata;
use crate::content::resume::{
    Block, Direction, Doi, Fact, Inline, Inlines, Resume, ResumeDetail, ResumeEntry, ResumeItem,
    ResumeLink, ResumePerson, ResumeProject, ResumeSection, ResumeWords, VERSION,
};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, rule};
use crate::profile::{self, Highlight, Prose, RoleField, SectionKind, Text, TomlPath, TomlTree};
use crate::selection::{GroupHeading, SelectedEntry, SelectedSection, Selection};

/// The path by which a template asks for an image. It depends on the format alone: Typst keeps
/// every path that it ever saw.
pub fn image_name(name: &str, written: &str) -> String {
    let ending = std::path::Path::new(written)
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    format!("/{name}.{}", ending.unwrap_or_default())
}

/// Makes data, and tells what is wrong with the texts that it is made of.
pub struct Assembly<'a> {
    /// Where the texts stand.
    pub document: &'a TomlTree,
    /// The language of the CV.
    pub locale: &'a Locale,
    /// How its dates are written.
    pub dates: DateWriter<'a>,
    /// Whose publications they are.
    pub own_name: OwnName,
    /// What hides whose CV it is, where that must not be told.
    pub anonymous: Option<Anonymous>,
    /// What was found wrong.
    pub problems: &'a mut Diagnostics,
}

impl Assembly<'_> {
    /// The data of a CV or a letter, but for what the file says of itself.
    pub fn resume(&mut self, selection: &Selection) -> Resume {
        let profile = &selection.profile;
        let words = self.locale.words();
        let root = TomlPath::ROOT;
        Resume {
            version: VERSION,
            language: self.locale.language().to_owned(),
            region: self.locale.region(),
            script: self.locale.script(),
            direction: if self.locale.is_right_to_left() {
                Direction::Rtl
            } else {
                Direction::Ltr
            },
            words: ResumeWords {
                expected: words.expected.clone(),
                present: words.present.clone(),
                advisor: words.advisor.clone(),
                page: words.page.clone(),
                resume: if profile.letter.is_some() {
                    &words.letter
                } else {
                    &words.resume
                }
                .clone(),
                enclosures: words.enclosures.clone(),
            },
            separators: words.separators.clone(),
            document: metadata::none(),
            title: self.optional(profile.title.as_ref(), &root.key("title")),
            person: self.person(&profile.person, &root.key("person")),
            sections: self.sections(&selection.sections, &root.key("section")),
            footer: self.optional(profile.footer.as_ref(), &root.key("footer")),
            letter: profile
                .letter
                .as_ref()
                .map(|letter| self.letter(letter, profile, &root.key("letter"))),
        }
    }

    pub(super) fn tell(&mut self, faults: Vec<Fault>, path: &TomlPath) {
        if faults.is_empty() {
            return;
        }
        let spans = self
            .document
            .spans_within(path, faults.iter().map(|fault| fault.range.clone()));
        for (
            Fault {
                is_warning,
                rule,
                message,
                hint,
                ..
            },
            span,
        ) in faults.into_iter().zip(spans)
        {
            let mut diagnostic = Diagnostic::error(rule, message)
                .at(self.document.source(), span, "")
                .hint(hint);
            if is_warning {
                diagnostic.severity = Severity::Warning;
            }
            self.problems.push(diagnostic);
        }
    }

    /// A text of one paragraph.
    pub fn inline(&mut self, text: &Text, path: &TomlPath) -> Inlines {
        let (content, faults) = markdown::inline(&text.0);
        self.tell(faults, path);
        match &self.anonymous {
            // Faults have their place in the text as it was written.
            Some(anonymous) => unlink(markdown::inline(&anonymous.hide(&text.0)).0),
            None => content,
        }
    }

    pub(super) fn optional(&mut self, text: Option<&Text>, path: &TomlPath) -> Option<Inlines> {
        text.map(|text| self.inline(text, path))
            .filter(|content| !content.is_empty())
    }

    pub(super) fn each(&mut self, texts: &[Text], path: &TomlPath) -> Vec<Inlines> {
        texts
            .iter()
            .enumerate()
            .map(|(index, text)| self.inline(text, &path.index(index)))
            .collect()
    }

    pub(super) fn blocks(&mut self, prose: Option<&Prose>, path: &TomlPath) -> Vec<Block> {
        let Some(prose) = prose else {
            return Vec::new();
        };
        let (blocks, faults) = markdown::blocks(&prose.0);
        self.tell(faults, path);
        match &self.anonymous {
            Some(anonymous) => unlink_blocks(markdown::blocks(&anonymous.hide(&prose.0)).0),
            None => blocks,
        }
    }

    fn items(&mut self, highlights: &[Highlight], path: &TomlPath) -> Vec<ResumeItem> {
        let mut items = Vec::with_capacity(highlights.len());
        for (index, highlight) in highlights.iter().enumerate() {
            let path = path.index(index);
            let text_path = match highlight {
                Highlight::Text(_) => path,
                Highlight::Item(_) => path.key("text"),
            };
            let content = self.inline(highlight.text(), &text_path);
            let items_below = self.items(highlight.items(), &path.key("items"));
            if content.is_empty() && items_below.is_empty() {
                // What stands in the place of a wrong value has no place of its own, and is told
                // already.
                let is_written = self
                    .document
                    .node(&text_path)
                    .is_some_and(|node| !node.span.is_empty());
                if is_written {
                    let warning = Diagnostic::warning(
                        rule::EMPTY_BULLET,
                        "a bullet without text is left out",
                    );
                    let span = self.document.span(&text_path);
                    self.problems
                        .push(warning.at(self.document.source(), span, ""));
                }
                continue;
            }
            items.push(ResumeItem {
                content,
                items: items_below,
            });
        }
        items
    }

    fn person(&mut self, person: &profile::Person, path: &TomlPath) -> ResumePerson {
        ResumePerson {
            name: if let Some(anonymous) = &self.anonymous {
                Some(anonymous.word.clone())
            } else {
                let family_first = self.locale.words().family_name_first;
                let name = person.name.as_deref().unwrap_or_default();
                Some(full_name(name, person.family_name.as_deref(), family_first))
                    .filter(|name| !name.is_empty())
            },
            native_name: person.native_name.clone(),
            family_name: person.family_name.clone(),
            headline: self.optional(person.headline.as_ref(), &path.key("headline")),
            epigraph: self.optional(person.epigraph.as_ref(), &path.key("epigraph")),
            status: self.optional(person.status.as_ref(), &path.key("status")),
            photo: person
                .photo
                .as_deref()
                .filter(|photo| !photo.is_empty())
                .map(|photo| image_name("photo", photo)),
            contacts: contact::of_person(person, path, self),
        }
    }

    fn sections(&mut self, sections: &[SelectedSection], path: &TomlPath) -> Vec<ResumeSection> {
        sections
            .iter()
            .map(|section| self.section(section, &path.index(section.index)))
            .collect()
    }

    fn section(&mut self, selected: &SelectedSection, path: &TomlPath) -> ResumeSection {
        let section = &selected.section;
        let title = match &section.title {
            Some(title) => self.optional(Some(title), &path.key("title")),
            // A text section's word for itself says nothing, and one whose kind is not its own
            // needs a title to tell it from the section around it.
            None if selected.kind == SectionKind::Text || section.kind.is_none() => None,
            None => Some(vec![Inline::Text(
                self.locale.heading(selected.kind).to_owned(),
            )]),
        };
        let entries = path.key("entry");
        ResumeSection {
            kind: selected.kind,
            title,
            body: self.blocks(section.body.as_ref(), &path.key("body")),
            highlights: self.items(&section.highlights, &path.key("highlights")),
            columns: section.columns.unwrap_or(1),
            keywords_label: self
                .optional(section.keywords_label.as_ref(), &path.key("keywords-label")),
            entries: selected
                .entries
                .iter()
                .map(|entry| self.selected(entry, selected.kind, &entries))
                .collect(),
            sections: {
                let mut sections = self.groups(selected, &entries);
                sections.extend(self.sections(&selected.subsections, &path.key("subsection")));
                sections
            },
            break_before: section.break_before,
            keep: section.keep,
        }
    }

    fn selected(
        &mut self,
        selected: &SelectedEntry,
        kind: SectionKind,
        entries: &TomlPath,
    ) -> ResumeEntry {
        let made = match (&selected.publication, selected.index) {
            (Some(publication), _) => self.publication(publication, &selected.entry),
            (None, Some(index)) => self.entry(&selected.entry, kind, &entries.index(index)),
            (None, None) => ResumeEntry {
                kind,
                ..ResumeEntry::default()
            },
        };
        ResumeEntry {
            number: selected.number,
            ..made
        }
    }

    /// Publications under headings of their own. What the profile calls by the language's own word
    /// stands with the others of that sort.
    fn groups(&mut self, selected: &SelectedSection, entries: &TomlPath) -> Vec<ResumeSection> {
        let mut made: Vec<ResumeSection> = Vec::with_capacity(selected.groups.len());
        for group in &selected.groups {
            let title = match &group.heading {
                GroupHeading::Kind(kind) => Some(vec![Inline::Text(
                    self.locale.publications(kind.name()).to_owned(),
                )]),
                GroupHeading::Words(words) => {
                    Some(match self.locale.publications_called(&words.0) {
                        Some(heading) => vec![Inline::Text(heading.to_owned())],
                        // Its faults are told where it stands.
                        None => markdown::inline(&words.0).0,
                    })
                }
                GroupHeading::Year(year) => Some(vec![Inline::Text(year.to_string())]),
                GroupHeading::Unknown => None,
            };
            let listed = group
                .entries
                .iter()
                .map(|entry| self.selected(entry, selected.kind, entries));
            let listed: Vec<ResumeEntry> = listed.collect();
            match made
                .iter_mut()
                .find(|section| section.title.is_some() && section.title == title)
            {
                Some(section) => section.entries.extend(listed),
                None => made.push(ResumeSection {
                    kind: selected.kind,
                    title,
                    columns: 1,
                    entries: listed,
                    keep: selected.section.keep,
                    ..ResumeSection::default()
                }),
            }
        }
        made
    }

    fn entry(&mut self, entry: &profile::Entry, kind: SectionKind, path: &TomlPath) -> ResumeEntry {
        let mut field =
            |key: &str, text: &Option<Text>| self.optional(text.as_ref(), &path.key(key));
        let organization = match kind {
            SectionKind::Education => field("institution", &entry.institution),
            SectionKind::Award | SectionKind::Certificate => field("awarder", &entry.awarder),
            _ => field("organization", &entry.organization),
        };
        let position = if kind == SectionKind::Reference {
            field("position", &entry.position)
        } else {
            None
        };
        let level = match kind {
            SectionKind::Language => field("fluency", &entry.fluency),
            _ => field("level", &entry.level),
        };
        let subtitle = field("subtitle", &entry.subtitle);
        let advisor = field("advisor", &entry.advisor);
        let location = field("location", &entry.location);
        let venue = field("venue", &entry.venue);
        let venue_short = field("venue-short", &entry.venue_short);
        let publication_type = field("type", &entry.publication_type);
        let status = field("status", &entry.status);
        let text = field("text", &entry.text);
        let role = match &entry.role {
            Some(RoleField::Text(text)) => self.optional(Some(text), &path.key("role")),
            _ => None,
        };
        ResumeEntry {
            kind,
            title: self.title(entry, kind, path),
            organization,
            position,
            subtitle,
            level,
            role,
            advisor,
            location,
            venue,
            venue_short,
            imprint: None,
            number: None,
            publication_type,
            status,
            team: self.team(entry, path),
            authors: self.authors(entry, path),
            keywords: self.each(&entry.keywords, &path.key("keywords")),
            notes: self.each(&entry.notes, &path.key("notes")),
            project: entry
                .project
                .as_ref()
                .map(|project| self.project(project, &path.key("project"))),
            doi: entry.doi.as_deref().map(doi),
            contacts: contact::of_referee(entry),
            url: entry.url.clone(),
            links: self.links(&entry.links, &path.key("links")),
            meta: self.meta(&entry.meta, &path.key("meta")),
            dates: self.dates.periods(entry),
            expected: entry.expected,
            text,
            summary: self.blocks(entry.summary.as_ref(), &path.key("summary")),
            details: self.details(&entry.details, &path.key("details")),
            highlights: self.items(&entry.highlights, &path.key("highlights")),
            roles: self.roles(entry, kind, path),
            break_before: entry.break_before,
            keep: entry.keep,
        }
    }

    /// The authors, the person's own name set off.
    fn authors(&mut self, entry: &profile::Entry, path: &TomlPath) -> Vec<Inlines> {
        let mut authors = self.each(&entry.authors, &path.key("authors"));
        for author in &mut authors {
            self.set_off(author);
        }
        authors
    }

    /// Makes an author strong who is the person, or hides them.
    pub fn set_off(&self, author: &mut Inlines) {
        let plain = markdown::plain(author);
        if self.own_name.is(&plain) {
            let written = std::mem::take(author);
            // A mark behind the name says something of all who have it.
            let marks =
                plain.trim_start_matches(|c: char| !matches!(c, '*' | '†' | '‡' | '§' | '¶'));
            let content = match &self.anonymous {
                Some(anonymous) => vec![Inline::Text(anonymous.word.clone() + marks)],
                None => written,
            };
            *author = vec![Inline::Strong { content }];
        }
    }

    /// What the entry is, in the words of its kind.
    fn title(
        &mut self,
        entry: &profile::Entry,
        kind: SectionKind,
        path: &TomlPath,
    ) -> Option<Inlines> {
        let (key, text) = match kind {
            SectionKind::Education => return self.qualification(entry, path),
            SectionKind::Experience => ("position", &entry.position),
            SectionKind::Language => ("language", &entry.language),
            SectionKind::Publication | SectionKind::Award | SectionKind::Certificate => {
                ("title", &entry.title)
            }
            _ => ("name", &entry.name),
        };
        self.optional(text.as_ref(), &path.key(key))
    }

    fn team(&mut self, entry: &profile::Entry, path: &TomlPath) -> Vec<Inlines> {
        let path = path.key("team");
        match &entry.team {
            None => Vec::new(),
            Some(profile::OneOrMany::One(team)) => vec![self.inline(team, &path)],
            Some(profile::OneOrMany::Many(teams)) => self.each(teams, &path),
        }
    }

    fn roles(
        &mut self,
        entry: &profile::Entry,
        kind: SectionKind,
        path: &TomlPath,
    ) -> Vec<ResumeEntry> {
        let Some(RoleField::Roles(roles)) = &entry.role else {
            return Vec::new();
        };
        let path = path.key("role");
        roles
            .iter()
            .enumerate()
            .map(|(index, role)| self.entry(role, kind, &path.index(index)))
            .collect()
    }

    /// Degree and area as one phrase of the language.
    fn qualification(&mut self, entry: &profile::Entry, path: &TomlPath) -> Option<Inlines> {
        let degree = self.optional(entry.degree.as_ref(), &path.key("degree"));
        let area = self.optional(entry.area.as_ref(), &path.key("area"));
        let (degree, area) = match (degree, area) {
            (Some(degree), Some(area)) => (degree, area),
            (degree, area) => return degree.or(area),
        };
        let words = self.locale.words();
        let pattern = if is_abbreviation(&markdown::plain(&degree)) {
            &words.abbreviation_and_area
        } else {
            &words.degree_and_area
        };
        let mut phrase = Inlines::new();
        let mut rest = pattern.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            phrase.push(Inline::Text(before.to_owned()));
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            phrase.extend(if name == "degree" {
                degree.clone()
            } else {
                area.clone()
            });
            rest = after;
        }
        phrase.push(Inline::Text(rest.to_owned()));
        phrase.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
        Some(phrase)
    }

    fn project(&mut self, project: &profile::Project, path: &TomlPath) -> ResumeProject {
        ResumeProject {
            name: self.optional(project.name.as_ref(), &path.key("name")),
            url: project.url.clone(),
            links: self.links(&project.links, &path.key("links")),
        }
    }

    fn links(&mut self, links: &[profile::EntryLink], path: &TomlPath) -> Vec<ResumeLink> {
        let mut made = Vec::with_capacity(links.len());
        for (index, link) in links.iter().enumerate() {
            let path = path.index(index);
            made.push(ResumeLink {
                label: self.inline(&link.label, &path.key("label")),
                url: link.url.clone(),
            });
        }
        made
    }

    fn meta(&mut self, meta: &profile::Meta, path: &TomlPath) -> Vec<Fact> {
        let mut facts = Vec::with_capacity(meta.facts.len());
        for (index, (label, value)) in meta.facts.iter().enumerate() {
            facts.push(if meta.is_table {
                // A key is no Markdown.
                let label_text = self
                    .anonymous
                    .as_ref()
                    .map_or_else(|| label.0.clone(), |anonymous| anonymous.hide(&label.0));
                let written = vec![Inline::Text(label_text)];
                Fact {
                    label: written,
                    value: self.inline(value, &path.key(&label.0)),
                }
            } else {
                let path = path.index(index);
                let label = self.inline(label, &path.key("label"));
                Fact {
                    label,
                    value: self.inline(value, &path.key("value")),
                }
            });
        }
        facts
    }

    fn details(&mut self, details: &[profile::Detail], path: &TomlPath) -> Vec<ResumeDetail> {
        let mut made = Vec::with_capacity(details.len());
        for (index, detail) in details.iter().enumerate() {
            let path = path.index(index);
            made.push(ResumeDetail {
                label: self.optional(detail.label.as_ref(), &path.key("label")),
                body: self.blocks(detail.body.as_ref(), &path.key("body")),
                items: self.items(&detail.items, &path.key("items")),
                numbered: detail.numbered,
            });
        }
        made
    }
}

/// `10.1000/182`, however it was written, and its address at doi.org.
pub fn doi(written: &str) -> Doi {
    let bare = [
        "https://doi.org/",
        "http://doi.org/",
        "https://dx.doi.org/",
        "doi.org/",
        "doi:",
        "DOI:",
    ]
    .iter()
    .find_map(|start| written.trim().strip_prefix(start))
    .unwrap_or(written)
    .trim();
    Doi {
        text: format!("doi:{bare}"),
        url: format!("https://doi.org/{}", bare.replace(' ', "%20")),
    }
}

/// Whether a degree is written as an abbreviation, such as `M.S.`, `PhD` or `BSc (Hons)`.
fn is_abbreviation(degree: &str) -> bool {
    let first = degree.split_whitespace().next().unwrap_or_default();
    let capitals = first.chars().filter(|c| c.is_uppercase()).count();
    first.contains('.') || (capitals >= 2 && first.chars().count() <= 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_is_known_as_an_abbreviation() {
        for degree in ["M.S.", "B.Sc. (Hons)", "PhD", "MBA", "BSc", "M.Eng."] {
            assert!(is_abbreviation(degree), "{degree}");
        }
        for degree in ["Master", "Bachelor of Science", "Diplom", "硕士", "Licence"] {
            assert!(!is_abbreviation(degree), "{degree}");
        }
    }

    #[test]
    fn a_doi_is_known_in_all_its_spellings() {
        for written in [
            "10.1000/182",
            "doi:10.1000/182",
            "https://doi.org/10.1000/182",
            " 10.1000/182 ",
        ] {
            let doi = doi(written);
            assert_eq!(
                (&*doi.text, &*doi.url),
                ("doi:10.1000/182", "https://doi.org/10.1000/182")
            );
        }
    }
}
