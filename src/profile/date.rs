//! Dates as they are written in CVs: years, months, days, terms, "present", or any other words.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::{Range, RangeInclusive};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};

use crate::profile::text::Languages;
use crate::profile::tree::{Node, Value};

/// A date as written: a string, a year as a number, or a TOML date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateText(pub String);

/// One date, or a list of dates.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Dates {
    /// One date.
    One(DateText),
    /// Several dates, such as the terms in which a course was taught.
    Many(Vec<DateText>),
}

impl Dates {
    /// Returns the dates.
    pub fn as_slice(&self) -> &[DateText] {
        match self {
            Self::One(date) => std::slice::from_ref(date),
            Self::Many(dates) => dates,
        }
    }
}

/// The TOML values that a date can be.
#[derive(Deserialize)]
#[serde(untagged)]
enum TomlDate {
    Text(String),
    Year(i64),
    Datetime(toml::value::Datetime),
}

impl<'de> Deserialize<'de> for DateText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match TomlDate::deserialize(deserializer)? {
            TomlDate::Text(text) => text,
            TomlDate::Year(year) => year.to_string(),
            TomlDate::Datetime(datetime) => match datetime.date {
                Some(date) => date.to_string(),
                None => datetime.to_string(),
            },
        }))
    }
}

impl JsonSchema for DateText {
    fn schema_name() -> Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let languages = generator.subschema_for::<Languages>();
        json_schema!({
            "description": "A year, a month or a day (`2023`, `2023-09`, `2023-09-01`), `present`, a term, or any other words.",
            "anyOf": [{ "type": "string" }, { "type": "integer" }, languages],
            "x-toml-datetime": true,
        })
    }
}

/// A day, a month or a year: a date with the precision that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PartialDate {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31; only with a month.
    pub day: Option<u8>,
}

/// The meaning of a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moment {
    /// A date of the calendar.
    Date(PartialDate),
    /// Ongoing.
    Present,
    /// Two years and words after them: `2024-2025 Fall`.
    Term {
        /// The first year.
        from: u16,
        /// The second year.
        to: u16,
        /// The words, as written.
        rest: String,
    },
    /// Any other words.
    Words(String),
}

impl DateText {
    /// Returns the meaning of the date.
    pub fn moment(&self) -> Moment {
        let text = self.0.trim();
        if text.eq_ignore_ascii_case("present") {
            return Moment::Present;
        }
        if let Some(date) = PartialDate::parse(text) {
            return Moment::Date(date);
        }
        term(text).unwrap_or_else(|| Moment::Words(text.to_owned()))
    }
}

/// A date and its span in the profile.
pub struct WrittenDate {
    /// The date.
    pub date: DateText,
    /// The byte range in the text.
    pub span: Range<usize>,
}

/// Returns the date or the dates under a key of a table.
pub fn dates_of(table: &Node, key: &str) -> Vec<WrittenDate> {
    let Some(node) = table.get(key) else {
        return Vec::new();
    };
    let nodes = match &node.value {
        Value::Array(members) => members.as_slice(),
        _ => std::slice::from_ref(node),
    };
    let mut dates = Vec::new();
    for node in nodes {
        let span = node.span.clone();
        dates.extend(node.parse().map(|date| WrittenDate { date, span }));
    }
    dates
}

/// Returns the meaning of the date under a key of a table.
pub fn moment_of(table: &Node, key: &str) -> Option<Moment> {
    let date: DateText = table.get(key)?.parse()?;
    Some(date.moment())
}

fn term(text: &str) -> Option<Moment> {
    let (years, rest) = text.split_at_checked(9)?;
    let (from, to) = years.split_once(['-', '/'])?;
    let (from, to) = (four_digits(from)?, four_digits(to)?);
    if !rest.is_empty() && !rest.starts_with(' ') {
        return None;
    }
    Some(Moment::Term {
        from,
        to,
        rest: rest.trim().to_owned(),
    })
}

fn four_digits(text: &str) -> Option<u16> {
    if text.len() != 4 {
        return None;
    }
    digits(text)
}

/// Returns the number that is written with digits and nothing else.
fn digits(text: &str) -> Option<u16> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// Returns the number of one or two digits that is in a range.
fn number_in(range: RangeInclusive<u8>, text: &str) -> Option<u8> {
    if text.len() > 2 {
        return None;
    }
    let number = u8::try_from(digits(text)?).ok()?;
    range.contains(&number).then_some(number)
}

impl PartialDate {
    /// Parses `2023`, `2023-09`, `2023-9` and `2023-09-01`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        // `0000` and `0001` are not years of a CV.
        let year = four_digits(parts.next()?).filter(|year| *year >= 1000)?;
        let mut date = Self {
            year,
            month: None,
            day: None,
        };
        if let Some(month) = parts.next() {
            date.month = Some(number_in(1..=12, month)?);
        }
        if let Some(day) = parts.next() {
            date.day = Some(number_in(1..=date.days_in_month(), day)?);
        }
        match parts.next() {
            Some(_) => None,
            None => Some(date),
        }
    }

    /// Compares two dates with the precision that both have: `2023` and `2023-09` are equal.
    pub fn order(self, other: Self) -> Ordering {
        let years = self.year.cmp(&other.year);
        let (Some(month), Some(other_month)) = (self.month, other.month) else {
            return years;
        };
        let months = years.then(month.cmp(&other_month));
        let (Some(day), Some(other_day)) = (self.day, other.day) else {
            return months;
        };
        months.then(day.cmp(&other_day))
    }

    fn days_in_month(self) -> u8 {
        match self.month {
            Some(2) if self.is_in_leap_year() => 29,
            Some(2) => 28,
            Some(4 | 6 | 9 | 11) => 30,
            _ => 31,
        }
    }

    fn is_in_leap_year(self) -> bool {
        let year = self.year;
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: u16, month: Option<u8>, day: Option<u8>) -> Moment {
        Moment::Date(PartialDate { year, month, day })
    }

    fn moment(text: &str) -> Moment {
        DateText(text.to_owned()).moment()
    }

    #[test]
    fn dates_keep_their_precision() {
        assert_eq!(moment("2023"), date(2023, None, None));
        assert_eq!(moment("2023-09"), date(2023, Some(9), None));
        assert_eq!(moment("2024-02-29"), date(2024, Some(2), Some(29)));
        assert_eq!(moment("Present"), Moment::Present);
    }

    #[test]
    fn terms_and_other_words_are_kept() {
        assert_eq!(
            moment("2024-2025 Fall"),
            Moment::Term {
                from: 2024,
                to: 2025,
                rest: "Fall".to_owned()
            }
        );
        assert_eq!(
            moment("Februray 2025"),
            Moment::Words("Februray 2025".to_owned())
        );
        assert_eq!(moment("2023-02-29"), Moment::Words("2023-02-29".to_owned()));
    }

    #[test]
    fn dates_of_different_precision_compare_as_equal() {
        fn at(text: &str) -> PartialDate {
            PartialDate::parse(text).expect("a date")
        }
        assert_eq!(at("2023").order(at("2023-09")), Ordering::Equal);
        assert_eq!(at("2023-10").order(at("2023-09")), Ordering::Greater);
        assert_eq!(at("2022-12-31").order(at("2023")), Ordering::Less);
    }
}
