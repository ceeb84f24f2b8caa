//! Reports what is wrong with a text that is not TOML: of each statement the errors that do not follow
//! from another, and of the text without those statements the keys that are defined twice.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use toml::de::DeTable;
use toml_edit::Key;

use crate::diagnostic::{Diagnostic, Diagnostics, Edit, Source, rule};
use crate::profile::syntax::explain::explain;
use crate::profile::syntax::is_repeated;
use crate::profile::syntax::line::{line_around, starts_statement};
use crate::profile::syntax::syntax_error::SyntaxError;
use crate::profile::syntax::tree::{ErrorKind, ErrorNode, HeaderSyntax, SyntaxTree, read};

/// The number of bytes to parse in all searches for keys that are defined twice.
const MAX_BYTES: usize = 16 << 20;

/// The number of those searches, of statements with errors, and of errors to explain in one.
const MOST: usize = 64;

/// The number of errors after which only the first statement is reported: such a text is not meant as
/// TOML.
const MANY_ERRORS: usize = 1000;

/// The header of one of several tables under a name that no profile has. It may be empty and may be
/// repeated, so it can replace any header.
const PLACEHOLDER_HEADER: &str = "[[z]]";

/// Languages of files that `cvpress import` reads.
const JSON: &str = "JSON";
const YAML: &str = "YAML";

/// Returns every syntax error of a text that is not TOML.
pub fn syntax_errors(source: &Arc<Source>) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    if let Some((language, span)) = other_language(source.text()) {
        let message = format!("expected TOML, found {language}");
        let error = Diagnostic::error(rule::TOML_SYNTAX, message).at(source, span, "");
        let error = match language {
            JSON | YAML => error.hint(format!(
                "a file of JSON Resume, RenderCV or another tool becomes a profile with `cvpress \
                 import {}`",
                import_name(source.name())
            )),
            _ => error,
        };
        diagnostics.push(error.hint("start a profile with `[person]` and `name = \"…\"` below it"));
        return diagnostics;
    }
    let tree = read(source.text());
    let mut report = Report {
        source,
        tree: &tree,
        replaced: BTreeMap::new(),
        diagnostics,
    };
    report.errors();
    if report.diagnostics.is_empty() {
        report.diagnostics.push(unexplained_error(source));
    }
    report.diagnostics.sort();
    report.diagnostics
}

struct Report<'t> {
    source: &'t Arc<Source>,
    tree: &'t SyntaxTree,
    /// The replacement of a statement with errors, by its index, so that the rest is TOML. Without
    /// a header, the keys below it would belong to the table above.
    replaced: BTreeMap<usize, String>,
    diagnostics: Diagnostics,
}

