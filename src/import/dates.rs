//! Dates of other formats, as a profile writes them.

use crate::import::source::{SourceNode, SourceValue};
use crate::profile::{DateReading, DateText, Moment, PartialDate, read_date};

/// What a text of another format is as a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DateForm {
    /// A date, as a profile writes it: `2020`, `2020-03`, `present`.
    Date(String),
    /// Words, such as `Spring 2020`.
    Words,
    /// Nothing, such as `-`.
    Nothing,
}

/// Returns what a text is as a date. The time of a day is left out.
pub fn form_of(text: &str) -> DateForm {
    let text = text.trim();
    let day = text.split_once('T').map_or(text, |(day, _)| day);
    for text in [text, day] {
        let is_term = matches!(DateText(text.to_owned()).moment(), Moment::Term { .. });
        if is_term || PartialDate::parse(text).is_some() {
            return DateForm::Date(text.to_owned());
        }
    }
    match read_date(text) {
        Some(DateReading::Date(date)) => DateForm::Date(date),
        Some(DateReading::Nothing) => DateForm::Nothing,
        _ => DateForm::Words,
    }
}

/// Makes texts of the dates in a tree that are maps of a year, a month and a day under these keys, which may
/// have hyphens before them: `--10`.
pub fn join_dates(node: &mut SourceNode, keys: [&str; 3]) {
    let parts = keys.map(|key| node.get(key).and_then(SourceNode::as_text));
    let known = parts.into_iter().map_while(|part| part);
    let known: Vec<String> = known
        .map(|part| format!("{:0>2}", part.trim().trim_start_matches('-')))
        .collect();
    if !known.is_empty()
        && known.len() == node.leaves("").len()
        && let DateForm::Date(date) = form_of(&known.join("-"))
    {
        node.value = SourceValue::Text(date);
    }
    match &mut node.value {
        SourceValue::List(nodes) => nodes.iter_mut().for_each(|node| join_dates(node, keys)),
        SourceValue::Map(members) => {
            for member in members {
                join_dates(&mut member.node, keys);
            }
        }
        _ => {}
    }
}

/// The two ends of a period, as a profile writes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodForm {
    /// The start.
    pub start: String,
    /// The end, or `present`.
    pub end: String,
    /// Whether the end is in the future.
    pub is_expected: bool,
}

/// Returns what a text is as a period: `June 2016 to December 2018`; `None` if it is none.
pub fn period_of(text: &str) -> Option<PeriodForm> {
    match read_date(text)? {
        DateReading::Period { start, end } => Some(PeriodForm {
            start,
            end,
            is_expected: false,
        }),
        DateReading::Expected(reading) => match *reading {
            DateReading::Period { start, end } => Some(PeriodForm {
                start,
                end,
                is_expected: true,
            }),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_profiles() {
        for (text, date) in [
            ("2020", "2020"),
            ("2020-03", "2020-03"),
            ("2020-03-15", "2020-03-15"),
            ("2017-12-24T15:53:00", "2017-12-24"),
            ("Mar 2020", "2020-03"),
            ("Present", "present"),
            ("heute", "present"),
        ] {
            assert_eq!(form_of(text), DateForm::Date(date.to_owned()), "{text}");
        }
        assert_eq!(form_of("Spring 2020"), DateForm::Words);
        assert_eq!(form_of("2020-13"), DateForm::Words);
        assert_eq!(form_of("-"), DateForm::Nothing);
    }
}
