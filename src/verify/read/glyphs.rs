//! The glyphs of a page in the order of its content stream, with their text and position.

use std::collections::VecDeque;
use std::sync::Arc;

use hayro::hayro_interpret::font::{FontData, FontQuery, Glyph};
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, GlyphDrawMode, Image, InterpreterCache,
    InterpreterSettings, Paint, PathDrawMode, SoftMask, interpret_page,
};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::content::ops::TypedInstruction;
use hayro::hayro_syntax::object::{Object, String as PdfString};
use hayro::hayro_syntax::page::Page;
use hayro::vello_cpu::kurbo::{Affine, BezPath, Point, Rect};

use crate::content::resume::Direction;
use crate::embedded;
use crate::pdf::decode_text;
use crate::verify::normalize::is_vowel_sign;

/// The units of a glyph per font size.
const UNITS_PER_EM: f64 = 1000.0;

/// The advance of a glyph whose font has no widths, in its units.
const UNKNOWN_ADVANCE: f64 = 500.0;

/// A glyph on a page.
#[derive(Debug, Clone)]
pub struct PlacedGlyph {
    /// The text; `None` if the file does not map the glyph to Unicode.
    pub text: Option<String>,
    /// What the font says instead, if the file replaces the text of the glyph: programs that do not
    /// know replacements read this.
    pub replaced: Option<String>,
    /// The origin in pt from the lower left corner of the page.
    pub origin: Point,
    /// The origin that a following glyph would have.
    pub end: Point,
    /// The font size in pt.
    pub size: f64,
    /// Whether the glyph repeats the text of the glyph before it. In a cluster of a letter and
    /// vowel signs, PDF/UA asks each glyph to map to the whole cluster.
    pub repeats: bool,
    /// The identifier of the marked content that the glyph belongs to.
    pub mcid: Option<i32>,
}

impl PlacedGlyph {
    /// Returns whether the glyph maps to a letter with vowel signs.
    fn is_cluster(&self) -> bool {
        let Some(text) = &self.text else {
            return false;
        };
        text.contains(is_vowel_sign) && text.contains(|c| !is_vowel_sign(c))
    }

    fn advance(&self) -> f64 {
        self.origin.distance(self.end)
    }
}

/// The size of a page in pt and its glyphs, without artifacts such as page numbers.
#[derive(Debug, Clone, Default)]
pub struct PageText {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The glyphs in the order of the content stream.
    pub glyphs: Vec<PlacedGlyph>,
    /// The direction of the lines.
    pub direction: Direction,
}

/// Reads the glyphs of all pages.
pub fn pages(pdf: &Pdf) -> Vec<PageText> {
    let cache = InterpreterCache::new();
    let mut pages = Vec::new();
    for page in pdf.pages().iter() {
        pages.push(page_text(page, &cache));
    }
    pages
}

fn page_text<'a>(page: &'a Page<'a>, cache: &InterpreterCache<'a>) -> PageText {
    let (width, height) = page.render_dimensions();
    let (width, height) = (f64::from(width), f64::from(height));
    let bounds = Rect::new(0.0, 0.0, width, height);
    let settings = InterpreterSettings {
        font_resolver: Arc::new(any_font),
        ..InterpreterSettings::default()
    };
    let mut context = Context::new(Affine::IDENTITY, bounds, cache, page.xref(), settings);
    let mut reader = GlyphReader {
        glyphs: Vec::new(),
        open: Vec::new(),
        upcoming: marked_content(page),
    };
    interpret_page(page, &mut context, &mut reader);
    PageText {
        width,
        height,
        glyphs: reader.glyphs,
        direction: Direction::default(),
    }
}

/// Returns a font for one that a file does not contain: its encoding tells the text, so that the
/// shapes of the letters do not matter.
fn any_font(_: &FontQuery) -> Option<(FontData, u32)> {
    let smallest = embedded::fonts().min_by_key(|(_, font)| font.len());
    smallest.map(|(_, font)| (Arc::new(font) as FontData, 0))
}

