//! Finds statements and keys in a tree.

use std::ops::Range;

use crate::profile::syntax::tree::{
    HeaderSyntax, KeySyntax, MemberSyntax, Statement, SyntaxTree, ValueForm, ValueSyntax,
};

/// A part of a dotted key.
pub struct DottedKey<'t> {
    /// The keys between the dots.
    pub keys: &'t [KeySyntax],
    /// The part, by its index.
    pub index: usize,
    /// What is written above it in the same table.
    above: Vec<&'t MemberSyntax>,
}

impl SyntaxTree {
    /// Returns the headers.
    pub fn headers(&self) -> impl Iterator<Item = &HeaderSyntax> {
        self.statements.iter().filter_map(Statement::header)
    }

    /// Returns the header above a statement, by their indices.
    pub fn header_above(&self, statement: usize) -> Option<usize> {
        let above = self.statements.get(..statement).unwrap_or_default();
        above.iter().rposition(|above| above.header().is_some())
    }

    /// Returns the members below a header, by its index among the statements; `None` for those at
    /// the top.
    pub fn members_below(&self, header: Option<usize>) -> impl Iterator<Item = &MemberSyntax> {
        let first = header.map_or(0, |index| index + 1);
        let below = self.statements.get(first..).unwrap_or_default().iter();
        let below = below.take_while(|statement| statement.header().is_none());
        below.filter_map(Statement::member)
    }

    /// Returns the last statement that starts at an offset or before it, by its index.
    pub fn statement_at(&self, offset: usize) -> Option<usize> {
        let is_before = |statement: &Statement| statement.span().start <= offset;
        self.statements.partition_point(is_before).checked_sub(1)
    }

    /// Returns the places of a key in headers: of `entries` in `[[section.entries]]` for the path
    /// `section.entries`.
    pub fn keys_in_headers(&self, path: &str) -> Vec<Range<usize>> {
        let path: Vec<&str> = path.split('.').collect();
        let is_below = |header: &&HeaderSyntax| header.names().starts_with(&path);
        let headers = self.headers().filter(is_below);
        let keys = headers.filter_map(|header| header.keys.get(path.len() - 1));
        keys.map(|key| key.span.clone()).collect()
    }

    /// Returns the key at a place.
    pub fn key_at(&self, span: &Range<usize>) -> Option<DottedKey<'_>> {
        let statement = self.statement_at(span.start)?;
        let mut keys = self.statements[statement].keys();
        let mut above = Vec::new();
        if let Statement::Member(member) = &self.statements[statement] {
            let table = self.members_below(self.header_above(statement));
            above.extend(table.take_while(|above| above.span.start < member.span.start));
            let value = member.value.as_ref();
            let members = value.and_then(|value| value.members_around(span.start));
            let is_around = |member: &MemberSyntax| member.span.start <= span.start;
            if let Some((inner, members)) =
                members.and_then(|all| all[..all.partition_point(is_around)].split_last())
            {
                keys = &inner.keys;
                above = members.iter().collect();
            }
        }
        let index = keys.iter().position(|key| key.span == *span)?;
        Some(DottedKey { keys, index, above })
    }

    /// Returns the value that starts at an offset.
    pub fn value_at(&self, start: usize) -> Option<&ValueSyntax> {
        let statement = &self.statements[self.statement_at(start)?];
        statement.member()?.value.as_ref()?.value_at(start)
    }

    /// Returns the earlier definition of the key at a place, or of the header around it.
    pub fn earlier_definition(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let statement = &self.statements[self.statement_at(span.start)?];
        if let Statement::Header(header) = statement {
            let mut above = self.headers().take_while(|above| *above != header);
            let first = above.find(|above| above.names() == header.names());
            return first.map(|first| first.span.clone());
        }
        let DottedKey { keys, index, above } = self.key_at(span)?;
        let names = |keys: &[KeySyntax]| -> Vec<String> {
            keys.iter().map(|key| key.name.clone()).collect()
        };
        let wanted = names(&keys[..=index]);
        let mut nearest = above.into_iter().rev();
        let keys = &nearest.find(|above| names(&above.keys) == wanted)?.keys;
        Some(keys.first()?.span.start..keys.last()?.span.end)
    }
}

impl DottedKey<'_> {
    /// Returns whether the key has keys of its own after a dot.
    pub fn is_table(&self) -> bool {
        self.index + 1 < self.keys.len()
    }
}

impl ValueSyntax {
    /// Returns the value that starts at an offset.
    fn value_at(&self, start: usize) -> Option<&Self> {
        if self.span.start == start || !self.span.contains(&start) {
            return Some(self).filter(|_| self.span.start == start);
        }
        match &self.form {
            ValueForm::List(items) => items.iter().find_map(|item| item.value_at(start)),
            ValueForm::Inline(members) => {
                let mut values = members.iter().filter_map(|member| member.value.as_ref());
                values.find_map(|value| value.value_at(start))
            }
            _ => None,
        }
    }

    /// Returns the members of the innermost inline table around an offset.
    fn members_around(&self, offset: usize) -> Option<&[MemberSyntax]> {
        if !self.span.contains(&offset) {
            return None;
        }
        match &self.form {
            ValueForm::List(items) => items.iter().find_map(|item| item.members_around(offset)),
            ValueForm::Inline(members) => {
                let mut values = members.iter().filter_map(|member| member.value.as_ref());
                let inner = values.find_map(|value| value.members_around(offset));
                inner.or(Some(members))
            }
            _ => None,
        }
    }
}

/// Returns the text under a key of one part.
pub fn text_of<'t>(
    members: impl IntoIterator<Item = &'t MemberSyntax>,
    name: &str,
) -> Option<&'t str> {
    members
        .into_iter()
        .find(|member| matches!(member.keys.as_slice(), [key] if key.name == name))?
        .value
        .as_ref()?
        .text()
}
