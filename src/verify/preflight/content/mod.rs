//! Reads what a page draws, including its forms, patterns and Type 3 glyphs, while tracking the
//! graphics state.

mod graphics_state;
mod nested;
mod paint;

use std::collections::BTreeSet;
use std::rc::Rc;

use hayro::hayro_syntax::content::TypedIter;
use hayro::hayro_syntax::content::ops::TypedInstruction;
use hayro::hayro_syntax::object::Number;
use hayro::hayro_syntax::page::Resources;
use hayro::vello_cpu::kurbo::{Affine, Point};

use crate::pdf::limits::{BYTES_PER_OPERATION, FORM_OVERHEAD, MAX_SAVED_STATES, StreamFault};
use crate::verify::preflight::color::{Color, Space};
use crate::verify::preflight::report::{Finding, PageFacts, PaintUse};
use crate::verify::preflight::state::{State, affine};

/// `None` if the operations exceed the limit.
type WithinLimit = Option<()>;

/// A walk through the content streams of a page.
pub struct ContentWalk<'w> {
    facts: &'w mut PageFacts,
    operations_left: &'w mut usize,
    /// The Type 3 fonts whose glyphs were read.
    type3_fonts: BTreeSet<i32>,
}

/// A content stream and where it belongs.
struct StreamContext<'r, 'a> {
    resources: &'r Resources<'a>,
    /// The number of streams around it.
    depth: usize,
    object: i32,
    /// The matrix at the start of the stream, which patterns relate to.
    base: Affine,
}

impl<'w> ContentWalk<'w> {
    /// Creates a walk that adds to the facts of a page.
    pub fn new(facts: &'w mut PageFacts, operations_left: &'w mut usize) -> Self {
        Self {
            facts,
            operations_left,
            type3_fonts: BTreeSet::new(),
        }
    }

    /// Reads the content of the page.
    pub fn page(&mut self, bytes: &[u8], resources: &Resources<'_>) -> WithinLimit {
        let context = StreamContext {
            resources,
            depth: 0,
            object: self.facts.object,
            base: Affine::IDENTITY,
        };
        self.stream(bytes, &context, State::new())
    }

