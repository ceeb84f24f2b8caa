//! Gives glyphs codes of their own, where the code that they share says another text.
//!
//! Typst writes the letters of a script as glyphs that stand for texts one by one. Where one glyph
//! stands for different texts, or several together for one, it says so in marked content, which
//! most programs do not read. Here each gets a glyph of its own, which draws the same and has its
//! own text. Glyphs that go from right to left are placed one by one: some programs turn those that
//! are written together.

mod font;
mod true_type;

use std::collections::BTreeMap;

use lopdf::content::{Content, Operation};
use lopdf::{Document, Object, ObjectId, StringFormat};
use unicode_normalization::char::is_combining_mark;

use crate::pdf::decode_text;
use crate::pdf::glyph_codes::font::{Drawn, GrowingFont, replace};
use crate::pdf::glyph_codes::true_type::Component;
use crate::pdf::open::{PdfError, catch_panics, open_objects, with_one_table};
use crate::profile::is_right_to_left;

/// The size of a mark that draws nothing, of the letter's size: pdf.js joins what has one size.
const MARK_SIZE: f32 = 0.99;

/// The largest distance in pt of glyphs in the same place.
const SAME_PLACE: f32 = 0.02;

/// The mark that is a letter from right to left, but for having no glyph.
const RIGHT_TO_LEFT_MARK: char = '\u{200f}';

/// The smallest step to the left, in em, after which glyphs are placed one by one.
const STEP: f32 = 0.005;

/// Returns a PDF in which glyphs have codes of their own where they need them; `is_rtl` if its lines
/// go from right to left.
///
/// # Errors
/// The PDF is not one that Typst wrote.
pub fn with_glyph_codes(bytes: &[u8], is_rtl: bool) -> Result<Vec<u8>, PdfError> {
    catch_panics(|| {
        let mut document = open_objects(bytes)?;
        rewrite(&mut document, is_rtl).map_err(|_| PdfError::Damaged)?;
        let mut rewritten = Vec::new();
        document
            .save_to(&mut rewritten)
            .map_err(|_| PdfError::Damaged)?;
        Ok(rewritten)
    })
}

fn rewrite(document: &mut Document, is_rtl: bool) -> lopdf::Result<()> {
    with_one_table(document);
    let mut fonts = BTreeMap::new();
    let pages: Vec<ObjectId> = document.page_iter().collect();
    for page in pages {
        let names = font_names(document, page)?;
        for font in names.values() {
            fonts
                .entry(*font)
                .or_insert_with(|| GrowingFont::read(document, *font));
        }
        let content = Content::decode(&document.get_page_content(page))?;
        let mut writer = Writer::new(&names, &mut fonts, is_rtl);
        for operation in content.operations {
            writer.operation(operation);
        }
        let operations = writer.written;
        let content = Content { operations }.encode()?;
        let stream = document
            .get_dictionary(page)?
            .get(b"Contents")?
            .as_reference()?;
        replace(document, stream, content)?;
    }
    for font in fonts.into_values().flatten() {
        font.finish(document)?;
    }
    Ok(())
}

/// Returns the fonts of a page by their names in its content.
fn font_names(document: &Document, page: ObjectId) -> lopdf::Result<BTreeMap<Vec<u8>, ObjectId>> {
    let resources = document
        .get_dictionary(page)?
        .get_deref(b"Resources", document)?;
    let Ok(fonts) = resources.as_dict()?.get_deref(b"Font", document) else {
        return Ok(BTreeMap::new());
    };
    let fonts = fonts.as_dict()?.iter();
    let named = fonts.filter_map(|(name, font)| Some((name.clone(), font.as_reference().ok()?)));
    Ok(named.collect())
}

/// A glyph in the space of a text object.
#[derive(Debug, Clone, Copy)]
struct Placed {
    glyph: u16,
    x: f32,
    y: f32,
    width: f32,
}

/// The text of a sequence of marked content, and its number.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Replacement {
    number: usize,
    text: String,
}

/// Glyphs of one font, and the operation that shows them.
#[derive(Debug)]
struct Shown {
    font: Vec<u8>,
    size: f32,
    /// The text matrix of the first glyph.
    matrix: [f32; 6],
    glyphs: Vec<Placed>,
    operation: Operation,
    /// The text of all glyphs together, if they do not have it one by one.
    text: Option<Replacement>,
}

