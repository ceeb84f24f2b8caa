//! Finds the date in a line: alone between signs that divide the line, at its start, or at its end.

use std::ops::Range;

use crate::import::document::line::Line;
use crate::import::draft::DraftTable;
use crate::import::period::is_before;
use crate::profile::{DateReading, read_date};

/// The most words of a date.
const MOST_WORDS: usize = 9;

/// The most characters of a date.
const MOST_CHARACTERS: usize = 60;

/// The most characters of a line with a date and other words.
const MOST_OF_LINE: usize = 400;

/// The signs that can be between a date and other words.
const BETWEEN: [char; 14] = [
    ',', ':', ';', '|', '–', '—', '-', '(', '[', '·', '：', '，', '（', '/',
];

/// When something was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum When {
    /// From a start to an end.
    Period {
        /// The start, as a profile writes it.
        start: String,
        /// The end.
        end: String,
        /// Whether the end is in the future.
        is_expected: bool,
    },
    /// At a date, as a profile writes it, or in words.
    At(String),
}

impl When {
    /// Reads a text that is nothing but a date.
    pub fn read(text: &str) -> Option<Self> {
        let is_around = |c: char| c.is_whitespace() || ",:;|·：，".contains(c);
        let text = text.trim_matches(is_around);
        let has_year = text
            .as_bytes()
            .windows(2)
            .any(|pair| pair.iter().all(u8::is_ascii_digit));
        if !has_year || text.chars().count() > MOST_CHARACTERS {
            return None;
        }
        let text = text.replace(['\u{a0}', '\u{202f}', '\t'], " ");
        let text = text.replace(['‑', '−', '‐'], "-");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let reading = read_date(&text).and_then(|reading| Self::of(reading, &text, false));
        // Several dates stay as they are.
        let is_date = |part: &str| {
            matches!(
                read_date(part),
                Some(DateReading::Date(_) | DateReading::Term(_))
            )
        };
        let are_dates = || text.contains(", ") && text.split(", ").all(is_date);
        reading.or_else(|| are_dates().then(|| Self::At(text.clone())))
    }

    fn of(reading: DateReading, text: &str, is_expected: bool) -> Option<Self> {
        match reading {
            DateReading::Period { start, end } => {
                let is_period = start != "present" && has_year(&start) && !is_before(&end, &start);
                is_period.then_some(Self::Period {
                    start,
                    end,
                    is_expected,
                })
            }
            DateReading::Date(date) => has_year(&date).then_some(Self::At(date)),
            DateReading::Term(term) => Some(Self::At(term)),
            DateReading::Ambiguous { .. } => Some(Self::At(text.to_owned())),
            DateReading::Until(_) | DateReading::About(_) => {
                has_long_year(text).then(|| Self::At(text.to_owned()))
            }
            DateReading::Expected(inner) => match *inner {
                DateReading::Period { .. } => Self::of(*inner, text, true),
                DateReading::Date(_) => Some(Self::At(text.to_owned())),
                _ => None,
            },
            DateReading::WithoutYear { .. } | DateReading::ShortYear(_) | DateReading::Nothing => {
                None
            }
        }
    }

    /// Writes the date into an entry.
    pub fn set(&self, entry: &mut DraftTable) {
        match self {
            Self::Period {
                start,
                end,
                is_expected,
            } => {
                entry.set("start", Some(start));
                entry.set("end", Some(end));
                if *is_expected {
                    entry.set_value("expected", true);
                }
            }
            Self::At(date) => entry.set("date", Some(date)),
        }
    }

    fn is_period(&self) -> bool {
        matches!(self, Self::Period { .. })
    }
}

/// Returns whether a date begins with its year.
fn has_year(date: &str) -> bool {
    let year: Vec<char> = date.chars().take(4).collect();
    year.len() == 4 && year.iter().all(char::is_ascii_digit)
}

fn has_long_year(text: &str) -> bool {
    let mut bytes = text.as_bytes().windows(4);
    bytes.any(|four| four.iter().all(u8::is_ascii_digit))
}

/// A date in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dated {
    /// When it is.
    pub when: When,
    /// Where it is in the text of the line.
    pub range: Range<usize>,
}

/// Returns the date in a line.
pub fn find(line: &Line) -> Option<Dated> {
    let text = line.text();
    if !text.bytes().any(|byte| byte.is_ascii_digit()) || text.len() > MOST_OF_LINE {
        return None;
    }
    if let Some(when) = When::read(&text) {
        let range = 0..text.len();
        return Some(Dated { when, range });
    }
    let ranges = line.divided(None);
    let whole = ranges.iter().find_map(|range| {
        let when = When::read(&text[range.clone()])?;
        let range = range.clone();
        Some(Dated { when, range })
    });
    if whole.is_some() {
        return whole;
    }
    let in_words = ranges
        .last()
        .filter(|range| is_in_words(&text[(*range).clone()], ranges.len()));
    if let Some(range) = in_words {
        let when = When::At(text[range.clone()].trim().to_owned());
        let range = range.clone();
        return Some(Dated { when, range });
    }
    let (first, last) = (ranges.first()?, ranges.last()?);
    let start = at_start(&text[first.clone()]).map(|found| moved(found, first.start));
    start
        .or_else(|| at_end(&text[last.clone()]).map(|found| moved(found, last.start)))
        .or_else(|| between_commas(&text))
}

