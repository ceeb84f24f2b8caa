//! Replaces straight quotation marks and apostrophes by those of the language.
//!
//! The text of a document has the marks already, so that what is extracted from a PDF is what the
//! page shows. Code, addresses and words that look like code keep theirs. Uses `locale`.

use std::borrow::Cow;

use icu_properties::CodePointMapData;
use icu_properties::props::Script;

use crate::content::locale::Locale;
use crate::content::resume::{Block, Inline, Inlines};
use crate::profile::bare_address;

const APOSTROPHE: &str = "’";
/// The sign of feet and minutes.
const PRIME: &str = "′";
/// The sign of inches and seconds.
const DOUBLE_PRIME: &str = "″";

/// Stands for an element whose text does not matter, such as code.
const OPAQUE: char = '\u{fffc}';

/// Words that begin with an apostrophe, in English and in Dutch.
const CLIPPED: [&str; 14] = [
    "tis", "twas", "em", "n", "til", "till", "cause", "bout", "round", "cos", "s", "t", "k", "m",
];

/// What marks a word as code.
const CODE: [&str; 12] = [
    "://", "\\", "::", "=\"", "='", "[\"", "['", "{\"", "{'", "<'", "&'", "->",
];

/// The marks around a quotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    open: &'static str,
    close: &'static str,
}

const fn pair(open: &'static str, close: &'static str) -> Pair {
    Pair { open, close }
}

/// The quotation marks of a language.
#[derive(Debug)]
pub struct Quotes {
    double: Pair,
    single: Pair,
    /// Whether Latin text has no marks of its own, since those of the fonts are as wide as a Han
    /// character.
    is_wide: bool,
    /// Whether single and double marks in words are geresh and gershayim.
    is_hebrew: bool,
    /// Whether spaces before high punctuation are narrow and not broken.
    is_french: bool,
}

impl Quotes {
    /// Returns the marks of a language. Those of unknown languages are English.
    pub fn new(locale: &Locale) -> Self {
        let region = locale.region();
        let is_swiss = matches!(region.as_deref(), Some("ch" | "li"));
        let language = locale.language();
        let english = (pair("“", "”"), pair("‘", "’"));
        let angled = pair("«", "»");
        let (double, single) = match language {
            "de" | "fr" | "it" | "rm" if is_swiss => (angled, pair("‹", "›")),
            "de" | "cs" | "sk" | "sl" | "et" | "is" | "lt" | "lv" | "bg" | "ka" | "sr" => {
                (pair("„", "“"), pair("‚", "‘"))
            }
            "fr" | "br" => (pair("«\u{202f}", "\u{202f}»"), pair("“", "”")),
            "es" if matches!(region.as_deref(), None | Some("es")) => (angled, pair("“", "”")),
            "pt" if matches!(region.as_deref(), Some("pt")) => (angled, pair("“", "”")),
            "it" | "ca" | "eu" | "gl" | "el" => (angled, pair("“", "”")),
            "nb" | "nn" | "no" => (angled, pair("‘", "’")),
            "pl" | "hu" | "ro" => (pair("„", "”"), pair("‚", "’")),
            "hr" | "bs" => (pair("„", "“"), pair("‘", "’")),
            "ru" | "uk" | "be" | "kk" => (angled, pair("„", "“")),
            "sv" | "fi" | "he" | "yi" => (pair("”", "”"), pair("’", "’")),
            "ar" | "fa" | "ps" | "ckb" => (angled, pair("‹", "›")),
            "ja" => (pair("「", "」"), pair("『", "』")),
            "zh" if locale.script().as_deref() == Some("hant") => {
                (pair("「", "」"), pair("『", "』"))
            }
            _ => english,
        };
        Self {
            double,
            single,
            is_wide: matches!(language, "zh" | "ja"),
            is_hebrew: matches!(language, "he" | "yi"),
            is_french: language == "fr",
        }
    }

