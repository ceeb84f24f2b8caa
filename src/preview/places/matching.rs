//! Finds the texts of a profile on its pages.
//!
//! Long texts that occur once come first. They show where the parts of the profile are, and decide
//! among several places of other texts: two jobs with the same title have it next to their own
//! bullets. Equal texts get their places together, in the order of their parts, so that the sum of
//! the distances is least.

use std::collections::{BTreeMap, BTreeSet};

use crate::preview::places::letters::{PageLetters, letters_of};
use crate::preview::places::texts::{Showing, SourceText, SourceTexts};
use crate::profile::is_east_asian;

/// The least number of letters of a text that shows where its part is.
const LONG: usize = 5;
/// What a place inside of a word is worth, in letters of distance.
const BROKEN_WORD: usize = 500;
/// The most pairs of equal texts and places that are compared.
const MOST_PAIRS: usize = 1 << 20;
/// The most letters of divided texts that are searched for words.
const MOST_DIVIDED: usize = 20_000;
/// More than the distance of any two letters.
const FAR: usize = 1 << 40;

/// The letter of a text that a letter of a page shows.
#[derive(Debug, Clone, Copy)]
pub struct LetterOrigin {
    /// The index of the text.
    pub text: usize,
    /// The index of the letter in it.
    pub letter: usize,
}

/// Returns the origin of each letter of the pages.
pub fn origins(page: &PageLetters, source: &SourceTexts) -> Vec<Option<LetterOrigin>> {
    let mut matcher = Matcher {
        page,
        texts: &source.texts,
        origins: vec![None; page.letters().len()],
        is_placed: vec![false; source.texts.len()],
        places: vec![BTreeSet::new(); source.parts],
    };
    let classes = matcher.classes();
    matcher.place_unique(&classes);
    for class in &classes {
        matcher.place_equal(class);
    }
    let mut divided = 0;
    for (index, text) in source.texts.iter().enumerate() {
        if matcher.is_placed[index] || text.showing == Showing::Perhaps {
            continue;
        }
        divided += text.letters.len();
        if divided > MOST_DIVIDED {
            break;
        }
        matcher.place_divided(index);
    }
    for class in &classes {
        matcher.place_again(class);
    }
    matcher.origins
}

/// The texts with the same letters.
struct Class {
    count: usize,
    /// The indices of the texts, in reading order.
    texts: Vec<usize>,
    /// Where the letters occur.
    found: Vec<usize>,
}

struct Matcher<'a> {
    page: &'a PageLetters,
    texts: &'a [SourceText<'a>],
    origins: Vec<Option<LetterOrigin>>,
    is_placed: Vec<bool>,
    /// The letters found of each part.
    places: Vec<BTreeSet<usize>>,
}

