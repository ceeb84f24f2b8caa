//! Reads dates in the forms that people write, such as `Jan 2020`, `15.03.2020`, `since 2020` or
//! `2020年3月`: what certainly means a date is one, and messages show how a profile writes the others.

use crate::diagnostic::nearest;
use crate::profile::date_words::WORDS;
use crate::profile::moment::{Moment, PartialDate};

/// What a text means that a profile does not know as a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// A date, as a profile writes it: `2020-01`, `present`.
    Date(String),
    /// A day whose month and day could be exchanged: `03/04/2020`.
    Ambiguous {
        /// The date if the month is first.
        month_first: String,
        /// The date if the day is first.
        day_first: String,
    },
    /// A month or a day without its year: `Jan 12th`, `5月20日`.
    WithoutYear {
        /// The month, and the day if it is given, as they follow the year: `01-12`.
        rest: String,
    },
    /// A date if its last two digits are a year: `Mai 20`, `05/20`.
    ShortYear(String),
    /// A period, as a profile writes its two ends.
    Period {
        /// The start.
        start: String,
        /// The end.
        end: String,
    },
    /// A date at which something ended: `until 2020`.
    Until(String),
    /// A date that is not known exactly: `ca. 2019`.
    About(String),
    /// A term that begins in one year and ends in the next, as a profile writes it:
    /// `2019-2020 Winter`.
    Term(String),
    /// A date or period whose end is in the future: `May 2027 (expected)`.
    Expected(Box<Self>),
    /// No date at all, such as `null` or `-`.
    Nothing,
}

/// The signs between the ends of a period. A hyphen without spaces can also be part of a date.
const PERIOD_SIGNS: [&str; 17] = [
    " - ", " – ", " — ", "–", "—", " to ", " bis ", " until ", " till ", " à ", " au ", " a ",
    " hasta ", "至", "到", "~", "〜",
];

/// The most characters of a date.
pub const MAX_CHARACTERS: usize = 200;

/// Returns the date that a text certainly means, in a notation that is usual in some language:
/// `04/2019`, `20.11.2026`, `März 2019`, `heute`. Misspelled words are not certain, nor are days that
/// could be months.
pub fn read_usual(text: &str) -> Option<Moment> {
    if is_too_long(text) {
        return None;
    }
    let text = text.to_lowercase();
    if is_present(&text) {
        return Some(Moment::Present);
    }
    match read_date(&text, month_with)? {
        Reading::Date(date) => PartialDate::parse(&date).map(Moment::Date),
        _ => None,
    }
}

/// Returns what a text means as a date; `None` if it is not known to mean one.
pub fn read(text: &str) -> Option<Reading> {
    if is_too_long(text) {
        return None;
    }
    let text = without_brackets(text.trim());
    let lowercase = text.to_lowercase().replace('～', "~");
    if WORDS.nothing.contains(&lowercase) {
        return Some(Reading::Nothing);
    }
    read_expected(&lowercase)
        .or_else(|| read_one(&lowercase))
        .or_else(|| academic_years(text))
        .or_else(|| read_period(&lowercase))
        .or_else(|| read_quarter(&lowercase))
        .or_else(|| read_with_word(&lowercase))
}

/// Returns the date in brackets: `[2024/11]`, `{2023.06-Now}`.
fn without_brackets(text: &str) -> &str {
    let inside = text
        .strip_prefix(['[', '{', '(', '【', '（'])
        .and_then(|rest| rest.strip_suffix([']', '}', ')', '】', '）']));
    inside.map_or(text, str::trim)
}

/// Reads a date in the future: `05/2027 (expected)`.
fn read_expected(text: &str) -> Option<Reading> {
    let text = text.trim_end_matches([')', '）']);
    let endings = WORDS.expected.iter();
    let mut rests = endings.filter_map(|word| text.strip_suffix(word.as_str()));
    let rest = rests.next()?.trim_end_matches(['(', '（', ',', ' ']);
    let date = PartialDate::parse(rest).map(|_| Reading::Date(rest.to_owned()));
    let reading = date
        .or_else(|| read_one(rest))
        .or_else(|| read_period(rest))?;
    Some(Reading::Expected(Box::new(reading)))
}

fn read_period(text: &str) -> Option<Reading> {
    let text = without_word(text, &WORDS.since).unwrap_or(text);
    let period = PERIOD_SIGNS.iter().find_map(|sign| period(text, sign));
    period.or_else(|| period_with_hyphen(text))
}

