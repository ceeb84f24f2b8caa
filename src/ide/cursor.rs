//! Finds what a byte offset of a text is in: a header, a key or a value, and of which table.

use std::ops::Range;

use crate::ide::scope::Scope;
use crate::profile::SectionKind;
use crate::profile::{
    HeaderSyntax, KeySyntax, MemberSyntax, Statement, SyntaxTree, ValueForm, ValueSyntax, text_of,
};

/// What an offset is in.
#[derive(Debug, Clone)]
pub enum Spot<'t> {
    /// A header.
    Header {
        /// The header.
        header: &'t HeaderSyntax,
        /// The key at the offset, by its index.
        index: usize,
    },
    /// A key, or the place for one.
    Key {
        /// The table of the key.
        scope: Scope,
        /// The key; `None` at a place for one.
        key: Option<&'t KeySyntax>,
        /// The member that it is part of.
        member: Option<&'t MemberSyntax>,
        /// The other keys of the table.
        written: Vec<&'t str>,
        /// Whether the table is in braces.
        is_inline: bool,
    },
    /// A value, or the place for one.
    Value {
        /// The table of its key.
        scope: Scope,
        /// Its key.
        key: &'t str,
        /// The value; `None` at a place for a member of a list.
        value: Option<&'t ValueSyntax>,
        /// Whether it is a member of a list.
        is_member: bool,
    },
}

/// Finds what an offset is in; `None` in a comment, and where nothing can follow.
pub fn find<'t>(text: &str, tree: &'t SyntaxTree, offset: usize) -> Option<Spot<'t>> {
    let in_comment = |comment: &Range<usize>| comment.start < offset && offset <= comment.end;
    if tree.comments.iter().any(in_comment) {
        return None;
    }
    let index = tree.statement_at(offset);
    let header = tree.header_above(index.map_or(0, |index| index + 1));
    match index.and_then(|index| tree.statements.get(index)) {
        Some(Statement::Header(written)) if touches(&written.span, offset) => {
            let keys = &written.keys;
            let index = keys.iter().position(|key| offset <= key.span.end);
            Some(Spot::Header {
                header: written,
                index: index.unwrap_or(keys.len().saturating_sub(1)),
            })
        }
        Some(Statement::Member(member)) if touches(&member.span, offset) => {
            let finder = Finder { text, tree, offset };
            let members: Vec<&MemberSyntax> = tree.members_below(header).collect();
            finder.in_member(member, &members, scope_of(tree, header), false)
        }
        _ if is_blank_before(text, offset) => {
            let members = tree.members_below(header);
            Some(Spot::Key {
                scope: scope_of(tree, header),
                key: None,
                member: None,
                written: nth_keys(members, None, &[]),
                is_inline: false,
            })
        }
        _ => None,
    }
}

/// Returns the table below a header, by its index among the statements.
pub fn scope_of(tree: &SyntaxTree, header: Option<usize>) -> Scope {
    let statement = header.and_then(|index| Some((index, tree.statements.get(index)?.header()?)));
    let Some((index, written)) = statement else {
        return Scope::root();
    };
    let mut scope = scope_before(written, written.keys.len());
    scope.kind = kind_at(tree, index, &scope.path).or(scope.kind);
    scope
}

/// Returns the table that the first keys of a header lead to.
pub fn scope_before(header: &HeaderSyntax, count: usize) -> Scope {
    let mut scope = Scope::root();
    for (index, key) in header.keys.iter().take(count).enumerate() {
        let is_list = header.is_double && index + 1 == header.keys.len();
        scope = if is_list {
            scope.member(&key.name)
        } else {
            scope.table(&key.name)
        };
    }
    scope
}

/// Returns the kind of the section around the table of a header: that of the innermost section
/// above it.
fn kind_at(tree: &SyntaxTree, header: usize, path: &[String]) -> Option<SectionKind> {
    (1..=path.len())
        .rev()
        .filter(|length| matches!(path[length - 1].as_str(), "section" | "subsection"))
        .find_map(|length| {
            let is_it = |index: &usize| {
                let other = tree.statements[*index].header();
                other.is_some_and(|other| other.names() == path[..length])
            };
            let section = (0..=header).rev().find(is_it)?;
            kind_in(tree.members_below(Some(section)))
        })
}

/// Returns the kind that members name.
fn kind_in<'t>(members: impl IntoIterator<Item = &'t MemberSyntax>) -> Option<SectionKind> {
    text_of(members, "kind")?.parse().ok()
}

