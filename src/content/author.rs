//! Knows the person's own name among the authors of a publication, under its usual spellings.
//!
//! Uses `profile` for what is East Asian.

use unicode_normalization::UnicodeNormalization;

use crate::profile::is_east_asian;

/// The whole of a name of which `name` may hold the given names alone, in the order of a language.
pub fn full_name(name: &str, family: Option<&str>, family_first: bool) -> String {
    let name = name.trim();
    let Some(family) = family.map(str::trim).filter(|family| !family.is_empty()) else {
        return name.to_owned();
    };
    // Chinese, Japanese and Korean names are written in one, family name first in any language.
    let in_one = name
        .chars()
        .chain(family.chars())
        .all(|c| is_east_asian(c) || c.is_whitespace());
    let (whole, part) = (words(name), words(family));
    let has_family = if in_one {
        whole.concat().starts_with(&part.concat())
    } else {
        whole.windows(part.len().max(1)).any(|words| words == part)
    };
    if name.is_empty() || has_family {
        return if name.is_empty() {
            family.to_owned()
        } else {
            name.to_owned()
        };
    }
    match (in_one, family_first) {
        (true, _) => format!("{family}{name}"),
        (false, true) => format!("{family} {name}"),
        (false, false) => format!("{name} {family}"),
    }
}

/// The spellings of one person's name.
pub struct OwnName(Vec<Name>);

/// A name in parts, in small letters without accents.
struct Name {
    given: Vec<String>,
    family: Vec<String>,
}

impl OwnName {
    /// The spellings that a person's names may have: as given, family name first, with initials or
    /// without middle names.
    pub fn of(names: &[String], family: Option<&str>) -> Self {
        Self(
            names
                .iter()
                .filter_map(|name| Name::of(&full_name(name, family, false), family))
                .collect(),
        )
    }

    /// Whether an author's name, however it is punctuated and marked, is this person's.
    pub fn is(&self, author: &str) -> bool {
        self.0.iter().any(|name| name.is(author))
    }
}

/// Words that stand before a name or behind it and are no part of it.
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

/// Words in small letters that belong to the family name behind them.
const PARTICLES: [&str; 20] = [
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "ter",
    "ten", "zu", "af", "al", "el", "bin",
];

impl Name {
    /// A name in parts; its last word is the family name where none is known, and all of it where
    /// it is written in one.
    fn of(name: &str, family: Option<&str>) -> Option<Self> {
        if let Some((family, given)) = name
            .split_once(',')
            .filter(|(_, given)| !words(given).is_empty())
        {
            return Some(Self::with_particles(words(given), words(family)));
        }
        let mut given = words(name);
        let known = family.map(words).filter(|family| !family.is_empty());
        let at = known
            .as_ref()
            .and_then(|family| given.windows(family.len()).position(|part| part == family));
        let family = match (known, at) {
            (Some(family), Some(at)) => {
                given.drain(at..at + family.len());
                family
            }
            _ => vec![given.pop()?],
        };
        Some(Self::with_particles(given, family))
    }

    /// Puts particles that stand at the end of the given names before the family name.
    fn with_particles(mut given: Vec<String>, mut family: Vec<String>) -> Self {
        while given.len() > 1
            && given
                .last()
                .is_some_and(|word| PARTICLES.contains(&word.as_str()))
        {
            family.splice(0..0, given.pop());
        }
        Self { given, family }
    }

    fn is(&self, author: &str) -> bool {
        let together = self.family.concat() + &self.given.concat();
        if words(author).concat() == together {
            return true;
        }
        if author
            .split_once(',')
            .is_some_and(|(_, given)| !words(given).is_empty())
        {
            return Self::of(author, None)
                .is_some_and(|name| name.family == self.family && self.is_given(&name.given));
        }
        let words = words(author);
        let first = words.strip_prefix(self.family.as_slice());
        let last = words.strip_suffix(self.family.as_slice());
        first
            .into_iter()
            .chain(last)
            .any(|given| self.is_given(given))
    }

    /// Whether given names are this person's: the first one, or its initial, and none that differs
    /// from the others.
    fn is_given(&self, written: &[String]) -> bool {
        if self.given.is_empty() || written.is_empty() {
            return self.given.is_empty() && written.is_empty();
        }
        if written.concat() == self.given.concat() {
            return true;
        }
        let mut own = self.given.iter();
        let first = own.next().is_some_and(|name| alike(name, &written[0]));
        // Somebody with a name more than is known is the same under the whole first name, or where
        // all are initials.
        let initials = written.iter().all(|word| word.chars().count() == 1);
        let more = written.len() > self.given.len() && (initials || written[0] == self.given[0]);
        first
            && (more
                || written[1..]
                    .iter()
                    .all(|part| own.by_ref().any(|name| alike(name, part))))
    }
}

