//! The tables of a text as an outline: sections with their titles, entries with their names.

use std::ops::Range;

use crate::ide::cursor::scope_of;
use crate::profile::{HeaderSyntax, MemberSyntax, SyntaxTree, ValueForm, ValueSyntax, read_syntax};

/// A table of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its title or name, or else the keys of its header; never empty.
    pub name: String,
    /// What it is: the kind of a section, or the second of the texts that name an entry. May be
    /// empty.
    pub detail: String,
    /// Whether it is one of a list, such as a section.
    pub is_member: bool,
    /// The byte range of its header and what is below it.
    pub span: Range<usize>,
    /// The byte range of its header.
    pub header: Range<usize>,
    /// The tables in it.
    pub children: Vec<Symbol>,
}

/// Fields that name the part of a profile that has them, but are not of one kind.
const NAMES: [&str; 5] = ["title", "name", "label", "text", "recipient"];

/// The most characters of a name.
const MAX_NAME: usize = 80;

/// Returns the tables of a text, which need not be valid TOML.
pub fn symbols(text: &str) -> Vec<Symbol> {
    let tree = read_syntax(text);
    let mut open: Vec<OpenSymbol> = Vec::new();
    let mut found = Vec::new();
    for (index, statement) in tree.statements.iter().enumerate() {
        let Some(header) = statement.header() else {
            continue;
        };
        let path = header.names();
        while let Some(last) = open.pop_if(|last| !contains(&last.path, &path)) {
            close(last.symbol, &mut open, &mut found);
        }
        open.push(OpenSymbol {
            symbol: symbol(&tree, index, header),
            path,
        });
    }
    while let Some(last) = open.pop() {
        close(last.symbol, &mut open, &mut found);
    }
    found
}

/// A table that may have more tables in it.
struct OpenSymbol<'t> {
    symbol: Symbol,
    path: Vec<&'t str>,
}

/// Returns whether a table with the path `inner` is in one with the path `outer`.
fn contains(outer: &[&str], inner: &[&str]) -> bool {
    outer.len() < inner.len() && inner.starts_with(outer)
}

/// Adds a table to the one that it is in.
fn close(symbol: Symbol, open: &mut [OpenSymbol], found: &mut Vec<Symbol>) {
    match open.last_mut() {
        Some(parent) => {
            parent.symbol.span.end = parent.symbol.span.end.max(symbol.span.end);
            parent.symbol.children.push(symbol);
        }
        None => found.push(symbol),
    }
}

fn symbol(tree: &SyntaxTree, index: usize, header: &HeaderSyntax) -> Symbol {
    let members: Vec<&MemberSyntax> = tree.members_below(Some(index)).collect();
    let scope = scope_of(tree, Some(index));
    let mut texts = Vec::new();
    if header.is_double {
        let own = scope.fields().into_iter().map(|field| field.name);
        let own = own.filter(|name| *name != "kind" && !scope.is_section());
        for name in NAMES
            .into_iter()
            .filter(|_| scope.is_section())
            .chain(own)
            .chain(NAMES)
        {
            let text = text_under(&members, name).filter(|text| !texts.contains(text));
            texts.extend(text);
        }
    }
    let mut texts = texts.into_iter();
    let kind = scope
        .kind
        .filter(|_| scope.is_section())
        .map(|kind| kind.name().to_owned());
    let name = texts.next().or_else(|| kind.clone());
    let mut name = name.unwrap_or_else(|| header.names().join("."));
    if name.trim().is_empty() {
        "table".clone_into(&mut name);
    }
    let end = members.last().map_or(header.span.end, |last| last.span.end);
    Symbol {
        name,
        detail: kind.or_else(|| texts.next()).unwrap_or_default(),
        is_member: header.is_double,
        span: header.span.start..end.max(header.span.end),
        header: header.span.clone(),
        children: Vec::new(),
    }
}

/// Returns the first line of the text under a key, in its first language.
fn text_under(members: &[&MemberSyntax], name: &str) -> Option<String> {
    let is_it =
        |member: &&&MemberSyntax| matches!(member.keys.as_slice(), [key] if key.name == name);
    let value = members.iter().find(is_it)?.value.as_ref()?;
    let text = first_text(value)?;
    let line = text.trim().lines().next()?;
    let short: String = line.chars().take(MAX_NAME).collect();
    (!short.is_empty()).then_some(short)
}

fn first_text(value: &ValueSyntax) -> Option<&str> {
    match &value.form {
        ValueForm::Inline(members) => members.first()?.value.as_ref()?.text(),
        ValueForm::List(members) => members.first()?.text(),
        _ => value.text(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(symbols: &[Symbol], indent: usize) -> Vec<String> {
        let mut found = Vec::new();
        for symbol in symbols {
            found.push(format!("{:indent$}{} ({})", "", symbol.name, symbol.detail));
            found.extend(lines(&symbol.children, indent + 1));
        }
        found
    }

    const PROFILE: &str = r#"
layout = "compact"
[person]
name = "Ada"
[[section]]
kind = "experience"
[[section.entry]]
organization = "Ferrum"
position = "Engineer"
start = "2020"
[[section.entry]]
organization = { en = "Halle", de = "Saal" }
[[section]]
kind = "skill"
title = "Tools"
[[section.subsection]]
title = "More"
[[section.subsection.entry]]
name = "Rust
[variant.short]
show = ["a"]
"#;

    #[test]
    fn sections_contain_their_entries() {
        assert_eq!(
            lines(&symbols(PROFILE), 0),
            [
                "person ()",
                "experience (experience)",
                " Ferrum (Engineer)",
                " Halle ()",
                "Tools (skill)",
                " More (skill)",
                "  Rust ()",
                "variant.short ()",
            ]
        );
    }

    #[test]
    fn spans_contain_headers_and_children() {
        fn check(symbol: &Symbol) {
            assert!(symbol.span.start <= symbol.header.start);
            assert!(symbol.header.end <= symbol.span.end, "{symbol:?}");
            for child in &symbol.children {
                assert!(symbol.span.end >= child.span.end, "{symbol:?}");
                check(child);
            }
        }
        for end in 0..PROFILE.len() {
            for symbol in symbols(&PROFILE[..end]) {
                assert!(!symbol.name.is_empty());
                check(&symbol);
            }
        }
    }
}
