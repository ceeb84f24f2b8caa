//! Dates in digits, by patterns, and in the eras of Japan.

use crate::profile::PartialDate;

/// Writes a date by the pattern for a year, a month or a day, in the letters of CLDR: `dd.MM.y`.
pub fn fill(patterns: [&str; 3], date: PartialDate) -> String {
    let PartialDate { year, month, day } = date;
    let pattern = match (month, day) {
        (None, _) => patterns[0],
        (Some(_), None) => patterns[1],
        (Some(_), Some(_)) => patterns[2],
    };
    let month = month.unwrap_or_default();
    let day = day.unwrap_or_default();
    pattern
        .replace("MM", &format!("{month:02}"))
        .replace('M', &month.to_string())
        .replace("dd", &format!("{day:02}"))
        .replace('d', &day.to_string())
        .replace('y', &year.to_string())
}

/// Writes `2023.9`.
pub fn numeric(date: PartialDate) -> String {
    fill(["y", "y.M", "y.M.d"], date)
}

/// Writes `2023-09`.
pub fn iso(date: PartialDate) -> String {
    fill(["y", "y-MM", "y-MM-dd"], date)
}

/// The eras of Japan, the latest first: the name, and the year, month and day of the start.
const ERAS: [(&str, (u16, u8, u8)); 5] = [
    ("令和", (2019, 5, 1)),
    ("平成", (1989, 1, 8)),
    ("昭和", (1926, 12, 25)),
    ("大正", (1912, 7, 30)),
    ("明治", (1868, 1, 25)),
];

/// Writes `令和5年9月`. A month or a year in which an era begins belongs to it. The first year of an
/// era is 元年.
pub fn in_era(date: PartialDate) -> String {
    let last_day = (date.year, date.month.unwrap_or(12), date.day.unwrap_or(31));
    let Some((name, (first, ..))) = ERAS.iter().find(|(_, start)| last_day >= *start) else {
        return fill(["y年", "y年M月", "y年M月d日"], date);
    };
    let year = match date.year - first + 1 {
        1 => "元".to_owned(),
        year => year.to_string(),
    };
    fill(["年", "年M月", "年M月d日"], date).replacen('年', &format!("{name}{year}年"), 1)
}
