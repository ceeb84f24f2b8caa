//! Reads dates in the forms that people write, such as `Jan 2020`, `15.03.2020` or `2020年3月`, to tell
//! how a profile writes them.
//!
//! The words of dates are data, in `date_words.toml`, which is read when the first such date is.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::diagnostic::nearest;
use crate::profile::date::PartialDate;

/// What a text means that a profile does not know as a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// A date, as a profile writes it: `2020-01`, `present`.
    Date(String),
    /// A day whose month and day could be exchanged: `03/04/2020`.
    Ambiguous {
        /// The date if the month is first.
        month_first: String,
        /// The date if the day is first.
        day_first: String,
    },
    /// A period, as a profile writes its two ends.
    Period {
        /// The start.
        start: String,
        /// The end.
        end: String,
    },
    /// No date at all, such as `null` or `-`.
    Nothing,
}

#[derive(Deserialize)]
struct Words {
    present: Vec<String>,
    nothing: Vec<String>,
    /// The names of the months, by their numbers in decimal.
    months: BTreeMap<String, Vec<String>>,
}

static WORDS: LazyLock<Words> = LazyLock::new(words);

/// The signs between the ends of a period. A hyphen without spaces can also be part of a date.
const PERIOD_SIGNS: [&str; 9] = [
    " - ", " – ", " — ", "–", "—", " to ", " bis ", " until ", "~",
];

#[expect(
    clippy::expect_used,
    reason = "the file is part of the program, and a test parses it"
)]
fn words() -> Words {
    toml::from_str(include_str!("date_words.toml")).expect("words of dates")
}

/// Returns what a text means as a date; `None` if it is not known to mean one.
pub fn read(text: &str) -> Option<Reading> {
    let text = text.trim().to_lowercase();
    if WORDS.nothing.contains(&text) {
        return Some(Reading::Nothing);
    }
    if let Some(reading) = read_one(&text) {
        return Some(reading);
    }
    PERIOD_SIGNS.iter().find_map(|sign| period(&text, sign))
}

fn period(text: &str, sign: &str) -> Option<Reading> {
    let (start, end) = text.split_once(sign)?;
    Some(Reading::Period {
        start: end_of_period(start)?,
        end: end_of_period(end)?,
    })
}

/// Returns one end of a period, which can also be a date as a profile writes it.
fn end_of_period(text: &str) -> Option<String> {
    let text = text.trim();
    if text == "present" || PartialDate::parse(text).is_some() {
        return Some(text.to_owned());
    }
    match read_one(text)? {
        Reading::Date(date) => Some(date),
        _ => None,
    }
}

/// Reads a text in lower case that is one date.
fn read_one(text: &str) -> Option<Reading> {
    if WORDS.present.iter().any(|word| word == text) || nearest(text, ["present"]).is_some() {
        return Some(Reading::Date("present".to_owned()));
    }
    let parts = parts(text)?;
    match parts.as_slice() {
        [Part::Year(year)] => Some(Reading::Date(year.to_string())),
        [Part::Year(year), Part::Month(month) | Part::Number(month)]
        | [Part::Month(month) | Part::Number(month), Part::Year(year)] => date(*year, *month, None),
        [
            Part::Year(year),
            Part::Number(month) | Part::Month(month),
            Part::Number(day),
        ]
        | [Part::Number(day), Part::Month(month), Part::Year(year)]
        | [Part::Month(month), Part::Number(day), Part::Year(year)] => {
            date(*year, *month, Some(*day))
        }
        [Part::Number(first), Part::Number(second), Part::Year(year)] => {
            // Full stops are for the day first in every language that has them.
            if text.contains('.') {
                return date(*year, *second, Some(*first));
            }
            day_or_month_first(*year, *first, *second)
        }
        _ => None,
    }
}

fn day_or_month_first(year: u16, first: u8, second: u8) -> Option<Reading> {
    match (
        date(year, first, Some(second)),
        date(year, second, Some(first)),
    ) {
        (Some(Reading::Date(month_first)), Some(Reading::Date(day_first)))
            if month_first != day_first =>
        {
            Some(Reading::Ambiguous {
                month_first,
                day_first,
            })
        }
        (first, second) => first.or(second),
    }
}

fn date(year: u16, month: u8, day: Option<u8>) -> Option<Reading> {
    let text = match day {
        Some(day) => format!("{year}-{month:02}-{day:02}"),
        None => format!("{year}-{month:02}"),
    };
    PartialDate::parse(&text)?;
    Some(Reading::Date(text))
}

/// A part of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A year of four digits, or of two after an apostrophe.
    Year(u16),
    /// A number of one or two digits.
    Number(u8),
    /// A month with a name.
    Month(u8),
}

/// Divides a text in lower case into its parts; `None` if one of them cannot be part of a date.
fn parts(text: &str) -> Option<Vec<Part>> {
    let words = text.split(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | '.' | '/' | '-' | '年' | '月' | '日' | '년' | '월' | '일'
            )
    });
    let words = words.filter(|word| !word.is_empty() && !is_particle(word));
    words.map(part).collect()
}

