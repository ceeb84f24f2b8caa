//! Dates become text, in the words of a language and in every style that a layout may choose.
//!
//! ICU knows how a language writes a date (Unicode CLDR); the numeric and the ISO style are the
//! same in all. Uses the value types of `profile` and the words of `locale`.

use icu_calendar::{Date, Gregorian};
use icu_datetime::FixedCalendarDateTimeFormatter as Formatter;
use icu_datetime::fieldsets::{YM, YMD};
use icu_locale_core::{Locale as LanguageTag, locale};

use crate::content::locale::Locale;
use crate::content::resume::{DateStyle, FormattedDate, FormattedPeriod, FormattedRange};
use crate::profile::{DateText, Dates, Entry, Moment, PartialDate};

/// Writes dates in one language. Made once for a CV: reading a language's patterns costs more than
/// using them.
pub struct DateWriter<'a> {
    locale: &'a Locale,
    short: Option<Patterns>,
    long: Option<Patterns>,
}

/// How a language writes months and days in one length.
struct Patterns {
    month: Formatter<Gregorian, YM>,
    day: Formatter<Gregorian, YMD>,
}

impl Patterns {
    /// `None` for a language that ICU has no patterns of, which stays with the ISO style.
    fn new(tag: &LanguageTag, months: YM, days: YMD) -> Option<Self> {
        // ICU4X 2.4 has a pattern for months of Brazilian Portuguese that it cannot write;
        // Portugal's reads the same.
        let portuguese = tag.id.language.as_str() == "pt" && months == YM::long();
        let of_months = if portuguese {
            locale!("pt-PT")
        } else {
            tag.clone()
        };
        Some(Self {
            month: Formatter::try_new(of_months.into(), months).ok()?,
            day: Formatter::try_new(tag.into(), days).ok()?,
        })
    }

    fn write(&self, date: PartialDate) -> Option<String> {
        let first =
            Date::try_new_gregorian(date.year.into(), date.month?, date.day.unwrap_or(1)).ok()?;
        Some(match date.day {
            None => self.month.format(&first).to_string(),
            Some(_) => self.day.format(&first).to_string(),
        })
    }
}

impl<'a> DateWriter<'a> {
    /// A writer of the language's dates.
    pub fn new(locale: &'a Locale) -> Self {
        let tag = locale.of_words();
        Self {
            locale,
            short: Patterns::new(&tag, YM::medium(), YMD::medium()),
            long: Patterns::new(&tag, YM::long(), YMD::long()),
        }
    }

    /// The periods of an entry.
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
        let span = |style| FormattedRange {
            start: start.map(|date| self.moment(&date.moment(), style)),
            end: end.map(|date| self.moment(&date.moment(), style)),
        };
        FormattedPeriod {
            numeric: span(DateStyle::Numeric),
            short: span(DateStyle::Short),
            long: span(DateStyle::Long),
            iso: span(DateStyle::Iso),
        }
    }

    /// A date in every style.
    pub fn styles(&self, date: &DateText) -> FormattedDate {
        let written = |style| self.moment(&date.moment(), style);
        FormattedDate {
            numeric: written(DateStyle::Numeric),
            short: written(DateStyle::Short),
            long: written(DateStyle::Long),
            iso: written(DateStyle::Iso),
        }
    }

    fn moment(&self, moment: &Moment, style: DateStyle) -> String {
        match moment {
            Moment::Present => self.locale.words().present.clone(),
            Moment::Date(date) => self.calendar(*date, style),
            Moment::Term { from, to, rest } if rest.is_empty() => format!("{from}–{to}"),
            Moment::Term { from, to, rest } => format!("{from}–{to} {rest}"),
            Moment::Words(words) => words.clone(),
        }
    }

    fn calendar(&self, date: PartialDate, style: DateStyle) -> String {
        let of_language = |patterns: &Option<Patterns>| patterns.as_ref()?.write(date);
        let written = match style {
            DateStyle::Short => of_language(&self.short),
            DateStyle::Long => of_language(&self.long),
            DateStyle::Numeric | DateStyle::Iso => None,
        };
        written.unwrap_or_else(|| in_figures(date, style))
    }
}

/// A date without words: `2023.9`, `2023-09`.
fn in_figures(date: PartialDate, style: DateStyle) -> String {
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
        let date = |text: &str| DateText(text.to_owned());
        let locale = Locale::parse(tag).expect("a tag");
        let period = DateWriter::new(&locale).period(Some(&date(start)), end.map(date).as_ref());
        let text = |span: FormattedRange| {
            [span.start, span.end]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" – ")
        };
        [
            text(period.numeric),
            text(period.short),
            text(period.long),
            text(period.iso),
        ]
    }

    #[test]
    fn a_period_in_every_style() {
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
    fn precision_is_kept() {
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
    fn terms_get_a_dash_and_other_words_stay() {
        assert_eq!(styles("2024-2025 Fall", None, "en")[0], "2024–2025 Fall");
        assert_eq!(styles("Februray 2025", None, "en")[1], "Februray 2025");
    }

    #[test]
    fn every_language_writes_every_date() {
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
