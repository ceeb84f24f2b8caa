//! The parts of a posting: what is required, what is welcome, the work, and what says nothing about
//! it, such as benefits.

use std::cmp::Reverse;
use std::ops::Range;

use serde::Serialize;
use unicode_normalization::char::is_combining_mark;

use crate::profile::is_east_asian;
use crate::verify::posting::blocks::{BlockKind, LinePlace, PostingBlock};
use crate::verify::posting::forms::lower;
use crate::verify::posting::vocabulary::Vocabulary;

/// The number of words of a heading.
const HEADING_WORDS: usize = 7;

/// The number of characters of a heading in a language without spaces.
const HEADING_CHARACTERS: usize = 16;

/// The number of blocks among which the title is.
const TITLE_BLOCKS: usize = 10;

/// How much a posting asks for a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Importance {
    /// It is in the text.
    Mentioned,
    /// It is among what is welcome.
    Preferred,
    /// It is in the title.
    Title,
    /// It is among the requirements.
    Required,
}

/// The text of a block that terms are taken from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartText {
    /// The block.
    pub block: usize,
    /// Where its text is.
    pub range: Range<usize>,
    /// How much the posting asks for its terms.
    pub importance: Importance,
    /// Whether it precedes the first heading that is known, as an introduction does.
    pub is_introduction: bool,
}

/// Lines that no term is taken from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The heading, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// The first line.
    pub from: LinePlace,
    /// The last line.
    pub to: LinePlace,
}

/// What to take terms from.
#[derive(Debug, Default)]
pub struct PostingParts {
    /// The texts.
    pub texts: Vec<PartText>,
    /// The lines that are left out.
    pub left_out: Vec<LeftOut>,
    /// Whether the last lines are left out.
    is_leaving_out: bool,
}

impl PostingParts {
    fn leave_out(&mut self, block: &PostingBlock, range: Range<usize>, heading: Option<&str>) {
        let from = block.place(range.start);
        let to = block.place(range.end);
        match self.left_out.last_mut() {
            Some(last) if heading.is_none() && (self.is_leaving_out || last.to >= from) => {
                last.to = to;
            }
            _ => self.left_out.push(LeftOut {
                heading: heading.map(|heading| heading.trim_end_matches(':').to_owned()),
                from,
                to,
            }),
        }
        self.is_leaving_out = true;
    }
}

/// What a text asks for; `None` if it says nothing about the work.
type Part = Option<Importance>;

/// A heading, or what a block is that has none.
#[derive(Clone, Copy)]
struct Heading {
    /// What the text asks for.
    part: Part,
    /// Where the text after it begins in the same block.
    text: usize,
    /// Whether it is that of the blocks below too.
    lasts: bool,
    /// Whether it is among the headings known.
    is_known: bool,
}

/// Divides a posting into its parts.
pub fn parts(blocks: &[PostingBlock], vocabulary: &Vocabulary) -> PostingParts {
    let headings = blocks.iter().map(|block| heading(block, vocabulary));
    let headings: Vec<Option<Heading>> = headings.collect();
    let is_known = |heading: &Option<Heading>| heading.is_some_and(|heading| heading.is_known);
    let title = title(blocks, |at| is_known(&headings[at]));
    let introduction = headings.iter().position(is_known).unwrap_or_default();
    let mut parts = PostingParts::default();
    let mut last_part = Some(Importance::Mentioned);
    for (index, (block, heading)) in blocks.iter().zip(headings).enumerate() {
        let is_title = title == Some(index);
        let heading = heading.filter(|_| !is_title).unwrap_or(Heading {
            part: if is_title {
                Some(Importance::Title)
            } else {
                last_part
            },
            text: 0,
            lasts: false,
            is_known: false,
        });
        if heading.lasts {
            last_part = heading.part;
        }
        let Some(importance) = heading.part else {
            let title = heading.lasts.then_some(&*block.text);
            parts.leave_out(block, 0..block.text.len(), title);
            continue;
        };
        parts.is_leaving_out = false;
        let is_preferred = contains_any(&lower(&block.text), &vocabulary.preferred_phrases);
        let importance = if is_preferred {
            Importance::Preferred
        } else {
            importance
        };
        let is_asked = block.kind == BlockKind::Item
            || matches!(importance, Importance::Required | Importance::Preferred);
        for range in sentences(&block.text, heading.text) {
            let sentence = lower(&block.text[range.clone()]);
            if says_nothing(&sentence, is_asked, vocabulary) {
                parts.leave_out(block, range, None);
                continue;
            }
            parts.is_leaving_out = false;
            parts.texts.push(PartText {
                block: index,
                range,
                importance,
                is_introduction: importance == Importance::Mentioned && index < introduction,
            });
        }
    }
    parts
}

