//! The phrases of a text that can be terms.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::verify::posting::forms::Forms;
use crate::verify::posting::letter_case::{is_shouted, is_title_case};
use crate::verify::posting::spelling::lower;
use crate::verify::posting::synonyms::{LONGEST_NAME, Synonyms, is_joined, is_ordinary_word};
use crate::verify::posting::token::{TermToken, TokenGap, TokenShape};
use crate::verify::posting::vocabulary::Vocabulary;

/// The number of words of a phrase.
const LONGEST_PHRASE: usize = 3;

/// The number of words of a name.
const LONGEST_RUN_OF_NAMES: usize = 4;

/// The numbers of characters of a word in Han characters and katakana.
const IDEOGRAPHIC_WORD: std::ops::RangeInclusive<usize> = 2..=12;

/// The longest acronym before a number, as in `ISO 9001`.
const ACRONYM: usize = 5;

/// The names of one letter: programming languages. Another letter is a number of something, such as
/// the class of a driving license, or a part of a phrase.
const LETTERS: [&str; 2] = ["C", "R"];

/// A phrase that can be a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// Where it is in the text.
    pub range: Range<usize>,
    /// The form that its inflections and spellings share.
    pub form: String,
    /// Whether it is a name, and no ordinary word.
    pub is_name: bool,
    /// Whether it is a single ordinary word.
    pub is_slight: bool,
}

/// What a word is in a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It belongs to no phrase.
    Outside,
    /// It joins others.
    Joiner,
    /// An ordinary word.
    Word,
    /// A name.
    Name,
    /// A number, which may follow a name.
    Number,
}

/// Finds the phrases of a text.
pub struct PhraseReader<'a, 't> {
    text: &'a str,
    tokens: &'a [TermToken<'t>],
    parts: Vec<Part>,
    /// The forms of the words.
    stems: Vec<String>,
    forms: &'a Forms,
    vocabulary: &'static Vocabulary,
    synonyms: &'a Synonyms,
    phrases: Vec<Phrase>,
}

