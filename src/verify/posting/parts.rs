//! The parts of a posting: what is required, what is welcome, the work, and what says nothing about
//! it, such as benefits.

use std::ops::Range;

use serde::Serialize;
use unicode_normalization::char::is_combining_mark;

use crate::verify::posting::blocks::{BlockKind, LinePlace, PostingBlock};
use crate::verify::posting::spelling::lower;
use crate::verify::posting::token::is_ideographic;
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
}

/// The part that a heading begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Required,
    Preferred,
    Duties,
    Aside,
}

/// A heading, and where the text after it begins in the same block.
struct HeadingOf {
    part: Part,
    text: Option<usize>,
}

/// Divides a posting into its parts.
pub fn parts(blocks: &[PostingBlock], vocabulary: &Vocabulary) -> PostingParts {
    let mut reader = PartReader {
        vocabulary,
        parts: PostingParts::default(),
        part: None,
        open: None,
    };
    let title = title(blocks, vocabulary);
    for (index, block) in blocks.iter().enumerate() {
        reader.block(index, block, title == Some(index));
    }
    let PartReader { mut parts, .. } = reader;
    let first_known = blocks
        .iter()
        .position(|block| heading(block, vocabulary).is_some());
    for text in &mut parts.texts {
        text.is_introduction = text.importance == Importance::Mentioned
            && first_known.is_some_and(|first| text.block < first);
    }
    parts
}

/// Returns the block with the title: the first heading, or else the first block.
fn title(blocks: &[PostingBlock], vocabulary: &Vocabulary) -> Option<usize> {
    let mut first = blocks.iter().take(TITLE_BLOCKS);
    let marked = first
        .position(|block| block.kind == BlockKind::Heading && heading(block, vocabulary).is_none());
    let short = blocks.first().is_some_and(|block| {
        words(&block.text) <= 2 * HEADING_WORDS && heading(block, vocabulary).is_none()
    });
    marked.or(short.then_some(0))
}

struct PartReader<'v> {
    vocabulary: &'v Vocabulary,
    parts: PostingParts,
    /// The part of the last heading.
    part: Option<Part>,
    /// The block after the last one that was left out.
    open: Option<usize>,
}

impl PartReader<'_> {
    fn block(&mut self, index: usize, block: &PostingBlock, is_title: bool) {
        let mut start = 0;
        let mut importance = None;
        if is_title {
            importance = Some(Importance::Title);
        } else if let Some(heading) = heading(block, self.vocabulary) {
            let is_line = heading.text.is_some() && heading.part == Part::Aside;
            if block.kind == BlockKind::Item {
                importance = importance_of(heading.part);
            } else if !is_line {
                self.part = Some(heading.part);
            }
            match heading.text {
                Some(text) if !is_line => start = text,
                _ if heading.part == Part::Aside => {
                    let heading = (!is_line).then_some(&*block.text);
                    self.leave_out(index, block, 0..block.text.len(), heading);
                    return;
                }
                _ => return,
            }
        } else if self.is_about_employer(block) {
            self.part = Some(Part::Aside);
            self.leave_out(index, block, 0..block.text.len(), Some(&block.text));
            return;
        } else if is_unknown_heading(block) {
            self.part = Some(Part::Duties);
        }
        if contains_any(&lower(&block.text), &self.vocabulary.preferred_phrases) {
            importance = Some(Importance::Preferred);
        }
        let of_part = self.part.and_then(importance_of);
        let is_aside = self.part == Some(Part::Aside) && importance.is_none();
        let importance = importance.or(of_part).unwrap_or(Importance::Mentioned);
        let is_asked = block.kind == BlockKind::Item
            || matches!(importance, Importance::Required | Importance::Preferred);
        // Sentences that follow each other are one text.
        let mut goes_on = false;
        for range in sentences(&block.text, start) {
            let sentence = lower(&block.text[range.clone()]);
            if is_aside || says_nothing(&sentence, is_asked, self.vocabulary) {
                self.leave_out(index, block, range, None);
                goes_on = false;
                continue;
            }
            match self.parts.texts.last_mut() {
                Some(text) if goes_on => text.range.end = range.end,
                _ => self.parts.texts.push(PartText {
                    block: index,
                    range,
                    importance,
                    is_introduction: false,
                }),
            }
            goes_on = true;
            self.open = None;
        }
    }

    /// Returns whether a block is a heading such as “About Example Chips”.
    fn is_about_employer(&self, block: &PostingBlock) -> bool {
        let about = self.vocabulary.employer.first().map_or("", String::as_str);
        let mut name = block
            .text
            .split_whitespace()
            .skip(about.split(' ').count())
            .peekable();
        let is_heading = block.kind != BlockKind::Item
            && is_short(&block.text)
            && !block.text.ends_with(['.', '!', '?'])
            && !about.is_empty()
            && lower(&block.text).starts_with(about);
        is_heading
            && name.peek().is_some()
            && name.all(|word| {
                word.starts_with(char::is_uppercase) && !self.vocabulary.stop.contains(&lower(word))
            })
    }

    fn leave_out(
        &mut self,
        index: usize,
        block: &PostingBlock,
        range: Range<usize>,
        heading: Option<&str>,
    ) {
        let from = block.place(range.start);
        let to = block.place(range.end);
        match self.parts.left_out.last_mut() {
            Some(last) if (self.open == Some(index) || last.to >= from) && heading.is_none() => {
                last.to = to;
            }
            _ => self.parts.left_out.push(LeftOut {
                heading: heading.map(|heading| heading.trim_end_matches(':').to_owned()),
                from,
                to,
            }),
        }
        self.open = Some(index + 1);
    }
}

