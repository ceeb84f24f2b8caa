//! Formats dates in the words of a language, in every style that a layout may choose.
//!
//! ICU has the patterns of each language (Unicode CLDR). The numeric and the ISO style are the same
//! in all languages.

use icu_calendar::{Date, Gregorian};
use icu_datetime::FixedCalendarDateTimeFormatter as Formatter;
use icu_datetime::fieldsets::{YM, YMD};
use icu_locale_core::{Locale as LanguageTag, locale};

use crate::content::locale::Locale;
use crate::content::resume::{DateStyle, FormattedDate, FormattedPeriod, FormattedRange};
use crate::profile::{DateText, Dates, Entry, Moment, PartialDate};

/// Formats dates in one language. Create one per CV: loading a language's patterns costs more than
/// using them.
pub struct DateWriter<'a> {
    locale: &'a Locale,
    short: Option<Patterns>,
    long: Option<Patterns>,
}

/// The patterns of a language in one length.
struct Patterns {
    month: Formatter<Gregorian, YM>,
    day: Formatter<Gregorian, YMD>,
}

impl Patterns {
    /// Loads the patterns of a language; `None` if ICU has none.
    fn new(tag: &LanguageTag, months: YM, days: YMD) -> Option<Self> {
        // ICU4X 2.4 cannot format its pattern for months in Brazilian Portuguese; the one for
        // Portugal reads the same.
        let is_portuguese = tag.id.language.as_str() == "pt" && months == YM::long();
        let month_tag = if is_portuguese {
            locale!("pt-PT")
        } else {
            tag.clone()
        };
        Some(Self {
            month: Formatter::try_new(month_tag.into(), months).ok()?,
            day: Formatter::try_new(tag.into(), days).ok()?,
        })
    }

    /// Formats a date; `None` if it has no month or does not exist.
    fn format(&self, date: PartialDate) -> Option<String> {
        let day = date.day.unwrap_or(1);
        let full = Date::try_new_gregorian(date.year.into(), date.month?, day).ok()?;
        Some(match date.day {
            None => self.month.format(&full).to_string(),
            Some(_) => self.day.format(&full).to_string(),
        })
    }
}

impl<'a> DateWriter<'a> {
    /// Creates a writer for a language.
    pub fn new(locale: &'a Locale) -> Self {
        let tag = locale.words_tag();
        Self {
            locale,
            short: Patterns::new(&tag, YM::medium(), YMD::medium()),
            long: Patterns::new(&tag, YM::long(), YMD::long()),
        }
    }

    /// Returns the periods of an entry.
    pub fn periods(&self, entry: &Entry) -> Vec<FormattedPeriod> {
        let points = entry.date.iter().flat_map(Dates::as_slice);
        let mut periods: Vec<FormattedPeriod> =
            points.map(|date| self.period(Some(date), None)).collect();
        if entry.start.is_some() || entry.end.is_some() {
            periods.push(self.period(entry.start.as_ref(), entry.end.as_ref()));
        }
        periods
    }

    fn period(&self, start: Option<&DateText>, end: Option<&DateText>) -> FormattedPeriod {
        FormattedPeriod {
            numeric: self.range(start, end, DateStyle::Numeric),
            short: self.range(start, end, DateStyle::Short),
            long: self.range(start, end, DateStyle::Long),
            iso: self.range(start, end, DateStyle::Iso),
        }
    }

    fn range(
        &self,
        start: Option<&DateText>,
        end: Option<&DateText>,
        style: DateStyle,
    ) -> FormattedRange {
        FormattedRange {
            start: start.map(|date| self.format(date, style)),
            end: end.map(|date| self.format(date, style)),
        }
    }

    /// Returns a date in every style.
    pub fn date(&self, date: &DateText) -> FormattedDate {
        FormattedDate {
            numeric: self.format(date, DateStyle::Numeric),
            short: self.format(date, DateStyle::Short),
            long: self.format(date, DateStyle::Long),
            iso: self.format(date, DateStyle::Iso),
        }
    }

