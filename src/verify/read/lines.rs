//! The text of a page: glyphs joined to lines in reading order.

use std::ops::Range;

use crate::content::direction_of;
use crate::content::resume::Direction;
use crate::profile;
use crate::verify::normalize::normalize;
use crate::verify::read::glyphs::{PageText, PlacedGlyph};

/// The smallest font size in pt by which distances between lines are judged.
const MIN_SIZE: f64 = 4.0;

/// The largest vertical distance in pt of glyphs that were set together.
const SAME_BASELINE: f64 = 4.0;

/// The horizontal distances in pt of glyphs that were set together.
const SAME_RUN: std::ops::Range<f64> = -4.0..60.0;

/// Returns the [normalized](normalize) text of pages, which does not depend on line breaks.
pub fn normalized_text(pages: &[PageText]) -> String {
    let mut text = String::new();
    for page in pages {
        let glyphs = without_repeats(&page.glyphs);
        for run in glyphs.chunk_by(is_same_run) {
            text += &concatenated(in_reading_order(run, page.direction));
        }
    }
    normalize(&text)
}

/// Returns what programs read that do not know replacement texts, normalized.
pub fn normalized_text_without_replacements(pages: &[PageText]) -> String {
    let pages = pages.iter().map(|page| PageText {
        glyphs: page.glyphs.iter().cloned().map(as_in_font).collect(),
        direction: page.direction,
        ..PageText::default()
    });
    normalized_text(&pages.collect::<Vec<PageText>>())
}

fn as_in_font(glyph: PlacedGlyph) -> PlacedGlyph {
    PlacedGlyph {
        text: glyph.replaced.or(glyph.text),
        replaced: None,
        ..glyph
    }
}

