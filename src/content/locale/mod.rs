//! The language of a document, and the few words of the program itself in it.
//!
//! Writing direction and likely subtags come from ICU (Unicode CLDR).

mod languages;
mod own_words;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use icu_locale::{LocaleDirectionality, LocaleExpander};
use icu_locale_core::extensions::unicode::{key, value};
use icu_locale_core::subtags::region;
use icu_locale_core::{LanguageIdentifier, Locale as LanguageTag, langid, locale};
use icu_plurals::{PluralCategory, PluralRules, PluralRulesPreferences};
use serde::Serialize;

use crate::content::locale::languages::{ENGLISH, LANGUAGES, Language};
use crate::profile::SectionKind;

pub use own_words::{WordFault, word_keys};
pub use words::{CefrWords, PersonWords, Separators, Words};

/// The regions whose paper is US Letter (CLDR 48, `paperSize`).
const LETTER_REGIONS: [&str; 14] = [
    "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE",
];

/// Returns whether the paper of a region is US Letter. The code is that of ISO 3166 in capitals.
pub fn is_letter_region(code: &str) -> bool {
    LETTER_REGIONS.contains(&code)
}

/// A writing direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From left to right.
    #[default]
    Ltr,
    /// From right to left.
    Rtl,
}

/// The language, script and region of a document.
#[derive(Debug, Clone)]
pub struct Locale {
    tag: LanguageTag,
    /// The tag with its likely script and region.
    maximized: LanguageIdentifier,
    /// The language of its words.
    words: Option<&'static Language>,
    /// Its words with those of the profile.
    own: Option<Arc<Words>>,
}

impl PartialEq for Locale {
    fn eq(&self, other: &Self) -> bool {
        self.tag == other.tag
    }
}

impl Eq for Locale {}

