//! The meanings of dates.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

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

/// Returns the number that is written with four digits.
pub fn four_digits(text: &str) -> Option<u16> {
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
