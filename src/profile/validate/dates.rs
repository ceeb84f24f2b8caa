//! Checks dates: their spelling, and that the dates of an entry form a period.

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::date::{Moment, WrittenDate, dates_of, moment_of};
use crate::profile::date_reader::{self, Reading};
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;

/// Warns about each date under a key that is not in a form that a profile knows.
pub fn check_spelling(table: &Node, key: &str, checker: &mut Checker) {
    for written in dates_of(table, key) {
        if let Some(warning) = spelling_warning(key, &written) {
            checker.report(warning, written.span);
        }
    }
}

fn spelling_warning(key: &str, written: &WrittenDate) -> Option<Diagnostic> {
    let text = written.date.0.trim();
    let reading = match written.date.moment() {
        Moment::Words(text) => date_reader::read(&text),
        Moment::Term { from, to, .. } if from > to => None,
        Moment::Term { .. } | Moment::Date(_) | Moment::Present => return None,
    };
    let message = match reading {
        Some(Reading::Nothing) => format!("`{text}` is not a date"),
        None if !is_numeric(text) => return None,
        _ => format!("`{text}` is not a recognized date; it is rendered as written"),
    };
    let warning = Diagnostic::warning(rule::MISTYPED_DATE, message);
    Some(match reading {
        Some(Reading::Date(date)) => warning
            .hint(format!("write `\"{date}\"`"))
            .fix(written.span.clone(), format!("\"{date}\"")),
        Some(Reading::Ambiguous {
            month_first,
            day_first,
        }) => warning.hint(format!("write `\"{day_first}\"` or `\"{month_first}\"`")),
        Some(Reading::Period { start, end }) => {
            warning.hint(format!("write `start = \"{start}\"` and `end = \"{end}\"`"))
        }
        Some(Reading::Nothing) if key == "end" => {
            warning.hint("remove `end`, or write `end = \"present\"` if it is ongoing")
        }
        Some(Reading::Nothing) => warning.hint(format!("remove `{key}`")),
        None => warning.hint("expected `2023`, `2023-09` or `2023-09-01`"),
    })
}

/// Returns whether a text has digits, and nothing but digits and the punctuation of dates.
fn is_numeric(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | '.' | '–' | ' '))
}

/// Checks the dates of an entry or role.
pub fn check_entry(entry: &Node, checker: &mut Checker) {
    for key in ["start", "end", "date"] {
        check_spelling(entry, key, checker);
    }
    check_date_or_period(entry, checker);
    check_period(entry, checker);
    check_expected(entry, checker);
}

fn check_date_or_period(entry: &Node, checker: &mut Checker) {
    let period = ["start", "end"].into_iter().find(|key| entry.has(key));
    let Some(key) = period.filter(|_| entry.has("date")) else {
        return;
    };
    let message = format!("an entry cannot have both `date` and `{key}`");
    let error = Diagnostic::error(rule::DATE_AND_PERIOD, message)
        .also(
            checker.checked.tree.source(),
            entry.key_span(key),
            "the period",
        )
        .hint("`date` is a point in time or a term; `start` and `end` are a period");
    checker.report_labeled(error, entry.key_span("date"), "the date");
}

fn check_period(entry: &Node, checker: &mut Checker) {
    let start = moment_of(entry, "start");
    if start == Some(Moment::Present) {
        let message = "`start` cannot be `present`";
        let error = Diagnostic::error(rule::START_IS_PRESENT, message);
        checker.report(
            error.hint("only `end` can be `present`"),
            entry.span_of("start"),
        );
    }
    let end = moment_of(entry, "end");
    if let (Some(Moment::Date(start)), Some(Moment::Date(end))) = (start, end)
        && end.order(start).is_lt()
    {
        let source = checker.checked.tree.source();
        let error = Diagnostic::error(rule::END_BEFORE_START, "`end` is before `start`")
            .also(source, entry.span_of("start"), "starts here")
            .hint("swap them, or write `end = \"present\"` if it is ongoing");
        checker.report_labeled(error, entry.span_of("end"), "ends here");
    }
}

fn check_expected(entry: &Node, checker: &mut Checker) {
    let is_dated = ["date", "start", "end"].iter().any(|key| entry.has(key));
    if !entry.is_true("expected") || is_dated || checker.is_faulty(entry) {
        return;
    }
    let warning = Diagnostic::warning(rule::EXPECTED_WITHOUT_DATE, "`expected` needs a date");
    checker.report(
        warning.hint("add `end = \"…\"`, or remove `expected`"),
        entry.key_span("expected"),
    );
}
