//! Finds the terms of a posting in the texts of a CV.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;

use crate::content::LocatedText;
use crate::verify::posting::forms::{Forms, written};
use crate::verify::posting::ideographic::IDEOGRAPHIC_WORD;
use crate::verify::posting::spelling::lower;
use crate::verify::posting::synonyms::{LONGEST_NAME, Synonyms, is_ordinary_word};
use crate::verify::posting::terms::PostingTerm;
use crate::verify::posting::token::{TermToken, TokenGap, is_ideographic, tokens};

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

/// The other names of the terms of a posting: in the words of its language, and in those of the CV.
#[derive(Clone, Copy)]
pub struct OtherNames<'a> {
    /// In the forms of the posting's language.
    pub posting: &'a Synonyms,
    /// In the forms of the CV's language.
    pub cv: &'a Synonyms,
}

/// Returns for each term the places in the texts of a CV, whose language has these forms.
pub fn search(
    terms: &[PostingTerm],
    texts: &[LocatedText],
    forms: &Forms,
    names: OtherNames,
) -> Vec<Vec<TermFound>> {
    let index = Index::new(texts, forms);
    terms.iter().map(|term| index.places(term, names)).collect()
}

/// A run of words: the text, the first word, and the one after the last.
type Run = (usize, usize, usize);

/// The runs of words of a CV, so that the time to find a term does not grow with the CV.
struct Index<'a> {
    texts: &'a [LocatedText],
    forms: &'a Forms,
    tokens: Vec<Vec<TermToken<'a>>>,
    stems: Vec<Vec<String>>,
    /// The runs in small letters, and by their forms.
    runs: HashMap<String, Vec<Run>>,
}

impl<'a> Index<'a> {
    fn new(texts: &'a [LocatedText], forms: &'a Forms) -> Self {
        let tokens: Vec<_> = texts.iter().map(|text| tokens(&text.text)).collect();
        let stems_of = |tokens: &Vec<TermToken>| tokens.iter().map(|it| forms.stem(it)).collect();
        let stems: Vec<Vec<String>> = tokens.iter().map(stems_of).collect();
        let mut runs: HashMap<String, Vec<Run>> = HashMap::new();
        for (text, tokens) in tokens.iter().enumerate() {
            for start in 0..tokens.len() {
                for end in start + 1..=tokens.len().min(start + LONGEST_NAME) {
                    if end > start + 1 && tokens[end - 1].gap > TokenGap::Slash {
                        break;
                    }
                    let words = &tokens[start..end];
                    let mut keys = vec![written(words)];
                    // A form without the words that join others begins and ends with a word.
                    if !stems[text][start].is_empty() && !stems[text][end - 1].is_empty() {
                        keys.extend(forms.keys(words));
                    }
                    for key in keys {
                        runs.entry(key).or_default().push((text, start, end));
                    }
                }
            }
        }
        Self {
            texts,
            forms,
            tokens,
            stems,
            runs,
        }
    }

    /// Returns the places of a term in the order of the CV.
    fn places(&self, term: &PostingTerm, names: OtherNames) -> Vec<TermFound> {
        let mut found = Vec::new();
        for name in &term.names {
            let needs_capitals = term.is_name && needs_capitals(name, self.forms);
            self.name(
                name,
                TermMatch::Exact,
                term.is_name,
                needs_capitals,
                &mut found,
            );
        }
        let form = self.forms.of(&tokens(&term.text));
        for name in names.cv.names(&form).chain(names.posting.names(&term.form)) {
            let needs_capitals = is_ordinary_word(name) || name.len() <= 2;
            self.name(
                name,
                TermMatch::Synonym,
                term.is_name,
                needs_capitals,
                &mut found,
            );
        }
        let is_proper = term.is_name && term.text.contains(char::is_uppercase);
        if found.is_empty() && !is_proper {
            self.words_apart(term, &mut found);
        }
        found.sort_by_key(|place| (place.text, place.range.start, Reverse(place.range.end)));
        without_inner(found)
    }

    /// Finds a name of a term. `needs_capitals` is whether only these tell it from an ordinary word.
    fn name(
        &self,
        name: &str,
        how: TermMatch,
        is_name: bool,
        needs_capitals: bool,
        found: &mut Vec<TermFound>,
    ) {
        if name.chars().all(is_ideographic) {
            return self.ideographic(name, how, found);
        }
        let words = tokens(name);
        let own = written(&words);
        let keys = std::iter::once(own.clone()).chain(self.forms.keys(&words));
        for key in keys {
            let has_forms = !needs_capitals && key.chars().count() >= SHORTEST_FORM;
            for run in self.runs.get(&key).into_iter().flatten() {
                let place = self.place(*run, how);
                let LocatedText {
                    text,
                    is_organization,
                    ..
                } = &self.texts[place.text];
                let words = &text[place.range.clone()];
                // Of the words in the name of an organization, only its short name says something.
                let is_short_name = place.range.start == 0 || !words.contains(char::is_lowercase);
                let is_searched = !is_organization || (is_name && is_short_name);
                let is_written = written(&self.tokens[run.0][run.1..run.2]) == own;
                if is_searched && is_written && (!needs_capitals || words == name) {
                    found.push(place);
                } else if is_searched && !is_written && has_forms {
                    let how = how.max(TermMatch::Form);
                    found.push(TermFound { how, ..place });
                }
            }
        }
    }

    fn place(&self, (text, start, end): Run, how: TermMatch) -> TermFound {
        let words = &self.tokens[text][start..end];
        TermFound {
            text,
            range: words[0].range.start..words[words.len() - 1].range.end,
            how,
        }
    }

    /// Finds a word in Han characters and katakana anywhere, or else most of it.
    fn ideographic(&self, word: &str, how: TermMatch, found: &mut Vec<TermFound>) {
        let characters: Vec<char> = word.chars().collect();
        let length = characters.len();
        if !IDEOGRAPHIC_WORD.contains(&length) {
            return;
        }
        let mut find = |word: &str, how| {
            for (number, text) in self.texts.iter().enumerate() {
                if text.is_organization {
                    continue;
                }
                found.extend(text.text.match_indices(word).map(|(at, _)| TermFound {
                    text: number,
                    range: at..at + word.len(),
                    how,
                }));
            }
        };
        find(word, how);
        if how == TermMatch::Exact {
            for part in (length * 3).div_ceil(5).max(3)..length {
                for part in characters.windows(part) {
                    find(&part.iter().collect::<String>(), TermMatch::Part);
                }
            }
        }
    }

    /// Finds a phrase by its words near each other, as “managed a project” has “project management”.
    fn words_apart(&self, term: &PostingTerm, found: &mut Vec<TermFound>) {
        let words = tokens(&term.text);
        let mut stems: Vec<String> = words.iter().map(|word| self.forms.stem(word)).collect();
        stems.retain(|stem| !stem.is_empty());
        let is_short = |stem: &String| stem.chars().count() < SHORTEST_FORM;
        if stems.len() < 2 || stems.iter().any(is_short) {
            return;
        }
        let texts = self.texts.iter().zip(&self.stems).enumerate();
        let texts = texts.filter(|(_, (text, _))| !text.is_organization);
        let places = texts.flat_map(|(text, (_, words))| {
            let first = words
                .iter()
                .enumerate()
                .filter(|(_, word)| **word == stems[0]);
            first.map(move |(at, _)| (text, at, words))
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
                found.push(self.place((text, *first, last + 1), TermMatch::Words));
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
    name.contains(char::is_uppercase) && (is_ordinary_word(name) || is_grammar || is_short)
}
