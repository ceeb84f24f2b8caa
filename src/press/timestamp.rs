//! When a file was made, as PDF and XMP write it. The clock is never asked.

/// A date and a time in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp {
    year: u16,
    /// Month, day, hour, minute, second.
    rest: [u8; 5],
}

impl Timestamp {
    /// What a PDF writes, `D:20260314120000Z`; parts that it leaves out are the first there are.
    pub fn of_pdf(text: &str) -> Option<Self> {
        let digits = text.trim().trim_start_matches("D:");
        let end = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        let digits = &digits[..end];
        let year = digits.get(..4)?.parse().ok()?;
        let part = |at: usize, least: u8| {
            digits
                .get(at..at + 2)
                .and_then(|part| part.parse().ok())
                .unwrap_or(least)
        };
        Some(Self {
            year,
            rest: [part(4, 1), part(6, 1), part(8, 0), part(10, 0), part(12, 0)],
        })
    }

    /// Seconds since 1970, in UTC; `None` beyond the years that a PDF can write.
    pub fn of_epoch(seconds: i64) -> Option<Self> {
        let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let date = icu_calendar::Date::from_rata_die(
            icu_calendar::types::RataDie::new(719_163_i64.checked_add(days)?),
            icu_calendar::Gregorian,
        );
        let year = u16::try_from(date.era_year().year)
            .ok()
            .filter(|year| *year <= 9999)?;
        let part = |number: i64| u8::try_from(number).ok();
        let time = [part(time / 3600)?, part(time / 60 % 60)?, part(time % 60)?];
        Some(Self {
            year,
            rest: [
                date.month().ordinal,
                date.day_of_month().0,
                time[0],
                time[1],
                time[2],
            ],
        })
    }

    /// `D:20260314120000Z`
    pub fn to_pdf(self) -> String {
        let [month, day, hour, minute, second] = self.rest;
        format!(
            "D:{:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z",
            self.year
        )
    }

    /// `2026-03-14T12:00:00Z`
    pub fn to_xmp(self) -> String {
        let [month, day, hour, minute, second] = self.rest;
        format!(
            "{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z",
            self.year
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_pdf_writes_them() {
        let written = |text| Timestamp::of_pdf(text).map(Timestamp::to_xmp);
        assert_eq!(
            written("D:20260314").as_deref(),
            Some("2026-03-14T00:00:00Z")
        );
        assert_eq!(
            written("D:20260314120102+01'00'").as_deref(),
            Some("2026-03-14T12:01:02Z")
        );
        assert_eq!(written("D:2026Z").as_deref(), Some("2026-01-01T00:00:00Z"));
        assert_eq!(written("soon"), None);
    }

    #[test]
    fn seconds_become_a_date() {
        assert_eq!(
            Timestamp::of_epoch(951_827_696)
                .map(Timestamp::to_pdf)
                .as_deref(),
            Some("D:20000229123456Z")
        );
        assert_eq!(Timestamp::of_epoch(i64::MAX), None);
    }
}
