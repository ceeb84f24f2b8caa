//! Characters that are not seen: those that change the order of letters, and those without a glyph.

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
