//! The tables with headers of a document, each in the one that it is part of.

use std::ops::Range;

use crate::profile::syntax::tree::SyntaxTree;

/// A table.
#[derive(Default)]
pub struct TableNode<'a> {
    /// Its header and the pairs below it; of the top level, the pairs alone. Empty if only tables in it have
    /// headers.
    pub statements: Range<usize>,
    /// The tables in it.
    pub groups: Vec<TableGroup<'a>>,
}

/// The tables of one key.
pub struct TableGroup<'a> {
    /// The key.
    pub key: &'a str,
    /// The tables.
    pub tables: Vec<TableNode<'a>>,
}

impl<'a> TableNode<'a> {
    /// Returns the top level of a text that is TOML.
    pub fn of(tree: &'a SyntaxTree) -> Self {
        let mut root = Self::default();
        let statements = tree.statements.iter().enumerate();
        let headers =
            statements.filter_map(|(index, statement)| Some((index, statement.header()?)));
        let headers: Vec<_> = headers.collect();
        let mut end = tree.statements.len();
        let mut ends = Vec::new();
        for (index, _) in headers.iter().rev() {
            ends.push(end);
            end = *index;
        }
        root.statements = 0..end;
        for ((start, header), end) in headers.into_iter().zip(ends.into_iter().rev()) {
            let mut table = &mut root;
            let last = header.keys.len().saturating_sub(1);
            for (depth, key) in header.keys.iter().enumerate() {
                table = table.child(&key.name, header.is_double && depth == last);
            }
            table.statements = start..end;
        }
        root
    }

    /// Returns a table in it: a new one, or the last one of a key.
    fn child(&mut self, key: &'a str, is_new: bool) -> &mut Self {
        let index = self.groups.iter().position(|group| group.key == key);
        let index = index.unwrap_or_else(|| {
            self.groups.push(TableGroup {
                key,
                tables: Vec::new(),
            });
            self.groups.len() - 1
        });
        let tables = &mut self.groups[index].tables;
        if is_new || tables.is_empty() {
            tables.push(Self::default());
        }
        let last = tables.len() - 1;
        &mut tables[last]
    }

    /// Returns where the table or anything in it first appears. A table may be written after those in it.
    pub fn first(&self) -> usize {
        let tables = self.groups.iter().flat_map(|group| &group.tables);
        let inner = tables.map(Self::first).min();
        let own = Some(self.statements.start).filter(|_| !self.statements.is_empty());
        inner.into_iter().chain(own).min().unwrap_or(usize::MAX)
    }
}
