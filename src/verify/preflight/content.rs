//! Reads what a page draws, including its forms, patterns and Type 3 glyphs, while tracking the
//! graphics state.

use std::collections::BTreeSet;
use std::rc::Rc;

use hayro::hayro_syntax::content::TypedIter;
use hayro::hayro_syntax::content::ops::TypedInstruction;
use hayro::hayro_syntax::object::{Array, Dict, Name, Number, Object, Stream, dict_or_stream};
use hayro::hayro_syntax::page::Resources;
use hayro::vello_cpu::kurbo::{Affine, Point};

use crate::pdf::limits::{
    self, BYTES_PER_OPERATION, FORM_OVERHEAD, MAX_FORM_DEPTH, MAX_SAVED_STATES, StreamFault,
};
use crate::pdf::{FontFacts, POINTS_PER_INCH, is_type3};
use crate::verify::preflight::color::{Color, Inks, Space, is_transparency_group};
use crate::verify::preflight::report::{
    Finding, ImageFacts, PageFacts, Paint, PaintUse, SmallestSize, rounded,
};
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
                state.stroke = Rc::new(Color::initial(Space::rgb()));
            }
            TypedInstruction::NonStrokeColorDeviceRgb(_) => {
                state.fill = Rc::new(Color::initial(Space::rgb()));
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

    fn paint(&mut self, used_for: PaintUse, color: &Color, context: &StreamContext<'_, '_>) {
        let space = &color.space;
        // A pattern reports the paints of its own content.
        if space.name == "Pattern" {
            return;
        }
        self.facts.most_ink = self.facts.most_ink.max(rounded(color.total_ink));
        let mut paints = self.facts.paints.iter_mut();
        let same = paints.find(|paint| {
            paint.used_for == used_for
                && paint.inks == color.inks
                && paint.base == space.base
                && paint.space == space.name
        });
        match same {
            Some(paint) => paint.count += 1,
            None => self.facts.paints.push(Paint {
                used_for,
                space: space.name.clone(),
                base: space.base,
                inks: color.inks,
                count: 1,
                object: context.object,
            }),
        }
    }

    fn stroke(&mut self, state: &State<'_>, start: Point, context: &StreamContext<'_, '_>) {
        self.paint(PaintUse::Stroke, &state.stroke, context);
        keep_smallest(
            &mut self.facts.thinnest_stroke,
            state.stroke_width(),
            start,
            context.object,
        );
    }

    fn text<'a>(&mut self, state: &State<'a>, context: &StreamContext<'_, 'a>) -> WithinLimit {
        let Some(font) = &state.text.font else {
            return Some(());
        };
        let facts = FontFacts::read(font);
        if !self.facts.fonts.contains(&facts) {
            self.facts.fonts.push(facts);
        }
        if is_type3(font) {
            return self.type3_glyphs(font, state, context);
        }
        // ISO 32000-1, table 106: fill, stroke, both, neither; the next four also clip.
        let mode = state.text.mode.rem_euclid(4);
        if matches!(mode, 0 | 2) {
            self.painted_text(&state.fill, state, context);
        }
        if matches!(mode, 1 | 2) {
            self.painted_text(&state.stroke, state, context);
        }
        Some(())
    }

    fn painted_text(&mut self, color: &Color, state: &State<'_>, context: &StreamContext<'_, '_>) {
        self.paint(PaintUse::Text, color, context);
        let smallest = match color.inks {
            Inks::Black => &mut self.facts.smallest_black_text,
            _ => &mut self.facts.smallest_other_text,
        };
        let position = state.text_position();
        keep_smallest(smallest, state.text_size(), position, context.object);
    }

    /// Reads the content streams of all glyphs of a Type 3 font, once per page.
    fn type3_glyphs<'a>(
        &mut self,
        font: &Dict<'a>,
        state: &State<'a>,
        context: &StreamContext<'_, 'a>,
    ) -> WithinLimit {
        let object = font.obj_id().map_or(0, |id| id.obj_number);
        if context.depth >= MAX_FORM_DEPTH || !self.type3_fonts.insert(object) {
            return Some(());
        }
        let mut inner_state = state.clone();
        inner_state.matrix *=
            state.text.matrix * Affine::scale(state.text.size) * matrix(font, "FontMatrix");
        let own_resources = font.get::<Dict<'_>>("Resources").unwrap_or_default();
        let resources = Resources::from_parent(own_resources, context.resources.clone());
        let inner_context = StreamContext {
            resources: &resources,
            depth: context.depth + 1,
            object,
            base: inner_state.matrix,
        };
        let glyphs = font.get::<Dict<'_>>("CharProcs").unwrap_or_default();
        for (name, _) in glyphs.entries() {
            let glyph = glyphs.get::<Stream<'_>>(&*name);
            match glyph.map(|glyph| limits::decode_content(&glyph)) {
                Some(Ok(bytes)) => self.stream(&bytes, &inner_context, inner_state.clone())?,
                Some(Err(fault)) => self.unreadable("a Type 3 glyph", fault, object),
                None => self.unreadable("a Type 3 glyph", StreamFault::Damaged, object),
            }
        }
        Some(())
    }

    fn graphics_state<'a>(
        &mut self,
        name: &Name<'_>,
        context: &StreamContext<'_, 'a>,
        state: &mut State<'a>,
    ) {
        let Some(parameters) = context.resources.get_ext_g_state(name) else {
            return;
        };
        let object = parameters
            .obj_id()
            .map_or(context.object, |id| id.obj_number);
        if let Some(width) = parameters.get::<Number>("LW") {
            state.line_width = width.as_f64();
        }
        if let Some(font) = parameters.get::<Array<'_>>("Font") {
            let mut parts = font.flex_iter();
            state.text.font = parts.next::<Dict<'_>>();
            state.text.size = parts.next::<Number>().map_or(0.0, |size| size.as_f64());
        }
        for key in ["CA", "ca"] {
            let opacity = parameters.get::<Number>(key);
            let opacity = opacity.map_or(1.0, |number| number.as_f64());
            if opacity < 1.0 {
                self.transparent(format!("an opacity of {}", rounded(opacity)), object);
            }
        }
        for mode in blend_modes(&parameters) {
            if !matches!(mode.as_str(), "Normal" | "Compatible") {
                self.transparent(format!("the blend mode {}", mode.as_str()), object);
            }
        }
        if parameters.get::<Dict<'_>>("SMask").is_some() {
            self.transparent("a soft mask".to_owned(), object);
        }
        if ["TR", "TR2"].iter().any(|key| transfers(&parameters, key)) {
            self.special("a transfer function", object);
        }
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

    fn shading(&mut self, shading: &Object<'_>, context: &StreamContext<'_, '_>) {
        let Some((dictionary, _)) = dict_or_stream(shading) else {
            return;
        };
        let space = match dictionary.get::<Object<'_>>("ColorSpace") {
            Some(space) => Space::read(&space, context.resources),
            None => Space::gray(),
        };
        self.paint(PaintUse::Shading, &Color::of_space(space), context);
    }

    fn pattern<'a>(
        &mut self,
        name: &Name<'_>,
        context: &StreamContext<'_, 'a>,
        state: &State<'a>,
    ) -> WithinLimit {
        let Some(pattern) = context.resources.get_pattern(name) else {
            return Some(());
        };
        let Some((dictionary, tile)) = dict_or_stream(&pattern) else {
            return Some(());
        };
        if let Some(shading) = dictionary.get::<Object<'_>>("Shading") {
            self.shading(&shading, context);
        }
        let Some(tile) = tile.filter(|_| context.depth < MAX_FORM_DEPTH) else {
            return Some(());
        };
        let inner_state = State {
            matrix: context.base * matrix(dictionary, "Matrix"),
            ..state.clone()
        };
        self.form(tile, context, inner_state)
    }

    fn x_object<'a>(
        &mut self,
        stream: &Stream<'a>,
        context: &StreamContext<'_, 'a>,
        state: &State<'a>,
    ) -> WithinLimit {
        let object = stream.obj_id().obj_number;
        let dictionary = stream.dict();
        if dictionary.contains_key("OPI") {
            self.special("a replacement for another image (OPI)", object);
        }
        let subtype = dictionary.get::<Name<'_>>("Subtype");
        let second = dictionary.get::<Name<'_>>("Subtype2");
        if [&subtype, &second]
            .into_iter()
            .flatten()
            .any(|name| name.as_str() == "PS")
        {
            self.special("a PostScript program", object);
        }
        match subtype.as_ref().map(Name::as_str) {
            Some("Image") => self.image(stream, context, state, object),
            Some("Form") if context.depth < MAX_FORM_DEPTH => {
                let group = dictionary.get::<Dict<'_>>("Group");
                if group.is_some_and(|group| is_transparency_group(&group)) {
                    self.transparent("a transparency group".to_owned(), object);
                }
                let mut inner_state = state.clone();
                inner_state.matrix *= matrix(dictionary, "Matrix");
                self.form(stream, context, inner_state)?;
            }
            _ => {}
        }
        Some(())
    }

    /// Reads the content of a form or of the tile of a pattern.
    fn form<'a>(
        &mut self,
        stream: &Stream<'a>,
        context: &StreamContext<'_, 'a>,
        state: State<'a>,
    ) -> WithinLimit {
        let object = stream.obj_id().obj_number;
        let bytes = match limits::decode_content(stream) {
            Ok(bytes) => bytes,
            Err(fault) => {
                self.unreadable("a form", fault, object);
                return Some(());
            }
        };
        let own_resources = stream.dict().get::<Dict<'_>>("Resources");
        let own_resources = own_resources.unwrap_or_default();
        let resources = Resources::from_parent(own_resources, context.resources.clone());
        let inner_context = StreamContext {
            resources: &resources,
            depth: context.depth + 1,
            object,
            base: state.matrix,
        };
        self.stream(&bytes, &inner_context, state)
    }

    fn image(
        &mut self,
        image: &Stream<'_>,
        context: &StreamContext<'_, '_>,
        state: &State<'_>,
        object: i32,
    ) {
        let dictionary = image.dict();
        let color = if is_image_mask(dictionary) {
            (*state.fill).clone()
        } else {
            Color::of_space(image_space(dictionary, context.resources))
        };
        self.paint(PaintUse::Image, &color, context);
        if dictionary.get::<Stream<'_>>("SMask").is_some() {
            self.transparent("an image with a soft mask".to_owned(), object);
        }
        if dictionary.contains_key("Alternates") {
            self.special("an image with alternates", object);
        }
        let width = integer(dictionary, "Width", "W");
        let height = integer(dictionary, "Height", "H");
        let facts = ImageFacts {
            width,
            height,
            ppi: resolution(width, height, state.matrix),
            space: color.space.name,
            object,
        };
        if !self.facts.images.contains(&facts) {
            self.facts.images.push(facts);
        }
    }
}