    /// Returns a plain text with the marks of the language.
    pub fn curled(&self, text: &str) -> String {
        let mut content = [Inline::Text(text.to_owned())];
        self.curl(&mut content);
        match content {
            [Inline::Text(text)] => text,
            _ => text.to_owned(),
        }
    }

    /// Replaces the marks in a text of one paragraph.
    pub fn curl(&self, content: &mut [Inline]) {
        if !self.concerns(content) {
            return;
        }
        let mut parts = Vec::new();
        collect(content, &mut parts);
        let mut chars = Vec::new();
        for part in &parts {
            match part {
                TextPart::Text(text) => chars.extend(text.chars()),
                TextPart::Other(stand_in) => chars.push(*stand_in),
            }
        }
        let marks = self.marks(&chars);
        let mut at = 0;
        for part in parts {
            match part {
                TextPart::Other(_) => at += 1,
                TextPart::Text(text) => {
                    let mut marked = String::with_capacity(text.len() + 8);
                    for c in text.chars() {
                        match marks[at] {
                            Some(mark) => marked.push_str(mark),
                            None => marked.push(c),
                        }
                        at += 1;
                    }
                    *text = marked;
                }
            }
        }
    }

    /// Replaces the marks in blocks.
    pub fn curl_blocks(&self, blocks: &mut [Block]) {
        for block in blocks {
            match block {
                Block::Paragraph { content } => self.curl(content),
                Block::List { items, .. } => {
                    for item in items {
                        self.curl_blocks(item);
                    }
                }
                Block::Quote { blocks } => self.curl_blocks(blocks),
                Block::Table { header, rows, .. } => {
                    for cell in header.iter_mut().chain(rows.iter_mut().flatten()) {
                        self.curl(cell);
                    }
                }
                Block::Code { .. } | Block::Rule => {}
            }
        }
    }

    /// Returns whether a text contains anything to replace.
    fn concerns(&self, content: &[Inline]) -> bool {
        content.iter().any(|inline| match inline {
            Inline::Text(text) => {
                text.contains(['\'', '"'])
                    || self.is_french && text.contains([':', ';', '!', '?', '«', '»'])
            }
            other => other
                .content()
                .is_some_and(|content| self.concerns(content)),
        })
    }

    /// Returns what replaces each character.
    fn marks(&self, text: &[char]) -> Vec<Option<&'static str>> {
        let mut marks = vec![None; text.len()];
        let has_han = text.iter().any(|c| is_east_asian(*c));
        if self.is_wide && !has_han && !text.iter().any(char::is_ascii_digit) {
            return marks;
        }
        let mut scan = Scan {
            quotes: self,
            text,
            is_latin_only: self.is_wide && !has_han,
            in_double: false,
            in_single: false,
        };
        for word in words(text) {
            if is_code(&text[word.clone()]) {
                continue;
            }
            for at in word {
                marks[at] = match text[at] {
                    '"' => scan.double(at),
                    '\'' => scan.single(at),
                    _ => None,
                };
            }
        }
        if self.is_french {
            add_french_spaces(text, &mut marks);
        }
        marks
    }
}

/// A part of a paragraph.
enum TextPart<'a> {
    /// Text.
    Text(&'a mut String),
    /// Anything else, as a character that stands for it.
    Other(char),
}

fn collect<'a>(content: &'a mut [Inline], parts: &mut Vec<TextPart<'a>>) {
    for inline in content {
        match inline {
            Inline::Text(text) => parts.push(TextPart::Text(text)),
            Inline::Code { .. } => parts.push(TextPart::Other(OPAQUE)),
            Inline::Break => parts.push(TextPart::Other(' ')),
            Inline::Link { url, content } if shows_address(url, content) => {
                parts.push(TextPart::Other(OPAQUE));
            }
            Inline::Strong { content }
            | Inline::Emph { content }
            | Inline::Strike { content }
            | Inline::Super { content }
            | Inline::Sub { content }
            | Inline::Link { content, .. }
            | Inline::Level { content, .. } => collect(content, parts),
        }
    }
}