impl Matcher<'_> {
    /// Returns the texts by their letters, the longest first.
    fn classes(&self) -> Vec<Class> {
        let mut by_letters: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, text) in self.texts.iter().enumerate() {
            by_letters.entry(&text.letters).or_default().push(index);
        }
        let mut classes: Vec<Class> = by_letters
            .into_iter()
            .map(|(letters, texts)| Class {
                count: letters.chars().count(),
                texts,
                found: self.page.occurrences(letters),
            })
            .collect();
        classes.sort_by_key(|class| std::cmp::Reverse(class.count));
        classes
    }

    fn is_free(&self, start: usize, count: usize) -> bool {
        let letters = self.origins.get(start..start + count);
        letters.is_some_and(|letters| letters.iter().all(Option::is_none))
    }

    /// Records that letters of a text, from `first` on, are at `start`.
    fn claim(&mut self, text: usize, first: usize, start: usize, count: usize) {
        for offset in 0..count {
            self.origins[start + offset] = Some(LetterOrigin {
                text,
                letter: first + offset,
            });
        }
        self.is_placed[text] = true;
        let places = &mut self.places[self.texts[text].part];
        places.extend([start, start + count - 1]);
    }

    fn place_unique(&mut self, classes: &[Class]) {
        for class in classes {
            let ([text], [start]) = (class.texts.as_slice(), class.found.as_slice()) else {
                continue;
            };
            let is_whole = self.page.is_whole(*start, start + class.count);
            if class.count >= LONG && is_whole && self.is_free(*start, class.count) {
                self.claim(*text, 0, *start, class.count);
            }
        }
    }

    /// Returns how far a place is from the other texts of a part. Of a part without any, the texts
    /// before and after it count.
    fn distance(&self, part: usize, at: usize) -> usize {
        if let Some(distance) = nearest(&self.places[part], at) {
            return distance;
        }
        let before = self.places[..part].iter().rev().find_map(BTreeSet::last);
        let after = self.places[part + 1..].iter().find_map(BTreeSet::first);
        match (before, after) {
            (Some(before), Some(after)) if (*before..=*after).contains(&at) => 0,
            (before, after) => {
                let distances = before
                    .into_iter()
                    .chain(after)
                    .map(|place| place.abs_diff(at));
                distances.min().unwrap_or_default()
            }
        }
    }

    fn cost(&self, text: usize, start: usize, count: usize) -> usize {
        let part = self.texts[text].part;
        let distance = self
            .distance(part, start)
            .min(self.distance(part, start + count - 1));
        let is_whole = self.page.is_whole(start, start + count);
        distance + if is_whole { 0 } else { BROKEN_WORD }
    }

    /// Returns where a part begins, as far as that is known.
    fn start_of(&self, part: usize) -> usize {
        let first = self.places[part].first();
        let before = || self.places[..part].iter().rev().find_map(BTreeSet::last);
        first.or_else(before).copied().unwrap_or_default()
    }

    /// Gives equal texts their places: as many as possible, in order, at the least distance.
    fn place_equal(&mut self, class: &Class) {
        let count = class.count;
        let mut texts = class.texts.clone();
        texts.retain(|text| !self.is_placed[*text]);
        let mut found = class.found.clone();
        found.retain(|start| self.is_free(*start, count));
        if texts.is_empty() || found.is_empty() {
            return;
        }
        texts.sort_by_key(|text| (self.start_of(self.texts[*text].part), *text));
        let chosen = if texts.len() * found.len() > MOST_PAIRS {
            let pairs = texts.iter().zip(found);
            let pair = |(text, start): (&usize, usize)| Placing { text: *text, start };
            pairs.map(pair).collect()
        } else {
            self.nearest_pairs(&texts, &found, count)
        };
        for Placing { text, start } in chosen {
            // Places may overlap.
            if self.is_free(start, count) {
                self.claim(text, 0, start, count);
            }
        }
        if self.texts[texts[0]].showing == Showing::Anywhere {
            self.place_again(class);
        }
    }

    /// Returns the texts with their places, so that the sum of the costs is least.
    fn nearest_pairs(&self, texts: &[usize], found: &[usize], count: usize) -> Vec<Placing> {
        let limit = reach(count);
        // The least cost of the first texts in the first places.
        let mut least = vec![vec![0; found.len() + 1]; texts.len() + 1];
        for (row, text) in texts.iter().enumerate() {
            least[row + 1][0] = least[row][0] + FAR;
            for (column, start) in found.iter().enumerate() {
                let cost = self.cost(*text, *start, count);
                let cost = if cost > limit { FAR } else { cost };
                least[row + 1][column + 1] = (least[row][column] + cost)
                    .min(least[row][column + 1] + FAR)
                    .min(least[row + 1][column]);
            }
        }
        let (mut row, mut column) = (texts.len(), found.len());
        let mut chosen = Vec::new();
        while row > 0 && column > 0 {
            let here = least[row][column];
            if here == least[row][column - 1] {
                column -= 1;
            } else if here == least[row - 1][column] + FAR {
                row -= 1;
            } else {
                row -= 1;
                column -= 1;
                chosen.push(Placing {
                    text: texts[row],
                    start: found[column],
                });
            }
        }
        chosen
    }

    /// Finds the words of a text that is divided: by a page break, or by words of the other
    /// direction of writing.
    fn place_divided(&mut self, text: usize) {
        let source = &self.texts[text];
        let mut words = Vec::new();
        let mut first = 0;
        for word in source
            .text
            .split(|c: char| c.is_whitespace() || matches!(c, '年' | '月'))
        {
            let letters = letters_of(word);
            let count = letters.chars().count();
            if count > 0 {
                // The letters of a text include those that divide it.
                first = offset_of(&source.letters, &letters, first);
                words.push(Word {
                    letters,
                    first,
                    count,
                });
                first += count;
            }
        }
        let mut pieces = Vec::new();
        self.find_words(text, &words, &mut pieces);
        let found: usize = pieces.iter().map(|piece| piece.count).sum();
        let all: usize = words.iter().map(|word| word.count).sum();
        if 2 * found >= all {
            for piece in pieces {
                if self.is_free(piece.start, piece.count) {
                    self.claim(text, piece.first, piece.start, piece.count);
                }
            }
        }
    }

    fn find_words(&self, text: usize, words: &[Word], pieces: &mut Vec<Piece>) {
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return;
        };
        let letters: String = words.iter().map(|word| word.letters.as_str()).collect();
        let count = last.first + last.count - first.first;
        let is_gapless = letters.chars().count() == count;
        if is_gapless && let Some(start) = self.nearest_place(text, &letters, count, pieces) {
            return pieces.push(Piece {
                first: first.first,
                start,
                count,
            });
        }
        if words.len() > 1 {
            let (before, after) = words.split_at(words.len() / 2);
            self.find_words(text, before, pieces);
            self.find_words(text, after, pieces);
        } else if count > LONG && letters.contains(is_east_asian) {
            let middle = count / 2;
            let at = letters.char_indices().nth(middle).map_or(0, |(at, _)| at);
            let (before, after) = letters.split_at(at);
            let halves = [
                Word {
                    letters: before.to_owned(),
                    first: first.first,
                    count: middle,
                },
                Word {
                    letters: after.to_owned(),
                    first: first.first + middle,
                    count: count - middle,
                },
            ];
            for half in halves {
                self.find_words(text, &[half], pieces);
            }
        }
    }

    fn nearest_place(
        &self,
        text: usize,
        letters: &str,
        count: usize,
        pieces: &[Piece],
    ) -> Option<usize> {
        let is_free = |start: &usize| {
            let is_other =
                |piece: &Piece| *start >= piece.start + piece.count || start + count <= piece.start;
            self.is_free(*start, count) && pieces.iter().all(is_other)
        };
        let distance = |start: usize| {
            let whole = if self.page.is_whole(start, start + count) {
                0
            } else {
                BROKEN_WORD / 10
            };
            whole
                + match pieces.last() {
                    Some(piece) => piece.start.abs_diff(start),
                    None => self.distance(self.texts[text].part, start),
                }
        };
        let found = self.page.occurrences(letters).into_iter().filter(is_free);
        let nearest = found.min_by_key(|start| distance(*start))?;
        (distance(nearest) <= reach(count) / 4).then_some(nearest)
    }

    /// Finds more places of texts, such as a name in the margin of each page.
    fn place_again(&mut self, class: &Class) {
        if class.count < 3 {
            return;
        }
        for start in &class.found {
            let is_whole = self.page.is_whole(*start, start + class.count);
            if !is_whole || !self.is_free(*start, class.count) {
                continue;
            }
            let nearest = class
                .texts
                .iter()
                .min_by_key(|text| self.distance(self.texts[**text].part, *start));
            if let Some(text) = nearest {
                for offset in 0..class.count {
                    self.origins[start + offset] = Some(LetterOrigin {
                        text: *text,
                        letter: offset,
                    });
                }
            }
        }
    }
}

