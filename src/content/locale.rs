//! The language of a document, and the few words of the program itself in it.
//!
//! The words are in `locales/`, one file per language, so that native readers can correct them.
//! Writing direction and likely subtags come from ICU (Unicode CLDR).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use icu_locale::{LocaleDirectionality, LocaleExpander};
use icu_locale_core::{LanguageIdentifier, Locale as LanguageTag, langid, locale};
use serde::Deserialize;

use crate::content::resume::{Direction, Separators};
use crate::profile::SectionKind;

/// A language that the program has words in.
#[derive(Debug)]
struct Language {
    tag: &'static str,
    /// The content of its file.
    #[cfg(test)]
    text: &'static str,
    /// The words, which are parsed on first use: a document needs one language.
    words: LazyLock<Words>,
}

macro_rules! language {
    ($tag:literal) => {
        Language {
            tag: $tag,
            #[cfg(test)]
            text: include_str!(concat!("locales/", $tag, ".toml")),
            words: LazyLock::new(|| parse(include_str!(concat!("locales/", $tag, ".toml")))),
        }
    };
}

static LANGUAGES: [Language; 18] = [
    language!("ar"),
    language!("de"),
    language!("en"),
    language!("es"),
    language!("fr"),
    language!("he"),
    language!("hi"),
    language!("it"),
    language!("ja"),
    language!("ko"),
    language!("nl"),
    language!("pl"),
    language!("pt"),
    language!("ru"),
    language!("tr"),
    language!("uk"),
    language!("zh-Hans"),
    language!("zh-Hant"),
];

/// The index of the language whose words stand in for those of an unknown one.
const ENGLISH: usize = 2;

#[expect(
    clippy::expect_used,
    reason = "the files are part of the program, and a test parses each"
)]
fn parse(text: &str) -> Words {
    toml::from_str(text).expect("words of a language")
}

/// The words of one language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Words {
    /// The end date of something that continues.
    pub present: String,
    /// Follows a date in the future.
    pub expected: String,
    /// The label of an advisor.
    pub advisor: String,
    /// The label of a page number.
    pub page: String,
    /// The name of a CV.
    pub resume: String,
    /// The name of a cover letter.
    pub letter: String,
    /// The label of the enclosures of a letter.
    pub enclosures: String,
    /// Whether the family name comes first.
    pub family_name_first: bool,
    /// The phrase of `{degree}` and `{area}` for a degree that is a word.
    pub degree_and_area: String,
    /// The phrase of `{degree}` and `{area}` for a degree that is an abbreviation.
    pub abbreviation_and_area: String,
    /// Replaces the name in a copy for blind review.
    pub anonymous: String,
    /// Explains a mark at authors' names.
    pub equal_contribution: String,
    /// Stands for the authors after the named ones.
    pub and_others: String,
    /// The phrase for editors; `{}` is their names.
    pub edited_by: String,
    /// The phrase for translators; `{}` is their names.
    pub translated_by: String,
    /// The phrase for a volume; `{}` is its number.
    pub volume: String,
    /// The phrase for an edition; `{}` is its number.
    pub edition: String,
    /// The phrase for pages; `{}` is their numbers.
    pub pages: String,
    /// Punctuation.
    pub separators: Separators,
    /// The states of publication that `BibLaTeX` names.
    pub status: BTreeMap<String, String>,
    /// The default heading of each kind of section.
    headings: BTreeMap<String, String>,
    /// The headings of groups of publications.
    publications: BTreeMap<String, String>,
    /// The types of a single publication.
    publication: BTreeMap<String, String>,
}

/// The language, script and region of a document.
#[derive(Debug, Clone)]
pub struct Locale {
    tag: LanguageTag,
    /// The tag with its likely script and region.
    maximized: LanguageIdentifier,
    /// The language of its words.
    words: Option<&'static Language>,
}

