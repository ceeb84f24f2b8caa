//! Writes the lines below the header of an entry: prose, bullets, labeled lists, and facts.

use toml_edit::{Array, InlineTable, Value};

use crate::import::document::line::Line;
use crate::import::draft::DraftTable;
use crate::import::escape::escaped;
use crate::import::levels::set_keywords;

/// The most characters of a label.
const MOST_OF_LABEL: usize = 40;

/// The most words of a label.
const MOST_WORDS: usize = 4;

/// The most characters of a fact.
const MOST_OF_FACT: usize = 200;

/// The signs between a label and what it is of.
const COLONS: [char; 2] = [':', '：'];

/// The signs between the members of a list.
const COMMAS: [char; 7] = [',', ';', '，', '、', '；', '·', '،'];

/// A label and what it is of.
pub struct Labeled {
    /// The label.
    pub label: String,
    /// The text, in Markdown.
    pub value: String,
}

/// Returns the label of a line, and what follows; `None` if it has none.
pub fn labeled(line: &Line) -> Option<Labeled> {
    let text = line.text();
    let at = text.find(COLONS).or_else(|| text.find('\t'))?;
    let label = text[..at].trim();
    let is_label = label.contains(char::is_alphabetic)
        && label.chars().count() <= MOST_OF_LABEL
        && label.split_whitespace().count() <= MOST_WORDS
        && !label.ends_with(['.', '!', '?'])
        && !text[at..].starts_with("://");
    if !is_label {
        return None;
    }
    let length = text[at..].chars().next().map_or(0, char::len_utf8);
    let value = line.markdown_of(at + length..text.len());
    let value = value.trim_start_matches(['\t', ' ', ':']).to_owned();
    Some(Labeled {
        label: label.to_owned(),
        value,
    })
}

/// Returns the members of a list in a line; commas in parentheses are part of a member.
pub fn members(text: &str) -> Vec<String> {
    let mut members = vec![String::new()];
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '(' | '（' | '[' => depth += 1,
            ')' | '）' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && COMMAS.contains(&c) {
            members.push(String::new());
        } else if let Some(last) = members.last_mut() {
            last.push(c);
        }
    }
    let members = members.iter().map(|member| member.trim());
    let members = members.filter(|member| !member.is_empty());
    members.map(str::to_owned).collect()
}

/// Returns whether a text is a sentence, and not a name or a list of names.
pub fn is_sentence(text: &str) -> bool {
    let text = text.trim();
    let words = text.split_whitespace().count();
    text.ends_with(['.', '!', '?', '。']) && (words > 4 || text.ends_with('。')) || words > 25
}

/// Returns lines as block Markdown.
pub fn block(lines: &[&Line]) -> String {
    let mut block = String::new();
    let mut was_item = false;
    for line in lines {
        let separator = match (block.is_empty(), was_item && line.is_item()) {
            (true, _) => "",
            (false, true) => "\n",
            (false, false) => "\n\n",
        };
        block.push_str(separator);
        was_item = line.is_item();
        if let Some(place) = line.shape.list {
            let (sign, width) = if place.is_numbered {
                ("1.", 3)
            } else {
                ("-", 2)
            };
            let indent = " ".repeat(width * usize::from(place.level));
            let text = line.markdown().replace('\n', &format!("\n{indent}  "));
            block.push_str(&format!("{indent}{sign} {text}"));
        } else {
            block.push_str(&line.paragraph());
        }
    }
    block
}

/// Returns items as bullets, with those of deeper levels in them.
pub fn bullets(items: &[&Line]) -> Array {
    let level = |line: &Line| line.shape.list.map_or(0, |place| place.level);
    let base = items
        .iter()
        .map(|line| level(line))
        .min()
        .unwrap_or_default();
    let mut bullets = Array::new();
    let mut rest = items;
    while let Some((first, after)) = rest.split_first() {
        // A first item that is deep has no other around it.
        let inner = after.iter().take_while(|line| level(line) > base).count();
        let (inner, after) = after.split_at(inner);
        if inner.is_empty() {
            bullets.push(first.markdown());
        } else {
            let mut bullet = InlineTable::new();
            bullet.insert("text", first.markdown().into());
            bullet.insert("items", Value::Array(self::bullets(inner)));
            bullets.push(bullet);
        }
        rest = after;
    }
    bullets
}

