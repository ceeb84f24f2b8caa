//! Normalizes texts, so that texts of a profile can be found in the text of a PDF.

use unicode_normalization::UnicodeNormalization;

/// Removes the characters that a line break may add or remove, and vowel signs, and composes letters with
/// their marks.
pub fn normalize(text: &str) -> String {
    text.nfc().filter(|c| !is_ignorable(*c)).collect()
}

/// Returns a text in the capitals of Turkish, in which that of i has a dot.
pub fn turkish_capitals(text: &str) -> String {
    text.replace('i', "İ").to_uppercase()
}

/// Returns a text in the capitals of Greek, which have no accents.
pub fn greek_capitals(text: &str) -> String {
    const TONOS: char = '\u{301}';
    text.nfd()
        .filter(|c| *c != TONOS)
        .nfc()
        .collect::<String>()
        .to_uppercase()
}

fn is_ignorable(c: char) -> bool {
    let is_hyphen = matches!(c, '-' | '\u{ad}' | '\u{2010}' | '\u{200b}');
    c.is_whitespace() || is_hyphen || is_without_glyph(c) || is_vowel_sign(c)
}

/// Returns whether shaping leaves no glyph for a character: marks of direction, variation selectors,
/// and joiners.
fn is_without_glyph(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200c}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}'
    )
}

/// Returns whether a character is a Hebrew or Arabic vowel sign. Readers place them differently
/// within a word.
pub fn is_vowel_sign(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_of_greek_have_no_accents() {
        assert_eq!(greek_capitals("Εμπειρία, ΐ é"), "ΕΜΠΕΙΡΙΑ, Ϊ E");
    }

    #[test]
    fn removes_white_space_hyphens_and_vowel_signs() {
        assert_eq!(normalize("co-\nop\u{ad}erate \u{2010}"), "cooperate");
        assert_eq!(normalize("ש\u{5b8}לום\u{200f}"), "שלום");
        assert_eq!(normalize("O’Neil, 2026."), "O’Neil,2026.");
        assert_eq!(normalize("o\u{323}\u{301}"), "ọ\u{301}");
    }
}
