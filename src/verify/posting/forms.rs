//! The forms under which words are compared: as written, and by their stems.
//!
//! Stems are those of the Snowball algorithms.

use std::collections::{BTreeSet, HashMap};

use rust_stemmers::Stemmer;

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
        let is_known = vocabulary.language == language;
        let stemmer = vocabulary.stemmer.filter(|_| is_known);
        let mut forms = Self {
            vocabulary,
            // A language without vocabulary has that of English, but not its inflections.
            stemmer: stemmer.map(Stemmer::create),
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
        let verbs = &self.vocabulary.verbs;
        // Other words of the same stem are no verbs: “optimal” beside “optimize”.
        let is_inflected = match self.vocabulary.language {
            "en" => word.ends_with("ing"),
            "de" | "nl" => true,
            _ => false,
        };
        let endings: &[&str] = match self.vocabulary.language {
            "en" => &["", "s", "es"],
            _ => &[""],
        };
        let mut written = endings
            .iter()
            .filter_map(|ending| word.strip_suffix(ending));
        written.any(|word| verbs.contains(word))
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
        if token.shape != TokenShape::Technical {
            return self.stem_word(&word);
        }
        // `APIs` is the plural of `API`.
        let singular = token.text.strip_suffix('s').filter(|rest| {
            rest.len() >= 2 && rest.chars().all(|c| c.is_uppercase() || c.is_numeric())
        });
        bare(&word[..word.len() - usize::from(singular.is_some())])
    }

    fn stem_word(&self, word: &str) -> String {
        let word: String = normal(word, self.vocabulary)
            .chars()
            .filter(|c| !matches!(c, '-' | '.' | '_' | '\''))
            .collect();
        let mut endings = self.vocabulary.endings.iter();
        let word = endings
            .find_map(|ending| {
                let stem = word.strip_suffix(ending.as_str());
                stem.filter(|stem| stem.chars().count() >= SHORTEST_STEM)
            })
            .unwrap_or(&word);
        let stemmed = self.stemmer.as_ref().map(|stemmer| stemmer.stem(word));
        let stem = bare(stemmed.as_deref().unwrap_or(word));
        if stem.chars().count() < SHORTEST_STEM {
            return bare(word);
        }
        self.families.get(&stem).cloned().unwrap_or(stem)
    }

    /// Returns the form of a phrase.
    pub fn of(&self, tokens: &[TermToken]) -> String {
        tokens.iter().map(|token| self.stem(token)).collect()
    }

    /// Returns the forms of a phrase: of its words, and of all as one word, as it is written with
    /// hyphens.
    pub fn keys(&self, tokens: &[TermToken]) -> Vec<String> {
        let mut keys = vec![self.of(tokens)];
        let are_words = tokens
            .iter()
            .all(|token| matches!(token.shape, TokenShape::Lower | TokenShape::Capitalized));
        if are_words && (2..=LONGEST_COMPOUND).contains(&tokens.len()) {
            let word: String = tokens.iter().map(|token| lower(token.text)).collect();
            keys.push(self.stem_word(&word));
        }
        keys
    }
}

/// Returns words in small letters, with one space between two of them.
pub fn written(tokens: &[TermToken]) -> String {
    let words: Vec<String> = tokens.iter().map(|token| lower(token.text)).collect();
    words.join(" ")
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