fn shows_address(url: &str, content: &Inlines) -> bool {
    matches!(content.as_slice(), [Inline::Text(text)] if bare_address(text) == bare_address(url))
}

/// Returns the words of a text, between its spaces.
fn words(text: &[char]) -> Vec<std::ops::Range<usize>> {
    let mut words = Vec::new();
    let mut start = 0;
    for (at, c) in text.iter().enumerate() {
        if c.is_whitespace() {
            words.push(start..at);
            start = at + 1;
        }
    }
    words.push(start..text.len());
    words
}

/// Returns whether a word is code or an address: its marks stay straight.
fn is_code(word: &[char]) -> bool {
    if !word.iter().any(|c| matches!(c, '\'' | '"')) {
        return false;
    }
    let text: String = word.iter().collect();
    let has_call = word.windows(3).any(|three| {
        three[0].is_ascii_alphanumeric() && three[1] == '(' && matches!(three[2], '\'' | '"')
    });
    let has_address = word
        .windows(3)
        .any(|three| three[0].is_alphanumeric() && three[1] == '@' && three[2].is_alphanumeric());
    has_call || has_address || CODE.iter().any(|sign| text.contains(sign))
}

/// The state of a paragraph up to a mark.
struct Scan<'a> {
    quotes: &'a Quotes,
    text: &'a [char],
    /// Whether a text without Han characters is in a language that has them.
    is_latin_only: bool,
    in_double: bool,
    in_single: bool,
}

impl Scan<'_> {
    fn before(&self, at: usize) -> Option<char> {
        self.text.get(at.checked_sub(1)?).copied()
    }

    fn after(&self, at: usize) -> Option<char> {
        self.text.get(at + 1).copied()
    }

    /// Returns the mark for a straight double one.
    fn double(&mut self, at: usize) -> Option<&'static str> {
        let (before, after) = (self.before(at), self.after(at));
        let is_measure = before.is_some_and(|c| c.is_ascii_digit())
            && !after.is_some_and(char::is_alphanumeric)
            && (!self.in_double || self.count_after(at) % 2 == 1);
        if is_measure {
            return Some(DOUBLE_PRIME);
        }
        if self.is_latin_only {
            return None;
        }
        if self.quotes.is_hebrew && is_in_hebrew_word(before, after) {
            return Some("״");
        }
        let opens = self.opens(at, self.in_double)?;
        self.in_double = opens;
        let Pair { open, close } = self.quotes.double;
        Some(if opens { open } else { close })
    }

    /// Returns the mark for a straight single one.
    fn single(&mut self, at: usize) -> Option<&'static str> {
        let (before, after) = (self.before(at), self.after(at));
        let follows_digit = before.is_some_and(|c| c.is_ascii_digit());
        let follows_word = before.is_some_and(is_of_word);
        let precedes_word = after.is_some_and(is_of_word);
        if follows_digit && self.is_group_of_digits(at) {
            return self.apostrophe();
        }
        let is_measure = follows_digit
            && (after.is_some_and(|c| c.is_ascii_digit()) || !precedes_word && !self.in_single);
        if is_measure {
            return Some(PRIME);
        }
        if self.is_latin_only {
            return None;
        }
        let is_geresh = before.is_some_and(is_hebrew) && (precedes_word || !self.in_single);
        if self.quotes.is_hebrew && is_geresh {
            return Some("׳");
        }
        let is_han = |c: Option<char>| c.is_some_and(is_east_asian);
        if follows_word && precedes_word && !is_han(before) && !is_han(after) {
            return self.apostrophe();
        }
        let opens = self.opens(at, self.in_single)?;
        let Pair { open, close } = self.quotes.single;
        if opens && !self.is_clipped(at) && self.is_closed_after(at) {
            self.in_single = true;
            return Some(open);
        }
        if !opens && self.in_single {
            self.in_single = false;
            return Some(close);
        }
        self.apostrophe()
    }

    /// Returns an apostrophe, unless it would be as wide as a Han character.
    fn apostrophe(&self) -> Option<&'static str> {
        (!self.quotes.is_wide).then_some(APOSTROPHE)
    }

    /// Returns whether a mark opens a quotation; `None` if it stands between spaces. `is_open` is
    /// whether one is open.
    fn opens(&self, at: usize, is_open: bool) -> Option<bool> {
        let (before, after) = (self.before(at), self.after(at));
        let ends = after.is_none_or(char::is_whitespace);
        Some(match before {
            None => !ends,
            Some(c) if c.is_whitespace() => {
                if ends {
                    return None;
                }
                true
            }
            Some('(' | '[' | '{' | '<' | '«' | '„' | '“' | '‘' | '‚' | '¿' | '¡') => {
                !ends
            }
            Some('–' | '—' | '-' | '/' | '=' | '\'' | '"' | '’' | '+') => {
                !is_open && !ends || after.is_some_and(is_of_word)
            }
            Some(c) if is_east_asian(c) || is_east_asian_mark(c) => !is_open,
            Some(_) => after.is_some_and(is_east_asian) && !is_open,
        })
    }

    fn count_after(&self, at: usize) -> usize {
        self.text[at + 1..].iter().filter(|c| **c == '"').count()
    }

    /// Returns whether exactly three digits follow, as in the Swiss `10'000`.
    fn is_group_of_digits(&self, at: usize) -> bool {
        let digits = self.text[at + 1..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .count();
        digits == 3
    }

    /// Returns whether a word or a year is written without its beginning: `'em`, `'90s`.
    fn is_clipped(&self, at: usize) -> bool {
        let rest = &self.text[at + 1..];
        let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        if digits == 2 {
            return true;
        }
        let word: String = rest
            .iter()
            .take_while(|c| c.is_alphanumeric())
            .flat_map(|c| c.to_lowercase())
            .collect();
        CLIPPED.contains(&word.as_str())
    }

    /// Returns whether a later single mark can close the quotation that starts here.
    fn is_closed_after(&self, at: usize) -> bool {
        (at + 2..self.text.len()).any(|end| {
            self.text[end] == '\''
                && !self.text[end - 1].is_whitespace()
                && (!self.after(end).is_some_and(is_of_word)
                    || self.before(end).is_some_and(is_east_asian))
        })
    }
}

