//! The parts of an entry's header, in named groups that a layout arranges.

use serde::Serialize;

use crate::content::resume::{
    Contact, ContactKind, DateStyle, Direction, Doi, FormattedRange, Inline, Inlines, Resume,
    ResumeEntry, ResumeLink, ResumeProject,
};
use crate::typeset::contract::runs::{
    Run, Runs, Surrounding, has_emphasis, has_link, ready, ready_text,
};
use crate::typeset::contract::script::{is_latin, is_upright};
use crate::typeset::contract::weight::Weight;
use crate::typeset::contract::width::Widths;

/// The most bytes of a part that is not broken.
const UNBROKEN: usize = 24;
/// The most bytes of a contact that is not broken.
const UNBROKEN_CONTACT: usize = 70;
/// The most characters of a date that is not broken.
const UNBROKEN_DATE: usize = 26;
/// The most bytes of Latin text that keeps its own direction on a page from right to left.
const ISOLATED: usize = 40;
/// The width of a space, in em.
const SPACE: f64 = 0.2;

/// A part of a header, which looks different in strong and in emphasized text only if it contains
/// emphasis itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Part {
    /// The same in any text.
    Same(Runs),
    /// One form for each surrounding.
    Styled {
        /// In plain text.
        plain: Runs,
        /// In strong text.
        strong: Runs,
        /// In emphasized text.
        emph: Runs,
    },
}

impl Part {
    fn new(has_emphasis: bool, build: impl Fn(Surrounding) -> Runs) -> Self {
        let plain = build(Surrounding::Plain);
        if !has_emphasis {
            return Self::Same(plain);
        }
        Self::Styled {
            plain,
            strong: build(Surrounding::Strong),
            emph: build(Surrounding::Emph),
        }
    }

    /// Prepares a text.
    pub fn of(inlines: &[Inline]) -> Self {
        Self::new(has_emphasis(inlines), |around| ready(inlines, around))
    }

    fn plain(&self) -> &Runs {
        match self {
            Self::Same(runs) | Self::Styled { plain: runs, .. } => runs,
        }
    }
}

/// Text with the link of its entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lead {
    /// The text; strong, or emphasized in a role.
    pub content: Runs,
    /// The target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The address in brackets that replaces the link if the text contains links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Runs>,
    /// Its width, in em.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
}

impl Lead {
    fn new(inlines: &[Inline], content: Runs, width: Option<f64>, url: Option<&str>) -> Self {
        let is_flat = !has_link(inlines);
        Self {
            width: width.filter(|_| is_flat),
            content,
            url: url.filter(|_| is_flat).map(str::to_owned),
            after: url.filter(|_| !is_flat).map(bracketed_address),
        }
    }
}

/// The texts that may lead an entry.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Leads {
    /// The organization.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<Lead>,
    /// The title with its subtitle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Lead>,
    /// The text that replaces the fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Lead>,
}

/// A project within a job.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeaderProject {
    /// Its name, in strong text.
    pub name: Lead,
    /// Its links.
    pub links: Vec<Runs>,
}

/// The groups of parts, without those that are empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Parts {
    /// The organization.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub organization: Vec<Part>,
    /// The title with its subtitle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub title: Vec<Part>,
    /// The position of a referee.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub position: Vec<Part>,
    /// The role in a project.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub role: Vec<Part>,
    /// The level.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub level: Vec<Part>,
    /// The team, from the outermost unit inwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub team: Vec<Part>,
    /// The project.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub project: Vec<HeaderProject>,
    /// The authors, as a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<Part>,
    /// The venue.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub venue: Vec<Part>,
    /// The short name of the venue.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub venue_short: Vec<Part>,
    /// Volume, pages, publisher and place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub imprint: Vec<Part>,
    /// The type of publication.
    #[serde(rename = "type", skip_serializing_if = "Vec::is_empty")]
    pub publication_type: Vec<Part>,
    /// The status of a publication.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<Part>,
    /// The digital object identifier, with its link.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doi: Vec<Part>,
    /// The advisor, with its label.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advisor: Vec<Part>,
    /// The facts, with their labels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meta: Vec<Part>,
    /// The place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub location: Vec<Part>,
    /// The contacts of a referee.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<Part>,
    /// The links, in brackets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Part>,
    /// The remarks, in parentheses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Part>,
    /// The keywords, as a list with its label.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Part>,
}

