//! The terms of a posting: names of technologies, and phrases of up to three words between words of
//! grammar.
//!
//! The terms depend on the posting alone, so that different CVs are compared with the same ones.

use std::collections::{BTreeSet, HashMap};

use crate::verify::posting::blocks::PostingBlock;
use crate::verify::posting::forms::Forms;
use crate::verify::posting::letter_case::is_title_case;
use crate::verify::posting::own_names::OwnNames;
use crate::verify::posting::parts::{Importance, PartText, PostingParts};
use crate::verify::posting::phrases::{Phrase, PhraseReader};
use crate::verify::posting::spelling::lower;
use crate::verify::posting::synonyms::Synonyms;
use crate::verify::posting::token::{TermToken, TokenGap, TokenShape, tokens};

/// The number of places of a term that count.
const COUNTED_PLACES: usize = 5;

/// A term of a posting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostingTerm {
    /// As the posting first writes it.
    pub text: String,
    /// The names that the posting has for it, such as a long form and its abbreviation.
    pub names: Vec<String>,
    /// The form that its inflections and spellings share in the language of the posting.
    pub form: String,
    /// Whether it is a name, and no ordinary word.
    pub is_name: bool,
    /// How much the posting asks for the term at most.
    pub importance: Importance,
    /// Its weight in the posting.
    pub weight: usize,
    /// Where it is.
    pub places: Vec<TermPlace>,
    /// Whether it needs to be repeated or asked for to count: a single ordinary word does.
    is_slight: bool,
}

/// Where a term is in a posting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermPlace {
    /// The block.
    pub block: usize,
    /// The first byte in its text.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

/// Returns the terms of a posting, the weightiest first.
pub fn terms(
    blocks: &[PostingBlock],
    parts: &PostingParts,
    forms: &Forms,
    synonyms: &Synonyms,
) -> Vec<PostingTerm> {
    let texts: Vec<(&PartText, Vec<TermToken>)> = parts
        .texts
        .iter()
        .map(|part| (part, tokens(&blocks[part.block].text[part.range.clone()])))
        .collect();
    let names = capitalized_names(&texts, forms);
    let mut collector = Collector {
        synonyms,
        terms: Vec::new(),
        by_form: HashMap::new(),
        names: BTreeSet::new(),
    };
    for (part, tokens) in &texts {
        let text = &blocks[part.block].text[part.range.clone()];
        let reader = PhraseReader::new(text, tokens, &names, forms, synonyms);
        for phrase in reader.phrases() {
            collector.add(&phrase, part, &blocks[part.block].text);
        }
    }
    let mut terms = collector.terms;
    let own = OwnNames::new(blocks, forms.vocabulary());
    terms.retain(|term| term.counts() && !own.contain(&term.text, term.importance));
    // Terms of the same weight stay in the order of the posting.
    terms.sort_by_key(|term| std::cmp::Reverse(term.weight));
    terms
}

/// Returns the words that have a capital inside a sentence, where other words have none.
fn capitalized_names(texts: &[(&PartText, Vec<TermToken>)], forms: &Forms) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    if forms.vocabulary().has_capital_nouns() {
        return names;
    }
    let mut ordinary = BTreeSet::new();
    for (_, tokens) in texts {
        let is_title_case = is_title_case(tokens, forms);
        for token in tokens {
            match token.shape {
                TokenShape::Lower => {
                    ordinary.insert(lower(token.text));
                }
                TokenShape::Capitalized if !is_title_case && token.gap != TokenGap::Sentence => {
                    names.insert(lower(token.text));
                }
                _ => {}
            }
        }
    }
    names.retain(|name| !ordinary.contains(name));
    names
}

impl PostingTerm {
    fn counts(&self) -> bool {
        !self.is_slight || self.places.len() > 1 || self.importance > Importance::Mentioned
    }
}

struct Collector<'a> {
    synonyms: &'a Synonyms,
    terms: Vec<PostingTerm>,
    /// The terms by their forms; other names of one thing have one form.
    by_form: HashMap<String, usize>,
    /// The forms of the names of each term.
    names: BTreeSet<(usize, String)>,
}

impl Collector<'_> {
    fn add(&mut self, phrase: &Phrase, part: &PartText, text: &str) {
        if phrase.form.is_empty() {
            return;
        }
        let place = TermPlace {
            block: part.block,
            start: part.range.start + phrase.range.start,
            end: part.range.start + phrase.range.end,
        };
        let is_slight = phrase.is_slight || (part.is_introduction && !phrase.is_name);
        let next = self.terms.len();
        let form = self.synonyms.representative(&phrase.form).to_owned();
        let index = *self.by_form.entry(form).or_insert(next);
        if index == next {
            self.terms.push(PostingTerm {
                text: text[place.start..place.end].to_owned(),
                names: Vec::new(),
                form: phrase.form.clone(),
                is_name: phrase.is_name,
                importance: part.importance,
                weight: usize::from(phrase.is_name),
                places: Vec::new(),
                is_slight,
            });
        }
        let term = &mut self.terms[index];
        if self.names.insert((index, phrase.form.clone())) {
            term.names.push(text[place.start..place.end].to_owned());
        }
        if term.places.len() < COUNTED_PLACES {
            term.weight += weight(part);
        }
        term.is_slight &= is_slight;
        term.importance = term.importance.max(part.importance);
        term.places.push(place);
    }
}

/// Returns how much one place of a term weighs.
fn weight(part: &PartText) -> usize {
    match part.importance {
        Importance::Required => 4,
        Importance::Title => 3,
        Importance::Mentioned if part.is_introduction => 1,
        Importance::Preferred | Importance::Mentioned => 2,
    }
}
