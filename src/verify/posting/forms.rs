//! The forms under which words are compared: as written, and by their stems.
//!
//! Stems are those of the Snowball algorithms.

use std::collections::{BTreeSet, HashMap};

use rust_stemmers::{Algorithm, Stemmer};

use crate::verify::posting::spelling::{bare, lower, normal};
use crate::verify::posting::token::{TermToken, TokenShape};
use crate::verify::posting::vocabulary::Vocabulary;

/// The number of letters that a stem has at least.
const SHORTEST_STEM: usize = 2;

/// The number of words that hyphens make one.
const LONGEST_COMPOUND: usize = 4;

/// Makes the forms of words of a language.
pub struct Forms {
    vocabulary: &'static Vocabulary,
    stemmer: Option<Stemmer>,
    /// The stems of the verbs that begin the items of lists.
    verbs: BTreeSet<String>,
    /// The stems that stand for others of the same meaning.
    families: HashMap<String, String>,
}

impl Forms {
    /// Creates the forms of a language. A language without stemmer has words as they are.
    pub fn new(language: &str) -> Self {
        let vocabulary = Vocabulary::of(language);
        let mut forms = Self {
            vocabulary,
            stemmer: algorithm(language).map(Stemmer::create),
            verbs: BTreeSet::new(),
            families: HashMap::new(),
        };
        let verbs = vocabulary.verbs.iter();
        forms.verbs = verbs.map(|verb| forms.stem_word(verb)).collect();
        let families = vocabulary.families.iter();
        forms.families = families
            .flat_map(|family| {
                let mut stems = family.split(' ').map(|word| forms.stem_word(word));
                let first = stems.next().unwrap_or_default();
                stems.map(move |stem| (stem, first.clone()))
            })
            .collect();
        forms
    }

    /// Returns whether a word in small letters is a verb that begins the items of lists.
    pub fn is_verb(&self, word: &str) -> bool {
        // Other words of the same stem are no verbs: “optimal” beside “optimize”.
        let verbs = &self.vocabulary.verbs;
        let is_inflected = match self.vocabulary.language {
            "en" => word.ends_with("ing"),
            "de" | "nl" => true,
            _ => false,
        };
        let third_person = word
            .strip_suffix('s')
            .filter(|_| self.vocabulary.language == "en");
        let mut written = [Some(word), third_person].into_iter().flatten();
        written.any(|word| verbs.contains(word))
            || third_person
                .and_then(|word| word.strip_suffix('e'))
                .is_some_and(|word| verbs.contains(word))
            || (is_inflected && self.verbs.contains(&self.stem_word(word)))
    }

    /// Returns the vocabulary of the language.
    pub fn vocabulary(&self) -> &'static Vocabulary {
        self.vocabulary
    }

    /// Returns the form of a word that all its inflections and spellings share; empty for words that
    /// join others.
    pub fn stem(&self, token: &TermToken) -> String {
        let word = lower(token.text);
        if token.shape == TokenShape::Elided || self.vocabulary.joiners.contains(&word) {
            return String::new();
        }
        if token.shape == TokenShape::Technical {
            return technical(token.text, &word);
        }
        self.stem_word(&word)
    }

    /// Returns the stem of a word in small letters.
    pub fn stem_word(&self, word: &str) -> String {
        let word: String = normal(word, self.vocabulary)
            .chars()
            .filter(|c| !matches!(c, '-' | '.' | '_' | '\''))
            .collect();
        let word = self.without_ending(&word);
        let stem = match &self.stemmer {
            Some(stemmer) => stemmer.stem(word),
            None => word.into(),
        };
        let stem = bare(&stem);
        if stem.chars().count() < SHORTEST_STEM {
            return bare(word);
        }
        self.families.get(&stem).cloned().unwrap_or(stem)
    }

    /// Returns the forms of a phrase: of its words, and of all as one word, as it is written with
    /// hyphens.
    pub fn keys(&self, tokens: &[TermToken]) -> Vec<String> {
        let mut keys = vec![tokens.iter().map(|token| self.stem(token)).collect()];
        let are_words = tokens
            .iter()
            .all(|token| matches!(token.shape, TokenShape::Lower | TokenShape::Capitalized));
        if are_words && (2..=LONGEST_COMPOUND).contains(&tokens.len()) {
            let word: String = tokens.iter().map(|token| lower(token.text)).collect();
            keys.push(self.stem_word(&word));
        }
        keys
    }

    /// Returns a word without the particle at its end.
    fn without_ending<'w>(&self, word: &'w str) -> &'w str {
        let endings = self.vocabulary.endings.iter();
        let mut stems = endings.filter_map(|ending| word.strip_suffix(ending.as_str()));
        stems.find(|stem| stem.chars().count() >= 2).unwrap_or(word)
    }
}

/// Returns words in small letters, with one space between two of them.
pub fn written(tokens: &[TermToken]) -> String {
    let words: Vec<String> = tokens.iter().map(|token| lower(token.text)).collect();
    words.join(" ")
}

/// Returns the name of a technology without punctuation and without the `s` of the plural: `API` of
/// `APIs`.
fn technical(written: &str, lower: &str) -> String {
    let singular = written
        .strip_suffix('s')
        .filter(|rest| rest.len() >= 2 && rest.chars().all(|c| c.is_uppercase() || c.is_numeric()));
    bare(if singular.is_some() {
        &lower[..lower.len() - 1]
    } else {
        lower
    })
}

fn algorithm(language: &str) -> Option<Algorithm> {
    Some(match language {
        "ar" => Algorithm::Arabic,
        "da" => Algorithm::Danish,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "en" => Algorithm::English,
        "es" => Algorithm::Spanish,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "nb" | "nn" | "no" => Algorithm::Norwegian,
        "nl" => Algorithm::Dutch,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "sv" => Algorithm::Swedish,
        "ta" => Algorithm::Tamil,
        "tr" => Algorithm::Turkish,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::posting::token::tokens;

    fn stem(text: &str, language: &str) -> String {
        let forms = Forms::new(language);
        let stems: Vec<String> = tokens(text).iter().map(|token| forms.stem(token)).collect();
        stems.concat()
    }

    #[test]
    fn inflections_and_spellings_share_a_form() {
        for (language, one, other) in [
            ("en", "mentoring", "mentored"),
            ("en", "front-end developers", "frontend developer"),
            ("en", "front end", "Front-End"),
            ("en", "Node.js", "NodeJS"),
            ("en", "REST APIs", "REST API"),
            ("en", "catalogues", "catalog"),
            ("de", "Verträge", "Vertrag"),
            ("de", "Qualitaetssicherung", "Qualitätssicherung"),
            ("de", "Projekt-Management", "Projektmanagement"),
            ("fr", "gestion de projet", "gestion des projets"),
            ("es", "gestión de proyectos", "gestion del proyecto"),
        ] {
            assert_eq!(stem(one, language), stem(other, language), "{one}");
        }
    }

    #[test]
    fn names_of_technologies_have_no_inflection() {
        assert_eq!(stem("AWS", "en"), "aws");
        assert_eq!(stem("iOS", "en"), "ios");
        assert_ne!(stem("C++", "en"), stem("C#", "en"));
        assert_ne!(stem("Java", "en"), stem("JavaScript", "en"));
    }
}
