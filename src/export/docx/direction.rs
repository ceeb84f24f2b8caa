//! The direction of text. A word processor draws a run in the direction that the run names, while
//! the Unicode bidirectional algorithm derives it from the characters. Here texts are divided into
//! runs whose directions are those of the algorithm, so that both agree.

use icu_properties::CodePointMapData;
use icu_properties::props::BidiClass;

use crate::content::resume::Direction;

/// Keeps the characters next to it from left to right.
pub const LEFT_TO_RIGHT_MARK: char = '\u{200e}';

/// How deep pairs of brackets are followed, as in the Unicode bidirectional algorithm.
const DEEPEST_BRACKETS: usize = 63;

/// What a character says of the direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strength {
    /// A letter of a script.
    Strong(Direction),
    /// A digit, which follows the letter before it.
    Digit,
    /// A space or a sign between letters.
    Neutral,
    /// A mark on the character before it.
    Mark,
}

fn strength(c: char) -> Strength {
    if c.is_ascii_alphabetic() {
        return Strength::Strong(Direction::Ltr);
    }
    match CodePointMapData::<BidiClass>::new().get(c) {
        BidiClass::LeftToRight => Strength::Strong(Direction::Ltr),
        BidiClass::RightToLeft | BidiClass::ArabicLetter => Strength::Strong(Direction::Rtl),
        BidiClass::EuropeanNumber | BidiClass::ArabicNumber => Strength::Digit,
        BidiClass::NonspacingMark | BidiClass::BoundaryNeutral => Strength::Mark,
        _ => Strength::Neutral,
    }
}

/// Returns whether a text has letters from right to left.
pub fn has_rtl_letters(text: &str) -> bool {
    text.chars()
        .any(|c| !c.is_ascii() && strength(c) == Strength::Strong(Direction::Rtl))
}

/// Returns whether a text has letters from left to right.
pub fn has_ltr_letters(text: &str) -> bool {
    text.chars()
        .any(|c| strength(c) == Strength::Strong(Direction::Ltr))
}

/// Returns whether a character is a letter from left to right.
pub fn is_ltr_letter(c: char) -> bool {
    strength(c) == Strength::Strong(Direction::Ltr)
}

/// Returns a text for a paragraph from right to left, in which the signs of names such as C++ and C# are
/// kept behind their letters.
pub fn with_kept_signs(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut is_after_letter = false;
    while let Some(c) = characters.next() {
        kept.push(c);
        let is_sign = is_after_letter && matches!(c, '+' | '#');
        let continues = characters.peek().is_some_and(|next| {
            is_ltr_letter(*next) || next.is_ascii_digit() || matches!(next, '+' | '#')
        });
        if is_sign && !continues {
            kept.push(LEFT_TO_RIGHT_MARK);
        }
        is_after_letter = is_sign || is_ltr_letter(c);
    }
    kept
}

/// Returns the direction of each character of a paragraph.
pub fn directions(text: &str, base: Direction) -> Vec<Direction> {
    let length = text.chars().count();
    if base == Direction::Ltr && !has_rtl_letters(text) {
        return vec![Direction::Ltr; length];
    }
    let mut resolved: Vec<Option<Direction>> = Vec::with_capacity(length);
    let mut last_letter = base;
    for c in text.chars() {
        let direction = match strength(c) {
            Strength::Strong(direction) => {
                last_letter = direction;
                Some(direction)
            }
            // After letters from right to left, a number is read with the paragraph.
            Strength::Digit if last_letter == Direction::Ltr => Some(Direction::Ltr),
            Strength::Digit => Some(base),
            Strength::Mark => resolved.last().copied().flatten(),
            Strength::Neutral => None,
        };
        resolved.push(direction);
    }
    resolve_brackets(text, &mut resolved, base);
    resolve_neutrals(&resolved, base)
}

