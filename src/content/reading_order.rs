//! Every text of a CV or a letter, in the order in which it is to be read.
//!
//! Checks of a finished file hold it against this list. What a layout may arrange as it likes, the
//! line or lines that head an entry, is one group.

use crate::content::markdown::plain;
use crate::content::resume::{
    Block, DateStyle, Inline, Inlines, Resume, ResumeDetail, ResumeEntry, ResumeItem, ResumeLetter,
    ResumeLink, ResumeSection,
};

/// Texts that stand together. Within a group a layout decides the order; the groups follow one
/// another.
pub type TextGroup = Vec<String>;

/// The groups of a CV, in reading order. Dates are given in the style `numeric`, `short`, `long` or
/// `iso`; a letter's date is long whatever the style.
pub fn text_groups(resume: &Resume, date_style: DateStyle) -> Vec<TextGroup> {
    let mut list = List {
        groups: Vec::new(),
        date_style,
    };
    let person = &resume.person;
    let mut head: TextGroup = [&person.name, &person.native_name]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let written = [
        &resume.title,
        &person.headline,
        &person.epigraph,
        &person.status,
    ];
    head.extend(written.into_iter().flatten().map(|content| plain(content)));
    head.extend(
        person
            .contacts
            .iter()
            .map(|c| c.label.as_ref().unwrap_or(&c.text).clone()),
    );
    list.group(head);
    resume
        .sections
        .iter()
        .for_each(|section| list.section(section));
    list.one(resume.footer.as_ref());
    if let Some(letter) = &resume.letter {
        list.letter(letter, resume);
    }
    list.groups
}

/// The sections, each with its title, which is empty where it has none, and the number of its
/// characters.
pub fn outline(resume: &Resume) -> Vec<(String, usize)> {
    let length = |section: &ResumeSection| {
        let mut list = List {
            groups: Vec::new(),
            date_style: DateStyle::Numeric,
        };
        list.section(section);
        list.groups
            .iter()
            .flatten()
            .map(|text| text.chars().count())
            .sum()
    };
    let title = |section: &ResumeSection| section.title.as_deref().map(plain).unwrap_or_default();
    resume
        .sections
        .iter()
        .map(|section| (title(section), length(section)))
        .collect()
}

struct List {
    groups: Vec<TextGroup>,
    date_style: DateStyle,
}

impl List {
    fn group(&mut self, group: TextGroup) {
        let group: TextGroup = group
            .into_iter()
            .filter(|text| !text.trim().is_empty())
            .collect();
        if !group.is_empty() {
            self.groups.push(group);
        }
    }

    fn one(&mut self, content: Option<&Inlines>) {
        self.group(content.map(|content| plain(content)).into_iter().collect());
    }

    fn letter(&mut self, letter: &ResumeLetter, resume: &Resume) {
        self.group(letter.date.iter().map(|date| date.long.clone()).collect());
        letter
            .recipient
            .iter()
            .for_each(|line| self.one(Some(line)));
        self.one(letter.subject.as_ref());
        self.one(letter.opening.as_ref());
        self.blocks(&letter.body);
        self.one(letter.closing.as_ref());
        self.group(resume.person.name.iter().cloned().collect());
        if !letter.enclosures.is_empty() {
            self.group(vec![resume.words.enclosures.clone()]);
        }
        letter
            .enclosures
            .iter()
            .for_each(|enclosure| self.one(Some(enclosure)));
    }

    fn section(&mut self, section: &ResumeSection) {
        self.one(section.title.as_ref());
        self.blocks(&section.body);
        self.items(&section.highlights);
        section.entries.iter().for_each(|entry| self.entry(entry));
        section
            .sections
            .iter()
            .for_each(|section| self.section(section));
    }

    fn entry(&mut self, entry: &ResumeEntry) {
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
            // The date that belongs to a flowing line stands beside it.
            &entry.text,
        ];
        let mut head: TextGroup = single
            .into_iter()
            .flatten()
            .map(|content| plain(content))
            .collect();
        let many = [&entry.team, &entry.authors, &entry.keywords, &entry.notes];
        head.extend(many.into_iter().flatten().map(|content| plain(content)));
        if let Some(project) = &entry.project {
            head.extend(project.name.as_deref().map(plain));
            head.extend(labels(&project.links));
        }
        head.extend(entry.doi.iter().map(|doi| doi.text.clone()));
        head.extend(entry.contacts.iter().map(|contact| contact.text.clone()));
        head.extend(labels(&entry.links));
        head.extend(
            entry
                .meta
                .iter()
                .flat_map(|fact| [plain(&fact.label), plain(&fact.value)]),
        );
        for period in &entry.dates {
            let span = period.in_style(self.date_style);
            head.extend([&span.start, &span.end].into_iter().flatten().cloned());
        }
        self.group(head);
        self.blocks(&entry.summary);
        entry.details.iter().for_each(|detail| self.detail(detail));
        self.items(&entry.highlights);
        entry.roles.iter().for_each(|role| self.entry(role));
    }

    fn detail(&mut self, detail: &ResumeDetail) {
        self.one(detail.label.as_ref());
        self.blocks(&detail.body);
        self.items(&detail.items);
    }

    fn items(&mut self, items: &[ResumeItem]) {
        for item in items {
            self.one(Some(&item.content));
            self.items(&item.items);
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Paragraph { content } => self.lines(content),
                Block::List { items, .. } => items.iter().for_each(|item| self.blocks(item)),
                Block::Quote { blocks } => self.blocks(blocks),
                Block::Code { text } => text
                    .lines()
                    .for_each(|line| self.group(vec![line.to_owned()])),
                Block::Table { header, rows, .. } => {
                    header
                        .iter()
                        .chain(rows.iter().flatten())
                        .for_each(|cell| self.lines(cell));
                }
                Block::Rule => {}
            }
        }
    }

    fn lines(&mut self, content: &[Inline]) {
        self.group(vec![plain(content)]);
    }
}

fn labels(links: &[ResumeLink]) -> impl Iterator<Item = String> {
    links.iter().map(|link| plain(&link.label))
}
