//! The texts of a profile as a document shows them, with their places in the profile.
//!
//! Follows the selected tree, in which every value has its span, and the content made from it,
//! which has the dates and the words of the language.

use std::ops::Range;

use crate::content::resume::{
    Contact, ContactKind, Inline, Inlines, Resume, ResumeEntry, ResumeSection,
};
use crate::content::{DateFormat, DateWriter, entry_texts, plain, plain_text, prose_texts};
use crate::pipeline::Document;
use crate::preview::places::letters::letters_of;
use crate::preview::places::written::{Written, places_in};
use crate::profile::{
    CefrLevel, Field, Node, Role, Table, TomlTree, Value, bare_address, network_address,
    profile_table,
};
use crate::selection::{SelectedEntry, SelectedSection};

/// A text of the profile as the pages show it.
#[derive(Debug)]
pub struct SourceText<'t> {
    /// The text.
    pub text: String,
    /// Its letters.
    pub letters: String,
    /// Where it comes from.
    pub span: Range<usize>,
    /// The part of the profile that it belongs to, such as an entry; parts count in reading order.
    pub part: usize,
    /// Where the pages show it.
    pub showing: Showing,
    /// Its letters in the string of the profile that it is written as.
    pub written: Option<Written<'t>>,
}

/// Where the pages show a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Showing {
    /// In its part, once or twice.
    InPart,
    /// In its part, if at all: the target of a link.
    Perhaps,
    /// Anywhere: a name of the person.
    Anywhere,
}

/// The texts of a document, and the number of parts that they belong to.
pub struct SourceTexts<'t> {
    /// The texts in reading order.
    pub texts: Vec<SourceText<'t>>,
    /// The number of parts.
    pub parts: usize,
}

/// Collects the texts of a document whose layout writes dates in a format.
pub fn source_texts(document: &Document, dates: DateFormat) -> SourceTexts<'_> {
    let resume = &document.resume;
    let mut collector = Collector {
        resume,
        dates: DateWriter::new(&resume.locale, dates),
        texts: Vec::new(),
        part: 0,
    };
    collector.document(document);
    SourceTexts {
        texts: collector.texts,
        parts: collector.part + 1,
    }
}

struct Collector<'t> {
    resume: &'t Resume,
    dates: DateWriter<'t>,
    texts: Vec<SourceText<'t>>,
    part: usize,
}

impl<'t> Collector<'t> {
    fn document(&mut self, document: &'t Document) {
        let selection = &document.selection;
        let tree: &TomlTree = &selection.tree;
        let root = tree.root();
        if let Some((person, table)) = root.get("person").zip(table_of("person")) {
            self.person(person, table);
            self.part += 1;
        }
        for name in ["title", "footer"] {
            if let Some((node, field)) = root.get(name).zip(profile_table().field(name)) {
                self.value(node, field, false);
            }
        }
        // The summary of the person is a section of the content.
        let sections = &self.resume.sections;
        let surplus = sections.len().saturating_sub(selection.sections.len());
        let nodes = root.list("section");
        for (selected, section) in selection.sections.iter().zip(&sections[surplus..]) {
            if let Some(node) = nodes.get(selected.index) {
                self.section(selected, section, node);
            }
        }
        let date = root.get("date");
        if self.dates.is_japanese() {
            let written = self.resume.date.and_then(|date| self.dates.day(date));
            self.formatted(written.as_deref(), date);
        }
        if let (Some(node), Some(signature)) = (root.get("signature"), &self.resume.signature) {
            self.part += 1;
            self.table(node, table_of("signature"));
            self.formatted(signature.date.as_deref(), node.get("date").or(date));
        }
        if let (Some(node), Some(letter)) = (root.get("letter"), &self.resume.letter) {
            self.part += 1;
            self.table(node, table_of("letter"));
            self.formatted(letter.date.as_deref(), node.get("date").or(date));
        }
    }

    fn person(&mut self, node: &'t Node, table: &'static Table) {
        self.table(node, Some(table));
        let contacts = self.resume.person.contacts.iter();
        let birth = contacts.filter(|contact| contact.kind == ContactKind::BirthDate);
        for contact in birth {
            let text = self.birth_date(contact);
            self.formatted(Some(&text), node.get("birth-date"));
        }
    }

    fn birth_date(&self, contact: &Contact) -> String {
        let date = contact.date.filter(|_| self.dates.is_japanese());
        let written = date.and_then(|date| self.dates.day(date));
        written.unwrap_or_else(|| contact.text.clone())
    }

