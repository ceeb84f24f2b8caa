//! Dates as people write them in a CV: years, months, days, terms, "present", or any other words.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::nearest;

/// A date as written: a string, a bare year, or a TOML date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateText(pub String);

/// One date or several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Dates {
    /// One.
    One(DateText),
    /// Several, such as the terms in which a course was taught.
    Many(Vec<DateText>),
}

impl Dates {
    /// The dates.
    pub fn as_slice(&self) -> &[DateText] {
        match self {
            Self::One(date) => std::slice::from_ref(date),
            Self::Many(dates) => dates,
        }
    }
}

impl<'de> Deserialize<'de> for DateText {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Text(String),
            Year(i64),
            Toml(toml::value::Datetime),
        }
        Ok(Self(match Written::deserialize(deserializer)? {
            Written::Text(text) => text,
            Written::Year(year) => year.to_string(),
            Written::Toml(datetime) => datetime
                .date
                .map_or_else(|| datetime.to_string(), |date| date.to_string()),
        }))
    }
}

impl JsonSchema for DateText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let languages = generator.subschema_for::<crate::profile::text::Languages>();
        schemars::json_schema!({
            "description": "A year, a month or a day (`2023`, `2023-09`, `2023-09-01`), `present`, a term, or any other words.",
            "anyOf": [{ "type": "string" }, { "type": "integer" }, languages],
            "x-toml-datetime": true,
        })
    }
}

/// A day, a month or a year: as precise as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PartialDate {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31; never without a month.
    pub day: Option<u8>,
}

/// What a date says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moment {
    /// A point of the calendar.
    Date(PartialDate),
    /// It goes on.
    Present,
    /// A span of years, and what of it: `2024-2025 Fall`.
    Term {
        /// The first year.
        from: u16,
        /// The second year.
        to: u16,
        /// What follows, as typed.
        rest: String,
    },
    /// Anything else, as it stands.
    Words(String),
}

impl DateText {
    /// Reads it. Whatever is no date stays as it was typed.
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

    /// Whether it is no date but was probably meant as one: digits with other punctuation than
    /// `2023-09` or out of range, or words that name a date.
    pub fn looks_mistyped(&self) -> bool {
        match self.moment() {
            Moment::Words(text) => {
                let of_a_date =
                    |c: char| c.is_ascii_digit() || matches!(c, '-' | '/' | '.' | '–' | ' ');
                let digits =
                    text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(of_a_date);
                digits || self.meant().is_some()
            }
            Moment::Term { from, to, .. } => from > to,
            Moment::Date(_) | Moment::Present => false,
        }
    }

    /// The date as a profile writes it, where these words tell which one is meant: `May 2025` is
    /// `2025-05`.
    pub fn meant(&self) -> Option<String> {
        let text = self.0.trim();
        let lower = text.to_lowercase();
        if ["now", "today", "current", "currently"].contains(&&*lower)
            || nearest(&lower, ["present"]).is_some()
        {
            return Some("present".to_owned());
        }
        let parts: Vec<&str> = lower
            .split([' ', ',', '.', '/'])
            .filter(|part| !part.is_empty())
            .collect();
        let [one, two] = parts.as_slice() else {
            return None;
        };
        let (year, month) = match (four_digits(one), four_digits(two)) {
            (Some(year), None) => (year, two),
            (None, Some(year)) => (year, one),
            _ => return None,
        };
        let named = |month: &str| {
            let near = nearest(month, MONTHS).filter(|_| month.len() > 4);
            let short = MONTHS
                .into_iter()
                .find(|name| month.len() >= 3 && name.starts_with(month));
            MONTHS
                .into_iter()
                .position(|name| near.or(short) == Some(name))
                .map(|at| at + 1)
        };
        let month = match month.parse::<usize>() {
            Ok(number) => Some(number).filter(|number| (1..=12).contains(number)),
            Err(_) => named(month),
        };
        month.map(|month| format!("{year}-{month:02}"))
    }
}

/// The months in the language in which most profiles are mistyped.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

fn term(text: &str) -> Option<Moment> {
    let (years, rest) = text.split_at_checked(9)?;
    let (from, to) = years.split_once(['-', '/'])?;
    let (from, to) = (four_digits(from)?, four_digits(to)?);
    (rest.is_empty() || rest.starts_with(' ')).then(|| Moment::Term {
        from,
        to,
        rest: rest.trim().to_owned(),
    })
}

