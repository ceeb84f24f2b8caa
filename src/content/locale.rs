//! The language of a document, and the few words of our own in it.
//!
//! The words stand in `locales/`, one file a language, so that a native reader can correct them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use icu_locale_core::Locale as LanguageTag;
use serde::{Deserialize, Serialize};

use crate::profile::SectionKind;

const FILES: &[(&str, &str)] = &[
    ("ar", include_str!("locales/ar.toml")),
    ("de", include_str!("locales/de.toml")),
    ("en", include_str!("locales/en.toml")),
    ("es", include_str!("locales/es.toml")),
    ("fr", include_str!("locales/fr.toml")),
    ("he", include_str!("locales/he.toml")),
    ("hi", include_str!("locales/hi.toml")),
    ("it", include_str!("locales/it.toml")),
    ("ja", include_str!("locales/ja.toml")),
    ("ko", include_str!("locales/ko.toml")),
    ("nl", include_str!("locales/nl.toml")),
    ("pl", include_str!("locales/pl.toml")),
    ("pt", include_str!("locales/pt.toml")),
    ("ru", include_str!("locales/ru.toml")),
    ("tr", include_str!("locales/tr.toml")),
    ("uk", include_str!("locales/uk.toml")),
    ("zh-Hans", include_str!("locales/zh-Hans.toml")),
    ("zh-Hant", include_str!("locales/zh-Hant.toml")),
];

static WORDS: LazyLock<BTreeMap<&'static str, Words>> = LazyLock::new(|| {
    let read = |(tag, text): &(&'static str, &str)| Some((*tag, toml::from_str(text).ok()?));
    FILES.iter().filter_map(read).collect()
});

/// The words of one language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Words {
    /// The end of what goes on.
    pub present: String,
    /// After a date in the future.
    pub expected: String,
    /// Before an advisor.
    pub advisor: String,
    /// Before a page number.
    pub page: String,
    /// What a CV is called.
    pub resume: String,
    /// What a cover letter is called.
    pub letter: String,
    /// Before what goes with a letter.
    pub enclosures: String,
    /// Whether the family name comes first.
    pub family_name_first: bool,
    /// `{degree}` and `{area}` where the degree is a word.
    pub degree_and_area: String,
    /// `{degree}` and `{area}` where the degree is an abbreviation.
    pub abbreviation_and_area: String,
    /// In place of the name, where the reader must not know it.
    pub anonymous: String,
    /// What a mark at authors' names means.
    pub equal_contribution: String,
    /// After the authors that are named, for the rest of them.
    pub and_others: String,
    /// `{}` where the names of the editors go.
    pub edited_by: String,
    /// `{}` where the names of the translators go.
    pub translated_by: String,
    /// `{}` where the volume goes.
    pub volume: String,
    /// `{}` where the edition goes.
    pub edition: String,
    /// `{}` where the pages go.
    pub pages: String,
    /// Punctuation.
    pub separators: Separators,
    /// The states of publication that `BibLaTeX` has names for.
    pub status: BTreeMap<String, String>,
    /// The default heading of each kind.
    headings: BTreeMap<String, String>,
    /// The headings of groups of publications.
    publications: BTreeMap<String, String>,
    /// What a single publication is.
    publication: BTreeMap<String, String>,
}

/// Punctuation of a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Separators {
    /// Between a label and what it labels.
    pub label: String,
    /// Between the members of a list.
    pub list: String,
    /// Between parts of a line that are no list.
    pub comma: String,
    /// Before a remark.
    pub open: String,
    /// After a remark.
    pub close: String,
}

/// The language, script and region of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locale {
    tag: LanguageTag,
    words: &'static str,
    known: bool,
}

impl Locale {
    /// Reads a BCP 47 tag such as `en`, `de-CH` or `zh-Hans`; `None` where it is malformed.
    pub fn parse(tag: &str) -> Option<Self> {
        let tag = LanguageTag::try_from_str(tag).ok()?;
        let language = tag.id.language.as_str();
        // A tag without a script means the usual one of the language and region.
        let usual = if traditional(&tag) { "Hant" } else { "Hans" };
        let wanted = format!(
            "{language}-{}",
            tag.id
                .script
                .as_ref()
                .map_or(usual, |script| script.as_str())
        );
        let found = FILES
            .iter()
            .map(|(name, _)| *name)
            .find(|name| *name == wanted || *name == language);
        Some(Self {
            words: found.unwrap_or("en"),
            known: found.is_some(),
            tag,
        })
    }

    /// English, the default.
    pub fn english() -> Self {
        Self {
            tag: icu_locale_core::locale!("en"),
            words: "en",
            known: true,
        }
    }

    /// Whether there are words in this language; there is English in their place.
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// The tags of the languages that there are words in.
    pub fn known() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// The language that the words are in: the document's, or English in its place.
    pub fn of_words(&self) -> LanguageTag {
        if self.known {
            self.tag.clone()
        } else {
            icu_locale_core::locale!("en")
        }
    }

