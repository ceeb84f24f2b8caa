//! Writes dates in the words of a language, in every style that a layout may choose.
//!
//! The names of months and their order come from ICU (Unicode CLDR). What CVs in a language show
//! otherwise, such as `09/2023`, is in its file in `locales/`.

use std::cell::OnceCell;

use icu_calendar::{Date, Gregorian};
use icu_datetime::FixedCalendarDateTimeFormatter as Formatter;
use icu_datetime::fieldsets::{YM, YMD};
use icu_locale_core::locale;

use crate::content::locale::Locale;
use crate::content::resume::{DateFormat, DatePrecision, DateStyle, FormattedPeriod, Period};
use crate::profile::{DateText, Moment, PartialDate};

/// Writes dates in one language and one format. Create one per document: loading a language's
/// patterns, which happens on first use, costs more than using them.
pub struct DateWriter<'a> {
    locale: &'a Locale,
    format: DateFormat,
    short: OnceCell<Option<IcuPatterns>>,
    long: OnceCell<Option<IcuPatterns>>,
}

/// The patterns of a language in one length.
struct IcuPatterns {
    month: Formatter<Gregorian, YM>,
    day: Formatter<Gregorian, YMD>,
    /// Whether the day precedes month and year whatever ICU has.
    is_day_first: bool,
}

impl IcuPatterns {
    /// Loads the patterns of a language; `None` if ICU has none.
    fn new(locale: &Locale, months: YM, days: YMD) -> Option<Self> {
        let tag = locale.dates_tag();
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
            is_day_first: locale.is_international_english(),
        })
    }

    /// Writes a date; `None` if it has no month or does not exist.
    fn write(&self, date: PartialDate) -> Option<String> {
        let day = date.day.unwrap_or(1);
        let full = Date::try_new_gregorian(date.year.into(), date.month?, day).ok()?;
        Some(match date.day {
            None => self.month.format(&full).to_string(),
            Some(day) if self.is_day_first => format!("{day} {}", self.month.format(&full)),
            Some(_) => self.day.format(&full).to_string(),
        })
    }
}

/// Writes the date of a letter, in full.
pub fn long_date(locale: &Locale, date: &DateText) -> String {
    let format = DateFormat {
        style: DateStyle::Long,
        ..DateFormat::default()
    };
    DateWriter::new(locale, format).moment(&date.moment(), DatePrecision::AsWritten)
}

impl<'a> DateWriter<'a> {
    /// Creates a writer.
    pub fn new(locale: &'a Locale, format: DateFormat) -> Self {
        Self {
            locale,
            format,
            short: OnceCell::new(),
            long: OnceCell::new(),
        }
    }

