//! Periods of other formats: their two ends become the start and the end of an entry.

use crate::import::draft::DraftTable;
use crate::import::fields::Fields;
use crate::import::source::SourceNode;

/// A date that was taken.
#[derive(Debug)]
pub struct TakenDate {
    /// The key that it was under.
    pub key: String,
    /// Its value in the source.
    pub node: SourceNode,
    /// The date as a profile writes it.
    pub date: String,
}

/// Takes the dates under two keys as the start and the end of an entry.
pub fn take_period(fields: &mut Fields, start: &str, end: &str, entry: &mut DraftTable) {
    let start = take(fields, start);
    let end = take(fields, end);
    set_period(fields, start, end, entry);
}

/// Sets the start and the end of an entry. An end before the start is left, and so is a start that
/// is not a point in time.
pub fn set_period(
    fields: &mut Fields,
    mut start: Option<TakenDate>,
    mut end: Option<TakenDate>,
    entry: &mut DraftTable,
) {
    if let Some(present) = start.take_if(|start| start.date == "present") {
        fields.leave(&present.key, present.node);
    }
    if let Some(start) = &start
        && let Some(early) = end.take_if(|end| is_before(&end.date, &start.date))
    {
        fields.leave(&early.key, early.node);
    }
    entry.set("start", start.map(|start| start.date));
    entry.set("end", end.map(|end| end.date));
}

fn take(fields: &mut Fields, key: &str) -> Option<TakenDate> {
    let node = fields.get(key)?.clone();
    let date = fields.take_date(key)?;
    let key = key.to_owned();
    Some(TakenDate { key, node, date })
}

/// Returns whether a date is before another, as far as both are precise.
pub fn is_before(end: &str, start: &str) -> bool {
    let length = end.len().min(start.len());
    is_date(end) && is_date(start) && end[..length] < start[..length]
}

fn is_date(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_compared_as_far_as_they_are_precise() {
        assert!(is_before("2019", "2020-05"));
        assert!(is_before("2020-04", "2020-05-01"));
        assert!(!is_before("2020", "2020-05"));
        assert!(!is_before("2021-01", "2020-12"));
        assert!(!is_before("present", "2020"));
        assert!(!is_before("Fall 2019", "2020"));
    }
}
