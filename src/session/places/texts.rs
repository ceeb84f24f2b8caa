//! The texts of a profile as a document shows them, with their places in the profile.
//!
//! Follows the selected tree, in which every value has its span, and the content made from it,
//! which has the dates and the words of the language.

use std::ops::Range;

use crate::content::resume::{
    ContactKind, EntryField, Inline, Inlines, Resume, ResumeEntry, ResumeSection,
};
use crate::content::{DateFormat, DateWriter, entry_texts, plain, plain_text, prose_texts};
use crate::pipeline::Document;
use crate::profile::{
    CefrLevel, Field, Node, Role, Table, TomlTree, Value, bare_address, network_address,
    profile_table,
};
use crate::session::places::letters::letters_of;
use crate::session::places::written::{Written, places_in};

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

/// Returns the texts of a document in reading order. Its layout writes dates in a format.
pub fn source_texts(document: &Document, dates: DateFormat) -> Vec<SourceText<'_>> {
    let resume = &document.resume;
    let mut collector = Collector {
        resume,
        dates: DateWriter::new(&resume.locale, dates),
        texts: Vec::new(),
        part: 0,
    };
    collector.document(document);
    collector.texts
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
        if let Some(person) = root.get("person") {
            self.person(person);
            self.part += 1;
        }
        for name in ["title", "footer"] {
            if let Some((node, field)) = root.get(name).zip(profile_table().field(name)) {
                self.value(node, field, false);
            }
        }
        self.sections(&self.resume.sections, root.list("section"));
        let date = root.get("date");
        let written = self.dates.in_form(self.resume.date);
        self.formatted(written.as_deref(), date);
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

    fn person(&mut self, node: &'t Node) {
        self.table(node, table_of("person"));
        let contacts = self.resume.person.contacts.iter();
        let birth = contacts.filter(|contact| contact.kind == ContactKind::BirthDate);
        for contact in birth {
            let written = self.dates.in_form(contact.date);
            let text = written.as_ref().unwrap_or(&contact.text);
            self.formatted(Some(text), node.get("birth-date"));
        }
    }

    /// Adds sections. The summary of the person is one in the content only.
    fn sections(&mut self, sections: &'t [ResumeSection], nodes: &'t [Node]) {
        for section in sections {
            if let Some(node) = section.index.and_then(|index| nodes.get(index)) {
                self.section(section, node);
            }
        }
    }

    fn section(&mut self, section: &'t ResumeSection, node: &'t Node) {
        self.part += 1;
        if let Some(title) = section.title.as_ref().filter(|_| !node.has("title")) {
            self.add(plain(title), &node.span);
        }
        self.table(node, table_of("section"));
        self.entries(&section.entries, node);
        for group in section.sections.iter().filter(|part| part.index.is_none()) {
            if let Some(title) = &group.title {
                self.group_heading(plain(title), node);
            }
            self.entries(&group.entries, node);
        }
        self.sections(&section.sections, node.list("subsection"));
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

    fn entries(&mut self, entries: &'t [ResumeEntry], section: &'t Node) {
        let nodes = section.list("entry");
        for entry in entries {
            match entry.index.and_then(|index| nodes.get(index)) {
                Some(node) => self.entry(node, entry),
                None => self.publication(entry, section),
            }
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
        let entry = table_of("section").and_then(|table| table.field("entry"));
        self.table(node, entry.and_then(Field::table));
        self.periods(node, shown);
        if let Some(level) = shown.text(EntryField::Level).and_then(number_of_level) {
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

/// Returns the text of a level that is a number.
fn number_of_level(level: &Inlines) -> Option<String> {
    level.iter().find_map(|inline| match inline {
        Inline::Level { content, .. } => Some(plain(content)),
        _ => None,
    })
}