/// A part of a text object.
enum Part {
    /// Glyphs as they were.
    Shown(Shown),
    /// Glyphs that together have a text and a code.
    Cluster(Shown, String),
    /// Anything else.
    Other(Operation),
}

const IDENTITY: [f32; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

type Fonts = BTreeMap<ObjectId, Option<GrowingFont>>;

/// Writes the content of a page.
struct Writer<'a> {
    names: &'a BTreeMap<Vec<u8>, ObjectId>,
    fonts: &'a mut Fonts,
    written: Vec<Operation>,
    font: Vec<u8>,
    size: f32,
    matrix: [f32; 6],
    /// The text object that is read.
    object: Option<Vec<Part>>,
    /// Of the sequences of marked content that are open in it, the texts.
    open: Vec<Option<Replacement>>,
    /// The number of texts so far.
    texts: usize,
    /// Whether lines go from right to left.
    is_rtl: bool,
    /// Where the space of text objects begins, in each state of the graphics.
    origin: Vec<[f32; 2]>,
    /// Where the last glyph is, if it is read from left to right.
    last: Option<[f32; 2]>,
}

impl<'a> Writer<'a> {
    fn new(names: &'a BTreeMap<Vec<u8>, ObjectId>, fonts: &'a mut Fonts, is_rtl: bool) -> Self {
        Self {
            names,
            fonts,
            written: Vec::new(),
            font: Vec::new(),
            size: 0.0,
            matrix: IDENTITY,
            object: None,
            open: Vec::new(),
            texts: 0,
            is_rtl,
            origin: Vec::new(),
            last: None,
        }
    }

    fn operation(&mut self, operation: Operation) {
        if operation.operator == "BT" {
            self.matrix = IDENTITY;
            self.object = Some(Vec::new());
        }
        let Some(mut parts) = self.object.take() else {
            self.move_origin(&operation);
            self.written.push(operation);
            return;
        };
        match (&*operation.operator, &*operation.operands) {
            ("ET", _) => {
                self.text_object(parts);
                self.written.push(operation);
                return;
            }
            ("Tf", [Object::Name(font), size]) => {
                self.font.clone_from(font);
                self.size = size.as_float().unwrap_or_default();
            }
            ("Tm", numbers) => {
                for (to, from) in self.matrix.iter_mut().zip(numbers) {
                    *to = from.as_float().unwrap_or_default();
                }
            }
            ("BDC", [_, Object::Dictionary(properties)]) if properties.has(b"ActualText") => {
                let text = properties.get(b"ActualText").and_then(Object::as_str);
                self.texts += 1;
                self.open.push(Some(Replacement {
                    number: self.texts,
                    text: decode_text(text.unwrap_or_default()),
                }));
            }
            ("BDC" | "BMC", _) => {
                self.open.push(None);
                parts.push(Part::Other(operation));
            }
            ("EMC", _) => {
                if self.open.pop().flatten().is_none() {
                    parts.push(Part::Other(operation));
                }
            }
            ("Tj" | "TJ", _) => self.show(operation, &mut parts),
            // Between the glyphs of one text, nothing changes but their height.
            ("Tr", _) if self.continues(&parts) && self.can_grow() => {}
            _ => parts.push(Part::Other(operation)),
        }
        self.object = Some(parts);
    }

    /// Follows the space of text objects, which Typst only moves where it has right-to-left text.
    fn move_origin(&mut self, operation: &Operation) {
        let [x, y] = self.origin.last().copied().unwrap_or_default();
        match (&*operation.operator, &*operation.operands) {
            ("q", _) => self.origin.push([x, y]),
            ("Q", _) => {
                self.origin.pop();
            }
            ("cm", [.., right, up]) => {
                if let Some(origin) = self.origin.last_mut() {
                    let moved = |by: &Object| by.as_float().unwrap_or_default();
                    *origin = [x + moved(right), y + moved(up)];
                }
            }
            _ => {}
        }
    }

