//! The profile that is being written. Values that are empty are skipped, and so are tables without
//! values, whose comments go to the table around them.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

use crate::diagnostic::{Diagnostics, Source};
use crate::profile::{MAX_TEXT, ProfileFiles, SectionKind, formatted_text, parse_with};

/// A profile that is being written.
#[derive(Debug, Default)]
pub struct Draft {
    /// The keys before the first header, such as the layout.
    pub root: DraftTable,
    /// The person.
    pub person: DraftTable,
    /// The options of the layout.
    pub design: DraftTable,
    /// The sections.
    pub sections: Vec<DraftTable>,
}

/// A table of a profile that is being written.
#[derive(Debug, Default)]
pub struct DraftTable {
    comments: Vec<String>,
    values: Vec<(String, Value)>,
    children: Vec<DraftChild>,
}

/// A table in a list of tables, such as an entry.
#[derive(Debug)]
struct DraftChild {
    key: &'static str,
    table: DraftTable,
}

impl DraftTable {
    /// Creates a section of a kind.
    pub fn section(kind: SectionKind) -> Self {
        let mut table = Self::default();
        table.set("kind", Some(kind.name()));
        table
    }

    /// Sets a text, if there is one that is not empty.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "callers have the text, and most of them have no use for it afterwards"
    )]
    pub fn set(&mut self, key: &str, text: Option<impl AsRef<str>>) {
        if let Some(text) = text.as_ref().map(AsRef::as_ref)
            && !text.trim().is_empty()
        {
            self.set_value(key, text);
        }
    }

    /// Sets a list of texts, if it is not empty.
    pub fn set_list(&mut self, key: &str, texts: impl IntoIterator<Item = impl Into<String>>) {
        let texts: Array = texts.into_iter().map(Into::into).collect();
        if !texts.is_empty() {
            self.set_value(key, texts);
        }
    }

    /// Sets a value of any type. An earlier one is replaced.
    pub fn set_value(&mut self, key: &str, value: impl Into<Value>) {
        let value = value.into();
        match self.values.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value,
            None => self.values.push((key.to_owned(), value)),
        }
    }

    /// Sets one text, or a list of several.
    pub fn set_one_or_all(&mut self, key: &str, texts: Vec<String>) {
        match texts.as_slice() {
            [text] => self.set(key, Some(text)),
            _ => self.set_list(key, texts),
        }
    }

    /// Takes the comments of another table.
    pub fn take_comments(&mut self, other: &mut Self) {
        self.comments.append(&mut other.comments);
    }

    /// Sets a table in one line, if it is not empty.
    pub fn set_inline(&mut self, key: &str, mut table: Self) {
        self.take_comments(&mut table);
        if !table.values.is_empty() {
            self.set_value(key, InlineTable::from_iter(table.values));
        }
    }

    /// Adds a table to a list of tables in one line each, such as `links`.
    pub fn add_inline(&mut self, key: &str, members: &[(&str, Option<&str>)]) {
        let table = texts(members);
        if table.is_empty() {
            return;
        }
        match self.values.iter_mut().find(|(name, _)| name == key) {
            Some((_, Value::Array(tables))) => tables.push(table),
            _ => self.set_value(key, Array::from_iter([table])),
        }
    }

    /// Adds a fact with its label to `meta` or `details` of a person. Several facts with one label
    /// become a list.
    pub fn add_fact(&mut self, key: &str, label: &str, fact: &str) {
        if fact.trim().is_empty() {
            return;
        }
        let facts = self.values.iter_mut().find(|(name, _)| name == key);
        if let Some((_, Value::InlineTable(facts))) = facts {
            add_to_facts(facts, label, fact);
        } else {
            self.set_value(key, InlineTable::from_iter([(label, fact)]));
        }
    }

    /// Adds an entry, a role or a subsection. One without values is not added; its comments are.
    pub fn push(&mut self, key: &'static str, table: DraftTable) {
        if table.is_empty() {
            self.comments.extend(table.comments);
        } else {
            self.children.push(DraftChild { key, table });
        }
    }

    /// Adds a comment above the table.
    pub fn comment(&mut self, text: &str) {
        self.comments.push(text.to_owned());
    }

    /// Returns whether a key is set.
    pub fn has(&self, key: &str) -> bool {
        self.values.iter().any(|(name, _)| name == key)
    }

    /// Returns the texts of a list under a key.
    pub fn list(&self, key: &str) -> Vec<String> {
        let value = self.values.iter().find(|(name, _)| name == key);
        let list = value.and_then(|(_, value)| value.as_array());
        let texts = list.into_iter().flatten().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    }

    /// Returns whether a key is set in an entry of a section.
    pub fn has_in_entries(&self, key: &str) -> bool {
        self.children.iter().any(|child| child.table.has(key))
    }

    /// Returns the text under a key.
    pub fn text(&self, key: &str) -> Option<&str> {
        let (_, value) = self.values.iter().find(|(name, _)| name == key)?;
        value.as_str()
    }

    /// Changes the values of the table and of those in it.
    pub fn each(&mut self, change: &impl Fn(&str, &mut Value)) {
        for (key, value) in &mut self.values {
            change(key, value);
        }
        for child in &mut self.children {
            child.table.each(change);
        }
    }

    /// Passes on the values of the table and of those in it.
    pub fn visit(&self, pass: &mut impl FnMut(&str, &Value)) {
        for (key, value) in &self.values {
            pass(key, value);
        }
        for child in &self.children {
            child.table.visit(pass);
        }
    }

    /// Returns the table of texts under a key.
    pub fn table(&self, key: &str) -> Option<&InlineTable> {
        let (_, value) = self.values.iter().find(|(name, _)| name == key)?;
        value.as_inline_table()
    }

    /// Returns whether there are neither values nor tables.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.children.is_empty()
    }

    /// Returns whether there is nothing but the kind of a section.
    fn has_no_content(&self) -> bool {
        self.children.is_empty()
            && self
                .values
                .iter()
                .all(|(key, _)| key == "kind" || key == "title")
    }

    /// Returns the kind of a section whose heading is the word for it.
    fn heading(&self) -> Option<&str> {
        self.text("kind").filter(|_| !self.has("title"))
    }

    /// Returns whether a section has nothing but its kind and entries.
    fn has_only_entries(&self) -> bool {
        let mut children = self.children.iter();
        self.values.len() == 1 && children.all(|child| child.key == "entry")
    }

    /// Returns the entries of a section, which take its comments along.
    fn into_entries(self) -> ArrayOfTables {
        let mut comments = self.comments;
        let entries = self
            .children
            .into_iter()
            .map(|DraftChild { mut table, .. }| {
                comments.append(&mut table.comments);
                table.comments = std::mem::take(&mut comments);
                table.into_table()
            });
        entries.collect()
    }

    fn into_table(self) -> Table {
        let mut table = Table::new();
        table.decor_mut().set_prefix(comment_lines(&self.comments));
        fill(&mut table, self.values, self.children);
        table
    }
}

