//! Lists whose members can be moved, added and removed: tables with headers, or members between
//! brackets.

use crate::diagnostic::Edit;
use crate::ide::edits::blocks::{self, LineBlock, inserted_before};
use crate::ide::edits::change::{EditSelection, Refusal, TextChange};
use crate::ide::edits::members::BracketMembers;
use crate::ide::edits::pairs::{add, child_place, header, pair, unset};
use crate::ide::edits::step::{EditStep, ListPlace, keys_of, node_at};
use crate::ide::edits::text::{ProfileText, TableForm};
use crate::profile::{Node, Value, short_kind};

/// A list, and the place of a member in it.
pub struct List<'t> {
    text: &'t ProfileText,
    /// The path of the table that has the list.
    table: &'t [EditStep],
    key: &'t str,
    items: &'t [Node],
    index: usize,
}

/// A new part of a profile.
pub enum NewPart {
    /// A value, such as a bullet, as TOML.
    Value(String),
    /// A table.
    Table(NewTable),
}

/// A new table.
#[derive(Default)]
pub struct NewTable {
    /// The keys with their values, as TOML.
    pub pairs: Vec<NewPair>,
    /// An entry inside it.
    pub entry: Option<Box<NewTable>>,
    /// The kind of the section that it is the first entry of, in the short form.
    pub short_kind: Option<&'static str>,
}

/// A key with its value, as TOML.
pub struct NewPair {
    /// The key.
    pub key: &'static str,
    /// The value, on one line.
    pub value: String,
}

impl<'t> List<'t> {
    /// Finds the member at a path.
    pub fn member(text: &'t ProfileText, path: &'t [EditStep]) -> Result<Self, Refusal> {
        let list = Self::at(text, path)?;
        let is_member = matches!(path.last(), Some(EditStep::Index(_)));
        if is_member && list.index < list.items.len() {
            Ok(list)
        } else {
            Err(Refusal::missing(path))
        }
    }

    /// Finds the list of a member, or where a list would be.
    fn at(text: &'t ProfileText, path: &'t [EditStep]) -> Result<Self, Refusal> {
        let missing = || Refusal::missing(path);
        let ListPlace { table, key, index } = ListPlace::of(path).ok_or_else(missing)?;
        let parent = node_at(text.root(), table).ok_or_else(missing)?;
        let items = parent.list(key);
        let list = parent.get(key);
        let is_list = list.is_none_or(|list| matches!(list.value, Value::Array(_)));
        let is_entries_only = short_kind(parent).is_some() && key != "entry";
        if !is_list || is_entries_only || text.form(parent).is_none() || index > Some(items.len()) {
            return Err(missing());
        }
        let has_short = items.iter().any(|item| short_kind(item).is_some());
        let inline = items.iter().find(|item| has_short && !is_block(text, item));
        if let Some(item) = inline {
            let header = short_kind(item).unwrap_or("section");
            return Err(Refusal::new(format!(
                "`{header}` is written in one line; write `[[{header}]]` for each of its tables"
            )));
        }
        Ok(Self {
            text,
            table,
            key,
            items,
            index: index.unwrap_or(items.len()),
        })
    }

    fn are_blocks(&self) -> bool {
        let first = self.items.first();
        first.is_some_and(|item| is_block(self.text, item))
    }

    fn blocks(&self) -> Vec<LineBlock> {
        let items = self.items.iter();
        items.map(|item| LineBlock::of(self.text, item)).collect()
    }

    /// Returns the members between brackets.
    fn members(&self) -> Option<BracketMembers> {
        let list = node_at(self.text.root(), self.table)?.get(self.key)?;
        Some(BracketMembers::of(self.text, &list.span))
    }

    /// Returns the path of a member.
    fn path(&self, index: usize) -> Vec<EditStep> {
        let mut path = self.list_path();
        path.push(EditStep::Index(index));
        path
    }

    fn list_path(&self) -> Vec<EditStep> {
        let mut path = self.table.to_vec();
        path.push(EditStep::Key(self.key.to_owned()));
        path
    }

    /// Returns the kind under whose name the entries of a section in the short form stand.
    fn short_kind(&self) -> Option<&str> {
        short_kind(node_at(self.text.root(), self.table)?)
    }

    /// Moves the member to another place.
    pub fn moved(&self, to: usize) -> Result<TextChange, Refusal> {
        if to >= self.items.len() {
            return Err(Refusal::missing(&self.path(to)));
        }
        let edits = if self.index == to {
            Vec::new()
        } else if self.are_blocks() {
            blocks::moved(self.text, &self.blocks(), self.index, to)
        } else {
            let members = self.members().into_iter();
            members.map(|list| list.moved(self.index, to)).collect()
        };
        Ok(TextChange {
            edits,
            selected: EditSelection::Path(self.path(to)),
        })
    }

