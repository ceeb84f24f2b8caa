//! Other names of the same thing: those of `synonyms.toml`, and the abbreviations that a text
//! introduces, as in “continuous integration (CI)”.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::verify::posting::forms::{Forms, written};
use crate::verify::posting::token::{TermToken, TokenGap, tokens};

/// The number of words of the longest name.
pub const LONGEST_NAME: usize = 6;

/// The number of abbreviations that are taken from a text.
const MOST_ABBREVIATIONS: usize = 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SynonymFile {
    groups: Vec<Vec<String>>,
    exact_case: BTreeSet<String>,
    legal_forms: BTreeSet<String>,
    joined: Vec<String>,
}

#[expect(
    clippy::expect_used,
    reason = "the file is part of the program, and a test parses it"
)]
static FILE: LazyLock<SynonymFile> =
    LazyLock::new(|| toml::from_str(include_str!("synonyms.toml")).expect("names"));

/// A name of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherName {
    /// As it is written.
    pub text: String,
    /// The form that its inflections and spellings share.
    pub form: String,
}

/// Groups of names that stand for each other.
pub struct Synonyms {
    groups: Vec<Vec<OtherName>>,
    /// The groups of each form.
    by_form: HashMap<String, Vec<usize>>,
    /// The forms of the first words of names.
    first_words: HashSet<String>,
}

impl Synonyms {
    /// Creates the known groups, with the forms of a language.
    pub fn new(forms: &Forms) -> Self {
        let mut synonyms = Self {
            groups: Vec::new(),
            by_form: HashMap::new(),
            first_words: HashSet::new(),
        };
        for group in &FILE.groups {
            let names = group.iter().map(|text| other_name(text, forms));
            synonyms.add(names.collect(), forms);
        }
        synonyms
    }

    fn add(&mut self, names: Vec<OtherName>, forms: &Forms) {
        let index = self.groups.len();
        for name in &names {
            let first = tokens(&name.text).first().map(|token| forms.stem(token));
            self.first_words.extend(first);
            let groups = self.by_form.entry(name.form.clone()).or_default();
            if !groups.contains(&index) {
                groups.push(index);
            }
        }
        self.groups.push(names);
    }

    /// Adds the abbreviations that a text introduces.
    pub fn add_abbreviations(&mut self, text: &str, forms: &Forms) {
        let most = FILE.groups.len() + MOST_ABBREVIATIONS;
        for (open, _) in text.match_indices('(') {
            let inside = &text[open + 1..];
            // An abbreviation is short: the rest of a long text is not searched.
            let near = &inside[..inside.floor_char_boundary(100)];
            let Some(close) = near.find(')') else {
                continue;
            };
            let start = text.floor_char_boundary(open.saturating_sub(100));
            let before = tokens(&text[start..open]);
            let after = tokens(&near[..close]);
            let pair = long_form(&before, &after).or_else(|| {
                // The long form may be the one in parentheses.
                let short = before.last()?;
                let long = long_form(&after, std::slice::from_ref(short))?;
                (long.0.len() == after.len()).then_some(long)
            });
            if let Some((long, short)) = pair
                && self.groups.len() < most
            {
                let names = [long, std::slice::from_ref(short)];
                let names = names.map(|tokens| other_name(&written(tokens), forms));
                if names.iter().all(|name| !name.form.is_empty()) {
                    self.add(names.into(), forms);
                }
            }
        }
    }

    /// Returns whether words are a known name.
    pub fn contains(&self, form: &str) -> bool {
        self.by_form.contains_key(form)
    }

    /// Returns whether a word is the first one of a known name.
    pub fn begins_with(&self, stem: &str) -> bool {
        self.first_words.contains(stem)
    }

    /// Returns the form that stands for all names of what has a form.
    pub fn representative<'a>(&'a self, form: &'a str) -> &'a str {
        let group = self.by_form.get(form).and_then(|groups| groups.first());
        let name = group.and_then(|group| self.groups[*group].first());
        name.map_or(form, |name| &name.form)
    }

    /// Returns the other names of what has a form.
    pub fn others<'a>(&'a self, form: &'a str) -> impl Iterator<Item = &'a OtherName> {
        let groups = self.by_form.get(form).into_iter().flatten();
        groups
            .flat_map(|group| &self.groups[*group])
            .filter(move |name| name.form != form)
    }
}

/// Returns a name in the forms of a language.
pub fn other_name(text: &str, forms: &Forms) -> OtherName {
    OtherName {
        text: text.to_owned(),
        form: form(&tokens(text), forms),
    }
}

