//! Words that a profile brings, in place of those of a language.

use std::collections::BTreeMap;

use toml::{Table, Value};

use crate::content::locale::languages::{ENGLISH, LANGUAGES};
use crate::content::locale::words::Words;

/// The tables of a language's file whose words a profile can replace, besides those at the top. No two
/// words of them have one key.
const TABLES: [&str; 4] = ["headings", "person", "cefr", "status"];

/// What is wrong with a word.
#[derive(Debug, PartialEq, Eq)]
pub struct WordFault {
    /// The key.
    pub key: String,
    /// The placeholder that the text lacks; `None` if the key is not known.
    pub placeholder: Option<&'static str>,
}

/// Returns the keys of the words that a profile can replace.
pub fn word_keys() -> Vec<String> {
    let english = table(LANGUAGES[ENGLISH].text);
    let top = english.iter().filter(|(_, word)| word.is_str());
    let tables = TABLES
        .iter()
        .filter_map(|name| english.get(*name)?.as_table());
    let inner = tables.flatten();
    top.chain(inner).map(|(key, _)| key.clone()).collect()
}

/// Returns the words of a language's file with some of them replaced, and what is wrong with these.
pub fn with(language: &str, words: &BTreeMap<&str, &str>) -> (Option<Words>, Vec<WordFault>) {
    let mut all = table(language);
    // What some regions call it is what the profile calls it.
    if words.contains_key("resume") {
        all.remove("resume-in");
    }
    let mut faults = Vec::new();
    for (key, text) in words {
        let mut fault = |placeholder| {
            faults.push(WordFault {
                key: (*key).to_owned(),
                placeholder,
            });
        };
        let Some(word) = word_in(&mut all, key) else {
            fault(None);
            continue;
        };
        let written = word.as_str().unwrap_or_default();
        let placeholders = ["{}", "{level}", "{levels}", "{degree}", "{area}"];
        let mut missing = placeholders.into_iter();
        match missing.find(|part| written.contains(part) && !text.contains(part)) {
            Some(placeholder) => fault(Some(placeholder)),
            None => *word = Value::String((*text).to_owned()),
        }
    }
    (all.try_into().ok(), faults)
}

fn word_in<'t>(all: &'t mut Table, key: &str) -> Option<&'t mut Value> {
    if all.get(key).is_some_and(Value::is_str) {
        return all.get_mut(key);
    }
    let has = |name: &&&str| all.get(**name).and_then(|table| table.get(key)).is_some();
    let name = TABLES.iter().find(has)?;
    all.get_mut(*name)?.get_mut(key)
}

/// Returns the content of a language's file, which a test parses.
fn table(text: &str) -> Table {
    text.parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::RULES;

    #[test]
    fn a_key_names_one_word() {
        let mut keys = word_keys();
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn the_reference_lists_every_word() {
        let page = include_str!("../../profile/schema/reference.md");
        let mut rules = RULES.iter();
        let rule = rules.find(|rule| rule.name == "unknown-word");
        let rule = rule.expect("the rule");
        for key in word_keys() {
            assert!(page.contains(&format!("`{key}` ")), "{key}");
            assert!(rule.about.contains(&format!("`{key}`")), "{key}");
        }
    }

    #[test]
    fn words_replace_those_of_a_language() {
        let own = BTreeMap::from([
            ("present", "to date"),
            ("experience", "Jobs"),
            ("edition", "ed."),
            ("expereince", "Jobs"),
        ]);
        let (words, faults) = with(LANGUAGES[ENGLISH].text, &own);
        let words = words.expect("words");
        assert_eq!(words.present, "to date");
        assert_eq!(words.headings["experience"], "Jobs");
        assert_eq!(words.edition, "{} ed.");
        let fault = |key: &str, placeholder| WordFault {
            key: key.to_owned(),
            placeholder,
        };
        assert_eq!(
            faults,
            [fault("edition", Some("{}")), fault("expereince", None)]
        );
    }
}
