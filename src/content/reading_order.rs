//! The texts of a CV or a letter in reading order. Checks compare a PDF with this list.

use std::rc::Rc;

use crate::content::date::DateWriter;
use crate::content::markdown::{self, plain};
use crate::content::resume::{
    Block, Contact, DateFormat, EntryField, Inlines, Resume, ResumeDetail, ResumeEntry, ResumeItem,
    ResumeLetter, ResumeLink, ResumePerson, ResumeSection, ResumeSignature,
};
use crate::profile::SectionKind;

/// Texts whose order a layout decides, such as those that head an entry.
pub type TextGroup = Vec<String>;

/// Returns the groups of texts in reading order. `dates` is how the dates of entries are
/// written; the date of a letter is always long.
pub fn text_groups(resume: &Resume, dates: DateFormat) -> Vec<TextGroup> {
    let dates = DateWriter::new(&resume.locale, dates);
    let mut collector = Collector::new(&dates);
    if !resume.has_sender_below() {
        collector.person(resume);
    }
    for section in &resume.sections {
        collector.section(section);
    }
    if let Some(signature) = &resume.signature {
        collector.signature(signature);
    }
    collector.line(resume.footer.as_ref());
    if let Some(letter) = &resume.letter {
        collector.letter(letter, resume);
    }
    collector
        .groups
        .into_iter()
        .map(|(_, group)| group)
        .collect()
}

/// A text to search for words, and the part of the document that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedText {
    /// The headings of its section and subsection.
    pub section: Option<String>,
    /// The title and the organization of its entry.
    pub entry: Option<String>,
    /// The text.
    pub text: String,
    /// Whether it is the name of an employer or an institution.
    pub is_organization: bool,
}

/// Returns the texts of a CV in reading order, each with the part of the document that has it. Dates
/// and the names of persons are no words to search for, and are left out.
pub fn located_texts(resume: &Resume) -> Vec<LocatedText> {
    let dates = DateWriter::new(&resume.locale, DateFormat::AS_WRITTEN);
    let mut collector = Collector::new(&dates);
    collector.has_dates = false;
    let ResumePerson {
        name, native_name, ..
    } = &resume.person;
    collector.place = Rc::new(Place {
        persons: name.iter().chain(native_name).cloned().collect(),
        ..Place::default()
    });
    collector.person(resume);
    collector.place = Rc::default();
    for section in &resume.sections {
        collector.section(section);
    }
    collector.line(resume.footer.as_ref());
    let mut texts = Vec::new();
    for (place, mut group) in collector.groups {
        group.retain(|text| !place.persons.contains(text));
        texts.extend(group.into_iter().map(|text| LocatedText {
            section: place.section.clone(),
            entry: place.entry.clone(),
            is_organization: place.organization.as_ref() == Some(&text),
            text,
        }));
    }
    texts
}

/// Returns the texts that head an entry, and the texts below them, without those of its roles.
pub fn entry_texts(entry: &ResumeEntry, dates: &DateWriter) -> Vec<String> {
    let mut collector = Collector::new(dates);
    collector.entry_itself(entry);
    collector.texts().collect()
}

/// Returns the texts of Markdown of several paragraphs: of each paragraph, each item and each cell.
pub fn prose_texts(prose: &str) -> Vec<String> {
    let mut texts = Vec::new();
    add_block_texts(&markdown::blocks(prose).content, &mut texts);
    texts
}

/// Returns a text of one paragraph in Markdown without its markup.
pub fn plain_text(text: &str) -> String {
    plain(&markdown::inline(text).content)
}

/// The length of a section's text.
pub struct SectionLength {
    /// The section's title; empty if it has none.
    pub title: String,
    /// The number of characters.
    pub characters: usize,
}

/// Returns the lengths of the sections.
pub fn section_lengths(resume: &Resume) -> Vec<SectionLength> {
    let sections = resume.sections.iter();
    sections
        .map(|section| SectionLength {
            title: section.title.as_deref().map(plain).unwrap_or_default(),
            characters: characters(resume, section),
        })
        .collect()
}

