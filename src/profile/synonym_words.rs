//! What people write instead of the keys, kinds and values of a profile: the words, without the format
//! that they lead to.
//!
//! The words are data: for keys and kinds in `synonyms.toml`, and for values of options, such as `left`
//! or `uppercase`, and the locale in `value_words.toml`. Each is read when the first hint is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use unicode_normalization::UnicodeNormalization;

/// The words of each table: a field, or the TOML to write instead, and the words for it.
type Words = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The words of all tables.
pub static WORDS: LazyLock<Words> = LazyLock::new(|| parsed(include_str!("synonyms.toml")));

/// The words for values, by option.
static VALUE_WORDS: LazyLock<Words> = LazyLock::new(|| parsed(include_str!("value_words.toml")));

/// Returns the words of a file.
#[expect(
    clippy::expect_used,
    reason = "the files are part of the program, and tests parse them"
)]
pub fn parsed<T: DeserializeOwned>(file: &str) -> T {
    toml::from_str(file).expect("words")
}

/// Returns the value that a word stands for in a table of words, if it is one of `known`.
pub fn meant_value(
    table: &str,
    written: &str,
    is_known: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let values = VALUE_WORDS.get(table)?.iter();
    let values = values.filter(|(value, _)| is_known(value));
    let exact = values
        .clone()
        .find(|(_, words)| words.iter().any(|word| word == written));
    let similar = || {
        let mut values = values;
        values.find(|(_, words)| words.iter().any(|word| same_word(word, written)))
    };
    Some(exact.or_else(similar)?.0)
}

/// Returns whether a meaning is a field, and not TOML to write or advice.
pub fn is_field(meant: &str) -> bool {
    !meant.contains(' ')
}

/// Returns whether a meaning is advice in words.
pub fn is_advice(meant: &str) -> bool {
    meant.contains('`')
}

/// Returns whether a table has a label in other languages, and not keys.
fn is_label(table: &str) -> bool {
    table.starts_with(char::is_uppercase)
}

/// Returns the keys that a word means in the tables that know it.
pub fn keys_anywhere(written: &str) -> BTreeSet<&'static str> {
    let tables = WORDS.keys().map(String::as_str);
    let tables: Vec<&str> = tables
        .filter(|table| !matches!(*table, "kind" | "heading") && !is_label(table))
        .collect();
    let mut meant = meanings(written, &tables);
    meant.retain(|meant| is_field(meant));
    meant
}

/// Returns what a word means in some tables: keys, or else TOML.
pub fn meanings(written: &str, tables: &[&str]) -> BTreeSet<&'static str> {
    let meanings = tables.iter().filter_map(|table| WORDS.get(*table));
    let named: BTreeSet<&str> = meanings
        .flatten()
        .filter(|(_, words)| words.iter().any(|word| same_word(word, written)))
        .map(|(meant, _)| meant.as_str())
        .collect();
    let fields = named.iter().copied().filter(|meant| is_field(meant));
    let fields: BTreeSet<&str> = fields.collect();
    if fields.is_empty() { named } else { fields }
}

/// Returns whether two words are equal in any notation: `startDate`, `start_date`, `start-date`;
/// `Tätigkeit`, `Taetigkeit`.
pub fn same_word(word: &str, written: &str) -> bool {
    // Most of the thousands of words begin with another letter.
    if first_letter(word) != first_letter(written) {
        return false;
    }
    let written = letters(written);
    letters(word) == written || letters(&umlauts_written_out(word)) == written
}

/// Returns whether a text has a word, alone or in a longer one: `fortbildung`, `Fortbildungen`. Short
/// words in letters are in too many others.
pub fn has_word(text: &str, word: &str) -> bool {
    let word = letters(word);
    let is_short = word.is_ascii() && word.len() < 4;
    !is_short && letters(text).contains(&word)
}

/// Returns what [`letters`] begins with.
fn first_letter(word: &str) -> Option<char> {
    let first = word.nfd().find(|c| c.is_alphanumeric())?;
    let lower = first.to_lowercase().next()?;
    Some(if lower == 'ß' { 's' } else { lower })
}

/// Returns the letters and digits of a word in lower case and without accents.
fn letters(word: &str) -> String {
    word.nfd()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .replace('ß', "ss")
}

/// Returns a word with `ä`, `ö` and `ü` as `ae`, `oe` and `ue`.
fn umlauts_written_out(word: &str) -> String {
    word.replace('ä', "ae")
        .replace('ö', "oe")
        .replace('ü', "ue")
}
