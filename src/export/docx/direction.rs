//! The direction of text. A word processor draws a run in the direction that the run names, while
//! the Unicode bidirectional algorithm derives it from the characters. Here texts are divided into
//! runs whose directions are those of the algorithm, so that both agree.

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

use crate::content::resume::Direction;
use crate::profile::changes_order;

/// Keeps the characters next to it from left to right.
pub const LEFT_TO_RIGHT_MARK: char = '\u{200e}';

/// Returns whether a text has letters from right to left.
pub fn has_rtl_letters(text: &str) -> bool {
    text.chars()
        .any(|c| letter_direction(c) == Some(Direction::Rtl))
}

/// Returns whether a text has letters from left to right.
pub fn has_ltr_letters(text: &str) -> bool {
    text.chars().any(is_ltr_letter)
}

/// Returns whether a character is a letter from left to right.
pub fn is_ltr_letter(c: char) -> bool {
    letter_direction(c) == Some(Direction::Ltr)
}

fn letter_direction(c: char) -> Option<Direction> {
    match bidi_class(c) {
        BidiClass::L => Some(Direction::Ltr),
        BidiClass::R | BidiClass::AL => Some(Direction::Rtl),
        _ => None,
    }
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
    let level = match base {
        Direction::Ltr => Level::ltr(),
        Direction::Rtl => Level::rtl(),
    };
    let text = without_numbers(text, base);
    let levels = BidiInfo::new(&text, Some(level)).levels;
    let levels = text.char_indices().map(|(start, _)| levels[start]);
    levels
        .map(|level| {
            if level.is_rtl() {
                Direction::Rtl
            } else {
                Direction::Ltr
            }
        })
        .collect()
}

/// Returns a text with letters in place of its digits: after letters from right to left, a number is read
/// with the paragraph. Line breaks, which end no paragraph, and characters that would turn the text around
/// become spaces.
fn without_numbers(text: &str, base: Direction) -> String {
    let mut last_letter = base;
    let characters = text.chars();
    characters
        .map(|c| match bidi_class(c) {
            BidiClass::EN | BidiClass::AN if [last_letter, base].contains(&Direction::Ltr) => 'a',
            BidiClass::EN | BidiClass::AN => '\u{5d0}',
            BidiClass::B => ' ',
            _ if changes_order(c) => ' ',
            _ => {
                last_letter = letter_direction(c).unwrap_or(last_letter);
                c
            }
        })
        .collect()
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
        /// The most that the algorithm follows.
        const DEEPEST: usize = 63;

        fn nested(depth: usize) -> Direction {
            let [open, close] = ["(", ")"].map(|bracket: &str| bracket.repeat(depth));
            directions(&format!("a{open}b ש{close}"), Direction::Rtl)[1]
        }
        assert_eq!(nested(DEEPEST), Direction::Rtl);
        assert_eq!(nested(DEEPEST + 1), Direction::Ltr);
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