impl Locale {
    /// Parses a BCP 47 tag such as `en`, `de-CH` or `zh-Hans`; `None` if it is malformed.
    pub fn parse(tag: &str) -> Option<Self> {
        let tag = LanguageTag::try_from_str(tag).ok()?;
        let mut maximized = tag.id.clone();
        LocaleExpander::new_extended().maximize(&mut maximized);
        let language = maximized.language.as_str();
        let script = maximized
            .script
            .map_or_else(String::new, |script| script.to_string());
        let with_script = format!("{language}-{script}");
        let words = LANGUAGES
            .iter()
            .find(|known| known.tag == with_script || known.tag == language);
        Some(Self {
            tag,
            maximized,
            words,
        })
    }

    /// Returns English, the default.
    pub fn english() -> Self {
        Self {
            tag: locale!("en"),
            maximized: langid!("en-Latn-US"),
            words: Some(&LANGUAGES[ENGLISH]),
        }
    }

    /// Returns whether the program has words in this language.
    pub fn is_known(&self) -> bool {
        self.words.is_some()
    }

    /// Returns the tags of the languages that the program has words in.
    pub fn known() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|language| language.tag)
    }

    /// Returns the language of the words: the document's, or English in its place.
    pub fn words_tag(&self) -> LanguageTag {
        if self.is_known() {
            self.tag.clone()
        } else {
            locale!("en")
        }
    }

    /// Returns the words.
    pub fn words(&self) -> &'static Words {
        &self.words.unwrap_or(&LANGUAGES[ENGLISH]).words
    }

    /// Returns the heading of the type of publications that a word of the language names, in
    /// singular or plural.
    pub fn publications_called(&self, word: &str) -> Option<&'static str> {
        let words = self.words();
        let word = word.trim().to_lowercase();
        let (kind, _) = words
            .publication
            .iter()
            .chain(&words.publications)
            .find(|(_, known)| known.to_lowercase() == word)?;
        // Theses of all degrees form one group.
        let group = if kind.ends_with("-thesis") {
            "thesis"
        } else {
            kind
        };
        words.publications.get(group).map(String::as_str)
    }

    /// Returns a state of publication in the language if `BibLaTeX` names it, or else unchanged.
    pub fn status<'a>(&self, status: &'a str) -> &'a str
    where
        'static: 'a,
    {
        let known = self.words().status.get(status);
        known.map_or(status, String::as_str)
    }

    /// Returns the default heading of a kind of section.
    pub fn heading(&self, kind: SectionKind) -> &'static str {
        word(&self.words().headings, kind.name())
    }

    /// Returns the heading of a group of publications, such as `article`.
    pub fn publications(&self, kind: &str) -> &'static str {
        word(&self.words().publications, kind)
    }

    /// Returns the type of a single publication, such as `doctoral-thesis`.
    pub fn publication(&self, kind: &str) -> &'static str {
        word(&self.words().publication, kind)
    }

    /// Returns the language subtag, such as `en`.
    pub fn language(&self) -> &str {
        self.tag.id.language.as_str()
    }

    /// Returns the region subtag in lowercase, such as `ch`. For Chinese, a missing one follows
    /// from the script.
    pub fn region(&self) -> Option<String> {
        let region = self.subtags().region?;
        Some(region.as_str().to_lowercase())
    }

    /// Returns the script subtag in lowercase, such as `hans`. For Chinese, a missing one follows
    /// from the region.
    pub fn script(&self) -> Option<String> {
        let script = self.subtags().script?;
        Some(script.as_str().to_lowercase())
    }

    /// Returns the subtags as written; those of Chinese in full, since its fonts depend on them.
    fn subtags(&self) -> &LanguageIdentifier {
        if self.language() == "zh" {
            &self.maximized
        } else {
            &self.tag.id
        }
    }

    /// Returns the writing direction.
    pub fn direction(&self) -> Direction {
        if LocaleDirectionality::new_extended().is_right_to_left(&self.maximized) {
            Direction::Rtl
        } else {
            Direction::Ltr
        }
    }
}