/// Returns whether a word between the parts of a date means nothing: `15 de marzo de 2020`.
fn is_particle(word: &str) -> bool {
    matches!(word, "de" | "del" | "di" | "of" | "the" | "г" | "р")
}

fn part(word: &str) -> Option<Part> {
    if let Some(digits) = word.strip_prefix(['\'', '’', '‘']) {
        let year: u16 = digits.parse().ok().filter(|_| digits.len() == 2)?;
        // A career of more than seventy years is rarer than a date in the near future.
        return Some(Part::Year(if year < 50 {
            2000 + year
        } else {
            1900 + year
        }));
    }
    let word = word
        .strip_suffix("er")
        .filter(|rest| *rest == "1")
        .unwrap_or(word);
    let digits = ["st", "nd", "rd", "th", "º", "ª"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        .unwrap_or(word);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return match digits.len() {
            // There is no year zero.
            4 => digits.parse().ok().filter(|year| *year > 0).map(Part::Year),
            1 | 2 => digits.parse().ok().map(Part::Number),
            _ => None,
        };
    }
    month_named(word).map(Part::Month)
}

/// Returns the number of a month by its name, which may be misspelled.
fn month_named(name: &str) -> Option<u8> {
    if let Some(number) = month_with(name) {
        return Some(number);
    }
    // Short names are too similar to other words.
    let names = WORDS.months.values().flatten().map(String::as_str);
    let names = names.filter(|known| known.chars().count() > 4);
    let similar = nearest(name, names).filter(|_| name.chars().count() > 4)?;
    month_with(similar)
}

/// Returns the number of the month that has a name.
fn month_with(name: &str) -> Option<u8> {
    let mut months = WORDS.months.iter();
    let (number, _) = months.find(|(_, names)| names.iter().any(|known| known == name))?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Option<String> {
        match read(text) {
            Some(Reading::Date(date)) => Some(date),
            _ => None,
        }
    }

    #[test]
    fn reads_dates_as_people_write_them() {
        for (text, expected) in [
            ("Jan 2020", "2020-01"),
            ("Jan. '20", "2020-01"),
            ("01/2020", "2020-01"),
            ("2020/1", "2020-01"),
            ("2020.06", "2020-06"),
            ("März 2023", "2023-03"),
            ("Maerz 2023", "2023-03"),
            ("févr. 2019", "2019-02"),
            ("15 March 2020", "2020-03-15"),
            ("March 15th, 2020", "2020-03-15"),
            ("15 de marzo de 2020", "2020-03-15"),
            ("1er mai 2021", "2021-05-01"),
            ("01.08.2022", "2022-08-01"),
            ("25/12/2022", "2022-12-25"),
            ("12/25/2022", "2022-12-25"),
            ("05/05/2022", "2022-05-05"),
            ("2022/08/01", "2022-08-01"),
            ("2020年3月", "2020-03"),
            ("2020年3月5日", "2020-03-05"),
            ("2020년 3월", "2020-03"),
            ("Februray 2025", "2025-02"),
            ("Sept. 2025", "2025-09"),
            ("heute", "present"),
            ("Now", "present"),
            ("至今", "present"),
            ("presnt", "present"),
        ] {
            assert_eq!(date(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn words_that_are_no_dates_stay_words() {
        for text in [
            "Spring 2024",
            "Winter 2025",
            "Marathon 2024",
            "Fall",
            "2023-13",
            "13/2020",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_day_that_could_be_a_month_is_ambiguous() {
        let reading = Reading::Ambiguous {
            month_first: "2020-03-04".to_owned(),
            day_first: "2020-04-03".to_owned(),
        };
        assert_eq!(read("03/04/2020"), Some(reading));
    }

    #[test]
    fn reads_periods() {
        assert_eq!(
            read("Jan 2020 - Mar 2021"),
            Some(period("2020-01", "2021-03"))
        );
        assert_eq!(
            read("2019-09 – present"),
            Some(period("2019-09", "present"))
        );
        assert_eq!(read("03/2019–heute"), Some(period("2019-03", "present")));
    }

    fn period(start: &str, end: &str) -> Reading {
        Reading::Period {
            start: start.to_owned(),
            end: end.to_owned(),
        }
    }

    #[test]
    fn some_texts_are_no_date_at_all() {
        for text in ["", "-", "null", "None", "N/A"] {
            assert_eq!(read(text), Some(Reading::Nothing), "{text}");
        }
    }

    #[test]
    fn a_word_names_one_month() {
        let words: Vec<&String> = WORDS.months.values().flatten().collect();
        for word in &words {
            let count = words.iter().filter(|other| *other == word).count();
            assert_eq!(count, 1, "{word}");
        }
        assert_eq!(WORDS.months.len(), 12);
    }
}
