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
    let glyphs = pages.iter().flat_map(|page| &page.glyphs);
    bare(&glyphs.filter_map(|glyph| glyph.text.as_deref()).collect::<String>())
}

/// A text without what a line break may add or take away.
pub fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{ad}' | '\u{2010}' | '\u{200b}')).collect()
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
