//! Reads what a page draws, including its forms, patterns and Type 3 glyphs, while tracking the
//! graphics state.

mod graphics_state;
mod nested;
mod paint;

use std::collections::BTreeSet;
use std::rc::Rc;

use hayro::hayro_syntax::content::TypedIter;
use hayro::hayro_syntax::content::ops::{self, TypedInstruction};
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
                TypedInstruction::ShowText(ops::ShowText(text))
                | TypedInstruction::NextLineAndShowText(ops::NextLineAndShowText(text))
                | TypedInstruction::ShowTextWithParameters(ops::ShowTextWithParameters(
                    _,
                    _,
                    text,
                )) if text.as_bytes().is_empty() => {}
                TypedInstruction::ShowText(_)
                | TypedInstruction::NextLineAndShowText(_)
                | TypedInstruction::ShowTextWithParameters(_)
                | TypedInstruction::ShowTexts(_) => self.text(&state, context)?,
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
        use TypedInstruction as Op;

        let resources = context.resources;
        let is_stroke = matches!(
            operation,
            Op::StrokeColorDeviceGray(_)
                | Op::StrokeColorDeviceRgb(_)
                | Op::StrokeColorCmyk(_)
                | Op::ColorSpaceStroke(_)
                | Op::StrokeColor(_)
                | Op::StrokeColorNamed(_)
        );
        let color = if is_stroke {
            &mut state.stroke
        } else {
            &mut state.fill
        };
        let same_space = |operands| Color::from_operands(color.space.clone(), operands);
        *color = Rc::new(match operation {
            Op::StrokeColorDeviceGray(ops::StrokeColorDeviceGray(gray))
            | Op::NonStrokeColorDeviceGray(ops::NonStrokeColorDeviceGray(gray)) => {
                Color::from_operands(Space::gray(), &[*gray])
            }
            Op::StrokeColorDeviceRgb(_) | Op::NonStrokeColorDeviceRgb(_) => {
                Color::initial(Space::rgb(resources))
            }
            Op::StrokeColorCmyk(ops::StrokeColorCmyk(c, m, y, k))
            | Op::NonStrokeColorCmyk(ops::NonStrokeColorCmyk(c, m, y, k)) => {
                Color::from_operands(Space::cmyk(), &[*c, *m, *y, *k])
            }
            Op::ColorSpaceStroke(ops::ColorSpaceStroke(name))
            | Op::ColorSpaceNonStroke(ops::ColorSpaceNonStroke(name)) => {
                Color::initial(Space::named(name, resources))
            }
            Op::StrokeColor(ops::StrokeColor(operands))
            | Op::NonStrokeColor(ops::NonStrokeColor(operands))
            | Op::StrokeColorNamed(ops::StrokeColorNamed(operands, None))
            | Op::NonStrokeColorNamed(ops::NonStrokeColorNamed(operands, None)) => {
                same_space(operands)
            }
            Op::StrokeColorNamed(ops::StrokeColorNamed(_, Some(name)))
            | Op::NonStrokeColorNamed(ops::NonStrokeColorNamed(_, Some(name))) => {
                return self.pattern(name, context, state);
            }
            _ => return Some(()),
        });
        Some(())
    }

    fn special(&mut self, what: &str, object: i32) {
        add_once(&mut self.facts.special, Finding::new(what, object));
    }

    fn transparent(&mut self, what: String, object: i32) {
        add_once(&mut self.facts.transparency, Finding::new(what, object));
    }

    fn unreadable(&mut self, what: &str, fault: StreamFault, object: i32) {
        self.facts.is_harmful |= fault == StreamFault::TooLarge;
        self.facts.unreadable.push(Finding::new(what, object));
    }
}

fn add_once<T: PartialEq>(all: &mut Vec<T>, found: T) {
    if !all.contains(&found) {
        all.push(found);
    }
}
