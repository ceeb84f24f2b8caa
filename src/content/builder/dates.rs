//! The dates of entries: how much of them matters, how long something lasted, and whether its end
//! is still ahead.

use crate::content::builder::ResumeBuilder;
use crate::content::resume::{DatePrecision, Period};
use crate::profile::{DateText, Dates, Entry, Moment, PartialDate, PublicationKind, SectionKind};

impl ResumeBuilder<'_> {
    /// Returns the periods of an entry in a section of a kind.
    pub(super) fn periods(&self, entry: &Entry, kind: SectionKind) -> Vec<Period> {
        let precision = match kind {
            SectionKind::Publication if self.is_talk(entry) => DatePrecision::AsWritten,
            SectionKind::Publication => DatePrecision::Year,
            SectionKind::News => DatePrecision::AsWritten,
            _ => DatePrecision::Month,
        };
        let mut periods = periods(entry, precision);
        let moments = periods
            .iter_mut()
            .flat_map(|period| [&mut period.start, &mut period.end]);
        for moment in moments.flatten() {
            if let Moment::Words(words) | Moment::Term { rest: words, .. } = moment {
                *words = self.without_names(std::mem::take(words));
            }
        }
        if matches!(kind, SectionKind::Experience | SectionKind::Project) {
            for period in &mut periods {
                period.months = self.months(period);
            }
        }
        periods
    }

    fn is_talk(&self, entry: &Entry) -> bool {
        let Some(name) = &entry.publication_type else {
            return false;
        };
        let talks = self.locale.publications(PublicationKind::Talk.name());
        self.locale.publications_called(&name.0) == Some(talks)
    }

    /// Returns the number of months of a period, the first and the last included. What continues
    /// has lasted until the date of the document, if it has one: no clock is read.
    fn months(&self, period: &Period) -> Option<u32> {
        let Some(Moment::Date(start)) = period.start else {
            return None;
        };
        let end = match period.end {
            Some(Moment::Date(end)) => end,
            Some(Moment::Present) => self.written?,
            _ => return None,
        };
        let months = month_number(end)?.checked_sub(month_number(start)?)?;
        Some(months + 1)
    }

    /// Returns whether the end of an entry is ahead: the profile says so, or the document has an
    /// earlier date. The end of a certificate is when it expires.
    pub(super) fn is_expected(&self, entry: &Entry, kind: SectionKind) -> bool {
        let end = entry.end.as_ref().map(DateText::moment);
        let is_later = match (end, self.written) {
            (Some(Moment::Date(end)), Some(written)) => end.order(written).is_gt(),
            _ => false,
        };
        entry.expected || (is_later && kind != SectionKind::Certificate)
    }
}

/// Returns the periods of an entry, of which `precision` matters.
pub(super) fn periods(entry: &Entry, precision: DatePrecision) -> Vec<Period> {
    let period = |start: Option<&DateText>, end: Option<&DateText>| Period {
        start: start.map(DateText::moment),
        end: end.map(DateText::moment),
        precision,
        months: None,
    };
    let points = entry.date.iter().flat_map(Dates::as_slice);
    let points = points.filter(|date| is_written(date));
    let mut periods: Vec<Period> = points.map(|date| period(Some(date), None)).collect();
    let start = entry.start.as_ref().filter(|date| is_written(date));
    let end = entry.end.as_ref().filter(|date| is_written(date));
    if start.is_some() || end.is_some() {
        periods.push(period(start, end));
    }
    periods
}

/// Returns whether a date has a text. An empty one was reported when the profile was read.
fn is_written(date: &DateText) -> bool {
    !date.0.trim().is_empty()
}

/// Returns the precision that matters of the date of a publication.
pub(super) fn publication_precision(kind: PublicationKind) -> DatePrecision {
    if kind == PublicationKind::Talk {
        DatePrecision::AsWritten
    } else {
        DatePrecision::Year
    }
}

/// Returns the number of a month since the year zero; `None` for a year without a month.
fn month_number(date: PartialDate) -> Option<u32> {
    Some(u32::from(date.year) * 12 + u32::from(date.month?))
}