fn four_digits(text: &str) -> Option<u16> {
    digits(text, 4).and_then(|n| u16::try_from(n).ok())
}

fn digits(text: &str, count: usize) -> Option<u32> {
    (text.len() == count && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

impl PartialDate {
    /// Reads `2023`, `2023-09` (or `2023-9`) and `2023-09-01`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let year = four_digits(parts.next()?)?;
        let mut number = |low: u8, high: u8| match parts.next() {
            None => Ok(None),
            Some(part) => digits(part, 2)
                .or_else(|| digits(part, 1))
                .and_then(|n| u8::try_from(n).ok())
                .filter(|n| (low..=high).contains(n))
                .map(Some)
                .ok_or(()),
        };
        let month = number(1, 12).ok()?;
        let day = number(1, days_in(year, month)).ok()?;
        parts.next().is_none().then_some(Self { year, month, day })
    }

    /// Earlier, later, or neither: `2023` is neither before nor after `2023-09`.
    pub fn order(self, other: Self) -> Ordering {
        let finer = |a: Option<u8>, b: Option<u8>| match (a, b) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => Ordering::Equal,
        };
        self.year
            .cmp(&other.year)
            .then(finer(self.month, other.month))
            .then(match (self.month, other.month) {
                (Some(_), Some(_)) => finer(self.day, other.day),
                _ => Ordering::Equal,
            })
    }
}

fn days_in(year: u16, month: Option<u8>) -> u8 {
    match month {
        Some(2)
            if year.is_multiple_of(4)
                && (!year.is_multiple_of(100) || year.is_multiple_of(400)) =>
        {
            29
        }
        Some(2) => 28,
        Some(4 | 6 | 9 | 11) => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calendar(year: u16, month: Option<u8>, day: Option<u8>) -> Moment {
        Moment::Date(PartialDate { year, month, day })
    }

    fn moment(text: &str) -> Moment {
        DateText(text.to_owned()).moment()
    }

    #[test]
    fn dates_keep_their_precision() {
        assert_eq!(moment("2023"), calendar(2023, None, None));
        assert_eq!(moment("2023-09"), calendar(2023, Some(9), None));
        assert_eq!(moment("2024-02-29"), calendar(2024, Some(2), Some(29)));
        assert_eq!(moment("Present"), Moment::Present);
    }

    #[test]
    fn terms_and_other_words_stay() {
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
    fn what_looks_like_a_date_but_is_none_is_noticed() {
        for text in [
            "2023-13",
            "2023-02-30",
            "09/2023",
            "2023.9",
            "20231",
            "2023-",
            "2024-2023",
            "presnt",
        ] {
            assert!(DateText(text.to_owned()).looks_mistyped(), "{text}");
        }
        for text in ["May 2025", "Februray 2025", "Sep. 2025", "now", "2025/02"] {
            assert!(DateText(text.to_owned()).looks_mistyped(), "{text}");
        }
        for text in [
            "Spring 2024",
            "2023-09",
            "present",
            "2023-2024",
            "ongoing",
            "Fall 2024",
            "Marathon 2024",
        ] {
            assert!(!DateText(text.to_owned()).looks_mistyped(), "{text}");
        }
    }

    #[test]
    fn a_date_in_words_is_understood() {
        let meant = |text: &str| DateText(text.to_owned()).meant();
        assert_eq!(meant("May 2025").as_deref(), Some("2025-05"));
        assert_eq!(meant("Februray 2025").as_deref(), Some("2025-02"));
        assert_eq!(meant("Sept. 2025").as_deref(), Some("2025-09"));
        assert_eq!(meant("2025.06").as_deref(), Some("2025-06"));
        assert_eq!(meant("Now").as_deref(), Some("present"));
        assert_eq!(meant("Winter 2025"), None);
        assert_eq!(meant("2025-13"), None);
    }

    #[test]
    fn dates_of_different_precision_are_not_out_of_order() {
        let at = |text| PartialDate::parse(text).expect("a date");
        assert_eq!(at("2023").order(at("2023-09")), Ordering::Equal);
        assert_eq!(at("2023-10").order(at("2023-09")), Ordering::Greater);
        assert_eq!(at("2022-12-31").order(at("2023")), Ordering::Less);
    }
}
