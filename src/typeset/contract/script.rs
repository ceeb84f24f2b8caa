//! Scripts, as far as they decide how text is set.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};

fn script(c: char) -> Script {
    CodePointMapData::<Script>::new().get(c)
}

/// Returns whether a character is an ideograph, a kana or a Hangul syllable.
pub fn is_ideograph(c: char) -> bool {
    // All of them are beyond the first blocks, so that Latin text needs no table.
    c >= '\u{1100}'
        && matches!(
            script(c),
            Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul
        )
}

/// Returns whether a character is a Latin letter.
pub fn is_latin_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || !c.is_ascii() && script(c) == Script::Latin
}

/// Returns whether a text has Latin letters and none of a script from right to left.
pub fn is_latin(text: &str) -> bool {
    text.chars().any(|c| script(c) == Script::Latin) && !has_rtl_letters(text)
}

/// Returns whether a text has letters of a script from right to left.
pub fn has_rtl_letters(text: &str) -> bool {
    text.chars().any(is_rtl)
}

/// Returns whether a text that is not from left to right starts or ends with a letter or a number of the
/// other direction, which would join a text in that direction beside it: `7 תפקידים`.
pub fn has_ltr_edge(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphanumeric());
    let first = letters.next();
    let last = letters.next_back().or(first);
    [first, last].into_iter().flatten().any(|c| !is_rtl(c))
}

fn is_rtl(c: char) -> bool {
    !c.is_ascii() && matches!(script(c), Script::Hebrew | Script::Arabic)
}

/// Returns whether a character is a letter of a script whose fonts have no italics.
pub fn is_upright(c: char) -> bool {
    !c.is_ascii()
        && GeneralCategoryGroup::Letter.contains(CodePointMapData::<GeneralCategory>::new().get(c))
        && !matches!(script(c), Script::Latin | Script::Greek | Script::Cyrillic)
}

/// Returns whether a character is a decimal digit.
pub fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
        || !c.is_ascii()
            && CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::DecimalNumber
}