/// Returns the lines of a page in the order of its content stream.
pub fn lines(page: &PageText) -> Vec<String> {
    let glyphs = without_repeats(&page.glyphs);
    let lines = glyphs.chunk_by(is_same_line);
    lines
        .map(|line| spaced(line, page.direction).trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

/// Returns the text of glyphs of a page with this direction, with the lines joined by spaces.
pub fn joined(glyphs: &[PlacedGlyph], direction: Direction) -> String {
    let glyphs = without_repeats(glyphs);
    let lines = glyphs.chunk_by(is_same_line);
    let lines = lines.map(|line| spaced(line, direction).trim().to_owned());
    lines.collect::<Vec<String>>().join(" ")
}

fn without_repeats(glyphs: &[PlacedGlyph]) -> Vec<PlacedGlyph> {
    let glyphs = glyphs.iter().filter(|glyph| !glyph.repeats);
    glyphs.cloned().collect()
}

fn is_same_line(a: &PlacedGlyph, b: &PlacedGlyph) -> bool {
    let size = a.size.max(b.size).max(MIN_SIZE);
    // A right-to-left line may be set in runs, the first at its right end.
    let advances = b.origin.x > a.origin.x - size * 0.5;
    let is_rtl = is_right_to_left(a) || is_right_to_left(b);
    (a.origin.y - b.origin.y).abs() < size * 0.6 && (advances || is_rtl)
}

/// Returns whether two glyphs were set one after the other from left to right. Right-to-left letters
/// that go to the left are in the order in which they are read.
fn is_same_run(a: &PlacedGlyph, b: &PlacedGlyph) -> bool {
    let distance = b.origin.x - a.origin.x;
    let goes_left = distance <= 0.0 && (is_right_to_left(a) || is_right_to_left(b));
    (a.origin.y - b.origin.y).abs() < SAME_BASELINE && SAME_RUN.contains(&distance) && !goes_left
}

/// Returns the text of a line, with spaces at gaps and tabs at wide gaps.
fn spaced(line: &[PlacedGlyph], direction: Direction) -> String {
    let mut sorted: Vec<&PlacedGlyph> = line.iter().collect();
    if line.iter().any(is_right_to_left) {
        sorted.sort_by(|a, b| a.origin.x.total_cmp(&b.origin.x));
    }
    let mut glyphs: Vec<PlacedGlyph> = Vec::with_capacity(line.len());
    for glyph in sorted {
        if let Some(gap) = glyphs.last().and_then(|before| gap(before, glyph)) {
            glyphs.push(gap);
        }
        glyphs.push(glyph.clone());
    }
    concatenated(in_reading_order(&glyphs, direction))
}

/// Returns the white space between two glyphs of a line as a glyph.
fn gap(before: &PlacedGlyph, after: &PlacedGlyph) -> Option<PlacedGlyph> {
    let size = before.size.max(after.size);
    let width = after.origin.x - before.end.x;
    let text = if width > size * 1.5 {
        "\t"
    } else if width > size * 0.25 && !ends_with_space(before) && !starts_with_space(after) {
        " "
    } else {
        return None;
    };
    Some(PlacedGlyph {
        text: Some(text.to_owned()),
        replaced: None,
        origin: before.end,
        end: after.origin,
        ..after.clone()
    })
}

fn starts_with_space(glyph: &PlacedGlyph) -> bool {
    let text = glyph.text.as_deref().unwrap_or_default();
    text.starts_with(char::is_whitespace)
}

fn ends_with_space(glyph: &PlacedGlyph) -> bool {
    let text = glyph.text.as_deref().unwrap_or_default();
    text.ends_with(char::is_whitespace)
}

fn contains(glyph: &PlacedGlyph, matches: fn(char) -> bool) -> bool {
    let text = glyph.text.as_deref().unwrap_or_default();
    text.contains(matches)
}

fn concatenated(glyphs: Vec<&PlacedGlyph>) -> String {
    let texts = glyphs.into_iter().filter_map(|glyph| glyph.text.as_deref());
    texts.collect()
}

/// Orders the glyphs of a line for reading: a file has right-to-left text in visual order, from
/// left to right. `direction` is that of the words around it.
fn in_reading_order(line: &[PlacedGlyph], direction: Direction) -> Vec<&PlacedGlyph> {
    let mut order: Vec<&PlacedGlyph> = line.iter().collect();
    match direction {
        Direction::Rtl if line.iter().any(is_right_to_left) => {
            order.reverse();
            // Left-to-right words and figures, with the characters between two of them, keep their
            // own direction.
            reverse_spans(&mut order, is_left_to_right, is_right_to_left);
        }
        Direction::Rtl => {}
        Direction::Ltr => {
            for span in spans(&order, is_right_to_left, has_left_to_right_letter) {
                let span = &mut order[span];
                span.reverse();
                reverse_spans(span, is_left_to_right, is_right_to_left);
            }
        }
    }
    order
}

fn reverse_spans(
    glyphs: &mut [&PlacedGlyph],
    is_member: fn(&PlacedGlyph) -> bool,
    is_other: fn(&PlacedGlyph) -> bool,
) {
    for span in spans(glyphs, is_member, is_other) {
        glyphs[span].reverse();
    }
}

/// Returns the longest spans that begin and end with a member and contain none of the others.
fn spans(
    glyphs: &[&PlacedGlyph],
    is_member: fn(&PlacedGlyph) -> bool,
    is_other: fn(&PlacedGlyph) -> bool,
) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for (index, glyph) in glyphs.iter().enumerate() {
        if is_member(glyph) {
            match spans.last_mut() {
                Some(span) if is_open => span.end = index + 1,
                _ => spans.push(index..index + 1),
            }
            is_open = true;
        } else if is_other(glyph) {
            is_open = false;
        }
    }
    spans
}

/// Returns whether a glyph has Hebrew or Arabic letters or signs.
fn is_right_to_left(glyph: &PlacedGlyph) -> bool {
    contains(glyph, is_right_to_left_character)
}

/// Returns whether a glyph has letters or digits that are read from left to right.
fn is_left_to_right(glyph: &PlacedGlyph) -> bool {
    contains(glyph, |c| {
        c.is_alphanumeric() && !is_right_to_left_character(c)
    })
}

fn has_left_to_right_letter(glyph: &PlacedGlyph) -> bool {
    contains(glyph, |c| {
        c.is_alphabetic() && !is_right_to_left_character(c)
    })
}

/// Returns the direction of pages in this language; without a known one, that of most of their
/// letters.
pub fn direction(language: Option<&str>, pages: &[PageText]) -> Direction {
    language
        .and_then(direction_of)
        .unwrap_or_else(|| direction_of_most(pages))
}

fn direction_of_most(pages: &[PageText]) -> Direction {
    let glyphs = pages.iter().flat_map(|page| &page.glyphs);
    let (rtl, others): (Vec<_>, Vec<_>) = glyphs.partition(|glyph| is_right_to_left(glyph));
    let ltr = others
        .into_iter()
        .filter(|glyph| has_left_to_right_letter(glyph));
    if rtl.len() > ltr.count() {
        Direction::Rtl
    } else {
        Direction::Ltr
    }
}

/// Returns whether a character is a Hebrew or Arabic letter or sign: figures run from left to right.
fn is_right_to_left_character(c: char) -> bool {
    profile::is_right_to_left(c) && !c.is_numeric()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro::vello_cpu::kurbo::Point;

    /// Makes glyphs of 10 pt that are 6 pt wide.
    fn glyphs(placed: &[(&str, f64, f64)]) -> Vec<PlacedGlyph> {
        let glyphs = placed.iter().map(|(text, x, y)| PlacedGlyph {
            text: Some((*text).to_owned()),
            replaced: None,
            origin: Point::new(*x, *y),
            end: Point::new(x + 6.0, *y),
            size: 10.0,
            repeats: false,
            mcid: None,
        });
        glyphs.collect()
    }

    /// Makes a page in the direction of most of its letters.
    fn page(placed: &[(&str, f64, f64)]) -> PageText {
        let mut page = PageText {
            width: 100.0,
            height: 200.0,
            glyphs: glyphs(placed),
            ..PageText::default()
        };
        page.direction = direction(None, std::slice::from_ref(&page));
        page
    }

    fn lines_of(placed: &[(&str, f64, f64)]) -> Vec<String> {
        lines(&page(placed))
    }

    #[test]
    fn line_ends_where_text_moves_down_or_back() {
        let placed = [("a", 0.0, 100.0), ("b", 6.0, 100.0), ("c", 0.0, 88.0)];
        assert_eq!(lines_of(&placed), ["ab", "c"]);
        let raised = [("a", 0.0, 100.0), ("2", 6.0, 104.0), ("b", 12.0, 100.0)];
        assert_eq!(lines_of(&raised), ["a2b"]);
        assert_eq!(
            lines_of(&[("b", 20.0, 100.0), ("a", 13.0, 100.0)]),
            ["b", "a"]
        );
        assert_eq!(lines_of(&[("b", 20.0, 100.0), ("a", 16.0, 100.0)]).len(), 1);
        // A right-to-left line may continue on the left.
        for [right, left] in [["א", "1"], ["1", "א"]] {
            assert_eq!(lines_of(&[(right, 20.0, 0.0), (left, 6.0, 0.0)]).len(), 1);
        }
    }

    #[test]
    fn gaps_are_spaces_and_wide_gaps_are_tabs() {
        for (x, text) in [
            (6.0, "ab"),
            (8.0, "ab"),
            (9.0, "a b"),
            (18.0, "a b"),
            (22.0, "a\tb"),
        ] {
            assert_eq!(lines_of(&[("a", 0.0, 0.0), ("b", x, 0.0)]), [text]);
        }
        assert_eq!(lines_of(&[("a", 0.0, 0.0), (" b", 9.0, 0.0)]), ["a b"]);
        assert_eq!(lines_of(&[("a ", 0.0, 0.0), ("b", 9.0, 0.0)]), ["a b"]);
    }

    #[test]
    fn right_to_left_lines_are_read_one_by_one() {
        let placed = [
            ("ב", 0.0, 100.0),
            ("א", 6.0, 100.0),
            ("1", 0.0, 88.0),
            ("2", 6.0, 88.0),
            ("ג", 12.0, 88.0),
        ];
        let page = page(&placed);
        assert_eq!(lines(&page), ["אב", "ג12"]);
        assert_eq!(normalized_text(&[page]), normalize("אבג12"));
        // Figures of Persian and Urdu run from left to right, too.
        let placed = [("۹", 0.0, 88.0), ("۴", 6.0, 88.0), ("\u{645}", 12.0, 88.0)];
        assert_eq!(lines_of(&placed), ["\u{645}۹۴"]);
        // The second line starts where the first one ends.
        let placed = [
            ("ב", 0.0, 100.0),
            ("א", 6.0, 100.0),
            ("ד", 10.0, 88.0),
            ("ג", 16.0, 88.0),
        ];
        let page = self::page(&placed);
        assert_eq!(normalized_text(&[page]), normalize("אבגד"));
    }

    #[test]
    fn punctuation_has_the_direction_of_the_words_around_it() {
        // From left to right on the page.
        let placed = [
            ("ב", 0.0, 0.0),
            ("!", 6.0, 0.0),
            (":", 12.0, 0.0),
            ("א", 18.0, 0.0),
        ];
        assert_eq!(lines_of(&placed), ["א:!ב"]);
        let placed = [
            ("ב", 0.0, 0.0),
            ("1", 6.0, 0.0),
            (":", 12.0, 0.0),
            ("!", 18.0, 0.0),
            ("2", 24.0, 0.0),
            ("א", 30.0, 0.0),
        ];
        assert_eq!(lines_of(&placed), ["א1:!2ב"]);
    }

    /// Makes glyphs of a line from its characters as they are on paper, from left to right.
    fn line(characters: &str) -> PageText {
        let characters: Vec<String> = characters.chars().map(String::from).collect();
        let placed = characters.iter().zip(0_u8..);
        let placed: Vec<(&str, f64, f64)> = placed
            .map(|(c, index)| (c.as_str(), f64::from(index) * 6.0, 0.0))
            .collect();
        page(&placed)
    }

    #[test]
    fn words_from_right_to_left_are_read_within_a_line_of_the_other_direction() {
        for (on_paper, read) in [
            ("with \u{5d1}\u{5d0} and \u{5d3}\u{5d2}.", "with אב and גד."),
            (
                "by \u{5d3}\u{5d2} 12 \u{5d1}\u{5d0} (new)",
                "by אב 12 גד (new)",
            ),
            ("\u{5d1}\u{5d0}, writer", "אב, writer"),
        ] {
            assert_eq!(lines(&line(on_paper)), [read]);
            assert_eq!(normalized_text(&[line(on_paper)]), normalize(read));
        }
    }

    #[test]
    fn language_of_the_file_decides_on_the_direction() {
        let mostly_latin = line("Rust C++ \u{5d1}\u{5d0}");
        let pages = std::slice::from_ref(&mostly_latin);
        assert_eq!(direction(Some("he-IL"), pages), Direction::Rtl);
        assert_eq!(direction(Some("en"), pages), Direction::Ltr);
        assert_eq!(direction(Some("?"), pages), Direction::Ltr);
        assert_eq!(direction(None, &[line("\u{5d1}\u{5d0}")]), Direction::Rtl);
    }
}
