//! The headers of entries: every field in its group, with the widths of the groups.

use crate::content::plain;
use crate::content::resume::{
    Direction, Inline, Inlines, LanguageLevels, Resume, ResumeEntry, ResumeProject,
};
use crate::profile::CefrLevel;
use crate::typeset::contract::contacts::{LinkWriter, bracketed_address, linked_doi};
use crate::typeset::contract::entry_date::EntryDateWriter;
use crate::typeset::contract::parts::{Cefr, HeaderProject, Lead, Leads, Part, Parts};
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

    fn one(&self, field: Option<&Inlines>) -> Vec<Part> {
        field
            .map(|inlines| self.part(inlines))
            .into_iter()
            .collect()
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
                list.push_text(&separators.label);
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

    /// Returns the title and the subtitle as one text.
    fn titled(&self, entry: &ResumeEntry, around: Surrounding) -> Runs {
        let mut titled = Runs::default();
        for (index, inlines) in titles(entry).enumerate() {
            if index > 0 {
                titled.push_text(&self.resume.separators.label);
            }
            titled.append(self.isolated(inlines, ready(inlines, around)));
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
        let organization = entry.organization.as_ref();
        let text = entry.text.as_ref();
        let title: Inlines = titles(entry).flatten().cloned().collect();
        let plain = Surrounding::Plain;
        Leads {
            organization: organization.map(|inlines| {
                let runs = self.isolated(inlines, ready(inlines, around));
                self.lead(inlines, runs, around, url)
            }),
            title: titles(entry)
                .next()
                .map(|_| self.lead(&title, self.titled(entry, around), around, url)),
            text: text.map(|inlines| self.lead(inlines, ready(inlines, plain), plain, url)),
        }
    }

    /// Returns the groups of parts of an entry.
    pub fn parts(&self, entry: &ResumeEntry, keywords_label: Option<&Inlines>) -> Parts {
        let has_title = titles(entry).next().is_some();
        let has_title_emphasis = titles(entry).any(|inlines| has_emphasis(inlines));
        let has_lead = has_title || entry.organization.is_some() || entry.text.is_some();
        let own_address = entry.url.as_deref().filter(|_| !has_lead);
        let mut links: Vec<Part> = entry
            .links
            .iter()
            .map(|link| Part::Same(self.links.link(link)))
            .collect();
        links.extend(own_address.map(|url| Part::Same(bracketed_address(url))));
        Parts {
            organization: self.one(entry.organization.as_ref()),
            title: if has_title {
                vec![Part::new(has_title_emphasis, |around| {
                    self.titled(entry, around)
                })]
            } else {
                Vec::new()
            },
            position: self.one(entry.position.as_ref()),
            role: self.one(entry.role.as_ref()),
            level: self.level(entry),
            team: self.many(&entry.team),
            project: entry
                .project
                .iter()
                .map(|project| self.project(project))
                .collect(),
            authors: self.list(&entry.authors, None),
            venue: self.one(entry.venue.as_ref()),
            venue_short: self.one(entry.venue_short.as_ref()),
            imprint: self.one(entry.imprint.as_ref()),
            publication_type: self.one(entry.publication_type.as_ref()),
            status: self.one(entry.status.as_ref()),
            doi: entry
                .doi
                .iter()
                .map(|doi| Part::Same(linked_doi(doi)))
                .collect(),
            advisor: self.advisor(entry),
            meta: self.meta(entry),
            location: self.one(entry.location.as_ref()),
            contacts: entry
                .contacts
                .iter()
                .map(|contact| Part::Same(self.links.contact_runs(contact)))
                .collect(),
            links,
            notes: self
                .list(&entry.notes, None)
                .into_iter()
                .map(|part| self.note(part))
                .collect(),
            keywords: self.list(&entry.keywords, keywords_label),
        }
    }

    fn note(&self, part: Part) -> Part {
        match part {
            Part::Same(runs) => Part::Same(parenthesized(&self.resume.separators, runs)),
            Part::Styled {
                plain,
                strong,
                emph,
            } => Part::Styled {
                plain: parenthesized(&self.resume.separators, plain),
                strong: parenthesized(&self.resume.separators, strong),
                emph: parenthesized(&self.resume.separators, emph),
            },
        }
    }

    /// Returns the level of an entry, followed by the levels of the parts of a language.
    fn level(&self, entry: &ResumeEntry) -> Vec<Part> {
        let Some(LanguageLevels { levels, words }) = &entry.cefr else {
            return self.one(entry.level.as_ref());
        };
        let mut parts: Vec<String> = Vec::new();
        for (skill, level) in words.skills().into_iter().zip(levels) {
            parts.extend(level.map(|level| format!("{skill} {}", level.name())));
        }
        let separator = &self.resume.separators.list;
        let mut level = entry.level.clone().unwrap_or_default();
        if !level.is_empty() {
            level.push(Inline::Text(separator.clone()));
        }
        level.push(Inline::Text(parts.join(separator)));
        self.one(Some(&level))
    }

    /// Returns the parts of the level of a language, for a table.
    pub fn cefr(&self, entry: &ResumeEntry) -> Option<Cefr> {
        let LanguageLevels { levels, words } = entry.cefr.as_ref()?;
        let mut labels: Vec<String> = words.skills().into_iter().map(capitalized).collect();
        labels.extend([&words.understanding, &words.speaking].map(|word| capitalized(word)));
        Some(Cefr {
            fluency: entry.level.as_ref().map(|level| self.part(level)),
            levels: levels.map(|level| level.map(CefrLevel::name)),
            labels,
        })
    }

    fn advisor(&self, entry: &ResumeEntry) -> Vec<Part> {
        let Some(advisor) = &entry.advisor else {
            return Vec::new();
        };
        let label = format!(
            "{}{}",
            self.resume.words.advisor, self.resume.separators.label
        );
        vec![Part::new(has_emphasis(advisor), |around| {
            let mut part = Runs::text(&label);
            part.append(self.isolated(advisor, ready(advisor, around)));
            part
        })]
    }

    fn meta(&self, entry: &ResumeEntry) -> Vec<Part> {
        let mut parts = Vec::with_capacity(entry.meta.len());
        for fact in &entry.meta {
            let mut runs = self.in_place(&fact.label, ready(&fact.label, Surrounding::Plain));
            runs.push_text(&self.resume.separators.label);
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
    pub fn widths(&self, parts: &Parts) -> Vec<(&'static str, Vec<f64>)> {
        let mut widths = Vec::new();
        for (name, group) in parts.groups() {
            let of_parts: Option<Vec<f64>> =
                group.iter().map(|part| self.width(part.plain())).collect();
            widths.extend(
                of_parts
                    .filter(|_| !group.is_empty())
                    .map(|width| (name, width)),
            );
        }
        let projects: Option<Vec<f64>> = parts
            .project
            .iter()
            .map(|project| self.project_width(project))
            .collect();
        widths.extend(
            projects
                .filter(|all| !all.is_empty())
                .map(|width| ("project", width)),
        );
        widths
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
pub fn upright(entry: &ResumeEntry) -> Vec<&'static str> {
    let single = [
        ("organization", &entry.organization),
        ("position", &entry.position),
        ("role", &entry.role),
        ("level", &entry.level),
        ("venue", &entry.venue),
        ("venue-short", &entry.venue_short),
        ("imprint", &entry.imprint),
        ("type", &entry.publication_type),
        ("status", &entry.status),
        ("advisor", &entry.advisor),
        ("location", &entry.location),
    ];
    let lists = [
        ("team", &entry.team),
        ("authors", &entry.authors),
        ("notes", &entry.notes),
        ("keywords", &entry.keywords),
    ];
    let mut names = Vec::new();
    if titles(entry).any(|inlines| is_upright_text(inlines)) {
        names.push("title");
    }
    for (name, text) in single {
        if text
            .as_ref()
            .is_some_and(|inlines| is_upright_text(inlines))
        {
            names.push(name);
        }
    }
    for (name, texts) in lists {
        if texts.iter().any(|inlines| is_upright_text(inlines)) {
            names.push(name);
        }
    }
    names
}

fn is_upright_text(inlines: &[Inline]) -> bool {
    plain(inlines).chars().any(is_upright)
}

/// Returns the texts of an entry that may be longer than a line.
pub fn header_text(entry: &ResumeEntry) -> String {
    let fields = titles(entry)
        .chain(&entry.text)
        .chain(&entry.authors)
        .chain(&entry.venue)
        .chain(&entry.imprint);
    fields.map(|inlines| plain(inlines)).collect()
}

/// Returns the title and the subtitle, as far as there are any.
pub fn titles(entry: &ResumeEntry) -> impl Iterator<Item = &Inlines> {
    entry.title.iter().chain(&entry.subtitle)
}

/// Returns a word with a capital at its start, as the head of a table has it.
fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
