//! The members of a map of the source, each of which is taken at most once.
//!
//! A member that is taken goes into the profile. What is not taken is left out, and
//! [`Fields::finish`] reports it: as a warning at its place in the source, and as a comment in the
//! profile. Leaving is what happens by itself, so that nothing can vanish.

use std::ops::Range;

use crate::diagnostic::rule;
use crate::import::dates::{DateForm, form_of};
use crate::import::draft::DraftTable;
use crate::import::html::to_markdown;
use crate::import::notes::{Markup, Notes};
use crate::import::source::{Member, SourceNode, SourceValue, join};
use crate::import::text;
use crate::profile::{MAX_LINE, MAX_TEXT, bare_doi};

/// The members of a map of the source.
#[derive(Debug)]
pub struct Fields<'n> {
    notes: &'n Notes,
    /// The path of the map, for messages.
    path: String,
    members: Vec<Member>,
}

/// A member of a list that may have maps and texts.
#[derive(Debug)]
pub enum FieldsOrLine<'n> {
    /// A map.
    Fields(Fields<'n>),
    /// A text as inline Markdown.
    Line(String),
}

impl<'n> Fields<'n> {
    /// Creates the members of a map.
    ///
    /// # Errors
    /// Returns a node that is not a map.
    pub fn new(
        notes: &'n Notes,
        path: impl Into<String>,
        node: SourceNode,
    ) -> Result<Self, SourceNode> {
        match node.value {
            SourceValue::Map(members) => Ok(Self {
                notes,
                path: path.into(),
                members,
            }),
            _ => Err(node),
        }
    }

