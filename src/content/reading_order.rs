//! The texts of a CV or a letter in reading order. Checks compare a PDF with this list.

use crate::content::date::DateWriter;
use crate::content::markdown::{self, plain};
use crate::content::resume::{
    Block, Contact, DateFormat, Inlines, Resume, ResumeDetail, ResumeEntry, ResumeItem,
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
    collector.person(resume);
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
    collector.groups
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
    let mut texts = Vec::new();
    collector.person(resume);
    collector.place(None, None, &mut texts);
    let ResumePerson {
        name, native_name, ..
    } = &resume.person;
    texts.retain(|text| ![name, native_name].contains(&&Some(text.text.clone())));
    for section in &resume.sections {
        collector.located_section(section, None, &mut texts);
    }
    collector.line(resume.footer.as_ref());
    collector.place(None, None, &mut texts);
    texts
}

/// Returns the texts that head an entry, and the texts below them, without those of its roles.
pub fn entry_texts(entry: &ResumeEntry, dates: &DateWriter) -> Vec<String> {
    let mut collector = Collector::new(dates);
    collector.entry_itself(entry);
    collector.groups.concat()
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
    let texts = collector.groups.iter().flatten();
    texts.map(|text| text.chars().count()).sum()
}

/// Collects groups of texts.
struct Collector<'a> {
    groups: Vec<TextGroup>,
    dates: &'a DateWriter<'a>,
    has_dates: bool,
}

impl<'a> Collector<'a> {
    fn new(dates: &'a DateWriter) -> Self {
        Self {
            groups: Vec::new(),
            dates,
            has_dates: true,
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

    /// Moves the texts collected so far to `texts`, as those of one part.
    fn place(&mut self, section: Option<&str>, entry: Option<&str>, texts: &mut Vec<LocatedText>) {
        let collected = self.groups.drain(..).flatten();
        texts.extend(collected.map(|text| LocatedText {
            section: section.map(str::to_owned),
            entry: entry.map(str::to_owned),
            text,
            is_organization: false,
        }));
    }

    fn located_section(
        &mut self,
        section: &ResumeSection,
        outer: Option<&str>,
        texts: &mut Vec<LocatedText>,
    ) {
        self.line(section.title.as_ref());
        self.blocks(&section.body);
        self.items(&section.highlights);
        let title = section.title.as_deref().map(plain);
        let path = [outer.map(str::to_owned), title];
        let path: Vec<String> = path.into_iter().flatten().collect();
        let path = (!path.is_empty()).then(|| path.join(", "));
        self.place(path.as_deref(), None, texts);
        for entry in &section.entries {
            self.located_entry(entry, path.as_deref(), None, texts);
        }
        for subsection in &section.sections {
            self.located_section(subsection, path.as_deref(), texts);
        }
    }

    fn located_entry(
        &mut self,
        entry: &ResumeEntry,
        section: Option<&str>,
        outer: Option<&str>,
        texts: &mut Vec<LocatedText>,
    ) {
        let names = [&entry.title, &entry.organization].into_iter().flatten();
        let mut names: Vec<String> = names.map(|name| plain(name)).collect();
        names.extend(outer.map(str::to_owned));
        let label = (!names.is_empty()).then(|| names.join(", "));
        let first = texts.len();
        self.entry_itself(entry);
        self.place(section, label.as_deref(), texts);
        let referee = entry
            .title
            .as_ref()
            .filter(|_| entry.kind == SectionKind::Reference);
        let persons = entry.authors.iter().chain(&entry.advisor).chain(referee);
        let persons: Vec<String> = persons.map(|person| plain(person)).collect();
        let organization = entry.organization.as_ref().map(|name| plain(name));
        let own = texts.split_off(first).into_iter();
        texts.extend(
            own.filter(|text| !persons.contains(&text.text))
                .map(|text| LocatedText {
                    is_organization: Some(&text.text) == organization.as_ref(),
                    ..text
                }),
        );
        for role in &entry.roles {
            self.located_entry(role, section, label.as_deref(), texts);
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
        // A form has all dates in its own style.
        let date = contact.date.filter(|_| self.dates.is_japanese());
        if let Some(written) = date.and_then(|date| self.dates.day(date)) {
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

    fn signature(&mut self, signature: &ResumeSignature) {
        let place = signature.place.as_ref().map(|place| plain(place));
        self.group(place.into_iter().chain(signature.date.clone()).collect());
        self.group(signature.name.iter().cloned().collect());
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
        self.entry_itself(entry);
        for role in &entry.roles {
            self.entry(role);
        }
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
        let mut head: TextGroup = entry.head_texts().map(|text| plain(text)).collect();
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

fn labels(links: &[ResumeLink]) -> impl Iterator<Item = String> {
    links.iter().map(|link| plain(&link.label))
}