/// Returns another color in the same color space.
fn recolored(color: &Color, operands: &[Number]) -> Rc<Color> {
    Rc::new(Color::from_operands(color.space.clone(), operands))
}

/// Returns whether a graphics state changes the tones of colors by a function under this key.
fn transfers(parameters: &Dict<'_>, key: &str) -> bool {
    match parameters.get::<Object<'_>>(key) {
        Some(Object::Name(name)) => !matches!(name.as_str(), "Identity" | "Default"),
        Some(_) => true,
        None => false,
    }
}

fn blend_modes<'a>(parameters: &Dict<'a>) -> Vec<Name<'a>> {
    match parameters.get::<Object<'_>>("BM") {
        Some(Object::Name(mode)) => vec![mode],
        Some(Object::Array(modes)) => modes.iter().collect(),
        _ => Vec::new(),
    }
}

fn is_image_mask(image: &Dict<'_>) -> bool {
    let value = image.get::<bool>("ImageMask");
    value.or_else(|| image.get::<bool>("IM")).unwrap_or(false)
}

fn image_space(image: &Dict<'_>, resources: &Resources<'_>) -> Space {
    let space = image.get::<Object<'_>>("ColorSpace");
    match space.or_else(|| image.get::<Object<'_>>("CS")) {
        Some(space) => Space::read(&space, resources),
        // A JPEG 2000 image may define its color space in its own data.
        None => Space::unknown("a color space of its own"),
    }
}

