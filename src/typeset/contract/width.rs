//! Widths of texts, so that a template need not measure what surely fits on a line.
//!
//! A width is the sum of the advances of the characters, in em. Kerning is ignored: it makes a text a
//! little narrower, by one percent in Source Sans.

use std::cell::OnceCell;

use typst::layout::{Abs, Em};
use typst::text::{
    Font, FontInstance, FontStretch, FontStyle, FontVariant, FontVariations, FontWeight,
};

use crate::profile::is_right_to_left;
use crate::typeset::contract::runs::{Run, Runs, Surrounding};
use crate::typeset::contract::script::{is_digit, is_ideograph, is_latin_letter};
use crate::typeset::enlarged;
use crate::typeset::world::Engine;

/// The width of the space between a Han and a Latin character, in em.
const SEAM: f64 = 0.25;

/// The width of Han characters, kana and their punctuation, which another font has.
const FULL: f64 = 1.0;

const NARROW_SPACE: char = '\u{202f}';

/// The weight of strong text in the layouts.
const STRONG: FontWeight = FontWeight::SEMIBOLD;

/// Estimates widths in the font of a document's text.
pub struct Widths<'a> {
    engine: &'a Engine,
    family: String,
    /// The fonts, which are read when a text needs them.
    regular: OnceCell<Face>,
    strong: OnceCell<Face>,
    emph: OnceCell<Face>,
}

/// A font of the family, with the widths of the characters of ASCII that a text needed.
struct Face {
    font: Option<FontInstance>,
    /// The font of letters from right to left, if the font of the family has none.
    mirrored: OnceCell<Option<FontInstance>>,
    ascii: [OnceCell<Option<f64>>; 128],
}

impl Face {
    fn new(font: Option<FontInstance>) -> Self {
        Self {
            font,
            mirrored: OnceCell::new(),
            ascii: [const { OnceCell::new() }; 128],
        }
    }

    fn of_character(&self, c: char, engine: &Engine) -> Option<f64> {
        // A font without a narrow space has half a space instead.
        let width = || {
            let font = self.font.as_ref();
            if is_right_to_left(c) && advance(font, c).is_none() {
                return advance(self.mirrored(c, engine), c);
            }
            advance(font, c)
                .or_else(|| Some(advance(font, (c == NARROW_SPACE).then_some(' ')?)? / 2.0))
        };
        match self.ascii.get(c as usize) {
            Some(known) => *known.get_or_init(width),
            None => width(),
        }
    }

    /// Returns a font of letters from right to left. Joined letters are narrower than these, which stand
    /// alone.
    fn mirrored(&self, c: char, engine: &Engine) -> Option<&FontInstance> {
        let font = self.mirrored.get_or_init(|| {
            let fonts = engine.fonts();
            let like = self.font.as_ref().map(|font| font.font().info());
            let variant = like.map_or_else(FontVariant::default, |info| info.variant);
            let index = fonts
                .book()
                .select_fallback(like, variant, &c.to_string())?;
            Some(instance(fonts.font(index)?, variant))
        });
        font.as_ref()
    }

    /// Returns the width of a text; `None` if another font has a character of it.
    fn of(&self, text: &str, engine: &Engine) -> Option<f64> {
        let mut width = 0.0;
        let mut before = ' ';
        for c in text.chars() {
            width += self.of_character(c, engine)?;
            if are_spaced(before, c) {
                width += SEAM;
            }
            before = c;
        }
        Some(width)
    }
}

/// Returns whether Typst puts a space between two characters: a Han one, and a Latin letter or digit.
fn are_spaced(before: char, after: char) -> bool {
    let is_latin = |c| is_latin_letter(c) || is_digit(c);
    (!after.is_ascii() && is_ideograph(after) && is_latin(before))
        || (!before.is_ascii() && is_ideograph(before) && is_latin(after))
}

impl<'a> Widths<'a> {
    /// Creates the widths of a font family in a document of a language.
    pub fn new(engine: &'a Engine, family: &str, language: &str) -> Self {
        // As `led-by` of the shared templates does.
        let is_larger = matches!(language, "zh" | "ja") && enlarged::factor(family).is_some();
        let family = if is_larger {
            &enlarged::name(family)
        } else {
            family
        };
        Self {
            engine,
            family: family.to_lowercase(),
            regular: OnceCell::new(),
            strong: OnceCell::new(),
            emph: OnceCell::new(),
        }
    }

    fn face(&self, around: Surrounding) -> &Face {
        let (cell, style, weight) = match around {
            Surrounding::Plain => (&self.regular, FontStyle::Normal, FontWeight::REGULAR),
            Surrounding::Strong => (&self.strong, FontStyle::Normal, STRONG),
            Surrounding::Emph => (&self.emph, FontStyle::Italic, FontWeight::REGULAR),
        };
        cell.get_or_init(|| {
            let font = font(self.engine, &self.family, style, weight);
            Face::new(font)
        })
    }

    /// Returns the width of a character, in em; `None` if another font has it.
    pub fn of_character(&self, c: char, around: Surrounding) -> Option<f64> {
        self.face(around).of_character(c, self.engine)
    }

    /// Returns the width of runs in one line, in em; `None` if a line breaks in them, or if another
    /// font has a character of them, as for code.
    pub fn of_runs(&self, runs: &Runs, around: Surrounding) -> Option<f64> {
        let face = self.face(around);
        let mut width = 0.0;
        for run in &runs.0 {
            width += match run {
                Run::Text(text) => face.of(text, self.engine)?,
                Run::Strong { content } | Run::StrongEmph { content } => {
                    self.of_runs(content, Surrounding::Strong)?
                }
                Run::Emph { content } => self.of_runs(content, Surrounding::Emph)?,
                Run::Strike { content }
                | Run::Super { content }
                | Run::Sub { content }
                | Run::Box { content }
                | Run::Ltr { content }
                | Run::Link { content, .. } => self.of_runs(content, around)?,
                Run::Long { pieces } | Run::Whole { pieces } => {
                    face.of(&pieces.concat(), self.engine)?
                }
                Run::Hang { thousandths } => f64::from(*thousandths) / -1000.0,
                Run::Seam => SEAM,
                Run::Wide => FULL,
                Run::Code { .. } | Run::Level { .. } | Run::Picture { .. } | Run::Break => {
                    return None;
                }
            };
        }
        Some((width * 1000.0).round() / 1000.0)
    }
}

/// Returns a font of a family. The size matters only to fonts with optical sizes.
fn font(
    engine: &Engine,
    family: &str,
    style: FontStyle,
    weight: FontWeight,
) -> Option<FontInstance> {
    let variant = FontVariant::new(style, weight, FontStretch::NORMAL);
    let book = engine.fonts().book();
    let index = book.select(family, variant)?;
    Some(instance(engine.fonts().font(index)?, variant))
}

fn instance(font: Font, variant: FontVariant) -> FontInstance {
    font.instantiate(variant, Abs::pt(10.0), &FontVariations::default())
}

/// Returns the width of a character, in em.
fn advance(font: Option<&FontInstance>, c: char) -> Option<f64> {
    let font = font?;
    match font.ttf().glyph_index(c) {
        Some(glyph) => font.x_advance(glyph.0).map(Em::get),
        None => matches!(c, '\u{3000}'..='\u{9fff}' | '\u{ff01}'..='\u{ff60}').then_some(FULL),
    }
}
