//! Dates as they are written in CVs: years, months, days, terms, "present", or any other words.
//! [`crate::profile::moment`] has their meanings.

use std::borrow::Cow;
use std::ops::Range;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::profile::date_reader::read_usual;
use crate::profile::moment::{Moment, PartialDate, four_digits};
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
            "description": "A year, a month or a day (`2023`, `2023-09`, `2023-09-01`, or as people write them: `09/2023`, `Sep 2023`), `present`, a term, or any other words.",
            "anyOf": [{ "type": "string" }, { "type": "integer" }, languages],
            "x-toml-datetime": true,
        })
    }
}

impl DateText {
    /// Returns a date of the calendar; `None` for one in words.
    pub fn date(&self) -> Option<PartialDate> {
        match self.moment() {
            Moment::Date(date) => Some(date),
            _ => None,
        }
    }

    /// Returns the meaning of the date.
    pub fn moment(&self) -> Moment {
        let text = self.0.trim();
        if text.eq_ignore_ascii_case("present") {
            return Moment::Present;
        }
        if let Some(date) = PartialDate::parse(text) {
            return Moment::Date(date);
        }
        term(text)
            .or_else(|| read_usual(text))
            .unwrap_or_else(|| Moment::Words(text.to_owned()))
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
    fn dates_in_usual_notations_are_dates() {
        for text in [
            "04/2019",
            "4.2019",
            "2019/04",
            "Apr. 2019",
            "April 2019",
            "Apr 2019",
        ] {
            assert_eq!(moment(text), date(2019, Some(4), None), "{text}");
        }
        for text in [
            "20.11.2026",
            "20. November 2026",
            "20/11/2026",
            "November 20th, 2026",
        ] {
            assert_eq!(moment(text), date(2026, Some(11), Some(20)), "{text}");
        }
        for text in ["heute", "now", "aujourd’hui", "NOW", "nu", "tällä hetkellä"] {
            assert_eq!(moment(text), Moment::Present, "{text}");
        }
        // What could also mean something else stays words.
        for text in [
            "04/05/2019",
            "Mai 20",
            "05/20",
            "Presnt",
            "Marsh 2019",
            "Circus 2019",
        ] {
            assert_eq!(moment(text), Moment::Words(text.to_owned()));
        }
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
}
