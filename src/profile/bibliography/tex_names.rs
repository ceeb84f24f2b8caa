//! Lists of authors as people write them: names between semicolons or commas, and marks of an equal
//! contribution.

use crate::profile::bibliography::markup::{MarkedPart, marked_parts, unmarked};
use crate::profile::bibliography::tex_text::shown;

/// The marks of authors.
const MARKS: [char; 8] = ['*', '†', '‡', '§', '¶', '#', '∗', '✝'];

/// A part of a name without its marks.
pub struct MarkedName {
    /// The part.
    pub text: String,
    /// The first mark.
    pub mark: Option<char>,
}

/// Takes the marks from the end of a part of a name, raised or not.
pub fn without_mark(part: &str) -> MarkedName {
    let shown = shown(part);
    let text = unmarked(&shown);
    let trimmed = text
        .trim()
        .trim_end_matches(|c: char| MARKS.contains(&c) || c == ',');
    let mark = text[trimmed.len() + (text.len() - text.trim_start().len())..]
        .chars()
        .find(|c| MARKS.contains(c));
    MarkedName {
        text: trimmed.trim_start_matches(MARKS).trim().to_owned(),
        mark: mark.map(|mark| if mark == '∗' { '*' } else { mark }),
    }
}

/// Words for the people who are not named, at the end of a list.
const OTHERS: [&str; 5] = ["et al.", "et al", "et\u{14}al.", "et\u{14}al", "others"];

/// What follows a name after a comma, and is not one.
const SUFFIXES: [&str; 8] = ["Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV", "V"];

/// Returns a list of people with `and` between them, as `biblatex` expects it.
pub fn with_and(list: &str) -> String {
    let words: Vec<&str> = list.split_ascii_whitespace().collect();
    let list = words.join(" ");
    let mut segments: Vec<&str> = split(&list, &[";"])
        .into_iter()
        .flat_map(|names| split(names, &[" and ", " AND ", " And ", " & "]))
        .map(|names| names.trim().trim_start_matches("and ").trim())
        .filter(|names| !names.is_empty())
        .collect();
    let mut has_others = false;
    if let Some(last) = segments.last_mut()
        && let Some(named) = without_others(last)
    {
        has_others = true;
        *last = named;
    }
    // In `A B, C D, and E F`, the last name shows that no comma is inside of a name.
    let is_given_first = !has_others && segments.last().is_some_and(|last| !last.contains(','));
    let mut people = Vec::new();
    for segment in segments {
        let continues = segment.ends_with(',') && is_given_first;
        let names = segment.trim_end_matches(',').trim();
        let parts: Vec<&str> = split(names, &[","]).into_iter().map(str::trim).collect();
        if is_list(&parts, continues) {
            people.extend(names_of(&parts));
        } else if !names.is_empty() {
            people.push(names.to_owned());
        }
    }
    people.extend(has_others.then(|| "others".to_owned()));
    people.join(" and ")
}

/// Returns the list with its marks, and without the numbers of affiliations beside them. Raised words
/// stay.
pub fn without_affiliations(list: &str) -> String {
    let parts = marked_parts(list).into_iter().map(|part| match part {
        MarkedPart::Text(text) => text.to_owned(),
        MarkedPart::Super(text) => {
            let is_words = text.chars().all(|c| c.is_alphabetic() || c == '.');
            let kept = text.chars().filter(|c| is_words || MARKS.contains(c));
            kept.collect()
        }
        MarkedPart::Sub(text) | MarkedPart::Link { text, .. } => unmarked(text).into_owned(),
    });
    parts.collect()
}

/// Returns the names before the words for the others; `None` without these.
fn without_others(names: &str) -> Option<&str> {
    let inside = names.trim_matches(['{', '}']);
    let names = if OTHERS.contains(&inside) {
        inside
    } else {
        names
    };
    OTHERS.iter().find_map(|others| {
        let before = names.strip_suffix(others)?;
        let is_apart = before.is_empty() || before.ends_with([' ', ',', '\u{14}']);
        is_apart.then(|| before.trim_end_matches([' ', ',', '\u{14}']))
    })
}