    /// Returns the text that a sign needs that follows a word from left to right in a line from right to
    /// left: poppler takes it for the beginning of that word unless a mark of direction is between.
    fn marked_sign(&mut self, shown: &Shown) -> Option<String> {
        let font = font(self.names, self.fonts, &shown.font)?;
        let first = shown.glyphs.first()?;
        let text = match &shown.text {
            Some(replacement) => replacement.text.clone(),
            None => shown
                .glyphs
                .iter()
                .map(|placed| font.text(placed.glyph))
                .collect(),
        };
        let [x, y] = self.origin.last().copied().unwrap_or_default();
        let place = [x + first.x, y - first.y];
        let sign = text.trim();
        if sign.is_empty() {
            return None;
        }
        let is_word = sign.chars().any(char::is_alphanumeric);
        let before = match is_word {
            true if sign.contains(is_right_to_left_letter) => self.last.take(),
            true => self.last.replace(place),
            false => self.last,
        };
        let [left, line] = before.filter(|_| self.is_rtl && !is_word)?;
        let follows = place[0] < left && (place[1] - line).abs() < shown.size / 2.0;
        self.last = None;
        follows.then(|| format!("{text}{RIGHT_TO_LEFT_MARK}"))
    }

    /// Returns whether glyphs of the text that is open are shown.
    fn continues(&self, parts: &[Part]) -> bool {
        let text = self.open.iter().rev().flatten().next();
        let is_same = |shown: &Shown| text.is_some() && shown.text.as_ref() == text;
        matches!(parts.last(), Some(Part::Shown(shown)) if is_same(shown))
    }

    /// Returns whether the font can be given more glyphs.
    fn can_grow(&self) -> bool {
        font(self.names, self.fonts, &self.font).is_some_and(GrowingFont::can_grow)
    }

    /// Reads glyphs that are shown.
    fn show(&self, operation: Operation, parts: &mut Vec<Part>) {
        let font = font(self.names, self.fonts, &self.font);
        let [a, b, _, _, mut x, mut y] = self.matrix;
        let items = match operation.operands.first() {
            Some(Object::Array(items)) => items.as_slice(),
            _ => operation.operands.as_slice(),
        };
        let mut glyphs = Vec::new();
        for item in items {
            if let Ok(adjustment) = item.as_float() {
                let advance = -adjustment / 1000.0 * self.size;
                (x, y) = (x + a * advance, y + b * advance);
            }
            for code in item.as_str().unwrap_or_default().chunks_exact(2) {
                let glyph = u16::from_be_bytes([code[0], code[1]]);
                let width = font.map_or(0.0, |font| font.width(glyph)) * self.size;
                glyphs.push(Placed { glyph, x, y, width });
                (x, y) = (x + a * width, y + b * width);
            }
        }
        let text = self.open.iter().rev().flatten().next().cloned();
        // What has one text may be shown in pieces, each at its height.
        if self.continues(parts)
            && font.is_some_and(GrowingFont::can_grow)
            && let Some(Part::Shown(before)) = parts.last_mut()
            && before.font == self.font
        {
            before.glyphs.extend(glyphs);
            return;
        }
        parts.push(Part::Shown(Shown {
            font: self.font.clone(),
            size: self.size,
            matrix: self.matrix,
            glyphs,
            operation,
            text,
        }));
    }

    /// Writes the parts of a text object.
    fn text_object(&mut self, parts: Vec<Part>) {
        let mut pieces = Vec::new();
        for part in parts {
            match part {
                Part::Shown(shown) => match font(self.names, self.fonts, &shown.font) {
                    Some(font) => pieces.extend(clusters(shown, font)),
                    None => pieces.push(Part::Shown(shown)),
                },
                other => pieces.push(other),
            }
        }
        let mut places: Vec<Option<Place>> = pieces
            .iter()
            .map(|piece| Place::of(piece, self.names, self.fonts))
            .collect();
        let is_letter = |place: &&Option<Place>| place.is_some_and(|place| !place.is_mark);
        let letters: Vec<usize> = (0..places.len())
            .filter(|at| is_letter(&&places[*at]))
            .collect();
        for pair in letters.windows(2) {
            let (left, right) = places.split_at_mut(pair[1]);
            if let (Some(before), Some(after)) = (&mut left[pair[0]], &mut right[0]) {
                before.share_with(after);
            }
        }
        for (index, piece) in pieces.into_iter().enumerate() {
            let before = places[..index]
                .iter()
                .rev()
                .find(is_letter)
                .copied()
                .flatten();
            let after = places[index + 1..]
                .iter()
                .find(is_letter)
                .copied()
                .flatten();
            let follows_blank = before.is_some_and(|before| before.is_blank);
            match (piece, places[index]) {
                (Part::Other(operation), _) => self.written.push(operation),
                (Part::Cluster(shown, text), Some(own)) => {
                    self.cluster(shown, text, own, before, after);
                }
                (Part::Shown(shown), Some(own))
                    if (follows_blank || own.is_shared) && shown.glyphs.len() == 1 =>
                {
                    let font = font(self.names, self.fonts, &shown.font);
                    let text = font
                        .map_or("", |font| font.text(own.origin.glyph))
                        .to_owned();
                    self.cluster(shown, text, own, before, after);
                }
                (Part::Shown(shown) | Part::Cluster(shown, _), _) => self.as_it_was(shown),
            }
        }
    }

