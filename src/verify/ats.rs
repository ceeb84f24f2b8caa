//! How applicant tracking systems recognize names, addresses, dates and headings. Each rule names
//! its source: the source code of `OpenResume`, an open parser, or guides of vendors and career
//! offices.

use crate::content::Locale;
use crate::profile::{self, SectionKind};
use crate::verify::normalize::is_vowel_sign;

/// Names of seasons, which the guides for Workday and Taleo advise against.
const SEASONS: [&str; 5] = ["spring", "summer", "fall", "autumn", "winter"];

/// The digits of a phone number; ITU-T E.164 allows at most fifteen.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// Returns whether a text can be a name: letters, spaces and periods (`OpenResume`, feature "only
/// letters, spaces or periods"). Hyphens and apostrophes are also accepted, because many names
/// need them.
pub fn is_name(text: &str) -> bool {
    text.contains(char::is_alphabetic) && text.chars().all(is_name_character)
}

fn is_name_character(c: char) -> bool {
    c.is_alphabetic()
        || c.is_whitespace()
        || matches!(c, '.' | '-' | '’' | '\'' | '·' | '\u{2010}')
        || is_combining_sign(c)
}

/// Returns whether a character is a sign above or below letters: combining diacritics, Devanagari
/// signs, Hebrew and Arabic vowel signs.
fn is_combining_sign(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{97f}') || is_vowel_sign(c)
}

/// Returns the email addresses of a line: `\S+@\S+\.\S+` (`OpenResume`). Adjacent characters
/// become part of an address.
pub fn emails(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().filter(|word| is_email(word))
}

fn is_email(word: &str) -> bool {
    let Some((user, host)) = word.split_once('@') else {
        return false;
    };
    // A period with at least one character on each side.
    let mut characters = host.char_indices().skip(1);
    let has_period = characters.any(|(at, c)| c == '.' && at + 1 < host.len());
    !user.is_empty() && has_period
}

/// Returns whether a text can be a phone number: seven to fifteen digits with separators.
pub fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    PHONE_DIGITS.contains(&digits) && text.chars().all(is_phone_character)
}

fn is_phone_character(c: char) -> bool {
    c.is_ascii_digit() || c.is_whitespace() || "+()-./\u{2011}".contains(c)
}

/// Returns whether a text can be a date: it has a year of four digits (`OpenResume`, feature "has a
/// year") and no season, or it is the word for today.
pub fn is_date(text: &str, present: &str) -> bool {
    let text = text.to_lowercase();
    let mut numbers = text.split(|c: char| !c.is_numeric());
    let has_year = numbers.any(|number| number.chars().count() == 4);
    let mut words = text.split(|c: char| !c.is_alphabetic());
    let has_season = words.any(|word| SEASONS.contains(&word));
    text == present.to_lowercase() || (has_year && !has_season)
}

/// Returns whether a line contains a text that does not touch other words: parsers separate texts
/// of a line only at gaps and punctuation (`OpenResume`). Both are with
/// single spaces.
pub fn contains_separately(line: &str, text: &str) -> bool {
    // Scripts without spaces have none here, either.
    let starts_with_word = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    let ends_with_word = text.ends_with(|c: char| c.is_ascii_alphanumeric());
    let mut matches = line.match_indices(text);
    matches.any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + text.len()..].chars().next();
        let touches_before = starts_with_word && before.is_some_and(is_word_character);
        let touches_after = ends_with_word && after.is_some_and(is_word_character);
        !touches_before && !touches_after
    })
}

fn is_word_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '@'
}

/// Returns the standard word for a kind of section if the heading contains no word that parsers
/// know, nor one that is usual in any language.
pub fn missing_heading_word<'l>(
    heading: &str,
    kind: SectionKind,
    locale: &'l Locale,
) -> Option<&'l str> {
    let is_usual = profile::heads(heading, kind);
    let heading = heading.to_lowercase();
    if known_words(kind)?.iter().any(|word| heading.contains(word)) || is_usual {
        return None;
    }
    let standard = locale.heading(kind);
    let is_standard = !standard.is_empty() && heading.contains(&standard.to_lowercase());
    (!is_standard).then_some(standard)
}

