//! Replaces straight quotation marks and apostrophes by those of the language.
//!
//! The text of a document has the marks already, so that what is extracted from a PDF is what the
//! page shows. Code, addresses and words that look like code keep theirs. Uses `locale`.

mod marks;
mod straight_marks;

use std::borrow::Cow;

use crate::content::locale::Locale;
use crate::content::quotes::marks::QuoteMarks;
use crate::content::quotes::straight_marks::{OPAQUE, replacements};
use crate::content::resume::{Inline, Inlines};
use crate::profile::bare_address;

/// Replaces the marks in texts of a language.
#[derive(Debug)]
pub struct Quotes {
    marks: QuoteMarks,
}

impl Quotes {
    /// Creates the replacement for a language.
    pub fn new(locale: &Locale) -> Self {
        Self {
            marks: QuoteMarks::new(locale),
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
        let marks = replacements(&self.marks, &chars);
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

    /// Returns whether a text contains anything to replace.
    fn concerns(&self, content: &[Inline]) -> bool {
        let is_french = self.marks.is_french;
        Inline::any(content, &|inline| {
            matches!(inline, Inline::Text(text) if text.contains(['\'', '"'])
                || is_french && text.contains([':', ';', '!', '?', '«', '»']))
        })
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
            around => {
                if let Some(content) = around.content_mut() {
                    collect(content, parts);
                }
            }
        }
    }
}

fn shows_address(url: &str, content: &Inlines) -> bool {
    matches!(content.as_slice(), [Inline::Text(text)] if bare_address(text) == bare_address(url))
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
