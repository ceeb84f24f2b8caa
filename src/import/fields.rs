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
use crate::import::notes::Notes;
use crate::import::source::{Leaf, Member, SourceNode, SourceValue, TEXT, join};
use crate::import::text;
use crate::profile::{MAX_LINE, MAX_TEXT, bare_doi, find_image};

/// The keys of the text of an element of XML, or of an item of ORCID, that has other members, too.
const TEXT_KEYS: [&str; 5] = [TEXT, "Label", "FormattedDateTime", "content", "Code"];

/// How a text of the source is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextForm {
    /// As it is written, without characters that a profile cannot have.
    Raw,
    /// In one line that is not markup, such as a name.
    Plain,
    /// An email address or a phone number, which can be written as a link: `tel:+1-555-0100`.
    Contact,
    /// One paragraph, as inline Markdown.
    Line,
    /// Several paragraphs, as block Markdown.
    Prose,
    /// An address that a link can have: `example.org` becomes `https://example.org`.
    Url,
    /// A date as a profile writes it. One that cannot be read stays text, with a warning.
    Date,
    /// The path of an image that the profile can name.
    File,
}

/// The members of a map of the source.
///
/// The path of a value is its key, and for one in a map inside this one both keys: `location.city`.
#[derive(Debug)]
pub struct Fields<'n> {
    notes: &'n Notes,
    /// The path of the map, for messages.
    path: String,
    members: Vec<Member>,
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
        let path = path.into();
        match node.value {
            SourceValue::Map(members) => Ok(Self {
                notes,
                path,
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
        let keys = self.members.iter().map(|member| member.key.clone());
        keys.collect()
    }

    /// Returns the value at a path without taking it.
    pub fn get(&self, path: &str) -> Option<&SourceNode> {
        self.members.iter().find_map(|member| {
            let rest = path.strip_prefix(&*member.key)?;
            if rest.is_empty() {
                return Some(&member.node);
            }
            let mut keys = rest.strip_prefix('.')?.split('.');
            keys.try_fold(&member.node, |node, key| node.get(key))
        })
    }

    /// Returns the text at a path without taking it.
    pub fn text(&self, path: &str) -> Option<&str> {
        let mut texts = TEXT_KEYS.iter().filter_map(|key| {
            let node = self.get(&join(path, key))?;
            node.get(TEXT).unwrap_or(node).as_text()
        });
        texts.next().map(str::trim).filter(|text| !text.is_empty())
    }

    /// Returns whether there is a map at a path.
    pub fn has_map(&self, path: &str) -> bool {
        let value = self.get(path).map(|node| &node.value);
        matches!(value, Some(SourceValue::Map(_)))
    }

    /// Takes the first value at a path.
    pub fn take(&mut self, path: &str) -> Option<SourceNode> {
        let at = self.place(path)?;
        Some(self.members.remove(at).node)
    }

    /// Takes the text at a path, without what an element has beside it.
    pub fn take_text(&mut self, path: &str) -> Option<SourceNode> {
        let at = self.place_of_text(path)?;
        Some(self.members.remove(at).node)
    }

    /// Gives a value back that was taken, so that it is left out.
    pub fn leave(&mut self, key: &str, node: SourceNode) {
        let span = node.span.clone();
        let key = key.to_owned();
        self.members.push(Member { key, span, node });
    }

    /// Takes a text, unless it cannot be read in this form.
    pub fn read(&mut self, path: &str, form: TextForm) -> Option<String> {
        let at = self.place_of_text(path)?;
        let text = self.converted(&self.members[at].key, &self.members[at].node, form)?;
        self.members.remove(at);
        Some(text)
    }

    /// Returns a text in a form without taking it.
    pub fn peek(&mut self, path: &str, form: TextForm) -> Option<String> {
        let at = self.place_of_text(path)?;
        self.converted(&self.members[at].key, &self.members[at].node, form)
    }

    /// Returns the texts that were not taken.
    pub fn texts(&self) -> Vec<String> {
        let leaves = self
            .members
            .iter()
            .flat_map(|member| member.node.leaves(""));
        leaves.map(|leaf| leaf.text).collect()
    }

    /// Leaves out texts that are known without a report.
    pub fn forget(&mut self, known: &[String]) {
        for member in &mut self.members {
            member.node.forget(known);
        }
    }

    /// Takes the texts of a list, or one text; of `list[].key` those under a key of the maps of a list. Other
    /// members of the list are left.
    pub fn read_all(&mut self, path: &str, form: TextForm) -> Vec<String> {
        self.convert_all(path, |fields, key, node| fields.converted(key, node, form))
    }

    /// Takes what a function makes of the members of a list, or of one value. What it makes nothing of
    /// is left.
    pub fn convert_all<T>(
        &mut self,
        path: &str,
        convert: impl Fn(&Self, &str, &SourceNode) -> Option<T>,
    ) -> Vec<T> {
        let (list, inner) = path.split_once("[].").unwrap_or((path, ""));
        let Some(at) = self.place(list) else {
            return Vec::new();
        };
        let mut node = std::mem::replace(&mut self.members[at].node, SourceNode::null());
        let mut all = Vec::new();
        for item in node.items_mut() {
            let keys = inner.split('.').filter(|key| !key.is_empty());
            let found = keys.into_iter().try_fold(item, SourceNode::get_mut);
            let text = found.and_then(|found| match text_key(found) {
                Some(key) => found.get_mut(key),
                None => Some(found),
            });
            if let Some(text) = text
                && let Some(converted) = convert(self, path, text)
            {
                all.push(converted);
                text.value = SourceValue::Null;
            }
        }
        self.members[at].node = node;
        all
    }

    /// Takes a map.
    pub fn map(&mut self, path: &str) -> Option<Self> {
        let node = self.has_map(path).then(|| self.take(path))??;
        Self::new(self.notes, join(&self.path, path), node).ok()
    }

    /// Takes the maps of a list, or one map. A text is a map with nothing but [`TEXT`]. Lists in the list
    /// are left.
    pub fn list(&mut self, path: &str) -> Vec<Self> {
        let Some(at) = self.place(path) else {
            return Vec::new();
        };
        let notes = self.notes;
        let whole = join(&self.path, path);
        let mut maps = Vec::new();
        for (index, item) in self.members[at].node.items_mut().iter_mut().enumerate() {
            let members = match &mut item.value {
                SourceValue::Map(members) => std::mem::take(members),
                SourceValue::Null | SourceValue::List(_) => continue,
                _ => vec![Member {
                    key: TEXT.to_owned(),
                    span: item.span.clone(),
                    node: std::mem::replace(item, SourceNode::null()),
                }],
            };
            maps.push(Self {
                notes,
                path: format!("{whole}[{index}]"),
                members,
            });
        }
        maps
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

    /// Returns where the value at a path is among the members, which those of the maps around it become.
    fn place(&mut self, path: &str) -> Option<usize> {
        loop {
            let mut members = self.members.iter();
            let found = members.position(|member| member.key == path);
            if found.is_some() {
                return found;
            }
            let is_around = |member: &Member| {
                let rest = path.strip_prefix(&*member.key);
                rest.is_some_and(|rest| rest.starts_with('.'))
                    && matches!(member.node.value, SourceValue::Map(_))
            };
            let around = self.members.iter().position(is_around)?;
            self.open(around);
        }
    }

    /// Returns where the text at a path is.
    fn place_of_text(&mut self, path: &str) -> Option<usize> {
        if let Some(at) = self.place(path) {
            if text_key(&self.members[at].node).is_none() {
                return Some(at);
            }
            self.open(at);
        }
        let mut paths = TEXT_KEYS.iter().map(|key| join(path, key));
        paths.find_map(|path| self.members.iter().position(|member| member.key == path))
    }

    /// Puts the members of a map into its place.
    fn open(&mut self, at: usize) {
        let Member { key, node, .. } = self.members.remove(at);
        if let SourceValue::Map(members) = node.value {
            let members = members.into_iter().map(|member| Member {
                key: join(&key, &member.key),
                ..member
            });
            self.members.splice(at..at, members);
        }
    }

    /// Returns a text in a form; `None` if it is not one, or longer than a profile can have.
    pub fn converted(&self, key: &str, node: &SourceNode, form: TextForm) -> Option<String> {
        let written = node.as_text().filter(|text| !text.trim().is_empty())?;
        let clean = || self.cleaned(key, written, &node.span);
        let markup = self.notes.markup();
        let text = match form {
            TextForm::Raw => return Some(clean()),
            TextForm::Plain => text::one_line(&clean()),
            TextForm::Contact => text::contact(&text::one_line(&clean())).to_owned(),
            TextForm::Line => text::line(&clean(), markup),
            TextForm::Prose => text::prose(&clean(), markup),
            TextForm::Url => return text::url(written),
            TextForm::Date => return self.date(text::one_line(&clean()), &node.span),
            TextForm::File => {
                let is_image = find_image(written.trim(), self.notes.files()).is_ok();
                return is_image.then(clean);
            }
        };
        let most = if form == TextForm::Prose {
            MAX_TEXT
        } else {
            MAX_LINE
        };
        (!text.is_empty() && text.len() <= most).then_some(text)
    }

    fn date(&self, text: String, span: &Range<usize>) -> Option<String> {
        match form_of(&text) {
            DateForm::Date(date) => Some(date),
            DateForm::Nothing => None,
            DateForm::Words => {
                let message = format!("`{text}` is not a date, and stays as it is");
                let hint = "write it as `2020`, `2020-03` or `2020-03-15` in the profile";
                self.notes
                    .warn(rule::IMPORT_DATE, message, span.clone(), hint);
                Some(text)
            }
        }
    }

    /// Returns a text without the characters that a profile cannot have; warns of them.
    pub fn cleaned(&self, key: &str, text: &str, span: &Range<usize>) -> String {
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
            let path = join(&self.path, &member.key);
            left_out(self.notes, &path, &member.node, table);
        }
    }

    /// Notes the members that were not taken as options of the look, and adds them as comments.
    pub fn finish_design(self, design: &mut DraftTable) {
        for member in &self.members {
            for leaf in leaves(&member.node, &join(&self.path, &member.key)) {
                self.notes.leave_design(&leaf.path);
                design.comment(&format!("{}: {}", leaf.path, leaf.text));
            }
        }
    }
}

/// Returns the key of the text of an element that is a map.
fn text_key(node: &SourceNode) -> Option<&'static str> {
    let has_text = |key: &&str| node.get(key).is_some_and(|text| text.as_text().is_some());
    TEXT_KEYS.into_iter().find(|key| has_text(key))
}

/// Returns the texts of a value, except for HTML without a text, such as `<p></p>`.
fn leaves(node: &SourceNode, path: &str) -> Vec<Leaf> {
    let is_blank = |text: &str| to_markdown(text).is_some_and(|markdown| markdown.is_empty());
    let mut leaves = node.leaves(path);
    leaves.retain(|leaf| !is_blank(&leaf.text));
    leaves
}

/// Reports that a value of the source is left out.
pub fn left_out(notes: &Notes, path: &str, node: &SourceNode, table: &mut DraftTable) {
    let leaves = leaves(node, path);
    if leaves.is_empty() {
        return;
    }
    let message = format!("`{path}` has no place in a profile");
    let hint = "it is in a comment of the profile";
    notes.warn(rule::IMPORT_LEFT_OUT, message, node.span.clone(), hint);
    for leaf in leaves {
        table.comment(&format!("{}: {}", leaf.path, leaf.text));
    }
}

/// Returns whether a value has no text.
pub fn is_blank(node: &SourceNode) -> bool {
    leaves(node, "").is_empty()
}
