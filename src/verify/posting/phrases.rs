//! The phrases of a text that can be terms.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::verify::posting::forms::Forms;
use crate::verify::posting::ideographic::IdeographicReader;
use crate::verify::posting::spelling::lower;
use crate::verify::posting::synonyms::{LONGEST_NAME, Synonyms, is_joined};
use crate::verify::posting::token::{TermToken, TokenGap, TokenShape};
use crate::verify::posting::vocabulary::Vocabulary;
use crate::verify::posting::word_role::{WordRole, WordRoles};

/// The number of words of a phrase.
const LONGEST_PHRASE: usize = 3;

/// The number of words among which a phrase is searched.
const LONGEST_RUN: usize = 16;

/// The number of words of a name.
const LONGEST_RUN_OF_NAMES: usize = 4;

/// The longest acronym before a number, as in `ISO 9001`.
const ACRONYM: usize = 5;

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

/// Finds the phrases of a text.
pub struct PhraseReader<'a, 't> {
    text: &'a str,
    tokens: &'a [TermToken<'t>],
    roles: Vec<WordRole>,
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
        let words = WordRoles::new(text, tokens, names, forms);
        let mut roles: Vec<WordRole> = (0..tokens.len()).map(|index| words.role(index)).collect();
        words.extend_names(&mut roles);
        Self {
            text,
            tokens,
            roles,
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
                || self.roles[end] == WordRole::Outside
                || self.tokens[end].gap > TokenGap::Space
                || self.tokens[end].shape == TokenShape::Ideographic;
            if !ends {
                continue;
            }
            if start < end {
                self.run(start..end);
            }
            let is_outside = end < self.tokens.len()
                && (self.roles[end] == WordRole::Outside
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
            self.roles[start..start + length].fill(WordRole::Outside);
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
            .any(|index| matches!(self.roles[index], WordRole::Name));
        let mut start = run.start;
        while start < run.end {
            let is_name = self.roles[start] == WordRole::Name;
            let mut end = start + 1;
            while end < run.end && (self.roles[end] == WordRole::Name) == is_name {
                let follows_acronym = is_name || self.roles[end] != WordRole::Number;
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
            && self.roles[at] == WordRole::Number
            && before.len() <= ACRONYM
            && before.chars().all(char::is_uppercase)
    }

    fn names(&mut self, names: Range<usize>) {
        let is_weak = |index: usize| {
            let token = &self.tokens[index];
            token.shape == TokenShape::Capitalized
                && self.vocabulary.weak.contains(&lower(token.text))
        };
        if names.clone().all(is_weak) {
            return;
        }
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
        words.start = words.start.max(words.end.saturating_sub(LONGEST_RUN));
        let mut count = self.count(&words);
        // A long phrase ends with what it is about, or begins with it before a joining word.
        while count > LONGEST_PHRASE {
            let joiner = words
                .clone()
                .find(|index| self.roles[*index] == WordRole::Joiner);
            words = match joiner {
                Some(joiner) if joiner > words.start + 1 => words.start..joiner,
                _ => words.start + 1..words.end,
            };
            words = self.trimmed(words);
            count = self.count(&words);
        }
        let is_weak = words
            .clone()
            .all(|index| self.roles[index] == WordRole::Joiner || self.is_weak(index));
        if count == 0 || is_weak || (count == 1 && has_names) {
            return;
        }
        self.push(words, false, count == 1);
    }

    fn without_numbers(&self, words: Range<usize>) -> Range<usize> {
        let start = words
            .clone()
            .find(|index| self.roles[*index] != WordRole::Number)
            .unwrap_or(words.end);
        let end = (start..words.end)
            .find(|index| self.roles[*index] == WordRole::Number)
            .unwrap_or(words.end);
        start..end
    }

    fn count(&self, words: &Range<usize>) -> usize {
        words
            .clone()
            .filter(|index| self.roles[*index] == WordRole::Word)
            .count()
    }

    fn is_weak(&self, index: usize) -> bool {
        let word = lower(self.tokens[index].text);
        let letters = word.chars().count();
        self.vocabulary.weak.contains(&word) || letters < 3 || self.is_verb(index)
    }

    /// Returns whether a word is one of the verbs that begin the items of lists.
    fn is_verb(&self, index: usize) -> bool {
        if self.roles[index] != WordRole::Word {
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
        while start < end && (self.roles[start] == WordRole::Joiner || self.is_verb(start)) {
            start += 1;
        }
        while start < end && self.roles[end - 1] == WordRole::Joiner {
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
        self.roles[index] == WordRole::Word && self.tokens[index].shape == TokenShape::Lower
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
        let reader = IdeographicReader {
            text: self.text,
            vocabulary: self.vocabulary,
        };
        let runs = self.tokens.iter();
        let runs = runs.filter(|token| token.shape == TokenShape::Ideographic);
        for range in runs.flat_map(|token| reader.terms(token.range.clone())) {
            let word = &self.text[range.clone()];
            self.phrases.push(Phrase {
                form: word.to_owned(),
                range,
                is_name: false,
                is_slight: word.chars().count() == 2,
            });
        }
    }
}

/// Returns whether a German word has the ending of an adjective before a noun.
fn has_ending(word: &str) -> bool {
    let endings = ["e", "em", "en", "er", "es"];
    endings.iter().any(|ending| word.ends_with(ending))
}
