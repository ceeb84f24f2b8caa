//! The date of an entry: its periods, with the lines that they may break into.

use serde::Serialize;

use crate::content::DateWriter;
use crate::content::resume::{FormattedPeriod, Resume, ResumeEntry};
use crate::profile::is_east_asian;
use crate::typeset::contract::runs::{
    Runs, Surrounding, parenthesized, ready_text, text_of, whole,
};
use crate::typeset::contract::width::Widths;

/// The most characters of a date that is not broken.
const UNBROKEN_DATE: usize = 26;

/// The date of an entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EntryDate {
    /// All periods, and the word for a future date.
    pub content: Runs,
    /// The same as one string, with plain spaces.
    pub text: String,
    /// The number of letters of its dates.
    pub length: usize,
    /// Its width, in em; 0 if it is unknown.
    pub width: f64,
    /// The words of its periods.
    pub words: Vec<String>,
}

/// Prepares the dates of entries.
pub struct EntryDateWriter<'a> {
    /// The document.
    pub resume: &'a Resume,
    /// Writes the dates.
    pub writer: DateWriter<'a>,
    /// Whether the dash between two dates always has spaces around it.
    pub has_spaced_dash: bool,
    /// The widths in the font of the text.
    pub widths: &'a Widths<'a>,
}

impl EntryDateWriter<'_> {
    /// Returns the date of an entry, if it has one.
    pub fn date(&self, entry: &ResumeEntry) -> Option<EntryDate> {
        if entry.dates.is_empty() && !entry.expected {
            return None;
        }
        let separators = &self.resume.separators;
        let mut content = Runs::default();
        let mut words = Vec::new();
        let mut length = 0;
        for (index, period) in entry.dates.iter().enumerate() {
            if index > 0 {
                content.push_text(&separators.list);
            }
            let period = self.writer.period(period);
            content.append(self.period(&period));
            for end in period.start.iter().chain(&period.end) {
                length += end.chars().count() + 2;
                words.extend(end.split_whitespace().map(str::to_owned));
            }
            if let Some(duration) = &period.duration {
                length += duration.chars().count() + 2;
                words.push(duration.clone());
                if separators.open == "(" {
                    content.push_text(" ");
                }
                content.append(parenthesized(separators, in_one_piece(duration)));
            }
        }
        if entry.expected {
            let expected = &self.resume.words.expected;
            length += expected.chars().count();
            if !entry.dates.is_empty() && separators.open == "(" {
                content.push_text(" ");
            }
            content.append(parenthesized(separators, Runs::text(expected).boxed()));
        }
        Some(EntryDate {
            text: text_of(&content).replace('\u{a0}', " "),
            width: self
                .widths
                .of_runs(&content, Surrounding::Plain)
                .unwrap_or_default(),
            content,
            length,
            words,
        })
    }

    fn period(&self, period: &FormattedPeriod) -> Runs {
        let start = period.start.as_deref().unwrap_or_default();
        let Some(end) = period.end.as_deref() else {
            return in_pieces(start);
        };
        let dash = self.writer.dash();
        let has_space = start.contains(' ') || end.contains(' ');
        let is_closed = !has_space && (period.in_years || !self.has_spaced_dash);
        if is_ideographic(dash, start, end) {
            // A line may break between any two ideographs, but only the dash is a place for it.
            let mut runs = in_one_piece(&format!("{start}{dash}"));
            runs.append(in_one_piece(end));
            return runs;
        }
        if is_closed {
            return in_one_piece(&format!("{start}{dash}{end}"));
        }
        let mut runs = in_one_piece(&format!("{start}\u{a0}{dash}"));
        runs.push_text(" ");
        runs.append(in_pieces(end));
        runs
    }
}

/// Returns whether a period is set without spaces, as wide as the ideographs around its dash.
fn is_ideographic(dash: &str, start: &str, end: &str) -> bool {
    dash.chars().all(is_east_asian) && !start.contains(' ') && !end.contains(' ')
}

/// Returns the members of a list of dates in words, of which each stays in one piece.
fn in_pieces(date: &str) -> Runs {
    let mut runs = Runs::default();
    for (index, member) in date.split(", ").enumerate() {
        if index > 0 {
            runs.push_text(", ");
        }
        runs.append(in_one_piece(member));
    }
    runs
}

fn in_one_piece(date: &str) -> Runs {
    if date.chars().count() <= UNBROKEN_DATE {
        Runs(vec![whole(date)])
    } else {
        ready_text(date)
    }
}
