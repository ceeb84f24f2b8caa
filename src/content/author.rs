//! Recognizes the person's own name among the authors of a publication, in its usual spellings.
//!
//! Uses `profile` for East Asian characters.

use unicode_normalization::UnicodeNormalization;

use crate::profile::is_east_asian;

/// Titles and suffixes that are not part of a name.
const TITLES: [&str; 15] = [
    "dr",
    "prof",
    "professor",
    "phd",
    "md",
    "msc",
    "bsc",
    "mba",
    "ing",
    "dipl",
    "jr",
    "sr",
    "mr",
    "ms",
    "mrs",
];

/// Lowercase words that belong to the family name after them.
const PARTICLES: [&str; 20] = [
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "ter",
    "ten", "zu", "af", "al", "el", "bin",
];

/// Spellings of a letter, and the one that stands for them in comparisons.
const SAME_LETTERS: [(&str, &str); 8] = [
    ("ae", "a"),
    ("oe", "o"),
    ("ue", "u"),
    ("ß", "ss"),
    ("ø", "o"),
    ("æ", "a"),
    ("ł", "l"),
    ("đ", "d"),
];

/// Returns the full name, where `name` may be the given names alone. `family_first` is the order of
/// the language.
pub fn full_name(name: &str, family: Option<&str>, family_first: bool) -> String {
    let name = name.trim();
    let family = family.map(str::trim).unwrap_or_default();
    if family.is_empty() {
        return name.to_owned();
    }
    if name.is_empty() {
        return family.to_owned();
    }
    // Chinese, Japanese and Korean names are written without a space, family name first, in any
    // language.
    let is_east_asian_name = name
        .chars()
        .chain(family.chars())
        .all(|c| is_east_asian(c) || c.is_whitespace());
    if has_family_name(name, family, is_east_asian_name) {
        name.to_owned()
    } else if is_east_asian_name {
        format!("{family}{name}")
    } else if family_first {
        format!("{family} {name}")
    } else {
        format!("{name} {family}")
    }
}

fn has_family_name(name: &str, family: &str, is_east_asian_name: bool) -> bool {
    let name = words(name);
    let family = words(family);
    if is_east_asian_name {
        return name.concat().starts_with(&family.concat());
    }
    name.windows(family.len().max(1)).any(|part| part == family)
}

/// Returns the family name within a full name, as far as its form tells: the last word of a Latin
/// name with the particles before it. The name may be in the order of another language, have two
/// family names, or end with a title; then nothing is known.
pub fn family_name_in<'n>(name: &'n str, language: &str) -> Option<&'n str> {
    let is_family_first = matches!(language, "hu" | "vi" | "zh" | "ja" | "ko");
    if is_family_first || !name.chars().all(is_of_latin_name) {
        return None;
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let (last, given) = words.split_last()?;
    let particles = given
        .iter()
        .skip(1)
        .rev()
        .take_while(|word| PARTICLES.contains(word))
        .count();
    let has_two_family_names = matches!(language, "es" | "pt" | "ca" | "gl");
    let is_clear = last.starts_with(char::is_uppercase)
        && last.chars().count() > 1
        && !last.ends_with('.')
        && !TITLES.contains(&last.to_lowercase().as_str())
        && !words
            .iter()
            .any(|word| is_capitals(word) && !word.contains('.'))
        && (1..=3).contains(&(given.len() - particles))
        && (given.len() - particles == 1 || !has_two_family_names);
    if !is_clear {
        return None;
    }
    let mut rest = name.trim();
    for _ in 0..given.len() - particles {
        rest = rest.split_once(char::is_whitespace)?.1.trim_start();
    }
    Some(rest)
}

/// Returns whether a character may be part of a Latin name.
fn is_of_latin_name(c: char) -> bool {
    is_latin(c) || c.is_whitespace() || is_mark_in_name(c)
}

/// Returns whether a word has several letters, all of them capitals.
fn is_capitals(word: &str) -> bool {
    word.len() > 1 && !word.contains(char::is_lowercase)
}