/// Adds a fact to others: to a list after those with its label, or to a label of its own if the list
/// would be too long.
fn add_to_facts(facts: &mut InlineTable, label: &str, fact: &str) {
    let Some(known) = facts.get(label).and_then(Value::as_str) else {
        facts.insert(label, fact.into());
        return;
    };
    let list = format!("{known}, {fact}");
    if list.len() <= MAX_TEXT {
        facts.insert(label, list.into());
        return;
    }
    let label = (2..=facts.len() + 2)
        .map(|number| format!("{label} {number}"))
        .find(|label| !facts.contains_key(label));
    if let Some(label) = label {
        facts.insert(label, fact.into());
    }
}

/// Returns a table of the texts that are not empty.
fn texts(members: &[(&str, Option<&str>)]) -> InlineTable {
    let members = members.iter();
    let members = members.filter_map(|(key, text)| text.map(|text| (*key, text)));
    members
        .filter(|(_, text)| !text.trim().is_empty())
        .collect()
}

fn fill(table: &mut Table, values: Vec<(String, Value)>, children: Vec<DraftChild>) {
    for (key, value) in values {
        table.insert(&key, Item::Value(value));
    }
    for DraftChild { key, table: child } in children {
        let list = table
            .entry(key)
            .or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        if let Item::ArrayOfTables(list) = list {
            list.push(child.into_table());
        }
    }
}

/// Returns comments as lines of TOML. Characters that a comment cannot have are written as codes.
fn comment_lines(comments: &[String]) -> String {
    let mut lines = String::new();
    for comment in comments {
        for line in comment.lines() {
            lines.push_str("# ");
            for c in line.chars() {
                if c.is_control() && c != '\t' {
                    lines.extend(c.escape_unicode());
                } else {
                    lines.push(c);
                }
            }
            lines.push('\n');
        }
    }
    lines
}

impl Draft {
    /// Adds a section, unless it is empty.
    pub fn push_section(&mut self, section: DraftTable) {
        if section.has_no_content() {
            self.root.comments.extend(section.comments);
        } else {
            self.sections.push(section);
        }
    }

    /// Writes the profile, in the form of `cvpress fmt`. The name is that of the profile for
    /// messages.
    ///
    /// # Errors
    /// The profile has errors, as of texts that are longer than a profile can have.
    pub fn into_profile(self, name: &str, files: &ProfileFiles) -> Result<String, Diagnostics> {
        let mut document = DocumentMut::new();
        let mut head = self.root.comments;
        fill(
            document.as_table_mut(),
            self.root.values,
            self.root.children,
        );
        for (key, mut table) in [("person", self.person), ("design", self.design)] {
            if table.is_empty() {
                head.append(&mut table.comments);
            } else {
                document.insert(key, Item::Table(table.into_table()));
            }
        }
        let mut text = comment_lines(&head);
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&document.to_string());
        let headings = self.sections.iter().filter_map(DraftTable::heading);
        let headings: Vec<String> = headings.map(str::to_owned).collect();
        for section in self.sections {
            let is_only = |kind: &&str| headings.iter().filter(|known| known == kind).count() == 1;
            let kind = section.heading().filter(is_only);
            let kind = kind
                .filter(|_| section.has_only_entries())
                .map(str::to_owned);
            let (key, tables) = if let Some(kind) = kind {
                (kind, section.into_entries())
            } else {
                let tables = ArrayOfTables::from_iter([section.into_table()]);
                ("section".to_owned(), tables)
            };
            let mut part = DocumentMut::new();
            part.insert(&key, Item::ArrayOfTables(tables));
            text.push_str(&part.to_string());
        }
        let formatted = formatted_text(name.to_owned(), &text)?;
        let parsed = parse_with(Source::new(name, &*formatted), files.clone(), None)?;
        if parsed.problems.has_errors() {
            return Err(parsed.problems);
        }
        Ok(formatted)
    }
}
