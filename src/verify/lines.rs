//! The text of a page: its glyphs as lines, in the order of reading.

use crate::verify::read::{PageText, PlacedGlyph};

/// The text of a PDF without white space, hyphens and soft hyphens: what is left when lines are
/// broken otherwise.
pub fn normalized_text(pages: &[PageText]) -> String {
    let mut text = String::new();
    for page in pages {
        let glyphs = once(&page.glyphs);
        let ordered = pieces(&glyphs).flat_map(in_reading_order);
        text.extend(ordered.filter_map(|glyph| glyph.text.as_deref()));
    }
    normalize(&text)
}

/// The lines of a page in the order of its content.
pub fn lines(page: &PageText) -> Vec<String> {
    let glyphs = once(&page.glyphs);
    let lines = glyphs.chunk_by(on_one_line).map(spaced);
    lines
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.trim().is_empty())
        .collect()
}

/// The text of a few glyphs, however many lines they take.
pub fn joined(glyphs: &[PlacedGlyph]) -> String {
    let glyphs = once(glyphs);
    let lines: Vec<String> = glyphs
        .chunk_by(on_one_line)
        .map(|line| spaced(line).trim().to_owned())
        .collect();
    lines.join(" ")
}

/// Without those that repeat others.
fn once(glyphs: &[PlacedGlyph]) -> Vec<PlacedGlyph> {
    glyphs
        .iter()
        .filter(|glyph| !glyph.repeats)
        .cloned()
        .collect()
}

fn on_one_line(a: &PlacedGlyph, b: &PlacedGlyph) -> bool {
    let size = a.size.max(b.size).max(4.0);
    // A line that runs from right to left may be set in pieces, the first at its right end.
    let is_onwards = b.at.x > a.at.x - size * 0.5 || [a, b].iter().any(|glyph| runs_left(glyph));
    (a.at.y - b.at.y).abs() < size * 0.6 && is_onwards
}

/// The text of a line: with a space where there is a gap, and a tab where that is wide.
fn spaced(line: &[PlacedGlyph]) -> String {
    let mut sorted: Vec<&PlacedGlyph> = line.iter().collect();
    if line.iter().any(runs_left) {
        sorted.sort_by(|a, b| a.at.x.total_cmp(&b.at.x));
    }
    let mut glyphs: Vec<PlacedGlyph> = Vec::with_capacity(line.len());
    for glyph in sorted {
        if let Some(before) = glyphs.last() {
            let size = before.size.max(glyph.size);
            let gap = glyph.at.x - before.end.x;
            let ends = before
                .text
                .as_deref()
                .is_some_and(|text| text.ends_with(char::is_whitespace));
            let begins = glyph
                .text
                .as_deref()
                .is_some_and(|text| text.starts_with(char::is_whitespace));
            let between = match (gap > size * 1.5, gap > size * 0.25 && !ends && !begins) {
                (true, _) => "\t",
                (_, true) => " ",
                _ => "",
            };
            if !between.is_empty() {
                let placed = PlacedGlyph {
                    text: Some(between.to_owned()),
                    at: before.end,
                    end: glyph.at,
                    ..glyph.clone()
                };
                glyphs.push(placed);
            }
        }
        glyphs.push(glyph.clone());
    }
    in_reading_order(&glyphs)
        .into_iter()
        .filter_map(|glyph| glyph.text.as_deref())
        .collect()
}

fn runs_left(glyph: &PlacedGlyph) -> bool {
    glyph
        .text
        .as_deref()
        .is_some_and(|text| text.contains(is_right_to_left))
}

/// Glyphs that were set one after the other from left to right.
fn pieces(glyphs: &[PlacedGlyph]) -> impl Iterator<Item = &[PlacedGlyph]> {
    let follows = |a: &PlacedGlyph, b: &PlacedGlyph| {
        (a.at.y - b.at.y).abs() < 4.0 && (-4.0..60.0).contains(&(b.at.x - a.at.x))
    };
    glyphs.chunk_by(move |a, b| follows(a, b))
}

/// A line as it is read: what runs from right to left stands in the file as it is seen, from left
/// to right.
fn in_reading_order(line: &[PlacedGlyph]) -> Vec<&PlacedGlyph> {
    let is = |glyph: &PlacedGlyph, test: fn(char) -> bool| {
        glyph
            .text
            .as_deref()
            .is_some_and(|text| text.contains(test))
    };
    let mut order: Vec<&PlacedGlyph> = line.iter().collect();
    if !line.iter().any(|glyph| is(glyph, is_right_to_left)) {
        return order;
    }
    order.reverse();
    // Latin words and figures in it, with what stands between two of them, keep their own
    // direction.
    let (mut from, length) = (0, order.len());
    while from < length {
        let strong = |at: usize| is(order[at], |c| c.is_alphanumeric() && !is_right_to_left(c));
        if !strong(from) {
            from += 1;
            continue;
        }
        let run = (from..length).take_while(|at| !is(order[*at], is_right_to_left));
        let last = run.filter(|at| strong(*at)).last().unwrap_or(from);
        order[from..=last].reverse();
        from = last + 1;
    }
    order
}

/// Hebrew and Arabic letters and marks.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}')
}

/// A text without what a line break may add or take away, and without vowel signs.
pub fn normalize(text: &str) -> String {
    let is_lost =
        |c: char| matches!(c, '-' | '\u{ad}' | '\u{2010}' | '\u{200b}') || is_without_glyph(c);
    text.chars()
        .filter(|c| !c.is_whitespace() && !is_lost(*c) && !is_vowel_sign(*c))
        .collect()
}

/// Marks of direction, and Mongolian variation selectors: shaping leaves no glyph for them.
fn is_without_glyph(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200e}' | '\u{200f}'
    )
}

/// Hebrew and Arabic signs above and below letters. Readers disagree about where in a word they
/// stand.
pub fn is_vowel_sign(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}
