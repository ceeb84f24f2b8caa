//! Finds the terms of a posting in the texts of a CV.
//!
//! All terms are looked up together at each word of the CV, so that the time grows with the length
//! of the CV and not with the number of terms.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;

use crate::content::LocatedText;
use crate::verify::posting::forms::{Forms, written};
use crate::verify::posting::spelling::lower;
use crate::verify::posting::synonyms::{
    LONGEST_NAME, OtherName, Synonyms, form, is_ordinary_word, other_name,
};
use crate::verify::posting::terms::PostingTerm;
use crate::verify::posting::token::{TermToken, TokenGap, TokenShape, is_ideographic, tokens};

/// The number of letters from which words may differ in spelling or inflection.
const SHORTEST_FORM: usize = 3;

/// The number of characters of the longest word in Han characters and katakana.
const LONGEST_IDEOGRAPHIC: usize = 12;

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

/// What is looked up in a CV.
#[derive(Clone)]
struct Wanted {
    term: usize,
    is_name: bool,
    how: TermMatch,
    /// The capitals, if only these tell the term from an ordinary word.
    capitals: Option<String>,
}

/// What to look up, by small letters and by form.
#[derive(Default)]
struct Index {
    written: HashMap<String, Vec<Wanted>>,
    forms: HashMap<String, Vec<Wanted>>,
    ideographic: HashMap<String, Vec<Wanted>>,
}

/// Returns for each term the places in the texts of a CV, whose language has these forms.
pub fn search(
    terms: &[PostingTerm],
    texts: &[LocatedText],
    forms: &Forms,
    names: OtherNames,
) -> Vec<Vec<TermFound>> {
    let tokens_of: Vec<Vec<TermToken>> = texts.iter().map(|text| tokens(&text.text)).collect();
    let index = Index::new(terms, forms, names);
    let mut found: Vec<Vec<TermFound>> = vec![Vec::new(); terms.len()];
    for (number, (text, tokens)) in texts.iter().zip(&tokens_of).enumerate() {
        let mut finder = Finder {
            number,
            text: &text.text,
            is_organization: text.is_organization,
            forms,
            found: &mut found,
        };
        finder.words(tokens, &index);
        finder.ideographic(tokens, &index);
    }
    words_apart(terms, texts, &tokens_of, forms, &mut found);
    for places in &mut found {
        places.sort_by_key(|place| (place.text, place.range.start, Reverse(place.range.end)));
        without_inner(places);
    }
    found
}

/// Removes the places inside others, such as an abbreviation inside a longer name, unless they have
/// the term more closely.
fn without_inner(places: &mut Vec<TermFound>) {
    let mut kept: Vec<TermFound> = Vec::with_capacity(places.len());
    for place in places.drain(..) {
        match kept.last_mut() {
            Some(last) if last.text == place.text && place.range.start < last.range.end => {
                if place.how < last.how {
                    *last = place;
                }
            }
            _ => kept.push(place),
        }
    }
    *places = kept;
}

/// The other names of the terms of a posting: in the words of its language, and in those of the CV.
#[derive(Clone, Copy)]
pub struct OtherNames<'a> {
    /// In the forms of the posting's language.
    pub posting: &'a Synonyms,
    /// In the forms of the CV's language.
    pub cv: &'a Synonyms,
}

