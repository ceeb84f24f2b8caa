//! Lists of authors as people write them: names between semicolons or commas, and marks of an equal
//! contribution.

use crate::profile::bibliography::markup::unmarked;
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

/// Returns a list of people with `and` between them, as `biblatex` expects it.
pub fn with_and(list: &str) -> String {
    let names: Vec<&str> = split(list, &[";"]);
    let names = names
        .into_iter()
        .flat_map(|names| split(names, &[" and ", " AND ", " And ", " & "]));
    let mut people = Vec::new();
    for name in names {
        let name = name.trim();
        // `A B, C D, and E F`
        let continues = name.ends_with(',');
        let name = name.trim_end_matches(',').trim();
        let name = name.strip_prefix("and ").unwrap_or(name).trim();
        let parts: Vec<&str> = split(name, &[","]).into_iter().map(str::trim).collect();
        if are_people(&parts) || continues && parts.iter().all(|part| has_words(part)) {
            people.extend(parts.iter().map(|part| family_first(part)));
        } else if !name.is_empty() {
            people.push(name.to_owned());
        }
    }
    people.join(" and ")
}

/// Returns whether the parts between commas are names, and not those of one name: of `Okafor, M.` the
/// first has one word, and a family name does not begin with an initial.
fn are_people(parts: &[&str]) -> bool {
    match parts {
        [] | [_] => false,
        [first, _] if parts.iter().all(|part| has_words(part)) => {
            begins_with_initial(first) || parts.iter().all(|part| ends_with_initials(part))
        }
        _ => parts.iter().all(|part| has_words(part)),
    }
}

fn has_words(part: &str) -> bool {
    part.contains([' ', '\u{14}']) && !part.starts_with('{')
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
            ("{Example; Sons and Co}", "{Example; Sons and Co}"),
            ("Okafor, Mira and others", "Okafor, Mira and others"),
        ] {
            assert_eq!(with_and(written), expected);
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
