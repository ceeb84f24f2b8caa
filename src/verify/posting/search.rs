//! Finds the terms of a posting in the texts of a CV.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;

use crate::content::LocatedText;
use crate::verify::posting::forms::{Forms, lower, written};
use crate::verify::posting::ideographic::IDEOGRAPHIC_WORD;
use crate::verify::posting::synonyms::{KNOWN, LONGEST_NAME, Synonyms};
use crate::verify::posting::terms::PostingTerm;
use crate::verify::posting::token::{TermToken, TokenGap, TokenShape, tokens};

/// The number of letters from which words may differ in spelling or inflection.
const SHORTEST_FORM: usize = 3;

/// The number of words among which those of a phrase are searched.
const NEAR: usize = 6;

/// The number of places at which the words of a phrase are searched.
const MOST_PLACES: usize = 100;

/// How a CV has a term, from the closest way to the loosest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TermMatch {
    /// As the posting writes it, apart from capitals.
    Exact,
    /// In another inflection or spelling.
    Form,
    /// By another name.
    Synonym,
    /// By its words near each other.
    Words,
    /// By the larger part of a long word, in Chinese and Japanese.
    Part,
}

/// A place of a CV that has a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermFound {
    /// The number of the text.
    pub text: usize,
    /// Where it is in the text.
    pub range: Range<usize>,
    /// How the text has the term.
    pub how: TermMatch,
}

/// Returns for each term the places in the texts of a CV, whose language has these forms.
pub fn search(
    terms: &[PostingTerm],
    texts: &[LocatedText],
    forms: &Forms,
    synonyms: &Synonyms,
) -> Vec<Vec<TermFound>> {
    let index = Index::new(texts, forms);
    terms
        .iter()
        .map(|term| index.places(term, synonyms.names(&term.form)))
        .collect()
}

/// A run of words of a text.
#[derive(Clone)]
struct Run {
    text: usize,
    words: Range<usize>,
}

/// The runs of words of a CV, so that the time to find a term does not grow with the CV.
struct Index<'a> {
    texts: &'a [LocatedText],
    forms: &'a Forms,
    tokens: Vec<Vec<TermToken<'a>>>,
    stems: Vec<Vec<String>>,
    /// The runs as they are written, in small letters.
    written: HashMap<String, Vec<Run>>,
    /// The runs by their forms.
    by_form: HashMap<String, Vec<Run>>,
}

impl<'a> Index<'a> {
    fn new(texts: &'a [LocatedText], forms: &'a Forms) -> Self {
        let mut index = Self {
            texts,
            forms,
            tokens: Vec::new(),
            stems: Vec::new(),
            written: HashMap::new(),
            by_form: HashMap::new(),
        };
        for text in texts {
            index.add(tokens(&text.text));
        }
        index
    }

    fn add(&mut self, tokens: Vec<TermToken<'a>>) {
        let stems: Vec<String> = tokens.iter().map(|token| self.forms.stem(token)).collect();
        for start in 0..tokens.len() {
            for end in start + 1..=tokens.len().min(start + LONGEST_NAME) {
                if end > start + 1 && tokens[end - 1].gap > TokenGap::Slash {
                    break;
                }
                let words = &tokens[start..end];
                let run = Run {
                    text: self.tokens.len(),
                    words: start..end,
                };
                let places = self.written.entry(written(words)).or_default();
                places.push(run.clone());
                // A form without the words that join others begins and ends with a word.
                if !stems[start].is_empty() && !stems[end - 1].is_empty() {
                    let form = stems[start..end].concat();
                    for form in std::iter::once(form).chain(self.forms.compound(words)) {
                        self.by_form.entry(form).or_default().push(run.clone());
                    }
                }
            }
        }
        self.tokens.push(tokens);
        self.stems.push(stems);
    }