/// Returns the block with the title: the first heading that is not known, or else the first block.
fn title(blocks: &[PostingBlock], is_known: impl Fn(usize) -> bool) -> Option<usize> {
    let mut unknown = (0..blocks.len().min(TITLE_BLOCKS)).filter(|at| !is_known(*at));
    let marked = unknown
        .clone()
        .find(|at| blocks[*at].kind == BlockKind::Heading);
    let is_short = |at: &usize| *at == 0 && words(&blocks[0].text) <= 2 * HEADING_WORDS;
    marked.or(unknown.next().filter(is_short))
}

/// Returns the sentences of a text from a place on.
fn sentences(text: &str, mut start: usize) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    for (at, mark) in text.match_indices(['.', '!', '?', '。', '！', '？']) {
        let end = at + mark.len();
        let ends = mark.len() > 1 || text[end..].starts_with(char::is_whitespace);
        if ends && end > start {
            sentences.push(start..end);
            start = end;
        }
    }
    if !text[start..].trim().is_empty() {
        sentences.push(start..text.len());
    }
    sentences
}

/// Returns whether a sentence in small letters is about equal opportunity, pay and the like. What is
/// asked for, such as “support of disabled people”, is not, unless it speaks of applicants.
fn says_nothing(sentence: &str, is_asked: bool, vocabulary: &Vocabulary) -> bool {
    let begins_word = |letters: &&String| contains_words(sentence, letters, false);
    let speaks_of_applicants = vocabulary.applicants.iter().any(|it| begins_word(&it));
    let enough = match (speaks_of_applicants, is_asked) {
        (true, _) => 1,
        (false, true) => 4,
        (false, false) => 2,
    };
    vocabulary.protected.iter().filter(begins_word).count() >= enough
        || contains_any(sentence, &vocabulary.aside_sentences)
}

fn contains_any(text: &str, phrases: &[String]) -> bool {
    phrases.iter().any(|phrase| text.contains(phrase.as_str()))
}

