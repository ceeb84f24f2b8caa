//! Checks dates: their spelling, and that the dates of an entry form a period.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, rule};
use crate::profile::date::{WrittenDate, dates_of, moment_of};
use crate::profile::date_reader::{self, MAX_CHARACTERS, Reading};
use crate::profile::moment::Moment;
use crate::profile::remedy::Remedy;
use crate::profile::tree::{Node, Value};
use crate::profile::validate::checker::Checker;

/// What continues, which only an end can do.
const PRESENT: &str = "present";

/// A date under a key of a table.
struct DateField<'a> {
    table: &'a Node,
    key: &'a str,
    /// Whether the table is an entry, which can have a period.
    is_in_entry: bool,
    source: &'a str,
}

/// Tells each date under a key that is not in a form that a profile knows.
pub fn check_spelling(table: &Node, key: &str, checker: &mut Checker) {
    check_field(table, key, false, checker);
}

fn check_field(table: &Node, key: &str, is_in_entry: bool, checker: &mut Checker) {
    let source = Arc::clone(checker.checked.tree.source());
    let field = DateField {
        table,
        key,
        is_in_entry,
        source: source.text(),
    };
    for written in dates_of(table, key) {
        if let Some(problem) = field.problem(&written) {
            checker.report(problem, written.span);
        }
    }
}

impl DateField<'_> {
    /// Returns what is wrong with the form of a date.
    fn problem(&self, written: &WrittenDate) -> Option<Diagnostic> {
        let text = written.date.0.trim();
        let length = text.chars().count();
        if length > MAX_CHARACTERS {
            let message = format!("`{}` is too long: {length} characters", self.key);
            let error = Diagnostic::error(rule::TOO_LARGE, message);
            return Some(error.hint(format!(
                "a date may have at most {MAX_CHARACTERS} characters"
            )));
        }
        let reading = match written.date.moment() {
            Moment::Words(text) => date_reader::read(&text),
            Moment::Term { from, to, .. } if from > to => None,
            Moment::Term { from, to, rest } if self.key != "date" && rest.is_empty() => {
                Some(Reading::Period {
                    start: from.to_string(),
                    end: to.to_string(),
                })
            }
            Moment::Term { .. } | Moment::Date(_) | Moment::Present => return None,
        };
        let message = match reading {
            Some(Reading::Nothing) => format!("`{text}` is not a date"),
            Some(Reading::WithoutYear { .. }) => {
                format!("`{text}` has no year; it is rendered as written")
            }
            None if !is_numeric(text) => return None,
            _ => format!("`{text}` is not a recognized date; it is rendered as written"),
        };
        let warning = Diagnostic::warning(rule::MISTYPED_DATE, message);
        let remedy = match reading {
            Some(reading) => self.remedy(reading),
            None => Remedy::hint("expected `2023`, `2023-09` or `2023-09-01`"),
        };
        let key = self.table.key_span(self.key);
        Some(remedy.add_to(warning, &[key], &written.span))
    }

    /// Returns what to write instead of a text.
    fn remedy(&self, reading: Reading) -> Remedy {
        match reading {
            Reading::Date(date) if self.key == "start" && date == PRESENT => {
                Remedy::hint(start_hint(self.table))
            }
            Reading::Period { start, .. } if start == PRESENT => {
                Remedy::hint(start_hint(self.table))
            }
            Reading::Date(date) | Reading::Term(date) => Remedy::value(&quoted(&date)),
            Reading::WithoutYear { rest } => {
                Remedy::hint(format!("add the year, as in `\"2023-{rest}\"`"))
            }
            Reading::ShortYear(date) => {
                let year = date.get(2..4).unwrap_or(&date);
                Remedy::hint(format!("write `\"{date}\"` if `{year}` is the year"))
            }
            Reading::Ambiguous {
                month_first,
                day_first,
            } => Remedy::hint(format!("write `\"{day_first}\"` or `\"{month_first}\"`")),
            Reading::Period { start, end } => self.period(&start, &end),
            Reading::Until(end) if self.key == "end" || !self.is_in_entry => {
                Remedy::value(&quoted(&end))
            }
            Reading::Until(end) => {
                let remedy = Remedy::write("end", &quoted(&end));
                if self.table.has("end") || self.is_list() {
                    return Remedy::hint(remedy.hint);
                }
                remedy
            }
            Reading::About(date) => {
                Remedy::hint(format!("write `\"{date}\"`; parsers do not read the words"))
            }
            Reading::Expected(reading) => self.expected(self.remedy(*reading)),
            Reading::Nothing if self.key == "end" => {
                Remedy::hint("remove `end`, or write `end = \"present\"` if it is ongoing")
            }
            Reading::Nothing => Remedy::hint(format!("remove `{}`", self.key)),
        }
    }

    fn period(&self, start: &str, end: &str) -> Remedy {
        match self.key {
            "start" if self.table.has("end") => return Remedy::value(&quoted(start)),
            "end" if self.table.has("start") => return Remedy::value(&quoted(end)),
            _ => {}
        }
        let hint = format!("write `start = \"{start}\"` and `end = \"{end}\"`");
        let remedy = Remedy::hint(hint);
        let has_other = ["start", "end", "date"]
            .iter()
            .any(|key| *key != self.key && self.table.has(key));
        if !self.is_in_entry || has_other || self.is_list() {
            return remedy;
        }
        let period = format!("\"{start}\"{}end = \"{end}\"", self.separator());
        remedy.with_key("start").with_value(&period)
    }

    /// Adds that the end is in the future.
    fn expected(&self, mut remedy: Remedy) -> Remedy {
        const EXPECTED: &str = "expected = true";
        if !self.is_in_entry || self.table.has("expected") {
            return remedy;
        }
        if let Some(value) = &mut remedy.value {
            *value += &format!("{}{EXPECTED}", self.separator());
        }
        remedy.hint = match remedy.hint.rsplit_once(" and ") {
            Some((first, second)) => format!("{first}, {second} and `{EXPECTED}`"),
            None => format!("{} and `{EXPECTED}`", remedy.hint),
        };
        remedy
    }

    /// Returns what is between two keys of the table.
    fn separator(&self) -> &'static str {
        let is_inline = self.source[self.table.span.clone()].starts_with('{');
        if is_inline { ", " } else { "\n" }
    }

    fn is_list(&self) -> bool {
        let node = self.table.get(self.key);
        node.is_some_and(|node| matches!(node.value, Value::Array(_)))
    }
}

fn quoted(date: &str) -> String {
    format!("\"{date}\"")
}

/// Returns what to write instead of a start that is the present: only the user knows the date.
fn start_hint(entry: &Node) -> &'static str {
    if entry.has("end") {
        "write the date at which it began: `start = \"2023-09\"`"
    } else {
        "write the date at which it began, as in `start = \"2023-09\"`, and `end = \"present\"`"
    }
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
        check_field(entry, key, true, checker);
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
        checker.report(error.hint(start_hint(entry)), entry.span_of("start"));
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
