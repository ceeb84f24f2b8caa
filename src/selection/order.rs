//! The order of entries by their dates.
//!
//! Uses `profile`.

use std::cmp::Ordering;

use crate::profile::{DateText, Dates, Entry, Moment, PartialDate};
use crate::selection::SelectedEntry;

/// Sorts dated entries; the others keep their places.
pub fn newest_first(entries: &mut Vec<SelectedEntry>) {
    let periods: Vec<Option<Period>> = entries
        .iter()
        .map(|selected| period(&selected.entry))
        .collect();
    let mut dated: Vec<(Period, usize)> = periods
        .iter()
        .enumerate()
        .filter_map(|(at, period)| Some(((*period)?, at)))
        .collect();
    dated.sort_by(|(a, _), (b, _)| b.order(a));
    let mut taken: Vec<Option<SelectedEntry>> = entries.drain(..).map(Some).collect();
    let mut sorted = dated.into_iter();
    for (at, period) in periods.iter().enumerate() {
        let from = if period.is_some() {
            sorted.next().map_or(at, |(_, from)| from)
        } else {
            at
        };
        entries.extend(taken[from].take());
    }
}

/// When an entry ended, and when it began.
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

impl End {
    fn order(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Open, Self::Open) => Ordering::Equal,
            (Self::Open, Self::At(_)) => Ordering::Greater,
            (Self::At(_), Self::Open) => Ordering::Less,
            (Self::At(a), Self::At(b)) => total(a).cmp(&total(b)),
        }
    }
}

impl Period {
    fn order(&self, other: &Self) -> Ordering {
        self.end
            .order(other.end)
            .then_with(|| self.start.map(total).cmp(&other.start.map(total)))
    }
}

/// A year counts as its end, a month as its last day, so that the order is one of all dates.
fn total(date: PartialDate) -> (u16, u8, u8) {
    (date.year, date.month.unwrap_or(12), date.day.unwrap_or(31))
}

fn period(entry: &Entry) -> Option<Period> {
    let calendar = |date: &DateText| match date.moment() {
        Moment::Date(date) => Some(End::At(date)),
        Moment::Term { to, .. } => Some(End::At(PartialDate {
            year: to,
            month: None,
            day: None,
        })),
        Moment::Present => Some(End::Open),
        Moment::Words(words) => year_in(&words).map(|year| {
            End::At(PartialDate {
                year,
                month: None,
                day: None,
            })
        }),
    };
    let start = entry.start.as_ref().and_then(|date| match date.moment() {
        Moment::Date(date) => Some(date),
        _ => None,
    });
    let dates = entry.date.iter().flat_map(Dates::as_slice);
    let end = dates
        .chain(&entry.end)
        .filter_map(calendar)
        .max_by(|a, b| a.order(*b))
        .or(start.map(End::At))?;
    Some(Period { end, start })
}

/// The year in which an entry ended, as far as its dates tell.
pub fn year(entry: &Entry) -> Option<u16> {
    let period = period(entry)?;
    match period.end {
        End::At(date) => Some(date.year),
        End::Open => period.start.map(|date| date.year),
    }
}

/// The last year that stands in words such as `Spring 2024` or `2010 Fall`.
fn year_in(words: &str) -> Option<u16> {
    let numbers = words
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4);
    numbers
        .filter_map(|digits| digits.parse().ok())
        .rfind(|year: &u16| (1900..=2100).contains(year))
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
        let name = |entry: &SelectedEntry| entry.entry.name.clone().expect("a name").0;
        selection.sections[0].entries.iter().map(name).collect()
    }

    #[test]
    fn newest_first_leaves_undated_entries_where_they_are() {
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
}
