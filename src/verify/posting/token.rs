//! Divides text into words as job postings and CVs write them: `C++`, `.NET`, `Node.js`, `R&D`,
//! `front-end`.
//!
//! Chinese and Japanese have no spaces. There, a word is a run of Han characters and katakana.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::verify::posting::pattern::pattern;

/// The number of bytes that a word has at most.
const LONGEST: usize = 100;

/// What follows the number of an amount, as in `$20M`.
const UNITS: [&str; 5] = ["B", "BN", "K", "M", "MM"];

/// A word, and what belongs to it but is left out. `LETTER` stands for a letter or a digit of a script
/// with spaces, `IDEOGRAPH` for a character of Chinese and Japanese.
const WORD: &str = r"(?x)
    (?<ideographic> [IDEOGRAPH]+ )
    # What belongs to the next word: `l’équipe`, `dell’azienda`.
    | (?<elided> LETTER | (?i: qu | lorsqu | puisqu | jusqu | dell | nell | all | sull | dall | quest | un
        | aujourd ) ) ['’]
    | (?<word>
        # `C#`, `C++17` and `Notepad++`, but not `5+`.
        (?: [A-Za-z]{1,3} (?: \++ | \#+ ) | \p{Alphabetic} LETTER* \+\++ ) (?: \d+ \b | \b{end-half} )
        # `.NET`, names of letters with a slash, and other words.
        | (?: \b{start-half} \. \p{Lu} LETTER* | (?: A/B | B/S | C/S | I/O ) \b | LETTER+ )
          # `front-end`, `R&D`, `Node.js` and `ASP.NET`, but not the next sentence after a dot.
          (?: [-‐‑\u{ad}&_] LETTER+ | \. [LETTER--\p{Lu}] LETTER* | \. [LETTER--\p{Ll}]+ \b )*
      )
      # `company's`, `don't`.
      (?: ['’] (?: s | t | d | m | ll | re | ve ) \b
        # Other genders: `Entwickler:in`, `Développeur/euse`, `desarrollador(a)`.
        | [:*·/] -? GENDER \b | \( -? GENDER \) )?";

const PARTS_OF_WORDS: [(&str, &str); 3] = [
    (
        "GENDER",
        "(?: innen | in | euse | t?rice | se | ne | es | e | r | as | os | a | o )",
    ),
    (
        "LETTER",
        r"[\p{Alphabetic}\p{N}\p{M}\u{200c}\u{200d}--[\p{Hiragana}IDEOGRAPH]]",
    ),
    ("IDEOGRAPH", r"\p{Han}\p{Katakana}々〆ー"),
];

static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    let parts = PARTS_OF_WORDS.iter();
    pattern(&parts.fold(WORD.to_owned(), |word, (name, part)| {
        word.replace(name, part)
    }))
});

/// What separates a word from the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenGap {
    /// White space, or nothing.
    Space,
    /// A slash.
    Slash,
    /// Other punctuation.
    Break,
    /// The end of a sentence, or the start of the text.
    Sentence,
}

/// How a word is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenShape {
    /// In small letters, or in a script without capitals.
    Lower,
    /// With a capital at the start.
    Capitalized,
    /// As names of technologies are: `AWS`, `PyTorch`, `C#`, `HTML5`.
    Technical,
    /// A number.
    Number,
    /// In Han characters and katakana.
    Ideographic,
    /// Before an apostrophe, as part of the next word.
    Elided,
}

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermToken<'t> {
    /// The word.
    pub text: &'t str,
    /// Where it is in the text.
    pub range: Range<usize>,
    /// How it is written.
    pub shape: TokenShape,
    /// What precedes it.
    pub gap: TokenGap,
}

/// Returns the words of a text, without addresses.
pub fn tokens(text: &str) -> Vec<TermToken<'_>> {
    let mut tokens = Vec::new();
    let mut gap = TokenGap::Sentence;
    let mut start = 0;
    for chunk in text.split_inclusive(char::is_whitespace) {
        let is_address = is_address(chunk);
        let mut end = 0;
        for found in PATTERN.captures_iter(if is_address { "" } else { chunk }) {
            let group = |name, shape| Some((found.name(name)?, shape));
            let word = group("ideographic", Some(TokenShape::Ideographic))
                .or_else(|| group("elided", Some(TokenShape::Elided)))
                .or_else(|| group("word", None));
            let Some((word, special)) = word else {
                continue;
            };
            gap = gap.max(gap_of(&chunk[end..word.start()]));
            end = found.get_match().end();
            if word.len() > LONGEST {
                gap = TokenGap::Break;
                continue;
            }
            tokens.push(TermToken {
                text: &chunk[word.range()],
                range: start + word.start()..start + word.end(),
                shape: special.unwrap_or_else(|| shape(word.as_str())),
                gap,
            });
            gap = TokenGap::Space;
        }
        let rest = gap_of(&chunk[end..]);
        gap = gap.max(if is_address { TokenGap::Break } else { rest });
        start += chunk.len();
    }
    tokens
}