impl Report<'_> {
    fn errors(&mut self) {
        let tree = self.tree;
        let statement_of = |error: &ErrorNode| tree.statement_at(error.span.start);
        let statements = tree
            .errors
            .chunk_by(|one, next| statement_of(one) == statement_of(next));
        let has_many = tree.errors.len() > MANY_ERRORS;
        for errors in statements.take(if has_many { 1 } else { MOST }) {
            let statement = errors.first().and_then(statement_of);
            self.statement(errors);
            if let Some(index) = statement {
                let header = tree.statements[index].header();
                let header = header.map(|header| repaired(self.source.text(), header));
                self.replaced.insert(index, header.unwrap_or_default());
            }
        }
        if has_many {
            return;
        }
        let searches = MAX_BYTES / self.source.text().len().max(1);
        for _ in 0..searches.clamp(1, MOST) {
            let Some(error) = self.definition_error() else {
                return;
            };
            let explained = explain(self.source.text(), tree, &error);
            let place = tree.statement_at(explained.span.start);
            if place.is_none_or(|place| !self.replaced.contains_key(&place)) {
                self.push(&explained);
            }
            if let Some(index) = statement_of(&error) {
                let header = tree.statements[index].header();
                let header = header.map(|_| PLACEHOLDER_HEADER);
                let replacement = header.unwrap_or_default().to_owned();
                self.replaced.insert(index, replacement);
            }
        }
    }

    /// Reports the errors of a statement, one of each line: the second one mostly follows from the first.
    fn statement(&mut self, errors: &[ErrorNode]) {
        let text = self.source.text();
        let mut reported = None;
        for (index, error) in errors.iter().enumerate().take(MOST) {
            let is_open = error.kind.is_unclosed();
            if index > 0 && is_open {
                continue;
            }
            let explained = explain(text, self.tree, error);
            let line = Some(line_around(text, explained.span.start).start);
            if reported < line {
                reported = line;
                self.push(&explained);
            }
            if index == 0 && (is_open || explained.misreads_rest) {
                return;
            }
        }
    }

    fn push(&mut self, error: &SyntaxError) {
        let message = error.message.as_str();
        let diagnostic = Diagnostic::error(rule::TOML_SYNTAX, message);
        let mut diagnostic = diagnostic.at(self.source, error.span.clone(), "");
        if let Some(first) = &error.first {
            diagnostic = diagnostic.also(self.source, first.clone(), "first here");
        }
        if let Some(Edit { span, replacement }) = &error.fix {
            diagnostic = diagnostic.fix(span.clone(), replacement);
        }
        if !error.hint.is_empty() {
            diagnostic = diagnostic.hint(&*error.hint);
        }
        self.diagnostics.push(diagnostic);
    }

    /// Returns an error that only building the tables shows. `toml` reports each at a key.
    fn definition_error(&self) -> Option<ErrorNode> {
        let mut text = String::new();
        let mut starts = Vec::new();
        for (index, statement) in self.tree.statements.iter().enumerate() {
            starts.push(text.len());
            let written = &self.source.text()[statement.span().clone()];
            text += self.replaced.get(&index).map_or(written, String::as_str);
            text.push('\n');
        }
        let errors = DeTable::parse_recoverable(&text).1;
        errors.iter().find_map(|error| {
            let span = error.span()?;
            let index = starts.partition_point(|start| *start <= span.start);
            let index = index.checked_sub(1)?;
            let statement = self.tree.statements[index].span();
            let start = statement.start + span.start - starts[index];
            let span = start..start + span.len();
            let key = self.tree.key_at(&span)?;
            let kind = if key.is_table() {
                ErrorKind::NotATable
            } else {
                ErrorKind::DuplicateKey
            };
            Some(ErrorNode { kind, span })
        })
    }
}

/// Returns a header without its errors.
fn repaired(text: &str, header: &HeaderSyntax) -> String {
    let end = header.span.end;
    let rest = text[end..line_around(text, end).end].trim_start();
    let is_whole = rest.is_empty() || rest.starts_with('#');
    let names = header.names().into_iter().filter(|name| !name.is_empty());
    let names: Vec<&str> = names.filter(|_| is_whole).collect();
    let keys = names
        .iter()
        .map(|name| Key::new(*name).display_repr().into_owned());
    let keys = keys.collect::<Vec<_>>().join(".");
    match names.last() {
        None => PLACEHOLDER_HEADER.to_owned(),
        Some(last) if header.is_double || is_repeated(last) => format!("[[{keys}]]"),
        Some(_) => format!("[{keys}]"),
    }
}

/// Returns what `cvpress import` calls a file with this name in messages.
fn import_name(name: &str) -> &str {
    // Standard input has a name in brackets.
    if name.starts_with('<') { "-" } else { name }
}

/// Returns the message of `toml`, for an error that the tree does not have.
fn unexplained_error(source: &Arc<Source>) -> Diagnostic {
    let errors = DeTable::parse_recoverable(source.text()).1;
    let first = errors.first();
    let message = first.map_or("not valid TOML", toml::de::Error::message);
    let span = first.and_then(toml::de::Error::span).unwrap_or_default();
    Diagnostic::error(rule::TOML_SYNTAX, message).at(source, span, "")
}

/// Returns the language that the whole text is evidently written in, and where it starts, unless
/// that may be TOML.
fn other_language(text: &str) -> Option<(&'static str, Range<usize>)> {
    if text.lines().any(starts_statement) {
        return None;
    }
    let start = first_content(text);
    let line = line_around(text, start);
    let first = text[line.clone()].trim();
    if first.starts_with('{') {
        return Some((JSON, line));
    }
    if first.starts_with('<') {
        return Some(("HTML or XML", line));
    }
    if first.starts_with("\\documentclass") || first.starts_with("\\begin{") {
        return Some(("LaTeX", line));
    }
    let is_mapping = first.split_once(':').is_some_and(|(key, _)| is_word(key));
    (first == "---" || is_mapping).then_some((YAML, line))
}

/// Returns where the first line starts that is neither blank nor a comment.
fn first_content(text: &str) -> usize {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start();
        if !content.is_empty() && !content.starts_with('#') {
            break;
        }
        start += line.len();
    }
    start
}

fn is_word(key: &str) -> bool {
    key.chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
}