/// Returns an integer of an image dictionary by its key or the abbreviation for inline images.
fn integer(image: &Dict<'_>, key: &str, abbreviation: &str) -> i64 {
    let number = image.get::<Number>(key);
    let number = number.or_else(|| image.get::<Number>(abbreviation));
    number.map_or(0, |number| number.as_i64())
}

/// Returns the lower of the horizontal and vertical resolution in pixels per inch. An image fills
/// the unit square.
fn resolution(width: i64, height: i64, matrix: Affine) -> f64 {
    let [a, b, c, d, _, _] = matrix.as_coeffs();
    let [width, height] =
        [width, height].map(|pixels| f64::from(u32::try_from(pixels).unwrap_or(0)));
    let horizontal = width / a.hypot(b);
    let vertical = height / c.hypot(d);
    let ppi = horizontal.min(vertical) * POINTS_PER_INCH;
    if ppi.is_finite() { rounded(ppi) } else { 0.0 }
}

/// Returns the matrix under a key; the identity if it is missing.
fn matrix(dictionary: &Dict<'_>, key: &str) -> Affine {
    let numbers = dictionary.get::<Array<'_>>(key).unwrap_or_default();
    let numbers: Vec<Number> = numbers.iter().collect();
    match <&[Number; 6]>::try_from(&*numbers) {
        Ok(numbers) => affine(numbers.each_ref()),
        Err(_) => Affine::IDENTITY,
    }
}

fn keep_smallest(smallest: &mut Option<SmallestSize>, size: f64, at: Point, object: i32) {
    let size_on_page = rounded(size);
    if size.is_finite() && smallest.is_none_or(|known| size_on_page < known.size) {
        *smallest = Some(SmallestSize {
            size: size_on_page,
            x: rounded(at.x),
            y: rounded(at.y),
            object,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolution_is_that_of_the_coarser_direction() {
        let inch = Affine::scale(POINTS_PER_INCH);
        for (width, height, ppi) in [(300, 150, 150.0), (200, 600, 200.0)] {
            assert!((resolution(width, height, inch) - ppi).abs() < 1e-9);
        }
        assert!((resolution(300, 300, inch * Affine::scale(2.0)) - 150.0).abs() < 1e-9);
        assert!(resolution(300, 300, Affine::scale(0.0)).abs() < 1e-9);
    }
}