    fn section(
        &mut self,
        selected: &'t SelectedSection,
        section: &'t ResumeSection,
        node: &'t Node,
    ) {
        self.part += 1;
        if let Some(title) = section.title.as_ref().filter(|_| !node.has("title")) {
            self.add(plain(title), &node.span);
        }
        let table = profile_table().field("section").and_then(Field::table);
        self.table(node, table);
        let nodes = node.list("entry");
        for (entry, shown) in selected.entries.iter().zip(&section.entries) {
            self.selected_entry(entry, shown, node);
        }
        let groups = section
            .sections
            .len()
            .saturating_sub(selected.subsections.len());
        let (groups, subsections) = section.sections.split_at(groups);
        let mut listed: Vec<&SelectedEntry> = selected
            .groups
            .iter()
            .flat_map(|group| &group.entries)
            .filter(|entry| entry.index.is_some())
            .collect();
        for group in groups {
            if let Some(title) = &group.title {
                self.group_heading(plain(title), node);
            }
            for shown in &group.entries {
                // Groups with the same heading are one, so that the order is another.
                let own = listed.iter().position(|entry| {
                    let index = entry.index.and_then(|index| nodes.get(index));
                    index.is_some_and(|node| has_title(node, shown))
                });
                match own.map(|index| listed.remove(index)) {
                    Some(entry) => self.selected_entry(entry, shown, node),
                    None => self.publication(shown, node),
                }
            }
        }
        let nodes = node.list("subsection");
        for (selected, section) in selected.subsections.iter().zip(subsections) {
            if let Some(node) = nodes.get(selected.index) {
                self.section(selected, section, node);
            }
        }
    }

    /// Adds the heading of a group of publications, which may be the type that an entry has.
    fn group_heading(&mut self, title: String, section: &'t Node) {
        let mut types = section
            .list("entry")
            .iter()
            .filter_map(|entry| entry.get("type"));
        let own = types.find(|written| written.as_str().map(plain_text).as_ref() == Some(&title));
        let span = own.map_or_else(|| section.span_of("group-by"), |own| own.span.clone());
        self.add(title, &span);
    }

    fn selected_entry(
        &mut self,
        selected: &SelectedEntry,
        shown: &'t ResumeEntry,
        section: &'t Node,
    ) {
        match selected
            .index
            .and_then(|index| section.list("entry").get(index))
        {
            Some(node) => self.entry(node, shown),
            None => self.publication(shown, section),
        }
    }

    /// Adds a publication of a bibliography: its place is where the profile names the file.
    fn publication(&mut self, shown: &ResumeEntry, section: &Node) {
        self.part += 1;
        let span = section.span_of("bibliography");
        for text in entry_texts(shown, &self.dates) {
            self.add(text, &span);
        }
    }

    fn entry(&mut self, node: &'t Node, shown: &'t ResumeEntry) {
        self.part += 1;
        let table = profile_table()
            .field("section")
            .and_then(Field::table)
            .and_then(|table| table.field("entry"))
            .and_then(Field::table);
        self.table(node, table);
        self.periods(node, shown);
        if let Some(level) = shown.level.as_ref().and_then(number_of_level) {
            self.formatted(Some(&level), node.get("level"));
        }
        if let Some(levels) = &shown.cefr {
            let names = [
                "listening",
                "reading",
                "spoken-interaction",
                "spoken-production",
                "writing",
            ];
            for (name, level) in names.into_iter().zip(levels.levels) {
                self.formatted(level.map(CefrLevel::name), node.get(name));
            }
        }
        for (node, shown) in node.list("role").iter().zip(&shown.roles) {
            self.entry(node, shown);
        }
    }

    /// Adds the dates of an entry.
    fn periods(&mut self, node: &'t Node, shown: &ResumeEntry) {
        let points = node.get("date").map_or(&[][..], |date| match &date.value {
            Value::Array(dates) => dates,
            _ => std::slice::from_ref(date),
        });
        let mut points = points.iter().filter(|date| is_date(date));
        let [start, end] = ["start", "end"].map(|name| node.get(name).filter(|date| is_date(date)));
        for period in &shown.dates {
            let written = self.dates.period(period);
            let (first, last) = match points.next() {
                Some(point) => (Some(point), None),
                None => (start.or(end), end),
            };
            self.formatted(written.start.as_deref(), first);
            self.formatted(written.end.as_deref(), last);
            self.formatted(written.duration.as_deref(), first);
        }
    }

