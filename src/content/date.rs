//! Dates become text, in the words of a language and in every style that a layout may choose.
//!
//! Uses the value types of `profile` and the words of `locale`.

use super::locale::{DateWords, Locale};
use super::resume::{Period, Span};
use crate::profile::{Calendar, DateText, Dates, Entry, Moment};

/// A way to write dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// `2023.9`
    Numeric,
    /// `Sep 2023`
    Short,
    /// `September 2023`
    Long,
    /// `2023-09`
    Iso,
}

/// The periods of an entry.
pub fn periods(entry: &Entry, locale: &Locale) -> Vec<Period> {
    let points = entry.date.iter().flat_map(Dates::as_slice);
    let mut periods: Vec<Period> = points.map(|date| period(Some(date), None, locale)).collect();
    if entry.start.is_some() || entry.end.is_some() {
        periods.push(period(entry.start.as_ref(), entry.end.as_ref(), locale));
    }
    periods
}

fn period(start: Option<&DateText>, end: Option<&DateText>, locale: &Locale) -> Period {
    let span = |style| Span {
        start: start.map(|date| moment(&date.moment(), style, locale)),
        end: end.map(|date| moment(&date.moment(), style, locale)),
    };
    Period { numeric: span(Style::Numeric), short: span(Style::Short), long: span(Style::Long), iso: span(Style::Iso) }
}

fn moment(moment: &Moment, style: Style, locale: &Locale) -> String {
    match moment {
        Moment::Present => locale.words().present.clone(),
        Moment::Calendar(date) => calendar(*date, style, &locale.words().dates),
        Moment::Term { from, to, rest } if rest.is_empty() => format!("{from}–{to}"),
        Moment::Term { from, to, rest } => format!("{from}–{to} {rest}"),
        Moment::Words(words) => words.clone(),
    }
}

fn calendar(date: Calendar, style: Style, words: &DateWords) -> String {
    let Calendar { year, month, day } = date;
    let name = |names: &[String]| {
        let month = month.map_or(0, usize::from);
        names.get(month.wrapping_sub(1)).cloned().unwrap_or_default()
    };
    let written = |names: &[String]| {
        let pattern = match (month, day) {
            (None, _) => &words.year,
            (Some(_), None) => &words.year_month,
            (Some(_), Some(_)) => &words.year_month_day,
        };
        pattern
            .replace("{year}", &year.to_string())
            .replace("{month}", &name(names))
            .replace("{day}", &day.map(|day| day.to_string()).unwrap_or_default())
    };
    match style {
        Style::Numeric => match (month, day) {
            (Some(month), Some(day)) => format!("{year}.{month}.{day}"),
            (Some(month), None) => format!("{year}.{month}"),
            (None, _) => year.to_string(),
        },
        Style::Iso => match (month, day) {
            (Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
            (Some(month), None) => format!("{year}-{month:02}"),
            (None, _) => year.to_string(),
        },
        Style::Short => written(&words.months_short),
        Style::Long => written(&words.months_long),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn styles(start: &str, end: Option<&str>, tag: &str) -> [String; 4] {
        let date = |text: &str| DateText(text.to_owned());
        let locale = Locale::parse(tag).expect("a tag");
        let period = period(Some(&date(start)), end.map(date).as_ref(), &locale);
        let text = |span: Span| [span.start, span.end].into_iter().flatten().collect::<Vec<_>>().join(" – ");
        [text(period.numeric), text(period.short), text(period.long), text(period.iso)]
    }

    #[test]
    fn a_period_in_every_style() {
        assert_eq!(
            styles("2023-09", Some("2025-12"), "en"),
            ["2023.9 – 2025.12", "Sep 2023 – Dec 2025", "September 2023 – December 2025", "2023-09 – 2025-12"]
        );
        assert_eq!(
            styles("2023-09", Some("present"), "zh"),
            ["2023.9 – 至今", "2023年9月 – 至今", "2023年9月 – 至今", "2023-09 – 至今"]
        );
    }

    #[test]
    fn precision_is_kept() {
        assert_eq!(styles("2019", None, "en"), ["2019", "2019", "2019", "2019"]);
        assert_eq!(styles("2024-12-26", None, "en"), ["2024.12.26", "Dec 26, 2024", "December 26, 2024", "2024-12-26"]);
    }

    #[test]
    fn terms_get_a_dash_and_other_words_stay() {
        assert_eq!(styles("2024-2025 Fall", None, "en")[0], "2024–2025 Fall");
        assert_eq!(styles("Februray 2025", None, "en")[1], "Februray 2025");
    }
}