/// A sequence of marked content.
struct MarkedContent {
    tag: Vec<u8>,
    mcid: Option<i32>,
    /// The text of all its glyphs together, if they do not map to it one by one: a hyphen at a line
    /// break, or a letter with vowel signs.
    actual_text: Option<String>,
}

/// Returns the marked content of the page in order. The interpreter does not pass on actual text.
fn marked_content(page: &Page<'_>) -> VecDeque<MarkedContent> {
    let mut sequences = VecDeque::new();
    let mut operations = page.typed_operations();
    while let Some(operation) = operations.next() {
        match operation {
            TypedInstruction::BeginMarkedContent(begin) => sequences.push_back(MarkedContent {
                tag: begin.0.to_vec(),
                mcid: None,
                actual_text: None,
            }),
            TypedInstruction::BeginMarkedContentWithProperties(begin) => {
                sequences.push_back(with_properties(begin.0.to_vec(), begin.1.clone()));
            }
            _ => {}
        }
    }
    sequences
}

fn with_properties(tag: Vec<u8>, properties: Object<'_>) -> MarkedContent {
    let properties = properties.into_dict().unwrap_or_default();
    let actual_text = properties.get::<PdfString>("ActualText");
    MarkedContent {
        tag,
        mcid: properties.get::<i32>("MCID"),
        actual_text: actual_text.map(|text| decode_text(text.as_bytes())),
    }
}

/// Collects glyphs while the interpreter draws a page.
struct GlyphReader {
    glyphs: Vec<PlacedGlyph>,
    /// The sequences of marked content that are open.
    open: Vec<MarkedContent>,
    /// The sequences that follow.
    upcoming: VecDeque<MarkedContent>,
}

impl GlyphReader {
    /// Returns the text of a glyph, and what the font says if that is replaced.
    fn text(&mut self, glyph: &Glyph<'_>) -> (Option<String>, Option<String>) {
        let own = glyph.as_unicode().map(|text| match text {
            BfString::Char(c) => c.to_string(),
            BfString::String(text) => text,
        });
        // The first glyph takes the text of all.
        let mut open = self.open.iter_mut();
        match open.find_map(|sequence| sequence.actual_text.as_mut()) {
            Some(text) => (Some(std::mem::take(text)), Some(own.unwrap_or_default())),
            None => (own, None),
        }
    }

    fn push(&mut self, mut glyph: PlacedGlyph) {
        let mut before = self.glyphs.iter_mut().rev();
        let cluster = before
            .find(|glyph| !glyph.repeats)
            .filter(|before| before.is_cluster() && before.text == glyph.text);
        if let Some(cluster) = cluster {
            // The letter determines the position of the cluster: it is the glyph with an advance.
            if glyph.advance() > cluster.advance() {
                std::mem::swap(&mut glyph.origin, &mut cluster.origin);
                std::mem::swap(&mut glyph.end, &mut cluster.end);
            }
            glyph.text = Some(String::new());
            glyph.repeats = true;
        }
        self.glyphs.push(glyph);
    }
}

impl<'a> Device<'a> for GlyphReader {
    fn draw_glyph(
        &mut self,
        glyph: &Glyph<'a>,
        transform: Affine,
        glyph_transform: Affine,
        _: &Paint<'a>,
        _: &GlyphDrawMode,
    ) {
        if self.open.iter().any(|sequence| sequence.tag == b"Artifact") {
            return;
        }
        let matrix = transform * glyph_transform;
        let origin = matrix * Point::ORIGIN;
        let (advance, size) = match glyph {
            Glyph::Outline(outline) => (
                outline.advance_width().map_or(UNKNOWN_ADVANCE, f64::from),
                origin.distance(matrix * Point::new(0.0, UNITS_PER_EM)),
            ),
            // A Type 3 font has units of its own.
            Glyph::Type3(_) => (0.0, 0.0),
        };
        let (text, replaced) = self.text(glyph);
        let placed = PlacedGlyph {
            text,
            replaced,
            origin,
            end: matrix * Point::new(advance, 0.0),
            size,
            repeats: false,
            mcid: self.open.iter().rev().find_map(|sequence| sequence.mcid),
        };
        self.push(placed);
    }

