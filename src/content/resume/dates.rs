//! The dates of entries, and how a layout asks for them to be written.

use crate::profile::Moment;

/// A point in time or a period of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The start, or the point in time.
    pub start: Option<Moment>,
    /// The end.
    pub end: Option<Moment>,
    /// How much of its dates is shown unless the options say otherwise.
    pub precision: DatePrecision,
    /// The number of months that it lasted, if that is known and says something.
    pub months: Option<u32>,
}

/// A period as shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormattedPeriod {
    /// The start, or the only date.
    pub start: Option<String>,
    /// The end.
    pub end: Option<String>,
    /// The duration.
    pub duration: Option<String>,
    /// Whether neither date has a month.
    pub in_years: bool,
}

/// How the dates of entries are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DateFormat {
    /// The style.
    pub style: DateStyle,
    /// How much of each date is shown; what suits the entry if missing.
    pub precision: Option<DatePrecision>,
    /// Whether the duration follows a period.
    pub durations: bool,
}

impl DateFormat {
    /// Dates as a profile writes them, for texts that are compared with it.
    pub const AS_WRITTEN: Self = Self {
        style: DateStyle::Iso,
        precision: Some(DatePrecision::AsWritten),
        durations: false,
    };
}

/// A way to write dates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DateStyle {
    /// As CVs in the language write them: `Sep 2023`, `09/2023`, `2023年9月`.
    #[default]
    Auto,
    /// `Sep 2023`.
    Short,
    /// `September 2023`.
    Long,
    /// `2023.9`.
    Numeric,
    /// `09/2023`.
    Slashed,
    /// `2023-09`.
    Iso,
    /// `2023年9月`, in every language.
    Japanese,
    /// `令和5年9月`, in every language.
    JapaneseEra,
}

impl DateStyle {
    /// Returns whether dates are in Japanese whatever the language of the document.
    pub fn is_japanese(self) -> bool {
        matches!(self, Self::Japanese | Self::JapaneseEra)
    }

    /// Returns the style that a layout's option `dates` names.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto),
            "short" => Some(Self::Short),
            "long" => Some(Self::Long),
            "numeric" => Some(Self::Numeric),
            "slashed" => Some(Self::Slashed),
            "iso" => Some(Self::Iso),
            _ => None,
        }
    }
}

/// How much of a date is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatePrecision {
    /// The day, the month or the year, as written.
    AsWritten,
    /// The month at most.
    Month,
    /// The year.
    Year,
}

impl DatePrecision {
    /// Returns the precision that a layout's option `date-precision` names; `None` for `auto`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "as-written" => Some(Self::AsWritten),
            "month" => Some(Self::Month),
            "year" => Some(Self::Year),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_styles_are_named() {
        for (name, style) in [
            ("auto", Some(DateStyle::Auto)),
            ("short", Some(DateStyle::Short)),
            ("long", Some(DateStyle::Long)),
            ("numeric", Some(DateStyle::Numeric)),
            ("slashed", Some(DateStyle::Slashed)),
            ("iso", Some(DateStyle::Iso)),
            ("tiny", None),
        ] {
            assert_eq!(DateStyle::from_name(name), style, "{name}");
        }
    }
}
