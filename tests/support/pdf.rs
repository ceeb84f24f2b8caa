//! Reads a finished PDF back, as a program would that knows nothing of the profile: the text in the order of the content
//! stream, where each glyph stands, and in which font.

use hayro::hayro_interpret::font::Glyph;
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_interpret::hayro_syntax::Pdf;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, GlyphDrawMode, Image, InterpreterCache, InterpreterSettings, Paint,
    PathDrawMode, SoftMask, interpret_page,
};
use hayro::vello_cpu::kurbo::{Affine, BezPath, Point, Rect};

/// A glyph on a page.
#[derive(Debug, Clone)]
pub struct Placed {
    /// What it stands for; `None` where the file does not say.
    pub text: Option<String>,
    /// Its origin in pt from the page's lower left corner.
    pub at: Point,
}

/// A page: its size in pt, and its glyphs but those of page furniture.
#[derive(Debug, Clone)]
pub struct PageText {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Glyphs in the order of the content stream.
    pub glyphs: Vec<Placed>,
}

/// The pages of a PDF.
pub fn pages(bytes: &[u8]) -> Vec<PageText> {
    let pdf = Pdf::new(bytes.to_vec()).expect("a PDF that can be read");
    let cache = InterpreterCache::new();
    let mut pages = Vec::new();
    for page in pdf.pages().iter() {
        let (width, height) = page.render_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let bounds = Rect::new(0.0, 0.0, width, height);
        let settings = InterpreterSettings::default();
        let mut context = Context::new(Affine::IDENTITY, bounds, &cache, page.xref(), settings);
        let mut reader = Reader { glyphs: Vec::new(), artifacts: Vec::new() };
        interpret_page(page, &mut context, &mut reader);
        pages.push(PageText { width, height, glyphs: reader.glyphs });
    }
    pages
}

/// The text of a PDF without white space, hyphens and soft hyphens: what is left when lines are broken otherwise.
pub fn text(pages: &[PageText]) -> String {
    let lines = pages.iter().flat_map(|page| lines(&page.glyphs));
    bare(&lines.flat_map(in_reading_order).filter_map(|glyph| glyph.text.as_deref()).collect::<String>())
}

/// Glyphs that were set one after the other from left to right.
fn lines(glyphs: &[Placed]) -> impl Iterator<Item = &[Placed]> {
    let follows = |a: &Placed, b: &Placed| (a.at.y - b.at.y).abs() < 4.0 && (-4.0..60.0).contains(&(b.at.x - a.at.x));
    glyphs.chunk_by(move |a, b| follows(a, b))
}

/// A line as it is read: what runs from right to left stands in the file as it is seen, from left to right.
fn in_reading_order(line: &[Placed]) -> Vec<&Placed> {
    let is = |glyph: &Placed, test: fn(char) -> bool| glyph.text.as_deref().is_some_and(|text| text.contains(test));
    let mut order: Vec<&Placed> = line.iter().collect();
    if !line.iter().any(|glyph| is(glyph, is_right_to_left)) {
        return order;
    }
    order.reverse();
    // Latin words and figures in it, with what stands between two of them, keep their own direction.
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
pub fn bare(text: &str) -> String {
    let is_lost = |c: char| matches!(c, '-' | '\u{ad}' | '\u{2010}' | '\u{200b}' | '\u{200e}' | '\u{200f}');
    text.chars().filter(|c| !c.is_whitespace() && !is_lost(*c) && !is_mark(*c)).collect()
}

/// Hebrew and Arabic signs above and below letters. Their glyphs say what they stand for by an actual text, which is not
/// read here; poppler reads it.
pub fn is_mark(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

struct Reader {
    glyphs: Vec<Placed>,
    /// For each marked content that is open, whether it is an artifact.
    artifacts: Vec<bool>,
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
        if self.artifacts.contains(&true) {
            return;
        }
        let text = glyph.as_unicode().map(|text| match text {
            BfString::Char(c) => c.to_string(),
            BfString::String(text) => text,
        });
        self.glyphs.push(Placed { text, at: transform * glyph_transform * Point::ORIGIN });
    }

    fn begin_marked_content(&mut self, tag: &[u8], _: Option<i32>) {
        self.artifacts.push(tag == b"Artifact");
    }

    fn end_marked_content(&mut self) {
        self.artifacts.pop();
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