    /// Returns the places of a term with these other names in the order of the CV.
    fn places<'n>(
        &self,
        term: &PostingTerm,
        names: impl Iterator<Item = &'n str>,
    ) -> Vec<TermFound> {
        let mut found = Vec::new();
        for name in &term.names {
            self.name(name, TermMatch::Exact, term.is_name, &mut found);
        }
        for name in names {
            self.name(name, TermMatch::Synonym, term.is_name, &mut found);
        }
        let is_proper = term.is_name && term.text().contains(char::is_uppercase);
        if found.is_empty() && !is_proper {
            self.words_apart(term, &mut found);
        }
        found.sort_by_key(|place| (place.text, place.range.start, Reverse(place.range.end)));
        without_inner(found)
    }

    /// Finds a name of a term.
    fn name(&self, name: &str, how: TermMatch, is_name: bool, found: &mut Vec<TermFound>) {
        let words = tokens(name);
        if let [word] = &*words
            && word.shape == TokenShape::Ideographic
        {
            return self.ideographic(word.text, how, found);
        }
        // Of the words in the name of an organization, only its short name says something.
        let is_searched = |place: &TermFound| {
            let words = self.words(place);
            let is_short_name = place.range.start == 0 || !words.contains(char::is_lowercase);
            !self.texts[place.text].is_organization || (is_name && is_short_name)
        };
        let needs_capitals =
            (is_name || how == TermMatch::Synonym) && needs_capitals(name, self.forms);
        let same = self.written.get(&written(&words)).into_iter().flatten();
        let same = same.map(|run| self.place(run, how));
        found.extend(
            same.filter(is_searched)
                .filter(|place| !needs_capitals || self.words(place) == name),
        );
        let forms = std::iter::once(self.forms.of(&words)).chain(self.forms.compound(&words));
        for form in forms.filter(|form| !needs_capitals && form.chars().count() >= SHORTEST_FORM) {
            let others = self.by_form.get(&form).into_iter().flatten();
            let others = others.map(|run| self.place(run, how.max(TermMatch::Form)));
            found.extend(others.filter(is_searched));
        }
    }

    fn place(&self, run: &Run, how: TermMatch) -> TermFound {
        let words = &self.tokens[run.text][run.words.clone()];
        TermFound {
            text: run.text,
            range: words[0].range.start..words[words.len() - 1].range.end,
            how,
        }
    }

    fn words(&self, place: &TermFound) -> &str {
        &self.texts[place.text].text[place.range.clone()]
    }

    /// Returns the texts with their numbers, without the names of organizations.
    fn prose(&self) -> impl Iterator<Item = (usize, &LocatedText)> {
        let texts = self.texts.iter().enumerate();
        texts.filter(|(_, text)| !text.is_organization)
    }

    /// Finds a word in Han characters and katakana anywhere, or else most of it.
    fn ideographic(&self, word: &str, how: TermMatch, found: &mut Vec<TermFound>) {
        let characters: Vec<char> = word.chars().collect();
        let length = characters.len();
        if !IDEOGRAPHIC_WORD.contains(&length) {
            return;
        }
        let shortest = match how {
            TermMatch::Exact => (length * 3).div_ceil(5).max(3).min(length),
            _ => length,
        };
        for part in (shortest..=length).flat_map(|length| characters.windows(length)) {
            let how = if part.len() < length {
                TermMatch::Part
            } else {
                how
            };
            let part: String = part.iter().collect();
            for (number, text) in self.prose() {
                found.extend(text.text.match_indices(&part).map(|(at, _)| TermFound {
                    text: number,
                    range: at..at + part.len(),
                    how,
                }));
            }
        }
    }

    /// Finds a phrase by its words near each other, as “managed a project” has “project management”.
    fn words_apart(&self, term: &PostingTerm, found: &mut Vec<TermFound>) {
        let words = tokens(term.text());
        let mut stems: Vec<String> = words.iter().map(|word| self.forms.stem(word)).collect();
        stems.retain(|stem| !stem.is_empty());
        let is_short = |stem: &String| stem.chars().count() < SHORTEST_FORM;
        if stems.len() < 2 || stems.iter().any(is_short) {
            return;
        }
        let places = self.prose().flat_map(|(text, _)| {
            let words = &self.stems[text];
            let first = (0..words.len()).filter(|at| words[*at] == stems[0]);
            first.map(move |at| (text, at, words))
        });
        for (text, at, words) in places.take(MOST_PLACES) {
            let near = at.saturating_sub(NEAR)..(at + NEAR + 1).min(words.len());
            let nearest = |stem: &String| {
                let same = near.clone().filter(|near| words[*near] == *stem);
                same.min_by_key(|near| near.abs_diff(at))
            };
            let all: Option<Vec<usize>> = stems.iter().map(nearest).collect();
            let all = all.unwrap_or_default();
            if let (Some(first), Some(last)) = (all.iter().min(), all.iter().max())
                && last - first >= stems.len() - 1
            {
                let words = *first..last + 1;
                found.push(self.place(&Run { text, words }, TermMatch::Words));
            }
        }
    }
}

/// Returns places without those inside others, such as an abbreviation inside a longer name, unless
/// they have the term more closely.
fn without_inner(places: Vec<TermFound>) -> Vec<TermFound> {
    let mut kept: Vec<TermFound> = Vec::with_capacity(places.len());
    for place in places {
        match kept.last_mut() {
            Some(last) if last.text == place.text && place.range.start < last.range.end => {
                if place.how < last.how {
                    *last = place;
                }
            }
            _ => kept.push(place),
        }
    }
    kept
}

/// Returns whether only its capitals tell a name from an ordinary word, such as `Go` and `IT`.
fn needs_capitals(name: &str, forms: &Forms) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let is_grammar = forms.vocabulary().stop.contains(&lower(name));
    let is_short = letters <= 2 && name.chars().all(char::is_alphanumeric);
    name.contains(char::is_uppercase) && (KNOWN.exact_case.contains(name) || is_grammar || is_short)
}
