//! The state of the graphics while a content stream is walked: ISO 32000-1, 8.4.

use std::rc::Rc;

use hayro::hayro_syntax::content::ops::TypedInstruction;
use hayro::hayro_syntax::object::{Dict, Number};
use hayro::vello_cpu::kurbo::{Affine, Point};

use crate::verify::preflight::color::{Color, Space};

/// What is set while things are painted.
#[derive(Clone)]
pub struct State<'a> {
    /// From the units in use to pt on the page.
    pub matrix: Affine,
    /// The width of lines, in the units in use.
    pub width: f64,
    /// The colour of lines.
    pub stroke: Rc<Color>,
    /// The colour of areas and letters.
    pub fill: Rc<Color>,
    /// How text is set.
    pub text: TextState<'a>,
}

/// How text is set.
#[derive(Clone, Default)]
pub struct TextState<'a> {
    /// The font.
    pub font: Option<Dict<'a>>,
    /// Its size, in the units in use.
    pub size: f64,
    /// Whether letters are filled, stroked or neither: the rendering mode.
    pub mode: i64,
    /// The distance of lines.
    pub leading: f64,
    /// How far it is raised.
    pub rise: f64,
    /// From the units of text to those in use, at the next letter.
    pub matrix: Affine,
    /// The same at the beginning of the line.
    pub line: Affine,
}

impl State<'_> {
    /// The state at the beginning of a page: black, and lines of 1 pt.
    pub fn new() -> Self {
        let black = Rc::new(Color::initial(Space::gray()));
        Self {
            matrix: Affine::IDENTITY,
            width: 1.0,
            stroke: Rc::clone(&black),
            fill: black,
            text: TextState::default(),
        }
    }

    /// How wide a line is on the page where it is the thinnest, in pt.
    pub fn stroke_width(&self) -> f64 {
        self.width * least_scale(self.matrix)
    }

    /// How large letters are on the page, in pt.
    pub fn text_size(&self) -> f64 {
        let [_, _, c, d, _, _] = (self.matrix * self.text.matrix).as_coeffs();
        (self.text.size * c.hypot(d)).abs()
    }

    /// Where the line of text stands on the page.
    pub fn text_place(&self) -> Point {
        self.matrix * self.text.matrix * Point::new(0.0, self.text.rise)
    }

    /// Takes what only places text.
    pub fn place_text(&mut self, operation: &TypedInstruction<'_, '_>) {
        let text = &mut self.text;
        match operation {
            TypedInstruction::BeginText(_) => {
                (text.matrix, text.line) = (Affine::IDENTITY, Affine::IDENTITY);
            }
            TypedInstruction::NextLine(by) => text.next_line(by.0.as_f64(), by.1.as_f64()),
            TypedInstruction::NextLineAndSetLeading(by) => {
                text.leading = -by.1.as_f64();
                text.next_line(by.0.as_f64(), by.1.as_f64());
            }
            TypedInstruction::SetTextMatrix(to) => {
                text.line = affine([&to.0, &to.1, &to.2, &to.3, &to.4, &to.5]);
                text.matrix = text.line;
            }
            TypedInstruction::NextLineUsingLeading(_)
            | TypedInstruction::NextLineAndShowText(_)
            | TypedInstruction::ShowTextWithParameters(_) => text.next_line(0.0, -text.leading),
            TypedInstruction::TextLeading(leading) => text.leading = leading.0.as_f64(),
            TypedInstruction::TextRise(rise) => text.rise = rise.0.as_f64(),
            TypedInstruction::TextRenderingMode(mode) => text.mode = mode.0.as_i64(),
            _ => {}
        }
    }
}

impl TextState<'_> {
    fn next_line(&mut self, x: f64, y: f64) {
        self.line *= Affine::translate((x, y));
        self.matrix = self.line;
    }
}

/// The matrix of six numbers.
pub fn affine(numbers: [&Number; 6]) -> Affine {
    Affine::new(numbers.map(Number::as_f64))
}

/// How much a matrix leaves of a length where it leaves the least: its smaller singular value.
pub fn least_scale(matrix: Affine) -> f64 {
    let [a, b, c, d, _, _] = matrix.as_coeffs();
    (f64::midpoint(a, d).hypot(f64::midpoint(b, -c))
        - f64::midpoint(a, -d).hypot(f64::midpoint(b, c)))
    .abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_scale_is_that_of_the_narrow_side() {
        let near =
            |matrix: [f64; 6], scale: f64| (least_scale(Affine::new(matrix)) - scale).abs() < 1e-9;
        assert!(near([2.0, 0.0, 0.0, 0.5, 9.0, 9.0], 0.5));
        assert!(near([0.0, 3.0, -3.0, 0.0, 0.0, 0.0], 3.0));
        assert!(near([-1.0, 0.0, 0.0, 1.0, 0.0, 0.0], 1.0));
    }
}
