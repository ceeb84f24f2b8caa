//! The words of job postings in each language: those that make no term, and those of headings.
//!
//! The words are in `words/`, one file per language, so that native readers can correct them. They
//! are the project's own.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::verify::posting::token::{TermToken, TokenShape, is_ideographic};

/// The part of the letters of a text that must be Chinese, Japanese or Korean for one of these
/// languages: such postings have many Latin words.
const EAST_ASIAN_SHARE: usize = 5;

/// The number of words of a text that tell its language.
const SAMPLE: usize = 5_000;

/// The words of a file: separated by white space, or per line if they may have several words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WordFile {
    stop: String,
    filler: String,
    #[serde(default)]
    verbs: String,
    #[serde(default)]
    weak: String,
    #[serde(default)]
    joiners: String,
    #[serde(default)]
    endings: String,
    #[serde(default)]
    edges: String,
    #[serde(default)]
    whole: String,
    required: String,
    #[serde(default)]
    preferred: String,
    #[serde(default)]
    duties: String,
    #[serde(default)]
    aside: String,
    #[serde(default)]
    employer: String,
    #[serde(default)]
    aside_sentences: String,
    #[serde(default)]
    preferred_phrases: String,
}

/// The words of postings in a language.
#[derive(Debug)]
pub struct Vocabulary {
    /// The language subtag.
    pub language: &'static str,
    /// Words of grammar, which end a phrase.
    pub stop: BTreeSet<String>,
    /// Words that postings add to any term, such as “strong”; they end a phrase.
    pub filler: BTreeSet<String>,
    /// Verbs, which begin the items of a list.
    pub verbs: BTreeSet<String>,
    /// Words that say nothing alone.
    pub weak: BTreeSet<String>,
    /// Words that join the words of a phrase.
    pub joiners: BTreeSet<String>,
    /// Particles at the end of words.
    pub endings: Vec<String>,
    /// Characters that are left out at the start and the end of words, in languages without spaces.
    pub edges: String,
    /// Words with such characters, and with words of grammar, that are not divided.
    pub whole: BTreeSet<String>,
    /// Headings of what is required.
    pub required: Vec<String>,
    /// Headings of what is welcome.
    pub preferred: Vec<String>,
    /// Headings of the work.
    pub duties: Vec<String>,
    /// Headings of what says nothing about the work.
    pub aside: Vec<String>,
    /// The word of a heading before the name of the employer.
    pub employer: String,
    /// What sentences about equal opportunity, pay and the like contain.
    pub aside_sentences: Vec<String>,
    /// What sentences about welcome skills contain.
    pub preferred_phrases: Vec<String>,
}

impl Vocabulary {
    /// Returns the vocabulary of a language; that of English for a language without one.
    pub fn of(language: &str) -> &'static Self {
        let known = VOCABULARIES
            .iter()
            .find(|vocabulary| vocabulary.language == language);
        known.unwrap_or(&VOCABULARIES[0])
    }

    /// Returns whether nouns begin with a capital.
    pub fn has_capital_nouns(&self) -> bool {
        self.language == "de"
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
    let file: WordFile = toml::from_str(text).expect("words of postings");
    Vocabulary {
        language,
        stop: words(&file.stop),
        filler: words(&file.filler),
        verbs: words(&file.verbs),
        weak: words(&file.weak),
        joiners: words(&file.joiners),
        endings: file.endings.split_whitespace().map(str::to_owned).collect(),
        edges: file.edges,
        whole: words(&file.whole),
        required: phrases(&file.required),
        preferred: phrases(&file.preferred),
        duties: phrases(&file.duties),
        aside: phrases(&file.aside),
        employer: file.employer,
        aside_sentences: phrases(&file.aside_sentences),
        preferred_phrases: phrases(&file.preferred_phrases),
    }
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn phrases(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the language of a text by its most frequent words and its script; `None` if it has too
/// few words of any language.
pub fn language_of(text: &str, tokens: &[TermToken]) -> Option<&'static str> {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (mut all, mut kana, mut han, mut hangul) = (0, 0, 0, 0);
    for letter in letters {
        all += 1;
        match letter {
            '\u{3041}'..='\u{30ff}' => kana += 1,
            '\u{ac00}'..='\u{d7af}' => hangul += 1,
            _ if is_ideographic(letter) => han += 1,
            _ => {}
        }
    }
    if (kana + han + hangul) * EAST_ASIAN_SHARE > all {
        return Some(match () {
            () if hangul > kana + han => "ko",
            () if kana * EAST_ASIAN_SHARE > han => "ja",
            () => "zh",
        });
    }
    let mut counts = vec![0_usize; VOCABULARIES.len()];
    let words = tokens
        .iter()
        .filter(|token| token.shape != TokenShape::Technical);
    for token in words.take(SAMPLE) {
        let word = token.text.to_lowercase();
        for (count, vocabulary) in counts.iter_mut().zip(&*VOCABULARIES) {
            *count += usize::from(vocabulary.stop.contains(&word));
        }
    }
    let most = counts.iter().copied().max().filter(|most| *most >= 2)?;
    let index = counts.iter().position(|count| *count == most)?;
    Some(VOCABULARIES[index].language)
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