/// Whether one is the other, or its initial.
fn alike(a: &str, b: &str) -> bool {
    let initial_of =
        |short: &str, long: &str| short.chars().count() == 1 && long.starts_with(short);
    a == b || initial_of(a, b) || initial_of(b, a)
}

/// The words of a name in small letters without accents, marks and titles; initials written
/// together count each.
fn words(name: &str) -> Vec<String> {
    let plain: String = name
        .nfd()
        .filter(|c| c.is_alphabetic() || is_between(*c))
        .collect();
    let mut words = Vec::new();
    for word in plain.split(is_between).filter(|word| !word.is_empty()) {
        let initials =
            word.len() <= 3 && word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        if initials {
            words.extend(word.chars().map(|c| c.to_lowercase().collect::<String>()));
        } else {
            words.push(alike_written(&word.to_lowercase()));
        }
    }
    words.retain(|word| !TITLES.contains(&word.as_str()));
    words
}

/// A word in which `ü` and `ue`, `ø` and `oe`, `ß` and `ss` are the same.
fn alike_written(word: &str) -> String {
    [
        ("ae", "a"),
        ("oe", "o"),
        ("ue", "u"),
        ("ß", "ss"),
        ("ø", "o"),
        ("æ", "a"),
        ("ł", "l"),
        ("đ", "d"),
    ]
    .iter()
    .fold(word.to_owned(), |word, (long, short)| {
        word.replace(long, short)
    })
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '.' | '-' | '‐' | '·' | '・')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(name: &str, family: Option<&str>) -> OwnName {
        OwnName::of(&[name.to_owned()], family)
    }

    #[test]
    fn a_name_is_known_in_its_spellings() {
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
            assert!(ada.is(author), "{author}");
        }
        for author in ["Dr. Ada Berg", "A. M. K. Berg"] {
            assert!(ada.is(author), "{author}");
        }
        for author in [
            "B. Berg",
            "Ada Bergman",
            "Berg",
            "M. Berg",
            "Ada K. Berg",
            "Adam Berg",
        ] {
            assert!(!ada.is(author), "{author}");
        }
    }

    #[test]
    fn a_family_name_may_come_first_or_have_several_words() {
        let li = own("Li Wei", Some("Li"));
        assert!(li.is("Wei Li") && li.is("W. Li") && li.is("Li, Wei"));
        assert!(!li.is("L. Wei"));
        for family in [Some("van der Meer"), None] {
            let van = own("Piet van der Meer", family);
            assert!(
                van.is("P. van der Meer")
                    && van.is("van der Meer, Piet")
                    && van.is("Meer, Piet van der")
            );
            assert!(!van.is("P. Meer"));
        }
        assert!(
            own("Ze-Yi Cheng", None).is("Zeyi Cheng")
                && own("Dr. Mira Okafor, PhD", None).is("M. Okafor")
        );
    }

    #[test]
    fn given_names_alone_are_completed_in_the_order_of_the_language() {
        assert_eq!(full_name("Mira", Some("Okafor"), false), "Mira Okafor");
        assert_eq!(full_name("Klára", Some("Szabó"), true), "Szabó Klára");
        assert_eq!(full_name("远志", Some("林"), false), "林远志");
        assert_eq!(
            full_name("Mira Okafor", Some("Okafor"), true),
            "Mira Okafor"
        );
        assert_eq!(full_name("Liang", Some("Li"), false), "Liang Li");
        assert_eq!(full_name("瀬川 遥", Some("瀬川"), true), "瀬川 遥");
        assert!(own("Mira", Some("Okafor")).is("M. Okafor"));
    }

    #[test]
    fn accents_and_scripts_make_no_difference() {
        assert!(
            own("Zoë Müller", None).is("Muller, Zoe") && own("Zoe Muller", None).is("Z. Müller")
        );
        assert!(
            own("Jürgen Müller", None).is("Mueller, J.") && own("Bjørn Weiß", None).is("B. Weiss")
        );
        let lin = own("林远志", None);
        assert!(lin.is("林远志") && lin.is("林, 远志") && !lin.is("林远"));
        assert!(
            own("Ada Berg", None).is("Ada Maria Berg")
                && !own("Ada Berg", None).is("A. Maria Berg")
        );
    }
}