fn is_latin(c: char) -> bool {
    c.is_alphabetic() && matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

fn is_mark_in_name(c: char) -> bool {
    matches!(c, '-' | '.' | '\'' | '’' | '‘' | 'ʼ')
}

/// Recognizes the names of one person.
pub struct NameMatcher {
    names: Vec<NameParts>,
}

impl NameMatcher {
    /// Creates a matcher for a person's names.
    pub fn new(names: &[String], family: Option<&str>) -> Self {
        let names = names
            .iter()
            .filter_map(|name| NameParts::new(&full_name(name, family, false), family))
            .collect();
        Self { names }
    }

    /// Returns whether an author is this person. Family name first, initials, missing middle names,
    /// accents, punctuation and marks make no difference.
    pub fn matches(&self, author: &str) -> bool {
        self.names.iter().any(|name| name.matches(author))
    }
}

/// A name in parts, each word in lowercase without accents.
struct NameParts {
    given: Vec<String>,
    family: Vec<String>,
}

impl NameParts {
    /// Splits a name. Without a known family name, that is the last word, or all of a name that is
    /// one word.
    fn new(name: &str, family: Option<&str>) -> Option<Self> {
        if let Some((family, given)) = split_at_comma(name) {
            return Some(Self::with_particles(given, words(family)));
        }
        let mut given = words(name);
        let family = family.map(words).filter(|family| !family.is_empty());
        let found = family
            .as_ref()
            .and_then(|family| given.windows(family.len()).position(|part| part == family));
        let family = match (family, found) {
            (Some(family), Some(at)) => {
                given.drain(at..at + family.len());
                family
            }
            _ => vec![given.pop()?],
        };
        Some(Self::with_particles(given, family))
    }

    /// Moves particles from the end of the given names to the family name.
    fn with_particles(mut given: Vec<String>, mut family: Vec<String>) -> Self {
        while let [_, .., last] = given.as_slice()
            && PARTICLES.contains(&last.as_str())
        {
            family.splice(0..0, given.pop());
        }
        Self { given, family }
    }

    fn matches(&self, author: &str) -> bool {
        let words = words(author);
        let joined = self.family.concat() + &self.given.concat();
        if words.concat() == joined {
            return true;
        }
        if split_at_comma(author).is_some() {
            return Self::new(author, None)
                .is_some_and(|name| name.family == self.family && self.matches_given(&name.given));
        }
        let family_first = words.strip_prefix(self.family.as_slice());
        let family_last = words.strip_suffix(self.family.as_slice());
        [family_first, family_last]
            .into_iter()
            .flatten()
            .any(|given| self.matches_given(given))
    }

    /// Returns whether given names are this person's: the first one or its initial, and no other
    /// that differs.
    fn matches_given(&self, written: &[String]) -> bool {
        if self.given.is_empty() || written.is_empty() {
            return self.given.is_empty() && written.is_empty();
        }
        if written.concat() == self.given.concat() {
            return true;
        }
        if !is_same_or_initial(&self.given[0], &written[0]) {
            return false;
        }
        // An author with more given names than are known matches by the whole first name, or if
        // all are initials.
        let are_initials = written.iter().all(|word| word.chars().count() == 1);
        let has_more = written.len() > self.given.len();
        if has_more && (are_initials || written[0] == self.given[0]) {
            return true;
        }
        let mut rest = self.given[1..].iter();
        written[1..]
            .iter()
            .all(|part| rest.any(|name| is_same_or_initial(name, part)))
    }
}

/// Splits `Berg, Ada Maria` into the family name and the words of the given names.
fn split_at_comma(name: &str) -> Option<(&str, Vec<String>)> {
    let (family, given) = name.split_once(',')?;
    let given = words(given);
    (!given.is_empty()).then_some((family, given))
}

fn is_same_or_initial(a: &str, b: &str) -> bool {
    a == b || is_initial_of(a, b) || is_initial_of(b, a)
}

fn is_initial_of(short: &str, long: &str) -> bool {
    short.chars().count() == 1 && long.starts_with(short)
}

/// Returns the words of a name in lowercase, without accents, marks and titles. Initials that are
/// written together become one word each.
fn words(name: &str) -> Vec<String> {
    let letters: String = name
        .nfd()
        .filter(|c| c.is_alphabetic() || is_separator(*c))
        .collect();
    let mut words = Vec::new();
    for word in letters.split(is_separator).filter(|word| !word.is_empty()) {
        let are_initials =
            matches!(word.len(), 2..=3) && word.bytes().all(|byte| byte.is_ascii_uppercase());
        if are_initials {
            words.extend(word.chars().map(|c| c.to_lowercase().collect::<String>()));
        } else {
            words.push(normalize(word));
        }
    }
    words.retain(|word| !TITLES.contains(&word.as_str()));
    words
}

/// Returns the word in lowercase, with one spelling for `ü` and `ue`, `ø` and `oe`, `ß` and `ss`.
fn normalize(word: &str) -> String {
    let lowercase = word.to_lowercase();
    SAME_LETTERS
        .iter()
        .fold(lowercase, |word, (from, to)| word.replace(from, to))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '.' | '-' | '‐' | '·' | '・')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(name: &str, family: Option<&str>) -> NameMatcher {
        NameMatcher::new(&[name.to_owned()], family)
    }

    #[test]
    fn matches_the_spellings_of_a_name() {
        let ada = own("Ada Maria Berg", None);
        for author in [
            "Ada Maria Berg",
            "Berg, Ada Maria",
            "A. M. Berg",
            "A. Berg*",
            "Berg A.M.",
            "Berg AM",
            "BERG, A.",
            "Ada M. Berg†",
            "Ada Berg",
        ] {
            assert!(ada.matches(author), "{author}");
        }
        for author in ["Dr. Ada Berg", "A. M. K. Berg"] {
            assert!(ada.matches(author), "{author}");
        }
        for author in [
            "B. Berg",
            "Ada Bergman",
            "Berg",
            "M. Berg",
            "Ada K. Berg",
            "Adam Berg",
            "Berg, Karl",
            "Bauer, Ada",
        ] {
            assert!(!ada.matches(author), "{author}");
        }
    }

    #[test]
    fn matches_family_names_first_and_of_several_words() {
        let li = own("Li Wei", Some("Li"));
        assert!(li.matches("Wei Li") && li.matches("W. Li") && li.matches("Li, Wei"));
        assert!(!li.matches("L. Wei"));
        for family in [Some("van der Meer"), None] {
            let van = own("Piet van der Meer", family);
            assert!(
                van.matches("P. van der Meer")
                    && van.matches("van der Meer, Piet")
                    && van.matches("Meer, Piet van der")
            );
            assert!(!van.matches("P. Meer"));
        }
        assert!(
            own("Ze-Yi Cheng", None).matches("Zeyi Cheng")
                && own("Dr. Mira Okafor, PhD", None).matches("M. Okafor")
        );
    }

    #[test]
    fn a_latin_name_ends_with_the_family_name() {
        for (name, language, family) in [
            ("Mira Okafor", "en", Some("Okafor")),
            ("Mira Ann O’Neill-Garcia", "en", Some("O’Neill-Garcia")),
            ("Dr. Piet van der Meer", "nl", Some("van der Meer")),
            ("Ana García López", "es", None),
            ("Ana García", "es", Some("García")),
            ("Mira", "en", None),
            ("Mira OKAFOR", "en", None),
            ("Mira Okafor PhD", "en", None),
            ("Mira Okafor (she/her)", "en", None),
            ("Szabó Klára", "hu", None),
            ("林远志", "en", None),
            ("Мира Окафор", "ru", None),
        ] {
            assert_eq!(family_name_in(name, language), family, "{name}");
        }
    }

    #[test]
    fn completes_given_names_in_the_order_of_the_language() {
        assert_eq!(full_name("Mira", Some("Okafor"), false), "Mira Okafor");
        assert_eq!(full_name("Klára", Some("Szabó"), true), "Szabó Klára");
        assert_eq!(full_name("远志", Some("林"), false), "林远志");
        assert_eq!(
            full_name("Mira Okafor", Some("Okafor"), true),
            "Mira Okafor"
        );
        assert_eq!(full_name("Liang", Some("Li"), false), "Liang Li");
        assert_eq!(full_name("瀬川 遥", Some("瀬川"), true), "瀬川 遥");
        assert!(own("Mira", Some("Okafor")).matches("M. Okafor"));
    }

    #[test]
    fn ignores_accents() {
        assert!(
            own("Zoë Müller", None).matches("Muller, Zoe")
                && own("Zoe Muller", None).matches("Z. Müller")
        );
        assert!(
            own("Jürgen Müller", None).matches("Mueller, J.")
                && own("Bjørn Weiß", None).matches("B. Weiss")
        );
        let lin = own("林远志", None);
        assert!(lin.matches("林远志") && lin.matches("林, 远志") && !lin.matches("林远"));
        assert!(
            own("Ada Berg", None).matches("Ada Maria Berg")
                && !own("Ada Berg", None).matches("A. Maria Berg")
        );
    }
}
