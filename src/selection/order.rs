//! Sorts entries by their dates.
//!
//! Uses `profile`.

use std::cmp::Ordering;

use crate::profile::{DateText, Dates, Entry, Moment, PartialDate};
use crate::selection::entry::SelectedEntry;

/// Sorts the dated entries, the newest first; the others keep their places.
pub fn newest_first(entries: &mut Vec<SelectedEntry>) {
    let mut dated: Vec<(Period, SelectedEntry)> = Vec::new();
    // The places of dated entries are empty until they are sorted.
    let mut places: Vec<Option<SelectedEntry>> = Vec::new();
    for entry in entries.drain(..) {
        match Period::of(&entry.entry) {
            Some(period) => {
                dated.push((period, entry));
                places.push(None);
            }
            None => places.push(Some(entry)),
        }
    }
    dated.sort_by(|(a, _), (b, _)| b.order(a));
    let mut sorted = dated.into_iter().map(|(_, entry)| entry);
    for place in places {
        entries.extend(place.or_else(|| sorted.next()));
    }
}

/// Returns the year in which an entry ended; for an ongoing entry, the year in which it started.
pub fn year(entry: &Entry) -> Option<u16> {
    let period = Period::of(entry)?;
    match period.end {
        End::At(date) => Some(date.year),
        End::Open => period.start.map(|date| date.year),
    }
}

/// The end and the start of an entry.
#[derive(Debug, Clone, Copy)]
struct Period {
    end: End,
    start: Option<PartialDate>,
}

#[derive(Debug, Clone, Copy)]
enum End {
    At(PartialDate),
    Open,
}

impl Period {
    /// Returns `None` if the entry has no date.
    fn of(entry: &Entry) -> Option<Self> {
        let start = entry.start.as_ref().and_then(DateText::date);
        let dates = entry.date.iter().flat_map(Dates::as_slice);
        let end = dates
            .chain(&entry.end)
            .filter_map(End::of)
            .max_by(|a, b| a.order(*b))
            .or(start.map(End::At))?;
        Some(Self { end, start })
    }

    fn order(&self, other: &Self) -> Ordering {
        let starts = self.start.map(last_day).cmp(&other.start.map(last_day));
        self.end.order(other.end).then(starts)
    }
}

impl End {
    fn of(date: &DateText) -> Option<Self> {
        match date.moment() {
            Moment::Date(date) => Some(Self::At(date)),
            Moment::Term { to, .. } => Some(Self::at_year(to)),
            Moment::Present => Some(Self::Open),
            Moment::Words(words) => last_year_in(&words).map(Self::at_year),
        }
    }

    fn at_year(year: u16) -> Self {
        Self::At(PartialDate {
            year,
            month: None,
            day: None,
        })
    }

    fn order(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Open, Self::Open) => Ordering::Equal,
            (Self::Open, Self::At(_)) => Ordering::Greater,
            (Self::At(_), Self::Open) => Ordering::Less,
            (Self::At(a), Self::At(b)) => last_day(a).cmp(&last_day(b)),
        }
    }
}

/// Returns the last day of a year or month, so that all dates can be compared.
fn last_day(date: PartialDate) -> (u16, u8, u8) {
    (date.year, date.month.unwrap_or(12), date.day.unwrap_or(31))
}

/// Returns the last year in words such as `Spring 2024` or `2010 Fall`.
fn last_year_in(words: &str) -> Option<u16> {
    let numbers = words.split(|c: char| !c.is_ascii_digit());
    let mut years: Vec<u16> = Vec::new();
    for digits in numbers.filter(|digits| digits.len() == 4) {
        years.extend(digits.parse::<u16>());
    }
    years.into_iter().rfind(|year| (1900..=2100).contains(year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Diagnostics, Source};
    use crate::selection::{Choice, select};

    fn order(section: &str) -> Vec<String> {
        let text = format!("[[section]]\nkind = \"project\"\nsort = \"newest-first\"\n{section}");
        let reading =
            crate::profile::parse(Source::new("a.toml", text), None, None).expect("valid TOML");
        let selection = select(&reading, &Choice::default(), &mut Diagnostics::default());
        let entries = &selection.sections[0].entries;
        entries.iter().map(name).collect()
    }

    fn name(entry: &SelectedEntry) -> String {
        entry.entry.name.clone().expect("a name").0
    }

    #[test]
    fn newest_first_keeps_places_of_undated_entries() {
        let sorted = order(
            r#"
            entry = [
                { name = "old", start = "2010", end = "2012-03" },
                { name = "undated" },
                { name = "open", start = "2011", end = "present" },
                { name = "term", date = ["2019-2020 Fall", "2020-2021 Spring"] },
                { name = "point", date = "2024-05" },
                { name = "words", date = "2015 Fall" },
                { name = "vague", date = "long ago" },
            ]"#,
        );
        assert_eq!(
            sorted,
            ["open", "undated", "point", "term", "words", "old", "vague"]
        );
    }

    #[test]
    fn later_start_comes_first_if_both_end_together() {
        let sorted = order(
            r#"
            entry = [
                { name = "long", start = "2010", end = "2020" },
                { name = "short", start = "2015", end = "2020" },
            ]"#,
        );
        assert_eq!(sorted, ["short", "long"]);
    }
}