/// Returns whether a word is an email address or the address of a page.
fn is_address(word: &str) -> bool {
    let is_email = word
        .split_once('@')
        .is_some_and(|(user, host)| !user.is_empty() && host.contains('.'));
    is_email || word.contains("://") || word.starts_with("www.") || word.starts_with("mailto:")
}

/// Returns the widest gap that the characters between two words make.
fn gap_of(between: &str) -> TokenGap {
    let gaps = between.chars().map(|c| match c {
        '/' | '\\' => TokenGap::Slash,
        '*' | '_' | '`' | '\'' | '’' | '“' | '”' | '"' | '\u{ad}' => TokenGap::Space,
        '.' | '!' | '?' | '。' | '！' | '？' => TokenGap::Sentence,
        c if c.is_whitespace() => TokenGap::Space,
        _ => TokenGap::Break,
    });
    gaps.max().unwrap_or(TokenGap::Space)
}

fn shape(word: &str) -> TokenShape {
    let has_capital = word.contains(char::is_uppercase);
    let unit = word.trim_start_matches(|c: char| c.is_numeric() || c == '.');
    let is_amount = !has_capital || UNITS.contains(&unit);
    if !word.contains(char::is_alphabetic) || (word.starts_with(char::is_numeric) && is_amount) {
        return TokenShape::Number;
    }
    let is_marked = |c: char| c.is_numeric() || matches!(c, '+' | '#' | '&' | '_' | '.' | '/');
    let mut pairs = word.chars().zip(word.chars().skip(1));
    let has_inner_capital = pairs.any(|(one, two)| one.is_alphabetic() && two.is_uppercase());
    if word.contains(is_marked) || has_inner_capital {
        TokenShape::Technical
    } else if word.starts_with(char::is_uppercase) {
        TokenShape::Capitalized
    } else {
        TokenShape::Lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn words_are_as_postings_write_them() {
        assert_eq!(
            words(
                "C++17, C#, .NET and ASP.NET; Node.js/R&D. Use PREEMPT_RT, front-end (CI/CD), 5+ years."
            ),
            [
                "C++17",
                "C#",
                ".NET",
                "and",
                "ASP.NET",
                "Node.js",
                "R&D",
                "Use",
                "PREEMPT_RT",
                "front-end",
                "CI",
                "CD",
                "5",
                "years"
            ]
        );
        assert_eq!(
            words("Done.Next e.g. v2.0."),
            ["Done", "Next", "e.g", "v2.0"]
        );
        assert_eq!(
            words("**Rust** `Go` _SQL_ “Lua”"),
            ["Rust", "Go", "SQL", "Lua"]
        );
    }

    #[test]
    fn addresses_are_no_words() {
        assert_eq!(
            words("Mail jobs@example.org or https://example.org/x now"),
            ["Mail", "or", "now"]
        );
    }

    #[test]
    fn apostrophes_and_endings_of_gender_are_left_out() {
        assert_eq!(
            words("the company’s team, don't"),
            ["the", "company", "team", "don"]
        );
        let elided = tokens("l’équipe d'achat");
        let shapes: Vec<_> = elided.iter().map(|token| token.shape).collect();
        let expected = [TokenShape::Elided, TokenShape::Lower].repeat(2);
        assert_eq!(shapes, expected);
        assert_eq!(
            words(
                "Entwickler:innen, Entwickler*in, Ingenieur/-in, Développeur/euse, desarrollador(a)"
            ),
            [
                "Entwickler",
                "Entwickler",
                "Ingenieur",
                "Développeur",
                "desarrollador"
            ]
        );
    }

    #[test]
    fn shapes_tell_names_of_technologies() {
        for (word, expected) in [
            ("python", TokenShape::Lower),
            ("Python", TokenShape::Capitalized),
            ("Front-End", TokenShape::Capitalized),
            ("AWS", TokenShape::Technical),
            ("PyTorch", TokenShape::Technical),
            ("iOS", TokenShape::Technical),
            ("HTML5", TokenShape::Technical),
            ("3D", TokenShape::Technical),
            ("10k", TokenShape::Number),
            ("9001", TokenShape::Number),
            ("機械学習", TokenShape::Ideographic),
        ] {
            assert_eq!(tokens(word)[0].shape, expected, "{word}");
        }
    }

    #[test]
    fn chinese_and_japanese_are_divided_at_other_scripts() {
        assert_eq!(
            words("データ分析とPythonの経験、機械学習モデル"),
            ["データ分析", "Python", "経験", "機械学習モデル"]
        );
    }
}
