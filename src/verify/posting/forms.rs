//! The forms under which words are compared: as written, and by their stems.
//!
//! Stems are those of the Snowball algorithms, of words in one spelling: British and American English,
//! letters with and without marks.

use std::collections::{BTreeSet, HashMap};

use regex::Regex;
use rust_stemmers::Stemmer;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::verify::posting::pattern::pattern;
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
    /// Other spellings, and the one that stands for both.
    spellings: Vec<(Regex, &'static str)>,
    /// The stems of the verbs that begin the items of lists.
    verbs: BTreeSet<String>,
    /// The stems that stand for others of the same meaning.
    families: HashMap<String, String>,
}

impl Forms {
    /// Creates the forms of a language. A language without vocabulary has that of English, but not its
    /// inflections.
    pub fn new(language: &str) -> Self {
        let vocabulary = Vocabulary::of(language);
        let stemmer = vocabulary.stemmer;
        let spellings = vocabulary.spellings.iter();
        let mut forms = Self {
            vocabulary,
            stemmer: stemmer
                .filter(|_| vocabulary.language == language)
                .map(Stemmer::create),
            spellings: spellings
                .map(|[from, to]| (pattern(from), to.as_str()))
                .collect(),
            verbs: BTreeSet::new(),
            families: HashMap::new(),
        };
        let verbs = vocabulary.verbs.iter();
        forms.verbs = verbs.map(|verb| forms.stem_word(verb)).collect();
        for family in &*vocabulary.families {
            let mut stems = family.split(' ').map(|word| forms.stem_word(word));
            let first = stems.next().unwrap_or_default();
            let others: Vec<_> = stems.map(|stem| (stem, first.clone())).collect();
            forms.families.extend(others);
        }
        forms
    }

    /// Returns the vocabulary of the language.
    pub fn vocabulary(&self) -> &'static Vocabulary {
        self.vocabulary
    }

    /// Returns whether a word in small letters is a verb that begins the items of lists. Other words
    /// of the same stem are none: “optimal” beside “optimize”.
    pub fn is_verb(&self, word: &str) -> bool {
        let verbs = &self.vocabulary.verbs;
        let (endings, is_inflected) = match self.vocabulary.language {
            "en" => (&["", "s", "es"][..], word.ends_with("ing")),
            "de" | "nl" => (&[""][..], true),
            _ => (&[""][..], false),
        };
        let mut bases = endings.iter().filter_map(|it| word.strip_suffix(it));
        bases.any(|base| verbs.contains(base))
            || (is_inflected && self.verbs.contains(&self.stem_word(word)))
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
        let mut word = word.replace(['-', '.', '_', '\''], "");
        for (spelling, other) in &self.spellings {
            word = spelling.replace_all(&word, *other).into_owned();
        }
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

    /// Returns the form of a phrase as one word, as it is written with hyphens.
    pub fn compound(&self, tokens: &[TermToken]) -> Option<String> {
        let are_words = tokens
            .iter()
            .all(|token| matches!(token.shape, TokenShape::Lower | TokenShape::Capitalized));
        let is_compound = are_words && (2..=LONGEST_COMPOUND).contains(&tokens.len());
        is_compound.then(|| self.stem_word(&written(tokens).replace(' ', "")))
    }
}

/// Returns words in small letters, with one space between two of them.
pub fn written(tokens: &[TermToken]) -> String {
    let words: Vec<String> = tokens.iter().map(|token| lower(token.text)).collect();
    words.join(" ")
}

/// Returns a text in small letters, with one form of each character.
pub fn lower(text: &str) -> String {
    let text: String = text.nfkc().collect();
    text.to_lowercase()
        .chars()
        // The small form of İ has a dot of its own.
        .filter(|c| !matches!(c, '\u{307}' | '\u{ad}' | '\u{200c}' | '\u{200d}'))
        .map(|c| match c {
            '\u{2010}' | '\u{2011}' => '-',
            '’' => '\'',
            other => other,
        })
        .collect()
}

/// Returns a word without the marks of its letters, and without punctuation.
fn bare(word: &str) -> String {
    // Marks may be left out, but not the vowel signs of an Indic script.
    let is_mark = |c| matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}');
    let word = word.replace('ß', "ss").replace('ı', "i");
    word.nfkd()
        .filter(|c| c.is_alphanumeric() || matches!(c, '+' | '#') || is_combining_mark(*c))
        .filter(|c| !is_mark(*c))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::posting::token::tokens;

    fn stem(text: &str, language: &str) -> String {
        Forms::new(language).of(&tokens(text))
    }

    #[test]
    fn inflections_and_spellings_share_a_form() {
        for (language, one, other) in [
            ("en", "mentoring", "mentored"),
            ("en", "front-end developers", "frontend developer"),
            ("en", "front end", "Front-End"),
            ("en", "Node.js", "NodeJS"),
            ("en", "REST APIs", "REST API"),
            ("en", "specialise", "specialize"),
            ("en", "specialised", "specialized"),
            ("en", "modernisation", "modernization"),
            ("en", "catalogues", "catalog"),
            ("en", "labour", "labor"),
            ("en", "theatre", "theater"),
            ("en", "travelling", "traveling"),
            ("en", "paralyse", "paralyze"),
            ("en", "programmes", "program"),
            ("en", "archaeology", "archeology"),
            ("en", "café", "cafe"),
            ("de", "Verträge", "Vertrag"),
            ("de", "Qualitaetssicherung", "Qualitätssicherung"),
            ("de", "Projekt-Management", "Projektmanagement"),
            ("de", "Straßen", "Strassen"),
            ("fr", "gestion de projet", "gestion des projets"),
            ("es", "gestión de proyectos", "gestion del proyecto"),
            ("tr", "İSTANBUL", "istanbul"),
        ] {
            assert_eq!(stem(one, language), stem(other, language), "{one}");
        }
    }

    #[test]
    fn other_words_have_other_forms() {
        for (language, one, other) in [
            ("en", "four", "for"),
            ("en", "C++", "C#"),
            ("en", "Java", "JavaScript"),
            ("de", "Quelle", "Qülle"),
        ] {
            assert_ne!(stem(one, language), stem(other, language), "{one}");
        }
    }

    #[test]
    fn names_of_technologies_have_no_inflection() {
        assert_eq!(stem("AWS", "en"), "aws");
        assert_eq!(stem("iOS", "en"), "ios");
        assert_eq!(lower("İstanbul ＡＷＳ"), "istanbul aws");
    }
}
