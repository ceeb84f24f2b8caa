//! Click-to-source: which place of the profile a text on a page comes from.
//!
//! Typst cannot tell, as all texts reach a template as data. So the texts of the profile are found
//! on the pages: [`texts`] lists them with their spans, [`letters`] has what typesetting leaves of a
//! text, and [`matching`] finds each text where its own entry is. No template takes part in it, so
//! that it works for any layout, and the pages stay the same.

mod letters;
mod matching;
mod texts;
mod written;

use std::ops::Range;

use crate::pipeline::{Document, Fitted};
use crate::profile::TomlTree;
use crate::session::places::letters::{PageLetter, PageLetters};
use crate::session::places::matching::{LetterOrigin, origins};
use crate::session::places::texts::{SourceText, source_texts};
use crate::session::places::written::Written;
use crate::typeset::{Rectangle, TextBox, text_area, text_boxes};

/// A text on a page, and the place of the profile that it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedText {
    /// The page, from 1.
    pub page: usize,
    /// The left edge, in pt from that of the page.
    pub x: f64,
    /// The upper edge, in pt from that of the page.
    pub y: f64,
    /// The width in pt.
    pub width: f64,
    /// The height of a line in its font, in pt.
    pub height: f64,
    /// The text, with the spaces between its words.
    pub text: String,
    /// The byte range of the profile's text that it shows: these words, or the whole value if the
    /// value says it in another form, such as a date. `None` if the profile does not have it.
    pub span: Option<Range<usize>>,
}

/// Returns all texts of the pages in reading order. A line has several if it shows several values.
pub fn placed_texts(document: &Document, fitted: &Fitted) -> Vec<PlacedText> {
    let pages = &fitted.typeset.document;
    let boxes = text_boxes(pages);
    let page = PageLetters::new(&boxes, text_area(pages));
    let texts = source_texts(document, fitted.design.date_format());
    let origins = origins(&page, &texts);
    let mut placed = Vec::with_capacity(boxes.len());
    for (index, range) in page.runs {
        let run = &boxes[index];
        let parts = if range.is_empty() {
            // Spaces and dashes inside of a text are part of it.
            let before = range
                .start
                .checked_sub(1)
                .and_then(|before| origins[before]);
            let next = origins.get(range.end).copied().flatten();
            let around = before.zip(next);
            vec![RunPart {
                start: 0,
                shown: around.and_then(|(before, next)| Shown::of(before).with(next)),
            }]
        } else {
            parts(run, &page.letters[range.clone()], &origins[range])
        };
        let ends = parts.iter().skip(1).map(|part| part.start);
        for (part, end) in parts.iter().zip(ends.chain([run.text.len()])) {
            let range = part.start..end;
            let Some(rectangle) = rectangle(run, &range) else {
                continue;
            };
            let shown = part.shown.as_ref();
            placed.push(PlacedText {
                page: run.page,
                x: rectangle.left,
                y: rectangle.top,
                width: rectangle.width(),
                height: rectangle.height(),
                text: run.text[range].to_owned(),
                span: shown.map(|shown| span(&document.selection.tree, &texts, shown)),
            });
        }
    }
    place_labels(&mut placed);
    placed
}

/// Gives labels of the layout, such as “Email:”, the places of what follows them on the line.
fn place_labels(placed: &mut [PlacedText]) {
    for index in 1..placed.len() {
        let [label, value] = &mut placed[index - 1..=index] else {
            continue;
        };
        let is_label = label.span.is_none() && label.text.trim_end().ends_with([':', '：']);
        let is_on_line = label.page == value.page && (label.y - value.y).abs() < label.height / 2.0;
        if is_label && is_on_line {
            label.span.clone_from(&value.span);
        }
    }
}

/// Returns the texts that show a place of the profile.
pub fn texts_at<'p>(placed: &'p [PlacedText], place: &Range<usize>) -> Vec<&'p PlacedText> {
    let shows = |text: &&'p PlacedText| {
        let span = text.span.as_ref();
        span.is_some_and(|span| span.start <= place.end && place.start <= span.end)
    };
    placed.iter().filter(shows).collect()
}

/// Letters of a text of the profile.
struct Shown {
    /// The index of the text.
    text: usize,
    /// The first letter of it.
    first: usize,
    /// The last one.
    last: usize,
}

impl Shown {
    fn of(LetterOrigin { text, letter }: LetterOrigin) -> Self {
        Self {
            text,
            first: letter,
            last: letter,
        }
    }

    /// Returns these letters and another one, if that is of the same text.
    fn with(&self, LetterOrigin { text, letter }: LetterOrigin) -> Option<Self> {
        (self.text == text).then(|| Self {
            text,
            first: self.first.min(letter),
            last: self.last.max(letter),
        })
    }
}

/// A part of a run that shows one text of the profile, or none.
struct RunPart {
    start: usize,
    shown: Option<Shown>,
}

/// Divides a run where it shows another text of the profile.
fn parts(run: &TextBox, letters: &[PageLetter], origins: &[Option<LetterOrigin>]) -> Vec<RunPart> {
    let mut parts: Vec<RunPart> = Vec::new();
    for (letter, origin) in letters.iter().zip(origins) {
        if let Some(part) = parts.last_mut() {
            let more = part.shown.as_ref().zip(*origin);
            if let Some(more) = more.and_then(|(shown, origin)| shown.with(origin)) {
                part.shown = Some(more);
                continue;
            }
            let is_mark = !run.text[letter.at..].starts_with(char::is_alphanumeric);
            if origin.is_none() && (part.shown.is_none() || is_mark) {
                continue;
            }
        }
        parts.push(RunPart {
            start: letter.at,
            shown: origin.map(Shown::of),
        });
    }
    // A mark at the start belongs to what follows it.
    if let [mark, next, ..] = parts.as_slice()
        && mark.shown.is_none()
        && !run.text[mark.start..next.start].contains(char::is_alphanumeric)
    {
        parts.remove(0);
    }
    if let Some(first) = parts.first_mut() {
        first.start = 0;
    }
    parts
}

/// Returns the rectangle of a part of a run.
fn rectangle(run: &TextBox, range: &Range<usize>) -> Option<Rectangle> {
    let glyphs = run
        .glyphs
        .iter()
        .filter(|glyph| glyph.range.start < range.end && range.start < glyph.range.end);
    glyphs
        .map(|glyph| glyph.rectangle)
        .reduce(Rectangle::around)
}

/// Returns the place of letters of a text.
fn span(tree: &TomlTree, texts: &[SourceText], shown: &Shown) -> Range<usize> {
    let text = &texts[shown.text];
    let part = text.written.as_ref().and_then(|Written { node, letters }| {
        let (first, last) = (letters.get(shown.first)?, letters.get(shown.last)?);
        Some(tree.span_in(node, first.start..last.end))
    });
    part.unwrap_or_else(|| text.span.clone())
}