/// Returns the words that parsers know for a kind of section: those of `OpenResume`, and those that
/// Greenhouse and the career office of Yale call standard.
fn known_words(kind: SectionKind) -> Option<&'static [&'static str]> {
    let words: &[&str] = match kind {
        SectionKind::Education => &["education", "course", "academic", "qualification"],
        SectionKind::Experience => &[
            "experience",
            "employment",
            "work",
            "career",
            "job",
            "internship",
        ],
        SectionKind::Project => &["project"],
        SectionKind::Skill => &["skill", "technolog", "competenc"],
        SectionKind::Award => &["award", "honor", "honour", "scholarship", "grant"],
        SectionKind::Publication => &["publication", "paper", "patent", "book"],
        SectionKind::Certificate => &["certificat", "licen"],
        SectionKind::Language => &["language"],
        _ => return None,
    };
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::single_spaced;

    #[test]
    fn recognizes_names() {
        for name in [
            "Ada Lovelace",
            "成泽",
            "Mira O’Neil-Okafor",
            "J. R. R. Tolkien",
            "سارة",
            "प्रिया",
            "Zoe\u{308}",
            "مُحَمَّدْ",
        ] {
            assert!(is_name(name), "{name}");
        }
        for text in ["Ada (she/her)", "CV 2026", ""] {
            assert!(!is_name(text), "{text}");
        }
    }

    fn found(line: &str) -> Vec<&str> {
        emails(line).collect()
    }

    #[test]
    fn finds_email_addresses_with_adjacent_characters() {
        assert_eq!(found("Ada | ada@example.org | x@y"), ["ada@example.org"]);
        assert_eq!(found("Mail:ada@example.org,"), ["Mail:ada@example.org,"]);
        assert_eq!(found("@b.c a@.c a@b. a@b"), [] as [&str; 0]);
    }

    #[test]
    fn recognizes_phone_numbers() {
        for number in ["+1 551 555 0100", "(551) 555-0100", "0551/5550100"] {
            assert!(is_phone(number), "{number}");
        }
        for text in ["12345", "ask me", "1234567890123456", "555 0100 x 9"] {
            assert!(!is_phone(text), "{text}");
        }
    }

    #[test]
    fn recognizes_dates() {
        for date in ["Mar 2022", "present", "2022.3", "٢٠٢٢"] {
            assert!(is_date(date, "Present"), "{date}");
        }
        for text in ["’22", "Fall 2022", "soon"] {
            assert!(!is_date(text, "Present"), "{text}");
        }
    }

    #[test]
    fn finds_texts_that_do_not_touch_others() {
        assert!(contains_separately(
            &single_spaced("Example  Chips, New York"),
            "Example Chips"
        ));
        assert!(contains_separately("在中山大学读书", "中山大学"));
        assert!(!contains_separately(
            "Example ChipsNew York",
            "Example Chips"
        ));
        assert!(!contains_separately("Example", "Example Chips"));
    }

    #[test]
    fn recognizes_standard_headings() {
        let english = Locale::english();
        for (heading, kind, missing) in [
            ("Work history", SectionKind::Experience, None),
            ("What I did", SectionKind::Experience, Some("Experience")),
            ("What I did", SectionKind::Text, None),
            ("Scholarships", SectionKind::Award, None),
            ("Licenses", SectionKind::Certificate, None),
            ("What I built", SectionKind::Project, Some("Projects")),
            ("What I know", SectionKind::Skill, Some("Skills")),
            (
                "What I wrote",
                SectionKind::Publication,
                Some("Publications"),
            ),
            ("What I won", SectionKind::Award, Some("Awards")),
            (
                "What I passed",
                SectionKind::Certificate,
                Some("Certifications"),
            ),
            ("What I speak", SectionKind::Language, Some("Languages")),
        ] {
            assert_eq!(missing_heading_word(heading, kind, &english), missing);
        }
    }

    #[test]
    fn recognizes_headings_of_other_languages() {
        let german = Locale::parse("de").expect("a language tag");
        let own = missing_heading_word("Fortbildungen", SectionKind::Certificate, &german);
        assert_eq!(own, None);
        for (heading, missing) in [("Ausbildung", None), ("Schulzeit", Some("Ausbildung"))] {
            let found = missing_heading_word(heading, SectionKind::Education, &german);
            assert_eq!(found, missing);
        }
    }
}
