//! The parts of a posting: what is required, what is welcome, the work, and what says nothing about
//! it, such as benefits.

use std::cmp::Reverse;
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

/// What the text below a heading asks for; `None` if it says nothing about the work.
type Part = Option<Importance>;

/// A heading, and where the text after it begins in the same block.
#[derive(Clone, Copy)]
struct Heading {
    part: Part,
    text: Option<usize>,
}

/// Divides a posting into its parts.
pub fn parts(blocks: &[PostingBlock], vocabulary: &Vocabulary) -> PostingParts {
    let mut reader = PartReader {
        vocabulary,
        parts: PostingParts::default(),
        part: Some(Importance::Mentioned),
        open: None,
    };
    let headings: Vec<Option<Heading>> = blocks
        .iter()
        .map(|block| heading(block, vocabulary))
        .collect();
    let title = title(blocks, &headings);
    let first_heading = headings.iter().position(Option::is_some);
    for (index, (block, heading)) in blocks.iter().zip(headings).enumerate() {
        reader.block(index, block, heading, title == Some(index));
    }
    for text in &mut reader.parts.texts {
        text.is_introduction = text.importance == Importance::Mentioned
            && first_heading.is_some_and(|first| text.block < first);
    }
    reader.parts
}

/// Returns the block with the title: the first heading that is not known, or else the first block.
fn title(blocks: &[PostingBlock], headings: &[Option<Heading>]) -> Option<usize> {
    let known = |at: &usize| headings[*at].is_some();
    let mut unknown = (0..blocks.len().min(TITLE_BLOCKS)).filter(|at| !known(at));
    let marked = unknown
        .clone()
        .find(|at| blocks[*at].kind == BlockKind::Heading);
    let is_short = |at: &usize| *at == 0 && words(&blocks[0].text) <= 2 * HEADING_WORDS;
    marked.or(unknown.next().filter(is_short))
}

struct PartReader<'v> {
    vocabulary: &'v Vocabulary,
    parts: PostingParts,
    /// The part of the last heading.
    part: Part,
    /// The block after the last one that was left out.
    open: Option<usize>,
}

impl PartReader<'_> {
    fn block(
        &mut self,
        index: usize,
        block: &PostingBlock,
        heading: Option<Heading>,
        is_title: bool,
    ) {
        let is_item = block.kind == BlockKind::Item;
        let whole = 0..block.text.len();
        let mut start = 0;
        let mut importance = is_title.then_some(Importance::Title);
        match heading {
            _ if is_title => {}
            // “Salary: …” says nothing of the lines below.
            Some(Heading {
                part: None,
                text: Some(_),
            }) => return self.leave_out(index, block, whole, None),
            Some(Heading { part, text }) => {
                if is_item {
                    importance = part;
                } else {
                    self.part = part;
                }
                if part.is_none() {
                    return self.leave_out(index, block, whole, Some(&block.text));
                }
                let Some(text) = text else { return };
                start = text;
            }
            None if is_about_employer(block, self.vocabulary) => {
                self.part = None;
                return self.leave_out(index, block, whole, Some(&block.text));
            }
            None if is_unknown_heading(block) => self.part = Some(Importance::Mentioned),
            None => {}
        }
        if contains_any(&lower(&block.text), &self.vocabulary.preferred_phrases) {
            importance = Some(Importance::Preferred);
        }
        let part = importance.or(self.part);
        let importance = part.unwrap_or(Importance::Mentioned);
        let is_asked =
            is_item || matches!(importance, Importance::Required | Importance::Preferred);
        for range in sentences(&block.text, start) {
            let sentence = lower(&block.text[range.clone()]);
            if part.is_none() || says_nothing(&sentence, is_asked, self.vocabulary) {
                self.leave_out(index, block, range, None);
                continue;
            }
            self.parts.texts.push(PartText {
                block: index,
                range,
                importance,
                is_introduction: false,
            });
            self.open = None;
        }
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
    let has_no_spaces = phrase.starts_with(|c| is_ideographic(c) || (whole && c >= '\u{3000}'));
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

/// Returns whether a block is a heading that is not among those known.
fn is_unknown_heading(block: &PostingBlock) -> bool {
    let ends_with_colon = block.text.ends_with([':', '：']);
    block.kind == BlockKind::Heading
        || (block.kind == BlockKind::Paragraph && ends_with_colon && is_short(&block.text))
}

/// Returns whether a block is a heading such as “About Example Chips”.
fn is_about_employer(block: &PostingBlock, vocabulary: &Vocabulary) -> bool {
    let text = &block.text;
    let Some(about) = vocabulary.employer.first() else {
        return false;
    };
    let mut name = text.split_whitespace().skip(words(about)).peekable();
    block.kind != BlockKind::Item
        && is_short(text)
        && !text.ends_with(['.', '!', '?'])
        && lower(text).starts_with(about)
        && name.peek().is_some()
        && name.all(|word| {
            word.starts_with(char::is_uppercase) && !vocabulary.stop.contains(&lower(word))
        })
}

/// Returns the heading that a block is, or begins with.
fn heading(block: &PostingBlock, vocabulary: &Vocabulary) -> Option<Heading> {
    let text = block.text.trim_end_matches([':', '：', ' ']);
    if let Some((label, after)) = text.split_once([':', '：']) {
        let name = lower(label.trim_matches(|c: char| !c.is_alphanumeric()));
        let part = if vocabulary.labels.contains(&name) {
            None
        } else {
            known(label, false, vocabulary)?
        };
        let text = Some(text.len() - after.len());
        return Some(Heading { part, text });
    }
    let is_marked = block.kind == BlockKind::Heading || text.len() < block.text.len();
    if block.kind == BlockKind::Item || text.ends_with(['.', '!', '。']) {
        return None;
    }
    let part = known(text, is_marked, vocabulary)?;
    Some(Heading { part, text: None })
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