/// Returns whether the parts between commas are names, and not those of one name: of `Okafor, M.` the
/// first has one word, and a family name does not begin with an initial.
fn is_list(parts: &[&str], continues: bool) -> bool {
    let all_have_words = parts.iter().all(|part| has_words(part));
    match parts {
        [] | [_] => false,
        // The keys of `BibLaTeX`: `family=Okafor, given=Mira`.
        _ if parts.iter().any(|part| part.contains('=')) => false,
        [first, _] => {
            all_have_words
                && (continues
                    || begins_with_initial(first)
                    || parts.iter().all(|part| ends_with_initials(part)))
        }
        [_, second, third] => {
            let is_name = has_words(third) && !is_initials(third);
            all_have_words
                || is_name
                    && !SUFFIXES.contains(second)
                    && (continues || begins_with_initial(third))
        }
        _ => true,
    }
}

/// Returns the names of parts between commas, each with the family name first if it has a comma.
fn names_of(parts: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = parts;
    while let [family, after @ ..] = rest {
        rest = after;
        let mut name = vec![*family];
        let mut take = |is_taken: &dyn Fn(&str) -> bool| {
            if let [next, after @ ..] = rest
                && is_taken(next)
            {
                name.push(next);
                rest = after;
            }
        };
        take(&|next| SUFFIXES.contains(&next));
        take(&|next| is_pair(family, next));
        take(&|next| SUFFIXES.contains(&next));
        if let [family, given, suffix] = name.as_slice()
            && SUFFIXES.contains(suffix)
        {
            name = vec![family, suffix, given];
        }
        names.push(match name.as_slice() {
            [single] => family_first(single),
            _ => name.join(", "),
        });
    }
    names
}

/// Returns whether two parts are the family name and the given names of one person.
fn is_pair(family: &str, given: &str) -> bool {
    !begins_with_initial(family)
        && (!has_words(family)
            || family.starts_with(char::is_lowercase)
            || !has_words(given)
            || is_initials(given))
}

fn has_words(part: &str) -> bool {
    part.contains([' ', '\u{14}']) && !part.starts_with('{')
}

/// Returns whether all words are initials: `M. B.`, `M.-B.`.
fn is_initials(part: &str) -> bool {
    let mut words = part.split([' ', '.', '-', '\u{14}']);
    part.contains('.') && words.all(|word| word.chars().count() <= 1)
}

fn begins_with_initial(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next() == Some('.')
}

/// Returns whether a name is in the style of medical journals: `Okafor MB`.
fn ends_with_initials(name: &str) -> bool {
    name.rsplit_once(' ')
        .is_some_and(|(_, last)| last.len() <= 3 && last.chars().all(char::is_uppercase))
}

fn family_first(name: &str) -> String {
    match name.rsplit_once(' ') {
        Some((family, initials)) if ends_with_initials(name) => {
            let initials: Vec<String> = initials.chars().map(|c| format!("{c}.")).collect();
            format!("{family}, {}", initials.join(" "))
        }
        _ => name.to_owned(),
    }
}

