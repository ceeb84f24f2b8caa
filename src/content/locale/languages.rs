//! The languages that the program has words in.
//!
//! The words are in `locales/`, one file per language, so that native readers can correct them.

use std::sync::LazyLock;

use crate::content::locale::words::Words;

/// A language that the program has words in.
#[derive(Debug)]
pub struct Language {
    /// Its tag.
    pub tag: &'static str,
    /// The content of its file.
    pub text: &'static str,
    /// The words, which are parsed on first use: a document needs one language.
    pub words: LazyLock<Words>,
}

macro_rules! language {
    ($tag:literal) => {
        Language {
            tag: $tag,
            text: include_str!(concat!("../locales/", $tag, ".toml")),
            words: LazyLock::new(|| parse(include_str!(concat!("../locales/", $tag, ".toml")))),
        }
    };
}

/// The languages that the program has words in.
pub static LANGUAGES: [Language; 29] = [
    language!("ar"),
    language!("cs"),
    language!("da"),
    language!("de"),
    language!("el"),
    language!("en"),
    language!("es"),
    language!("fa"),
    language!("fi"),
    language!("fr"),
    language!("he"),
    language!("hi"),
    language!("hu"),
    language!("id"),
    language!("it"),
    language!("ja"),
    language!("ko"),
    language!("nl"),
    language!("no"),
    language!("pl"),
    language!("pt"),
    language!("ro"),
    language!("ru"),
    language!("sv"),
    language!("tr"),
    language!("uk"),
    language!("vi"),
    language!("zh-Hans"),
    language!("zh-Hant"),
];

/// The index of the language whose words stand in for those of an unknown one.
pub const ENGLISH: usize = 5;

#[expect(
    clippy::expect_used,
    reason = "the files are part of the program, and a test parses each"
)]
fn parse(text: &str) -> Words {
    toml::from_str(text).expect("words of a language")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::locale::Locale;
    use crate::profile::{SectionKind, kind_headed};

    #[test]
    fn every_default_heading_names_its_kind() {
        for Language { tag, words, .. } in &LANGUAGES {
            for (kind, heading) in &words.headings {
                let named = kind_headed(heading).map(SectionKind::name);
                assert_eq!(named, Some(kind.as_str()), "{tag}: {heading}");
            }
        }
    }

    #[test]
    fn every_language_has_every_word() {
        let english: Words = toml::from_str(include_str!("../locales/en.toml")).expect("words");
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
                &words.number,
                &words.in_book,
                &words.person.photo,
                &words.person.signature,
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
}