/// A text and the index of the first letter that shows it.
struct Placing {
    text: usize,
    start: usize,
}

/// A word of a text.
struct Word {
    letters: String,
    /// The index of its first letter in the text.
    first: usize,
    count: usize,
}

/// Words of a text that were found.
struct Piece {
    /// The index of the first letter in the text.
    first: usize,
    /// The index of the first letter on the pages.
    start: usize,
    count: usize,
}

/// Returns the index of the first letter of a word in a text, from an index on.
fn offset_of(letters: &str, word: &str, from: usize) -> usize {
    let at = letters
        .char_indices()
        .nth(from)
        .map_or(letters.len(), |(at, _)| at);
    let found = letters[at..].find(word).unwrap_or_default();
    from + letters[at..at + found].chars().count()
}

/// Returns how far a text of this many letters may be from its part: few letters occur everywhere.
fn reach(count: usize) -> usize {
    match count {
        0..=2 => 400,
        3..LONG => 2_000,
        _ => FAR / 2,
    }
}

fn nearest(places: &BTreeSet<usize>, at: usize) -> Option<usize> {
    let before = places.range(..=at).next_back();
    let after = places.range(at..).next();
    before
        .into_iter()
        .chain(after)
        .map(|place| place.abs_diff(at))
        .min()
}