    fn format(&self, date: &DateText, style: DateStyle) -> String {
        match date.moment() {
            Moment::Present => self.locale.words().present.clone(),
            Moment::Date(date) => self.format_partial(date, style),
            Moment::Term { from, to, rest } if rest.is_empty() => format!("{from}–{to}"),
            Moment::Term { from, to, rest } => format!("{from}–{to} {rest}"),
            Moment::Words(words) => words,
        }
    }

    fn format_partial(&self, date: PartialDate, style: DateStyle) -> String {
        let patterns = match style {
            DateStyle::Short => self.short.as_ref(),
            DateStyle::Long => self.long.as_ref(),
            DateStyle::Numeric | DateStyle::Iso => None,
        };
        patterns
            .and_then(|patterns| patterns.format(date))
            .unwrap_or_else(|| format_numeric(date, style))
    }
}

/// Formats a date without words: `2023.9` or `2023-09`.
fn format_numeric(date: PartialDate, style: DateStyle) -> String {
    let PartialDate { year, month, day } = date;
    match (style, month, day) {
        (_, None, _) => year.to_string(),
        (DateStyle::Numeric, Some(month), None) => format!("{year}.{month}"),
        (DateStyle::Numeric, Some(month), Some(day)) => format!("{year}.{month}.{day}"),
        (_, Some(month), None) => format!("{year}-{month:02}"),
        (_, Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn styles(start: &str, end: Option<&str>, tag: &str) -> [String; 4] {
        let locale = Locale::parse(tag).expect("a tag");
        let start = DateText(start.to_owned());
        let end = end.map(|end| DateText(end.to_owned()));
        let period = DateWriter::new(&locale).period(Some(&start), end.as_ref());
        [period.numeric, period.short, period.long, period.iso].map(joined)
    }

    fn joined(range: FormattedRange) -> String {
        let dates: Vec<String> = [range.start, range.end].into_iter().flatten().collect();
        dates.join(" – ")
    }

    #[test]
    fn formats_a_period_in_every_style() {
        assert_eq!(
            styles("2023-09", Some("2025-12"), "en"),
            [
                "2023.9 – 2025.12",
                "Sep 2023 – Dec 2025",
                "September 2023 – December 2025",
                "2023-09 – 2025-12"
            ]
        );
        assert_eq!(
            styles("2023-09", Some("present"), "zh"),
            [
                "2023.9 – 至今",
                "2023年9月 – 至今",
                "2023年9月 – 至今",
                "2023-09 – 至今"
            ]
        );
    }

    #[test]
    fn keeps_the_precision_of_dates() {
        assert_eq!(styles("2019", None, "en"), ["2019", "2019", "2019", "2019"]);
        assert_eq!(
            styles("2024-12-26", None, "en"),
            [
                "2024.12.26",
                "Dec 26, 2024",
                "December 26, 2024",
                "2024-12-26"
            ]
        );
    }

    #[test]
    fn writes_terms_with_a_dash_and_keeps_other_words() {
        assert_eq!(styles("2024-2025 Fall", None, "en")[0], "2024–2025 Fall");
        assert_eq!(styles("Februray 2025", None, "en")[1], "Februray 2025");
    }

    #[test]
    fn formats_dates_in_every_language() {
        for tag in Locale::known() {
            for date in ["2023", "2023-09", "2023-09-07", "2024-02-29"] {
                for text in styles(date, Some("present"), tag) {
                    assert!(text.contains("20") && text.contains(" – "), "{tag}: {text}");
                }
            }
        }
        assert_eq!(styles("2023-09", None, "de")[2], "September 2023");
        assert_eq!(styles("2023-09", None, "fr")[1], "sept. 2023");
        assert_eq!(styles("2023-09", None, "pt")[2], "setembro de 2023");
        assert_eq!(styles("2023-09-07", None, "pl")[2], "7 września 2023");
    }
}