    /// The words.
    pub fn words(&self) -> &'static Words {
        // Every file is read by a test, so the lookup of a name out of FILES succeeds.
        &WORDS[self.words]
    }

    /// The heading of the sort of publications that a word of the language names, in the singular
    /// or the plural.
    pub fn publications_called(&self, word: &str) -> Option<&'static str> {
        let words = self.words();
        let same =
            |(_, known): &(&String, &String)| known.to_lowercase() == word.trim().to_lowercase();
        let (kind, _) = words
            .publication
            .iter()
            .chain(&words.publications)
            .find(same)?;
        // A thesis of either degree stands with the others.
        let group = if kind.ends_with("-thesis") {
            "thesis"
        } else {
            kind
        };
        words.publications.get(group).map(String::as_str)
    }

    /// A state of publication, where `BibLaTeX` has a name for it; else the words as they are.
    pub fn status<'a>(&self, status: &'a str) -> &'a str
    where
        'static: 'a,
    {
        self.words()
            .status
            .get(status)
            .map_or(status, String::as_str)
    }

    /// The heading of a section that has none of its own.
    pub fn heading(&self, kind: SectionKind) -> &'static str {
        self.words()
            .headings
            .get(kind.name())
            .map_or("", String::as_str)
    }

    /// The heading of a group of publications, such as `article`.
    pub fn publications(&self, kind: &str) -> &'static str {
        self.words()
            .publications
            .get(kind)
            .map_or("", String::as_str)
    }

    /// What a single publication is, such as `doctoral-thesis`.
    pub fn publication(&self, kind: &str) -> &'static str {
        self.words()
            .publication
            .get(kind)
            .map_or("", String::as_str)
    }

    /// The language subtag, such as `en`.
    pub fn language(&self) -> &str {
        self.tag.id.language.as_str()
    }

    /// The region subtag in small letters, such as `cn`: the one written, or the one that a script
    /// implies.
    pub fn region(&self) -> Option<String> {
        let written = self
            .tag
            .id
            .region
            .map(|region| region.as_str().to_lowercase());
        written.or_else(|| match (self.language(), self.script().as_deref()) {
            ("zh", Some("hant")) => Some("tw".to_owned()),
            ("zh", _) => Some("cn".to_owned()),
            _ => None,
        })
    }

    /// The script subtag in small letters, such as `hans`.
    pub fn script(&self) -> Option<String> {
        let written = self
            .tag
            .id
            .script
            .map(|script| script.as_str().to_lowercase());
        written.or_else(|| {
            let chinese = self.language() == "zh";
            chinese.then(|| {
                if traditional(&self.tag) {
                    "hant"
                } else {
                    "hans"
                }
                .to_owned()
            })
        })
    }

    /// Whether the language is written from right to left.
    pub fn is_right_to_left(&self) -> bool {
        const SCRIPTS: [&str; 5] = ["arab", "hebr", "syrc", "thaa", "nkoo"];
        const LANGUAGES: [&str; 9] = ["ar", "arc", "ckb", "dv", "fa", "he", "ps", "ur", "yi"];
        match self.script() {
            Some(script) => SCRIPTS.contains(&script.as_str()),
            None => LANGUAGES.contains(&self.language()),
        }
    }
}

/// Whether the tag means traditional Chinese characters.
fn traditional(tag: &LanguageTag) -> bool {
    let region = tag.id.region.map(|region| region.as_str().to_owned());
    tag.id.language.as_str() == "zh" && matches!(region.as_deref(), Some("TW" | "HK" | "MO"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_every_word() {
        let english: Words = toml::from_str(include_str!("locales/en.toml")).expect("words");
        for (tag, text) in FILES {
            let words: Words =
                toml::from_str(text).unwrap_or_else(|error| panic!("{tag}: {error}"));
            for kind in SectionKind::ALL {
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
        }
    }

    #[test]
    fn a_tag_is_taken_apart() {
        let of = |tag: &str| {
            let locale = Locale::parse(tag).expect("a tag");
            (
                locale.language().to_owned(),
                locale.script(),
                locale.region(),
                locale.is_known(),
            )
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of("en"), ("en".to_owned(), None, None, true));
        assert_eq!(of("de-CH"), ("de".to_owned(), None, some("ch"), true));
        assert_eq!(of("zh"), ("zh".to_owned(), some("hans"), some("cn"), true));
        assert_eq!(
            of("zh-TW"),
            ("zh".to_owned(), some("hant"), some("tw"), true)
        );
        assert_eq!(of("ja-JP"), ("ja".to_owned(), None, some("jp"), true));
        assert_eq!(of("tlh"), ("tlh".to_owned(), None, None, false));
        assert_eq!(Locale::parse("en_").map(|_| ()), None);
        for (tag, words) in [
            ("zh", "zh-Hans"),
            ("zh-SG", "zh-Hans"),
            ("zh-HK", "zh-Hant"),
            ("zh-Hant-MO", "zh-Hant"),
        ] {
            assert_eq!(
                Locale::parse(tag).map(|locale| locale.words),
                Some(words),
                "{tag}"
            );
        }
        assert!(Locale::parse("he").is_some_and(|locale| locale.is_right_to_left()));
    }
}
