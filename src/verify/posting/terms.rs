//! The terms of a posting: names of technologies, and phrases of up to three words between words of
//! grammar.
//!
//! The terms depend on the posting alone, so that different CVs are compared with the same ones.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use crate::verify::posting::blocks::{PostingBlock, PostingPlace, quote};
use crate::verify::posting::forms::{Forms, lower};
use crate::verify::posting::own_names::OwnNames;
use crate::verify::posting::parts::{Importance, PartText, PostingParts};
use crate::verify::posting::phrases::{Phrase, is_title_case, phrases};
use crate::verify::posting::synonyms::Synonyms;
use crate::verify::posting::token::{TermToken, TokenGap, TokenShape, tokens};

/// The number of places of a term that count.
const COUNTED_PLACES: usize = 5;

/// A term of a posting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostingTerm {
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
    pub places: Vec<PostingPlace>,
    /// Whether it needs to be repeated or asked for to count: a single ordinary word does.
    is_slight: bool,
}

/// Returns the terms of a posting, the weightiest first.
pub fn terms(
    blocks: &[PostingBlock],
    parts: &PostingParts,
    forms: &Forms,
    synonyms: &Synonyms,
) -> Vec<PostingTerm> {
    let text = |part: &PartText| &blocks[part.block].text[part.range.clone()];
    let parts = parts.texts.iter();
    let texts: Vec<(&PartText, Vec<TermToken>)> =
        parts.map(|part| (part, tokens(text(part)))).collect();
    let names = capitalized_names(&texts, forms);
    let mut terms: Vec<PostingTerm> = Vec::new();
    // Other names of one thing have one form.
    let mut by_form: HashMap<String, usize> = HashMap::new();
    for (part, tokens) in &texts {
        for phrase in phrases(text(part), tokens, &names, forms, synonyms) {
            let form = synonyms.names(&phrase.form).next();
            let form = form.unwrap_or(&phrase.form).to_owned();
            let index = *by_form.entry(form).or_insert(terms.len());
            if index == terms.len() {
                terms.push(PostingTerm::new(&phrase));
            }
            terms[index].add(&phrase, part, &blocks[part.block]);
        }
    }
    let own = OwnNames::new(blocks, forms.vocabulary());
    terms.retain(|term| term.counts() && !own.contain(term.text(), term.importance));
    // Terms of the same weight stay in the order of the posting.
    terms.sort_by_key(|term| Reverse(term.weight));
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
    fn new(phrase: &Phrase) -> Self {
        Self {
            names: Vec::new(),
            form: phrase.form.clone(),
            is_name: phrase.is_name,
            importance: Importance::Mentioned,
            weight: usize::from(phrase.is_name),
            places: Vec::new(),
            is_slight: true,
        }
    }

    /// Adds a place, which is in a part of a block.
    fn add(&mut self, phrase: &Phrase, part: &PartText, block: &PostingBlock) {
        let start = part.range.start + phrase.range.start;
        let place = start..part.range.start + phrase.range.end;
        let name = &block.text[place.clone()];
        if !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
        if self.places.len() < COUNTED_PLACES {
            self.weight += match part.importance {
                Importance::Required => 4,
                Importance::Title => 3,
                Importance::Mentioned if part.is_introduction => 1,
                Importance::Preferred | Importance::Mentioned => 2,
            };
        }
        self.is_slight &= phrase.is_slight || (part.is_introduction && !phrase.is_name);
        self.importance = self.importance.max(part.importance);
        self.places.push(PostingPlace {
            place: block.place(start),
            quote: quote(&block.text, place),
        });
    }

    /// Returns the term as the posting first writes it.
    pub fn text(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    fn counts(&self) -> bool {
        !self.is_slight || self.places.len() > 1 || self.importance > Importance::Mentioned
    }
}