impl Locale {
    /// Parses a BCP 47 tag such as `en`, `de-CH` or `zh-Hans`; `None` if it is malformed.
    pub fn parse(tag: &str) -> Option<Self> {
        let tag = LanguageTag::try_from_str(tag).ok()?;
        let mut maximized = tag.id.clone();
        LocaleExpander::new_extended().maximize(&mut maximized);
        let language = match maximized.language.as_str() {
            // Bokmål is what the tag of Norwegian means.
            "nb" => "no",
            language => language,
        };
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
            own: None,
        })
    }

    /// Returns English, the default.
    pub fn english() -> Self {
        Self {
            tag: locale!("en"),
            maximized: langid!("en-Latn-US"),
            words: Some(&LANGUAGES[ENGLISH]),
            own: None,
        }
    }

    /// Replaces some words by their keys.
    ///
    /// # Errors
    /// A key is not known, or a text lacks a placeholder; the other words are replaced.
    pub fn set_words(&mut self, words: &BTreeMap<&str, &str>) -> Result<(), Vec<WordFault>> {
        let language = self.words.unwrap_or(&LANGUAGES[ENGLISH]);
        let (own, faults) = own_words::with(language.text, words);
        self.own = own.map(Arc::new);
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults)
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

    /// Returns the language for names of months. Years are in Latin digits, so days must be too.
    pub fn dates_tag(&self) -> LanguageTag {
        let mut tag = self.words_tag();
        tag.extensions
            .unicode
            .keywords
            .set(key!("nu"), value!("latn"));
        tag
    }

    /// Returns whether the language is English of no region, which writes the day first, as most
    /// regions do, and `Sep` for September, as the United States do.
    pub fn is_international_english(&self) -> bool {
        self.words_tag().id == langid!("en")
    }

    /// Returns whether a date in digits begins with the month.
    pub fn has_month_first(&self) -> bool {
        self.tag.id.region == Some(region!("US"))
    }

    /// Returns whether a date in digits begins with the year.
    pub fn has_year_first(&self) -> bool {
        matches!(self.language(), "zh" | "ja" | "ko" | "hu" | "lt" | "mn")
    }

    /// Returns whether letters and CVs of the region are on US Letter.
    pub fn is_of_letter_paper(&self) -> bool {
        let region = self.tag.id.region;
        region.is_some_and(|region| is_letter_region(region.as_str()))
    }

    /// Returns the name of a CV.
    pub fn resume(&self) -> &str {
        let words = self.words();
        let region = self.tag.id.region;
        let regional = region.and_then(|region| words.resume_in.get(region.as_str()));
        regional.unwrap_or(&words.resume)
    }

    /// Returns a number of months as years and months: `3 y 2 m`.
    pub fn duration(&self, months: u32) -> String {
        let patterns = &self.words().dates;
        let parts = [
            (&patterns.years, months / 12),
            (&patterns.months, months % 12),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(_, number)| *number > 0)
            .map(|(forms, number)| self.counted(forms, number))
            .collect();
        parts.join(&patterns.between)
    }

    /// Returns a number with its word, in the plural that the language has for it.
    fn counted(&self, forms: &BTreeMap<String, String>, number: u32) -> String {
        let preferences = PluralRulesPreferences::from(&self.words_tag());
        let category = PluralRules::try_new_cardinal(preferences)
            .map_or(PluralCategory::Other, |rules| rules.category_for(number));
        let category = match category {
            PluralCategory::Zero => "zero",
            PluralCategory::One => "one",
            PluralCategory::Two => "two",
            PluralCategory::Few => "few",
            PluralCategory::Many => "many",
            PluralCategory::Other => "other",
        };
        let form = forms.get(category).or_else(|| forms.get("other"));
        form.map_or_else(String::new, |form| form.replace("{}", &number.to_string()))
    }

    /// Returns the words.
    pub fn words(&self) -> &Words {
        match &self.own {
            Some(own) => own,
            None => &self.words.unwrap_or(&LANGUAGES[ENGLISH]).words,
        }
    }

    /// Returns the heading of the type of publications that a word of the language names, in
    /// singular or plural.
    pub fn publications_called(&self, word: &str) -> Option<&str> {
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
    pub fn status<'a>(&'a self, status: &'a str) -> &'a str {
        let known = self.words().status.get(status);
        known.map_or(status, String::as_str)
    }

    /// Returns whether a text is a type or a state of publication in the program's own words.
    pub fn is_own_word(&self, text: &str) -> bool {
        let words = self.words();
        let mut own = words.publication.values().chain(words.status.values());
        own.any(|word| word == text)
    }

    /// Returns the default heading of a kind of section.
    pub fn heading(&self, kind: SectionKind) -> &str {
        word(&self.words().headings, kind.name())
    }

    /// Returns the heading of a group of publications, such as `article`.
    pub fn publications(&self, kind: &str) -> &str {
        word(&self.words().publications, kind)
    }

    /// Returns the type of a single publication, such as `doctoral-thesis`.
    pub fn publication(&self, kind: &str) -> &str {
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
        // Typst knows the countries, and not the regions with a number: 419, Latin America.
        let is_country = region.is_alphabetic();
        is_country.then(|| region.as_str().to_lowercase())
    }

    /// Returns the script subtag in lowercase, such as `hans`. For Chinese, a missing one follows
    /// from the region.
    pub fn script(&self) -> Option<String> {
        let script = self.subtags().script?;
        Some(script.as_str().to_lowercase())
    }

    /// Returns the tag with a region, a likely one if none is written: `de-DE`, `zh-TW`. The script
    /// is part of it unless it follows from the rest. Word processors know languages by such tags.
    pub fn regional_tag(&self) -> String {
        let LanguageIdentifier {
            language,
            script,
            region,
            ..
        } = &self.maximized;
        let mut likely = LanguageIdentifier {
            language: *language,
            region: *region,
            ..LanguageIdentifier::UNKNOWN
        };
        let short = likely.to_string();
        LocaleExpander::new_extended().maximize(&mut likely);
        if likely.script == *script {
            return short;
        }
        likely.script = *script;
        likely.to_string()
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

/// Returns the writing direction of the language of a tag; `None` if it is not known.
pub fn direction_of(tag: &str) -> Option<Direction> {
    let language = LanguageIdentifier::try_from_str(tag).ok()?;
    match LocaleDirectionality::new_extended().get(&language)? {
        icu_locale::Direction::RightToLeft => Some(Direction::Rtl),
        icu_locale::Direction::LeftToRight => Some(Direction::Ltr),
        _ => None,
    }
}

fn word<'w>(words: &'w BTreeMap<String, String>, name: &str) -> &'w str {
    words.get(name).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cv_has_the_name_of_its_country() {
        for (tag, name) in [
            ("en", "Résumé"),
            ("en-US", "Résumé"),
            ("en-GB", "CV"),
            ("en-IE", "CV"),
            ("ja", "職務経歴書"),
            ("de-CH", "Lebenslauf"),
        ] {
            let locale = Locale::parse(tag).expect("a tag");
            assert_eq!(locale.resume(), name, "{tag}");
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
            ("es-419", "es", None, None, true),
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
    fn a_regional_tag_has_a_region_and_no_needless_script() {
        for (tag, regional) in [
            ("en", "en-US"),
            ("de-CH", "de-CH"),
            ("zh-Hans", "zh-CN"),
            ("zh-Hant", "zh-TW"),
            ("zh-Hant-HK", "zh-HK"),
            ("ar", "ar-EG"),
            ("es-419", "es-419"),
            ("sr-Latn", "sr-Latn-RS"),
            ("ja", "ja-JP"),
            ("tlh", "tlh"),
        ] {
            let locale = Locale::parse(tag).expect("a tag");
            assert_eq!(locale.regional_tag(), regional, "{tag}");
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
    fn states_and_types_of_publications_have_words() {
        let german = Locale::parse("de").expect("a tag");
        assert_eq!(german.status("forthcoming"), "im Erscheinen");
        assert_eq!(german.status("ganz neu"), "ganz neu");
        assert_eq!(german.publication("doctoral-thesis"), "Dissertation");
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