fn characters(resume: &Resume, section: &ResumeSection) -> usize {
    let dates = DateWriter::new(&resume.locale, DateFormat::default());
    let mut collector = Collector::new(&dates);
    collector.section(section);
    collector.texts().map(|text| text.chars().count()).sum()
}

/// A part of the document.
#[derive(Default)]
struct Place {
    /// The headings of the section and of those around it.
    section: Option<String>,
    /// What names the entry, and those around it.
    entry: Option<String>,
    /// The employer or the institution of the entry.
    organization: Option<String>,
    /// The names of the entry's persons.
    persons: Vec<String>,
}

/// Collects groups of texts, each with its place.
struct Collector<'a> {
    groups: Vec<(Rc<Place>, TextGroup)>,
    place: Rc<Place>,
    dates: &'a DateWriter<'a>,
    has_dates: bool,
}

impl<'a> Collector<'a> {
    fn new(dates: &'a DateWriter) -> Self {
        Self {
            groups: Vec::new(),
            place: Rc::default(),
            dates,
            has_dates: true,
        }
    }

    fn texts(self) -> impl Iterator<Item = String> {
        self.groups.into_iter().flat_map(|(_, group)| group)
    }

    fn group(&mut self, mut group: TextGroup) {
        group.retain(|text| !text.trim().is_empty());
        if !group.is_empty() {
            self.groups.push((Rc::clone(&self.place), group));
        }
    }

    /// Adds a text as a group of its own.
    fn line(&mut self, content: Option<&Inlines>) {
        self.group(content.map(|content| plain(content)).into_iter().collect());
    }

    fn lines(&mut self, contents: &[Inlines]) {
        for content in contents {
            self.line(Some(content));
        }
    }

    fn person(&mut self, resume: &Resume) {
        let ResumePerson {
            name,
            native_name,
            headline,
            epigraph,
            status,
            contacts,
            ..
        } = &resume.person;
        let mut head: TextGroup = name.iter().chain(native_name).cloned().collect();
        let lines = [&resume.title, headline, epigraph, status];
        head.extend(lines.into_iter().flatten().map(|content| plain(content)));
        let contacts = contacts.iter();
        for contact in contacts.filter(|contact| self.has_dates || contact.date.is_none()) {
            head.extend(contact.own_caption().map(str::to_owned));
            // A letter is not a form.
            let is_in_letter = contact.date.is_some() && resume.letter.is_some();
            head.push(if is_in_letter {
                contact.text.clone()
            } else {
                self.contact(contact)
            });
        }
        self.group(head);
    }

    fn contact(&self, contact: &Contact) -> String {
        if let Some(written) = self.dates.in_form(contact.date) {
            return written;
        }
        if contact.own_caption().is_some() {
            return contact.text.clone();
        }
        contact.label.as_ref().unwrap_or(&contact.text).clone()
    }

    fn letter(&mut self, letter: &ResumeLetter, resume: &Resume) {
        self.group(letter.date.iter().cloned().collect());
        self.lines(&letter.recipient);
        if resume.has_sender_below() {
            self.person(resume);
        }
        self.line(letter.subject.as_ref());
        self.line(letter.opening.as_ref());
        self.blocks(&letter.body);
        self.line(letter.closing.as_ref());
        if !resume.has_sender_below() {
            self.group(resume.person.name.iter().cloned().collect());
        }
        if !letter.enclosures.is_empty() {
            self.group(vec![resume.words.enclosures.clone()]);
        }
        self.lines(&letter.enclosures);
    }

    fn signature(&mut self, signature: &ResumeSignature) {
        let place = signature.place.as_ref().map(|place| plain(place));
        self.group(place.into_iter().chain(signature.date.clone()).collect());
        self.group(signature.name.iter().cloned().collect());
    }