/// Returns whether a text contains a phrase where a word begins and, if it is `whole`, a word ends.
fn contains_words(text: &str, phrase: &str, whole: bool) -> bool {
    let has_no_spaces = phrase.starts_with(is_east_asian);
    let is_part = |c: char| c.is_alphanumeric() || is_combining_mark(c);
    text.match_indices(phrase).any(|(at, _)| {
        let after = &text[at + phrase.len()..];
        has_no_spaces || !(text[..at].ends_with(is_part) || (whole && after.starts_with(is_part)))
    })
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Returns whether a text is short enough for a heading.
fn is_short(text: &str) -> bool {
    let is_spaced = text.contains(' ') || text.is_ascii();
    words(text) <= HEADING_WORDS && (is_spaced || text.chars().count() <= HEADING_CHARACTERS)
}

/// Returns the heading that a block is, or begins with.
fn heading(block: &PostingBlock, vocabulary: &Vocabulary) -> Option<Heading> {
    let text = block.text.trim_end_matches([':', '：', ' ']);
    let has_colon = text.len() < block.text.len();
    let is_item = block.kind == BlockKind::Item;
    let is_marked = block.kind == BlockKind::Heading || (has_colon && !is_item);
    if let Some((label, after)) = text.split_once([':', '：']) {
        let name = lower(label.trim_matches(|c: char| !c.is_alphanumeric()));
        let part = if vocabulary.labels.contains(&name) {
            Some(None)
        } else {
            known(label, false, vocabulary)
        };
        if let Some(part) = part {
            return Some(Heading {
                part,
                text: text.len() - after.len(),
                // “Salary: …” says nothing of the lines below.
                lasts: !is_item && part.is_some(),
                is_known: true,
            });
        }
    } else if !is_item && !text.ends_with(['.', '!', '。']) {
        let about = is_about_employer(text, vocabulary).then_some(None);
        if let Some(part) = known(text, is_marked, vocabulary).or(about) {
            return Some(Heading {
                part,
                text: block.text.len(),
                lasts: true,
                is_known: true,
            });
        }
    }
    (is_marked && (block.kind == BlockKind::Heading || is_short(text))).then_some(Heading {
        part: Some(Importance::Mentioned),
        text: 0,
        lasts: true,
        is_known: false,
    })
}

/// Returns the part whose headings contain the longest phrase of a text. A text that is not marked
/// as a heading must consist of the phrase for the most part.
fn known(text: &str, is_marked: bool, vocabulary: &Vocabulary) -> Option<Part> {
    if !is_short(text) {
        return None;
    }
    let text = lower(text);
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let lists = [
        (Some(Importance::Preferred), &vocabulary.preferred),
        (Some(Importance::Required), &vocabulary.required),
        (Some(Importance::Mentioned), &vocabulary.duties),
        (None, &vocabulary.aside),
    ];
    lists
        .into_iter()
        .flat_map(|(part, phrases)| phrases.iter().map(move |phrase| (part, phrase)))
        .filter(|(_, phrase)| is_marked || phrase.len() * 2 >= text.len())
        .filter(|(_, phrase)| contains_words(text, phrase, true))
        .min_by_key(|(_, phrase)| Reverse(phrase.len()))
        .map(|(part, _)| part)
}

/// Returns whether a text is a heading such as “About Example Chips”.
fn is_about_employer(text: &str, vocabulary: &Vocabulary) -> bool {
    let Some(about) = vocabulary.employer.first() else {
        return false;
    };
    let mut name = text.split_whitespace().skip(words(about)).peekable();
    is_short(text)
        && !text.ends_with('?')
        && lower(text).starts_with(about)
        && name.peek().is_some()
        && name.all(|word| {
            word.starts_with(char::is_uppercase) && !vocabulary.stop.contains(&lower(word))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::posting::blocks::blocks;

    type ReadParts = (Vec<(String, Importance)>, Vec<(usize, usize)>);

    fn read(text: &str, language: &str) -> ReadParts {
        let lines: Vec<_> = text
            .lines()
            .zip(1..)
            .map(|(text, line)| (text.to_owned(), LinePlace { page: None, line }))
            .collect();
        let blocks = blocks(&lines);
        let parts = parts(&blocks, Vocabulary::of(language));
        let texts = parts.texts.iter().map(|text| {
            let content = blocks[text.block].text[text.range.clone()].trim();
            (content.to_owned(), text.importance)
        });
        let left_out = parts.left_out.iter();
        (
            texts.collect(),
            left_out
                .map(|lines| (lines.from.line, lines.to.line))
                .collect(),
        )
    }

    #[test]
    fn headings_tell_what_is_required() {
        use Importance::{Mentioned, Preferred, Required, Title};
        let (texts, left_out) = read(
            "# Rust developer\nWe build things.\n\nWhat you'll do\n- Write code\n\n## Preferred qualifications:\n- Lua\nRequirements: SQL\n- Rust\n- Nice to have: Go\n- Zig is a plus\n\nBenefits\n- Bicycle\n- Fruit\n\nHow we work:\n- Pairs\n\nAbout Example Chips\nWe are chips.",
            "en",
        );
        let texts: Vec<_> = texts
            .iter()
            .map(|(text, importance)| (text.as_str(), *importance))
            .collect();
        assert_eq!(
            texts,
            [
                ("Rust developer", Title),
                ("We build things.", Mentioned),
                ("Write code", Mentioned),
                ("Lua", Preferred),
                ("SQL", Required),
                ("Rust", Required),
                ("Go", Preferred),
                ("Zig is a plus", Preferred),
                ("How we work:", Mentioned),
                ("Pairs", Mentioned),
            ]
        );
        assert_eq!(left_out, [(14, 16), (21, 22)]);
    }

    #[test]
    fn headings_are_known_in_other_languages() {
        for (text, language) in [
            (
                "Titel\n\nDas bringst du mit:\nRust\n\nWir bieten\nObst",
                "de",
            ),
            (
                "Titre\n\nProfil recherché\nRust\n\nNous offrons\nFruits",
                "fr",
            ),
            ("エンジニア\n\n【必須条件】\nRust\n\n福利厚生\n果物", "ja"),
            ("工程师\n\n任职要求：\nRust\n\n福利待遇：\n水果", "zh"),
        ] {
            let (texts, left_out) = read(text, language);
            assert_eq!(texts[1..], [("Rust".to_owned(), Importance::Required)]);
            assert_eq!(left_out, [(6, 7)], "{language}");
        }
    }

    #[test]
    fn sentences_about_equal_opportunity_are_left_out() {
        let (texts, left_out) = read(
            "Cook\n\nYou cook.\n\nWe hire without regard to age or color.\n\nYou bake.",
            "en",
        );
        assert_eq!(texts.len(), 3);
        assert_eq!(left_out, [(5, 5)]);
    }
}
