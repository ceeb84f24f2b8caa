//! Finds the lines of a document with words that did not come into the profile.

use std::collections::{HashMap, HashSet};

use toml_edit::Value;

use crate::import::document::dated::find;
use crate::import::document::line::Line;
use crate::import::document::text_document::TextDocument;
use crate::import::document::words::{headings, joint, label, says};
use crate::import::draft::Draft;
use crate::import::links::account_of;

/// Returns the lines with a word that the document has more often than the profile. Dates, labels and headings
/// have become fields; `said` is what those of the person say.
pub fn missing<'d>(document: &'d TextDocument, draft: &Draft, said: &str) -> Vec<&'d Line> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut profile = draft.texts();
    let labels = draft
        .sections
        .iter()
        .filter_map(|section| section.text("keywords-label"));
    let labels: Vec<String> = labels.flat_map(words).collect();
    profile.push_str(said);
    for word in words(&profile) {
        *counts.entry(word).or_default() += 1;
    }
    let mut missing = Vec::new();
    for line in &document.lines {
        let mut is_missing = false;
        for word in words(&written(line)) {
            match counts.get_mut(&word) {
                Some(count) if *count > 0 => *count -= 1,
                // The label of keywords is written once for all entries.
                _ if labels.contains(&word) => {}
                _ => is_missing = true,
            }
        }
        if is_missing {
            missing.push(line);
        }
    }
    // Edges repeat the name on each page.
    let all: HashSet<String> = words(&profile).into_iter().collect();
    let mut edges: Vec<&Line> = Vec::new();
    for edge in &document.edges {
        let is_new = words(&edge.text()).iter().any(|word| !all.contains(word));
        if is_new && !edges.iter().any(|known| known.text() == edge.text()) {
            edges.push(edge);
        }
    }
    missing.extend(edges);
    missing
}

/// Returns the text of a line without what a field says in another way.
fn written(line: &Line) -> String {
    let mut text = line.text();
    if !headings(&text).is_empty() || label(&text) == Some("title") {
        return String::new();
    }
    if let Some(dated) = find(line) {
        text.replace_range(dated.range, " ");
    }
    if says("degree", &text) {
        text = text.replace(" in ", " ").replace(" en ", " ");
    }
    while let Some((at, length)) = joint(&text) {
        text.replace_range(at..at + length, " | ");
    }
    let parts = text.split(['\t', '|', '\n', '•', '·']);
    let parts = parts.map(|part| match part.split_once([':', '：']) {
        Some((name, value)) if label(name).is_some() => value,
        _ if label(part).is_some() => "",
        _ => part,
    });
    let parts = parts.map(|part| match account_of(part.trim()) {
        Some((network, user)) => format!("{network} {user}"),
        None => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join(" ")
}

fn words(text: &str) -> Vec<String> {
    // Marks of Markdown can be in a word of languages without spaces.
    let text = text.replace(['*', '\\'], "");
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

impl Draft {
    /// Returns the texts of the draft, with the keys of facts.
    fn texts(&self) -> String {
        let mut texts = String::new();
        let tables = [&self.root, &self.person];
        for table in tables.into_iter().chain(&self.sections) {
            table.visit(&mut |_, value| add(value, &mut texts));
        }
        texts
    }
}

fn add(value: &Value, texts: &mut String) {
    match value {
        Value::String(text) => {
            texts.push(' ');
            texts.push_str(text.value());
        }
        Value::Array(values) => values.iter().for_each(|value| add(value, texts)),
        Value::InlineTable(table) => {
            for (key, value) in table {
                texts.push(' ');
                texts.push_str(key);
                add(value, texts);
            }
        }
        _ => {}
    }
}
