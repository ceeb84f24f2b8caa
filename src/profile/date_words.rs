//! The words of dates. They are data, in `date_words.toml`, which is read when the first date is that a
//! profile does not know.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::profile::synonym_words::parsed;

/// Words of dates.
#[derive(Deserialize)]
pub struct DateWords {
    /// Words for an end that has not come.
    pub present: Vec<String>,
    /// Words for no date.
    pub nothing: Vec<String>,
    /// Words before a start.
    pub since: Vec<String>,
    /// Words before an end.
    pub until: Vec<String>,
    /// Words before a date that is not known exactly.
    pub about: Vec<String>,
    /// Words after a date in the future.
    pub expected: Vec<String>,
    /// Letters before or after the number of a quarter.
    pub quarters: Vec<String>,
    /// The names of the months, by their numbers in decimal.
    pub months: BTreeMap<String, Vec<String>>,
}

/// The words of all languages.
pub static WORDS: LazyLock<DateWords> = LazyLock::new(|| parsed(include_str!("date_words.toml")));
