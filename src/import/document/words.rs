//! The words by which the parts of a CV are known: those of the built-in languages, and those of
//! `words.toml`.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::content::Locale;
use crate::profile::{SectionKind, letters};

/// What a heading says that its section has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Contacts and personal details.
    Person,
    /// Entries of a kind.
    Kind(SectionKind),
}

/// A heading in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownHeading {
    /// The tag of the language.
    pub language: &'static str,
    /// What the section has.
    pub topic: Topic,
}

#[derive(Deserialize)]
struct Data {
    headings: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    labels: BTreeMap<String, Vec<String>>,
    #[serde(flatten)]
    lists: BTreeMap<String, WordList>,
}

#[derive(Deserialize)]
struct WordList {
    #[serde(default)]
    parts: Vec<String>,
    #[serde(default)]
    whole: Vec<String>,
    #[serde(default)]
    at: Vec<String>,
}

#[expect(
    clippy::expect_used,
    reason = "the file is part of the program, and a test parses it"
)]
static DATA: LazyLock<Data> =
    LazyLock::new(|| toml::from_str(include_str!("words.toml")).expect("words"));

/// The headings by their letters.
static HEADINGS: LazyLock<HashMap<String, Vec<KnownHeading>>> = LazyLock::new(|| {
    let mut all: HashMap<String, Vec<KnownHeading>> = HashMap::new();
    let mut add = |heading: &str, language: &'static str, topic: Topic| {
        let known = all.entry(letters(heading)).or_default();
        known.push(KnownHeading { language, topic });
    };
    for tag in Locale::known() {
        let own = DATA.headings.get(tag).into_iter().flatten();
        for (kind, headings) in own {
            let topic = kind.parse().map_or(Topic::Person, Topic::Kind);
            for heading in headings {
                add(heading, tag, topic);
            }
        }
        let Some(locale) = Locale::parse(tag) else {
            continue;
        };
        for kind in SectionKind::names().filter_map(|name| name.parse().ok()) {
            add(locale.heading(kind), tag, Topic::Kind(kind));
        }
    }
    all
});

/// The fields of a person by the letters of their labels.
static LABELS: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for (field, labels) in &DATA.labels {
        for label in labels {
            all.insert(letters(label), field.as_str());
        }
    }
    for locale in Locale::known().filter_map(Locale::parse) {
        let words = &locale.words().person;
        for (field, label) in [
            ("birth-date", &words.birth_date),
            ("birth-place", &words.birth_place),
            ("nationality", &words.nationality),
            ("gender", &words.gender),
            ("marital-status", &words.marital_status),
            ("children", &words.children),
            ("driving-license", &words.driving_license),
            ("postal-address", &words.postal_address),
            ("email", &words.email),
            ("phone", &words.phone),
            ("url", &words.website),
            ("location", &words.location),
        ] {
            all.entry(letters(label)).or_insert(field);
        }
        all.entry(letters(locale.resume())).or_insert("title");
    }
    all
});

/// Returns what a text means as a heading, in each language that has it.
pub fn headings(text: &str) -> &'static [KnownHeading] {
    HEADINGS.get(&letters(text)).map_or(&[], Vec::as_slice)
}

/// Returns the field of the person that a text is the label of; `title` for the name of a CV.
pub fn label(text: &str) -> Option<&'static str> {
    LABELS.get(&letters(text)).copied()
}

/// Returns where a text has a word that joins a position and its employer, and its length.
pub fn joint(text: &str) -> Option<(usize, usize)> {
    let words = DATA.lists.get("joints")?.at.iter();
    let mut found = words.filter_map(|word| Some((text.find(word.as_str())?, word.len())));
    found.next()
}

/// Returns whether a text has a word of a list.
pub fn says(list: &str, text: &str) -> bool {
    let Some(WordList { parts, whole, .. }) = DATA.lists.get(list) else {
        return false;
    };
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '.');
    parts.iter().any(|part| lower.contains(part.as_str()))
        || words.any(|word| whole.contains(&word.replace('.', "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_all_languages_are_known() {
        for (text, tag, kind) in [
            ("BERUFLICHER WERDEGANG:", "de", SectionKind::Experience),
            ("Centres d’intérêt", "fr", SectionKind::Interest),
            ("工作经历", "zh-Hans", SectionKind::Experience),
            ("Opleiding", "nl", SectionKind::Education),
        ] {
            let topic = Topic::Kind(kind);
            let is_it = |known: &KnownHeading| known.language == tag && known.topic == topic;
            assert!(headings(text).iter().any(is_it), "{text}");
        }
        assert!(headings("Nurse").is_empty());
        let tags: Vec<&str> = Locale::known().collect();
        for tag in DATA.headings.keys() {
            assert!(tags.contains(&tag.as_str()), "{tag}");
        }
    }

    #[test]
    fn words_are_found_in_texts() {
        assert!(says("organization", "Städt. Frauenklinik"));
        assert!(says("organization", "Muster AG"));
        assert!(!says("organization", "Agentin"));
        assert!(says("degree", "B.Sc. Physics"));
        assert_eq!(label("Email:"), Some("email"));
        assert_eq!(label("Geburtsdatum"), Some("birth-date"));
    }
}