fn period(text: &str, sign: &str) -> Option<Reading> {
    let (start, end) = text.split_once(sign)?;
    Some(Reading::Period {
        start: end_of_period(start)?,
        end: end_of_period(end)?,
    })
}

/// Reads a period with a hyphen and no spaces, if only one hyphen can be that of the period.
fn period_with_hyphen(text: &str) -> Option<Reading> {
    // What goes on: `2020-`.
    if let Some(start) = text.strip_suffix(['-', '–', '—', '~']) {
        return Some(ongoing(end_of_period(start)?));
    }
    let mut periods = text.match_indices('-').filter_map(|(at, _)| {
        Some(Reading::Period {
            start: end_of_period(&text[..at])?,
            end: end_of_period(&text[at + 1..])?,
        })
    });
    let only = periods.next()?;
    periods.next().is_none().then_some(only)
}

fn ongoing(start: String) -> Reading {
    Reading::Period {
        start,
        end: "present".to_owned(),
    }
}

/// Reads a term or another part of two years, of which the second is short: `2019/20`,
/// `Winter 2019/20`, `WS 2019/2020`.
fn academic_years(text: &str) -> Option<Reading> {
    let (words, years) = match text.rsplit_once(char::is_whitespace) {
        Some((words, years)) => (words.trim(), years),
        None => ("", text),
    };
    let (from, to) = years.split_once(['/', '-', '–'])?;
    let year = PartialDate::parse(from)
        .filter(|date| date.month.is_none())?
        .year;
    let next = (year + 1).to_string();
    let is_next = to == next || to.len() == 2 && next.ends_with(to);
    if !is_next || words.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let term = format!("{year}-{next} {words}");
    Some(Reading::Term(term.trim_end().to_owned()))
}

/// Reads a quarter: `Q1 2020`, `1. Quartal 2020`.
fn read_quarter(text: &str) -> Option<Reading> {
    let (quarter, year) = text.rsplit_once([' ', '/', '-'])?;
    let (quarter, year) = match PartialDate::parse(year) {
        Some(year) => (quarter, year),
        None => (year, PartialDate::parse(quarter)?),
    };
    let letters: String = quarter.chars().filter(|c| c.is_alphabetic()).collect();
    let digits: String = quarter.chars().filter(char::is_ascii_digit).collect();
    let number: u8 = digits
        .parse()
        .ok()
        .filter(|number| (1..=4).contains(number))?;
    if year.month.is_some() || !WORDS.quarters.contains(&letters) {
        return None;
    }
    let (year, last) = (year.year, number * 3);
    Some(Reading::Period {
        start: format!("{year}-{:02}", last - 2),
        end: format!("{year}-{last:02}"),
    })
}

/// Reads a date after a word: `since 2020`, `bis 2020`, `ca. 2019`.
fn read_with_word(text: &str) -> Option<Reading> {
    // Chinese has the word after the date.
    if let Some(start) = text.strip_suffix('起') {
        return Some(ongoing(end_of_period(start)?));
    }
    let (words, reading): (&[String], fn(String) -> Reading) =
        if without_word(text, &WORDS.about).is_some() {
            (&WORDS.about, Reading::About)
        } else if without_word(text, &WORDS.until).is_some() {
            (&WORDS.until, Reading::Until)
        } else {
            (&WORDS.since, ongoing)
        };
    Some(reading(end_of_period(without_word(text, words)?)?))
}

/// Returns a text without the word before it.
fn without_word<'t>(text: &'t str, words: &[String]) -> Option<&'t str> {
    words.iter().find_map(|word| {
        let rest = text.strip_prefix(word.as_str())?;
        // Signs and Chinese words need no space after them.
        let is_word = word.ends_with(|c: char| c.is_alphabetic() && c < '\u{3000}');
        if is_word && rest.starts_with(char::is_alphanumeric) {
            return None;
        }
        Some(rest.trim_start_matches(['.', ':', ' ', '\u{a0}']))
    })
}

/// Returns one end of a period, which can also be a date as a profile writes it.
fn end_of_period(text: &str) -> Option<String> {
    let text = text.trim();
    if text == "present" || PartialDate::parse(text).is_some() {
        return Some(text.to_owned());
    }
    match read_one(text)? {
        Reading::Date(date) => Some(date),
        _ => None,
    }
}

