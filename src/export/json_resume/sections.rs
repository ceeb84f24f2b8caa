//! Sections: each entry goes to the list of its kind, and what is not an entry to `sections`.

use std::collections::BTreeMap;

use crate::content::{Locale, PlainTexts};
use crate::export::json_resume::entry::{self, LINES, List, prose, text};
use crate::export::json_resume::publication;
use crate::export::json_resume::tree::Object;
use crate::profile::{SectionKind, Text};
use crate::selection::{GroupHeading, PublicationGroup, SelectedEntry, SelectedSection};

/// The title that the import of JSON Resume gives a section of voluntary work.
const IMPORTED_TITLE: &str = "Volunteering";

/// Titles of sections whose jobs are voluntary.
const VOLUNTEERING: [&str; 22] = [
    "volunteer",
    "volunteering",
    "volunteer work",
    "volunteer experience",
    "voluntary work",
    "ehrenamt",
    "ehrenämter",
    "ehrenamtliche tätigkeiten",
    "bénévolat",
    "voluntariado",
    "volontariato",
    "vrijwilligerswerk",
    "wolontariat",
    "волонтёрство",
    "волонтерство",
    "gönüllülük",
    "志愿服务",
    "志愿者经历",
    "志工經驗",
    "ボランティア",
    "봉사활동",
    "العمل التطوعي",
];

/// Returns whether a section is a text alone, such as *Profile*: the summary of other tools.
pub fn is_summary(selected: &SelectedSection) -> bool {
    let section = &selected.section;
    selected.kind == SectionKind::Text
        && section.body.is_some()
        && section.highlights.is_empty()
        && section.keywords_label.is_none()
        && selected.entries.is_empty()
        && selected.groups.is_empty()
        && selected.subsections.is_empty()
}

/// Returns the members of `basics` for such a section.
pub fn summary(selected: &SelectedSection, texts: &PlainTexts, locale: &Locale) -> Object {
    let section = &selected.section;
    let mut basics = Object::default();
    basics.set("summary", prose(section.body.as_ref(), texts));
    let title = text(section.title.as_ref(), texts);
    let title = title.unwrap_or_else(|| locale.heading(selected.kind).to_owned());
    basics.set("summaryTitle", title);
    basics
}

/// Adds sections to a document.
pub struct SectionWriter<'a> {
    texts: &'a PlainTexts,
    locale: &'a Locale,
    words: &'a BTreeMap<String, Text>,
    document: &'a mut Object,
}

impl<'a> SectionWriter<'a> {
    /// Creates a writer that adds to a document. `words` are those of the profile.
    pub fn new(
        texts: &'a PlainTexts,
        locale: &'a Locale,
        words: &'a BTreeMap<String, Text>,
        document: &'a mut Object,
    ) -> Self {
        Self {
            texts,
            locale,
            words,
            document,
        }
    }

    /// Adds sections in their order.
    pub fn all(&mut self, sections: &[SelectedSection]) {
        for section in sections {
            self.section(section, &[]);
        }
    }

    /// Adds a section. `around` has the titles of the sections around it.
    fn section(&mut self, selected: &SelectedSection, around: &[String]) {
        let section = &selected.section;
        // The profile's own word for the kind is as good as a title.
        let word = section.kind.and_then(|kind| self.words.get(kind.name()));
        let title = section.title.as_ref().or(word);
        let list = self.list(selected.kind, title);
        let title = self.title(title);
        let path: Vec<String> = around.iter().cloned().chain(title).collect();
        let name = path.join(" / ");
        let mut rest = Object::default();
        rest.set("summary", prose(section.body.as_ref(), self.texts));
        rest.set(
            "highlights",
            entry::highlights(&section.highlights, self.texts),
        );
        let label = text(section.keywords_label.as_ref(), self.texts);
        rest.set("keywordsLabel", label);
        if list == LINES {
            for entry in &selected.entries {
                rest.push(LINES, self.entry(entry, list));
            }
        }
        if rest.keys().next().is_some() {
            let mut written = Object::default();
            written.set("name", name.as_str());
            if selected.kind != SectionKind::Text {
                written.set("name", self.locale.heading(selected.kind));
            }
            written.append(rest);
            self.document.push("sections", written);
        }
        if list != LINES {
            self.entries(&selected.entries, list, &name);
        }
        for group in &selected.groups {
            self.group(group, list, &path);
        }
        for subsection in &selected.subsections {
            self.section(subsection, &path);
        }
    }

    fn group(&mut self, group: &PublicationGroup, list: List, around: &[String]) {
        let heading = match &group.heading {
            // The entry says it.
            GroupHeading::Kind(_) | GroupHeading::Year(_) | GroupHeading::Unknown => None,
            GroupHeading::Words(words) => Some(self.texts.line(&words.0)),
        };
        let path: Vec<String> = around.iter().cloned().chain(heading).collect();
        self.entries(&group.entries, list, &path.join(" / "));
    }

    /// Adds entries to the list of their kind. They name their section, if it has a title.
    fn entries(&mut self, entries: &[SelectedEntry], list: List, section: &str) {
        for selected in entries {
            for mut written in self.written(selected, list) {
                if !section.eq_ignore_ascii_case(IMPORTED_TITLE) {
                    written.set("section", section);
                }
                self.document.push(list, written);
            }
        }
    }

    /// Returns an entry, or one for each position under an employer.
    fn written(&self, selected: &SelectedEntry, list: List) -> Vec<Object> {
        match &selected.publication {
            Some(publication) => vec![publication::publication(
                publication,
                &selected.entry,
                self.texts,
            )],
            None => entry::positions(&selected.entry, list, self.texts),
        }
    }

    fn entry(&self, selected: &SelectedEntry, list: List) -> Object {
        entry::entry(&selected.entry, list, self.texts)
    }

    fn title(&self, title: Option<&Text>) -> Option<String> {
        text(title, self.texts).filter(|title| !title.is_empty())
    }

    /// Returns the list that entries of a kind go to.
    fn list(&self, kind: SectionKind, title: Option<&Text>) -> List {
        let title = self.title(title).unwrap_or_default().to_lowercase();
        match kind {
            SectionKind::Experience if VOLUNTEERING.contains(&title.as_str()) => "volunteer",
            SectionKind::Text | SectionKind::News | SectionKind::List => LINES,
            SectionKind::Experience => "work",
            SectionKind::Education => "education",
            SectionKind::Project => "projects",
            SectionKind::Publication => "publications",
            SectionKind::Skill => "skills",
            SectionKind::Award => "awards",
            SectionKind::Language => "languages",
            SectionKind::Interest => "interests",
            SectionKind::Certificate => "certificates",
            SectionKind::Reference => "references",
        }
    }
}
