//! Click-to-source: which place of the profile a text on a page comes from.
//!
//! Typst cannot tell, as all texts reach a template as data. So the texts of the profile are found
//! on the pages: [`texts`] lists them with their spans, [`letters`] has what typesetting leaves of a
//! text, and [`matching`] finds each text where its own entry is. No template takes part in it, so
//! that it works for any layout, and the pages stay the same.

mod letters;
mod matching;
mod texts;

use std::ops::Range;

use crate::pipeline::{Document, Fitted};
use crate::preview::places::letters::PageLetters;
use crate::preview::places::matching::{Origin, origins};
use crate::preview::places::texts::{SourceText, source_texts};
use crate::profile::TomlTree;
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
    let source = source_texts(document, fitted.design.date_format());
    let origins = origins(&page, &source);
    let mut of_boxes: Vec<Vec<PlacedLetter>> = boxes.iter().map(|_| Vec::new()).collect();
    let mut order = Vec::with_capacity(boxes.len());
    for (letter, origin) in page.letters().iter().zip(origins) {
        let placed = &mut of_boxes[letter.text_box];
        if placed.is_empty() {
            order.push(letter.text_box);
        }
        placed.push(PlacedLetter {
            at: letter.at,
            origin,
        });
    }
    let spans = Spans {
        tree: &document.selection.tree,
        texts: &source.texts,
    };
    let mut placed = Vec::new();
    for index in order {
        add_parts(&boxes[index], &of_boxes[index], &spans, &mut placed);
    }
    placed
}

/// Returns the texts that show a place of the profile.
pub fn texts_at<'p>(placed: &'p [PlacedText], place: &Range<usize>) -> Vec<&'p PlacedText> {
    let shows = |text: &&'p PlacedText| {
        let span = text.span.as_ref();
        span.is_some_and(|span| span.start <= place.end && place.start <= span.end)
    };
    placed.iter().filter(shows).collect()
}

/// A letter of a run.
struct PlacedLetter {
    /// The offset of its character in the run, in bytes.
    at: usize,
    origin: Option<Origin>,
}

/// A part of a run that shows one text of the profile, or none.
struct RunPart {
    start: usize,
    text: Option<usize>,
    /// The first and the last letter of the text.
    letters: (usize, usize),
}

/// Divides a run where it shows another text of the profile.
fn add_parts(run: &TextBox, letters: &[PlacedLetter], spans: &Spans, placed: &mut Vec<PlacedText>) {
    let mut parts: Vec<RunPart> = Vec::new();
    for PlacedLetter { at, origin } in letters {
        let is_word = run.text[*at..]
            .chars()
            .next()
            .is_some_and(char::is_alphanumeric);
        match (origin, parts.last_mut()) {
            (Some(origin), Some(part)) if part.text == Some(origin.text) => {
                let (first, last) = part.letters;
                part.letters = (first.min(origin.letter), last.max(origin.letter));
            }
            (Some(origin), _) => parts.push(RunPart {
                start: *at,
                text: Some(origin.text),
                letters: (origin.letter, origin.letter),
            }),
            (None, Some(part)) if part.text.is_none() || !is_word => {}
            (None, _) => parts.push(RunPart {
                start: *at,
                text: None,
                letters: (0, 0),
            }),
        }
    }
    // A mark at the start belongs to what follows it.
    if let [
        RunPart {
            start, text: None, ..
        },
        next,
        ..,
    ] = parts.as_slice()
        && !run.text[*start..next.start].contains(char::is_alphanumeric)
    {
        parts.remove(0);
    }
    if let Some(first) = parts.first_mut() {
        first.start = 0;
    }
    for (index, part) in parts.iter().enumerate() {
        let end = parts
            .get(index + 1)
            .map_or(run.text.len(), |next| next.start);
        let range = part.start..end;
        let Some(rectangle) = rectangle(run, &range) else {
            continue;
        };
        placed.push(PlacedText {
            page: run.page,
            x: rectangle.x,
            y: rectangle.y,
            width: rectangle.width,
            height: rectangle.height,
            text: run.text[range].to_owned(),
            span: part.text.map(|text| spans.of(text, part.letters)),
        });
    }
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

struct Spans<'a> {
    tree: &'a TomlTree,
    texts: &'a [SourceText<'a>],
}

impl Spans<'_> {
    /// Returns the place of some letters of a text.
    fn of(&self, text: usize, (first, last): (usize, usize)) -> Range<usize> {
        let text = &self.texts[text];
        let part = text.written.as_ref().and_then(|written| {
            let (first, last) = (written.letters.get(first)?, written.letters.get(last)?);
            Some(self.tree.span_in(written.node, first.start..last.end))
        });
        part.unwrap_or_else(|| text.span.clone())
    }
}