    /// Returns the dash between two dates.
    pub fn dash(&self) -> &'static str {
        &self.locale.words().dates.dash
    }

    /// Writes a period. An end alone is a point in time, and so are two ends that look the same.
    pub fn period(&self, period: &Period) -> FormattedPeriod {
        let precision = self.format.precision.unwrap_or(period.precision);
        let mut moments = [&period.start, &period.end].into_iter().flatten();
        let mut texts = moments.clone().map(|moment| self.moment(moment, precision));
        let start = texts.next();
        let end = texts.next().filter(|end| start.as_ref() != Some(end));
        let months = period.months.filter(|_| self.format.durations);
        FormattedPeriod {
            duration: months.map(|months| self.locale.duration(months)),
            in_years: moments.all(|moment| is_year(moment, precision)),
            start,
            end,
        }
    }

    /// Writes a date with all that is known of it.
    pub fn day(&self, date: PartialDate) -> Option<String> {
        self.period(&Period {
            start: Some(Moment::Date(date)),
            end: None,
            precision: DatePrecision::AsWritten,
            months: None,
        })
        .start
    }

    /// Returns whether dates are in Japanese whatever the language of the document.
    pub fn is_japanese(&self) -> bool {
        self.format.style.is_japanese()
    }

    fn moment(&self, moment: &Moment, precision: DatePrecision) -> String {
        match moment {
            Moment::Present if self.is_japanese() => "現在".to_owned(),
            Moment::Present => self.locale.words().present.clone(),
            Moment::Date(date) => self.date(shown(*date, precision)),
            Moment::Term { from, to, rest } if rest.is_empty() => format!("{from}–{to}"),
            Moment::Term { from, to, rest } => format!("{from}–{to} {}", with_dashes(rest)),
            Moment::Words(words) => with_dashes(words),
        }
    }

    fn date(&self, date: PartialDate) -> String {
        // A language without words has no names of months either.
        let style = match self.format.style {
            DateStyle::Auto | DateStyle::Short | DateStyle::Long if !self.locale.is_known() => {
                DateStyle::Iso
            }
            style => style,
        };
        match style {
            DateStyle::Auto => self.usual(date),
            DateStyle::Short => self.short(date),
            DateStyle::Long => self.long(date),
            DateStyle::Numeric => numeric(date),
            DateStyle::Slashed if self.locale.has_month_first() => {
                fill(["y", "MM/y", "MM/dd/y"], date)
            }
            DateStyle::Slashed => fill(["y", "MM/y", "dd/MM/y"], date),
            DateStyle::Iso => iso(date),
            DateStyle::Japanese => fill(["y年", "y年M月", "y年M月d日"], date),
            DateStyle::JapaneseEra => in_era(date),
        }
    }

    /// Writes a date as CVs in the language do.
    fn usual(&self, date: PartialDate) -> String {
        let patterns = &self.locale.words().dates;
        match patterns.month.as_str() {
            _ if date.month.is_none() => fill([&patterns.year; 3], date),
            "short" => self.short(date),
            "long" => self.long(date),
            month => fill([&patterns.year, month, &patterns.day], date),
        }
    }

    fn short(&self, date: PartialDate) -> String {
        let patterns = self
            .short
            .get_or_init(|| IcuPatterns::new(self.locale, YM::medium(), YMD::medium()));
        in_words(patterns.as_ref(), date)
    }

    fn long(&self, date: PartialDate) -> String {
        let patterns = self
            .long
            .get_or_init(|| IcuPatterns::new(self.locale, YM::long(), YMD::long()));
        in_words(patterns.as_ref(), date)
    }
}

fn is_year(moment: &Moment, precision: DatePrecision) -> bool {
    match moment {
        Moment::Present => true,
        Moment::Date(date) => shown(*date, precision).month.is_none(),
        Moment::Term { .. } | Moment::Words(_) => false,
    }
}

/// Returns what is shown of a date.
fn shown(date: PartialDate, precision: DatePrecision) -> PartialDate {
    let PartialDate { year, month, day } = date;
    let (month, day) = match precision {
        DatePrecision::AsWritten => (month, day),
        DatePrecision::Month => (month, None),
        DatePrecision::Year => (None, None),
    };
    PartialDate { year, month, day }
}

/// Replaces hyphens between digits with dashes, as in `2023-2024 Spring, 2024-2025 Fall`. Days in
/// ISO format keep theirs.
fn with_dashes(words: &str) -> String {
    let mut dashed = String::with_capacity(words.len());
    for word in words.split_inclusive(is_separator) {
        let is_day = word.split('-').count() > 2;
        let mut previous = ' ';
        let mut characters = word.chars().peekable();
        while let Some(c) = characters.next() {
            let next = characters.peek().copied().unwrap_or(' ');
            let is_between = previous.is_numeric() && next.is_numeric();
            dashed.push(if c == '-' && is_between && !is_day {
                '–'
            } else {
                c
            });
            previous = c;
        }
    }
    dashed
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == ';'
}

/// Writes a date with the patterns of a language, or without words if ICU has none.
fn in_words(patterns: Option<&IcuPatterns>, date: PartialDate) -> String {
    patterns
        .and_then(|patterns| patterns.write(date))
        .unwrap_or_else(|| iso(date))
}