    fn as_it_was(&mut self, mut shown: Shown) {
        if let Some(text) = self.marked_sign(&shown) {
            shown.text = Some(Replacement { number: 0, text });
        }
        let has_text = shown.text.is_some();
        if let Some(Replacement { text, .. }) = shown.text {
            let properties = lopdf::dictionary! { "ActualText" => lopdf::text_string(&text) };
            let span = Object::Name(b"Span".to_vec());
            self.written
                .push(Operation::new("BDC", vec![span, properties.into()]));
        }
        self.place(shown.font, shown.size, shown.matrix);
        self.written.push(shown.operation);
        if has_text {
            self.written.push(Operation::new("EMC", Vec::new()));
        }
    }

    fn place(&mut self, font: Vec<u8>, size: f32, matrix: [f32; 6]) {
        let font = vec![Object::Name(font), Object::Real(size)];
        self.written.push(Operation::new("Tf", font));
        let matrix = matrix.into_iter().map(Object::Real).collect();
        self.written.push(Operation::new("Tm", matrix));
    }

    /// Writes glyphs with a code of their own, between the letters before and after them.
    fn cluster(
        &mut self,
        shown: Shown,
        text: String,
        own: Place,
        before: Option<Place>,
        after: Option<Place>,
    ) {
        let id = self.names.get(&shown.font);
        let Some(font) = id.and_then(|id| self.fonts.get_mut(id)?.as_mut()) else {
            return self.as_it_was(shown);
        };
        let [a, b, c, d, ..] = shown.matrix;
        let (size, origin) = (shown.size, own.origin);
        let width = match (before, after) {
            _ if own.is_mark && own.is_blank => 0.0,
            // A letter of a ligature that goes to the left takes a part of its width.
            (_, Some(after)) if own.is_blank => (origin.x - after.origin.x).max(0.0),
            _ if own.is_blank => 0.0,
            (Some(before), _) if before.is_blank && before.origin.x > origin.x => {
                before.origin.x - origin.x
            }
            _ => own.width,
        };
        let components = shown.glyphs.iter().map(|placed| Component {
            glyph: placed.glyph,
            x: font.units((placed.x - origin.x) / (size * a)),
            y: font.units((placed.y - origin.y) / (size * d)),
        });
        let drawn = Drawn {
            components: components
                .filter(|part| !font.is_empty(part.glyph))
                .collect(),
            advance: font.units(width / (size * a)).max(0).unsigned_abs(),
            text,
        };
        let drawn_text = drawn.text.clone();
        let is_small = own.is_mark && own.is_blank && drawn.text.contains(is_right_to_left);
        let Some(code) = font.code(drawn) else {
            return self.as_it_was(shown);
        };
        let size = if is_small { size * MARK_SIZE } else { size };
        let is_letter = drawn_text.chars().any(char::is_alphanumeric);
        if is_letter {
            self.last = None;
        }
        self.place(shown.font, size, [a, b, c, d, origin.x, origin.y]);
        let code = Object::String(code.to_be_bytes().to_vec(), StringFormat::Hexadecimal);
        self.written.push(Operation::new("Tj", vec![code]));
    }
}

fn font<'a>(
    names: &BTreeMap<Vec<u8>, ObjectId>,
    fonts: &'a Fonts,
    name: &[u8],
) -> Option<&'a GrowingFont> {
    fonts.get(names.get(name)?)?.as_ref()
}

