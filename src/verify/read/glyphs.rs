//! The glyphs of a page in the order of its content stream: what each stands for, and where it
//! stands.

use std::collections::VecDeque;

use hayro::hayro_interpret::font::Glyph;
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, GlyphDrawMode, Image, InterpreterCache,
    InterpreterSettings, Paint, PathDrawMode, SoftMask, interpret_page,
};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::content::ops::TypedInstruction;
use hayro::hayro_syntax::object::String as PdfString;
use hayro::hayro_syntax::page::Page;
use hayro::vello_cpu::kurbo::{Affine, BezPath, Point, Rect};

use crate::verify::lines::is_vowel_sign;
use crate::verify::read::file::decoded;

/// How many units of a glyph make its size.
const UNITS: f64 = 1000.0;

/// A glyph on a page.
#[derive(Debug, Clone)]
pub struct PlacedGlyph {
    /// What it stands for; `None` where the file does not say.
    pub text: Option<String>,
    /// Its origin in pt from the page's lower left corner.
    pub at: Point,
    /// Where the next glyph would follow it.
    pub end: Point,
    /// The size of its font in pt.
    pub size: f64,
    /// Whether it repeats what the one before it stands for: of a letter with signs above or below
    /// it, each glyph stands for all, as PDF/UA asks for.
    pub repeats: bool,
    /// The number by which the structure of the file knows the text that it belongs to.
    pub mark: Option<i32>,
}

impl PlacedGlyph {
    /// Whether it stands for a letter with signs above or below it.
    fn is_cluster(&self) -> bool {
        self.text.as_ref().is_some_and(|text| {
            text.contains(is_vowel_sign) && text.contains(|c| !is_vowel_sign(c))
        })
    }
}

/// A page: its size in pt, and its glyphs but those of page furniture.
#[derive(Debug, Clone, Default)]
pub struct PageText {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Glyphs in the order of the content stream.
    pub glyphs: Vec<PlacedGlyph>,
}

/// The pages of a PDF.
pub fn pages(pdf: &Pdf) -> Vec<PageText> {
    let cache = InterpreterCache::new();
    let mut pages = Vec::new();
    for page in pdf.pages().iter() {
        let (width, height) = page.render_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let bounds = Rect::new(0.0, 0.0, width, height);
        let settings = InterpreterSettings::default();
        let mut context = Context::new(Affine::IDENTITY, bounds, &cache, page.xref(), settings);
        let mut reader = Reader {
            glyphs: Vec::new(),
            open: Vec::new(),
            announced: marked(page),
        };
        interpret_page(page, &mut context, &mut reader);
        pages.push(PageText {
            width,
            height,
            glyphs: reader.glyphs,
        });
    }
    pages
}

/// The beginning of marked content.
struct Mark {
    tag: Vec<u8>,
    number: Option<i32>,
    /// What its glyphs stand for together, where they do not say so one by one: a hyphen that only
    /// breaks a word, or a letter with the signs above and below it.
    actual: Option<String>,
}

/// What the page itself marks, in order. The interpreter keeps actual texts to itself.
fn marked(page: &Page<'_>) -> VecDeque<Mark> {
    let mut found = VecDeque::new();
    let mut operations = page.typed_operations();
    while let Some(operation) = operations.next() {
        match operation {
            TypedInstruction::BeginMarkedContent(begin) => {
                found.push_back(Mark {
                    tag: begin.0.to_vec(),
                    number: None,
                    actual: None,
                });
            }
            TypedInstruction::BeginMarkedContentWithProperties(begin) => {
                let properties = begin.1.clone().into_dict();
                let number = properties
                    .as_ref()
                    .and_then(|properties| properties.get::<i32>("MCID"));
                let actual = properties
                    .as_ref()
                    .and_then(|properties| properties.get::<PdfString>("ActualText"));
                let actual = actual.map(|text| decoded(text.as_bytes()));
                found.push_back(Mark {
                    tag: begin.0.to_vec(),
                    number,
                    actual,
                });
            }
            _ => {}
        }
    }
    found
}

struct Reader {
    glyphs: Vec<PlacedGlyph>,
    /// The marked contents that are open.
    open: Vec<Mark>,
    /// Those to come.
    announced: VecDeque<Mark>,
}

impl Reader {
    fn text(&mut self, glyph: &Glyph<'_>) -> Option<String> {
        // The first glyph takes what all of them stand for.
        if let Some(actual) = self.open.iter_mut().find_map(|mark| mark.actual.as_mut()) {
            return Some(std::mem::take(actual));
        }
        glyph.as_unicode().map(|text| match text {
            BfString::Char(c) => c.to_string(),
            BfString::String(text) => text,
        })
    }
}

impl<'a> Device<'a> for Reader {
    fn draw_glyph(
        &mut self,
        glyph: &Glyph<'a>,
        transform: Affine,
        glyph_transform: Affine,
        _: &Paint<'a>,
        _: &GlyphDrawMode,
    ) {
        if self.open.iter().any(|mark| mark.tag == b"Artifact") {
            return;
        }
        let text = self.text(glyph);
        let mark = self.open.iter().rev().find_map(|mark| mark.number);
        let matrix = transform * glyph_transform;
        let at = matrix * Point::ORIGIN;
        let (advance, size) = match glyph {
            Glyph::Outline(outline) => (
                outline.advance_width().map_or(UNITS / 2.0, f64::from),
                matrix * Point::new(0.0, UNITS) - at,
            ),
            // The units of such a font are its own.
            Glyph::Type3(_) => (0.0, Point::new(0.0, 0.0) - Point::ORIGIN),
        };
        let end = matrix * Point::new(advance, 0.0);
        let mut placed = PlacedGlyph {
            text,
            at,
            end,
            size: size.hypot(),
            repeats: false,
            mark,
        };
        let before = self.glyphs.iter_mut().rev().find(|glyph| !glyph.repeats);
        if let Some(before) =
            before.filter(|before| before.is_cluster() && before.text == placed.text)
        {
            // The letter says where the two stand, and it is the one that takes room.
            if placed.at.distance(placed.end) > before.at.distance(before.end) {
                std::mem::swap(&mut placed.at, &mut before.at);
                std::mem::swap(&mut placed.end, &mut before.end);
            }
            placed.text = Some(String::new());
            placed.repeats = true;
        }
        self.glyphs.push(placed);
    }

    fn begin_marked_content(&mut self, tag: &[u8], number: Option<i32>) {
        // What a drawing inside the page marks was not announced.
        let is_next = self
            .announced
            .front()
            .is_some_and(|mark| mark.tag == tag && mark.number == number);
        let next = if is_next {
            self.announced.pop_front()
        } else {
            None
        };
        self.open.push(next.unwrap_or_else(|| Mark {
            tag: tag.to_vec(),
            number,
            actual: None,
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
