//! Finds the texts of a profile on its pages.
//!
//! Long texts that occur once come first. They show where the parts of the profile are, and decide
//! among several places of other texts: two jobs with the same title have it next to their own
//! bullets. Equal texts get their places together, in the order of their parts, so that the sum of
//! the distances is least.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::profile::is_east_asian;
use crate::session::places::letters::{PageLetters, fold};
use crate::session::places::texts::{Showing, SourceText};

/// The least number of letters of a text that shows where its part is.
const LONG: usize = 5;
/// What a place inside of a word is worth, in letters of distance.
const BROKEN_WORD: usize = 500;
/// The most pairs of equal texts and places that are compared.
const MOST_PAIRS: usize = 1 << 20;
/// The most letters of divided texts that are searched for words.
const MOST_DIVIDED: usize = 20_000;
/// More than the distance of any two letters.
const FAR: u64 = 1 << 40;

/// The letter of a text that a letter of a page shows.
#[derive(Debug, Clone, Copy)]
pub struct LetterOrigin {
    /// The index of the text.
    pub text: usize,
    /// The index of the letter in it.
    pub letter: usize,
}

/// Returns the origin of each letter of the pages.
pub fn origins(page: &PageLetters, texts: &[SourceText]) -> Vec<Option<LetterOrigin>> {
    let parts = texts.last().map_or(0, |text| text.part + 1);
    let mut matcher = Matcher {
        page,
        texts,
        origins: vec![None; page.letters.len()],
        is_placed: vec![false; texts.len()],
        places: vec![BTreeSet::new(); parts],
    };
    let classes = matcher.classes();
    for class in &classes {
        matcher.place_equal(class);
    }
    let mut divided = 0;
    for (index, text) in texts.iter().enumerate() {
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
    /// Returns the texts by their letters, the longest first. Before all are those that show where
    /// their part is.
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
        classes.sort_by_key(|class| {
            let is_sure = match (class.texts.as_slice(), class.found.as_slice()) {
                ([_], [start]) => class.count >= LONG && self.is_whole(*start, class.count),
                _ => false,
            };
            std::cmp::Reverse((is_sure, class.count))
        });
        classes
    }

    fn is_whole(&self, start: usize, count: usize) -> bool {
        self.page.is_whole(start, start + count)
    }

    fn is_free(&self, start: usize, count: usize) -> bool {
        let letters = self.origins.get(start..start + count);
        letters.is_some_and(|letters| letters.iter().all(Option::is_none))
    }

    fn show(&mut self, text: usize, first: usize, start: usize, count: usize) {
        for offset in 0..count {
            let letter = first + offset;
            self.origins[start + offset] = Some(LetterOrigin { text, letter });
        }
    }

    /// Records that letters of a text, from `first` on, are at `start`, where its part is.
    fn claim(&mut self, text: usize, first: usize, start: usize, count: usize) {
        self.show(text, first, start, count);
        self.is_placed[text] = true;
        let places = &mut self.places[self.texts[text].part];
        places.extend([start, start + count - 1]);
    }

    /// Returns how far a place is from the other texts of a part. Of a part without any, the texts
    /// before and after it count.
    fn distance(&self, part: usize, at: usize) -> usize {
        if let Some(distance) = nearest(&self.places[part], at) {
            return distance;
        }
        let before = self.last_before(part);
        let after = self.places[part + 1..].iter().find_map(BTreeSet::first);
        match (before, after) {
            (Some(before), Some(after)) if (*before..=*after).contains(&at) => 0,
            _ => least_distance(before, after, at).unwrap_or_default(),
        }
    }

    /// Returns the last place of the nearest part before a part.
    fn last_before(&self, part: usize) -> Option<&usize> {
        self.places[..part].iter().rev().find_map(BTreeSet::last)
    }

    fn cost(&self, text: usize, start: usize, count: usize) -> usize {
        let part = self.texts[text].part;
        let distance = self
            .distance(part, start)
            .min(self.distance(part, start + count - 1));
        distance + self.cost_of_words(start, count)
    }

    fn cost_of_words(&self, start: usize, count: usize) -> usize {
        if self.is_whole(start, count) {
            0
        } else {
            BROKEN_WORD
        }
    }

    /// Returns where a part begins, as far as that is known.
    fn start_of(&self, part: usize) -> usize {
        let first = self.places[part].first().or(self.last_before(part));
        first.copied().unwrap_or_default()
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
            texts.iter().copied().zip(found).collect()
        } else {
            self.nearest_pairs(&texts, &found, count)
        };
        for (text, start) in chosen {
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
    fn nearest_pairs(&self, texts: &[usize], found: &[usize], count: usize) -> Vec<(usize, usize)> {
        let limit = reach(count);
        // The least cost of the first texts in the first places.
        let mut least = vec![vec![0_u64; found.len() + 1]; texts.len() + 1];
        for (row, text) in texts.iter().enumerate() {
            least[row + 1][0] = least[row][0] + FAR;
            for (column, start) in found.iter().enumerate() {
                let cost = self.cost(*text, *start, count);
                let cost = if cost > limit { FAR } else { cost as u64 };
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
                chosen.push((texts[row], found[column]));
            }
        }
        chosen
    }

    /// Finds the words of a text that is divided: by a page break, or by words of the other
    /// direction of writing.
    fn place_divided(&mut self, text: usize) {
        let mut words = Vec::new();
        let mut count = 0;
        for character in self.texts[text].text.chars() {
            let divides = character.is_whitespace() || matches!(character, '年' | '月');
            words.extend(divides.then_some(count));
            fold(character, |_| count += 1);
            words.extend(divides.then_some(count));
        }
        let mut pieces = Vec::new();
        self.find_pieces(text, 0..count, &words, &mut pieces);
        let found: usize = pieces.iter().map(|piece| piece.letters.len()).sum();
        if 2 * found >= count {
            for Piece { letters, start } in pieces {
                self.claim(text, letters.start, start, letters.len());
            }
        }
    }

    /// Finds some letters of a text, or the parts of them before and after a word in their middle.
    fn find_pieces(
        &self,
        text: usize,
        letters: Range<usize>,
        words: &[usize],
        pieces: &mut Vec<Piece>,
    ) {
        let part = self.texts[text].letters.chars();
        let part: String = part.skip(letters.start).take(letters.len()).collect();
        if let Some(start) = self.nearest_place(text, &part, letters.len(), pieces) {
            return pieces.push(Piece { letters, start });
        }
        let middle = letters.start.midpoint(letters.end);
        let inside = words
            .iter()
            .filter(|word| letters.start < **word && **word < letters.end);
        let word = inside.min_by_key(|word| word.abs_diff(middle)).copied();
        let has_no_words = || letters.len() > LONG && part.contains(is_east_asian);
        if let Some(cut) = word.or_else(|| has_no_words().then_some(middle)) {
            self.find_pieces(text, letters.start..cut, words, pieces);
            self.find_pieces(text, cut..letters.end, words, pieces);
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
            let is_other = |piece: &Piece| {
                *start >= piece.start + piece.letters.len() || start + count <= piece.start
            };
            self.is_free(*start, count) && pieces.iter().all(is_other)
        };
        let distance = |start: usize| {
            let distance = match pieces.last() {
                Some(piece) => piece.start.abs_diff(start),
                None => self.distance(self.texts[text].part, start),
            };
            distance + self.cost_of_words(start, count) / 10
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
            if !self.is_whole(*start, class.count) || !self.is_free(*start, class.count) {
                continue;
            }
            let distance = |text: &&usize| self.distance(self.texts[**text].part, *start);
            if let Some(text) = class.texts.iter().min_by_key(distance).copied() {
                self.show(text, 0, *start, class.count);
            }
        }
    }
}

/// Letters of a text that were found.
struct Piece {
    letters: Range<usize>,
    /// The index of the first letter on the pages.
    start: usize,
}

/// Returns how far a text of this many letters may be from its part: few letters occur everywhere.
fn reach(count: usize) -> usize {
    match count {
        0..=2 => 400,
        3..LONG => 2_000,
        _ => usize::MAX,
    }
}

fn nearest(places: &BTreeSet<usize>, at: usize) -> Option<usize> {
    least_distance(
        places.range(..=at).next_back(),
        places.range(at..).next(),
        at,
    )
}

fn least_distance(before: Option<&usize>, after: Option<&usize>, at: usize) -> Option<usize> {
    let places = before.into_iter().chain(after);
    places.map(|place| place.abs_diff(at)).min()
}