/// Writes a date by the pattern for a year, a month or a day, in the letters of CLDR: `dd.MM.y`.
fn fill(patterns: [&str; 3], date: PartialDate) -> String {
    let PartialDate { year, month, day } = date;
    let pattern = match (month, day) {
        (None, _) => patterns[0],
        (Some(_), None) => patterns[1],
        (Some(_), Some(_)) => patterns[2],
    };
    let month = month.unwrap_or_default();
    let day = day.unwrap_or_default();
    pattern
        .replace("MM", &format!("{month:02}"))
        .replace('M', &month.to_string())
        .replace("dd", &format!("{day:02}"))
        .replace('d', &day.to_string())
        .replace('y', &year.to_string())
}

/// The eras of Japan, the latest first: the name, and the year, month and day of the start.
const ERAS: [(&str, (u16, u8, u8)); 5] = [
    ("令和", (2019, 5, 1)),
    ("平成", (1989, 1, 8)),
    ("昭和", (1926, 12, 25)),
    ("大正", (1912, 7, 30)),
    ("明治", (1868, 1, 25)),
];

/// Writes `令和5年9月`. A month or a year in which an era begins belongs to it. The first year of an
/// era is 元年.
fn in_era(date: PartialDate) -> String {
    let last_day = (date.year, date.month.unwrap_or(12), date.day.unwrap_or(31));
    let Some((name, (first, ..))) = ERAS.iter().find(|(_, start)| last_day >= *start) else {
        return fill(["y年", "y年M月", "y年M月d日"], date);
    };
    let year = match date.year - first + 1 {
        1 => "元".to_owned(),
        year => year.to_string(),
    };
    fill(["年", "年M月", "年M月d日"], date).replacen('年', &format!("{name}{year}年"), 1)
}

/// Writes `2023.9`.
fn numeric(date: PartialDate) -> String {
    fill(["y", "y.M", "y.M.d"], date)
}