    fn stream<'a>(
        &mut self,
        bytes: &[u8],
        context: &StreamContext<'_, 'a>,
        mut state: State<'a>,
    ) -> WithinLimit {
        let overhead = FORM_OVERHEAD + bytes.len() / BYTES_PER_OPERATION;
        *self.operations_left = self.operations_left.checked_sub(overhead)?;
        let mut saved: Vec<State<'a>> = Vec::new();
        // The start of the current path.
        let mut start = Point::ORIGIN;
        let mut operations = TypedIter::new(bytes);
        while let Some(operation) = operations.next() {
            *self.operations_left = self.operations_left.checked_sub(1)?;
            state.position_text(&operation);
            match operation {
                TypedInstruction::SaveState(_) if saved.len() < MAX_SAVED_STATES => {
                    saved.push(state.clone());
                }
                TypedInstruction::RestoreState(_) => state = saved.pop().unwrap_or(state),
                TypedInstruction::Transform(by) => {
                    state.matrix *= affine([&by.0, &by.1, &by.2, &by.3, &by.4, &by.5]);
                }
                TypedInstruction::LineWidth(width) => state.line_width = width.0.as_f64(),
                TypedInstruction::SetGraphicsState(name) => {
                    self.graphics_state(name.0, context, &mut state);
                }
                TypedInstruction::MoveTo(to) => {
                    start = state.matrix * Point::new(to.0.as_f64(), to.1.as_f64());
                }
                TypedInstruction::RectPath(to) => {
                    start = state.matrix * Point::new(to.0.as_f64(), to.1.as_f64());
                }
                TypedInstruction::StrokePath(_) | TypedInstruction::CloseAndStrokePath(_) => {
                    self.stroke(&state, start, context);
                }
                TypedInstruction::FillPathNonZero(_)
                | TypedInstruction::FillPathNonZeroCompatibility(_)
                | TypedInstruction::FillPathEvenOdd(_) => {
                    self.paint(PaintUse::Fill, &state.fill, context);
                }
                TypedInstruction::FillAndStrokeNonZero(_)
                | TypedInstruction::FillAndStrokeEvenOdd(_)
                | TypedInstruction::CloseFillAndStrokeNonZero(_)
                | TypedInstruction::CloseFillAndStrokeEvenOdd(_) => {
                    self.paint(PaintUse::Fill, &state.fill, context);
                    self.stroke(&state, start, context);
                }
                TypedInstruction::TextFont(font) => {
                    state.text.font = context.resources.get_font(font.0);
                    state.text.size = font.1.as_f64();
                }
                TypedInstruction::ShowText(text) if !text.0.as_bytes().is_empty() => {
                    self.text(&state, context)?;
                }
                TypedInstruction::NextLineAndShowText(text) if !text.0.as_bytes().is_empty() => {
                    self.text(&state, context)?;
                }
                TypedInstruction::ShowTextWithParameters(text) if !text.2.as_bytes().is_empty() => {
                    self.text(&state, context)?;
                }
                TypedInstruction::ShowTexts(_) => self.text(&state, context)?,
                TypedInstruction::Shading(name) => {
                    if let Some(shading) = context.resources.get_shading(name.0) {
                        self.shading(&shading, context);
                    }
                }
                TypedInstruction::XObject(name) => {
                    if let Some(stream) = context.resources.get_x_object(name.0) {
                        self.x_object(&stream, context, &state)?;
                    }
                }
                TypedInstruction::InlineImage(image) => {
                    self.image(image.0, context, &state, context.object);
                }
                other => self.color(&other, context, &mut state)?,
            }
        }
        Some(())
    }

    /// Applies an operation that sets a color; ignores all others.
    fn color<'a>(
        &mut self,
        operation: &TypedInstruction<'_, '_>,
        context: &StreamContext<'_, 'a>,
        state: &mut State<'a>,
    ) -> WithinLimit {
        let resources = context.resources;
        match operation {
            TypedInstruction::StrokeColorDeviceGray(gray) => {
                state.stroke = Rc::new(Color::from_operands(Space::gray(), &[gray.0]));
            }
            TypedInstruction::NonStrokeColorDeviceGray(gray) => {
                state.fill = Rc::new(Color::from_operands(Space::gray(), &[gray.0]));
            }
            TypedInstruction::StrokeColorDeviceRgb(_) => {
                state.stroke = Rc::new(Color::initial(Space::rgb(resources)));
            }
            TypedInstruction::NonStrokeColorDeviceRgb(_) => {
                state.fill = Rc::new(Color::initial(Space::rgb(resources)));
            }
            TypedInstruction::StrokeColorCmyk(to) => {
                let inks = [to.0, to.1, to.2, to.3];
                state.stroke = Rc::new(Color::from_operands(Space::cmyk(), &inks));
            }
            TypedInstruction::NonStrokeColorCmyk(to) => {
                let inks = [to.0, to.1, to.2, to.3];
                state.fill = Rc::new(Color::from_operands(Space::cmyk(), &inks));
            }
            TypedInstruction::ColorSpaceStroke(name) => {
                state.stroke = Rc::new(Color::initial(Space::named(name.0, resources)));
            }
            TypedInstruction::ColorSpaceNonStroke(name) => {
                state.fill = Rc::new(Color::initial(Space::named(name.0, resources)));
            }
            TypedInstruction::StrokeColor(to) => state.stroke = recolored(&state.stroke, &to.0),
            TypedInstruction::NonStrokeColor(to) => state.fill = recolored(&state.fill, &to.0),
            TypedInstruction::StrokeColorNamed(to) => match to.1 {
                Some(name) => self.pattern(name, context, state)?,
                None => state.stroke = recolored(&state.stroke, &to.0),
            },
            TypedInstruction::NonStrokeColorNamed(to) => match to.1 {
                Some(name) => self.pattern(name, context, state)?,
                None => state.fill = recolored(&state.fill, &to.0),
            },
            _ => {}
        }
        Some(())
    }

    fn special(&mut self, what: &str, object: i32) {
        let finding = Finding {
            what: what.to_owned(),
            object,
        };
        if !self.facts.special.contains(&finding) {
            self.facts.special.push(finding);
        }
    }

    fn transparent(&mut self, what: String, object: i32) {
        let finding = Finding { what, object };
        if !self.facts.transparency.contains(&finding) {
            self.facts.transparency.push(finding);
        }
    }

    fn unreadable(&mut self, what: &str, fault: StreamFault, object: i32) {
        self.facts.is_harmful |= fault == StreamFault::TooLarge;
        self.facts.unreadable.push(Finding {
            what: what.to_owned(),
            object,
        });
    }
}

/// Returns another color in the same color space.
fn recolored(color: &Color, operands: &[Number]) -> Rc<Color> {
    Rc::new(Color::from_operands(color.space.clone(), operands))
}
