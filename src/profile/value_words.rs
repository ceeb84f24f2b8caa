//! What people write as values of options, such as `left` or `uppercase`, and as the locale. The words are data, in
//! `value_words.toml`, which is read when the first hint is needed.

use std::sync::LazyLock;

use crate::profile::synonym_words::{Words, same_word};

static VALUE_WORDS: LazyLock<Words> = LazyLock::new(words);

#[expect(
    clippy::expect_used,
    reason = "the file is part of the program, and a test parses it"
)]
fn words() -> Words {
    toml::from_str(include_str!("value_words.toml")).expect("words of values")
}

/// Returns the value that a word stands for in a table of words, if it is one of `known`.
pub fn meant_value(
    table: &str,
    written: &str,
    is_known: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let values = VALUE_WORDS.get(table)?;
    let exact = values
        .iter()
        .find(|(value, words)| is_known(value) && words.iter().any(|word| word == written));
    let (value, _) = exact.or_else(|| {
        values.iter().find(|(value, words)| {
            is_known(value) && words.iter().any(|word| same_word(word, written))
        })
    })?;
    Some(value)
}