fn importance_of(part: Part) -> Option<Importance> {
    match part {
        Part::Required => Some(Importance::Required),
        Part::Preferred => Some(Importance::Preferred),
        Part::Duties => Some(Importance::Mentioned),
        Part::Aside => None,
    }
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
    let count = |words: &[String]| {
        let found = words.iter().filter(|word| begins_word(sentence, word));
        found.count()
    };
    let enough = match (count(&vocabulary.applicants), is_asked) {
        (1.., _) => 1,
        (0, true) => 4,
        (0, false) => 2,
    };
    count(&vocabulary.protected) >= enough || contains_any(sentence, &vocabulary.aside_sentences)
}

/// Returns whether a word of a text begins with letters.
fn begins_word(text: &str, letters: &str) -> bool {
    let mut matches = text.match_indices(letters);
    matches.any(|(at, _)| {
        letters.starts_with(is_ideographic)
            || !text[..at].ends_with(|c: char| c.is_alphanumeric() || is_combining_mark(c))
    })
}

fn contains_any(text: &str, phrases: &[String]) -> bool {
    phrases.iter().any(|phrase| text.contains(phrase.as_str()))
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Returns whether a text is short enough for a heading.
fn is_short(text: &str) -> bool {
    let is_spaced = text.contains(' ') || text.is_ascii();
    words(text) <= HEADING_WORDS && (is_spaced || text.chars().count() <= HEADING_CHARACTERS)
}

/// Returns whether a block is a heading that is not among those known.
fn is_unknown_heading(block: &PostingBlock) -> bool {
    let ends_with_colon = block.text.ends_with([':', '：']);
    block.kind == BlockKind::Heading
        || (block.kind == BlockKind::Paragraph && ends_with_colon && is_short(&block.text))
}

/// Returns the heading that a block is, or begins with.
fn heading(block: &PostingBlock, vocabulary: &Vocabulary) -> Option<HeadingOf> {
    let text = block.text.trim_end_matches([':', '：', ' ']);
    if let Some(at) = text.find([':', '：']) {
        let label = lower(text[..at].trim_matches(|c: char| !c.is_alphanumeric()));
        let part = if vocabulary.labels.contains(&label) {
            Part::Aside
        } else {
            known(&text[..at], false, vocabulary)?
        };
        let mark = text[at..].chars().next().map_or(1, char::len_utf8);
        return Some(HeadingOf {
            part,
            text: Some(at + mark),
        });
    }
    let is_marked = block.kind == BlockKind::Heading || text.len() < block.text.len();
    if block.kind == BlockKind::Item || text.ends_with(['.', '!', '。']) {
        return None;
    }
    let part = known(text, is_marked, vocabulary)?;
    Some(HeadingOf { part, text: None })
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
        (Part::Preferred, &vocabulary.preferred),
        (Part::Required, &vocabulary.required),
        (Part::Duties, &vocabulary.duties),
        (Part::Aside, &vocabulary.aside),
    ];
    let mut longest: Option<(usize, Part)> = None;
    for (part, phrases) in lists {
        for phrase in phrases {
            let covers = is_marked || phrase.len() * 2 >= text.len();
            let is_longer = longest.is_none_or(|(length, _)| phrase.len() > length);
            if covers && is_longer && contains_phrase(text, phrase) {
                longest = Some((phrase.len(), part));
            }
        }
    }
    longest.map(|(_, part)| part)
}

/// Returns whether a text contains a phrase as words of its own.
fn contains_phrase(text: &str, phrase: &str) -> bool {
    let mut matches = text.match_indices(phrase);
    matches.any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        let is_spaced = phrase.chars().all(|c| c < '\u{3000}');
        let touches = [before, after]
            .into_iter()
            .flatten()
            .any(char::is_alphanumeric);
        !is_spaced || !touches
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::posting::blocks::{PlacedLine, blocks};

    type ReadParts = (Vec<(String, Importance)>, Vec<(usize, usize)>);

    fn read(text: &str, language: &str) -> ReadParts {
        let lines: Vec<PlacedLine> = text
            .lines()
            .enumerate()
            .map(|(index, text)| PlacedLine {
                text: text.to_owned(),
                place: LinePlace {
                    page: None,
                    line: index + 1,
                },
            })
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
