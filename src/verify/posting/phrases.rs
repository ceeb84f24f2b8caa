//! The phrases of a text that can be terms: names, and ordinary words between words of grammar.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::verify::posting::forms::{Forms, lower};
use crate::verify::posting::ideographic::ideographic_words;
use crate::verify::posting::synonyms::{KNOWN, LONGEST_NAME, Synonyms};
use crate::verify::posting::token::{TermToken, TokenGap, TokenShape};
use crate::verify::posting::vocabulary::Vocabulary;

/// The number of words of a phrase.
const LONGEST_PHRASE: usize = 3;

/// The number of words among which a phrase is searched.
const LONGEST_RUN: usize = 16;

/// The number of words of a name.
const LONGEST_RUN_OF_NAMES: usize = 4;

/// The longest acronym before a number, as in `ISO 9001`.
const ACRONYM: usize = 5;

/// The number of letters from which capitals can be those of a heading.
const HEADING: usize = 12;

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
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It belongs to no phrase.
    Outside,
    /// It joins others.
    Joiner,
    /// An ordinary word.
    Word,
    Name,
    /// A number, which may follow a name.
    Number,
}

/// Returns the phrases of a text in their order. `names` are words that have a capital inside
/// sentences.
pub fn phrases(
    text: &str,
    tokens: &[TermToken],
    names: &BTreeSet<String>,
    forms: &Forms,
    synonyms: &Synonyms,
) -> Vec<Phrase> {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = text.chars().filter(|c| c.is_uppercase()).count();
    let is_shouted = letters >= HEADING && capitals * 5 > letters * 4;
    let words = tokens.iter().map(|token| Word {
        token,
        lower: lower(token.text),
        stem: forms.stem(token),
        role: Role::Outside,
    });
    let mut reader = Reader {
        words: words.collect(),
        names,
        is_shouted,
        has_capital_names: !is_shouted
            && !forms.vocabulary().has_capital_nouns()
            && !is_title_case(tokens, forms),
        forms,
        vocabulary: forms.vocabulary(),
        synonyms,
    };
    // A role depends on that of the next word.
    for index in (0..tokens.len()).rev() {
        reader.words[index].role = reader.role(index);
    }
    let mut phrases = reader.take_known_names();
    let goes_on = |before: &Word, word: &Word| {
        let are_inside = before.role != Role::Outside && word.role != Role::Outside;
        are_inside && word.token.gap <= TokenGap::Space
    };
    for run in reader.words.chunk_by(goes_on) {
        reader.run(run, &mut phrases);
    }
    for token in tokens {
        if token.shape == TokenShape::Ideographic {
            let words = ideographic_words(token.text, reader.vocabulary).into_iter();
            phrases.extend(words.map(|(start, word)| Phrase {
                range: token.range.start + start..token.range.start + start + word.len(),
                form: word.to_owned(),
                is_name: false,
                is_slight: word.chars().count() == 2,
            }));
        }
    }
    phrases.sort_by_key(|phrase| phrase.range.start);
    phrases
}

/// A word of a text.
struct Word<'a> {
    token: &'a TermToken<'a>,
    /// The word in small letters.
    lower: String,
    /// The form that all its inflections share.
    stem: String,
    role: Role,
}

impl Word<'_> {
    fn is_small(&self) -> bool {
        self.role == Role::Word && self.token.shape == TokenShape::Lower
    }

    /// Returns whether a number after the word belongs to it.
    fn is_acronym(&self) -> bool {
        let word = self.token.text;
        self.role == Role::Name && word.len() <= ACRONYM && word.chars().all(char::is_uppercase)
    }
}

struct Reader<'a> {
    words: Vec<Word<'a>>,
    /// The words that have a capital inside sentences.
    names: &'a BTreeSet<String>,
    /// Whether capitals tell nothing: all is in capitals, or nearly.
    is_shouted: bool,
    /// Whether ordinary words have no capitals.
    has_capital_names: bool,
    forms: &'a Forms,
    vocabulary: &'static Vocabulary,
    synonyms: &'a Synonyms,
}