/// Reads a text in lower case that is one date.
fn read_one(text: &str) -> Option<Reading> {
    if is_present(text) || nearest(text, ["present"]).is_some() {
        return Some(Reading::Date("present".to_owned()));
    }
    read_date(text, month_named)
}

fn is_present(text: &str) -> bool {
    WORDS.present.iter().any(|word| word == text)
}

fn is_too_long(text: &str) -> bool {
    text.chars().nth(MAX_CHARACTERS).is_some()
}

/// Reads a text in lower case that is one date of the calendar. `month` knows the names of months.
fn read_date(text: &str, month: fn(&str) -> Option<u8>) -> Option<Reading> {
    // What has no end is a period.
    let parts = parts(text, month).filter(|_| !text.ends_with(['-', '–', '—', '~']))?;
    match parts.as_slice() {
        [Part::Year(year)] => Some(Reading::Date(year.to_string())),
        [Part::Year(year), Part::Month(month) | Part::Number(month)]
        | [Part::Month(month) | Part::Number(month), Part::Year(year)] => date(*year, *month, None),
        [
            Part::Year(year),
            Part::Number(month) | Part::Month(month),
            Part::Number(day),
        ]
        | [Part::Number(day), Part::Month(month), Part::Year(year)]
        | [Part::Month(month), Part::Number(day), Part::Year(year)] => {
            date(*year, *month, Some(*day))
        }
        [Part::Number(first), Part::Number(second), Part::Year(year)] => {
            // Full stops are for the day first in every language that has them, and Vietnamese names
            // the parts.
            if text.contains('.') || text.contains("tháng") {
                return date(*year, *second, Some(*first));
            }
            day_or_month_first(*year, *first, *second)
        }
        [Part::Month(month), Part::Number(year)] if ends_with_two_digits(text) => {
            short_year(*month, *year, *year > 31)
        }
        [Part::Number(month), Part::Number(year)] if ends_with_two_digits(text) => {
            short_year(*month, *year, false)
        }
        [Part::Month(month), Part::Number(day)] | [Part::Number(day), Part::Month(month)] => {
            without_year(*month, Some(*day))
        }
        [Part::Number(month), Part::Number(day)] if text.contains(['月', '월']) => {
            without_year(*month, Some(*day))
        }
        // A word that is only similar to a month may be any word.
        [Part::Month(month)] if month_with(text.trim_end_matches('.')).is_some() => {
            without_year(*month, None)
        }
        _ => None,
    }
}

/// Returns whether the last number of a text can be a year without its century: `Jan 5` and
/// `5月20日` end with days.
fn ends_with_two_digits(text: &str) -> bool {
    let text = text.trim_end_matches(['.', ' ']);
    text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len() == 2
}

/// Reads a month with a year of two digits, which could also be a day unless `is_certain`.
fn short_year(month: u8, year: u8, is_certain: bool) -> Option<Reading> {
    let reading = date(year_of_two_digits(year), month, None)?;
    match reading {
        Reading::Date(date) if !is_certain => Some(Reading::ShortYear(date)),
        reading => Some(reading),
    }
}

/// Returns the year that two digits mean: a career of more than seventy years is rarer than a date
/// in the near future.
fn year_of_two_digits(year: u8) -> u16 {
    let year = u16::from(year);
    if year < 50 { 2000 + year } else { 1900 + year }
}

fn without_year(month: u8, day: Option<u8>) -> Option<Reading> {
    // A leap year has all days.
    let Reading::Date(date) = date(2024, month, day)? else {
        return None;
    };
    let rest = date.strip_prefix("2024-")?.to_owned();
    Some(Reading::WithoutYear { rest })
}

fn day_or_month_first(year: u16, first: u8, second: u8) -> Option<Reading> {
    match (
        date(year, first, Some(second)),
        date(year, second, Some(first)),
    ) {
        (Some(Reading::Date(month_first)), Some(Reading::Date(day_first)))
            if month_first != day_first =>
        {
            Some(Reading::Ambiguous {
                month_first,
                day_first,
            })
        }
        (first, second) => first.or(second),
    }
}

fn date(year: u16, month: u8, day: Option<u8>) -> Option<Reading> {
    let text = match day {
        Some(day) => format!("{year}-{month:02}-{day:02}"),
        None => format!("{year}-{month:02}"),
    };
    PartialDate::parse(&text)?;
    Some(Reading::Date(text))
}

/// A part of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A year of four digits, or of two after an apostrophe.
    Year(u16),
    /// A number of one or two digits.
    Number(u8),
    /// A month with a name.
    Month(u8),
}