impl OtherNames<'_> {
    /// Returns the other names of a term, whose form in the language of the CV is `form`.
    fn of(self, term: &PostingTerm, form: &str, forms: &Forms) -> Vec<OtherName> {
        let mut names: Vec<OtherName> = self.cv.others(form).cloned().collect();
        for name in self.posting.others(&term.form) {
            let name = other_name(&name.text, forms);
            if name.form != form && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

impl Index {
    fn new(terms: &[PostingTerm], forms: &Forms, names: OtherNames) -> Self {
        let mut index = Self::default();
        for (term, wanted) in terms.iter().enumerate() {
            for name in &wanted.names {
                let capitals = wanted.is_name && needs_capitals(name, forms);
                index.add(
                    term,
                    wanted.is_name,
                    name,
                    TermMatch::Exact,
                    capitals,
                    forms,
                );
            }
            let form = form(&tokens(&wanted.text), forms);
            for other in names.of(wanted, &form, forms) {
                let name = &other.text;
                let capitals = is_ordinary_word(name) || name.len() <= 2;
                index.add(
                    term,
                    wanted.is_name,
                    name,
                    TermMatch::Synonym,
                    capitals,
                    forms,
                );
            }
        }
        index
    }

    /// Adds a name of a term. `needs_capitals` is whether only these tell it from an ordinary word.
    fn add(
        &mut self,
        term: usize,
        is_name: bool,
        name: &str,
        how: TermMatch,
        needs_capitals: bool,
        forms: &Forms,
    ) {
        let wanted = Wanted {
            term,
            is_name,
            how,
            capitals: needs_capitals.then(|| name.to_owned()),
        };
        if name.chars().all(is_ideographic) {
            if how == TermMatch::Exact {
                self.add_parts(name, &wanted);
            }
            insert(&mut self.ideographic, name, wanted);
            return;
        }
        let words = tokens(name);
        for key in forms.keys(&words) {
            if key.chars().count() >= SHORTEST_FORM && !needs_capitals {
                let how = how.max(TermMatch::Form);
                insert(
                    &mut self.forms,
                    &key,
                    Wanted {
                        how,
                        ..wanted.clone()
                    },
                );
            }
        }
        insert(&mut self.written, &written(&words), wanted);
    }

    /// Adds the parts of an ideographic word that are most of it.
    fn add_parts(&mut self, word: &str, wanted: &Wanted) {
        let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
        let length = starts.len();
        let shortest = (length * 3).div_ceil(5).max(3);
        for part in shortest..length {
            for first in 0..=length - part {
                let end = starts.get(first + part).copied().unwrap_or(word.len());
                let how = TermMatch::Part;
                insert(
                    &mut self.ideographic,
                    &word[starts[first]..end],
                    Wanted {
                        how,
                        ..wanted.clone()
                    },
                );
            }
        }
    }
}

fn insert(index: &mut HashMap<String, Vec<Wanted>>, key: &str, wanted: Wanted) {
    if !key.is_empty() {
        index.entry(key.to_owned()).or_default().push(wanted);
    }
}

/// Returns whether only its capitals tell a name from an ordinary word, such as `Go` and `IT`.
fn needs_capitals(name: &str, forms: &Forms) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let is_grammar = forms.vocabulary().stop.contains(&lower(name));
    let is_short = letters <= 2 && name.chars().all(char::is_alphanumeric);
    name.contains(char::is_uppercase) && (is_ordinary_word(name) || is_grammar || is_short)
}

/// Finds terms in one text.
struct Finder<'a> {
    number: usize,
    text: &'a str,
    is_organization: bool,
    forms: &'a Forms,
    found: &'a mut [Vec<TermFound>],
}

