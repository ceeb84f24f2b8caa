//! Characters that are not seen: those that change the order of letters, and those without a glyph.

use std::borrow::Cow;

/// What a field of one line must not have in place of a space: tabs, and line breaks with those of
/// Unicode.
pub const LINE_BREAKS: [char; 5] = ['\n', '\r', '\t', '\u{2028}', '\u{2029}'];

/// Returns whether a character overrides or embeds a direction, so that letters are seen in another
/// order than that in which they are read (UAX #9).
pub fn changes_order(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a character has no glyph: white space except unusual control characters, and
/// default-ignorable code points of Unicode, such as joiners, direction marks and variation
/// selectors.
pub fn needs_no_glyph(character: char) -> bool {
    (character.is_whitespace()
        && (!character.is_control() || matches!(character, '\t' | '\n' | '\r')))
        || is_ignorable(character)
}

/// Returns whether a character is a default-ignorable code point that occurs in texts.
pub fn is_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0000}'..='\u{e007f}'
    )
}

/// Returns whether a character has no place in a name or an address, where it makes one look like
/// another. Joiners and variation selectors spell some names.
pub fn hides_in_names(character: char) -> bool {
    is_ignorable(character)
        && !matches!(
            character,
            '\u{200c}' | '\u{200d}' | '\u{180b}'..='\u{180d}' | '\u{fe00}'..='\u{fe0f}'
        )
}

/// What a text has that gives characters a use that are not seen: marks of direction are for letters from
/// right to left, spaces without width for scripts without spaces, and tags for flags.
#[derive(Debug, Clone, Copy)]
pub struct UnseenUses {
    for_direction: bool,
    for_words: bool,
    for_flags: bool,
}

impl UnseenUses {
    /// Returns the uses in a text.
    pub fn of(text: &str) -> Self {
        let has = |is_one: fn(char) -> bool| !text.is_ascii() && text.contains(is_one);
        Self {
            for_direction: has(|c| is_right_to_left(c) && c != '\u{61c}'),
            for_words: has(is_without_spaces),
            for_flags: has(|c| c == '\u{1f3f4}'),
        }
    }

    /// Returns whether a character is not seen and has no use in the text, but makes a word another one
    /// for programs.
    pub fn lack(self, character: char) -> bool {
        match character {
            '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{34f}' => !self.for_direction,
            '\u{200b}' | '\u{180e}' => !self.for_words,
            '\u{e0000}'..='\u{e007f}' => !self.for_flags,
            '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' => true,
            _ => false,
        }
    }

    /// Returns a part of the text without such characters.
    pub fn shown(self, part: &str) -> Cow<'_, str> {
        if part.is_ascii() || !part.contains(|c| self.lack(c)) {
            return Cow::Borrowed(part);
        }
        part.chars().filter(|c| !self.lack(*c)).collect()
    }
}

/// Returns whether a character is a letter or a mark of Hebrew or Arabic.
pub fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Returns whether a letter is of a script of South East Asia that has no spaces between words, or of
/// Mongolian, whose vowels can be separate.
fn is_without_spaces(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1820}'..='\u{18af}' | '\u{1950}'..='\u{1aaf}')
}

/// Returns the first flag of a text: two letters that are drawn as one picture where a font has it.
pub fn flag_in(text: &str) -> Option<(usize, [char; 2])> {
    let is_half = |c: &char| matches!(c, '\u{1f1e6}'..='\u{1f1ff}');
    let (at, first) = text.char_indices().find(|(_, c)| is_half(c))?;
    let second = text[at + first.len_utf8()..]
        .chars()
        .next()
        .filter(is_half)?;
    Some((at, [first, second]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_a_script_have_a_use_in_it() {
        for (text, rest) in [
            ("Ru\u{200b}st", "Rust"),
            ("Ku\u{34f}ber\u{2060}netes", "Kubernetes"),
            ("a\u{200e}b\u{206f}c\u{e007f}", "abc"),
            ("שלום\u{200f}, a\u{2063}", "שלום\u{200f}, a"),
            ("ภาษา\u{200b}ไทย", "ภาษา\u{200b}ไทย"),
            ("نرم\u{200c}افزار", "نرم\u{200c}افزار"),
            (
                "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}",
                "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}",
            ),
        ] {
            assert_eq!(UnseenUses::of(text).shown(text), rest);
        }
    }
}