/// Gives pairs of brackets one direction (Unicode Standard Annex #9, rule N0): that of the paragraph
/// if letters between them have it; else that of the text before them, if it is also between them.
fn resolve_brackets(text: &str, resolved: &mut [Option<Direction>], base: Direction) {
    let mut open: Vec<(char, usize)> = Vec::new();
    for (index, c) in text.chars().enumerate() {
        if matches!(c, '(' | '[' | '{') && open.len() == DEEPEST_BRACKETS {
            return;
        }
        match c {
            '(' => open.push((')', index)),
            '[' => open.push((']', index)),
            '{' => open.push(('}', index)),
            ')' | ']' | '}' => {
                let Some(at) = open.iter().rposition(|(close, _)| *close == c) else {
                    continue;
                };
                let (_, start) = open[at];
                open.truncate(at);
                let between = &resolved[start + 1..index];
                let direction = if between.contains(&Some(base)) {
                    base
                } else if let Some(inner) = between.iter().flatten().next() {
                    let before = resolved[..start].iter().rev().flatten().next();
                    let is_continued = before == Some(inner);
                    if is_continued { *inner } else { base }
                } else {
                    continue;
                };
                resolved[start] = Some(direction);
                resolved[index] = Some(direction);
            }
            _ => {}
        }
    }
}

/// Gives what is between letters of one direction that direction, and else that of the paragraph.
fn resolve_neutrals(resolved: &[Option<Direction>], base: Direction) -> Vec<Direction> {
    let mut directions: Vec<Direction> = Vec::with_capacity(resolved.len());
    let mut at = 0;
    while at < resolved.len() {
        if let Some(direction) = resolved[at] {
            directions.push(direction);
            at += 1;
            continue;
        }
        let rest = &resolved[at..];
        let length = rest
            .iter()
            .take_while(|direction| direction.is_none())
            .count();
        let before = directions.last().copied().unwrap_or(base);
        let after = rest.get(length).copied().flatten().unwrap_or(base);
        let direction = if before == after { before } else { base };
        directions.extend(std::iter::repeat_n(direction, length));
        at += length;
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the parts of a text with the directions of a page from right to left: `<` for it.
    fn shown(text: &str, base: Direction) -> String {
        let mut shown = String::new();
        let mut last = None;
        for (c, direction) in text.chars().zip(directions(text, base)) {
            if last != Some(direction) {
                shown.push(if direction == Direction::Rtl {
                    '<'
                } else {
                    '>'
                });
                last = Some(direction);
            }
            shown.push(c);
        }
        shown
    }

    #[test]
    fn words_of_both_directions_are_divided_as_the_algorithm_orders_them() {
        for (text, expected) in [
            ("שלום עולם", "<שלום עולם"),
            ("שלום Web 2.0, עולם", "<שלום >Web 2.0<, עולם"),
            ("2020 – 2023", "<2020 – 2023"),
            ("ב-2020 למדתי", "<ב-2020 למדתי"),
            ("Web (2.0)", ">Web (2.0)"),
            ("שלום (Web)", "<שלום (>Web<)"),
            ("C++", ">C<++"),
        ] {
            assert_eq!(shown(text, Direction::Rtl), expected, "{text}");
        }
    }

    #[test]
    fn brackets_are_paired_as_deep_as_the_algorithm_does() {
        fn nested(depth: usize) -> Direction {
            let [open, close] = ["(", ")"].map(|bracket: &str| bracket.repeat(depth));
            directions(&format!("a{open}b ש{close}"), Direction::Rtl)[1]
        }
        assert_eq!(nested(DEEPEST_BRACKETS), Direction::Rtl);
        assert_eq!(nested(DEEPEST_BRACKETS + 1), Direction::Ltr);
    }

    #[test]
    fn signs_of_names_are_kept_behind_them() {
        for (text, expected) in [
            ("بلغة C++ وC#.", "بلغة C++\u{200e} وC#\u{200e}."),
            ("+962 6 #1", "+962 6 #1"),
            ("A+B", "A+B"),
        ] {
            assert_eq!(with_kept_signs(text), expected, "{text}");
        }
    }

    #[test]
    fn words_from_right_to_left_are_found_in_latin_text() {
        for (text, expected) in [
            ("Hello (world) 2020", ">Hello (world) 2020"),
            ("the word שלום עולם, 2020", ">the word <שלום עולם>, 2020"),
            ("(שלום)", ">(<שלום>)"),
            ("קָמָץ!", "<קָמָץ>!"),
        ] {
            assert_eq!(shown(text, Direction::Ltr), expected, "{text}");
        }
    }
}