fn word(words: &'static BTreeMap<String, String>, name: &str) -> &'static str {
    words.get(name).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_word() {
        let english: Words = toml::from_str(include_str!("locales/en.toml")).expect("words");
        for Language { tag, text, .. } in &LANGUAGES {
            let words: Words =
                toml::from_str(text).unwrap_or_else(|error| panic!("{tag}: {error}"));
            for kind in <SectionKind as strum::VariantArray>::VARIANTS
                .iter()
                .copied()
            {
                assert!(
                    words.headings.contains_key(kind.name()),
                    "{tag} has no heading for {}",
                    kind.name()
                );
            }
            assert!(
                words.publications.keys().eq(english.publications.keys()),
                "{tag}: headings of publications"
            );
            assert!(
                words.publication.keys().eq(english.publication.keys()),
                "{tag}: kinds of publications"
            );
            for table in [&words.headings, &words.publications, &words.publication] {
                assert!(
                    table.values().all(|word| !word.is_empty()),
                    "{tag} has an empty word"
                );
            }
            for pattern in [
                &words.edited_by,
                &words.translated_by,
                &words.volume,
                &words.edition,
                &words.pages,
            ] {
                assert_eq!(pattern.matches("{}").count(), 1, "{tag}: {pattern}");
            }
            let locale = Locale::parse(tag).expect("a tag");
            assert!(locale.is_known());
            assert_eq!(locale.words(), &words);
            let unknown = Locale::parse("tlh").expect("a tag");
            assert_eq!(unknown.words(), &english);
        }
    }

    #[test]
    fn reads_the_subtags_of_a_tag() {
        for (tag, language, script, region, is_known) in [
            ("en", "en", None, None, true),
            ("de-CH", "de", None, Some("ch"), true),
            ("zh", "zh", Some("hans"), Some("cn"), true),
            ("zh-TW", "zh", Some("hant"), Some("tw"), true),
            ("ja-JP", "ja", None, Some("jp"), true),
            ("tlh", "tlh", None, None, false),
        ] {
            let locale = Locale::parse(tag).expect("a tag");
            assert_eq!(locale.language(), language);
            assert_eq!(locale.script().as_deref(), script, "{tag}");
            assert_eq!(locale.region().as_deref(), region, "{tag}");
            assert_eq!(locale.is_known(), is_known, "{tag}");
        }
        assert_eq!(Locale::parse("en_").map(|_| ()), None);
        for (tag, words) in [
            ("zh", "zh-Hans"),
            ("zh-SG", "zh-Hans"),
            ("zh-HK", "zh-Hant"),
            ("zh-Hant-MO", "zh-Hant"),
        ] {
            assert_eq!(
                Locale::parse(tag)
                    .and_then(|locale| locale.words)
                    .map(|language| language.tag),
                Some(words),
                "{tag}"
            );
        }
    }

    #[test]
    fn words_for_publications_name_their_group() {
        let english = Locale::english();
        for heading in english.words().publications.values() {
            let found = english.publications_called(&heading.to_uppercase());
            assert_eq!(found, Some(heading.as_str()));
        }
        assert_eq!(english.publications_called(" phd thesis "), Some("Theses"));
        assert_eq!(english.publications_called("Pottery"), None);
    }

    #[test]
    fn knows_the_writing_direction() {
        for tag in ["ar", "he", "fa", "ur", "ckb", "yi", "dv", "ku-Arab"] {
            let direction = Locale::parse(tag).map(|locale| locale.direction());
            assert_eq!(direction, Some(Direction::Rtl), "{tag}");
        }
        for tag in ["en", "zh", "ar-Latn", "tlh"] {
            let direction = Locale::parse(tag).map(|locale| locale.direction());
            assert_eq!(direction, Some(Direction::Ltr), "{tag}");
        }
    }
}
