//! Reads the imports and names of Rust code. It does not parse Rust: it knows as much as the code of
//! this project needs.

/// A name that a `use` declaration brings into scope.
#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    /// The segments as written, such as `crate`, `profile`, `Text`.
    pub path: Vec<String>,
    /// The name in scope: the last segment, the one after `as`, or `*`.
    pub name: String,
    /// Whether it is a re-export.
    pub is_public: bool,
}

/// Returns code without comments, literals, and what is compiled for tests alone.
pub fn code_without_tests(text: &str) -> String {
    let code = code(text);
    let mut kept = String::new();
    let mut rest = code.as_str();
    while let Some((before, item)) = rest.split_once("#[cfg(test)]") {
        kept += before;
        rest = &item[item_length(item)..];
    }
    kept + rest
}

/// Returns the length of the item that code begins with.
fn item_length(code: &str) -> usize {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// Returns code without comments and literals.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = literal_or_comment_length(rest);
        if skipped > 0 {
            code.push(' ');
            rest = &rest[skipped..];
            continue;
        }
        // A name is taken whole, so that its last letter is not read as the prefix of a literal.
        let length = rest
            .find(|c: char| !is_name(c))
            .unwrap_or(rest.len())
            .max(c.len_utf8());
        code += &rest[..length];
        rest = &rest[length..];
    }
    code
}

fn literal_or_comment_length(rest: &str) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(rest.len(), |end| end + 2);
    }
    let prefix = rest.len() - rest.trim_start_matches(['b', 'r']).len();
    let literal = &rest[prefix.min(2)..];
    let hashes = literal.len() - literal.trim_start_matches('#').len();
    if literal[hashes..].starts_with('"') && (hashes == 0 || prefix > 0) {
        let is_raw = rest[..prefix].contains('r');
        return prefix + hashes + string_length(&literal[hashes..], is_raw, hashes);
    }
    if literal.starts_with('\'') && (prefix == 0 || rest.starts_with("b'")) {
        return character_length(literal).map_or(0, |length| prefix + length);
    }
    0
}

/// Returns the length of a string literal from its quotation mark on.
fn string_length(literal: &str, is_raw: bool, hashes: usize) -> usize {
    if is_raw {
        let end = format!("\"{}", "#".repeat(hashes));
        return literal[1..]
            .find(&end)
            .map_or(literal.len(), |at| 1 + at + end.len());
    }
    let mut is_escaped = false;
    for (at, c) in literal.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return at + 1,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    literal.len()
}

/// Returns the length of a character literal, or `None` for a lifetime.
fn character_length(literal: &str) -> Option<usize> {
    let mut characters = literal.char_indices().skip(1);
    let (_, first) = characters.next()?;
    if first == '\\' {
        characters.next()?;
        return characters.find(|(_, c)| *c == '\'').map(|(end, _)| end + 1);
    }
    characters
        .next()
        .filter(|(_, c)| *c == '\'')
        .map(|(end, _)| end + 1)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns all names and keywords of code, in order.
pub fn identifiers(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !is_name(c))
        .filter(|word| !word.is_empty())
}

/// Returns all `use` declarations of code.
pub fn imports(code: &str) -> Vec<Import> {
    let mut imports = Vec::new();
    for statement in code.split([';', '{', '}']) {
        // The braces of a declaration are lost here: only its beginning matters.
        let Some(before) = statement.find("use ") else {
            continue;
        };
        let visibility = statement[..before].trim();
        let is_declaration = visibility.is_empty()
            || visibility.ends_with(']')
            || visibility.ends_with("pub")
            || visibility.ends_with(')');
        if !is_declaration {
            continue;
        }
        let start = statement.as_ptr() as usize - code.as_ptr() as usize + before + 4;
        let end = code[start..].find(';').map_or(code.len(), |at| start + at);
        let is_public = visibility.contains("pub");
        read_tree(&code[start..end], &[], is_public, &mut imports);
    }
    imports
}

/// Reads a tree of imports below a path.
fn read_tree(tree: &str, above: &[String], is_public: bool, imports: &mut Vec<Import>) {
    let tree = tree.trim();
    let mut path = above.to_vec();
    let mut rest = tree;
    while let Some((segment, after)) = rest.split_once("::") {
        if segment.contains(['{', ',']) {
            break;
        }
        path.push(segment.trim().to_owned());
        rest = after;
    }
    let rest = rest.trim();
    if let Some(branches) = rest.strip_prefix('{') {
        let branches = branches.trim_end().trim_end_matches('}');
        for branch in top_level_branches(branches) {
            read_tree(branch, &path, is_public, imports);
        }
        return;
    }
    if rest.is_empty() {
        return;
    }
    let (last, alias) = rest.split_once(" as ").unwrap_or((rest, rest));
    let mut name = alias.trim().to_owned();
    if last == "self" {
        if alias == "self" {
            name = path.last().cloned().unwrap_or_default();
        }
    } else {
        path.push(last.trim().to_owned());
    }
    imports.push(Import {
        path,
        name,
        is_public,
    });
}

/// Splits at the commas that are not inside braces.
fn top_level_branches(branches: &str) -> Vec<&str> {
    let mut depth = 0;
    branches
        .split(|c| {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            c == ',' && depth == 0
        })
        .collect()
}

/// Returns the paths of code that have more than one segment, outside `use` declarations.
pub fn qualified_names(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find("::") {
        let start = rest[..at]
            .rfind(|c: char| !is_name(c))
            .map_or(0, |before| before + 1);
        let end = path_end(rest, at);
        let line_start = rest[..start].rfind([';', '}']).map_or(0, |at| at + 1);
        let is_import = rest[line_start..start]
            .split_whitespace()
            .any(|word| word == "use");
        if start < at && !is_import {
            names.push(rest[start..end].to_owned());
        }
        // The text before stays, because it decides whether the next path belongs to a declaration.
        rest = &rest[if is_import { line_end(rest, end) } else { end }..];
    }
    names
}

fn line_end(code: &str, from: usize) -> usize {
    code[from..].find(';').map_or(code.len(), |at| from + at)
}

/// Returns where a path ends that has `::` at some place.
fn path_end(code: &str, mut at: usize) -> usize {
    while code[at..].starts_with("::") {
        let segment = &code[at + 2..];
        let length = segment.find(|c: char| !is_name(c)).unwrap_or(segment.len());
        if length == 0 {
            return at + 2;
        }
        at += 2 + length;
    }
    at
}

#[test]
fn imports_are_read_with_branches_and_aliases() {
    let code = code_without_tests(
        "//! use crate::no;\npub use a::{b::C, self, d as e};\nuse crate::x::*;\nfn f() { let s = \"use y;\"; }\n\
         #[cfg(test)]\nmod tests { use z::Z; }\n",
    );
    let found: Vec<String> = imports(&code)
        .iter()
        .map(|import| {
            let public = if import.is_public { "pub " } else { "" };
            format!("{public}{} = {}", import.name, import.path.join("::"))
        })
        .collect();
    assert_eq!(
        found,
        [
            "pub C = a::b::C",
            "pub a = a",
            "pub e = a::d",
            "* = crate::x::*"
        ]
    );
}

#[test]
fn qualified_names_leave_out_imports_and_literals() {
    let code = code_without_tests(
        "use crate::a::B;\nfn f<'a>(x: &'a str) { a::b(c::D::e('\"'), r#\"n::o\"#, \"p::q\", f::<u8>()) }\n",
    );
    assert_eq!(qualified_names(&code), ["a::b", "c::D::e", "f::"]);
}
