//! Finds the words and addresses of a text that must not break.

use std::ops::Range;

use crate::typeset::contract::script::{is_digit, is_ideograph, is_latin_letter};

/// What stays on one line besides short words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Addresses with a path.
    pub addresses: bool,
    /// Compounds with hyphens. The spaces of a justified line could not take what it lacks then.
    pub compounds: bool,
    /// Words with capitals after their first letter, such as `PyTorch`, which no syllable divides.
    pub capitals: bool,
}

/// The most characters of a word that stays on one line.
const LONGEST: usize = 24;
/// The most characters of a compound with hyphens, such as `reinforcement-learning`. Programs that read a
/// page take the hyphen at the end of a line for one that is not part of the word.
const LONGEST_COMPOUND: usize = 22;
/// The least number of letters of a word that Typst may break between syllables.
const BREAKABLE: usize = 5;
/// The most characters of a first name and a second one, or of a double name.
const LONGEST_NAME: usize = 18;
/// The most characters of a word with a slash, such as `HTML/CSS`.
const LONGEST_PAIR: usize = 12;

/// Abbreviations that stay with the number after them, without their full stop.
const BEFORE_NUMBERS: [&str; 42] = [
    "p", "pp", "vol", "vols", "no", "nos", "nr", "fig", "figs", "ch", "chap", "sec", "eq", "tab",
    "art", "ref", "pt", "s", "bd", "abb", "kap", "abs", "pág", "págs", "pag", "pagg", "núm", "num",
    "n.º", "blz", "t", "str", "rys", "с", "т", "рис", "вып", "табл", "гл", "cap", "tav", "sp",
];
/// The same without a full stop.
const SIGNS_BEFORE_NUMBERS: [&str; 8] = ["§", "§§", "№", "n°", "nº", "Nr", "No", "#"];

/// Abbreviations that stay with the name after them.
const BEFORE_NAMES: [&str; 14] = [
    "Prof.", "Dr.", "Mr.", "Mrs.", "Ms.", "St.", "Dept.", "Univ.", "Inst.", "Ing.", "Sr.", "Sra.",
    "Mme", "Herr",
];

/// Units of time and numbers in words, which stay with the figures before them.
const UNITS_IN_WORDS: [&str; 38] = [
    "hour",
    "day",
    "week",
    "year",
    "seconds",
    "minutes",
    "hours",
    "days",
    "weeks",
    "months",
    "years",
    "percent",
    "thousand",
    "million",
    "billion",
    "Sekunden",
    "Minuten",
    "Stunden",
    "Tage",
    "Tagen",
    "Wochen",
    "Monate",
    "Monaten",
    "Jahre",
    "Jahren",
    "Prozent",
    "Mio",
    "Mrd",
    "Millionen",
    "secondes",
    "heures",
    "jours",
    "semaines",
    "mois",
    "ans",
    "años",
    "meses",
    "horas",
];

/// Signs of notes, such as that of authors who contributed equally.
const NOTE_SIGNS: [char; 3] = ['*', '†', '‡'];

/// Whether a text starts and ends a paragraph, and not beside other elements of it.
#[derive(Clone, Copy)]
pub struct Edges {
    /// Whether it starts it.
    pub start: bool,
    /// Whether it ends it.
    pub end: bool,
}

/// Returns ranges in order, joining those that overlap.
pub fn united(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut united: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match united.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => united.push(range),
        }
    }
    united
}

