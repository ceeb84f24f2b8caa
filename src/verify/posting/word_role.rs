//! What each word of a text is in a phrase: a name, an ordinary word, a word that joins others.

use std::collections::BTreeSet;

use crate::verify::posting::forms::Forms;
use crate::verify::posting::letter_case::{is_shouted, is_title_case};
use crate::verify::posting::spelling::lower;
use crate::verify::posting::synonyms::is_ordinary_word;
use crate::verify::posting::token::{TermToken, TokenGap, TokenShape};

/// The names of one letter: programming languages. Another letter is a number of something, such as
/// the class of a driving license, or a part of a phrase.
const LETTERS: [&str; 2] = ["C", "R"];

/// What a word is in a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordRole {
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

/// The words of a text, and how it uses capitals.
pub struct WordRoles<'a, 't> {
    tokens: &'a [TermToken<'t>],
    names: &'a BTreeSet<String>,
    forms: &'a Forms,
    is_shouted: bool,
    is_title_case: bool,
}

impl<'a, 't> WordRoles<'a, 't> {
    /// Prepares the words of a text. `names` are words that have a capital inside sentences.
    pub fn new(
        text: &str,
        tokens: &'a [TermToken<'t>],
        names: &'a BTreeSet<String>,
        forms: &'a Forms,
    ) -> Self {
        Self {
            tokens,
            names,
            forms,
            is_shouted: is_shouted(text),
            is_title_case: is_title_case(tokens, forms),
        }
    }

    /// Returns the role of a word.
    pub fn role(&self, index: usize) -> WordRole {
        let token = &self.tokens[index];
        let vocabulary = self.forms.vocabulary();
        let word = lower(token.text);
        match token.shape {
            TokenShape::Number => return WordRole::Number,
            TokenShape::Elided => return WordRole::Joiner,
            TokenShape::Ideographic => return WordRole::Outside,
            TokenShape::Technical if !self.is_shouted => {
                // Abbreviations of grammar such as “e.g.” are in small letters.
                let is_grammar =
                    !token.text.contains(char::is_uppercase) && vocabulary.stop.contains(&word);
                let is_filler = vocabulary.filler.contains(token.text)
                    || (token.text.contains(char::is_lowercase)
                        && vocabulary.filler.contains(&word));
                return if is_grammar || is_filler {
                    WordRole::Outside
                } else {
                    WordRole::Name
                };
            }
            _ => {}
        }
        if vocabulary.joiners.contains(&word) {
            return WordRole::Joiner;
        }
        if vocabulary.stop.contains(&word)
            || vocabulary.filler.contains(&word)
            || is_adverb(&word, vocabulary.language)
            || self.is_filler_pair(index)
            || index
                .checked_sub(1)
                .is_some_and(|first| self.is_filler_pair(first))
        {
            return WordRole::Outside;
        }
        if word.chars().count() == 1 {
            return if LETTERS.contains(&token.text) {
                WordRole::Name
            } else {
                WordRole::Outside
            };
        }
        if token.shape == TokenShape::Capitalized && self.is_name(index, &word) {
            WordRole::Name
        } else {
            WordRole::Word
        }
    }

    /// Makes the first word of a sentence part of the name after it, as in “Apache Kafka is …”.
    pub fn extend_names(&self, roles: &mut [WordRole]) {
        for index in 1..roles.len() {
            let before = &self.tokens[index - 1];
            let goes_on = self.tokens[index].gap == TokenGap::Space
                && self.tokens[index].shape == TokenShape::Capitalized
                && roles[index] == WordRole::Name;
            if goes_on
                && roles[index - 1] == WordRole::Word
                && before.shape == TokenShape::Capitalized
                && !self.forms.is_verb(&lower(before.text))
            {
                roles[index - 1] = WordRole::Name;
            }
        }
    }

    /// Returns whether a word and the next one are one without its hyphen, as in “full time”.
    fn is_filler_pair(&self, index: usize) -> bool {
        let next = self.tokens.get(index + 1);
        next.filter(|next| next.gap == TokenGap::Space)
            .is_some_and(|next| {
                let pair = format!("{}-{}", lower(self.tokens[index].text), lower(next.text));
                self.forms.vocabulary().filler.contains(&pair)
            })
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

/// Returns whether a word is an adverb, which says nothing without what it belongs to.
fn is_adverb(word: &str, language: &str) -> bool {
    const NOUNS: [&str; 5] = ["assembly", "family", "supply", "anomaly", "monopoly"];
    match language {
        "en" => word.len() > 4 && word.ends_with("ly") && !NOUNS.contains(&word),
        "es" | "pt" | "it" => word.len() > 6 && word.ends_with("mente"),
        _ => false,
    }
}
