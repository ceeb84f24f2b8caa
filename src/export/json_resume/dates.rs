//! Dates as JSON Resume has them: `2020`, `2020-03`, `2020-03-15`.

use crate::export::json_resume::tree::Object;
use crate::profile::{DateText, Dates, Entry, Moment, PartialDate};

/// The years that the schema of JSON Resume admits.
const YEARS: std::ops::RangeInclusive<u16> = 1000..=2999;

/// The dates of an entry.
#[derive(Debug, Default, PartialEq)]
pub struct EntryDates {
    /// The start of the first period.
    pub start: Option<String>,
    /// Its end, if it has ended.
    pub end: Option<String>,
    /// The dates as written, if start and end do not contain all of it.
    pub written: Vec<String>,
}

impl EntryDates {
    /// Sets the members of an entry. Where it should have one date, an equal end is left out.
    pub fn set(self, object: &mut Object, start: &str, end: &str, is_one: bool) {
        let has_end = !is_one || self.end != self.start;
        object.set(start, self.start);
        object.set(end, self.end.filter(|_| has_end));
        object.set("dates", self.written);
    }
}

/// Returns a date of the calendar; `None` for words and for what continues.
pub fn iso(date: &DateText) -> Option<String> {
    match date.moment() {
        Moment::Date(date) => iso_date(date),
        _ => None,
    }
}

/// Returns a date; `None` if its year is outside of what the schema admits.
pub fn iso_date(date: PartialDate) -> Option<String> {
    let PartialDate { year, month, day } = date;
    if !YEARS.contains(&year) {
        return None;
    }
    Some(match (month, day) {
        (Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
        (Some(month), None) => format!("{year}-{month:02}"),
        _ => year.to_string(),
    })
}

/// Returns the dates of an entry. A point in time is start and end.
pub fn dates_of(entry: &Entry) -> EntryDates {
    let points = entry.date.as_ref().map_or(&[][..], Dates::as_slice);
    let mut dates = EntryDates::default();
    let mut is_complete = points.len() < 2;
    if let Some(point) = points.first() {
        if let Moment::Term { from, to, .. } = point.moment() {
            dates.start = iso_date(year(from));
            dates.end = iso_date(year(to));
            is_complete = false;
        } else {
            dates.start = iso(point);
            dates.end.clone_from(&dates.start);
            is_complete &= dates.start.is_some();
        }
    } else {
        dates.start = entry.start.as_ref().and_then(iso);
        dates.end = entry.end.as_ref().and_then(iso);
        is_complete &= entry.start.is_none() || dates.start.is_some();
        let is_open = entry
            .end
            .as_ref()
            .is_none_or(|end| end.moment() == Moment::Present);
        is_complete &= is_open || dates.end.is_some();
    }
    if !is_complete {
        let others = entry.start.iter().chain(&entry.end);
        let written = points.iter().chain(others).map(|date| date.0.trim());
        let written = written.filter(|date| !date.is_empty());
        dates.written = written.map(str::to_owned).collect();
    }
    dates
}

fn year(year: u16) -> PartialDate {
    PartialDate {
        year,
        month: None,
        day: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(date: &str) -> DateText {
        DateText(date.to_owned())
    }

    fn period(start: &str, end: &str) -> EntryDates {
        dates_of(&Entry {
            start: Some(text(start)),
            end: Some(text(end)),
            ..Entry::default()
        })
    }

    #[test]
    fn periods_have_start_and_end() {
        let closed = period("2020-3", "2021");
        assert_eq!(closed.start.as_deref(), Some("2020-03"));
        assert_eq!(closed.end.as_deref(), Some("2021"));
        assert!(closed.written.is_empty());
        let open = period("2020", "present");
        assert_eq!((open.end, open.written), (None, Vec::new()));
    }

    #[test]
    fn words_are_kept_as_written() {
        assert_eq!(period("2020", "summer").written, ["2020", "summer"]);
        let terms = dates_of(&Entry {
            date: Some(Dates::Many(vec![text("2024-2025 Fall"), text("2026")])),
            ..Entry::default()
        });
        assert_eq!(terms.start.as_deref(), Some("2024"));
        assert_eq!(terms.end.as_deref(), Some("2025"));
        assert_eq!(terms.written, ["2024-2025 Fall", "2026"]);
        assert_eq!(period("0800", "0900").start, None);
    }
}
