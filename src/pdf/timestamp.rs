//! Dates in PDF files. The system clock is never read here: the same input gives the same bytes.

use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

/// The years that a PDF date can express.
const YEARS: std::ops::RangeInclusive<i32> = 0..=9999;

/// A date and time in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(OffsetDateTime);

impl Timestamp {
    /// Parses a PDF date (ISO 32000-1, 7.9.4), such as `D:20260314120000+01'00'`. Missing parts
    /// take their first value. Returns `None` for text that is not a date.
    pub fn parse_pdf(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches("D:");
        let end = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (digits, zone) = text.split_at(end);
        let year = digits.get(..4)?.parse().ok()?;
        let month = Month::try_from(two_digits(digits, 4).unwrap_or(1)).ok()?;
        let day = two_digits(digits, 6).unwrap_or(1);
        let date = Date::from_calendar_date(year, month, day).ok()?;
        let hour = two_digits(digits, 8).unwrap_or(0);
        let minute = two_digits(digits, 10).unwrap_or(0);
        let second = two_digits(digits, 12).unwrap_or(0);
        let time = Time::from_hms(hour, minute, second).ok()?;
        let local = PrimitiveDateTime::new(date, time).assume_offset(offset(zone));
        Self::new(local.to_offset(UtcOffset::UTC))
    }

    /// Converts seconds since 1970. Returns `None` outside the years that a PDF date can express.
    pub fn from_unix(seconds: i64) -> Option<Self> {
        Self::new(OffsetDateTime::from_unix_timestamp(seconds).ok()?)
    }

    fn new(date_time: OffsetDateTime) -> Option<Self> {
        YEARS.contains(&date_time.year()).then_some(Self(date_time))
    }

    /// Returns the date and time in UTC.
    pub fn date_time(self) -> OffsetDateTime {
        self.0
    }

    /// Formats the timestamp as a PDF date: `D:20260314120000Z`.
    pub fn to_pdf(self) -> String {
        let Self(at) = self;
        format!(
            "D:{:04}{:02}{:02}{:02}{:02}{:02}Z",
            at.year(),
            u8::from(at.month()),
            at.day(),
            at.hour(),
            at.minute(),
            at.second()
        )
    }

    /// Formats the day: `2026-03-14`.
    pub fn to_day(self) -> String {
        let Self(at) = self;
        format!(
            "{:04}-{:02}-{:02}",
            at.year(),
            u8::from(at.month()),
            at.day()
        )
    }
}

fn two_digits(digits: &str, start: usize) -> Option<u8> {
    digits.get(start..start + 2)?.parse().ok()
}

/// Parses the time zone of a PDF date, such as `+01'00'`; anything else is UTC.
fn offset(zone: &str) -> UtcOffset {
    let (sign, rest) = match zone.as_bytes().first() {
        Some(b'+') => (1, &zone[1..]),
        Some(b'-') => (-1, &zone[1..]),
        _ => return UtcOffset::UTC,
    };
    let mut parts = rest.split('\'');
    let hours: i8 = parts.next().and_then(|part| part.parse().ok()).unwrap_or(0);
    let minutes: i8 = parts.next().and_then(|part| part.parse().ok()).unwrap_or(0);
    let has_sign_twice = hours < 0 || minutes < 0;
    if has_sign_twice {
        return UtcOffset::UTC;
    }
    UtcOffset::from_hms(sign * hours, sign * minutes, 0).unwrap_or(UtcOffset::UTC)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<String> {
        Timestamp::parse_pdf(text).map(Timestamp::to_pdf)
    }

    #[test]
    fn parses_pdf_dates() {
        assert_eq!(parse("D:20260314").as_deref(), Some("D:20260314000000Z"));
        assert_eq!(parse("D:2026Z").as_deref(), Some("D:20260101000000Z"));
        assert_eq!(
            parse("D:20260314120102Z").as_deref(),
            Some("D:20260314120102Z")
        );
    }

    #[test]
    fn converts_time_zones_to_utc() {
        assert_eq!(
            parse("D:20260314003000+01'30'").as_deref(),
            Some("D:20260313230000Z")
        );
        assert_eq!(
            parse("D:20261231230000-05'00").as_deref(),
            Some("D:20270101040000Z")
        );
        assert_eq!(
            parse("D:20260314120000+99'99'").as_deref(),
            Some("D:20260314120000Z")
        );
    }

    #[test]
    fn rejects_text_that_is_not_a_date() {
        assert_eq!(parse("soon"), None);
        assert_eq!(parse("D:20261301"), None);
        assert_eq!(parse("D:00000101000000+10'00'"), None);
    }

    #[test]
    fn converts_unix_time() {
        for (seconds, date) in [
            (0, Some("D:19700101000000Z")),
            (951_827_696, Some("D:20000229123456Z")),
            (1_735_689_599, Some("D:20241231235959Z")),
            (i64::MAX, None),
        ] {
            let found = Timestamp::from_unix(seconds).map(Timestamp::to_pdf);
            assert_eq!(found.as_deref(), date);
        }
    }
}