/// Returns the words that must not break, with the punctuation around them: a line could otherwise
/// break between a box and its punctuation. `kept` says which ones.
pub fn unbroken_words(text: &str, edges: Edges, kept: Kept) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let has_titles = BEFORE_NAMES.iter().any(|title| text.contains(title));
    let has_capitals = kept.capitals && has_inner_capital(text);
    if !has_titles && !has_capitals && !text.contains(is_in_unbroken_words) {
        return found;
    }
    let mut joined_from = None;
    let mut noted_from = None;
    let mut titled_from = None;
    let mut number_from = None;
    let mut start = 0;
    for word in text.split(' ') {
        let range = start..start + word.len();
        start = range.end + 1;
        let touches_element =
            (range.start == 0 && !edges.start) || (range.end == text.len() && !edges.end);
        if word.is_empty() || touches_element || word.chars().any(is_ideograph) {
            joined_from = None;
            noted_from = None;
            titled_from = None;
            number_from = None;
            continue;
        }
        let is_short = word.chars().count() <= LONGEST;
        let counted = word.starts_with(|c: char| is_digit(c)) && is_short;
        let named = word.starts_with(char::is_uppercase) && word.chars().count() <= LONGEST_NAME;
        match (joined_from.take(), noted_from.take(), titled_from.take()) {
            (Some(from), _, _) if counted => found.push(from..range.end),
            (_, Some(from), _) if is_short => found.push(from..range.end),
            (_, _, Some(from)) if named => found.push(from..range.end),
            _ if stays_whole(word, kept) => found.push(range.clone()),
            _ => {}
        }
        if BEFORE_NAMES.contains(&word) {
            titled_from = Some(range.start);
        }
        if is_note_sign(word) {
            noted_from = Some(range.start);
        }
        if precedes_number(word) {
            joined_from = Some(range.start);
        }
        if let Some(from) = number_from.take()
            && (follows_number(word) || is_group_of_digits(&text[from..start - 1], word))
        {
            found.push(from..range.end);
        }
        number_from = word
            .starts_with(|c: char| is_digit(c))
            .then_some(range.start);
    }
    found
}

/// Returns whether a character is one of those of which a word that must not break has at least one.
fn is_in_unbroken_words(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '-' | '–' | '+' | '/' | '@') || NOTE_SIGNS.contains(&c)
}

/// Returns whether a word stays with a number after it: `pp.`, `§`, `IEEE`, `51(10),`.
fn precedes_number(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '[', '“', '„', '«']);
    if SIGNS_BEFORE_NUMBERS.contains(&word) {
        return true;
    }
    if let Some(abbreviation) = word.strip_suffix('.') {
        return BEFORE_NUMBERS.contains(&abbreviation.to_lowercase().as_str());
    }
    let is_name = (2..=6).contains(&word.len()) && word.bytes().all(|c| c.is_ascii_uppercase());
    is_name || is_volume(word)
}

/// Returns whether a word is a volume with its issue before pages: `51(10),`.
fn is_volume(word: &str) -> bool {
    let issue = word.trim_end_matches([',', ':']).strip_suffix(')');
    let parts = issue.and_then(|volume| volume.split_once('('));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    parts.is_some_and(|(volume, issue)| is_number(volume) && is_number(issue))
}

/// Returns whether a word is the sign of a note, which stays with the word after it: `(*`.
fn is_note_sign(word: &str) -> bool {
    let mut signs = word.trim_start_matches(['(', '[']).chars();
    signs.next().is_some_and(|sign| NOTE_SIGNS.contains(&sign)) && signs.next().is_none()
}

/// Returns whether a word stays with a number before it: `2nd ed.`, `2.7 seconds`, `10 million`.
fn follows_number(word: &str) -> bool {
    let letters = word.trim_end_matches([',', '.', ';', ':', ')', '!', '?']);
    UNITS_IN_WORDS.contains(&letters)
        || ["ed.", "éd.", "Auflage", "Aufl.", "druk", "baskı"]
            .iter()
            .any(|ending| word.starts_with(ending))
}

/// Returns whether a word goes on a number in groups of three digits: `1 200`.
fn is_group_of_digits(before: &str, word: &str) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let before = before.split(' ').next().unwrap_or_default();
    let group = word.trim_end_matches(|c: char| !c.is_alphanumeric());
    (1..=3).contains(&before.len()) && is_number(before) && group.len() == 3 && is_number(group)
}

/// Returns whether a line must not break within a word.
fn stays_whole(word: &str, kept: Kept) -> bool {
    let core = word.trim_matches(|c: char| !is_letter_or_digit(c) && !matches!(c, '+' | '#'));
    let length = core.chars().count();
    if is_email(core) {
        return true;
    }
    if !(2..=LONGEST).contains(&length) || core.contains("://") {
        return false;
    }
    // `-vorschriften` shares its first part with a word before it.
    word.starts_with('-')
        || core.ends_with("++")
        || is_range(core)
        || has_short_prefix(core)
        || (kept.capitals && length >= BREAKABLE && is_word_with_capitals(core))
        || (kept.compounds && length <= LONGEST_COMPOUND && is_compound(core))
        || (length <= LONGEST_NAME && is_double_name(core))
        || (length <= LONGEST_PAIR && core.contains('/'))
}

