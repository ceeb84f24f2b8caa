//! Paths to the parts of a profile, as an editor sends them: `["section", 2, "entry", 0]`.

use serde::{Deserialize, Serialize};

use crate::profile::Node;

/// One step from a table or a list to a value in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EditStep {
    /// The place in a list, from 0.
    Index(usize),
    /// The key in a table.
    Key(String),
}

impl EditStep {
    /// Returns the value that the step leads to.
    pub fn of<'n>(&self, node: &'n Node) -> Option<&'n Node> {
        match self {
            Self::Key(key) => node.get(key),
            Self::Index(index) => node.items().get(*index),
        }
    }
}

/// A member of a list.
#[derive(Debug, Clone, Copy)]
pub struct ListPlace<'p> {
    /// The path of the table that has the list.
    pub table: &'p [EditStep],
    /// The key of the list.
    pub key: &'p str,
    /// The place in the list, from 0; `None` after the last member.
    pub index: Option<usize>,
}

impl<'p> ListPlace<'p> {
    /// Returns the member that a path leads to. Without the last number, it is after all members.
    pub fn of(path: &'p [EditStep]) -> Option<Self> {
        let (list, index) = match path {
            [list @ .., EditStep::Index(index)] => (list, Some(*index)),
            list => (list, None),
        };
        let (key, table) = list.split_last()?;
        match key {
            EditStep::Key(key) => Some(Self { table, key, index }),
            EditStep::Index(_) => None,
        }
    }
}

/// Returns the value at a path.
pub fn node_at<'n>(root: &'n Node, path: &[EditStep]) -> Option<&'n Node> {
    path.iter().try_fold(root, |node, step| step.of(node))
}

/// Returns the keys of a path, without the places in lists: `section.entry`.
pub fn keys_of(path: &[EditStep]) -> Vec<&str> {
    let mut keys = Vec::new();
    for step in path {
        if let EditStep::Key(key) = step {
            keys.push(key.as_str());
        }
    }
    keys
}

/// Writes a path for messages: `section[2].entry[0]`, counted from 0.
pub fn shown(path: &[EditStep]) -> String {
    let mut shown = String::new();
    for step in path {
        match step {
            EditStep::Index(index) => shown += &format!("[{index}]"),
            EditStep::Key(key) if shown.is_empty() => shown += key,
            EditStep::Key(key) => shown += &format!(".{key}"),
        }
    }
    shown
}
