//! Writes dates in the words of a language, in every style that a layout may choose.
//!
//! The names of months and their order come from ICU (Unicode CLDR). What CVs in a language show
//! otherwise, such as `09/2023`, is in its file in `locales/`.

mod digits;
mod icu;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use icu_datetime::fieldsets::{YM, YMD};

use crate::content::date::digits::{fill, in_era, iso, numeric};
use crate::content::date::icu::IcuPatterns;
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
    pub fn dash(&self) -> &str {
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
    pub fn day(&self, date: PartialDate) -> String {
        self.point(&Moment::Date(date))
    }

    /// Writes a point in time with all that is known of it.
    pub fn point(&self, moment: &Moment) -> String {
        let precision = self.format.precision;
        self.moment(moment, precision.unwrap_or(DatePrecision::AsWritten))
    }

    /// Writes a date in a form, which has all dates in its own style.
    pub fn in_form(&self, date: Option<PartialDate>) -> Option<String> {
        date.filter(|_| self.is_japanese())
            .map(|date| self.day(date))
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
            DateStyle::Slashed if self.locale.has_year_first() => {
                fill(["y", "y/MM", "y/MM/dd"], date)
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

/// The first year that is surely one of the Gregorian calendar: those of the Solar Hijri calendar, whose
/// months have other names, are before it.
const FIRST_YEAR: u16 = 1700;

/// Writes a date with the patterns of a language, or without words if ICU has none.
fn in_words(patterns: Option<&IcuPatterns>, date: PartialDate) -> String {
    patterns
        .filter(|_| date.year >= FIRST_YEAR)
        .and_then(|patterns| patterns.write(date))
        .unwrap_or_else(|| iso(date))
}
