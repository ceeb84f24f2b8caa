//! The headers of entries: every field in its group, with the widths of the groups.

use std::collections::BTreeMap;

use strum::VariantArray;

use crate::content::plain;
use crate::content::resume::{
    Direction, EntryField, Inline, Inlines, LanguageLevels, Resume, ResumeEntry, ResumeProject,
};
use crate::profile::{CefrLevel, capitalized};
use crate::typeset::contract::contacts::{LinkWriter, bracketed_address, linked_doi};
use crate::typeset::contract::entry_date::EntryDateWriter;
use crate::typeset::contract::parts::{Cefr, HeaderProject, Lead, Leads, Part, PartWidths, Parts};
use crate::typeset::contract::runs::{
    Run, Runs, Surrounding, has_emphasis, kept_in_place, parenthesized, ready,
};
use crate::typeset::contract::script::{is_latin, is_upright};
use crate::typeset::contract::weight::Weight;
use crate::typeset::contract::width::Widths;

/// The most bytes of a fact that is not broken.
const UNBROKEN: usize = 24;
/// The most bytes of Latin text that keeps its own direction on a page from right to left.
const ISOLATED: usize = 40;
/// The width of a space, in em.
const SPACE: f64 = 0.2;

/// Prepares the parts of headers.
pub struct PartsWriter<'a> {
    /// The document.
    pub resume: &'a Resume,
    /// Prepares its links and contacts.
    pub links: LinkWriter<'a>,
    /// Prepares its dates.
    pub dates: EntryDateWriter<'a>,
    /// Whether a subtitle is a part of its own.
    pub separate_subtitles: bool,
    /// The widths in the font of the text.
    pub widths: &'a Widths<'a>,
}

