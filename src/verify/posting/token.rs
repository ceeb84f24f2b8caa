//! Divides text into words as job postings and CVs write them: `C++`, `.NET`, `Node.js`, `R&D`,
//! `front-end`.
//!
//! Chinese and Japanese have no spaces. There, a word is a run of Han characters and katakana.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

/// The number of bytes that a word has at most.
const LONGEST: usize = 100;

/// What remains of a word after an apostrophe, and says nothing: `company's`, `don't`.
const CONTRACTIONS: [&str; 7] = ["s", "t", "d", "m", "ll", "re", "ve"];

/// Words before an apostrophe that belong to the next one: `l’équipe`, `dell’azienda`.
const ELISIONS: [&str; 12] = [
    "qu", "lorsqu", "puisqu", "jusqu", "dell", "nell", "all", "sull", "dall", "quest", "un",
    "aujourd",
];

/// Endings of the forms for other genders, after `:`, `*`, `·`, `/`, or in parentheses.
const GENDER_ENDINGS: [&str; 14] = [
    "innen", "in", "euse", "trice", "rice", "se", "ne", "es", "e", "r", "as", "os", "a", "o",
];

/// Names of letters around a slash, which otherwise separates words.
const LETTER_PAIRS: [&str; 4] = ["A/B", "B/S", "C/S", "I/O"];

/// What follows the number of an amount, as in `$20M`.
const UNITS: [&str; 5] = ["B", "BN", "K", "M", "MM"];

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
    let mut reader = Reader {
        text,
        tokens: Vec::new(),
        gap: TokenGap::Sentence,
    };
    let mut start = 0;
    for chunk in text.split_inclusive(char::is_whitespace) {
        let word = chunk.trim_end();
        if is_address(word) {
            reader.gap = reader.gap.max(TokenGap::Break);
        } else {
            reader.chunk(start, start + word.len());
        }
        start += chunk.len();
    }
    reader.tokens
}

/// Returns whether a word is an email address or the address of a page.
fn is_address(word: &str) -> bool {
    let is_email = word
        .split_once('@')
        .is_some_and(|(user, host)| !user.is_empty() && host.contains('.'));
    is_email || word.contains("://") || word.starts_with("www.") || word.starts_with("mailto:")
}

/// Returns whether a character is Han or katakana, of which words consist in Chinese and Japanese.
pub fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
        || matches!(c, '々' | '〆' | 'ヶ' | 'ー' | '\u{30a1}'..='\u{30fa}' | '\u{ff66}'..='\u{ff9f}')
}

fn is_letter(c: char) -> bool {
    let is_hiragana = matches!(c, '\u{3041}'..='\u{309f}');
    (c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '\u{200c}' | '\u{200d}'))
        && !is_ideographic(c)
        && !is_hiragana
}

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<TermToken<'t>>,
    gap: TokenGap,
}

impl<'t> Reader<'t> {
    /// Reads the words of a part without white space.
    fn chunk(&mut self, start: usize, end: usize) {
        let mut at = start;
        while let Some(c) = self.text[at..end].chars().next() {
            let rest = &self.text[at..end];
            // `.NET`, but not the start of the next sentence.
            let is_dotted = c == '.'
                && rest[1..].starts_with(char::is_uppercase)
                && !self.text[start..at].ends_with(is_letter);
            at += if is_ideographic(c) {
                let length = prefix(rest, is_ideographic);
                self.push(at, length, TokenShape::Ideographic);
                length
            } else if is_letter(c) || is_dotted {
                self.word(at, rest)
            } else {
                self.gap = self.gap.max(gap_of(c));
                c.len_utf8()
            };
        }
    }

    /// Reads a word; returns the number of bytes read.
    fn word(&mut self, start: usize, rest: &'t str) -> usize {
        let length = word_length(rest);
        let (word, after) = rest.split_at(length);
        let Some(following) = after.strip_prefix(['\'', '’']) else {
            self.push(start, length, shape(word));
            return length + gender_ending(word, after);
        };
        let next = &following[..prefix(following, is_letter)];
        let is_contraction = CONTRACTIONS.contains(&next);
        let is_elided = word.chars().count() == 1 || ELISIONS.contains(&&*word.to_lowercase());
        if is_elided && !is_contraction && !next.is_empty() {
            self.push(start, length, TokenShape::Elided);
        } else {
            self.push(start, length, shape(word));
        }
        let apostrophe = after.len() - following.len();
        length + apostrophe + if is_contraction { next.len() } else { 0 }
    }

