//! Edits of the shipped profiles and samples, and of texts in every style.

mod fields;
mod moves;
mod options;
mod parts;
mod short;

use std::path::{Path, PathBuf};

use toml::Value;

use super::*;
use crate::profile::SectionKind;

fn edited(text: &str, edit: serde_json::Value) -> EditedText {
    let edit: ProfileEdit = serde_json::from_value(edit).expect("an edit");
    apply("", text, &edit).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

#[track_caller]
fn assert_edit(text: &str, edit: serde_json::Value, expected: &str) {
    let found = edited(text, edit).text;
    assert!(
        found == expected,
        "\n--- expected\n{expected}\n--- found\n{found}"
    );
}

fn refusal(text: &str, edit: serde_json::Value) -> String {
    let edit: ProfileEdit = serde_json::from_value(edit).expect("an edit");
    match apply("", text, &edit) {
        Ok(edited) => panic!("{}", edited.text),
        Err(problems) => problems
            .iter()
            .map(|problem| problem.message.clone())
            .collect(),
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect();
    files.sort();
    files
}

/// The shipped profiles, the samples, and a profile with every kind of value.
fn texts() -> Vec<String> {
    let folders = [
        "profiles",
        "src/ide/samples/en",
        "src/ide/samples/zh-Hans",
        "tests/corpus/profile",
    ];
    let paths = folders.iter().flat_map(|folder| files(folder));
    paths
        .map(|path| std::fs::read_to_string(path).expect("a text"))
        .collect()
}

/// Returns the values of a text with all sections in the long form, and with a number for `nan`, which
/// is not equal to itself.
fn value(text: &str) -> Value {
    let text = text.trim_start_matches('\u{feff}').replace("nan", "1.5");
    let mut table = text.parse::<toml::Table>().expect("TOML");
    let headers = text.lines().filter_map(|line| {
        let name = line.strip_prefix("[[")?.split("]]").next()?;
        SectionKind::names()
            .chain(["section"])
            .find(|known| *known == name)
    });
    let mut long = table
        .get("section")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    long.reverse();
    let mut sections = Vec::new();
    for name in headers {
        if name == "section" {
            sections.extend(long.pop());
        } else if let Some(entries) = table.remove(name) {
            let kind = Value::from(name);
            let section = [("kind".to_owned(), kind), ("entry".to_owned(), entries)];
            sections.push(Value::Table(section.into_iter().collect()));
        }
    }
    if !sections.is_empty() {
        table.insert("section".to_owned(), Value::Array(sections));
    }
    table.into()
}

fn at<'v>(root: &'v mut Value, path: &[EditStep]) -> &'v mut Value {
    path.iter().fold(root, |value, step| match step {
        EditStep::Key(key) => value.get_mut(key.as_str()).expect("a key"),
        EditStep::Index(index) => value.get_mut(*index).expect("a member"),
    })
}

fn comments(text: &str) -> Vec<&str> {
    let tokens = toml_parser::Source::new(text).lex().into_vec();
    let comments = tokens
        .into_iter()
        .filter(|token| token.kind() == toml_parser::lexer::TokenKind::Comment);
    let mut comments: Vec<&str> = comments
        .map(|token| text[token.span().start()..token.span().end()].trim_end())
        .collect();
    comments.sort_unstable();
    comments
}
