//! The names that a posting has for the employer and for its places, which no CV needs to have.

use std::ops::Range;

use crate::verify::posting::blocks::PostingBlock;
use crate::verify::posting::parts::Importance;
use crate::verify::posting::spelling::lower;
use crate::verify::posting::synonyms::is_legal_form;
use crate::verify::posting::token::{TermToken, TokenGap, tokens};
use crate::verify::posting::vocabulary::Vocabulary;

/// The number of words of a name.
const LONGEST: usize = 6;

/// The number of words after the name of an employer that tell it.
const AFTER: usize = 10;

/// Words inside names, between words with capitals.
const INSIDE: [&str; 12] = [
    "of", "for", "the", "de", "du", "des", "del", "di", "der", "für", "von", "van",
];

/// The names.
#[derive(Debug, Default)]
pub struct OwnNames(Vec<OwnName>);

#[derive(Debug)]
struct OwnName {
    words: Vec<String>,
    is_place: bool,
}

impl OwnNames {
    /// Finds the names in a posting.
    pub fn new(blocks: &[PostingBlock], vocabulary: &Vocabulary) -> Self {
        let mut names = Vec::new();
        for block in blocks {
            let tokens = tokens(&block.text);
            let reader = NameReader {
                text: &block.text,
                words: tokens.iter().map(|token| lower(token.text)).collect(),
                tokens,
                vocabulary,
            };
            reader.read(&mut names);
        }
        Self(names)
    }

    /// Returns whether a term is such a name, or a part of it. A single word that the posting asks
    /// for can be a product of the employer.
    pub fn contain(&self, term: &str, importance: Importance) -> bool {
        let is_asked = matches!(importance, Importance::Required | Importance::Preferred);
        let words = tokens(term).into_iter().map(|token| lower(token.text));
        let words: Vec<String> = words.filter(|word| !is_legal_form(word)).collect();
        let length = words.len();
        term.split_whitespace()
            .all(|word| word.starts_with(|c: char| !c.is_lowercase()))
            && length > 0
            && self.0.iter().any(|name| {
                let counts = if length == 1 {
                    (name.is_place || !is_asked) && name.words.first() == words.first()
                } else {
                    name.words.windows(length).any(|part| *part == *words)
                };
                counts || (name.is_place && name.words == words)
            })
    }
}

struct NameReader<'a> {
    text: &'a str,
    tokens: Vec<TermToken<'a>>,
    /// The words in small letters.
    words: Vec<String>,
    vocabulary: &'a Vocabulary,
}

impl NameReader<'_> {
    fn read(&self, names: &mut Vec<OwnName>) {
        let vocabulary = self.vocabulary;
        let mut begins = true;
        let mut index = 0;
        while index < self.tokens.len() {
            begins |= self.tokens[index].gap == TokenGap::Sentence;
            let mut start = index + self.phrase(&vocabulary.places, index);
            // All names of a list, as in “Leeds, York and the UK”.
            while start > index && self.gap(start) < TokenGap::Sentence {
                let name = self.name(start);
                start = if name.is_empty() { 0 } else { name.end };
                self.add(name, true, names);
            }
            let length = self.phrase(&vocabulary.employer, index);
            if begins && length > 0 {
                self.add(self.name(index + length), false, names);
            }
            if !self.is_capital(index) {
                // “The Example Trust is …” begins with the name, too.
                begins &= vocabulary.stop.contains(self.word(index));
                index += 1;
                continue;
            }
            let name = self.name(index);
            let end = name.end;
            let has_form = name.len() > 1 && is_legal_form(self.word(end - 1));
            if has_form || (begins && self.is_employer(end)) {
                self.add(name.clone(), false, names);
            }
            let region = self.tokens.get(end).map_or("", |token| token.text);
            if self.gap(end) == TokenGap::Break && vocabulary.regions.contains(region) {
                self.add(name, true, names);
                self.add(end..end + 1, true, names);
            }
            begins = false;
            index = end;
        }
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", String::as_str)
    }

    fn gap(&self, at: usize) -> TokenGap {
        self.tokens
            .get(at)
            .map_or(TokenGap::Sentence, |token| token.gap)
    }

    fn is_capital(&self, at: usize) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| token.text.starts_with(char::is_uppercase))
            && !self.vocabulary.stop.contains(self.word(at))
    }

    /// Returns whether nothing but a space or `&` separates a word from the one before.
    fn is_near(&self, at: usize) -> bool {
        let between = self.tokens[at - 1].range.end..self.tokens[at].range.start;
        self.text[between].trim_matches([' ', '&']).is_empty()
    }

    /// Returns the number of words of the longest phrase that words begin with.
    fn phrase(&self, phrases: &[String], index: usize) -> usize {
        let words = phrases.iter().map(|phrase| phrase.split(' '));
        let found = words.filter(|words| {
            words
                .clone()
                .zip(index..)
                .all(|(word, at)| word == self.word(at))
        });
        found.map(Iterator::count).max().unwrap_or_default()
    }

    /// Returns whether words that follow a name say that it is the employer's.
    fn is_employer(&self, end: usize) -> bool {
        let is_firm = |at| self.vocabulary.firms.contains(self.word(at));
        self.gap(end) == TokenGap::Space
            && (self.phrase(&self.vocabulary.employer_verbs, end) > 0
                || (self.phrase(&self.vocabulary.employer_is, end) > 0
                    && (end..end + AFTER).any(is_firm)))
    }

    /// Returns the words with capitals that begin at an index, or after words of grammar there.
    fn name(&self, index: usize) -> Range<usize> {
        let is_grammar = |at: &usize| self.vocabulary.stop.contains(self.word(*at));
        let start = (index..index + 2)
            .find(|at| !is_grammar(at))
            .unwrap_or(index + 2);
        let mut end = start;
        while end - start < LONGEST {
            let last = end + usize::from(end > start && INSIDE.contains(&self.word(end)));
            let is_near = || end == start || (end..=last).all(|at| self.is_near(at));
            if !self.is_capital(last) || !is_near() {
                break;
            }
            end = last + 1;
        }
        start..end
    }

    /// Adds a name: as a whole and, as terms are, between the words inside it.
    fn add(&self, name: Range<usize>, is_place: bool, names: &mut Vec<OwnName>) {
        let words = self.words.get(name).unwrap_or_default().iter();
        let words = words.filter(|word| !is_legal_form(word)).cloned();
        let words: Vec<String> = words.collect();
        let parts = words.split(|word| INSIDE.contains(&&**word));
        for words in std::iter::once(&*words).chain(parts) {
            names.push(OwnName {
                words: words.to_vec(),
                is_place,
            });
        }
    }
}
