//! The phrases of a text that can be terms: names, and ordinary words between words of grammar.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::verify::posting::forms::Forms;
use crate::verify::posting::ideographic::ideographic_words;
use crate::verify::posting::spelling::lower;
use crate::verify::posting::synonyms::{LONGEST_NAME, Synonyms, is_joined, is_ordinary_word};
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
    let words = tokens.iter().map(|token| Word {
        token,
        lower: lower(token.text),
        stem: forms.stem(token),
        role: Role::Outside,
    });
    let mut reader = Reader {
        words: words.collect(),
        names,
        is_shouted: letters >= HEADING && capitals * 5 > letters * 4,
        is_title_case: is_title_case(tokens, forms),
        forms,
        vocabulary: forms.vocabulary(),
        synonyms,
    };
    let roles: Vec<Role> = (0..tokens.len()).map(|index| reader.role(index)).collect();
    for (word, role) in reader.words.iter_mut().zip(roles) {
        word.role = role;
    }
    let mut phrases = reader.take_known_names();
    let is_inside = |word: &Word| word.role != Role::Outside;
    let goes_on = |before: &Word, word: &Word| {
        is_inside(before) && is_inside(word) && word.token.gap <= TokenGap::Space
    };
    let runs = reader.words.chunk_by(goes_on);
    for run in runs.filter(|run| is_inside(&run[0])) {
        reader.run(run, &mut phrases);
    }
    for token in tokens {
        if token.shape == TokenShape::Ideographic {
            let words = ideographic_words(token, reader.vocabulary);
            phrases.extend(words.map(|(at, word)| Phrase {
                range: at..at + word.len(),
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
    is_title_case: bool,
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
            ..
        } = self.vocabulary;
        match token.shape {
            TokenShape::Number => return Role::Number,
            TokenShape::Elided => return Role::Joiner,
            TokenShape::Ideographic => return Role::Outside,
            TokenShape::Technical if !self.is_shouted => {
                // Abbreviations of grammar such as “e.g.” are in small letters.
                let is_small = !token.text.contains(char::is_uppercase);
                let has_small = token.text.contains(char::is_lowercase);
                let says_nothing = (is_small && stop.contains(lower))
                    || (has_small && filler.contains(lower))
                    || filler.contains(token.text);
                return if says_nothing {
                    Role::Outside
                } else {
                    Role::Name
                };
            }
            _ => {}
        }
        let is_letter = lower.chars().count() == 1;
        if joiners.contains(lower) {
            Role::Joiner
        } else if stop.contains(lower)
            || filler.contains(lower)
            || is_adverb(lower, self.vocabulary.language)
            || self.is_filler_pair(index)
            || (index > 0 && self.is_filler_pair(index - 1))
            || (is_letter && !LETTERS.contains(&token.text))
        {
            Role::Outside
        } else if is_letter || (token.shape == TokenShape::Capitalized && self.is_name(index)) {
            Role::Name
        } else {
            Role::Word
        }
    }

    /// Returns whether a word and the next one are one without its hyphen, as in “full time”.
    fn is_filler_pair(&self, index: usize) -> bool {
        let next = self.words.get(index + 1);
        next.is_some_and(|next| {
            let pair = format!("{}-{}", self.words[index].lower, next.lower);
            next.token.gap == TokenGap::Space && self.vocabulary.filler.contains(&pair)
        })
    }

    /// Returns whether a word with a capital is a name.
    fn is_name(&self, index: usize) -> bool {
        let Word { token, lower, .. } = &self.words[index];
        if self.is_shouted {
            return false;
        }
        if self.vocabulary.has_capital_nouns() || self.is_title_case {
            return self.is_choice(index);
        }
        // The first word of a list or of “Apache Kafka” has its capital for the start of the
        // sentence or for itself.
        let is_member = match self.words.get(index + 1).map(|next| next.token) {
            Some(next) if next.gap == TokenGap::Space => {
                next.shape == TokenShape::Capitalized && self.role(index + 1) == Role::Name
            }
            Some(next) => next.gap != TokenGap::Sentence,
            None => false,
        };
        token.gap != TokenGap::Sentence
            || self.names.contains(lower)
            || (is_member && !self.forms.is_verb(lower))
            || self.is_choice(index)
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
        is_apart && is_ordinary_word(self.words[index].token.text)
    }

    /// Takes the names of several words that are known.
    fn take_known_names(&mut self) -> Vec<Phrase> {
        let mut names = Vec::new();
        let mut start = 0;
        while start < self.words.len() {
            let rest = &self.words[start..];
            let mut lengths = (2..=LONGEST_NAME.min(rest.len())).rev();
            let known = lengths.find(|length| self.is_known(&rest[..*length]));
            let end = start + known.unwrap_or(1);
            if known.is_some() {
                names.extend(phrase(&self.words[start..end], true));
                for word in &mut self.words[start..end] {
                    word.role = Role::Outside;
                }
            }
            start = end;
        }
        names
    }

    fn is_known(&self, words: &[Word]) -> bool {
        // A word of grammar before or after a name does not make another name.
        let mut ends = [words.first(), words.last()].into_iter().flatten();
        let form: String = words.iter().map(|word| &*word.stem).collect();
        ends.all(|end| !end.stem.is_empty() && !self.vocabulary.stop.contains(&end.lower))
            && words.windows(2).all(|pair| match pair[1].token.gap {
                TokenGap::Space => true,
                TokenGap::Slash => is_joined(pair[0].token.text, pair[1].token.text),
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
            let are_names = words[0].role == Role::Name;
            if are_names && words.iter().all(|word| self.is_weak_name(word)) {
                continue;
            }
            if !are_names {
                phrases.extend(self.ordinary(words, has_names));
            } else if words.len() <= LONGEST_RUN_OF_NAMES {
                phrases.extend(phrase(words, true));
            } else {
                phrases.extend(words.chunks(1).filter_map(|word| phrase(word, true)));
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
        let is_slight = count(words) == 1;
        Some(Phrase {
            is_slight,
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
    fn trimmed<'w, 'v>(&self, mut run: &'w [Word<'v>]) -> &'w [Word<'v>] {
        while let [first, rest @ ..] = run
            && (first.role == Role::Joiner || self.is_verb(first))
        {
            run = rest;
        }
        let has_nouns = self.vocabulary.has_capital_nouns();
        while let [rest @ .., last] = run
            && last.role == Role::Joiner
        {
            run = rest;
        }
        while let [rest @ .., last] = run
            && has_nouns
            && last.is_small()
        {
            run = rest;
        }
        let endings = ["e", "em", "en", "er", "es"];
        let is_adjective = |word: &Word| endings.iter().any(|it| word.lower.ends_with(it));
        while let [first, rest @ ..] = run
            && let [next, ..] = rest
            && has_nouns
            && first.is_small()
            && (next.is_small() || !is_adjective(first))
        {
            run = rest;
        }
        run
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
