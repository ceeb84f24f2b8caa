//! The graphics state while a content stream is read (ISO 32000-1, 8.4).

use std::rc::Rc;

use hayro::hayro_syntax::content::ops::TypedInstruction;
use hayro::hayro_syntax::object::{Dict, Number};
use hayro::vello_cpu::kurbo::{Affine, Point};

use crate::verify::preflight::color::{Color, Space};

/// The graphics state.
#[derive(Clone)]
pub struct State<'a> {
    /// Maps user space to pt on the page.
    pub matrix: Affine,
    /// The line width in user space.
    pub line_width: f64,
    /// The stroke color.
    pub stroke: Rc<Color>,
    /// The fill color.
    pub fill: Rc<Color>,
    /// The text state.
    pub text: TextState<'a>,
}

/// The text state.
#[derive(Clone, Default)]
pub struct TextState<'a> {
    /// The font.
    pub font: Option<Dict<'a>>,
    /// The font size in text space.
    pub size: f64,
    /// The rendering mode.
    pub mode: i64,
    /// The leading.
    pub leading: f64,
    /// The rise.
    pub rise: f64,
    /// The text matrix.
    pub matrix: Affine,
    /// The text line matrix.
    pub line: Affine,
}

impl State<'_> {
    /// Returns the state at the start of a page: black, and lines of 1 pt.
    pub fn new() -> Self {
        let black = Rc::new(Color::initial(Space::gray()));
        Self {
            matrix: Affine::IDENTITY,
            line_width: 1.0,
            stroke: Rc::clone(&black),
            fill: black,
            text: TextState::default(),
        }
    }

    /// Returns the smallest width of a stroke on the page, in pt.
    pub fn stroke_width(&self) -> f64 {
        self.line_width * smallest_scale(self.matrix)
    }

    /// Returns the font size on the page, in pt.
    pub fn text_size(&self) -> f64 {
        let [_, _, c, d, _, _] = (self.matrix * self.text.matrix).as_coeffs();
        (self.text.size * c.hypot(d)).abs()
    }

    /// Returns the position of the text on the page.
    pub fn text_position(&self) -> Point {
        self.matrix * self.text.matrix * Point::new(0.0, self.text.rise)
    }

    /// Applies an operation that positions text; ignores all others.
    pub fn position_text(&mut self, operation: &TypedInstruction<'_, '_>) {
        let text = &mut self.text;
        match operation {
            TypedInstruction::BeginText(_) => {
                text.matrix = Affine::IDENTITY;
                text.line = Affine::IDENTITY;
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

/// Converts the six numbers of a matrix.
pub fn affine(numbers: [&Number; 6]) -> Affine {
    Affine::new(numbers.map(Number::as_f64))
}

/// Returns the smallest factor by which a matrix scales a length: its smaller singular value.
fn smallest_scale(matrix: Affine) -> f64 {
    let [a, b, c, d, _, _] = matrix.as_coeffs();
    let sum = f64::midpoint(a, d).hypot(f64::midpoint(b, -c));
    let difference = f64::midpoint(a, -d).hypot(f64::midpoint(b, c));
    (sum - difference).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_scale(matrix: [f64; 6], expected: f64) {
        let scale = smallest_scale(Affine::new(matrix));
        assert!((scale - expected).abs() < 1e-9, "{scale}");
    }

    #[test]
    fn smallest_scale_is_that_of_the_narrow_side() {
        assert_scale([2.0, 0.0, 0.0, 0.5, 9.0, 9.0], 0.5);
        assert_scale([0.0, 3.0, -3.0, 0.0, 0.0, 0.0], 3.0);
        assert_scale([-1.0, 0.0, 0.0, 1.0, 0.0, 0.0], 1.0);
    }
}