/// Returns the label that several lists of words have, which are the keywords of entries.
pub fn keywords_label(lines: &[&Line]) -> Option<String> {
    let lists = lines
        .iter()
        .filter(|line| !line.is_item() && facts(line).is_empty());
    let lists = lists.filter_map(|line| labeled(line));
    let is_list = |found: &Labeled| !is_sentence(&found.value) && members(&found.value).len() > 1;
    let labels: Vec<String> = lists.filter(is_list).map(|found| found.label).collect();
    let is_usual = |label: &&String| labels.iter().filter(|other| other == label).count() > 1;
    labels.iter().find(is_usual).cloned()
}

/// Writes the lines of an entry below its header. `texts` are those of the header that have no field;
/// a list with the label of keywords becomes the keywords.
pub fn set_body(
    lines: &[&Line],
    texts: Vec<String>,
    keywords: Option<&str>,
    entry: &mut DraftTable,
) {
    let mut prose = texts;
    let mut rest = lines;
    let mut block_of: Option<DraftTable> = None;
    while let Some((line, after)) = rest.split_first() {
        rest = after;
        if line.is_item() {
            let count = 1 + after.iter().take_while(|line| line.is_item()).count();
            let items = &lines[lines.len() - after.len() - 1..][..count];
            rest = &after[count - 1..];
            let bullets = bullets(items);
            match block_of.take() {
                Some(mut block) => {
                    block.set_value("items", bullets);
                    entry.push("details", block);
                }
                None if entry.has("highlights") => {
                    let mut block = DraftTable::default();
                    block.set_value("items", bullets);
                    entry.push("details", block);
                }
                None => entry.set_value("highlights", bullets),
            }
            continue;
        }
        if let Some(block) = block_of.take() {
            entry.push("details", block);
        }
        if set_fact(line, keywords, entry) {
            continue;
        }
        if let Some(label) = label_of_items(line, after) {
            let mut block = DraftTable::default();
            block.set("label", Some(escaped(&label)));
            block_of = Some(block);
        } else if entry.has("highlights") {
            let mut block = DraftTable::default();
            block.set("body", Some(line.paragraph()));
            entry.push("details", block);
        } else {
            prose.push(line.paragraph());
        }
    }
    entry.set("summary", Some(prose.join("\n\n")));
}

/// Returns the label that a line is for the items below it: it ends with a colon, or is bold and short.
fn label_of_items(line: &Line, below: &[&Line]) -> Option<String> {
    let text = line.text();
    let text = text.trim();
    let label = text.trim_end_matches(COLONS).trim();
    let is_label = text.ends_with(COLONS) || line.shape.is_bold;
    let is_short = label.chars().count() <= MOST_OF_LABEL && !label.contains(['\t', '\n']);
    let has_items = below.first().is_some_and(|next| next.is_item());
    (is_label && is_short && has_items).then(|| label.to_owned())
}

/// Returns the facts of a line that has nothing but several, each with its label.
fn facts(line: &Line) -> Vec<(String, String)> {
    let ranges = line.divided(None);
    let facts = ranges.iter().map(|range| {
        let text = line.markdown_of(range.clone());
        let (label, value) = text.split_once(COLONS)?;
        let is_label = label.split_whitespace().count() <= MOST_WORDS && !value.trim().is_empty();
        is_label.then(|| (label.trim().to_owned(), value.trim().to_owned()))
    });
    let facts: Option<Vec<(String, String)>> = facts.collect();
    facts.filter(|facts| facts.len() > 1).unwrap_or_default()
}

/// Writes a line that is a label and a fact, or keywords.
fn set_fact(line: &Line, keywords: Option<&str>, entry: &mut DraftTable) -> bool {
    let facts = facts(line);
    for (label, value) in &facts {
        entry.add_fact("meta", label, value);
    }
    if !facts.is_empty() {
        return true;
    }
    let Some(Labeled { label, value }) = labeled(line) else {
        return false;
    };
    if value.is_empty()
        || value.contains('\n')
        || is_sentence(&value)
        || value.chars().count() > MOST_OF_FACT
    {
        return false;
    }
    if keywords == Some(label.as_str()) && !entry.has("keywords") {
        set_keywords(entry, members(&value));
    } else {
        entry.add_fact("meta", &label, &value);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_parentheses_divide_nothing() {
        let text = "German (native, Bavarian), English；中文、日本語";
        assert_eq!(
            members(text),
            ["German (native, Bavarian)", "English", "中文", "日本語"]
        );
        assert!(is_sentence("I like to walk in the hills."));
        assert!(!is_sentence("Walking, reading"));
    }
}
