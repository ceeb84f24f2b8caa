//! What an import writes itself, as it is usual where the person lives and writes: labels in the language
//! of the profile, and the paper of the country.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use toml_edit::{InlineTable, Value};

use crate::content::{Locale, is_letter_region};
use crate::import::draft::Draft;
use crate::profile::{SectionKind, label_in};

#[derive(Deserialize)]
struct Words {
    /// Values that a form offers, by the language.
    choices: BTreeMap<String, BTreeMap<String, String>>,
    /// Labels, by the language.
    #[serde(flatten)]
    labels: BTreeMap<String, BTreeMap<String, String>>,
}

/// The words of imports alone.
#[expect(
    clippy::expect_used,
    reason = "the file is part of the program, and a test parses it"
)]
static WORDS: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("words.toml")).expect("words"));

const SCORE: &str = "Score";

/// The label of a score in education: a grade, and not the result of a test.
const GRADE: &str = "GPA";

/// Returns a word of an import in the language of the profile. Others stay.
pub fn word(locale: &str, english: &str) -> String {
    let language = locale.split('-').next().unwrap_or_default();
    let own = WORDS
        .labels
        .get(language)
        .and_then(|words| words.get(english));
    if let Some(own) = own {
        return own.clone();
    }
    let known = Locale::parse(locale).filter(Locale::is_known);
    match (english, known) {
        ("Additional information", Some(known)) => known.heading(SectionKind::List).to_owned(),
        ("Driving license", Some(known)) => known.words().person.driving_license.clone(),
        ("Thesis", Some(known)) => known.publication("thesis").to_owned(),
        ("Courses" | SCORE | GRADE | "Volunteering", _) => label_in(locale, english, english),
        _ => english.to_owned(),
    }
}

/// Returns a value that a form offers in English, such as *Bachelor*, in the language of the profile. A
/// text of the user's own stays.
pub fn choice(locale: &str, written: String) -> String {
    let option = written.strip_suffix(" Proficiency").unwrap_or(&written);
    let mut locale = locale;
    loop {
        if let Some(choices) = WORDS.choices.get(locale) {
            return choices.get(option).cloned().unwrap_or(written);
        }
        let Some((shorter, _)) = locale.rsplit_once('-') else {
            return written;
        };
        locale = shorter;
    }
}

/// Writes the labels of a draft in its language, and the paper of its country.
pub fn localize(draft: &mut Draft) {
    choose_paper(draft);
    let Some(locale) = draft.root.text("locale").map(str::to_owned) else {
        return;
    };
    for section in &mut draft.sections {
        let is_education = section.text("kind") == Some(SectionKind::Education.name());
        section.each(&|key, value| localize_value(key, value, &locale, is_education));
    }
}

/// Chooses the paper of the country, unless the draft has one, or a language with its own.
fn choose_paper(draft: &mut Draft) {
    let has_region = draft
        .root
        .text("locale")
        .is_some_and(|locale| locale.contains('-'));
    let residence = draft.person.table("residence");
    let country = residence.and_then(|residence| residence.get("country-code")?.as_str());
    let is_letter = country.is_some_and(|code| is_letter_region(&code.to_uppercase()));
    if is_letter && !has_region && !draft.design.has("paper") {
        draft.design.set("paper", Some("us-letter"));
    }
}

fn localize_value(key: &str, value: &mut Value, locale: &str, is_education: bool) {
    match (key, value) {
        ("title" | "keywords-label", Value::String(label)) => {
            *label = toml_edit::Formatted::new(word(locale, label.value()));
        }
        ("meta", Value::InlineTable(facts)) => {
            *facts = facts
                .iter()
                .map(|(label, fact)| {
                    let is_grade = is_education && label == SCORE;
                    let own = word(locale, if is_grade { GRADE } else { label });
                    // Two facts never share a label.
                    let is_free = !facts.contains_key(&own);
                    (if is_free { own } else { label.to_owned() }, fact.clone())
                })
                .collect::<InlineTable>();
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_in_the_language_of_the_profile() {
        for (locale, written, expected) in [
            ("es", "Bachelor", "Grado"),
            ("zh-Hant-TW", "Expert", "專家"),
            ("pt-BR", "English", "Inglês"),
            ("fr", "Limited Working Proficiency", "professionnel limité"),
            ("", "Bachelor", "Bachelor"),
            ("es", "Bachelor of Arts", "Bachelor of Arts"),
        ] {
            assert_eq!(choice(locale, written.to_owned()), expected);
        }
    }

    #[test]
    fn labels_are_in_the_language_of_the_profile() {
        assert_eq!(word("fr-FR", "EQF level"), "Niveau CEC");
        assert_eq!(word("en", "EQF level"), "EQF level");
        let mut languages = WORDS.labels.values().map(BTreeMap::keys);
        let first = languages.next().expect("a language");
        assert!(languages.all(|keys| keys.eq(first.clone())));
    }

    #[test]
    fn each_language_has_all_choices() {
        let mut languages = WORDS.choices.values().map(BTreeMap::keys);
        let first = languages.next().expect("a language");
        assert!(languages.all(|keys| keys.eq(first.clone())));
    }
}