/// Returns the form of a phrase.
pub fn form(tokens: &[TermToken], forms: &Forms) -> String {
    tokens.iter().map(|token| forms.stem(token)).collect()
}

/// Returns whether a name is also an ordinary word, so that only its own capitals tell it.
pub fn is_ordinary_word(name: &str) -> bool {
    FILE.exact_case.contains(name)
}

/// Returns whether a word tells the legal form of a firm, such as `Ltd` and `GmbH`.
pub fn is_legal_form(word: &str) -> bool {
    FILE.legal_forms.contains(&word.to_lowercase())
}

/// Returns whether two words with a slash between them are one name.
pub fn is_joined(one: &str, other: &str) -> bool {
    FILE.joined.iter().any(|name| {
        name.split_once('/')
            .is_some_and(|(first, second)| first == one && second == other)
    })
}

/// Returns the long form at the end of words, and the abbreviation that consists of its initials.
fn long_form<'a, 't>(
    words: &'a [TermToken<'t>],
    short: &'a [TermToken<'t>],
) -> Option<(&'a [TermToken<'t>], &'a TermToken<'t>)> {
    let [short] = short else {
        return None;
    };
    // `IoT` and `R&D` have small letters and signs inside.
    let written = short.text.trim_end_matches('s');
    let letters: Vec<char> = written
        .chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_uppercase)
        .collect();
    let capitals = written.chars().filter(|c| c.is_uppercase()).count();
    let is_abbreviation = (2..=LONGEST_NAME).contains(&letters.len())
        && capitals >= 2
        && written.ends_with(char::is_uppercase);
    if !is_abbreviation {
        return None;
    }
    // Words such as “of” have no letter in most abbreviations.
    for length in 1..=LONGEST_NAME.min(words.len()) {
        let long = &words[words.len() - length..];
        let is_divided = long
            .iter()
            .skip(1)
            .any(|token| token.gap >= TokenGap::Break);
        if is_divided {
            return None;
        }
        if has_initials(long, &letters) {
            return Some((long, short));
        }
    }
    None
}

/// Returns whether letters are the initials of words in order, of the first one too. Hyphens divide
/// words, as in “just-in-time (JIT)”.
fn has_initials(words: &[TermToken], letters: &[char]) -> bool {
    let words = words.iter().flat_map(|word| word.text.split('-'));
    let mut letters = letters.iter();
    let mut next = letters.next();
    for (index, word) in words.enumerate() {
        let initial = word.chars().flat_map(char::to_uppercase).next();
        if initial.as_ref() == next {
            next = letters.next();
        } else if index == 0 || word.chars().count() > 3 {
            return false;
        }
    }
    next.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn others(text: &str, name: &str) -> Vec<String> {
        let forms = Forms::new("en");
        let mut synonyms = Synonyms::new(&forms);
        synonyms.add_abbreviations(text, &forms);
        let form = form(&tokens(name), &forms);
        let names = synonyms.others(&form);
        names.map(|name| name.text.clone()).collect()
    }

    #[test]
    fn known_names_stand_for_each_other() {
        assert_eq!(others("", "Kubernetes"), ["k8s"]);
        assert_eq!(others("", "K8S"), ["Kubernetes"]);
        assert!(others("", "ML").contains(&"machine learning".to_owned()));
        assert_eq!(others("", "Python"), [] as [&str; 0]);
    }

    #[test]
    fn a_text_introduces_abbreviations() {
        for text in [
            "We use marine spatial planning (MSP) daily.",
            "We use MSP (marine spatial planning) daily.",
        ] {
            assert_eq!(others(text, "MSP"), ["marine spatial planning"]);
            assert_eq!(others(text, "marine spatial planning"), ["msp"]);
        }
        let of = "the Bureau of Maritime Safety (BMS)";
        assert_eq!(others(of, "BMS"), ["bureau of maritime safety"]);
        assert_eq!(others("spatial, planning (SP)", "SP"), [] as [&str; 0]);
        assert_eq!(others("some planning (SP", "SP"), [] as [&str; 0]);
        assert_eq!(others("other words (SP)", "SP"), [] as [&str; 0]);
    }

    #[test]
    fn names_are_words_of_their_own_groups() {
        let forms = Forms::new("en");
        for group in &FILE.groups {
            assert!(group.len() > 1, "{group:?}");
            for name in group {
                assert!(!other_name(name, &forms).form.is_empty(), "{name}");
                let words = tokens(name).len();
                assert!(words <= LONGEST_NAME, "{name}");
            }
        }
        assert!(is_joined("CI", "CD"));
        assert!(is_ordinary_word("Go"));
    }
}