    fn push(&mut self, start: usize, length: usize, shape: TokenShape) {
        if length > LONGEST {
            self.gap = TokenGap::Break;
            return;
        }
        let range = start..start + length;
        self.tokens.push(TermToken {
            text: &self.text[range.clone()],
            range,
            shape,
            gap: self.gap,
        });
        self.gap = TokenGap::Space;
    }
}

/// Returns the number of bytes of the longest start that consists of such characters.
fn prefix(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn gap_of(c: char) -> TokenGap {
    match c {
        '/' | '\\' => TokenGap::Slash,
        '*' | '_' | '`' | '\'' | '’' | '“' | '”' | '"' | '\u{ad}' => TokenGap::Space,
        '.' | '!' | '?' | '。' | '！' | '？' => TokenGap::Sentence,
        _ => TokenGap::Break,
    }
}

/// Returns the number of bytes of the word that a text starts with.
fn word_length(text: &str) -> usize {
    let mut length = usize::from(text.starts_with('.'));
    let pair = LETTER_PAIRS.iter().find(|pair| {
        let rest = text.strip_prefix(**pair);
        rest.is_some_and(|rest| !rest.starts_with(|c| is_letter(c) || matches!(c, '+' | '#')))
    });
    length += pair.map_or(0, |pair| pair.len());
    loop {
        length += prefix(&text[length..], is_letter);
        let Some(mark) = text[length..].chars().next() else {
            return length;
        };
        let rest = &text[length + mark.len_utf8()..];
        let next = &rest[..prefix(rest, is_letter)];
        let goes_on = match mark {
            '-' | '\u{2010}' | '\u{2011}' | '\u{ad}' | '&' | '_' => !next.is_empty(),
            // `Node.js`, `ASP.NET`, `2.0`, but not the next sentence.
            '.' => {
                let is_sentence =
                    next.starts_with(char::is_uppercase) && next.contains(char::is_lowercase);
                !next.is_empty() && !is_sentence
            }
            _ => return length + signs(&text[..length], &text[length..]),
        };
        if !goes_on {
            return length;
        }
        length += mark.len_utf8();
    }
}

/// Returns the number of bytes of the signs that belong to a word, and of their version: `C++17`,
/// `C#`, `Notepad++`, but not `5+`.
fn signs(word: &str, after: &str) -> usize {
    let length = prefix(after, |c| after.starts_with(c) && matches!(c, '+' | '#'));
    let is_short = word.len() <= 3 && word.chars().all(|c| c.is_ascii_alphabetic());
    let is_name = is_short || (after.starts_with("++") && word.starts_with(char::is_alphabetic));
    let rest = after.trim_start_matches(['+', '#']);
    if length == 0 || !is_name || rest.starts_with(char::is_alphabetic) {
        return 0;
    }
    length + prefix(&after[length..], |c| c.is_ascii_digit())
}

/// Returns the number of bytes of the ending for another gender after a word.
fn gender_ending(word: &str, after: &str) -> usize {
    let Some(rest) = after.strip_prefix([':', '*', '·', '/', '(']) else {
        return 0;
    };
    let letters = rest.strip_prefix('-').unwrap_or(rest);
    let ending = &letters[..prefix(letters, is_letter)];
    let has_parenthesis = after.starts_with('(');
    let closes = !has_parenthesis || letters[ending.len()..].starts_with(')');
    if word.chars().count() < 4 || !closes || !GENDER_ENDINGS.contains(&ending) {
        return 0;
    }
    after.len() - letters.len() + ending.len() + usize::from(has_parenthesis)
}

fn shape(word: &str) -> TokenShape {
    let has_capital = word.contains(char::is_uppercase);
    let unit = word.trim_start_matches(|c: char| c.is_numeric() || c == '.');
    let is_amount = !has_capital || UNITS.contains(&unit);
    if !word.contains(char::is_alphabetic) || (word.starts_with(char::is_numeric) && is_amount) {
        return TokenShape::Number;
    }
    let is_marked = |c: char| c.is_numeric() || matches!(c, '+' | '#' | '&' | '_' | '.' | '/');
    let chars = || word.chars();
    let mut pairs = chars().zip(chars().skip(1));
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
