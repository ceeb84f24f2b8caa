//! The dates of entries, as shown and for programs.

use crate::content::resume::Period;
use crate::export::outline::builder::OutlineBuilder;
use crate::export::outline::parts::{OutlineDate, OutlinePeriod};
use crate::profile::{Moment, PartialDate, is_east_asian};

impl OutlineBuilder<'_> {
    /// Returns a period as shown; `None` if it has no date.
    pub(super) fn period(&self, period: &Period) -> Option<OutlinePeriod> {
        let shown = self.dates.period(period);
        let iso = self.iso_dates.period(period);
        let mut moments = period.start.iter().chain(&period.end);
        let start = dated(shown.start?, iso.start, moments.next());
        let end = shown.end.map(|end| dated(end, iso.end, moments.next()));
        let dash = self.dates.dash();
        let is_closed = end.as_ref().is_some_and(|end| {
            let has_space = start.text.contains(' ') || end.text.contains(' ');
            !has_space && (shown.in_years || dash.chars().all(is_east_asian))
        });
        Some(OutlinePeriod {
            dash: if is_closed {
                dash.to_owned()
            } else {
                format!(" {dash} ")
            },
            start,
            end,
            duration: shown.duration,
        })
    }

    /// Returns a day as `2001-12-31`, as far as it is known.
    pub(super) fn datetime(&self, date: PartialDate) -> String {
        self.iso_dates.day(date)
    }
}

fn dated(text: String, iso: Option<String>, moment: Option<&Moment>) -> OutlineDate {
    OutlineDate {
        text,
        datetime: iso.filter(|_| matches!(moment, Some(Moment::Date(_)))),
    }
}