    /// Adds a text that stands for a value.
    fn formatted(&mut self, text: Option<&str>, node: Option<&Node>) {
        if let Some((text, node)) = text.zip(node) {
            if self.dates.is_japanese() {
                // A form has the year and the month in two columns.
                let columns = text.replace(['年', '月'], " ");
                self.push(columns, &node.span, Showing::Perhaps, None);
            }
            self.add(text.to_owned(), &node.span);
        }
    }

    /// Adds a text that is not written in the profile as it is shown.
    fn add(&mut self, text: String, span: &Range<usize>) {
        self.push(text, span, Showing::InPart, None);
    }

    fn push(
        &mut self,
        text: String,
        span: &Range<usize>,
        showing: Showing,
        written: Option<Written<'t>>,
    ) {
        let letters = letters_of(&text);
        // A value of the command line has no place.
        if !letters.is_empty() && !span.is_empty() {
            self.texts.push(SourceText {
                text,
                letters,
                span: span.clone(),
                part: self.part,
                showing,
                written,
            });
        }
    }

    /// Adds the texts of a table. Sections, entries and roles have methods of their own.
    fn table(&mut self, node: &'t Node, table: Option<&'static Table>) {
        let Some(table) = table else { return };
        for (key, member) in node.members() {
            let is_own = matches!(&*key.name, "section" | "subsection" | "entry")
                || (key.name == "role" && member.as_str().is_none());
            // The name of the person has the family name, or the page adds it.
            let is_repeated = key.name == "family-name" && has_name(node, member);
            if let Some(field) = table.field(&key.name).filter(|_| !is_own && !is_repeated) {
                self.value(member, field, field.has_own_keys());
            }
        }
        if let (Some(network), Some(name)) = (node.string("network"), node.get("username")) {
            let address = name
                .as_str()
                .and_then(|name| network_address(network, name));
            if let Some(address) = address {
                self.push(address, &name.span, Showing::Perhaps, None);
            }
        }
    }

    fn value(&mut self, node: &'t Node, field: &'static Field, own_keys: bool) {
        match &node.value {
            Value::String(string) => self.string(string, node, field),
            Value::Array(members) => {
                for member in members {
                    self.value(member, field, false);
                }
            }
            Value::Languages(texts) => {
                for (_, text) in texts {
                    self.value(text, field, false);
                }
            }
            Value::Table(members) if own_keys => {
                for (key, member) in members {
                    self.add(key.name.clone(), &key.span);
                    self.value(member, field, false);
                }
            }
            Value::Table(_) => self.table(node, field.table()),
            _ => {}
        }
    }

    fn string(&mut self, string: &str, node: &'t Node, field: &Field) {
        let address = || vec![bare_address(string).to_owned()];
        match field.role {
            Role::Text | Role::Label | Role::Personal | Role::Address => {
                let texts = if field.has_paragraphs() {
                    prose_texts(string)
                } else {
                    vec![plain_text(string)]
                };
                self.written(texts, string, node, Showing::InPart);
            }
            Role::Name => self.written(vec![string.to_owned()], string, node, Showing::Anywhere),
            Role::Contact | Role::Phone => {
                self.written(address(), string, node, Showing::InPart);
            }
            Role::Url => self.written(address(), string, node, Showing::Perhaps),
            _ => {}
        }
    }

    /// Adds the texts that a string of the profile consists of.
    fn written(&mut self, texts: Vec<String>, string: &str, node: &'t Node, showing: Showing) {
        let mut from = 0;
        for text in texts {
            let letters = places_in(string, from, &letters_of(&text));
            from = letters
                .as_ref()
                .and_then(|places| places.last())
                .map_or(from, |last| last.end);
            let written = letters.map(|letters| Written { node, letters });
            self.push(text, &node.span, showing, written);
        }
    }
}

fn table_of(name: &str) -> Option<&'static Table> {
    profile_table().field(name).and_then(Field::table)
}

fn is_date(node: &Node) -> bool {
    node.as_str().is_none_or(|date| !date.trim().is_empty())
}

/// Returns whether the name of a person has the family name.
fn has_name(person: &Node, family: &Node) -> bool {
    let names = person.string("name").zip(family.as_str());
    names.is_some_and(|(name, family)| name.contains(family))
}

fn has_title(node: &Node, shown: &ResumeEntry) -> bool {
    let title = node.string("title").map(plain_text);
    title == shown.title.as_ref().map(|title| plain(title))
}

/// Returns the text of a level that is a number.
fn number_of_level(level: &Inlines) -> Option<String> {
    level.iter().find_map(|inline| match inline {
        Inline::Level { content, .. } => Some(plain(content)),
        _ => None,
    })
}
