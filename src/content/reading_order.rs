//! The texts of a CV or a letter in reading order. Checks compare a PDF with this list.

use crate::content::markdown::plain;
use crate::content::resume::{
    Block, DateStyle, Inlines, Resume, ResumeDetail, ResumeEntry, ResumeItem, ResumeLetter,
    ResumeLink, ResumePerson, ResumeSection,
};

/// Texts whose order a layout decides, such as those that head an entry.
pub type TextGroup = Vec<String>;

/// Returns the groups of texts in reading order. `date_style` is the style of the dates of entries;
/// the date of a letter is always long.
pub fn text_groups(resume: &Resume, date_style: DateStyle) -> Vec<TextGroup> {
    let mut collector = Collector::new(date_style);
    collector.person(resume);
    for section in &resume.sections {
        collector.section(section);
    }
    collector.line(resume.footer.as_ref());
    if let Some(letter) = &resume.letter {
        collector.letter(letter, resume);
    }
    collector.groups
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
            characters: characters(section),
        })
        .collect()
}

fn characters(section: &ResumeSection) -> usize {
    let mut collector = Collector::new(DateStyle::default());
    collector.section(section);
    let texts = collector.groups.iter().flatten();
    texts.map(|text| text.chars().count()).sum()
}

/// Collects groups of texts.
struct Collector {
    groups: Vec<TextGroup>,
    date_style: DateStyle,
}

impl Collector {
    fn new(date_style: DateStyle) -> Self {
        Self {
            groups: Vec::new(),
            date_style,
        }
    }

    fn group(&mut self, mut group: TextGroup) {
        group.retain(|text| !text.trim().is_empty());
        if !group.is_empty() {
            self.groups.push(group);
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
        for contact in contacts {
            head.push(contact.label.as_ref().unwrap_or(&contact.text).clone());
        }
        self.group(head);
    }

    fn letter(&mut self, letter: &ResumeLetter, resume: &Resume) {
        self.group(letter.date.iter().map(|date| date.long.clone()).collect());
        self.lines(&letter.recipient);
        self.line(letter.subject.as_ref());
        self.line(letter.opening.as_ref());
        self.blocks(&letter.body);
        self.line(letter.closing.as_ref());
        self.group(resume.person.name.iter().cloned().collect());
        if !letter.enclosures.is_empty() {
            self.group(vec![resume.words.enclosures.clone()]);
        }
        self.lines(&letter.enclosures);
    }

    fn section(&mut self, section: &ResumeSection) {
        self.line(section.title.as_ref());
        self.blocks(&section.body);
        self.items(&section.highlights);
        for entry in &section.entries {
            self.entry(entry);
        }
        for subsection in &section.sections {
            self.section(subsection);
        }
    }

    fn entry(&mut self, entry: &ResumeEntry) {
        self.group(self.entry_head(entry));
        self.blocks(&entry.summary);
        for detail in &entry.details {
            self.detail(detail);
        }
        self.items(&entry.highlights);
        for role in &entry.roles {
            self.entry(role);
        }
    }

    fn entry_head(&self, entry: &ResumeEntry) -> TextGroup {
        let single = [
            &entry.title,
            &entry.organization,
            &entry.position,
            &entry.subtitle,
            &entry.level,
            &entry.role,
            &entry.advisor,
            &entry.location,
            &entry.venue,
            &entry.venue_short,
            &entry.imprint,
            &entry.publication_type,
            &entry.status,
            // A line of text has its date next to it.
            &entry.text,
        ];
        let lists = [&entry.team, &entry.authors, &entry.keywords, &entry.notes];
        let contents = single
            .into_iter()
            .flatten()
            .chain(lists.into_iter().flatten());
        let mut head: TextGroup = contents.map(|content| plain(content)).collect();
        if let Some(project) = &entry.project {
            head.extend(project.name.as_deref().map(plain));
            head.extend(labels(&project.links));
        }
        head.extend(entry.doi.iter().map(|doi| doi.text.clone()));
        head.extend(entry.contacts.iter().map(|contact| contact.text.clone()));
        head.extend(labels(&entry.links));
        for fact in &entry.meta {
            head.extend([plain(&fact.label), plain(&fact.value)]);
        }
        for period in &entry.dates {
            let range = period.in_style(self.date_style);
            head.extend(range.start.iter().chain(&range.end).cloned());
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
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph { content } => self.line(Some(content)),
            Block::List { items, .. } => {
                for item in items {
                    self.blocks(item);
                }
            }
            Block::Quote { blocks } => self.blocks(blocks),
            Block::Code { text } => {
                for line in text.lines() {
                    self.group(vec![line.to_owned()]);
                }
            }
            Block::Table { header, rows, .. } => {
                self.lines(header);
                for row in rows {
                    self.lines(row);
                }
            }
            Block::Rule => {}
        }
    }
}

fn labels(links: &[ResumeLink]) -> impl Iterator<Item = String> {
    links.iter().map(|link| plain(&link.label))
}