    /// Returns the notes on the source.
    pub fn notes(&self) -> &'n Notes {
        self.notes
    }

    /// Returns the path of the map.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the keys that were not taken.
    pub fn keys(&self) -> Vec<String> {
        self.members
            .iter()
            .map(|member| member.key.clone())
            .collect()
    }

    /// Returns the value under a key without taking it.
    pub fn get(&self, key: &str) -> Option<&SourceNode> {
        let member = self.members.iter().find(|member| member.key == key)?;
        Some(&member.node)
    }

    /// Returns the text under a key without taking it.
    pub fn text(&self, key: &str) -> Option<&str> {
        let text = self.get(key)?.as_text()?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// Takes the first value under a key.
    pub fn take(&mut self, key: &str) -> Option<SourceNode> {
        let at = self.members.iter().position(|member| member.key == key)?;
        Some(self.members.remove(at).node)
    }

    /// Gives a value back that was taken, so that it is left out.
    pub fn leave(&mut self, key: &str, node: SourceNode) {
        let span = node.span.clone();
        let key = key.to_owned();
        self.members.push(Member { key, span, node });
    }

    /// Takes a text that is not empty as it is written, without characters that a profile cannot
    /// have.
    pub fn take_raw(&mut self, key: &str) -> Option<String> {
        self.text(key)?;
        let node = self.take(key)?;
        Some(self.clean(key, &node))
    }

    /// Takes a text that is not markup, such as a name or a phone number, in one line.
    pub fn take_plain(&mut self, key: &str) -> Option<String> {
        self.take_short(key, MAX_LINE, |text, _| text::one_line(text))
    }

    /// Takes a phone number; RenderCV has it as an address, `tel:+1-555-0100`.
    pub fn take_phone(&mut self, key: &str) -> Option<String> {
        let number = self.take_plain(key)?;
        Some(number.strip_prefix("tel:").unwrap_or(&number).to_owned())
    }

    /// Takes a text of one paragraph as inline Markdown.
    pub fn take_line(&mut self, key: &str) -> Option<String> {
        self.take_short(key, MAX_LINE, text::line)
    }

    /// Takes a text of several paragraphs as block Markdown.
    pub fn take_prose(&mut self, key: &str) -> Option<String> {
        self.take_short(key, MAX_TEXT, text::prose)
    }

    /// Takes a text if what it becomes is not longer than a profile can have.
    fn take_short(
        &mut self,
        key: &str,
        most: usize,
        convert: impl Fn(&str, Markup) -> String,
    ) -> Option<String> {
        self.text(key)?;
        let node = self.take(key)?;
        let converted = convert(&self.clean(key, &node), self.notes.markup());
        if converted.is_empty() || converted.len() > most {
            self.leave(key, node);
            return None;
        }
        Some(converted)
    }

    /// Takes the texts of a list, or one text, each as inline Markdown. Other members of the list
    /// are left.
    pub fn take_lines(&mut self, key: &str) -> Vec<String> {
        let lines = self.take_members(key, |fields, _, node| fields.line_of(key, node));
        lines.into_iter().filter(|line| !line.is_empty()).collect()
    }

    /// Takes a map.
    pub fn take_fields(&mut self, key: &str) -> Option<Self> {
        let node = self.take(key)?;
        match Self::new(self.notes, join(&self.path, key), node) {
            Ok(fields) => Some(fields),
            Err(node) => {
                self.leave(key, node);
                None
            }
        }
    }

    /// Takes the maps of a list, or one map. Other members of the list are left.
    pub fn take_list(&mut self, key: &str) -> Vec<Self> {
        self.take_members(key, |fields, path, node| {
            Self::new(fields.notes, path, node)
        })
    }

    /// Takes the members of a list, or one value: maps, or texts as inline Markdown. Lists in the
    /// list are left.
    pub fn take_nodes(&mut self, key: &str) -> Vec<FieldsOrLine<'n>> {
        self.take_members(key, |fields, path, node| {
            let line = |node| fields.line_of(key, node).map(FieldsOrLine::Line);
            Self::new(fields.notes, path, node)
                .map(FieldsOrLine::Fields)
                .or_else(line)
        })
    }

    /// Takes the members of a list, or one value, as what `convert` makes of each and its path. What
    /// it returns as it is, is left.
    fn take_members<T>(
        &mut self,
        key: &str,
        convert: impl Fn(&Self, String, SourceNode) -> Result<T, SourceNode>,
    ) -> Vec<T> {
        let Some(node) = self.take(key) else {
            return Vec::new();
        };
        let span = node.span.clone();
        let (nodes, is_list) = match node.value {
            SourceValue::List(nodes) => (nodes, true),
            _ => (vec![node], false),
        };
        let mut members = Vec::new();
        let mut left = Vec::new();
        for (index, node) in nodes.into_iter().enumerate() {
            let path = format!("{}[{index}]", join(&self.path, key));
            match convert(self, path, node) {
                Ok(member) => members.push(member),
                Err(node) => left.push(node),
            }
        }
        if is_list && !left.is_empty() {
            left = vec![SourceNode::new(SourceValue::List(left), span)];
        }
        for node in left {
            self.leave(key, node);
        }
        members
    }

    /// Returns a text as inline Markdown, or the node if it is not a text, or longer than a profile can
    /// have.
    fn line_of(&self, key: &str, node: SourceNode) -> Result<String, SourceNode> {
        if node.as_text().is_none() {
            return Err(node);
        }
        let line = text::line(&self.clean(key, &node), self.notes.markup());
        if line.len() > MAX_LINE {
            return Err(node);
        }
        Ok(line)
    }

    /// Takes an address that a link can have. `example.org` becomes `https://example.org`; one that
    /// cannot be a link is left.
    pub fn take_url(&mut self, key: &str) -> Option<String> {
        let url = text::url(self.text(key)?)?;
        self.take(key);
        Some(url)
    }

    /// Takes a DOI in any of its spellings, and the URL under `url` if it is the address of the same.
    pub fn take_doi(&mut self, key: &str, url: &str) -> Option<String> {
        let doi = bare_doi(self.text(key)?)?.to_owned();
        self.take(key);
        let is_same = |url: &str| bare_doi(url).is_some_and(|own| own.eq_ignore_ascii_case(&doi));
        if self.text(url).is_some_and(is_same) {
            self.take(url);
        }
        Some(doi)
    }

    /// Takes a date as a profile writes it. One that cannot be read stays text, with a warning.
    pub fn take_date(&mut self, key: &str) -> Option<String> {
        self.text(key)?;
        let node = self.take(key)?;
        let text = text::one_line(&self.clean(key, &node));
        match form_of(&text) {
            DateForm::Date(date) => Some(date),
            DateForm::Nothing => {
                self.leave(key, node);
                None
            }
            DateForm::Words => {
                let message = format!("`{text}` is not a date, and stays as it is");
                let hint = "write it as `2020`, `2020-03` or `2020-03-15` in the profile";
                self.notes.warn(rule::IMPORT_DATE, message, node.span, hint);
                Some(text)
            }
        }
    }

    /// Returns the text of a node without the characters that a profile cannot have; warns of them.
    pub fn clean(&self, key: &str, node: &SourceNode) -> String {
        self.cleaned(key, node.as_text().unwrap_or_default(), &node.span)
    }

    /// Returns a key, as of a section, without the characters that a profile cannot have; warns of them.
    pub fn clean_key(&self, key: &str, span: &Range<usize>) -> String {
        self.cleaned(key, key, span)
    }

    fn cleaned(&self, key: &str, text: &str, span: &Range<usize>) -> String {
        let cleaned = text::clean(text);
        if cleaned.removed > 0 {
            let path = join(&self.path, key);
            let message = format!("`{path}` has characters that are not seen; they are left out");
            let hint = "control characters and codes without a character mean nothing in a profile";
            self.notes
                .warn(rule::IMPORT_CHARACTERS, message, span.clone(), hint);
        }
        cleaned.text
    }

    /// Reports the members that were not taken: as warnings, and as comments at a table of the
    /// profile. Values without a text are not reported.
    pub fn finish(self, table: &mut DraftTable) {
        for member in &self.members {
            if member.node.is_empty() || is_blank(&member.node) {
                continue;
            }
            let path = join(&self.path, &member.key);
            left_out(self.notes, &path, &member.node, table);
        }
    }

    /// Notes the members that were not taken as options of the look, and adds them as comments.
    pub fn finish_design(self, design: &mut DraftTable) {
        for member in &self.members {
            if member.node.is_empty() || is_blank(&member.node) {
                continue;
            }
            for leaf in member.node.leaves(&join(&self.path, &member.key)) {
                self.notes.leave_design(&leaf.path);
                design.comment(&format!("{}: {}", leaf.path, leaf.text));
            }
        }
    }
}

/// Returns whether a text is HTML without a text, such as `<p></p>`.
pub fn is_blank(node: &SourceNode) -> bool {
    let html = node.as_text().and_then(to_markdown);
    html.is_some_and(|markdown| markdown.is_empty())
}

/// Reports that a value of the source is left out.
pub fn left_out(notes: &Notes, path: &str, node: &SourceNode, table: &mut DraftTable) {
    let message = format!("`{path}` has no place in a profile");
    let hint = "it is in a comment of the profile";
    notes.warn(rule::IMPORT_LEFT_OUT, message, node.span.clone(), hint);
    for leaf in node.leaves(path) {
        table.comment(&format!("{}: {}", leaf.path, leaf.text));
    }
}
