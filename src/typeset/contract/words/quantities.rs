//! Finds quantities: a number and its unit, and what else belongs to it.

use std::ops::Range;

use crate::typeset::contract::script::{is_digit, is_ideograph};

/// Units with an optional prefix of [`LARGE`], in order of preference.
const BASE_UNITS: [&str; 9] = ["B", "Hz", "W", "V", "bit", "bps", "g", "m", "s"];
/// The prefixes of [`BASE_UNITS`].
const LARGE: [char; 4] = ['k', 'M', 'G', 'T'];
/// Units with a prefix of [`SMALL`].
const SMALL_UNITS: [&str; 7] = ["s", "m", "g", "W", "V", "A", "l"];
/// The prefixes of [`SMALL_UNITS`].
const SMALL: [char; 3] = ['m', 'µ', 'n'];
/// All other units, in order of preference.
const OTHER_UNITS: [&str; 26] = [
    "KB/s", "KiB/s", "MB/s", "MiB/s", "GB/s", "GiB/s", "TB/s", "TiB/s", "min", "h", "km/h", "rpm",
    "fps", "dB", "pt", "px", "cm", "ha", "Kbit/s", "Kibit/s", "Mbit/s", "Mibit/s", "Gbit/s",
    "Gibit/s", "TFLOPS", "GFLOPS",
];
/// What numbers count in Chinese, Japanese and Korean, directly after the number; a longer one before
/// its beginning.
const COUNTERS: [&str; 84] = [
    "个月",
    "小时",
    "分钟",
    "万元",
    "亿元",
    "万人",
    "個月",
    "小時",
    "分鐘",
    "萬元",
    "億元",
    "学时",
    "时间",
    "時間",
    "か月",
    "ヶ月",
    "カ月",
    "ケ月",
    "年間",
    "年度",
    "年级",
    "週間",
    "日間",
    "万円",
    "億円",
    "ページ",
    "개월",
    "시간",
    "년간",
    "주간",
    "年",
    "月",
    "日",
    "天",
    "周",
    "週",
    "次",
    "名",
    "人",
    "个",
    "個",
    "项",
    "項",
    "篇",
    "万",
    "萬",
    "亿",
    "億",
    "千",
    "岁",
    "歲",
    "歳",
    "位",
    "台",
    "套",
    "元",
    "円",
    "级",
    "級",
    "届",
    "屆",
    "期",
    "章",
    "倍",
    "秒",
    "时",
    "時",
    "分",
    "种",
    "家",
    "社",
    "回",
    "点",
    "件",
    "本",
    "枚",
    "页",
    "頁",
    "号",
    "년",
    "월",
    "일",
    "명",
    "개",
];
/// Rates that stay together without a number.
const RATES: [&str; 2] = ["bit/s", "B/s"];

/// Returns whether a text starts with a quantity.
pub fn starts_with_quantity(text: &str) -> bool {
    let number = text.trim_start_matches(is_figure);
    // The last digit before the space is part of the pattern of a quantity.
    let digits = text.len() - number.len();
    let mut starts = text[..digits]
        .char_indices()
        .map(|(at, _)| at)
        .collect::<Vec<_>>();
    starts.push(digits);
    starts
        .iter()
        .any(|at| quantity_at(text, *at).next().is_some())
}

/// Returns whether a text ends with a quantity.
pub fn ends_with_quantity(text: &str) -> bool {
    may_have_quantity(text)
        && text
            .char_indices()
            .any(|(at, _)| quantity_at(text, at).any(|end| end == text.len()))
}

/// Returns the end of the word that a quantity is in: a line may break between a box and a hyphen.
pub fn whole_word_end(text: &str, end: usize) -> usize {
    let rest = &text[end..];
    if !rest.starts_with(['-', '/', '+']) {
        return end;
    }
    let length = rest.find(|c: char| c.is_whitespace() || is_ideograph(c));
    end + length.unwrap_or(rest.len())
}