fn touches(span: &Range<usize>, offset: usize) -> bool {
    (span.start..=span.end).contains(&offset)
}

fn is_blank_before(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    line.trim().is_empty()
}

/// Returns the keys of members that follow a prefix, but for those of one of them.
fn nth_keys<'t>(
    members: impl IntoIterator<Item = &'t MemberSyntax>,
    except: Option<&MemberSyntax>,
    prefix: &[KeySyntax],
) -> Vec<&'t str> {
    let mut keys = Vec::new();
    for member in members {
        let is_below = member.keys.len() > prefix.len()
            && member
                .keys
                .iter()
                .zip(prefix)
                .all(|(key, wanted)| key.name == wanted.name);
        if is_below && except.is_none_or(|except| !std::ptr::eq(member, except)) {
            keys.push(member.keys[prefix.len()].name.as_str());
        }
    }
    keys
}

struct Finder<'a> {
    text: &'a str,
    tree: &'a SyntaxTree,
    offset: usize,
}

impl Finder<'_> {
    /// Finds the offset in a member of a table, whose members are `siblings`.
    fn in_member<'t>(
        &self,
        member: &'t MemberSyntax,
        siblings: &[&'t MemberSyntax],
        table: Scope,
        is_inline: bool,
    ) -> Option<Spot<'t>> {
        let mut scope = table;
        for (index, key) in member.keys.iter().enumerate() {
            if self.offset <= key.span.end {
                let siblings = siblings.iter().copied();
                return Some(Spot::Key {
                    scope,
                    key: Some(key),
                    member: Some(member),
                    written: nth_keys(siblings, Some(member), &member.keys[..index]),
                    is_inline,
                });
            }
            if index + 1 < member.keys.len() {
                scope = scope.table(&key.name);
            }
        }
        let key = member.keys.last()?;
        let value = member.value.as_ref()?;
        touches(&value.span, self.offset).then_some(())?;
        self.in_value(value, scope, &key.name, false)
    }

    fn in_value<'t>(
        &self,
        value: &'t ValueSyntax,
        scope: Scope,
        key: &'t str,
        is_member: bool,
    ) -> Option<Spot<'t>> {
        let is_inside = value.span.start < self.offset && self.offset <= value.span.end;
        match &value.form {
            ValueForm::List(items) if is_inside && !self.is_after(value, ']') => {
                let mut items = items.iter();
                match items.find(|item| touches(&item.span, self.offset)) {
                    Some(item) => self.in_value(item, scope, key, true),
                    None => self.follows(&['[', ',']).then_some(Spot::Value {
                        scope,
                        key,
                        value: None,
                        is_member: true,
                    }),
                }
            }
            ValueForm::Inline(members) if is_inside && !self.is_after(value, '}') => {
                let mut inner = if is_member {
                    scope.member(key)
                } else {
                    scope.table(key)
                };
                if inner.is_section() {
                    inner.kind = kind_in(members).or(inner.kind);
                }
                let siblings: Vec<&MemberSyntax> = members.iter().collect();
                match members
                    .iter()
                    .find(|member| touches(&member.span, self.offset))
                {
                    Some(member) => self.in_member(member, &siblings, inner, true),
                    None => self.follows(&['{', ',']).then_some(Spot::Key {
                        scope: inner,
                        key: None,
                        member: None,
                        written: nth_keys(members, None, &[]),
                        is_inline: true,
                    }),
                }
            }
            _ => Some(Spot::Value {
                scope,
                key,
                value: Some(value),
                is_member,
            }),
        }
    }

    /// Returns whether the offset is after the closing bracket of a value.
    fn is_after(&self, value: &ValueSyntax, closing: char) -> bool {
        let written = self.text.get(value.span.clone()).unwrap_or_default();
        self.offset == value.span.end && written.len() > 1 && written.ends_with(closing)
    }

    /// Returns whether the last character before the offset, without space and comments, is one of these.
    fn follows(&self, characters: &[char]) -> bool {
        let mut end = self.offset;
        let comments = self.tree.comments.iter().rev();
        for comment in comments.skip_while(|comment| comment.end > self.offset) {
            let between = self.text.get(comment.end..end).unwrap_or_default();
            if !between.trim().is_empty() {
                break;
            }
            end = comment.start;
        }
        let before = self.text.get(..end).unwrap_or_default();
        before.trim_end().ends_with(characters)
    }
}