impl<'a, 't> PhraseReader<'a, 't> {
    /// Prepares the words of a text. `names` are words that have a capital inside sentences.
    pub fn new(
        text: &'a str,
        tokens: &'a [TermToken<'t>],
        names: &BTreeSet<String>,
        forms: &'a Forms,
        synonyms: &'a Synonyms,
    ) -> Self {
        let words = Words {
            tokens,
            names,
            forms,
            is_shouted: is_shouted(text),
            is_title_case: is_title_case(tokens, forms),
        };
        let mut parts: Vec<Part> = (0..tokens.len()).map(|index| words.part(index)).collect();
        words.extend_names(&mut parts);
        Self {
            text,
            tokens,
            parts,
            stems: tokens.iter().map(|token| forms.stem(token)).collect(),
            forms,
            vocabulary: forms.vocabulary(),
            synonyms,
            phrases: Vec::new(),
        }
    }

    /// Returns the phrases in the order of the text.
    pub fn phrases(mut self) -> Vec<Phrase> {
        self.known_names();
        let mut start = 0;
        for end in 0..=self.tokens.len() {
            let ends = end == self.tokens.len()
                || self.parts[end] == Part::Outside
                || self.tokens[end].gap > TokenGap::Space
                || self.tokens[end].shape == TokenShape::Ideographic;
            if !ends {
                continue;
            }
            if start < end {
                self.run(start..end);
            }
            let is_outside = end < self.tokens.len()
                && (self.parts[end] == Part::Outside
                    || self.tokens[end].shape == TokenShape::Ideographic);
            start = if is_outside { end + 1 } else { end };
        }
        self.ideographic_words();
        self.phrases.sort_by_key(|phrase| phrase.range.start);
        self.phrases
    }

    /// Takes the names of several words that are known.
    fn known_names(&mut self) {
        let mut start = 0;
        while start < self.tokens.len() {
            let most = if self.synonyms.begins_with(&self.stems[start]) {
                LONGEST_NAME.min(self.tokens.len() - start)
            } else {
                0
            };
            let length = (2..=most)
                .rev()
                .find(|length| self.is_known(start..start + length));
            let Some(length) = length else {
                start += 1;
                continue;
            };
            self.push(start..start + length, true, false);
            self.parts[start..start + length].fill(Part::Outside);
            start += length;
        }
    }

    fn is_known(&self, range: Range<usize>) -> bool {
        let tokens = &self.tokens[range.clone()];
        let stems = &self.stems[range];
        let is_one = tokens.windows(2).all(|pair| match pair[1].gap {
            TokenGap::Space => true,
            TokenGap::Slash => is_joined(pair[0].text, pair[1].text),
            _ => false,
        });
        // A joining word before a name does not make another name.
        let mut ends = [stems.first(), stems.last()].into_iter().flatten();
        is_one && ends.all(|stem| !stem.is_empty()) && self.synonyms.contains(&stems.concat())
    }

    /// Takes the phrases of words that follow each other.
    fn run(&mut self, run: Range<usize>) {
        let run = self.trimmed(run);
        let has_names = run
            .clone()
            .any(|index| matches!(self.parts[index], Part::Name));
        let mut start = run.start;
        while start < run.end {
            let is_name = self.parts[start] == Part::Name;
            let mut end = start + 1;
            while end < run.end && (self.parts[end] == Part::Name) == is_name {
                let follows_acronym = is_name || self.parts[end] != Part::Number;
                if !follows_acronym {
                    break;
                }
                end += 1;
            }
            if is_name {
                end += usize::from(self.has_number(end, run.end));
                self.names(start..end);
            } else {
                self.words(start..end, has_names);
            }
            start = end;
        }
    }

    /// Returns whether a number belongs to the acronym before it.
    fn has_number(&self, at: usize, end: usize) -> bool {
        let before = self.tokens[at - 1].text;
        at < end
            && self.parts[at] == Part::Number
            && before.len() <= ACRONYM
            && before.chars().all(char::is_uppercase)
    }

    fn names(&mut self, names: Range<usize>) {
        if names.len() <= LONGEST_RUN_OF_NAMES {
            self.push(names, true, false);
            return;
        }
        for index in names {
            self.push(index..index + 1, true, false);
        }
    }

    /// Takes phrases of ordinary words.
    fn words(&mut self, words: Range<usize>, has_names: bool) {
        let mut words = self.without_numbers(words);
        words = self.trimmed(words);
        let mut count = self.count(&words);
        // A long phrase ends with what it is about, or begins with it before a joining word.
        while count > LONGEST_PHRASE {
            let joiner = words
                .clone()
                .find(|index| self.parts[*index] == Part::Joiner);
            words = match joiner {
                Some(joiner) if joiner > words.start + 1 => words.start..joiner,
                _ => words.start + 1..words.end,
            };
            words = self.trimmed(words);
            count = self.count(&words);
        }
        let is_weak = words
            .clone()
            .all(|index| self.parts[index] == Part::Joiner || self.is_weak(index));
        if count == 0 || is_weak || (count == 1 && has_names) {
            return;
        }
        self.push(words, false, count == 1);
    }

    fn without_numbers(&self, words: Range<usize>) -> Range<usize> {
        let start = words
            .clone()
            .find(|index| self.parts[*index] != Part::Number)
            .unwrap_or(words.end);
        let end = (start..words.end)
            .find(|index| self.parts[*index] == Part::Number)
            .unwrap_or(words.end);
        start..end
    }

    fn count(&self, words: &Range<usize>) -> usize {
        words
            .clone()
            .filter(|index| self.parts[*index] == Part::Word)
            .count()
    }

    fn is_weak(&self, index: usize) -> bool {
        let word = lower(self.tokens[index].text);
        let letters = word.chars().count();
        self.vocabulary.weak.contains(&word) || letters < 3 || self.is_verb(index)
    }

    /// Returns whether a word is one of the verbs that begin the items of lists.
    fn is_verb(&self, index: usize) -> bool {
        if self.parts[index] != Part::Word {
            return false;
        }
        let word = lower(self.tokens[index].text);
        let can_be =
            !self.vocabulary.has_capital_nouns() || self.tokens[index].shape == TokenShape::Lower;
        can_be && self.forms.is_verb(&word)
    }

    /// Returns a run without joining words at its ends and verbs at its start. Where nouns have
    /// capitals, it ends with a noun, and has at most one other word before the first.
    fn trimmed(&self, run: Range<usize>) -> Range<usize> {
        let Range { mut start, mut end } = run;
        while start < end && (self.parts[start] == Part::Joiner || self.is_verb(start)) {
            start += 1;
        }
        while start < end && self.parts[end - 1] == Part::Joiner {
            end -= 1;
        }
        if self.vocabulary.has_capital_nouns() {
            while start < end && self.is_small_word(end - 1) {
                end -= 1;
            }
            while start + 1 < end
                && self.is_small_word(start)
                && (self.is_small_word(start + 1) || !has_ending(self.tokens[start].text))
            {
                start += 1;
            }
        }
        start..end
    }

    fn is_small_word(&self, index: usize) -> bool {
        self.parts[index] == Part::Word && self.tokens[index].shape == TokenShape::Lower
    }

    fn push(&mut self, tokens: Range<usize>, is_name: bool, is_slight: bool) {
        let (Some(first), Some(last)) = (
            self.tokens.get(tokens.start),
            self.tokens.get(tokens.end - 1),
        ) else {
            return;
        };
        self.phrases.push(Phrase {
            range: first.range.start..last.range.end,
            form: self.stems[tokens].concat(),
            is_name,
            is_slight,
        });
    }

    /// Takes the words in Han characters and katakana, without those that say nothing.
    fn ideographic_words(&mut self) {
        for token in self.tokens {
            if token.shape != TokenShape::Ideographic {
                continue;
            }
            for part in self.pieces(token.range.clone()) {
                let word = &self.text[part.clone()];
                let length = word.chars().count();
                if !IDEOGRAPHIC_WORD.contains(&length) || self.vocabulary.weak.contains(word) {
                    continue;
                }
                self.phrases.push(Phrase {
                    form: word.to_owned(),
                    range: part,
                    is_name: false,
                    is_slight: length == 2,
                });
            }
        }
    }

    /// Divides a run of ideographic characters at the words that make no term.
    fn pieces(&self, run: Range<usize>) -> Vec<Range<usize>> {
        let mut pieces = Vec::new();
        let mut start = run.start;
        let mut at = run.start;
        // From the first to the last word of the piece that is not divided.
        let mut whole: Option<Range<usize>> = None;
        while at < run.end {
            let rest = &self.text[at..run.end];
            let between = longest_start(rest, [&self.vocabulary.stop, &self.vocabulary.filler]);
            let undivided = longest_start(rest, [&self.vocabulary.whole]);
            if undivided > between {
                let first = whole.map_or(at, |whole| whole.start);
                at += undivided;
                whole = Some(first..at);
            } else if between > 0 {
                pieces.push(self.without_edges(start..at, whole.take()));
                at += between;
                start = at;
            } else {
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        pieces.push(self.without_edges(start..run.end, whole));
        pieces
    }

    /// Leaves out what says nothing at the start and the end of a piece, outside what is not divided.
    fn without_edges(&self, piece: Range<usize>, whole: Option<Range<usize>>) -> Range<usize> {
        let (before, after) = match whole {
            Some(whole) => (piece.start..whole.start, whole.end..piece.end),
            None => (piece.clone(), piece.start..piece.end),
        };
        let kept = self.text[before.clone()].trim_start_matches(|c| self.is_edge(c));
        let start = before.end - kept.len();
        let after = after.start.max(start)..after.end;
        let kept = self.text[after.clone()].trim_end_matches(|c| self.is_edge(c));
        start..after.start + kept.len()
    }

    fn is_edge(&self, c: char) -> bool {
        self.vocabulary.edges.contains(c)
    }
}

/// The words of a text, and how it uses capitals.
struct Words<'a, 't> {
    tokens: &'a [TermToken<'t>],
    names: &'a BTreeSet<String>,
    forms: &'a Forms,
    is_shouted: bool,
    is_title_case: bool,
}