/// Splits what is shown where glyphs need codes or places of their own.
fn clusters(shown: Shown, font: &GrowingFont) -> Vec<Part> {
    if let Some(Replacement { text, .. }) = &shown.text {
        let text = text.clone();
        return vec![if font.can_grow() {
            Part::Cluster(shown, text)
        } else {
            Part::Shown(shown)
        }];
    }
    let goes_left = shown
        .glyphs
        .windows(2)
        .any(|pair| pair[1].x < pair[0].x - STEP * shown.size);
    // The glyph of a space also stands for letters that draw nothing.
    let is_blank = |glyph| font.is_empty(glyph) && !font.text(glyph).trim().is_empty();
    let start = shown
        .glyphs
        .first()
        .map_or(0.0, |first| first.x - shown.matrix[4]);
    let is_moved = start.abs() > f32::EPSILON;
    // pypdf turns Arabic digits that are shown together.
    let turns = |placed: &Placed| font.text(placed.glyph).contains(is_right_to_left);
    let is_turned = shown.glyphs.len() > 1 && shown.glyphs.iter().any(turns);
    let has_blank = shown.glyphs.iter().any(|placed| is_blank(placed.glyph));
    if !goes_left && !is_moved && !is_turned && !has_blank {
        return vec![Part::Shown(shown)];
    }
    let single = |placed: &Placed| {
        let [a, b, c, d, ..] = shown.matrix;
        let code = placed.glyph.to_be_bytes().to_vec();
        let code = Object::String(code, StringFormat::Hexadecimal);
        let single = Shown {
            font: shown.font.clone(),
            size: shown.size,
            matrix: [a, b, c, d, placed.x, placed.y],
            glyphs: vec![*placed],
            operation: Operation::new("Tj", vec![code]),
            text: None,
        };
        if is_blank(placed.glyph) {
            Part::Cluster(single, font.text(placed.glyph).to_owned())
        } else {
            Part::Shown(single)
        }
    };
    shown.glyphs.iter().map(single).collect()
}

/// Where glyphs are, and what they are.
#[derive(Debug, Clone, Copy)]
struct Place {
    origin: Placed,
    /// The width of all.
    width: f32,
    /// Whether they draw nothing, and are no space.
    is_blank: bool,
    /// Whether they belong to the letter before them.
    is_mark: bool,
    /// Whether they share their width with the letter before or after them.
    is_shared: bool,
}

impl Place {
    fn of(part: &Part, names: &BTreeMap<Vec<u8>, ObjectId>, fonts: &Fonts) -> Option<Self> {
        let (shown, text) = match part {
            Part::Shown(shown) => (shown, ""),
            Part::Cluster(shown, text) => (shown, text.as_str()),
            Part::Other(_) => return None,
        };
        let font = font(names, fonts, &shown.font)?;
        let glyphs = shown.glyphs.iter();
        // The letter of a cluster is the glyph with an advance; of several, the leftmost.
        let wide = glyphs.clone().filter(|placed| placed.width > 0.0);
        let leftmost = wide.clone().min_by(|a, b| a.x.total_cmp(&b.x));
        let origin = *leftmost.or(shown.glyphs.first())?;
        let end = wide.fold(origin.x, |end, placed| end.max(placed.x + placed.width));
        let mut blank = glyphs.map(|placed| font.is_empty(placed.glyph));
        let is_blank = !text.trim().is_empty() && blank.all(|is_empty| is_empty);
        Some(Self {
            origin,
            width: end - origin.x,
            is_blank,
            is_mark: text.starts_with(|c| is_combining_mark(c) || is_joiner(c)),
            is_shared: false,
        })
    }

    /// Gives half of the width to the next letter, if it is at the same place without a width:
    /// some fonts draw lam and alef so.
    fn share_with(&mut self, next: &mut Self) {
        let is_inside = (next.origin.x - self.origin.x).abs() < SAME_PLACE;
        if !is_inside || next.width > 0.0 || self.is_blank || next.is_blank {
            return;
        }
        self.width /= 2.0;
        self.origin.x += self.width;
        next.width = self.width;
        (self.is_shared, next.is_shared) = (true, true);
    }
}

/// Returns whether a character only joins or separates the letters beside it.
pub fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}')
}

/// Returns whether a character is a letter of Hebrew or Arabic.
fn is_right_to_left_letter(c: char) -> bool {
    is_right_to_left(c) && c.is_alphabetic()
}