impl Finder<'_> {
    /// Looks up each run of words.
    fn words(&mut self, tokens: &[TermToken], index: &Index) {
        let stems: Vec<String> = tokens.iter().map(|token| self.forms.stem(token)).collect();
        for start in 0..tokens.len() {
            let mut written = String::new();
            for end in start..tokens.len().min(start + LONGEST_NAME) {
                let token = &tokens[end];
                if end > start {
                    if token.gap > TokenGap::Slash {
                        break;
                    }
                    written.push(' ');
                }
                written += &lower(token.text);
                let range = tokens[start].range.start..token.range.end;
                self.look_up(&index.written, &written, &range);
                // A form without the words that join others begins and ends with a word.
                if !stems[start].is_empty() && !stems[end].is_empty() {
                    for key in self.forms.keys(&tokens[start..=end]) {
                        self.look_up(&index.forms, &key, &range);
                    }
                }
            }
        }
    }

    /// Looks up each run of characters of the words without spaces.
    fn ideographic(&mut self, tokens: &[TermToken], index: &Index) {
        if index.ideographic.is_empty() {
            return;
        }
        let runs = tokens
            .iter()
            .filter(|token| token.shape == TokenShape::Ideographic);
        for run in runs {
            let mut ends: Vec<usize> = run.text.char_indices().map(|(at, _)| at).collect();
            ends.push(run.text.len());
            for (first, start) in ends.iter().enumerate() {
                for end in ends.iter().skip(first + 2).take(LONGEST_IDEOGRAPHIC - 1) {
                    let range = run.range.start + start..run.range.start + end;
                    self.look_up(&index.ideographic, &run.text[*start..*end], &range);
                }
            }
        }
    }

    fn look_up(&mut self, index: &HashMap<String, Vec<Wanted>>, key: &str, range: &Range<usize>) {
        for wanted in index.get(key).into_iter().flatten() {
            let words = &self.text[range.clone()];
            let capitals = wanted.capitals.as_ref();
            let is_written_so = capitals.is_none_or(|capitals| words == capitals);
            // Of the words in the name of an organization, only its short name says something.
            let is_acronym = !words.contains(char::is_lowercase);
            let counts =
                !self.is_organization || (wanted.is_name && (range.start == 0 || is_acronym));
            if is_written_so && counts {
                self.found[wanted.term].push(TermFound {
                    text: self.number,
                    range: range.clone(),
                    how: wanted.how,
                });
            }
        }
    }
}

/// Finds the phrases that are not found whole by their words near each other, as “managed a
/// project” has “project management”.
fn words_apart(
    terms: &[PostingTerm],
    texts: &[LocatedText],
    tokens_of: &[Vec<TermToken>],
    forms: &Forms,
    found: &mut [Vec<TermFound>],
) {
    let mut wanted: Vec<(usize, Vec<String>)> = Vec::new();
    let mut places: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
    for (number, term) in terms.iter().enumerate() {
        let has_capital = term.text.contains(char::is_uppercase);
        if (term.is_name && has_capital) || !found[number].is_empty() {
            continue;
        }
        let words = tokens(&term.text);
        let mut stems: Vec<String> = words.iter().map(|word| forms.stem(word)).collect();
        stems.retain(|stem| !stem.is_empty());
        let is_long = stems
            .iter()
            .all(|stem| stem.chars().count() >= SHORTEST_FORM);
        if stems.len() > 1 && is_long {
            for stem in &stems {
                places.entry(stem.clone()).or_default();
            }
            wanted.push((number, stems));
        }
    }
    let stems_of: Vec<Vec<String>> = tokens_of
        .iter()
        .map(|tokens| tokens.iter().map(|token| forms.stem(token)).collect())
        .collect();
    let is_text = |number: &usize| !texts[*number].is_organization;
    for (text, stems) in stems_of
        .iter()
        .enumerate()
        .filter(|(text, _)| is_text(text))
    {
        for (index, stem) in stems.iter().enumerate() {
            if let Some(places) = places.get_mut(stem) {
                places.push((text, index));
            }
        }
    }
    for (number, stems) in wanted {
        let rarest = stems.iter().min_by_key(|stem| places[*stem].len());
        let candidates = rarest.map(|stem| &places[stem][..]).unwrap_or_default();
        for (text, index) in candidates.iter().take(MOST_PLACES) {
            let tokens = &tokens_of[*text];
            let first = index.saturating_sub(NEAR);
            let last = (index + NEAR).min(tokens.len() - 1);
            let near = |stem: &String| {
                (first..=last)
                    .filter(|at| stems_of[*text][*at] == *stem)
                    .min_by_key(|at| at.abs_diff(*index))
            };
            let at: Option<Vec<usize>> = stems.iter().map(near).collect();
            let Some(at) = at else { continue };
            let bounds = at.iter().min().zip(at.iter().max());
            if let Some((start, end)) = bounds
                && end - start >= stems.len() - 1
            {
                found[number].push(TermFound {
                    text: *text,
                    range: tokens[*start].range.start..tokens[*end].range.end,
                    how: TermMatch::Words,
                });
            }
        }
    }
}
