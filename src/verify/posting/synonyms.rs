//! Other names of the same thing: those of `synonyms.toml`, and the abbreviations that a text
//! introduces, as in “continuous integration (CI)”.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::verify::posting::forms::{Forms, written};
use crate::verify::posting::token::{TermToken, TokenGap, tokens};

/// The number of words of the longest name.
pub const LONGEST_NAME: usize = 6;

/// The number of bytes around a parenthesis that can have an abbreviation and its long form.
const NEAR: usize = 100;

/// The number of abbreviations that are taken from a text.
const MOST_ABBREVIATIONS: usize = 1_000;

/// Names that are written down in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownNames {
    /// Names that stand for each other.
    groups: Vec<Vec<String>>,
    /// Names that are also ordinary words, so that only their own capitals tell them.
    pub exact_case: BTreeSet<String>,
    /// The legal forms of firms in small letters, such as `ltd` and `gmbh`.
    pub legal_forms: BTreeSet<String>,
    /// Two words with a slash between them that are one name.
    pub joined: BTreeSet<String>,
}

/// The names of `synonyms.toml`.
#[expect(
    clippy::expect_used,
    reason = "the file is part of the program, and a test parses it"
)]
pub static KNOWN: LazyLock<KnownNames> =
    LazyLock::new(|| toml::from_str(include_str!("synonyms.toml")).expect("names"));

/// Groups of names that stand for each other.
pub struct Synonyms {
    groups: Vec<Vec<String>>,
    /// The groups of each form.
    by_form: HashMap<String, Vec<usize>>,
}

impl Synonyms {
    /// Creates the known groups, with the forms of a language.
    pub fn new(forms: &Forms) -> Self {
        let mut synonyms = Self {
            groups: Vec::new(),
            by_form: HashMap::new(),
        };
        for group in &KNOWN.groups {
            synonyms.add(group.clone(), forms);
        }
        synonyms
    }

    fn add(&mut self, names: Vec<String>, forms: &Forms) {
        for name in &names {
            let groups = self.by_form.entry(forms.of(&tokens(name))).or_default();
            groups.push(self.groups.len());
        }
        self.groups.push(names);
    }

    /// Adds the abbreviations that a text introduces.
    pub fn add_abbreviations(&mut self, text: &str, forms: &Forms) {
        for (open, _) in text.match_indices('(') {
            let inside = &text[open + 1..];
            let near = &inside[..inside.floor_char_boundary(NEAR)];
            let Some(close) = near.find(')') else {
                continue;
            };
            let start = text.floor_char_boundary(open.saturating_sub(NEAR));
            let before = tokens(&text[start..open]);
            let after = tokens(&near[..close]);
            let names = match (&*after, &*before) {
                ([short], words) => long_form(words, short).map(|long| [long, &after]),
                // The long form may be the one in parentheses.
                (words, [.., short]) => long_form(words, short)
                    .filter(|long| long.len() == words.len())
                    .map(|long| [long, &before[before.len() - 1..]]),
                _ => None,
            };
            let is_full = self.groups.len() >= KNOWN.groups.len() + MOST_ABBREVIATIONS;
            if let Some(names) = names.filter(|_| !is_full)
                && names.iter().all(|name| !forms.of(name).is_empty())
            {
                self.add(names.map(written).into(), forms);
            }
        }
    }

    /// Returns whether words are a known name.
    pub fn contains(&self, form: &str) -> bool {
        self.by_form.contains_key(form)
    }

    /// Returns all names of what has a form.
    pub fn names(&self, form: &str) -> impl Iterator<Item = &str> {
        let groups = self.by_form.get(form).into_iter().flatten();
        groups
            .flat_map(|group| &self.groups[*group])
            .map(String::as_str)
    }
}

/// Returns the long form at the end of words whose initials an abbreviation consists of.
fn long_form<'a, 't>(words: &'a [TermToken<'t>], short: &TermToken) -> Option<&'a [TermToken<'t>]> {
    // `IoT` and `R&D` have small letters and signs inside.
    let written = short.text.trim_end_matches('s');
    let letters = written.chars().filter(|c| c.is_alphabetic());
    let letters: Vec<char> = letters.flat_map(char::to_uppercase).collect();
    let capitals = written.chars().filter(|c| c.is_uppercase()).count();
    let is_abbreviation = (2..=LONGEST_NAME).contains(&letters.len())
        && capitals >= 2
        && written.ends_with(char::is_uppercase);
    let divided = words.iter().rposition(|word| word.gap >= TokenGap::Break);
    let first = divided.unwrap_or_default();
    // Words such as “of” have no letter in most abbreviations.
    (first..words.len())
        .rev()
        .take(LONGEST_NAME)
        .map(|start| &words[start..])
        .find(|long| is_abbreviation && has_initials(long, &letters))
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
        let form = forms.of(&tokens(name));
        let names = synonyms.names(&form).map(str::to_owned);
        names
            .filter(|other| forms.of(&tokens(other)) != form)
            .collect()
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
        for group in &KNOWN.groups {
            assert!(group.len() > 1, "{group:?}");
            for name in group {
                assert!(!forms.of(&tokens(name)).is_empty(), "{name}");
                let words = tokens(name).len();
                assert!(words <= LONGEST_NAME, "{name}");
            }
        }
    }
}
