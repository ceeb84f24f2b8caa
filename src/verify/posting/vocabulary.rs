//! The words of job postings in each language: those that make no term, and those of headings.
//!
//! The words are in `words/`, one file per language, so that native readers can correct them. They
//! are the project's own.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::LazyLock;

use rust_stemmers::Algorithm;
use serde::Deserialize;

use crate::profile::is_east_asian;
use crate::verify::posting::token::{TermToken, TokenShape};

/// The part of the letters of a text that must be Chinese, Japanese or Korean for one of these
/// languages: such postings have many Latin words.
const EAST_ASIAN_SHARE: usize = 5;

/// The number of words of a text that tell its language.
const SAMPLE: usize = 5_000;

/// Words, which white space separates in a file.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "String")]
pub struct WordList(BTreeSet<String>);

/// The words of postings in a language.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Vocabulary {
    /// The language subtag.
    #[serde(skip)]
    pub language: &'static str,
    /// What finds the stems of its words.
    pub stemmer: Option<Algorithm>,
    /// Words of grammar, which end a phrase.
    pub stop: WordList,
    /// Words that postings add to any term, such as “strong”; they end a phrase. Words with a hyphen
    /// are written with a space too; those in capitals only so.
    pub filler: WordList,
    /// Verbs, which begin the items of a list.
    pub verbs: WordList,
    /// Words that say nothing alone.
    pub weak: WordList,
    /// Words that join the words of a phrase.
    pub joiners: WordList,
    /// Particles at the end of words, the longest first.
    pub endings: Vec<String>,
    /// Characters that are left out at the start and the end of words, in languages without spaces.
    pub edges: String,
    /// Words with such characters, and with words of grammar, that are not divided.
    pub whole: WordList,
    /// Words of one meaning that have different stems, such as a verb and its noun.
    pub families: Vec<String>,
    /// Patterns of other spellings, each with the one spelling for both.
    pub spellings: Vec<[String; 2]>,
    /// Headings of what is required.
    pub required: Vec<String>,
    /// Headings of what is welcome.
    pub preferred: Vec<String>,
    /// Headings of the work.
    pub duties: Vec<String>,
    /// Headings of what says nothing about the work.
    pub aside: Vec<String>,
    /// What precedes a colon in lines that say nothing about the work.
    pub labels: Vec<String>,
    /// What sentences about equal opportunity, pay and the like contain.
    pub aside_sentences: Vec<String>,
    /// What sentences about equal opportunity say about people.
    pub protected: Vec<String>,
    /// What sentences to applicants contain.
    pub applicants: Vec<String>,
    /// What sentences about welcome skills contain.
    pub preferred_phrases: Vec<String>,
    /// What begins a sentence before the name of the employer; the first one also a heading about it.
    pub employer: Vec<String>,
    /// What follows the name of the employer in a sentence.
    pub employer_verbs: Vec<String>,
    /// What precedes the names of places.
    pub places: Vec<String>,
    /// Abbreviations of regions after the name of a town.
    pub regions: WordList,
}

impl Vocabulary {
    /// Returns the vocabulary of a language; that of English for a language without one.
    pub fn of(language: &str) -> &'static Self {
        let mut vocabularies = VOCABULARIES.iter();
        vocabularies
            .find(|vocabulary| vocabulary.language == language)
            .unwrap_or(&VOCABULARIES[0])
    }

    /// Returns whether nouns begin with a capital.
    pub fn has_capital_nouns(&self) -> bool {
        self.language == "de"
    }
}

impl From<String> for WordList {
    fn from(text: String) -> Self {
        Self(text.split_whitespace().map(str::to_owned).collect())
    }
}

