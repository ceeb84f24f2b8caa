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
use crate::preview::places::letters::PageLetters;
use crate::preview::places::matching::{LetterOrigin, origins};
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
    let mut letters = page.letters().iter().zip(origins).peekable();
    let mut writer = PartWriter {
        spans: Spans {
            tree: &document.selection.tree,
            texts: &source.texts,
        },
        before: None,
        placed: Vec::with_capacity(boxes.len()),
    };
    for index in page.order.iter().copied() {
        let mut of_run = Vec::new();
        while let Some((letter, origin)) = letters.next_if(|(letter, _)| letter.text_box == index) {
            of_run.push(PlacedLetter {
                at: letter.at,
                origin,
            });
        }
        let next = letters.peek().and_then(|(_, origin)| *origin);
        writer.run(&boxes[index], &of_run, next);
    }
    let mut placed = writer.placed;
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

/// A letter of a run.
struct PlacedLetter {
    /// The offset of its character in the run, in bytes.
    at: usize,
    origin: Option<LetterOrigin>,
}

/// A part of a run that shows one text of the profile, or none.
struct RunPart {
    start: usize,
    text: Option<usize>,
    /// The first and the last letter of the text.
    letters: (usize, usize),
}

/// Writes the parts of runs.
struct PartWriter<'a> {
    spans: Spans<'a>,
    /// The origin of the letter before.
    before: Option<LetterOrigin>,
    placed: Vec<PlacedText>,
}

impl PartWriter<'_> {
    /// Divides a run where it shows another text of the profile. `next` is the origin of the letter
    /// after it.
    fn run(&mut self, run: &TextBox, letters: &[PlacedLetter], next: Option<LetterOrigin>) {
        let mut parts = parts(run, letters);
        if letters.is_empty() {
            // Spaces and dashes inside of a text are part of it.
            let around = self.before.zip(next);
            let (text, letters) = match around {
                Some((before, next)) if before.text == next.text => {
                    (Some(before.text), (before.letter, next.letter))
                }
                _ => (None, (0, 0)),
            };
            let start = 0;
            parts.push(RunPart {
                start,
                text,
                letters,
            });
        } else {
            self.before = letters.last().and_then(|letter| letter.origin);
        }
        for (index, part) in parts.iter().enumerate() {
            let next = parts.get(index + 1);
            let range = part.start..next.map_or(run.text.len(), |next| next.start);
            let Some(rectangle) = rectangle(run, &range) else {
                continue;
            };
            self.placed.push(PlacedText {
                page: run.page,
                x: rectangle.x,
                y: rectangle.y,
                width: rectangle.width,
                height: rectangle.height,
                text: run.text[range].to_owned(),
                span: part.text.map(|text| self.spans.of(text, part.letters)),
            });
        }
    }
}

/// Returns the parts of a run that show different texts.
fn parts(run: &TextBox, letters: &[PlacedLetter]) -> Vec<RunPart> {
    let mut parts: Vec<RunPart> = Vec::new();
    for PlacedLetter { at, origin } in letters {
        let character = run.text[*at..].chars().next();
        let is_word = character.is_some_and(char::is_alphanumeric);
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