    /// Removes the member, and the list with its last member.
    pub fn removed(&self) -> TextChange {
        TextChange::at_first(if self.are_blocks() {
            let blocks = self.blocks();
            let block = blocks.get(self.index);
            block.map_or_else(Vec::new, |block| blocks::removed(self.text, block))
        } else if self.items.len() == 1 {
            unset(self.text, &self.list_path()).unwrap_or_default()
        } else {
            let members = self.members().into_iter();
            members.map(|list| list.removed(self.index)).collect()
        })
    }
}

/// Adds a part at a path.
pub fn added(text: &ProfileText, at: &[EditStep], part: &NewPart) -> Result<TextChange, Refusal> {
    let list = List::at(text, at)?;
    let edit = if list.are_blocks() {
        list.block_added(part)
    } else if let Some(members) = list.members() {
        Some(members.inserted(list.index, &part.inline()))
    } else {
        list.first_added(part)
    };
    Ok(TextChange {
        edits: vec![edit.ok_or_else(|| Refusal::missing(at))?],
        selected: EditSelection::Path(list.path(list.index)),
    })
}

impl List<'_> {
    fn block_added(&self, part: &NewPart) -> Option<Edit> {
        let blocks = self.blocks();
        let place = match blocks.get(self.index) {
            Some(block) => block.first(),
            None => blocks.last()?.after(),
        };
        Some(inserted_before(self.text, place?, &self.lines(part)))
    }

    /// Adds the list with its first member.
    fn first_added(&self, part: &NewPart) -> Option<Edit> {
        let table = node_at(self.text.root(), self.table)?;
        let keys = keys_of(self.table);
        let has_lines = matches!(self.text.form(table)?, TableForm::Root | TableForm::Header);
        match part {
            NewPart::Table(_) if has_lines => {
                let place = child_place(self.text, table, &keys, self.key);
                Some(inserted_before(self.text, place, &self.lines(part)))
            }
            NewPart::Value(value) if has_lines => {
                let newline = self.text.newline();
                let value = format!("[{newline}  {value},{newline}]");
                add(self.text, table, &keys, self.key, &value)
            }
            _ => {
                let value = format!("[{}]", part.inline());
                add(self.text, table, &keys, self.key, &value)
            }
        }
    }

    /// Returns the lines of a part below its header.
    fn lines(&self, part: &NewPart) -> String {
        let path = self.list_path();
        let mut keys = keys_of(&path);
        if let Some(kind) = part.kind().or_else(|| self.short_kind()) {
            keys = vec![kind];
        }
        let mut lines = Vec::new();
        match part {
            NewPart::Value(value) => {
                lines.push(format!("[[{}]]", header(&keys)));
                lines.push(pair("text", value));
            }
            NewPart::Table(table) => table.add_lines(&keys, &mut lines),
        }
        lines.join(self.text.newline())
    }
}

/// Returns whether a member has headers of its own: a section in the short form has those of its
/// entries.
fn is_block(text: &ProfileText, item: &Node) -> bool {
    text.own_header(item).is_some() || text.form(item) == Some(TableForm::Implicit)
}

impl NewPart {
    /// Returns the kind of a section in the short form.
    fn kind(&self) -> Option<&'static str> {
        match self {
            Self::Table(table) => table.short_kind,
            Self::Value(_) => None,
        }
    }

    /// Returns the part on one line.
    fn inline(&self) -> String {
        match self {
            Self::Value(value) => value.clone(),
            Self::Table(table) => table.inline(),
        }
    }
}

impl NewTable {
    fn inline(&self) -> String {
        let mut pairs = Vec::new();
        for NewPair { key, value } in &self.pairs {
            pairs.push(pair(key, value));
        }
        if let Some(entry) = &self.entry {
            pairs.push(pair("entry", &format!("[{}]", entry.inline())));
        }
        format!("{{ {} }}", pairs.join(", "))
    }

    fn add_lines(&self, keys: &[&str], lines: &mut Vec<String>) {
        lines.push(format!("[[{}]]", header(keys)));
        for NewPair { key, value } in &self.pairs {
            lines.push(pair(key, value));
        }
        if let Some(entry) = &self.entry {
            lines.push(String::new());
            entry.add_lines(&[keys, &["entry"]].concat(), lines);
        }
    }
}