impl Reader<'_> {
    fn role(&self, index: usize) -> Role {
        let Word { token, lower, .. } = &self.words[index];
        let Vocabulary {
            stop,
            filler,
            joiners,
            language,
            ..
        } = self.vocabulary;
        let is_technical = token.shape == TokenShape::Technical && !self.is_shouted;
        // Abbreviations such as “e.g.” have small letters, and `IT` is not “it”.
        let is_word = !is_technical || token.text.contains(char::is_lowercase);
        let is_letter = lower.chars().count() == 1 && !is_technical;
        let says_nothing = filler.contains(token.text)
            || (is_word && (stop.contains(lower) || filler.contains(lower)))
            || (!is_technical && is_adverb(lower, language))
            || (is_letter && !LETTERS.contains(&token.text));
        match token.shape {
            TokenShape::Number => Role::Number,
            TokenShape::Elided => Role::Joiner,
            TokenShape::Ideographic => Role::Outside,
            _ if !is_technical && joiners.contains(lower) => Role::Joiner,
            _ if says_nothing => Role::Outside,
            _ if is_technical || is_letter => Role::Name,
            TokenShape::Capitalized if self.is_name(index) => Role::Name,
            _ => Role::Word,
        }
    }

    /// Returns whether a word with a capital is a name.
    fn is_name(&self, index: usize) -> bool {
        let Word { token, lower, .. } = &self.words[index];
        // The first word of a list or of “Apache Kafka” has its capital for the start of the
        // sentence or for itself.
        let is_member = self
            .words
            .get(index + 1)
            .is_some_and(|next| match next.token.gap {
                TokenGap::Space => {
                    next.role == Role::Name && next.token.shape == TokenShape::Capitalized
                }
                gap => gap != TokenGap::Sentence,
            });
        let has_own_capital = token.gap != TokenGap::Sentence
            || self.names.contains(lower)
            || (is_member && !self.forms.is_verb(lower));
        (self.has_capital_names && has_own_capital) || self.is_choice(index)
    }

    /// Returns whether a name that is also an ordinary word is one of several, as in “Go or Rust”.
    fn is_choice(&self, index: usize) -> bool {
        let is_apart = match &self.words[index + 1..] {
            [next, after @ ..] if next.token.gap == TokenGap::Space => {
                let after = after.first().map(|after| after.token.shape);
                self.vocabulary.stop.contains(&next.lower)
                    && after.is_some_and(|shape| shape != TokenShape::Lower)
            }
            _ => true,
        };
        is_apart && KNOWN.exact_case.contains(self.words[index].token.text)
    }

    /// Takes the names of several words that are known, and the words that say nothing together, such
    /// as “full time”.
    fn take_known_names(&mut self) -> Vec<Phrase> {
        let mut names = Vec::new();
        let mut start = 0;
        while start < self.words.len() {
            let rest = &self.words[start..];
            let mut lengths = (2..=LONGEST_NAME.min(rest.len())).rev();
            let known = lengths.find(|length| self.is_known(&rest[..*length]));
            if let Some(length) = known {
                names.extend(phrase(&rest[..length], true));
            }
            let length = known.or_else(|| self.is_filler(rest).then_some(2));
            let end = start + length.unwrap_or(1);
            for word in &mut self.words[start..end] {
                if length.is_some() {
                    word.role = Role::Outside;
                }
            }
            start = end;
        }
        names
    }

    /// Returns whether words begin with two that are one without its hyphen, as in “full time”.
    fn is_filler(&self, words: &[Word]) -> bool {
        let [word, next, ..] = words else {
            return false;
        };
        let pair = format!("{}-{}", word.lower, next.lower);
        next.token.gap == TokenGap::Space && self.vocabulary.filler.contains(&pair)
    }

    fn is_known(&self, words: &[Word]) -> bool {
        // A word of grammar before or after a name does not make another name.
        let mut ends = [words.first(), words.last()].into_iter().flatten();
        let form: String = words.iter().map(|word| &*word.stem).collect();
        ends.all(|end| !end.stem.is_empty() && !self.vocabulary.stop.contains(&end.lower))
            && words.windows(2).all(|pair| match pair[1].token.gap {
                TokenGap::Space => true,
                TokenGap::Slash => KNOWN
                    .joined
                    .contains(&format!("{}/{}", pair[0].token.text, pair[1].token.text)),
                _ => false,
            })
            && self.synonyms.contains(&form)
    }

    /// Takes the phrases of words that follow each other: names, and ordinary words between them.
    fn run(&self, run: &[Word], phrases: &mut Vec<Phrase>) {
        let run = self.trimmed(run);
        let has_names = run.iter().any(|word| word.role == Role::Name);
        let goes_on = |before: &Word, word: &Word| match (before.role, word.role) {
            (_, Role::Number) => before.is_acronym(),
            (Role::Number, _) => false,
            (before, word) => (before == Role::Name) == (word == Role::Name),
        };
        for words in run.chunk_by(goes_on) {
            if words[0].role != Role::Name {
                phrases.extend(self.ordinary(words, has_names));
            } else if !words.iter().all(|word| self.is_weak_name(word)) {
                // Many names in a row are a list.
                let length = if words.len() <= LONGEST_RUN_OF_NAMES {
                    words.len()
                } else {
                    1
                };
                phrases.extend(words.chunks(length).filter_map(|words| phrase(words, true)));
            }
        }
    }

    fn is_weak_name(&self, word: &Word) -> bool {
        word.token.shape == TokenShape::Capitalized && self.vocabulary.weak.contains(&word.lower)
    }

    /// Returns the phrase that ordinary words have.
    fn ordinary(&self, words: &[Word], has_names: bool) -> Option<Phrase> {
        let mut words = self.trimmed(words);
        words = &words[words.len().saturating_sub(LONGEST_RUN)..];
        let count = |words: &[Word]| {
            let ordinary = words.iter().filter(|word| word.role == Role::Word);
            ordinary.count()
        };
        // A long phrase ends with what it is about, or begins with it before a joining word.
        while count(words) > LONGEST_PHRASE {
            let joiner = words.iter().position(|word| word.role == Role::Joiner);
            words = self.trimmed(match joiner {
                Some(joiner) if joiner > 1 => &words[..joiner],
                _ => &words[1..],
            });
        }
        let says_something = |word: &Word| {
            word.role != Role::Joiner
                && word.lower.chars().count() > 2
                && !self.vocabulary.weak.contains(&word.lower)
                && !self.is_verb(word)
        };
        let is_phrase = words.iter().any(says_something) && count(words) > usize::from(has_names);
        let phrase = phrase(words, false).filter(|_| is_phrase)?;
        Some(Phrase {
            is_slight: count(words) == 1,
            ..phrase
        })
    }

    /// Returns whether a word is one of the verbs that begin the items of lists.
    fn is_verb(&self, word: &Word) -> bool {
        let can_be = !self.vocabulary.has_capital_nouns() || word.is_small();
        can_be && word.role == Role::Word && self.forms.is_verb(&word.lower)
    }

    /// Returns a run without joining words at its ends and verbs at its start. Where nouns have
    /// capitals, it ends with a noun, and has at most one other word before the first.
    fn trimmed<'w, 'v>(&self, run: &'w [Word<'v>]) -> &'w [Word<'v>] {
        let has_nouns = self.vocabulary.has_capital_nouns();
        let belongs = |word: &Word| !matches!(word.role, Role::Joiner | Role::Outside);
        let is_end = |word: &Word| belongs(word) && !(has_nouns && word.is_small());
        let end = run.iter().rposition(is_end).map_or(0, |last| last + 1);
        let run = &run[..end];
        let is_before_noun = |word: &Word, next: Option<&Word>| {
            let is_adjective = ["e", "em", "en", "er", "es"]
                .iter()
                .any(|ending| word.lower.ends_with(ending));
            is_adjective && next.is_some_and(|next| !next.is_small())
        };
        let is_start = |at: &usize| {
            let word = &run[*at];
            belongs(word)
                && !self.is_verb(word)
                && (!has_nouns || !word.is_small() || is_before_noun(word, run.get(at + 1)))
        };
        let start = (0..end).find(is_start).unwrap_or(end);
        &run[start..]
    }
}

/// Returns words as a phrase.
fn phrase(words: &[Word], is_name: bool) -> Option<Phrase> {
    let (first, last) = words.first().zip(words.last())?;
    Some(Phrase {
        range: first.token.range.start..last.token.range.end,
        form: words.iter().map(|word| &*word.stem).collect(),
        is_name,
        is_slight: false,
    })
}

/// Returns whether all words of a text but those of grammar have a capital, as in a title. A list
/// of names has too.
pub fn is_title_case(tokens: &[TermToken], forms: &Forms) -> bool {
    let breaks = tokens.iter().filter(|token| token.gap == TokenGap::Break);
    let is_list = breaks.count() > 1;
    let mut small = tokens
        .iter()
        .filter(|token| token.shape == TokenShape::Lower && token.text.chars().count() > 1);
    tokens.len() > 1
        && !is_list
        && small.all(|token| forms.vocabulary().stop.contains(&lower(token.text)))
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