impl Words<'_, '_> {
    fn part(&self, index: usize) -> Part {
        let token = &self.tokens[index];
        let vocabulary = self.forms.vocabulary();
        let word = lower(token.text);
        match token.shape {
            TokenShape::Number => return Part::Number,
            TokenShape::Elided => return Part::Joiner,
            TokenShape::Ideographic => return Part::Outside,
            TokenShape::Technical if !self.is_shouted => {
                // Abbreviations of grammar such as “e.g.” are in small letters.
                let is_grammar =
                    !token.text.contains(char::is_uppercase) && vocabulary.stop.contains(&word);
                let is_filler =
                    token.text.contains(char::is_lowercase) && vocabulary.filler.contains(&word);
                return if is_grammar || is_filler {
                    Part::Outside
                } else {
                    Part::Name
                };
            }
            _ => {}
        }
        if vocabulary.joiners.contains(&word) {
            return Part::Joiner;
        }
        if vocabulary.stop.contains(&word)
            || vocabulary.filler.contains(&word)
            || is_adverb(&word, vocabulary.language)
        {
            return Part::Outside;
        }
        if word.chars().count() == 1 {
            return if LETTERS.contains(&token.text) {
                Part::Name
            } else {
                Part::Outside
            };
        }
        if token.shape == TokenShape::Capitalized && self.is_name(index, &word) {
            Part::Name
        } else {
            Part::Word
        }
    }