    fn begin_marked_content(&mut self, tag: &[u8], mcid: Option<i32>) {
        // Marked content of a form is not among the upcoming sequences.
        let next = self.upcoming.front();
        let is_next = next.is_some_and(|next| next.tag == tag && next.mcid == mcid);
        let upcoming = if is_next {
            self.upcoming.pop_front()
        } else {
            None
        };
        self.open.push(upcoming.unwrap_or_else(|| MarkedContent {
            tag: tag.to_vec(),
            mcid,
            actual_text: None,
        }));
    }

    fn end_marked_content(&mut self) {
        self.open.pop();
    }

    fn set_soft_mask(&mut self, _: Option<SoftMask<'a>>) {}
    fn set_blend_mode(&mut self, _: BlendMode) {}
    fn draw_path(&mut self, _: &BezPath, _: Affine, _: &Paint<'a>, _: &PathDrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_image(&mut self, _: Image<'a, '_>, _: Affine) {}
    fn pop_clip_path(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(upcoming: VecDeque<MarkedContent>) -> GlyphReader {
        GlyphReader {
            glyphs: Vec::new(),
            open: Vec::new(),
            upcoming,
        }
    }

    fn glyph(text: &str, x: f64, advance: f64) -> PlacedGlyph {
        PlacedGlyph {
            text: Some(text.to_owned()),
            replaced: None,
            origin: Point::new(x, 0.0),
            end: Point::new(x + advance, 0.0),
            size: 10.0,
            repeats: false,
            mcid: None,
        }
    }

    /// Returns the text, the origin and the end of each glyph.
    fn pushed(glyphs: &[PlacedGlyph]) -> Vec<(String, f64, f64)> {
        let mut reader = reader(VecDeque::new());
        for glyph in glyphs {
            reader.push(glyph.clone());
        }
        let placed = reader.glyphs.into_iter();
        placed
            .map(|glyph| {
                let text = glyph.text.unwrap_or_default();
                (text, glyph.origin.x, glyph.end.x)
            })
            .collect()
    }

    #[test]
    fn cluster_is_read_once_where_its_letter_is() {
        let whole = ("ب\u{64e}".to_owned(), 3.0, 9.0);
        let (letter, sign) = (glyph(&whole.0, 3.0, 6.0), glyph(&whole.0, 5.0, 0.0));
        let rest = (String::new(), 5.0, 5.0);
        for order in [[&letter, &sign], [&sign, &letter]] {
            let placed = pushed(&order.map(Clone::clone));
            assert_eq!(placed, [whole.clone(), rest.clone()]);
        }
        // Of glyphs that are equally wide, the first stays in its place.
        let second = glyph(&whole.0, 9.0, 6.0);
        assert_eq!(pushed(&[letter, second])[0], whole);
    }

    #[test]
    fn repeated_letters_and_signs_are_no_clusters() {
        for text in ["l", "\u{64e}"] {
            let placed = pushed(&[glyph(text, 0.0, 6.0), glyph(text, 6.0, 6.0)]);
            let texts: Vec<&str> = placed.iter().map(|(text, ..)| text.as_str()).collect();
            assert_eq!(texts, [text, text]);
        }
    }

    #[test]
    fn replacement_text_belongs_to_its_own_content() {
        let span = MarkedContent {
            tag: b"Span".to_vec(),
            mcid: None,
            actual_text: Some("whole".to_owned()),
        };
        let mut reader = reader([span].into());
        // The first two are in a form.
        for (tag, mcid, text) in [
            (&b"Other"[..], None, None),
            (b"Span", Some(3), None),
            (b"Span", None, Some("whole".to_owned())),
        ] {
            reader.begin_marked_content(tag, mcid);
            let opened = reader.open.pop().expect("an open sequence");
            assert_eq!((&*opened.tag, opened.actual_text), (tag, text));
        }
    }
}