/// Splits a text at separators outside of braces.
fn split<'t>(text: &'t str, separators: &[&str]) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let (mut depth, mut start, mut at) = (0_usize, 0, 0);
    while let Some(character) = text[at..].chars().next() {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let separator = separators
            .iter()
            .find(|separator| depth == 0 && text[at..].starts_with(**separator));
        match separator {
            Some(separator) => {
                parts.push(&text[start..at]);
                at += separator.len();
                start = at;
            }
            None => at += character.len_utf8(),
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_people_have_and_between_names() {
        for (written, expected) in [
            ("Okafor, Mira and Ruiz, Ana", "Okafor, Mira and Ruiz, Ana"),
            (
                "Okafor, Mira  and\n  Ruiz, Ana and\nChen, Bo",
                "Okafor, Mira and Ruiz, Ana and Chen, Bo",
            ),
            ("Okafor, Mira; Ruiz, Ana; ", "Okafor, Mira and Ruiz, Ana"),
            ("Okafor, Mira AND Ruiz, Ana", "Okafor, Mira and Ruiz, Ana"),
            (
                "Mira Okafor, Ana Ruiz, and Bo Chen",
                "Mira Okafor and Ana Ruiz and Bo Chen",
            ),
            ("M. Okafor, A. Ruiz", "M. Okafor and A. Ruiz"),
            ("Okafor MB, Ruiz A", "Okafor, M. B. and Ruiz, A."),
            ("van der Berg, Jan Peter", "van der Berg, Jan Peter"),
            (
                "García Márquez, Gabriel José",
                "García Márquez, Gabriel José",
            ),
            ("Smith, Jr., John", "Smith, Jr., John"),
            (
                "Alpha, A., Beta, B., and Gamma, C.",
                "Alpha, A. and Beta, B. and Gamma, C.",
            ),
            (
                "Alpha, A.A., Beta, B.B. & Gamma, C.C.",
                "Alpha, A.A. and Beta, B.B. and Gamma, C.C.",
            ),
            (
                "Alpha, A. and Beta, B., Gamma, C.",
                "Alpha, A. and Beta, B. and Gamma, C.",
            ),
            ("Alpha, A., Beta, B.", "Alpha, A. and Beta, B."),
            (
                "Alpha, A., Beta, B., et al.",
                "Alpha, A. and Beta, B. and others",
            ),
            (
                "Alpha, Anna and Beta, Bert et al.",
                "Alpha, Anna and Beta, Bert and others",
            ),
            ("Alpha, Anna et\u{14}al.", "Alpha, Anna and others"),
            ("A. Alpha and {et al.}", "A. Alpha and others"),
            ("et al.", "others"),
            (
                "A. Alpha, B. Beta, and C. Gamma",
                "A. Alpha and B. Beta and C. Gamma",
            ),
            (
                "García Márquez, G. J., Pérez Gil, A. B.",
                "García Márquez, G. J. and Pérez Gil, A. B.",
            ),
            (
                "García Gil, Juan José, and Pérez Gil, Ana María",
                "García Gil, Juan José and Pérez Gil, Ana María",
            ),
            (
                "Okafor, Mira, Ana Ruiz, and Bo Chen",
                "Okafor, Mira and Ana Ruiz and Bo Chen",
            ),
            (
                "King, M. L., Jr., van der Berg, Jan",
                "King, Jr., M. L. and van der Berg, Jan",
            ),
            (
                "family=Berg, given=Jan, prefix=van den, useprefix=true",
                "family=Berg, given=Jan, prefix=van den, useprefix=true",
            ),
            ("{Example; Sons and Co}", "{Example; Sons and Co}"),
            ("Okafor, Mira and others", "Okafor, Mira and others"),
        ] {
            assert_eq!(with_and(written), expected);
        }
    }

    #[test]
    fn names_have_marks_but_no_affiliations() {
        for (written, expected) in [
            ("Poe\u{1}1,2\u{5}, Pia", "Poe, Pia"),
            ("Poe\u{1}‡,1\u{5}, Pia", "Poe‡, Pia"),
            ("M\u{1}c\u{5}Donald, P.", "McDonald, P."),
        ] {
            assert_eq!(without_affiliations(written), expected);
        }
    }

    #[test]
    fn marks_are_taken_from_names() {
        for (part, text, mark) in [
            ("Elena M.*", "Elena M.", Some('*')),
            ("Elena\u{1}†\u{5}", "Elena", Some('†')),
            ("Elena", "Elena", None),
            ("*", "", Some('*')),
        ] {
            let name = without_mark(part);
            assert_eq!((name.text.as_str(), name.mark), (text, mark), "{part}");
        }
    }
}