/// Returns whether a word is a range or a number with hyphens: `297–335`, `2023-09`.
fn is_range(word: &str) -> bool {
    let mut ends = word.split(['–', '-']);
    word.contains(['–', '-']) && ends.all(|end| end.starts_with(is_digit))
}

/// Returns whether what is before the first hyphen is too short to end a line: `18-bed`,
/// `KV-cache`, `T-shirt`.
fn has_short_prefix(word: &str) -> bool {
    let Some((prefix, rest)) = word.split_once(['-', '–']) else {
        return false;
    };
    let length = prefix.chars().count();
    let is_short = length <= 2
        || (length <= 4 && prefix.bytes().all(|byte| byte.is_ascii_digit()))
        || (length == 3 && prefix.bytes().all(|byte| byte.is_ascii_uppercase()));
    let is_last_joint = !rest.contains(['-', '/']) || rest.chars().count() <= 10;
    is_short && prefix.chars().all(is_letter_or_digit) && is_last_joint
}

/// Returns whether a word of letters has a capital after its first letter.
fn is_word_with_capitals(word: &str) -> bool {
    has_inner_capital(word) && word.chars().all(is_letter_or_digit)
}

/// Returns whether a letter or digit is followed by a capital: `PyTorch`.
fn has_inner_capital(text: &str) -> bool {
    let mut pairs = text.as_bytes().windows(2);
    pairs.any(|pair| pair[0].is_ascii_alphanumeric() && pair[1].is_ascii_uppercase())
}

/// Returns whether a word is made of words with hyphens between them: `right-sizing`.
fn is_compound(word: &str) -> bool {
    let mut parts = word.split(['-', '–']);
    word.contains(['-', '–'])
        && parts.all(|part| !part.is_empty() && part.chars().all(is_letter_or_digit))
}

/// Returns whether a word looks like a double name: `Jean-Pierre`, `Garcia-Lopez`.
fn is_double_name(word: &str) -> bool {
    word.contains('-') && word.split('-').count() == 2 && word.split('-').all(is_name)
}

/// Returns whether a part of a word has one capital, at its start.
fn is_name(part: &str) -> bool {
    let mut letters = part.chars();
    letters.next().is_some_and(char::is_uppercase)
        && letters.clone().next().is_some()
        && letters.all(|c| c.is_lowercase() || matches!(c, '\'' | '’'))
}

pub fn is_email(word: &str) -> bool {
    let Some((user, host)) = word.split_once('@') else {
        return false;
    };
    !user.is_empty() && host.contains('.') && word.chars().all(|c| is_of_address(c) || c == '+')
}

/// Divides an email address before its signs.
pub fn email_pieces(address: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, _) in address.match_indices(['@', '.', '/']) {
        if start < at {
            pieces.push(&address[start..at]);
        }
        start = at;
    }
    pieces.push(&address[start..]);
    pieces
}

/// Returns the addresses with a path in a text.
pub fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !text.contains('/') {
        return found;
    }
    let mut start = 0;
    while start < text.len() {
        let length = text[start..]
            .find(|c| c != '/' && !is_of_address(c))
            .unwrap_or(text.len() - start);
        let end = start + length;
        if let Some(offset) = address_start(&text[start..end]) {
            found.push(start + offset..end);
        }
        start = end + text[end..].chars().next().map_or(0, char::len_utf8);
    }
    found
}

/// Returns where an address starts in a sequence of its characters: at the first part with a dot or
/// an at sign, then another character, a slash, and something after it.
fn address_start(text: &str) -> Option<usize> {
    let mut start = 0;
    for (slash, _) in text.match_indices('/') {
        let part = &text[start..slash];
        let is_host = part.find(['.', '@']).is_some_and(|at| at + 1 < part.len());
        if is_host && slash + 1 < text.len() {
            return Some(start);
        }
        start = slash + 1;
    }
    None
}

fn is_letter_or_digit(c: char) -> bool {
    is_latin_letter(c) || is_digit(c)
}

