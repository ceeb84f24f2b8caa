//! Paths to the values of a profile.

use std::fmt;

use crate::profile::kind::SectionKind;

/// One step from a table or a list to a value in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathStep<'a> {
    /// To the value under a key.
    Key(&'a str),
    /// To a member of a list, counted from 0.
    Index(usize),
}

/// The path from the root of a tree to a value, e.g. `section` → 2 → `title`. It is a linked list
/// on the stack, so that building one costs nothing until it is looked up.
#[derive(Debug, Clone, Copy, Default)]
pub struct TomlPath<'a>(Option<(&'a TomlPath<'a>, PathStep<'a>)>);

impl<'a> TomlPath<'a> {
    /// The path of the root.
    pub const ROOT: TomlPath<'static> = TomlPath(None);

    /// Returns the path of the value under `key` in this table.
    pub fn key(&'a self, key: &'a str) -> TomlPath<'a> {
        TomlPath(Some((self, PathStep::Key(key))))
    }

    /// Returns the path of the value at `index` in this list, counted from 0.
    pub fn index(&'a self, index: usize) -> TomlPath<'a> {
        TomlPath(Some((self, PathStep::Index(index))))
    }

    /// Returns the last key of the path, which is the name of the field.
    pub fn field(&self) -> Option<&'a str> {
        match self.0? {
            (_, PathStep::Key(key)) => Some(key),
            (parent, PathStep::Index(_)) => parent.field(),
        }
    }

    /// Returns the kind of an entry in the short form, `experience[1]`, or of a table in its place.
    pub fn kind(&self) -> Option<SectionKind> {
        let list = match self.0? {
            (parent, PathStep::Index(_)) => *parent,
            _ => *self,
        };
        match list.0? {
            (TomlPath(None), PathStep::Key(name)) => name.parse().ok(),
            _ => None,
        }
    }

    /// Returns the name of the table of the format at the path: the last key, or `entry` in the short
    /// form.
    pub fn table(&self) -> Option<&'a str> {
        self.kind().map_or_else(|| self.field(), |_| Some("entry"))
    }

    /// Returns whether the value is in a variant.
    pub fn is_variant(&self) -> bool {
        self.header().starts_with("variant.")
    }

    /// Returns whether the value is a member of a list.
    pub fn is_member(&self) -> bool {
        matches!(self.0, Some((_, PathStep::Index(_))))
    }

    /// Returns the keys of the path in the form of a table header: `section.entry`.
    pub fn header(&self) -> String {
        let mut keys = Vec::new();
        for step in self.steps() {
            if let PathStep::Key(key) = step {
                keys.push(key);
            }
        }
        keys.join(".")
    }

    /// Returns the path of the table or the list that contains the value.
    pub fn parent(&self) -> Option<&'a TomlPath<'a>> {
        self.0.map(|(parent, _)| parent)
    }

    /// Returns the steps from the root.
    pub fn steps(&self) -> Vec<PathStep<'a>> {
        let mut steps = Vec::new();
        let mut path = *self;
        while let Some((parent, step)) = path.0 {
            steps.push(step);
            path = *parent;
        }
        steps.reverse();
        steps
    }
}

impl fmt::Display for TomlPath<'_> {
    /// Writes the path as `section[1].entry[0].title`, counted from 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps().into_iter().enumerate() {
            match step {
                PathStep::Key(key) if index == 0 => write!(f, "{key}")?,
                PathStep::Key(key) => write!(f, ".{key}")?,
                PathStep::Index(number) => write!(f, "[{number}]")?,
            }
        }
        Ok(())
    }
}