impl PartsWriter<'_> {
    fn is_rtl(&self) -> bool {
        self.resume.direction == Direction::Rtl
    }

    /// Keeps the order of a few Latin words on a page from right to left: "C++", "Example Inc."
    fn isolated(&self, inlines: &[Inline], runs: Runs) -> Runs {
        if self.is_rtl() && inlines.weight() <= ISOLATED && is_latin(&plain(inlines)) {
            Runs(vec![Run::Ltr { content: runs }])
        } else {
            self.in_place(inlines, runs)
        }
    }

    /// Keeps words of one direction from exchanging their place with a number beside them.
    fn in_place(&self, inlines: &[Inline], runs: Runs) -> Runs {
        kept_in_place(&plain(inlines), runs, self.resume.direction)
    }

    fn part(&self, inlines: &[Inline]) -> Part {
        Part::new(has_emphasis(inlines), |around| {
            self.isolated(inlines, ready(inlines, around))
        })
    }

    fn many(&self, texts: &[Inlines]) -> Vec<Part> {
        texts.iter().map(|inlines| self.part(inlines)).collect()
    }

    /// Returns texts as one part, joined by the separator of lists, with a label before them.
    fn list(&self, texts: &[Inlines], label: Option<&Inlines>) -> Vec<Part> {
        if texts.is_empty() {
            return Vec::new();
        }
        let separators = &self.resume.separators;
        let has_emphasis = texts
            .iter()
            .chain(label)
            .any(|inlines| has_emphasis(inlines));
        vec![Part::new(has_emphasis, |around| {
            let mut list = Runs::default();
            if let Some(label) = label {
                list.append(self.isolated(label, ready(label, around)));
                list.push_text(separators.after_label(&plain(label)));
            }
            for (index, inlines) in texts.iter().enumerate() {
                if index > 0 {
                    list.push_text(&separators.list);
                }
                let text = self.isolated(inlines, ready(inlines, around));
                // A word in the script of the page keeps its position too.
                let is_own = self.is_rtl() && !is_latin(&plain(inlines));
                list.append(if is_own { text.boxed() } else { text });
            }
            list
        })]
    }

    /// Returns the title, with the subtitle unless that is a part of its own.
    fn title_texts<'e>(
        &self,
        entry: &'e ResumeEntry,
    ) -> impl Iterator<Item = &'e Inlines> + use<'e> {
        titles(entry).take(if self.separate_subtitles { 1 } else { 2 })
    }

    /// Returns them as one text.
    fn titled(&self, entry: &ResumeEntry, around: Surrounding) -> Runs {
        let mut titled = Runs::default();
        let mut before = None;
        for inlines in self.title_texts(entry) {
            if let Some(before) = before {
                titled.push_text(self.resume.separators.after_label(&plain(before)));
            }
            titled.append(self.isolated(inlines, ready(inlines, around)));
            before = Some(inlines);
        }
        titled
    }

    fn lead(
        &self,
        inlines: &[Inline],
        content: Runs,
        around: Surrounding,
        url: Option<&str>,
    ) -> Lead {
        let width = self.widths.of_runs(&content, around);
        Lead::new(inlines, content, width, url)
    }

    /// Returns the texts that may lead an entry.
    pub fn leads(&self, entry: &ResumeEntry, is_role: bool) -> Leads {
        let around = if is_role {
            Surrounding::Emph
        } else {
            Surrounding::Strong
        };
        let url = entry.url.as_deref();
        let organization = entry.text(EntryField::Organization);
        let text = entry.text(EntryField::Text);
        let title: Inlines = self.title_texts(entry).flatten().cloned().collect();
        let plain = Surrounding::Plain;
        Leads {
            organization: organization.map(|inlines| {
                let runs = self.isolated(inlines, ready(inlines, around));
                self.lead(inlines, runs, around, url)
            }),
            title: (self.title_texts(entry).next())
                .map(|_| self.lead(&title, self.titled(entry, around), around, url)),
            text: text.map(|inlines| self.lead(inlines, ready(inlines, plain), plain, url)),
        }
    }

    /// Returns the groups of parts of an entry.
    pub fn parts(&self, entry: &ResumeEntry, keywords_label: Option<&Inlines>) -> Parts {
        let mut groups = BTreeMap::new();
        for field in EntryField::VARIANTS {
            let parts = self.group(*field, entry, keywords_label);
            if !parts.is_empty() {
                groups.insert(*field, parts);
            }
        }
        Parts {
            groups,
            project: entry.project.as_ref().map(|project| self.project(project)),
        }
    }

    /// Returns the parts of a field.
    fn group(
        &self,
        field: EntryField,
        entry: &ResumeEntry,
        keywords_label: Option<&Inlines>,
    ) -> Vec<Part> {
        let texts = entry.texts.all(field);
        match field {
            EntryField::Title => self.title(entry).into_iter().collect(),
            EntryField::Level => {
                let level = entry.full_level(&self.resume.separators.list);
                level.iter().map(|level| self.part(level)).collect()
            }
            EntryField::Authors => self.list(texts, None),
            EntryField::Keywords => self.list(texts, keywords_label),
            EntryField::Notes => self.notes(texts),
            EntryField::Advisor => texts.iter().map(|text| self.advisor(text)).collect(),
            EntryField::Doi => {
                let doi = entry.doi.iter();
                doi.map(|doi| Part::Same(linked_doi(doi))).collect()
            }
            EntryField::Meta => self.meta(entry),
            EntryField::Contacts => {
                let contacts = entry.contacts.iter();
                contacts
                    .map(|contact| Part::Same(self.links.contact_runs(contact)))
                    .collect()
            }
            EntryField::Links => self.all_links(entry),
            EntryField::Subtitle => {
                let own = titles(entry).skip(self.title_texts(entry).count());
                own.map(|subtitle| self.part(subtitle)).collect()
            }
            // These lead an entry, or are a part of another group.
            EntryField::Project | EntryField::Text => Vec::new(),
            _ => self.many(texts),
        }
    }

    fn title(&self, entry: &ResumeEntry) -> Option<Part> {
        self.title_texts(entry).next()?;
        let has_emphasis = self.title_texts(entry).any(|inlines| has_emphasis(inlines));
        Some(Part::new(has_emphasis, |around| self.titled(entry, around)))
    }

    /// Returns the links of an entry, and its own address if no text has it.
    fn all_links(&self, entry: &ResumeEntry) -> Vec<Part> {
        let links = entry.links.iter().map(|link| self.links.link(link));
        let leads = [
            EntryField::Title,
            EntryField::Subtitle,
            EntryField::Organization,
            EntryField::Text,
        ];
        let has_lead = entry.texts.of(leads).next().is_some();
        let own_address = entry.url.as_deref().filter(|_| !has_lead);
        let own_address = own_address.map(bracketed_address);
        links.chain(own_address).map(Part::Same).collect()
    }

    /// Returns the remarks, in parentheses.
    fn notes(&self, texts: &[Inlines]) -> Vec<Part> {
        let mut notes = self.list(texts, None);
        for runs in notes.iter_mut().flat_map(Part::forms_mut) {
            *runs = parenthesized(&self.resume.separators, std::mem::take(runs));
        }
        notes
    }

    /// Returns the parts of the level of a language, for a table.
    pub fn cefr(&self, entry: &ResumeEntry) -> Option<Cefr> {
        let LanguageLevels { levels, words } = entry.cefr.as_ref()?;
        let mut labels: Vec<String> = words.skills().into_iter().map(capitalized).collect();
        labels.extend([&words.understanding, &words.speaking].map(|word| capitalized(word)));
        Some(Cefr {
            fluency: (entry.text(EntryField::Level)).map(|level| self.part(level)),
            levels: levels.map(|level| level.map(CefrLevel::name)),
            labels,
        })
    }

    fn advisor(&self, advisor: &Inlines) -> Part {
        let (words, separators) = (&self.resume.words, &self.resume.separators);
        let label = format!("{}{}", words.advisor, separators.label);
        Part::new(has_emphasis(advisor), |around| {
            let mut part = Runs::text(&label);
            part.append(self.isolated(advisor, ready(advisor, around)));
            part
        })
    }

    fn meta(&self, entry: &ResumeEntry) -> Vec<Part> {
        let mut parts = Vec::with_capacity(entry.meta.len());
        for fact in &entry.meta {
            let mut runs = self.in_place(&fact.label, ready(&fact.label, Surrounding::Plain));
            let separators = &self.resume.separators;
            runs.push_text(separators.after_label(&plain(&fact.label)));
            let value = ready(&fact.value, Surrounding::Plain);
            runs.append(self.in_place(&fact.value, value));
            let is_short = fact.label.weight() + fact.value.weight() <= UNBROKEN;
            parts.push(Part::Same(if is_short { runs.boxed() } else { runs }));
        }
        parts
    }

    fn project(&self, project: &ResumeProject) -> HeaderProject {
        let name = project.name.as_deref().unwrap_or_default();
        HeaderProject {
            name: self.lead(
                name,
                self.isolated(name, ready(name, Surrounding::Strong)),
                Surrounding::Strong,
                project.url.as_deref(),
            ),
            links: project
                .links
                .iter()
                .map(|link| self.links.link(link))
                .collect(),
        }
    }

    /// Returns the widths of the parts of each group, in em. A group whose widths are unknown is left
    /// out.
    pub fn widths(&self, parts: &Parts) -> PartWidths {
        let known = parts.groups().filter_map(|(field, group)| {
            let widths = group.iter().map(|part| self.width(part.plain()));
            Some((field.name(), widths.collect::<Option<_>>()?))
        });
        let project = parts.project.as_ref();
        let project = project.and_then(|project| self.project_width(project));
        known
            .chain(project.map(|width| (EntryField::Project.name(), vec![width])))
            .collect()
    }

    fn width(&self, runs: &Runs) -> Option<f64> {
        self.widths.of_runs(runs, Surrounding::Plain)
    }

    fn project_width(&self, project: &HeaderProject) -> Option<f64> {
        let mut width = project.name.width?;
        for link in &project.links {
            width += SPACE + self.width(link)?;
        }
        Some(width)
    }
}

/// Returns the names of the groups that contain letters of a script without italics.
pub fn upright(entry: &ResumeEntry, separate_subtitles: bool) -> Vec<&'static str> {
    let has_upright = |text: &Inlines| plain(text).chars().any(is_upright);
    let fields = entry.texts.fields().filter(|field| {
        *field != EntryField::Text && entry.texts.all(*field).iter().any(has_upright)
    });
    let mut names: Vec<&str> = fields
        .map(|field| match field {
            EntryField::Subtitle if !separate_subtitles => EntryField::Title.name(),
            field => field.name(),
        })
        .collect();
    names.dedup();
    names
}

/// Returns the texts of an entry that may be longer than a line.
pub fn header_text(entry: &ResumeEntry) -> String {
    let fields = [
        EntryField::Title,
        EntryField::Subtitle,
        EntryField::Text,
        EntryField::Authors,
        EntryField::Venue,
        EntryField::Imprint,
    ];
    entry
        .texts
        .of(fields)
        .map(|inlines| plain(inlines))
        .collect()
}

/// Returns the title and the subtitle, as far as there are any.
pub fn titles(entry: &ResumeEntry) -> impl Iterator<Item = &Inlines> {
    entry.texts.of([EntryField::Title, EntryField::Subtitle])
}
