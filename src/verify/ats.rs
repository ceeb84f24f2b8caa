//! How programs that read CVs tell a name, an address or a date from other text: small rules, each
//! with its source.
//!
//! `OpenResume` is the parser of that name, read from its source; others are the guides that
//! vendors and career offices give to applicants.

use crate::content::Locale;
use crate::profile::SectionKind;

/// Whether it can be a name: letters, spaces and full stops (`OpenResume`, of the feature "only
/// letters, spaces or periods"). The hyphens and apostrophes of names are let pass, as nobody can
/// do without their own.
pub fn is_name(text: &str) -> bool {
    let fits = |c: char| {
        c.is_alphabetic()
            || c.is_whitespace()
            || matches!(c, '.' | '-' | '’' | '\'' | '·' | '\u{2010}')
    };
    text.chars().any(char::is_alphabetic) && text.chars().all(|c| fits(c) || is_sign(c))
}

/// Signs above and below letters, in scripts that have them as characters of their own.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{97f}')
        || crate::verify::lines::is_vowel_sign(c)
}

/// The e-mail addresses of a line: `\S+@\S+\.\S+` (`OpenResume`), so that what is glued to one
/// becomes part of it.
pub fn emails(line: &str) -> impl Iterator<Item = &str> {
    let is_email = |word: &&str| {
        word.split_once('@').is_some_and(|(user, host)| {
            let dot = host
                .char_indices()
                .skip(1)
                .find(|(at, c)| *c == '.' && at + 1 < host.len());
            !user.is_empty() && dot.is_some()
        })
    };
    line.split_whitespace().filter(is_email)
}

/// Whether it can be a phone number: seven to fifteen figures (ITU-T E.164 has fifteen at most),
/// and nothing but what is written between them.
pub fn is_phone(text: &str) -> bool {
    let figures = text.chars().filter(char::is_ascii_digit).count();
    (7..=15).contains(&figures)
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || "+()-./\u{2011}".contains(c))
}

/// Whether it can be a date: it has a year of four figures (`OpenResume`, of the feature "has a
/// year") or is the word for today, and names no season, which the guides for Workday and Taleo
/// advise against.
pub fn is_date(text: &str, present: &str) -> bool {
    const SEASONS: [&str; 5] = ["spring", "summer", "fall", "autumn", "winter"];
    let lower = text.to_lowercase();
    let has_year = text
        .split(|c: char| !c.is_numeric())
        .any(|figures| figures.chars().count() == 4);
    let has_season = lower
        .split(|c: char| !c.is_alphabetic())
        .any(|word| SEASONS.contains(&word));
    lower == present.to_lowercase() || (has_year && !has_season)
}

/// Whether a text stands whole in a line, and nothing is glued to it: two runs of a line stay apart
/// only by a gap or by punctuation (`OpenResume`).
pub fn stands_apart(line: &str, text: &str) -> bool {
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (line, text) = (squeezed(line), squeezed(text));
    // Scripts without spaces have none here, either.
    let is_glued = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '@');
    let starts_open = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    let ends_open = text.ends_with(|c: char| c.is_ascii_alphanumeric());
    line.match_indices(&text).any(|(at, _)| {
        let (before, after) = (
            line[..at].chars().next_back(),
            line[at + text.len()..].chars().next(),
        );
        !(starts_open && is_glued(before) || ends_open && is_glued(after))
    })
}

/// The word that a parser knows for sections of a kind, where a heading has none that it knows.
/// These are the words that `OpenResume` looks for, and those that Greenhouse and the career office
/// of Yale name as standard; in other languages the language's own word for the kind.
pub fn standard_heading(heading: &str, kind: SectionKind, locale: &Locale) -> Option<&'static str> {
    let known: &[&str] = match kind {
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
    let heading = heading.to_lowercase();
    let own = locale.heading(kind);
    let is_own = !own.is_empty() && heading.contains(&own.to_lowercase());
    (!is_own && !known.iter().any(|word| heading.contains(word))).then_some(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in [
            "Ada Lovelace",
            "成泽",
            "Mira O’Neil-Okafor",
            "J. R. R. Tolkien",
            "سارة",
        ] {
            assert!(is_name(name), "{name}");
        }
        assert!(!is_name("Ada (she/her)") && !is_name("CV 2026") && !is_name(""));
    }

    #[test]
    fn addresses() {
        assert_eq!(
            emails("Ada | ada@example.org | x@y").collect::<Vec<_>>(),
            ["ada@example.org"]
        );
        assert_eq!(
            emails("Mail:ada@example.org,").collect::<Vec<_>>(),
            ["Mail:ada@example.org,"]
        );
        assert_eq!(emails("@b.c a@.c a@b. a@b").count(), 0);
    }

    #[test]
    fn numbers() {
        assert!(
            is_phone("+1 551 555 0100") && is_phone("(551) 555-0100") && is_phone("0551/5550100")
        );
        assert!(!is_phone("12345") && !is_phone("ask me") && !is_phone("1234567890123456"));
    }

    #[test]
    fn dates() {
        assert!(
            is_date("Mar 2022", "Present")
                && is_date("present", "Present")
                && is_date("2022.3", "")
                && is_date("٢٠٢٢", "")
        );
        assert!(
            !is_date("’22", "Present")
                && !is_date("Fall 2022", "Present")
                && !is_date("soon", "Present")
        );
    }

    #[test]
    fn a_text_with_others_on_its_line() {
        assert!(stands_apart("Example  Chips, New York", "Example Chips"));
        assert!(
            !stands_apart("Example ChipsNew York", "Example Chips")
                && !stands_apart("Example", "Example Chips")
        );
        assert!(stands_apart("在中山大学读书", "中山大学"));
    }

    #[test]
    fn headings() {
        let english = Locale::english();
        assert_eq!(
            standard_heading("Work history", SectionKind::Experience, &english),
            None
        );
        assert_eq!(
            standard_heading("What I did", SectionKind::Experience, &english),
            Some("Experience")
        );
        assert_eq!(
            standard_heading("What I did", SectionKind::Text, &english),
            None
        );
        let german = Locale::parse("de").expect("a tag");
        assert_eq!(
            standard_heading("Ausbildung", SectionKind::Education, &german),
            None
        );
        assert_eq!(
            standard_heading("Schulzeit", SectionKind::Education, &german),
            Some("Ausbildung")
        );
    }
}