/// Returns where the number starts whose last digit is at `at`, but not before `from`.
pub fn number_start(text: &str, from: usize, at: usize) -> usize {
    let before = &text[from..at];
    from + before.trim_end_matches(is_figure).len()
}

fn is_figure(c: char) -> bool {
    is_digit(c) || matches!(c, '.' | ',' | '–')
}

pub fn may_have_quantity(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(2).any(|pair| match pair {
        [digit, b' '] => digit.is_ascii_digit() || !digit.is_ascii(),
        [digit, next] if !next.is_ascii() => digit.is_ascii_digit(),
        [b'/', b's'] => true,
        _ => false,
    })
}

/// Returns the quantities in a text, each from the last digit of its number.
pub fn quantities(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut free_from = 0;
    for (at, _) in text.char_indices() {
        if at < free_from {
            continue;
        }
        if let Some(end) = quantity_at(text, at).next() {
            found.push(at..end);
            free_from = end;
        }
    }
    found
}

/// Returns the possible ends of a quantity that starts at `at` with the last digit of its number or
/// with a rate, in order of preference.
fn quantity_at(text: &str, at: usize) -> impl Iterator<Item = usize> {
    let rest = &text[at..];
    let mut ends = Vec::new();
    let Some(first) = rest.chars().next() else {
        return ends.into_iter();
    };
    if is_digit(first) {
        if let Some(unit) = rest[first.len_utf8()..].strip_prefix(' ') {
            let start = text.len() - unit.len();
            ends.extend(unit_ends(unit).into_iter().map(|length| start + length));
        } else {
            let counted = &rest[first.len_utf8()..];
            let unit = COUNTERS.iter().find(|unit| counted.starts_with(**unit));
            ends.extend(unit.map(|unit| text.len() - counted.len() + unit.len()));
        }
    } else if LARGE.contains(&first) || first == 'K' {
        let is_start = text[..at].chars().next_back().is_none_or(|c| !is_word(c));
        let prefix = if rest[1..].starts_with('i') { 2 } else { 1 };
        for rate in RATES {
            if is_start
                && rest[prefix..].starts_with(rate)
                && ends_word(&rest[prefix + rate.len()..])
            {
                ends.push(at + prefix + rate.len());
            }
        }
    }
    ends.into_iter()
}

/// Returns the possible lengths of a unit, or of a second number, at the start of a text.
fn unit_ends(text: &str) -> Vec<usize> {
    let mut chars = text.chars();
    let mut ends = Vec::new();
    match chars.next() {
        Some(sign @ ('%' | '°' | '‰' | '℃')) => ends.push(sign.len_utf8()),
        Some(sign @ ('×' | '–')) => {
            if let Some(number) = chars.as_str().strip_prefix(' ') {
                let length = number_length(number);
                if length > 0 {
                    ends.push(sign.len_utf8() + 1 + length);
                }
            }
        }
        Some(first) => {
            if LARGE.contains(&first) {
                add_ends(&mut ends, text, 1, &BASE_UNITS);
            }
            add_ends(&mut ends, text, 0, &BASE_UNITS);
            if SMALL.contains(&first) {
                add_ends(&mut ends, text, first.len_utf8(), &SMALL_UNITS);
            }
            add_ends(&mut ends, text, 0, &OTHER_UNITS);
        }
        None => {}
    }
    ends
}

fn add_ends(ends: &mut Vec<usize>, text: &str, prefix: usize, units: &[&str]) {
    for unit in units {
        if text[prefix..].starts_with(unit) && ends_word(&text[prefix + unit.len()..]) {
            ends.push(prefix + unit.len());
        }
    }
}

/// Returns the length of `12`, `1.5` or `1,000.5` at the start of a text.
fn number_length(text: &str) -> usize {
    let mut length = digits(text);
    while length > 0 {
        let Some(more) = text[length..].strip_prefix(['.', ',']).map(digits) else {
            break;
        };
        if more == 0 {
            break;
        }
        length += 1 + more;
    }
    length
}

fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(is_digit).len()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn ends_word(rest: &str) -> bool {
    rest.chars().next().is_none_or(|c| !is_word(c))
}