    /// Makes the first word of a sentence part of the name after it, as in “Apache Kafka is …”.
    fn extend_names(&self, parts: &mut [Part]) {
        for index in 1..parts.len() {
            let before = &self.tokens[index - 1];
            let goes_on = self.tokens[index].gap == TokenGap::Space
                && self.tokens[index].shape == TokenShape::Capitalized
                && parts[index] == Part::Name;
            if goes_on
                && parts[index - 1] == Part::Word
                && before.shape == TokenShape::Capitalized
                && !self.forms.is_verb(&lower(before.text))
            {
                parts[index - 1] = Part::Name;
            }
        }
    }

    /// Returns whether a name that is also an ordinary word is one of several, as in “Go or Rust”.
    fn is_choice(&self, index: usize) -> bool {
        let vocabulary = self.forms.vocabulary();
        is_ordinary_word(self.tokens[index].text)
            && self.tokens.get(index + 1).is_none_or(|next| {
                next.gap != TokenGap::Space
                    || (vocabulary.stop.contains(&lower(next.text))
                        && self
                            .tokens
                            .get(index + 2)
                            .is_some_and(|other| other.shape != TokenShape::Lower))
            })
    }

    /// Returns whether a word with a capital is a name.
    fn is_name(&self, index: usize, word: &str) -> bool {
        if self.forms.vocabulary().has_capital_nouns() || self.is_shouted || self.is_title_case {
            return !self.is_shouted && self.is_choice(index);
        }
        let is_inside = self.tokens[index].gap != TokenGap::Sentence;
        // The first member of a list has its capital for the start of the sentence or for itself.
        let next = self.tokens.get(index + 1);
        let is_member = next
            .is_some_and(|next| matches!(next.gap, TokenGap::Break | TokenGap::Slash))
            && !self.forms.is_verb(word);
        is_inside || is_member || self.names.contains(word) || self.is_choice(index)
    }
}

/// Returns the number of bytes of the longest word that a text starts with, or 0.
fn longest_start<const N: usize>(text: &str, lists: [&BTreeSet<String>; N]) -> usize {
    let words = lists.into_iter().flatten();
    words
        .filter(|word| text.starts_with(word.as_str()))
        .map(String::len)
        .max()
        .unwrap_or_default()
}

/// Returns whether a German word has the ending of an adjective before a noun.
fn has_ending(word: &str) -> bool {
    let endings = ["e", "em", "en", "er", "es"];
    endings.iter().any(|ending| word.ends_with(ending))
}

/// Returns whether a word is an adverb, which says nothing without what it belongs to.
fn is_adverb(word: &str, language: &str) -> bool {
    const NOUNS: [&str; 5] = ["assembly", "family", "supply", "anomaly", "monopoly"];
    match language {
        "en" => word.len() > 4 && word.ends_with("ly") && !NOUNS.contains(&word),
        "es" | "pt" | "it" => word.len() > 6 && word.ends_with("mente"),
        _ => false,
    }
}