impl Deref for WordList {
    type Target = BTreeSet<String>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

macro_rules! vocabularies {
    ($($language:literal),+) => {
        /// The vocabularies, English first.
        static VOCABULARIES: LazyLock<Vec<Vocabulary>> = LazyLock::new(|| {
            vec![$(parse($language, include_str!(concat!("words/", $language, ".toml")))),+]
        });
    };
}

vocabularies!(
    "en", "ar", "da", "de", "el", "es", "fi", "fr", "he", "hi", "hu", "it", "ja", "ko", "nl", "no",
    "pl", "pt", "ro", "ru", "sv", "tr", "uk", "zh"
);

#[expect(
    clippy::expect_used,
    reason = "the files are part of the program, and a test parses each"
)]
fn parse(language: &'static str, text: &str) -> Vocabulary {
    let vocabulary = toml::from_str(text).expect("words of postings");
    Vocabulary {
        language,
        ..vocabulary
    }
}

/// Returns the language of a text by its most frequent words and its script; `None` if it has too
/// few words of any language.
pub fn language_of(text: &str, tokens: &[TermToken]) -> Option<&'static str> {
    let is_kana = |c: &char| matches!(c, '\u{3041}'..='\u{30ff}');
    let is_hangul = |c: &char| matches!(c, '\u{ac00}'..='\u{d7af}');
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    let east_asian = letters().filter(|c| is_east_asian(*c)).count();
    if east_asian * EAST_ASIAN_SHARE > letters().count() {
        let kana = letters().filter(is_kana).count();
        let hangul = letters().filter(is_hangul).count();
        return Some(match () {
            () if hangul * 2 > east_asian => "ko",
            () if kana * EAST_ASIAN_SHARE > east_asian => "ja",
            () => "zh",
        });
    }
    let words: Vec<String> = tokens
        .iter()
        .filter(|token| token.shape != TokenShape::Technical)
        .take(SAMPLE)
        .map(|token| token.text.to_lowercase())
        .collect();
    let count = |stop: &WordList| words.iter().filter(|word| stop.contains(*word)).count();
    // Of several with as many words, the first counts.
    let counts = VOCABULARIES.iter().rev();
    let counts = counts.map(|vocabulary| (count(&vocabulary.stop), vocabulary.language));
    let (most, language) = counts.max_by_key(|(count, _)| *count)?;
    (most >= 2).then_some(language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::posting::token::tokens;

    #[test]
    fn every_language_has_words() {
        for vocabulary in &*VOCABULARIES {
            let language = vocabulary.language;
            assert!(vocabulary.stop.len() > 1, "{language}");
            assert!(vocabulary.filler.len() > 10, "{language}");
            assert!(!vocabulary.required.is_empty(), "{language}");
            assert_eq!(Vocabulary::of(language).language, language);
        }
        assert_eq!(Vocabulary::of("tlh").language, "en");
    }

    #[test]
    fn languages_are_told_by_their_words() {
        for (text, language) in [
            ("You have worked with Python and the cloud.", Some("en")),
            ("Du hast Erfahrung mit Python und der Cloud.", Some("de")),
            (
                "Vous avez une expérience avec Python et le cloud.",
                Some("fr"),
            ),
            ("Tienes experiencia con Python y en la nube.", Some("es")),
            ("Hai esperienza con Python e nella cloud.", Some("it")),
            ("Você tem experiência com Python e na nuvem.", Some("pt")),
            ("Je hebt ervaring met Python en de cloud.", Some("nl")),
            (
                "Вы имеете опыт и знаете, как работать с Python.",
                Some("ru"),
            ),
            (
                "Ви маєте досвід та знаєте, як працювати з Python.",
                Some("uk"),
            ),
            ("Masz doświadczenie oraz pracujesz w Pythonie.", Some("pl")),
            (
                "Du har erfarenhet av Python och arbetar gärna i molnet.",
                Some("sv"),
            ),
            (
                "Sinulla on kokemusta ja osaat Pythonin sekä SQL:n.",
                Some("fi"),
            ),
            ("Python ve bulut ile çalışmak için deneyim.", Some("tr")),
            ("لديك خبرة في العمل مع بايثون", Some("ar")),
            ("Pythonでの開発経験、AWSの知識", Some("ja")),
            ("熟悉 Python 和分布式系统", Some("zh")),
            ("Python 개발 경험이 있는 분", Some("ko")),
            ("Python Kubernetes", None),
        ] {
            assert_eq!(language_of(text, &tokens(text)), language, "{text}");
        }
    }
}