/// The date of an entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EntryDate {
    /// All periods, and the word for a future date.
    pub content: Runs,
    /// The same as one string, with plain spaces.
    pub text: String,
    /// The number of letters of its dates.
    pub length: usize,
    /// Its width, in em; 0 if it is unknown.
    pub width: f64,
    /// The words of its periods.
    pub words: Vec<String>,
}

/// A contact.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReadyContact {
    /// The kind.
    pub kind: ContactKind,
    /// The network of an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The address, or the label that stands for it.
    pub content: Runs,
    /// Whether it is short enough to stay on one line.
    pub short: bool,
    /// The same with its address, if the label stood for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full: Option<FullContact>,
}

/// A contact whose address is visible.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FullContact {
    /// The label and the address.
    pub content: Runs,
    /// Whether it is short enough to stay on one line.
    pub short: bool,
}

/// Prepares the parts of headers.
pub struct PartsWriter<'a> {
    /// The document.
    pub resume: &'a Resume,
    /// The date style of its entries.
    pub dates: DateStyle,
    /// Whether the dash between two dates always has spaces around it.
    pub has_spaced_dash: bool,
    /// Whether links show their addresses.
    pub addresses: bool,
    /// The widths in the font of the text.
    pub widths: Widths<'a>,
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
            runs
        }
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

    fn parenthesized(&self, runs: Runs) -> Runs {
        let mut note = Runs::text(&self.resume.separators.open);
        note.append(runs);
        note.push_text(&self.resume.separators.close);
        note
    }

    /// Returns the title and the subtitle as one text.
    fn titled(&self, entry: &ResumeEntry, around: Surrounding) -> Runs {
        let mut titled = Runs::default();
        for (index, inlines) in titles(entry).enumerate() {
            if index > 0 {
                titled.push_text(&self.resume.separators.label);
            }
            titled.append(ready(inlines, around));
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
            organization: organization
                .map(|inlines| self.lead(inlines, ready(inlines, around), around, url)),
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
        let mut links: Vec<Part> = if self.addresses {
            entry
                .links
                .iter()
                .map(|link| Part::Same(self.full_link(link)))
                .collect()
        } else {
            entry
                .links
                .iter()
                .map(|link| Part::Same(bracketed(link)))
                .collect()
        };
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
            level: self.one(entry.level.as_ref()),
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
                .map(|doi| Part::Same(doi_part(doi)))
                .collect(),
            advisor: self.advisor(entry),
            meta: self.meta(entry),
            location: self.one(entry.location.as_ref()),
            contacts: entry
                .contacts
                .iter()
                .map(|contact| self.contact_part(contact))
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
            Part::Same(runs) => Part::Same(self.parenthesized(runs)),
            Part::Styled {
                plain,
                strong,
                emph,
            } => Part::Styled {
                plain: self.parenthesized(plain),
                strong: self.parenthesized(strong),
                emph: self.parenthesized(emph),
            },
        }
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
            let mut runs = ready(&fact.label, Surrounding::Plain);
            runs.push_text(&self.resume.separators.label);
            runs.append(ready(&fact.value, Surrounding::Plain));
            let is_short = fact.label.weight() + fact.value.weight() <= UNBROKEN;
            parts.push(Part::Same(if is_short { runs.boxed() } else { runs }));
        }
        parts
    }

    fn project(&self, project: &ResumeProject) -> HeaderProject {
        let name = project.name.as_deref().unwrap_or_default();
        let links = project.links.iter();
        HeaderProject {
            name: self.lead(
                name,
                ready(name, Surrounding::Strong),
                Surrounding::Strong,
                project.url.as_deref(),
            ),
            links: links
                .map(|link| {
                    if self.addresses {
                        self.full_link(link)
                    } else {
                        bracketed(link)
                    }
                })
                .collect(),
        }
    }

    /// Returns a link as its label and its address: extracted text keeps no links.
    fn full_link(&self, link: &ResumeLink) -> Runs {
        let label = ready(&link.label, Surrounding::Plain);
        let Some(url) = &link.url else {
            return label;
        };
        let address = bare(url);
        if bare(&plain(&link.label)) == address {
            return label.linked(Some(url));
        }
        let contact = Contact {
            kind: ContactKind::Link,
            network: None,
            label: None,
            text: address.to_owned(),
            url: Some(url.clone()),
        };
        let mut runs = label;
        runs.push_text(&self.resume.separators.label);
        let ready = self.contact(&contact);
        runs.append(if ready.short {
            ready.content.boxed()
        } else {
            ready.content
        });
        runs
    }

    fn contact_part(&self, contact: &Contact) -> Part {
        let ready = self.contact(contact);
        Part::Same(if ready.short {
            ready.content.boxed()
        } else {
            ready.content
        })
    }

    /// Prepares a contact. Addresses and numbers run from left to right in every language.
    pub fn contact(&self, contact: &Contact) -> ReadyContact {
        let url = contact.url.as_deref();
        // A label that equals the address replaces it, as written in the profile.
        let label = contact.label.as_ref();
        let same = label.filter(|label| bare(label) == bare(&contact.text));
        let address = same.unwrap_or(&contact.text);
        let isolated = |runs: Runs| {
            if self.is_rtl() && contact.kind != ContactKind::Location {
                Runs(vec![Run::Ltr { content: runs }])
            } else {
                runs
            }
        };
        // In a line as wide as the page, a short address needs no break opportunities: some parsers
        // read a space there.
        let whole = if address.len() <= UNBROKEN_CONTACT {
            Runs::text(address)
        } else {
            ready_text(address)
        };
        let full_address = isolated(whole).linked(url);
        let loose_address = isolated(ready_text(address)).linked(url);
        let label = label.filter(|_| same.is_none());
        let with_label = |label: &str, address: Runs| {
            let mut runs = ready_text(label);
            runs.push_text(&self.resume.separators.label);
            runs.append(address);
            runs
        };
        let (content, length) = match label {
            None => (loose_address, address.len()),
            Some(label) if url.is_none() => (
                with_label(label, loose_address),
                label.len() + address.len(),
            ),
            Some(label) => (ready_text(label).linked(url), label.len()),
        };
        let (full, full_length) = match label {
            None => (full_address, address.len()),
            Some(label) => (with_label(label, full_address), label.len() + address.len()),
        };
        let differs = full != content;
        ReadyContact {
            kind: contact.kind,
            network: contact.network.clone(),
            content,
            short: length <= UNBROKEN_CONTACT,
            full: differs.then_some(FullContact {
                content: full,
                short: full_length <= UNBROKEN_CONTACT,
            }),
        }
    }

    /// Returns the date of an entry, if it has one.
    pub fn date(&self, entry: &ResumeEntry) -> Option<EntryDate> {
        if entry.dates.is_empty() && !entry.expected {
            return None;
        }
        let separators = &self.resume.separators;
        let mut content = Runs::default();
        let mut words = Vec::new();
        let mut length = 0;
        for (index, period) in entry.dates.iter().enumerate() {
            if index > 0 {
                content.push_text(&separators.list);
            }
            let range = period.in_style(self.dates);
            content.append(self.period(range));
            for end in range.start.iter().chain(&range.end) {
                length += end.chars().count() + 2;
                words.extend(end.split_whitespace().map(str::to_owned));
            }
        }
        if entry.expected {
            let expected = &self.resume.words.expected;
            length += expected.chars().count();
            if !entry.dates.is_empty() && separators.open == "(" {
                content.push_text(" ");
            }
            content.append(self.parenthesized(Runs::text(expected).boxed()));
        }
        Some(EntryDate {
            text: text_of(&content).replace('\u{a0}', " "),
            width: self.width(&content).unwrap_or_default(),
            content,
            length,
            words,
        })
    }

    fn period(&self, range: &FormattedRange) -> Runs {
        let start = range.start.as_deref().unwrap_or_default();
        let Some(end) = range.end.as_deref() else {
            return in_one_piece(start);
        };
        if !self.has_spaced_dash && !start.contains(' ') && !end.contains(' ') {
            return in_one_piece(&format!("{start}–{end}"));
        }
        let mut runs = in_one_piece(&format!("{start}\u{a0}–"));
        runs.push_text(" ");
        runs.append(in_one_piece(end));
        runs
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

impl Parts {
    /// Returns the groups of texts.
    pub fn groups_mut(&mut self) -> [&mut Vec<Part>; 20] {
        [
            &mut self.organization,
            &mut self.title,
            &mut self.position,
            &mut self.role,
            &mut self.level,
            &mut self.team,
            &mut self.authors,
            &mut self.venue,
            &mut self.venue_short,
            &mut self.imprint,
            &mut self.publication_type,
            &mut self.status,
            &mut self.doi,
            &mut self.advisor,
            &mut self.meta,
            &mut self.location,
            &mut self.contacts,
            &mut self.links,
            &mut self.notes,
            &mut self.keywords,
        ]
    }

    /// Returns the groups that have a width of their own, by their names.
    fn groups(&self) -> [(&'static str, &[Part]); 20] {
        [
            ("organization", &self.organization),
            ("title", &self.title),
            ("position", &self.position),
            ("role", &self.role),
            ("level", &self.level),
            ("team", &self.team),
            ("authors", &self.authors),
            ("venue", &self.venue),
            ("venue-short", &self.venue_short),
            ("imprint", &self.imprint),
            ("type", &self.publication_type),
            ("status", &self.status),
            ("doi", &self.doi),
            ("advisor", &self.advisor),
            ("meta", &self.meta),
            ("location", &self.location),
            ("contacts", &self.contacts),
            ("links", &self.links),
            ("notes", &self.notes),
            ("keywords", &self.keywords),
        ]
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

/// Returns the title and the subtitle, as far as there are any.
pub fn titles(entry: &ResumeEntry) -> impl Iterator<Item = &Inlines> {
    entry.title.iter().chain(&entry.subtitle)
}

fn plain(inlines: &[Inline]) -> String {
    crate::content::plain(inlines)
}

/// Returns an address without its optional parts.
fn bare(address: &str) -> &str {
    let mut rest = address;
    for scheme in ["https://", "http://", "mailto:", "tel:"] {
        if let Some(after) = rest.strip_prefix(scheme) {
            rest = after;
            break;
        }
    }
    rest.strip_prefix("www.")
        .unwrap_or(rest)
        .trim_end_matches('/')
}

fn bracketed_address(url: &str) -> Runs {
    let mut runs = Runs::text("[");
    runs.append(ready_text(bare(url)).linked(Some(url)));
    runs.push_text("]");
    runs
}

fn bracketed(link: &ResumeLink) -> Runs {
    let mut runs = Runs::text("[");
    runs.append(ready(&link.label, Surrounding::Plain).linked(link.url.as_deref()));
    runs.push_text("]");
    if link.label.weight() <= UNBROKEN {
        runs.boxed()
    } else {
        runs
    }
}

fn doi_part(doi: &Doi) -> Runs {
    let prefix = if doi.text.starts_with("10.") {
        "doi:"
    } else {
        ""
    };
    ready_text(&format!("{prefix}{}", doi.text)).linked(Some(&doi.url))
}

fn in_one_piece(date: &str) -> Runs {
    if date.chars().count() <= UNBROKEN_DATE {
        Runs::text(date).boxed()
    } else {
        ready_text(date)
    }
}

/// Returns the text of runs.
pub fn text_of(runs: &Runs) -> String {
    let mut text = String::new();
    for run in &runs.0 {
        match run {
            Run::Text(part) => text.push_str(part),
            Run::Code { pieces } | Run::Long { pieces } => text.extend(pieces.iter().cloned()),
            Run::Break => text.push(' '),
            Run::Seam => {}
            Run::Strong { content }
            | Run::Emph { content }
            | Run::StrongEmph { content }
            | Run::Strike { content }
            | Run::Super { content }
            | Run::Sub { content }
            | Run::Box { content }
            | Run::Ltr { content }
            | Run::Link { content, .. } => text.push_str(&text_of(content)),
        }
    }
    text
}
