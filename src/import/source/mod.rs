//! The file of another tool as one tree, whatever its syntax. Every value and every key has its span
//! in the text, so that messages can point at it.
//!
//! Each module reads one syntax, and bounds what it builds.

pub mod csv;
pub mod json;
pub mod xml;
pub mod yaml;

use std::ops::Range;

use crate::import::period::is_date;

/// How deep values may nest.
pub const MAX_DEPTH: usize = 100;

/// How many values a tree may have.
pub const MAX_NODES: usize = 200_000;

/// The key of the text of an element of XML that also has attributes or elements. It is the element itself in
/// a path.
pub const TEXT: &str = "#text";

/// A value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceNode {
    /// The value.
    pub value: SourceValue,
    /// The byte range in the text.
    pub span: Range<usize>,
}

/// A value of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceValue {
    /// No value.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number, as written.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<SourceNode>),
    /// A map. A key can be there twice.
    Map(Vec<Member>),
}

/// A member of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The key.
    pub key: String,
    /// The byte range of the key.
    pub span: Range<usize>,
    /// The value.
    pub node: SourceNode,
}

/// A text of a tree: a string, a number or a truth value, with the path to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// The path: `meta.canonical`, `work[0].name`.
    pub path: String,
    /// The text.
    pub text: String,
    /// The byte range in the source.
    pub span: Range<usize>,
}

impl SourceNode {
    /// Creates a node.
    pub fn new(value: SourceValue, span: Range<usize>) -> Self {
        Self { value, span }
    }

    /// Creates a node without a value or a place.
    pub fn null() -> Self {
        Self::new(SourceValue::Null, 0..0)
    }

    /// Returns the text of a string, a number or a truth value.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            SourceValue::Text(text) | SourceValue::Number(text) => Some(text),
            SourceValue::Bool(true) => Some("true"),
            SourceValue::Bool(false) => Some("false"),
            SourceValue::Null | SourceValue::List(_) | SourceValue::Map(_) => None,
        }
    }

    /// Returns the first value under a key of a map.
    pub fn get(&self, key: &str) -> Option<&SourceNode> {
        let SourceValue::Map(members) = &self.value else {
            return None;
        };
        let member = members.iter().find(|member| member.key == key)?;
        Some(&member.node)
    }

    /// Returns the first value under a key of a map, to change it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut SourceNode> {
        let SourceValue::Map(members) = &mut self.value else {
            return None;
        };
        let member = members.iter_mut().find(|member| member.key == key)?;
        Some(&mut member.node)
    }

    /// Returns the members of a list, or the value as the only one.
    pub fn items_mut(&mut self) -> &mut [SourceNode] {
        if !matches!(self.value, SourceValue::List(_)) {
            return std::slice::from_mut(self);
        }
        match &mut self.value {
            SourceValue::List(nodes) => nodes,
            _ => &mut [],
        }
    }

    /// Removes texts that are known from the value, and so are the years of dates that are known.
    pub fn forget(&mut self, known: &[String]) {
        let is_known = |text: &str| {
            let says = |known: &String| {
                let more = known.strip_prefix(text);
                more.is_some_and(|more| more.is_empty() || is_date(known) && more.starts_with('-'))
            };
            known.iter().any(says)
        };
        match &mut self.value {
            SourceValue::Text(text) if is_known(text) => self.value = SourceValue::Null,
            SourceValue::List(nodes) => nodes.iter_mut().for_each(|node| node.forget(known)),
            SourceValue::Map(members) => {
                for member in members {
                    member.node.forget(known);
                }
            }
            _ => {}
        }
    }

    /// Returns whether there is no text in the value.
    pub fn is_empty(&self) -> bool {
        match &self.value {
            SourceValue::Null => true,
            SourceValue::Text(text) => text.trim().is_empty(),
            SourceValue::Bool(_) | SourceValue::Number(_) => false,
            SourceValue::List(nodes) => nodes.iter().all(SourceNode::is_empty),
            SourceValue::Map(members) => members.iter().all(|member| member.node.is_empty()),
        }
    }

    /// Returns the texts in the value, in the order written, each with its path from `path`.
    pub fn leaves(&self, path: &str) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.add_leaves(path, &mut leaves);
        leaves
    }

    fn add_leaves(&self, path: &str, leaves: &mut Vec<Leaf>) {
        match &self.value {
            SourceValue::Null => {}
            SourceValue::List(nodes) => {
                for (index, node) in nodes.iter().enumerate() {
                    node.add_leaves(&format!("{path}[{index}]"), leaves);
                }
            }
            SourceValue::Map(members) => {
                for member in members {
                    let path = join(path, &member.key);
                    member.node.add_leaves(&path, leaves);
                }
            }
            SourceValue::Text(_) | SourceValue::Number(_) | SourceValue::Bool(_)
                if self.is_empty() => {}
            SourceValue::Text(_) | SourceValue::Number(_) | SourceValue::Bool(_) => {
                leaves.push(Leaf {
                    path: path.to_owned(),
                    text: self.as_text().unwrap_or_default().to_owned(),
                    span: self.span.clone(),
                });
            }
        }
    }
}

/// Returns the path of a member.
pub fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else if key == TEXT {
        path.to_owned()
    } else {
        format!("{path}.{key}")
    }
}