/// Keeps high punctuation in French on the line of its word, as far as a space was typed.
fn add_french_spaces(text: &[char], marks: &mut [Option<&'static str>]) {
    for (at, pair) in text.windows(2).enumerate() {
        match pair {
            [' ', ':'] => marks[at] = Some("\u{a0}"),
            [' ', ';' | '!' | '?' | '»'] => marks[at] = Some("\u{202f}"),
            ['«', ' '] => marks[at + 1] = Some("\u{202f}"),
            _ => {}
        }
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == OPAQUE
}

fn is_in_hebrew_word(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(is_hebrew) && after.is_some_and(is_hebrew)
}

fn is_hebrew(c: char) -> bool {
    ('\u{5d0}'..='\u{5ea}').contains(&c)
}

fn is_east_asian(c: char) -> bool {
    c >= '\u{1100}'
        && matches!(
            CodePointMapData::<Script>::new().get(c),
            Script::Han | Script::Hiragana | Script::Katakana
        )
}

/// Returns whether a character is full-width punctuation.
fn is_east_asian_mark(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff60}')
}

/// Returns a text with straight marks, so that two spellings of a name are equal.
pub fn straightened(text: &str) -> Cow<'_, str> {
    if text.contains(['’', '‘', 'ʼ']) {
        Cow::Owned(text.replace(['’', '‘', 'ʼ'], "'"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::markdown;

    fn curled(tag: &str, text: &str) -> String {
        let locale = Locale::parse(tag).expect("a tag");
        let mut content = markdown::inline(text).content;
        Quotes::new(&locale).curl(&mut content);
        markdown::plain(&content)
    }

    #[test]
    fn quotations_have_the_marks_of_the_language() {
        for (tag, expected) in [
            ("en", "a “b ‘c’ d”, e"),
            ("de", "a „b ‚c‘ d“, e"),
            ("de-CH", "a «b ‹c› d», e"),
            ("fr", "a «\u{202f}b “c” d\u{202f}», e"),
            ("es", "a «b “c” d», e"),
            ("es-MX", "a “b ‘c’ d”, e"),
            ("pl", "a „b ‚c’ d”, e"),
            ("ru", "a «b „c“ d», e"),
            ("sv", "a ”b ’c’ d”, e"),
            ("he", "a ”b ’c’ d”, e"),
            ("ar", "a «b ‹c› d», e"),
            ("zh", "a \"b 'c' d\", e"),
            ("tlh", "a “b ‘c’ d”, e"),
        ] {
            assert_eq!(curled(tag, "a \"b 'c' d\", e"), expected, "{tag}");
        }
    }

    #[test]
    fn quotations_beside_han_characters_are_full_width() {
        for (tag, text, expected) in [
            ("zh", "的\"静音\"项目", "的“静音”项目"),
            ("zh-TW", "的\"靜音\"項目", "的「靜音」項目"),
            ("ja", "『\"静か\"な図書館", "『「静か」な図書館"),
            ("zh", "don't的", "don't的"),
        ] {
            assert_eq!(curled(tag, text), expected, "{tag}");
        }
    }

    #[test]
    fn apostrophes_are_curly() {
        for (text, expected) in [
            (
                "don't, O'Brien's, the students' work",
                "don’t, O’Brien’s, the students’ work",
            ),
            (
                "the '90s, '08, rock 'n' roll",
                "the ’90s, ’08, rock ’n’ roll",
            ),
            ("'the '90s' and 'so what'", "‘the ’90s’ and ‘so what’"),
            ("1990's, `a'b`'s", "1990’s, a'b’s"),
            ("l'\"Avenir\"", "l’“Avenir”"),
            ("O'**Neill** *\"a\"*-b", "O’Neill “a”-b"),
            ("CHF 1'250'000", "CHF 1’250’000"),
        ] {
            assert_eq!(curled("en", text), expected, "{text}");
        }
        assert_eq!(
            curled("fr", "l'été, d'\"X\""),
            "l’été, d’«\u{202f}X\u{202f}»"
        );
    }

    #[test]
    fn feet_and_inches_are_primes() {
        for (text, expected) in [
            ("5'10\" tall", "5′10″ tall"),
            ("a 27\" display", "a 27″ display"),
            ("\"a 27\" display\" of 6'", "“a 27″ display” of 6′"),
            (
                "\"class of 2020\" and \"2021\"",
                "“class of 2020” and “2021”",
            ),
        ] {
            assert_eq!(curled("en", text), expected, "{text}");
        }
    }

    #[test]
    fn code_and_addresses_keep_their_marks() {
        for text in [
            "`\"a\"` of std::vec<'a> and print(\"x\")",
            "<a href=\"x\"> o'hara@example.org",
            "https://example.org/o'hara",
            "a \" b",
        ] {
            let plain = markdown::plain(&markdown::inline(text).content);
            assert_eq!(curled("en", text), plain);
        }
        assert_eq!(curled("en", "[it's](https://example.org)"), "it’s");
    }

    #[test]
    fn hebrew_words_have_their_own_marks() {
        assert_eq!(curled("he", "צה\"ל, ג'ורג', \"כן\""), "צה״ל, ג׳ורג׳, ”כן”");
    }

    #[test]
    fn french_punctuation_stays_on_its_line() {
        assert_eq!(
            curled("fr", "Rôle : « chef » ; oui !"),
            "Rôle\u{a0}: «\u{202f}chef\u{202f}»\u{202f}; oui\u{202f}!"
        );
    }
}