fn is_of_address(c: char) -> bool {
    is_letter_or_digit(c) || matches!(c, '.' | ':' | '_' | '~' | '@' | '#' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Edges = Edges {
        start: true,
        end: true,
    };

    const KEPT: Kept = Kept {
        addresses: false,
        compounds: true,
        capitals: true,
    };

    fn kept(text: &str) -> Vec<&str> {
        united(unbroken_words(text, WHOLE, KEPT))
            .into_iter()
            .map(|range| &text[range])
            .collect()
    }

    #[test]
    fn finds_addresses() {
        for (text, expected) in [
            (
                "see git.example.org/ada/x-y, there",
                vec!["git.example.org/ada/x-y"],
            ),
            ("ada@example.org/x", vec!["ada@example.org/x"]),
            ("a/b.c/d", vec!["b.c/d"]),
            ("example.org/ and/or ./src/x", vec![]),
            ("T-shirt/example.org/x-y", vec!["example.org/x-y"]),
        ] {
            let found: Vec<&str> = addresses(text)
                .into_iter()
                .map(|range| &text[range])
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn keeps_signs_of_notes_with_their_words() {
        for (text, expected) in [
            ("Lopez (* equal contribution)", vec!["(* equal"]),
            ("† corresponding", vec!["† corresponding"]),
            ("3 * x", vec!["* x"]),
            ("a bold* word", vec![]),
        ] {
            assert_eq!(kept(text), expected, "{text}");
        }
    }

    #[test]
    fn keeps_numbers_with_what_they_count() {
        for (text, expected) in [
            ("vol. 3, pp. 112–129 of", vec!["vol. 3,", "pp. 112–129"]),
            ("(Fig. 2) in § 5", vec!["(Fig. 2)", "§ 5"]),
            ("an IEEE 802.3bs link", vec!["IEEE 802.3bs"]),
            ("pages 297–335, 2023-09.", vec!["297–335,", "2023-09."]),
            ("Journal 51(10), 42–56, in f(x), 7", vec!["51(10), 42–56,"]),
            ("the p. of a story", vec![]),
            ("the book, 2nd ed., of", vec!["2nd ed.,"]),
            (
                "in 2.7 seconds, 10 million users, a 2 year course",
                vec!["2.7 seconds,", "10 million", "2 year"],
            ),
            ("Vol 3 in CPUs 3", vec![]),
            (
                "mit 1 200 Personen, 12 345 678.",
                vec!["1 200", "12 345 678."],
            ),
            ("in 2020 100 people, 3 20 times", vec![]),
        ] {
            assert_eq!(kept(text), expected, "{text}");
        }
    }

    #[test]
    fn keeps_words_with_inner_capitals() {
        for (text, expected) in [
            ("in PyTorch, on CUTLASS and C", vec!["PyTorch,", "CUTLASS"]),
            ("Software of GNU, HTML、TypeScript", vec![]),
        ] {
            assert_eq!(kept(text), expected, "{text}");
        }
    }

    #[test]
    fn keeps_titles_with_their_names() {
        for (text, expected) in [
            (
                "with Prof. Yun, Dr. Ada Berg",
                vec!["Prof. Yun,", "Dr. Ada"],
            ),
            ("the Dept. of Physics", vec![]),
        ] {
            assert_eq!(kept(text), expected, "{text}");
        }
    }

    #[test]
    fn keeps_short_prefixes_names_and_email_addresses() {
        for (text, expected) in [
            (
                "an 18-bed ward, KV-cache; T-shirt",
                vec!["18-bed", "KV-cache;", "T-shirt"],
            ),
            ("C++, TCP/IP and and/or", vec!["C++,", "TCP/IP", "and/or"]),
            ("to ada-b@example.org now", vec!["ada-b@example.org"]),
            (
                "with Jean-Pierre (Ann-Kathrin), the Vice-Chancellor’s",
                vec!["Jean-Pierre", "(Ann-Kathrin),", "Vice-Chancellor’s"],
            ),
            (
                "right-sizing, a state-of-the-art plan",
                vec!["right-sizing,", "state-of-the-art"],
            ),
            ("customer-visible, a - b, -x, x-", vec!["customer-visible,"]),
            ("Standards und -vorschriften,", vec!["-vorschriften,"]),
            ("misunderstanding-averse", vec![]),
            ("Software-Entwicklungsprozesse", vec![]),
            ("é-shop, 3-year-old", vec!["é-shop,", "3-year-old"]),
            ("到KV-cache层", vec![]),
        ] {
            assert_eq!(kept(text), expected, "{text}");
        }
    }
}
