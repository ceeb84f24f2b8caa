//! Checks dates: their spelling, and that the dates of an entry form a period.

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::date::{Moment, dates_of, moment_of};
use crate::profile::tree::Node;
use crate::profile::validate::checker::Checker;

/// Warns about each date under a key that was probably mistyped.
pub fn check_spelling(table: &Node, key: &str, checker: &mut Checker) {
    for written in dates_of(table, key) {
        if !written.date.looks_mistyped() {
            continue;
        }
        let text = &written.date.0;
        let message = format!("`{text}` is not a recognized date; it is rendered as written");
        let hint = match written.date.suggestion() {
            Some(date) => format!("did you mean `{date}`?"),
            None => "expected `2023`, `2023-09` or `2023-09-01`".to_owned(),
        };
        let warning = Diagnostic::warning(rule::MISTYPED_DATE, message).hint(hint);
        checker.report(warning, written.span);
    }
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
