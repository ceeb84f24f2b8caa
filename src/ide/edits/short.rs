//! Writes sections in the short form, `[[experience]]`, where nothing is lost.

use std::ops::Range;
use std::str::FromStr;

use crate::diagnostic::fix::{self, Fix};
use crate::diagnostic::{Diagnostics, Edit};
use crate::ide::edits::members::BracketMembers;
use crate::ide::edits::pairs::set;
use crate::ide::edits::text::{ProfileText, TableForm};
use crate::profile::{Node, SectionKind, Value};

/// The keys of a section that the short form has a place for.
const OWN_KEYS: [&str; 3] = ["kind", "title", "entry"];

/// Returns the text of a profile with the sections in the short form that have nothing but entries of
/// their kind, and are the only ones with its heading. A title becomes the word for the only section
/// of a kind. The name is that for messages.
///
/// # Errors
/// The text is not TOML.
pub fn in_short_form(name: &str, text: &str) -> Result<String, Diagnostics> {
    let mut short = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
    loop {
        let written = ProfileText::parse(name, &short)?;
        let mut sections = written.root().list("section").iter();
        let Some(edits) = sections.find_map(|section| edits(&written, section)) else {
            return Ok(short);
        };
        short = fix::apply(&short, &[Fix { edits }]).text;
    }
}

/// Returns the edits that write a section in the short form; `None` if something would be lost.
fn edits(text: &ProfileText, section: &Node) -> Option<Vec<Edit>> {
    let kind = section.string("kind")?;
    SectionKind::from_str(kind).ok()?;
    let place = text.own_header(section)?;
    let entries = section.get("entry")?.items();
    let are_known = section
        .members()
        .iter()
        .all(|(key, _)| OWN_KEYS.contains(&&*key.name));
    let are_tables = entries.iter().all(|entry| text.form(entry).is_some());
    if !are_known || !are_tables {
        return None;
    }
    let mut edits = match section.get("title") {
        Some(title) => vec![word(text, kind, title)?],
        None if with_heading(text, kind) == 1 => Vec::new(),
        None => return None,
    };
    let start = text.header(place).start;
    if text.form(entries.first()?) == Some(TableForm::Inline) {
        let list = section.span_of("entry");
        let ends = section.members().iter().map(|(_, node)| node.span.end);
        let range = start..ends.fold(list.end, usize::max);
        let lines = comments(text, range.clone()) + &lines(text, entries, kind);
        edits.push(Edit::new(range, lines));
        return comments(text, list).is_empty().then_some(edits);
    }
    let mut headers = text.headers_of(section).into_iter().skip(1).peekable();
    let first = start..text.header(*headers.peek()?).start;
    edits.push(Edit::new(first.clone(), comments(text, first)));
    for header in headers {
        let keys = text.keys_of_header(header);
        let (section, entry) = (keys.first()?, keys.get(1)?);
        edits.push(Edit::new(section.start..entry.end, kind));
    }
    Some(edits)
}

/// Returns the number of sections that have the heading of a kind.
fn with_heading(text: &ProfileText, kind: &str) -> usize {
    let sections = text.root().list("section").iter();
    let untitled = sections.filter(|section| !section.has("title"));
    untitled
        .filter(|section| section.string("kind") == Some(kind))
        .count()
}

/// Returns the edit that makes a title the word for a kind; `None` if it is not the same there.
fn word(text: &ProfileText, kind: &str, title: &Node) -> Option<Edit> {
    let root = text.root();
    // What is neither empty nor Markdown is the same as plain text.
    let is_plain = |text: &str| {
        let is_sign = |c: char| c.is_alphanumeric() || " ,/()&".contains(c);
        !text.trim().is_empty() && text.chars().all(is_sign)
    };
    let are_plain = match &title.value {
        Value::Table(languages) => {
            let mut texts = languages.iter().map(|(_, text)| text.as_str());
            texts.all(|text| text.is_some_and(is_plain))
        }
        _ => title.as_str().is_some_and(is_plain),
    };
    let has_word = root.get("words").is_some_and(|words| words.has(kind));
    // A variant may name the section by its title.
    let is_free = !has_word && !root.has("variant") && count(root.list("section"), kind) == 1;
    let written = &text.text()[title.span.clone()];
    let is_value = written.starts_with(['"', '\'', '{']);
    let is_word = is_free && is_value && are_plain;
    is_word.then(|| set(text, &["words", kind], written))?
}

/// Returns the number of sections of a kind at every depth.
fn count(sections: &[Node], kind: &str) -> usize {
    let counts = sections.iter().map(|section| {
        let is_it = section.string("kind") == Some(kind);
        usize::from(is_it) + count(section.list("subsection"), kind)
    });
    counts.sum()
}

/// Returns the comments in a range, each on its line.
fn comments(text: &ProfileText, range: Range<usize>) -> String {
    let comments = text.comments(range);
    let lines = comments.map(|comment| comment.trim_end().to_owned() + text.newline());
    lines.collect()
}

/// Returns the entries of a list in brackets, each under its own header.
fn lines(text: &ProfileText, entries: &[Node], kind: &str) -> String {
    let newline = text.newline();
    let entries = entries.iter().map(|entry| {
        let members = BracketMembers::of(text, &entry.span);
        let pairs = members.contents().map(|pair| format!("{newline}{pair}"));
        format!("[[{kind}]]{}", pairs.collect::<String>())
    });
    entries.collect::<Vec<_>>().join(&newline.repeat(2))
}