/// Returns the date between two commas of a line: `Biology, Example College, 2009, with honors`.
fn between_commas(text: &str) -> Option<Dated> {
    if text.ends_with('.') {
        return None;
    }
    let mut start = 0;
    text.split(", ").find_map(|piece| {
        let range = start..start + piece.len();
        start = range.end + 2;
        let when = When::read(piece)?;
        Some(Dated { when, range })
    })
}

/// Returns whether a part of a line is a year with a word: `Summer of 2019` after a tab, or a list of terms such as
/// `2023–2024 Winter`. One alone at the start of a line may have an employer after it.
fn is_in_words(text: &str, parts: usize) -> bool {
    let is_year = |word: &str| word.len() == 4 && has_year(word) && word.starts_with(['1', '2']);
    let is_term = |years: &str| {
        let ends = years.split_once(['-', '–', '/']);
        let ends = ends.filter(|(start, end)| is_year(start) && is_year(end));
        let ends = ends.map(|(start, end)| (start.parse::<u16>(), end.parse::<u16>()));
        matches!(ends, Some((Ok(start), Ok(end))) if start + 1 == end)
    };
    let is_word = |word: &str| word.chars().all(char::is_alphabetic);
    let is_one = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().collect();
        match words.as_slice() {
            [first, .., last] if is_year(last) => parts > 1 && words.len() <= 3 && is_word(first),
            [years, name] => is_term(years) && is_word(name),
            _ => false,
        }
    };
    (parts > 1 || text.contains(", ")) && text.split(", ").all(is_one)
}

fn moved(found: Dated, by: usize) -> Dated {
    Dated {
        range: found.range.start + by..found.range.end + by,
        ..found
    }
}

/// Returns the ranges of the words of a text.
fn words(text: &str) -> Vec<Range<usize>> {
    let base = text.as_ptr() as usize;
    let words = text.split_whitespace().map(|word| {
        let start = word.as_ptr() as usize - base;
        start..start + word.len()
    });
    words.collect()
}

fn at_start(text: &str) -> Option<Dated> {
    let words = words(text);
    (1..words.len().min(MOST_WORDS + 1))
        .rev()
        .find_map(|count| {
            let end = words[count - 1].end;
            let range = 0..end;
            let when = When::read(&text[range.clone()])?;
            let rest = text[end..].trim_start();
            let is_divided = text[..end].ends_with(BETWEEN) || rest.starts_with(BETWEEN);
            (when.is_period() || is_divided).then_some(Dated { when, range })
        })
}

fn at_end(text: &str) -> Option<Dated> {
    let words = words(text);
    let is_line = !text.ends_with('.') && words.len() <= 2 * MOST_WORDS;
    let first = words.len().saturating_sub(MOST_WORDS).max(1);
    (first..words.len()).find_map(|index| {
        let start = words[index].start;
        let range = start..text.len();
        let when = When::read(&text[range.clone()])?;
        let before = text[..start].trim_end();
        let is_divided = before.ends_with(BETWEEN) || text[start..].starts_with(['(', '[', '（']);
        (is_divided || when.is_period() && is_line).then_some(Dated { when, range })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::document::line::LinePiece;

    fn found(text: &str) -> Option<(String, String)> {
        let piece = LinePiece {
            text: text.to_owned(),
            ..LinePiece::default()
        };
        let line = Line {
            pieces: vec![piece],
            ..Line::default()
        };
        let dated = find(&line)?;
        let when = match dated.when {
            When::Period { start, end, .. } => format!("{start}/{end}"),
            When::At(date) => date,
        };
        Some((when, text[dated.range].to_owned()))
    }

    #[test]
    fn dates_are_found_in_lines() {
        for (text, when, part) in [
            (
                "Nurse\t03/2019 – heute",
                "2019-03/present",
                "03/2019 – heute",
            ),
            ("2015–2018  Clinic", "2015/2018", "2015–2018"),
            ("Nurse, Clinic (2015 - 2018)", "2015/2018", "(2015 - 2018)"),
            (
                "Nurse, Clinic, März 2019 bis Mai 2020",
                "2019-03/2020-05",
                "März 2019 bis Mai 2020",
            ),
            ("seit 04/2021", "2021-04/present", "seit 04/2021"),
            ("2019年7月至今 公司", "2019-07/present", "2019年7月至今"),
            ("2020: Best poster", "2020", "2020:"),
            (
                "Biology, Example College, 2009, with honors",
                "2009",
                "2009",
            ),
            ("Intern\tSummer of 2019", "Summer of 2019", "Summer of 2019"),
        ] {
            let expected = Some((when.to_owned(), part.to_owned()));
            assert_eq!(found(text), expected, "{text}");
        }
        for text in [
            "Led 20 people",
            "Level C2",
            "We won in 2019",
            "1.5 m",
            "Presented 12",
            "2020 was good",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