/// Divides a text in lower case into its parts; `None` if one of them cannot be part of a date.
fn parts(text: &str, month: fn(&str) -> Option<u8>) -> Option<Vec<Part>> {
    let words = text.split(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | '.' | '/' | '-' | '年' | '月' | '日' | '년' | '월' | '일'
            )
    });
    let words = words.filter(|word| !word.is_empty() && !is_particle(word));
    words.map(|word| part(word, month)).collect()
}

/// Returns whether a word between the parts of a date means nothing: `15 de marzo de 2020`.
fn is_particle(word: &str) -> bool {
    matches!(
        word,
        "de" | "del" | "di" | "of" | "the" | "г" | "р" | "ngày" | "tháng" | "năm"
    )
}

fn part(word: &str, month: fn(&str) -> Option<u8>) -> Option<Part> {
    if let Some(digits) = word.strip_prefix(['\'', '’', '‘']) {
        let year: u8 = digits.parse().ok().filter(|_| digits.len() == 2)?;
        return Some(Part::Year(year_of_two_digits(year)));
    }
    let word = word
        .strip_suffix("er")
        .filter(|rest| *rest == "1")
        .unwrap_or(word);
    let digits = ["st", "nd", "rd", "th", "º", "ª"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        .unwrap_or(word);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return match digits.len() {
            // `0000` and `0001` are not years of a CV.
            4 => digits
                .parse()
                .ok()
                .filter(|year| *year >= 1000)
                .map(Part::Year),
            1 | 2 => digits.parse().ok().map(Part::Number),
            _ => None,
        };
    }
    month(word).map(Part::Month)
}

/// Returns the number of a month by its name, which may be misspelled.
fn month_named(name: &str) -> Option<u8> {
    if let Some(number) = month_with(name) {
        return Some(number);
    }
    // Short names are too similar to other words.
    let names = WORDS.months.values().flatten().map(String::as_str);
    let names = names.filter(|known| known.chars().count() > 4);
    let similar = nearest(name, names).filter(|_| name.chars().count() > 4)?;
    month_with(similar)
}