    fn section(&mut self, section: &ResumeSection) {
        let outer = Rc::clone(&self.place);
        let title = section.title.as_deref().map(plain);
        self.place = Rc::new(Place {
            section: joined(outer.section.iter().cloned().chain(title)),
            ..Place::default()
        });
        self.line(section.title.as_ref());
        self.blocks(&section.body);
        self.items(&section.highlights);
        for entry in &section.entries {
            self.entry(entry);
        }
        for subsection in &section.sections {
            self.section(subsection);
        }
        self.place = outer;
    }

    fn entry(&mut self, entry: &ResumeEntry) {
        let outer = Rc::clone(&self.place);
        let one = |field| entry.text(field).map(|text| plain(text));
        let organization = one(EntryField::Organization);
        let title = one(EntryField::Title);
        let names = title.clone().into_iter().chain(organization.clone());
        let persons = [EntryField::Authors, EntryField::Advisor];
        let persons = entry.texts.of(persons);
        let referee = title.filter(|_| entry.kind == SectionKind::Reference);
        self.place = Rc::new(Place {
            section: outer.section.clone(),
            entry: joined(names.chain(outer.entry.clone())),
            organization,
            persons: persons.map(|name| plain(name)).chain(referee).collect(),
        });
        self.entry_itself(entry);
        for role in &entry.roles {
            self.entry(role);
        }
        self.place = outer;
    }

    fn entry_itself(&mut self, entry: &ResumeEntry) {
        self.group(self.entry_head(entry));
        self.blocks(&entry.summary);
        for detail in &entry.details {
            self.detail(detail);
        }
        self.items(&entry.highlights);
    }

    fn entry_head(&self, entry: &ResumeEntry) -> TextGroup {
        let mut head: TextGroup = entry.texts.iter().map(|text| plain(text)).collect();
        if let Some(project) = &entry.project {
            head.extend(project.name.as_deref().map(plain));
            head.extend(labels(&project.links));
        }
        let levels = entry.cefr.iter().flat_map(|cefr| cefr.levels).flatten();
        head.extend(levels.map(|level| level.name().to_owned()));
        head.extend(entry.doi.iter().map(|doi| doi.text.clone()));
        head.extend(entry.contacts.iter().map(|contact| contact.text.clone()));
        head.extend(labels(&entry.links));
        for fact in &entry.meta {
            head.extend([plain(&fact.label), plain(&fact.value)]);
        }
        for period in entry.dates.iter().filter(|_| self.has_dates) {
            let period = self.dates.period(period);
            let texts = [period.start, period.end, period.duration];
            head.extend(texts.into_iter().flatten());
        }
        head
    }

    fn detail(&mut self, detail: &ResumeDetail) {
        self.line(detail.label.as_ref());
        self.blocks(&detail.body);
        self.items(&detail.items);
    }

    fn items(&mut self, items: &[ResumeItem]) {
        for item in items {
            self.line(Some(&item.content));
            self.items(&item.items);
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        let mut texts = Vec::new();
        add_block_texts(blocks, &mut texts);
        for text in texts {
            self.group(vec![text]);
        }
    }
}

fn add_block_texts(blocks: &[Block], texts: &mut Vec<String>) {
    for block in blocks {
        match block {
            Block::Paragraph { content } => texts.push(plain(content)),
            Block::List { items, .. } => {
                for item in items {
                    add_block_texts(item, texts);
                }
            }
            Block::Quote { blocks } => add_block_texts(blocks, texts),
            Block::Code { text } => texts.extend(text.lines().map(str::to_owned)),
            Block::Table { header, rows, .. } => {
                let cells = header.iter().chain(rows.iter().flatten());
                texts.extend(cells.map(|cell| plain(cell)));
            }
            Block::Rule => {}
        }
    }
}

fn joined(parts: impl Iterator<Item = String>) -> Option<String> {
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn labels(links: &[ResumeLink]) -> impl Iterator<Item = String> {
    links.iter().map(|link| plain(&link.label))
}
