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

/// Returns whether a character of a text is not seen and has no use there, but makes a word another one
/// for programs. `text` is the text around it: marks of direction are for letters from right to left,
/// spaces without width for scripts without spaces, and tags for flags.
pub fn is_useless(character: char, text: &str) -> bool {
    match character {
        '\u{200e}' | '\u{200f}' | '\u{61c}' => !text.contains(is_right_to_left),
        '\u{200b}' => !text.contains(is_without_spaces),
        '\u{e0000}'..='\u{e007f}' => !text.contains('\u{1f3f4}'),
        '\u{34f}' => !text.contains(is_right_to_left),
        '\u{180e}' => !text.contains(|c| matches!(c, '\u{1800}'..='\u{18af}')),
        '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' => true,
        _ => false,
    }
}

/// Returns a part of a text without the characters that have no use in the text.
pub fn without_useless<'p>(part: &'p str, text: &str) -> Cow<'p, str> {
    if !part.contains(|c| is_useless(c, text)) {
        return Cow::Borrowed(part);
    }
    part.chars().filter(|c| !is_useless(*c, text)).collect()
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        && c != '\u{61c}'
}

/// Returns whether a letter is of a script of South East Asia that has no spaces between words.
fn is_without_spaces(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1950}'..='\u{1aaf}')
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
            assert_eq!(without_useless(text, text), rest);
        }
    }
}
