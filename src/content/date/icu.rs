//! The patterns of ICU for dates in words.

use icu_calendar::{Date, Gregorian};
use icu_datetime::FixedCalendarDateTimeFormatter as Formatter;
use icu_datetime::fieldsets::{YM, YMD};
use icu_locale_core::locale;

use crate::content::locale::Locale;
use crate::profile::PartialDate;

/// The patterns of a language in one length.
pub struct IcuPatterns {
    month: Formatter<Gregorian, YM>,
    day: Formatter<Gregorian, YMD>,
    /// Whether the day precedes month and year whatever ICU has.
    is_day_first: bool,
}

impl IcuPatterns {
    /// Loads the patterns of a language; `None` if ICU has none.
    pub fn new(locale: &Locale, months: YM, days: YMD) -> Option<Self> {
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
    pub fn write(&self, date: PartialDate) -> Option<String> {
        let day = date.day.unwrap_or(1);
        let full = Date::try_new_gregorian(date.year.into(), date.month?, day).ok()?;
        Some(match date.day {
            None => self.month.format(&full).to_string(),
            Some(day) if self.is_day_first => format!("{day} {}", self.month.format(&full)),
            Some(_) => self.day.format(&full).to_string(),
        })
    }
}
