//! Finds the headings of sections: by their words, and by the look that headings with known words have.

use std::collections::BTreeMap;

use crate::import::document::dated::find;
use crate::import::document::line::{Line, LineShape};
use crate::import::document::words::{Topic, headings};
use crate::profile::SectionKind;

/// The most words, and characters, of a heading.
const MOST_WORDS: usize = 8;
const MOST_CHARACTERS: usize = 60;

/// The headings of a document.
#[derive(Debug, Default)]
pub struct Headings {
    /// The lines that are headings, with what their sections have, if it is known.
    pub found: BTreeMap<usize, Option<Topic>>,
    /// The level of the headings of sections, if they have one.
    pub level: Option<u8>,
    /// The tags of the languages in which most headings are known.
    pub languages: Vec<&'static str>,
}

/// What of a look makes a heading: the style, the level, the size, bold and capitals.
type RunLook = (String, Option<u8>, u16, bool, bool);

fn look(shape: &LineShape) -> RunLook {
    (
        shape.style.clone(),
        shape.outline,
        shape.size,
        shape.is_bold,
        shape.is_capital,
    )
}

impl Headings {
    /// Finds the headings among lines.
    pub fn find(lines: &[&Line]) -> Self {
        let known: Vec<usize> = (0..lines.len())
            .filter(|at| can_be(lines[*at]) && !headings(&text_of(lines[*at])).is_empty())
            .collect();
        let languages = languages(known.iter().map(|at| text_of(lines[*at])));
        let mut looks: BTreeMap<RunLook, usize> = BTreeMap::new();
        for at in &known {
            *looks.entry(look(&lines[*at].shape)).or_default() += 1;
        }
        let usual = looks
            .into_iter()
            .max_by_key(|(_, count)| *count)
            .map(|(look, _)| look);
        let level = usual
            .as_ref()
            .and_then(|look| look.1)
            .or_else(|| lowest(lines));
        let body = body_size(lines);
        // Bold alone is also the look of employers and schools.
        let is_distinct = |look: &RunLook| {
            look.1.is_some() || look.2 > body || look.4 || look.0.contains("heading")
        };
        let mut found = BTreeMap::new();
        for (at, line) in lines.iter().enumerate() {
            if !can_be(line) {
                continue;
            }
            let topic = topic_of(&text_of(line), &languages);
            let own = look(&line.shape);
            let is_usual = usual.as_ref() == Some(&own);
            let is_plain = usual
                .as_ref()
                .is_some_and(|usual| is_distinct(usual) || usual.3)
                && !own.3
                && own.1.is_none()
                && own.2 <= body
                && !own.4;
            let is_known = topic.is_some()
                && !is_plain
                && own
                    .1
                    .is_none_or(|own| level.is_none_or(|level| own <= level));
            let is_alike = is_usual && is_distinct(&own);
            let is_outlined = own.1.is_some() && own.1 <= level && line.shape.style != "title";
            if is_known || is_alike || is_outlined {
                found.insert(at, topic);
            }
        }
        // The name is above all headings, in their look or a larger one.
        if let Some((&first, None)) = found.first_key_value()
            && lines[..first]
                .iter()
                .all(|line| line.shape.size <= lines[first].shape.size)
            && found.len() > 1
            && (first == 0 || lines[first].shape.outline < level)
        {
            found.remove(&first);
        }
        Self {
            found,
            level,
            languages,
        }
    }
}

/// Returns the text of a heading without signs around it.
pub fn text_of(line: &Line) -> String {
    let text = line.text();
    let is_around = |c: char| c.is_whitespace() || ":：|–—-_•【】[]".contains(c);
    text.trim_matches(is_around).to_owned()
}

/// Returns whether a line can be a heading: it is short, and no item of a list.
fn can_be(line: &Line) -> bool {
    let text = line.text();
    let is_outlined = line.shape.outline.is_some();
    (!line.is_item() || is_outlined)
        && text.contains(char::is_alphabetic)
        && text.chars().count() <= MOST_CHARACTERS
        && text.split_whitespace().count() <= MOST_WORDS
        && !text.trim().contains(['\t', '\n', '@'])
        && find(line).is_none()
}

/// Returns what a heading says: all of it, or the first part that is joined to others.
fn topic_of(text: &str, languages: &[&str]) -> Option<Topic> {
    let known = headings(text);
    let mut own = known
        .iter()
        .filter(|known| languages.contains(&known.language));
    if let Some(known) = own.next().or(known.first()) {
        return Some(known.topic);
    }
    let joints = [
        " & ", " und ", " and ", " et ", " y ", " e ", " / ", "/", ", ", "与", "和",
    ];
    joints.iter().find_map(|joint| {
        let parts: Vec<&str> = text.split(joint).collect();
        let topics = parts.iter().filter_map(|part| headings(part).first());
        let topic = topics.map(|known| known.topic).next()?;
        (parts.len() > 1).then_some(topic)
    })
}

/// Returns what a heading without known words says, by the last or the first of its words: `Relevant work
/// experience`. The title stays.
pub fn topic_by_word(text: &str) -> Option<SectionKind> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    while words.len() > 1 {
        words.remove(0);
        if let Some(known) = headings(&words.join(" ")).first()
            && let Topic::Kind(kind) = known.topic
        {
            return Some(kind);
        }
    }
    None
}

fn languages(texts: impl Iterator<Item = String>) -> Vec<&'static str> {
    let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts {
        let mut own: Vec<&str> = headings(&text).iter().map(|known| known.language).collect();
        own.dedup();
        for language in own {
            *votes.entry(language).or_default() += 1;
        }
    }
    let most = votes.values().max().copied().unwrap_or_default();
    let best = votes.into_iter().filter(|(_, count)| *count == most);
    best.map(|(language, _)| language).collect()
}

/// Returns the lowest level of headings that is there twice.
fn lowest(lines: &[&Line]) -> Option<u8> {
    let level = |level: &u8| {
        lines
            .iter()
            .filter(|line| line.shape.outline == Some(*level))
            .count()
            > 1
    };
    (0..9).find(level)
}

/// Returns the size of most text.
fn body_size(lines: &[&Line]) -> u16 {
    let mut sizes: BTreeMap<u16, usize> = BTreeMap::new();
    for line in lines {
        *sizes.entry(line.shape.size).or_default() += line.text().len();
    }
    let most = sizes.into_iter().max_by_key(|(_, length)| *length);
    most.map_or(0, |(size, _)| size)
}