/// Returns the number of the month that has a name.
fn month_with(name: &str) -> Option<u8> {
    let mut months = WORDS.months.iter();
    let (number, _) = months.find(|(_, names)| names.iter().any(|known| known == name))?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Option<String> {
        match read(text) {
            Some(Reading::Date(date)) => Some(date),
            _ => None,
        }
    }

    #[test]
    fn a_day_or_month_can_lack_its_year() {
        for (text, expected) in [
            ("Jan 12th", "01-12"),
            ("12. März", "03-12"),
            ("Jan 5", "01-05"),
            ("5月20日", "05-20"),
            ("August", "08"),
            ("Jan.", "01"),
        ] {
            let rest = expected.to_owned();
            assert_eq!(read(text), Some(Reading::WithoutYear { rest }), "{text}");
        }
        for text in ["Marsh", "Summer"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn reads_dates_as_people_write_them() {
        for (text, expected) in [
            ("Jan 2020", "2020-01"),
            ("Jan. '20", "2020-01"),
            ("01/2020", "2020-01"),
            ("2020/1", "2020-01"),
            ("2020.06", "2020-06"),
            ("März 2023", "2023-03"),
            ("Maerz 2023", "2023-03"),
            ("févr. 2019", "2019-02"),
            ("15 March 2020", "2020-03-15"),
            ("March 15th, 2020", "2020-03-15"),
            ("15 de marzo de 2020", "2020-03-15"),
            ("1er mai 2021", "2021-05-01"),
            ("01.08.2022", "2022-08-01"),
            ("25/12/2022", "2022-12-25"),
            ("12/25/2022", "2022-12-25"),
            ("05/05/2022", "2022-05-05"),
            ("2022/08/01", "2022-08-01"),
            ("2020年3月", "2020-03"),
            ("2020年3月5日", "2020-03-05"),
            ("2020년 3월", "2020-03"),
            ("Februray 2025", "2025-02"),
            ("Sept. 2025", "2025-09"),
            ("heute", "present"),
            ("Now", "present"),
            ("至今", "present"),
            ("presnt", "present"),
            ("[2024/11]", "2024-11"),
            ("ngày 5 tháng 3 năm 2020", "2020-03-05"),
            ("5 agustus 2020", "2020-08-05"),
            ("مارس 2020", "2020-03"),
        ] {
            assert_eq!(date(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn words_that_are_no_dates_stay_words() {
        for text in [
            "Spring 2024",
            "Winter 2025",
            "Marathon 2024",
            "Fall",
            "2023-13",
            "13/2020",
            "13/20",
            "Winter 2019/25",
            "Q5 2020",
            "C3 2020",
            "since then",
            "Circus 2019",
            "5/7",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_day_that_could_be_a_month_is_ambiguous() {
        let reading = Reading::Ambiguous {
            month_first: "2020-03-04".to_owned(),
            day_first: "2020-04-03".to_owned(),
        };
        assert_eq!(read("03/04/2020"), Some(reading));
    }

    #[test]
    fn reads_periods() {
        assert_eq!(
            read("Jan 2020 - Mar 2021"),
            Some(period("2020-01", "2021-03"))
        );
        assert_eq!(
            read("2019-09 – present"),
            Some(period("2019-09", "present"))
        );
        assert_eq!(read("03/2019–heute"), Some(period("2019-03", "present")));
        for (text, start, end) in [
            ("06/2019-05/2020", "2019-06", "2020-05"),
            ("2019.09-2020.06", "2019-09", "2020-06"),
            ("2019-09-2020-06", "2019-09", "2020-06"),
            ("2020年3月至今", "2020-03", "present"),
            ("2020年3月-今", "2020-03", "present"),
            ("T1 2020", "2020-01", "2020-03"),
            ("2019年9月～2020年6月", "2019-09", "2020-06"),
            ("from 2019 to 2021", "2019", "2021"),
            ("von 2019 bis heute", "2019", "present"),
            ("de mars 2019 à juin 2021", "2019-03", "2021-06"),
            ("2020-", "2020", "present"),
            ("since 2020", "2020", "present"),
            ("Seit März 2020", "2020-03", "present"),
            ("depuis 2020", "2020", "present"),
            ("Q1 2020", "2020-01", "2020-03"),
            ("2020 Q4", "2020-10", "2020-12"),
            ("2. Quartal 2020", "2020-04", "2020-06"),
        ] {
            assert_eq!(read(text), Some(period(start, end)), "{text}");
        }
    }

    #[test]
    fn reads_ends_estimates_terms_and_short_years() {
        let text = str::to_owned;
        for (written, reading) in [
            ("until 2020", Reading::Until(text("2020"))),
            ("bis Mai 2020", Reading::Until(text("2020-05"))),
            ("ca. 2019", Reading::About(text("2019"))),
            ("~2019", Reading::About(text("2019"))),
            ("um 2019", Reading::About(text("2019"))),
            ("Winter 2019/20", Reading::Term(text("2019-2020 Winter"))),
            ("WS 2019/2020", Reading::Term(text("2019-2020 WS"))),
            ("2019/20", Reading::Term(text("2019-2020"))),
            ("Mai 20", Reading::ShortYear(text("2020-05"))),
            ("05/20", Reading::ShortYear(text("2020-05"))),
            ("05.07.", Reading::ShortYear(text("2007-05"))),
            ("Mai 98", Reading::Date(text("1998-05"))),
        ] {
            assert_eq!(read(written), Some(reading), "{written}");
        }
    }

    #[test]
    fn reads_what_is_expected() {
        for (text, reading) in [
            ("2023.9 - 2025.12 (Expected)", period("2023-09", "2025-12")),
            ("May 2027 (expected)", Reading::Date("2027-05".to_owned())),
            ("2027 voraussichtlich", Reading::Date("2027".to_owned())),
        ] {
            assert_eq!(
                read(text),
                Some(Reading::Expected(Box::new(reading))),
                "{text}"
            );
        }
    }

    fn period(start: &str, end: &str) -> Reading {
        Reading::Period {
            start: start.to_owned(),
            end: end.to_owned(),
        }
    }

    #[test]
    fn some_texts_are_no_date_at_all() {
        for text in ["", "-", "null", "None", "N/A"] {
            assert_eq!(read(text), Some(Reading::Nothing), "{text}");
        }
    }

    #[test]
    fn a_word_names_one_month() {
        let words: Vec<&String> = WORDS.months.values().flatten().collect();
        for word in &words {
            let count = words.iter().filter(|other| *other == word).count();
            assert_eq!(count, 1, "{word}");
        }
        assert_eq!(WORDS.months.len(), 12);
    }
}
