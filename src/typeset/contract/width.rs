//! Widths of texts, so that a template need not measure what surely fits on a line.
//!
//! A width is an upper bound in em: the sum of the advances of the characters, each in the wider of
//! the regular and the bold font. Kerning is ignored; it almost always makes a text narrower.

use typst::layout::{Abs, Em};
use typst::text::{FontInstance, FontStretch, FontStyle, FontVariant, FontVariations, FontWeight};

use crate::typeset::contract::runs::{Run, Runs};
use crate::typeset::world::Engine;

/// The width of a character that the fonts do not have: that of a Han character.
const UNKNOWN: f64 = 1.0;

/// The weight of strong text in the layouts.
const STRONG: FontWeight = FontWeight::SEMIBOLD;

/// Estimates widths in the font of a document's text.
pub struct Widths {
    fonts: Vec<FontInstance>,
    ascii: [f64; 128],
}

impl Widths {
    /// Creates the widths of a font family.
    pub fn new(engine: &Engine, family: &str) -> Self {
        let fonts: Vec<FontInstance> = [FontWeight::REGULAR, STRONG]
            .into_iter()
            .filter_map(|weight| font(engine, family, weight))
            .collect();
        let mut ascii = [UNKNOWN; 128];
        for (code, width) in (0_u8..).zip(&mut ascii) {
            *width = advance(&fonts, char::from(code));
        }
        Self { fonts, ascii }
    }

    /// Returns the width of a text, in em.
    pub fn of(&self, text: &str) -> f64 {
        text.chars().map(|c| self.of_character(c)).sum()
    }

    fn of_character(&self, c: char) -> f64 {
        match self.ascii.get(c as usize) {
            Some(width) => *width,
            None => advance(&self.fonts, c),
        }
    }

    /// Returns the width of runs, in em; `None` if a line breaks in them, or if code is among them,
    /// which has another font.
    pub fn of_runs(&self, runs: &Runs) -> Option<f64> {
        let mut width = 0.0;
        for run in &runs.0 {
            width += match run {
                Run::Text(text) => self.of(text),
                Run::Strong { content }
                | Run::Emph { content }
                | Run::StrongEmph { content }
                | Run::Strike { content }
                | Run::Super { content }
                | Run::Sub { content }
                | Run::Box { content }
                | Run::Ltr { content }
                | Run::Link { content, .. } => self.of_runs(content)?,
                Run::Long { pieces } => pieces.iter().map(|piece| self.of(piece)).sum(),
                Run::Seam => 0.25,
                Run::Code { .. } | Run::Break => return None,
            };
        }
        Some(width)
    }
}

/// Returns a font of a family. The size matters only to fonts with optical sizes.
fn font(engine: &Engine, family: &str, weight: FontWeight) -> Option<FontInstance> {
    let variant = FontVariant::new(FontStyle::Normal, weight, FontStretch::NORMAL);
    let index = engine
        .fonts()
        .book()
        .select(&family.to_lowercase(), variant)?;
    let font = engine.fonts().font(index)?;
    Some(font.instantiate(variant, Abs::pt(10.0), &FontVariations::default()))
}

/// Returns the width of a character in the font in which it is widest.
fn advance(fonts: &[FontInstance], c: char) -> f64 {
    fonts
        .iter()
        .filter_map(|font| font.x_advance(font.ttf().glyph_index(c)?.0))
        .map(Em::get)
        .reduce(f64::max)
        .unwrap_or(UNKNOWN)
}