/// Writes `2023-09`.
fn iso(date: PartialDate) -> String {
    fill(["y", "y-MM", "y-MM-dd"], date)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLES: [DateStyle; 6] = [
        DateStyle::Auto,
        DateStyle::Short,
        DateStyle::Long,
        DateStyle::Numeric,
        DateStyle::Slashed,
        DateStyle::Iso,
    ];

    fn period(start: Option<&str>, end: Option<&str>) -> Period {
        Period {
            start: start.map(moment),
            end: end.map(moment),
            precision: DatePrecision::AsWritten,
            months: None,
        }
    }

    fn moment(text: &str) -> Moment {
        DateText(text.to_owned()).moment()
    }

    fn written(period: &Period, format: DateFormat, tag: &str) -> String {
        let locale = Locale::parse(tag).expect("a tag");
        let shown = DateWriter::new(&locale, format).period(period);
        let dates: Vec<String> = [shown.start, shown.end].into_iter().flatten().collect();
        dates.join(" – ")
    }

    fn styles(start: &str, end: Option<&str>, tag: &str) -> [String; 6] {
        STYLES.map(|style| {
            let format = DateFormat {
                style,
                ..DateFormat::default()
            };
            written(&period(Some(start), end), format, tag)
        })
    }

    #[test]
    fn writes_a_period_in_every_style() {
        assert_eq!(
            styles("2023-09", Some("2025-12"), "en"),
            [
                "Sep 2023 – Dec 2025",
                "Sep 2023 – Dec 2025",
                "September 2023 – December 2025",
                "2023.9 – 2025.12",
                "09/2023 – 12/2025",
                "2023-09 – 2025-12"
            ]
        );
        assert_eq!(
            styles("2023-09", Some("present"), "zh"),
            [
                "2023.09 – 至今",
                "2023年9月 – 至今",
                "2023年9月 – 至今",
                "2023.9 – 至今",
                "09/2023 – 至今",
                "2023-09 – 至今"
            ]
        );
    }

    #[test]
    fn eras_begin_on_their_days() {
        for (written, expected) in [
            ("2026-04", "令和8年4月"),
            ("2019-05-01", "令和元年5月1日"),
            ("2019-04-30", "平成31年4月30日"),
            ("2019-04", "平成31年4月"),
            ("2019", "令和元年"),
            ("1989-01-08", "平成元年1月8日"),
            ("1989-01-07", "昭和64年1月7日"),
            ("1926-12-25", "昭和元年12月25日"),
            ("1926-12-24", "大正15年12月24日"),
            ("1867-12", "1867年12月"),
        ] {
            let format = DateFormat {
                style: DateStyle::JapaneseEra,
                ..DateFormat::default()
            };
            assert_eq!(written_in(written, format), expected);
        }
        let format = DateFormat {
            style: DateStyle::Japanese,
            ..DateFormat::default()
        };
        assert_eq!(written_in("2026-04-01", format), "2026年4月1日");
        assert_eq!(written_in("present", format), "現在");
    }

    fn written_in(date: &str, format: DateFormat) -> String {
        let mut point = period(Some(date), None);
        point.precision = DatePrecision::AsWritten;
        written(&point, format, "en")
    }

    #[test]
    fn keeps_the_precision_of_dates() {
        assert_eq!(styles("2019", None, "en"), ["2019"; 6]);
        assert_eq!(
            styles("2024-12-26", None, "en-US"),
            [
                "Dec 26, 2024",
                "Dec 26, 2024",
                "December 26, 2024",
                "2024.12.26",
                "12/26/2024",
                "2024-12-26"
            ]
        );
        assert_eq!(
            styles("2024-12-26", None, "en"),
            [
                "26 Dec 2024",
                "26 Dec 2024",
                "26 December 2024",
                "2024.12.26",
                "26/12/2024",
                "2024-12-26"
            ]
        );
    }

    #[test]
    fn shows_as_much_of_a_date_as_asked() {
        for (precision, expected) in [
            (None, "2024-12-26"),
            (Some(DatePrecision::AsWritten), "2024-12-26"),
            (Some(DatePrecision::Month), "2024-12"),
            (Some(DatePrecision::Year), "2024"),
        ] {
            let format = DateFormat {
                style: DateStyle::Iso,
                precision,
                ..DateFormat::default()
            };
            assert_eq!(
                written(&period(Some("2024-12-26"), None), format, "en"),
                expected
            );
        }
        let short = period(Some("2024-03-04"), Some("2024-11-30"));
        for (precision, expected) in [
            (DatePrecision::Month, "2024-03 – 2024-11"),
            (DatePrecision::Year, "2024"),
        ] {
            let format = DateFormat {
                style: DateStyle::Iso,
                precision: Some(precision),
                ..DateFormat::default()
            };
            assert_eq!(written(&short, format, "en"), expected);
        }
    }

    #[test]
    fn an_end_alone_is_that_date() {
        let ended = period(None, Some("2017-06"));
        assert_eq!(written(&ended, DateFormat::default(), "en"), "Jun 2017");
        assert_eq!(written(&ended, DateFormat::default(), "de"), "06/2017");
    }

    #[test]
    fn every_hyphen_between_digits_of_words_is_a_dash() {
        for (text, expected) in [
            ("2024-2025 Fall", "2024–2025 Fall"),
            ("2024-2025", "2024–2025"),
            (
                "2023–2024 Spring, 2024-2025 Fall",
                "2023–2024 Spring, 2024–2025 Fall",
            ),
            (
                "2022-2023 Fall, 2023-2024 Fall",
                "2022–2023 Fall, 2023–2024 Fall",
            ),
            ("Spring 2019-20", "Spring 2019–20"),
            ("mid-2019", "mid-2019"),
            ("until 2019-03-01", "until 2019-03-01"),
            ("Februray 2025", "Februray 2025"),
        ] {
            assert_eq!(styles(text, None, "en"), [expected; 6], "{text}");
        }
    }

    #[test]
    fn writes_dates_in_every_language() {
        for tag in Locale::known().chain(["ar-EG", "sv"]) {
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

    #[test]
    fn dates_of_a_language_without_words_are_in_digits() {
        assert_eq!(
            styles("2023-09-07", None, "tlh"),
            [
                "2023-09-07",
                "2023-09-07",
                "2023-09-07",
                "2023.9.7",
                "07/09/2023",
                "2023-09-07"
            ]
        );
    }
}
