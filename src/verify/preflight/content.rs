//! Walks what a page draws, and what its forms, patterns and drawn glyphs do, with the state of the
//! graphics.

use std::collections::BTreeSet;
use std::rc::Rc;

use hayro::hayro_syntax::content::TypedIter;
use hayro::hayro_syntax::content::ops::TypedInstruction;
use hayro::hayro_syntax::object::{Array, Dict, Name, Number, Object, Stream, dict_or_stream};
use hayro::hayro_syntax::page::Resources;
use hayro::vello_cpu::kurbo::{Affine, Point};

use crate::verify::guard::{self, DEEPEST_FORM, MOST_STATES, OPERATIONS_OF_FORM};
use crate::verify::preflight::color::{Color, Inks, Space, is_transparency_group};
use crate::verify::preflight::report::{
    Finding, ImageFacts, PageFacts, Paint, PaintUse, SmallestSize, rounded,
};
use crate::verify::preflight::state::{State, affine};
use crate::verify::preflight::{font, state};

/// The pt of an inch.
const INCH: f64 = 72.0;

/// A walk over a page.
pub struct Walk<'w> {
    facts: &'w mut PageFacts,
    /// How many operations may still follow.
    left: &'w mut usize,
    /// The fonts of drawn glyphs that were walked.
    drawn: BTreeSet<i32>,
}

/// A content stream: where it finds what it names, how deep it lies, and which object it is.
struct Place<'r, 'a> {
    resources: &'r Resources<'a>,
    depth: usize,
    object: i32,
    /// From the units of the whole stream to the page, by which patterns are laid.
    base: Affine,
}

impl<'w> Walk<'w> {
    /// A walk that adds what it sees to the facts.
    pub fn new(facts: &'w mut PageFacts, left: &'w mut usize) -> Self {
        Self {
            facts,
            left,
            drawn: BTreeSet::new(),
        }
    }

    /// Walks a page; nothing once all that may be read was read.
    pub fn page(&mut self, content: &[u8], resources: &Resources<'_>) -> Option<()> {
        let place = Place {
            resources,
            depth: 0,
            object: self.facts.object,
            base: Affine::IDENTITY,
        };
        self.stream(content, &place, State::new())
    }

    fn stream<'a>(
        &mut self,
        content: &[u8],
        place: &Place<'_, 'a>,
        mut state: State<'a>,
    ) -> Option<()> {
        *self.left = self.left.checked_sub(OPERATIONS_OF_FORM)?;
        let mut kept: Vec<State<'a>> = Vec::new();
        let mut point = Point::ORIGIN;
        let mut operations = TypedIter::new(content);
        while let Some(operation) = operations.next() {
            *self.left = self.left.checked_sub(1)?;
            state.place_text(&operation);
            match operation {
                TypedInstruction::SaveState(_) if kept.len() < MOST_STATES => {
                    kept.push(state.clone());
                }
                TypedInstruction::RestoreState(_) => state = kept.pop().unwrap_or(state),
                TypedInstruction::Transform(by) => {
                    state.matrix *= affine([&by.0, &by.1, &by.2, &by.3, &by.4, &by.5]);
                }
                TypedInstruction::LineWidth(width) => state.width = width.0.as_f64(),
                TypedInstruction::SetGraphicsState(name) => {
                    self.graphics_state(name.0, place, &mut state);
                }
                TypedInstruction::MoveTo(to) => {
                    point = state.matrix * Point::new(to.0.as_f64(), to.1.as_f64());
                }
                TypedInstruction::RectPath(to) => {
                    point = state.matrix * Point::new(to.0.as_f64(), to.1.as_f64());
                }
                TypedInstruction::StrokePath(_) | TypedInstruction::CloseAndStrokePath(_) => {
                    self.stroke(&state, point, place);
                }
                TypedInstruction::FillPathNonZero(_)
                | TypedInstruction::FillPathNonZeroCompatibility(_)
                | TypedInstruction::FillPathEvenOdd(_) => {
                    self.paint(PaintUse::Fill, &state.fill, place)
                }
                TypedInstruction::FillAndStrokeNonZero(_)
                | TypedInstruction::FillAndStrokeEvenOdd(_)
                | TypedInstruction::CloseFillAndStrokeNonZero(_)
                | TypedInstruction::CloseFillAndStrokeEvenOdd(_) => {
                    self.paint(PaintUse::Fill, &state.fill, place);
                    self.stroke(&state, point, place);
                }
                TypedInstruction::TextFont(font) => {
                    (state.text.font, state.text.size) =
                        (place.resources.get_font(font.0), font.1.as_f64());
                }
                TypedInstruction::ShowText(text) if !text.0.as_bytes().is_empty() => {
                    self.text(&state, place)?;
                }
                TypedInstruction::NextLineAndShowText(text) if !text.0.as_bytes().is_empty() => {
                    self.text(&state, place)?;
                }
                TypedInstruction::ShowTextWithParameters(text) if !text.2.as_bytes().is_empty() => {
                    self.text(&state, place)?;
                }
                TypedInstruction::ShowTexts(_) => self.text(&state, place)?,
                TypedInstruction::Shading(name) => {
                    if let Some(shading) = place.resources.get_shading(name.0) {
                        self.shading(&shading, place);
                    }
                }
                TypedInstruction::XObject(name) => {
                    if let Some(drawn) = place.resources.get_x_object(name.0) {
                        self.x_object(&drawn, place, &state)?;
                    }
                }
                TypedInstruction::InlineImage(image) => {
                    self.image(image.0, place, &state, place.object);
                }
                other => self.color(&other, place, &mut state)?,
            }
        }
        Some(())
    }

    /// Takes what sets a colour.
    fn color<'a>(
        &mut self,
        operation: &TypedInstruction<'_, '_>,
        place: &Place<'_, 'a>,
        state: &mut State<'a>,
    ) -> Option<()> {
        let gray = |number: &Number| Rc::new(Color::of(Space::gray(), &[*number]));
        match operation {
            TypedInstruction::StrokeColorDeviceGray(to) => state.stroke = gray(&to.0),
            TypedInstruction::NonStrokeColorDeviceGray(to) => state.fill = gray(&to.0),
            TypedInstruction::StrokeColorDeviceRgb(_) => {
                state.stroke = Rc::new(Color::initial(Space::rgb()));
            }
            TypedInstruction::NonStrokeColorDeviceRgb(_) => {
                state.fill = Rc::new(Color::initial(Space::rgb()));
            }
            TypedInstruction::StrokeColorCmyk(to) => {
                state.stroke = Rc::new(Color::of(Space::cmyk(), &[to.0, to.1, to.2, to.3]));
            }
            TypedInstruction::NonStrokeColorCmyk(to) => {
                state.fill = Rc::new(Color::of(Space::cmyk(), &[to.0, to.1, to.2, to.3]));
            }
            TypedInstruction::ColorSpaceStroke(name) => {
                state.stroke = Rc::new(Color::initial(Space::named(name.0, place.resources)));
            }
            TypedInstruction::ColorSpaceNonStroke(name) => {
                state.fill = Rc::new(Color::initial(Space::named(name.0, place.resources)));
            }
            TypedInstruction::StrokeColor(to) => {
                state.stroke = Rc::new(Color::of(state.stroke.space.clone(), &to.0));
            }
            TypedInstruction::NonStrokeColor(to) => {
                state.fill = Rc::new(Color::of(state.fill.space.clone(), &to.0));
            }
            TypedInstruction::StrokeColorNamed(to) => match to.1 {
                Some(name) => self.pattern(name, place, state)?,
                None => state.stroke = Rc::new(Color::of(state.stroke.space.clone(), &to.0)),
            },
            TypedInstruction::NonStrokeColorNamed(to) => match to.1 {
                Some(name) => self.pattern(name, place, state)?,
                None => state.fill = Rc::new(Color::of(state.fill.space.clone(), &to.0)),
            },
            _ => {}
        }
        Some(())
    }

    fn paint(&mut self, used_for: PaintUse, color: &Color, place: &Place<'_, '_>) {
        let Color { space, inks, ink } = color;
        // What a pattern paints is told of the pattern.
        if space.name == "Pattern" {
            return;
        }
        self.facts.most_ink = self.facts.most_ink.max(rounded(*ink));
        let is_same = |paint: &&mut Paint| {
            paint.used_for == used_for
                && paint.inks == *inks
                && paint.base == space.base
                && paint.space == space.name
        };
        match self.facts.paints.iter_mut().find(is_same) {
            Some(paint) => paint.count += 1,
            None => self.facts.paints.push(Paint {
                used_for,
                space: space.name.clone(),
                base: space.base,
                inks: *inks,
                count: 1,
                object: place.object,
            }),
        }
    }

    fn stroke(&mut self, state: &State<'_>, at: Point, place: &Place<'_, '_>) {
        self.paint(PaintUse::Stroke, &state.stroke, place);
        keep_smallest(
            &mut self.facts.thinnest_stroke,
            state.stroke_width(),
            at,
            place.object,
        );
    }

    fn text<'a>(&mut self, state: &State<'a>, place: &Place<'_, 'a>) -> Option<()> {
        let Some(font) = &state.text.font else {
            return Some(());
        };
        let facts = font::facts(font);
        if !self.facts.fonts.contains(&facts) {
            self.facts.fonts.push(facts);
        }
        if font::is_drawn(font) {
            return self.drawn_glyphs(font, state, place);
        }
        // ISO 32000-1, table 106: fill, stroke, both, neither; the next four also clip.
        let (is_filled, is_stroked) = match state.text.mode.rem_euclid(4) {
            0 => (true, false),
            1 => (false, true),
            2 => (true, true),
            _ => (false, false),
        };
        for color in [
            is_filled.then_some(&state.fill),
            is_stroked.then_some(&state.stroke),
        ]
        .into_iter()
        .flatten()
        {
            self.paint(PaintUse::Text, color, place);
            let smallest = match color.inks {
                Inks::Black => &mut self.facts.smallest_black_text,
                _ => &mut self.facts.smallest_other_text,
            };
            keep_smallest(
                smallest,
                state.text_size(),
                state.text_place(),
                place.object,
            );
        }
        Some(())
    }

    /// Glyphs that are drawn like pages. Each font is walked once on a page.
    fn drawn_glyphs<'a>(
        &mut self,
        font: &Dict<'a>,
        state: &State<'a>,
        place: &Place<'_, 'a>,
    ) -> Option<()> {
        let object = font.obj_id().map_or(0, |id| id.obj_number);
        if place.depth >= DEEPEST_FORM || !self.drawn.insert(object) {
            return Some(());
        }
        let mut inside = state.clone();
        inside.matrix *=
            state.text.matrix * Affine::scale(state.text.size) * matrix(font, "FontMatrix");
        let own = font.get::<Dict<'_>>("Resources").unwrap_or_default();
        let resources = Resources::from_parent(own, place.resources.clone());
        let glyphs = font.get::<Dict<'_>>("CharProcs").unwrap_or_default();
        for (name, _) in glyphs.entries() {
            let Some(content) = glyphs
                .get::<Stream<'_>>(&*name)
                .and_then(|glyph| guard::operations(&glyph))
            else {
                self.facts.unreadable.push(Finding {
                    what: "a drawn glyph".to_owned(),
                    object,
                });
                continue;
            };
            let place = Place {
                resources: &resources,
                depth: place.depth + 1,
                object,
                base: inside.matrix,
            };
            self.stream(&content, &place, inside.clone())?;
        }
        Some(())
    }

    fn graphics_state<'a>(
        &mut self,
        name: &Name<'_>,
        place: &Place<'_, 'a>,
        state: &mut State<'a>,
    ) {
        let Some(set) = place.resources.get_ext_g_state(name) else {
            return;
        };
        let object = set.obj_id().map_or(place.object, |id| id.obj_number);
        if let Some(width) = set.get::<Number>("LW") {
            state.width = width.as_f64();
        }
        if let Some(font) = set.get::<Array<'_>>("Font") {
            let mut parts = font.flex_iter();
            state.text.font = parts.next::<Dict<'_>>();
            state.text.size = parts.next::<Number>().map_or(0.0, |size| size.as_f64());
        }
        for key in ["CA", "ca"] {
            if let Some(opacity) = set
                .get::<Number>(key)
                .map(|number| number.as_f64())
                .filter(|opacity| *opacity < 1.0)
            {
                self.transparent(format!("an opacity of {}", rounded(opacity)), object);
            }
        }
        let modes: Vec<Name<'_>> = match set.get::<Object<'_>>("BM") {
            Some(Object::Name(mode)) => vec![mode],
            Some(Object::Array(modes)) => modes.iter().collect(),
            _ => Vec::new(),
        };
        for mode in modes
            .iter()
            .filter(|mode| !matches!(mode.as_str(), "Normal" | "Compatible"))
        {
            self.transparent(format!("the blend mode {}", mode.as_str()), object);
        }
        if set.get::<Dict<'_>>("SMask").is_some() {
            self.transparent("a soft mask".to_owned(), object);
        }
    }

    fn transparent(&mut self, what: String, object: i32) {
        let found = Finding { what, object };
        if !self.facts.transparency.contains(&found) {
            self.facts.transparency.push(found);
        }
    }

    fn shading(&mut self, shading: &Object<'_>, place: &Place<'_, '_>) {
        let Some((described, _)) = dict_or_stream(shading) else {
            return;
        };
        let space = described
            .get::<Object<'_>>("ColorSpace")
            .map(|space| Space::of(&space, place.resources));
        let space = space.unwrap_or_else(Space::gray);
        let inks = space.inks();
        self.paint(
            PaintUse::Shading,
            &Color {
                space,
                inks,
                ink: 0.0,
            },
            place,
        );
    }

    fn pattern<'a>(
        &mut self,
        name: &Name<'_>,
        place: &Place<'_, 'a>,
        state: &State<'a>,
    ) -> Option<()> {
        let Some(pattern) = place.resources.get_pattern(name) else {
            return Some(());
        };
        let Some((described, tile)) = dict_or_stream(&pattern) else {
            return Some(());
        };
        if let Some(shading) = described.get::<Object<'_>>("Shading") {
            self.shading(&shading, place);
        }
        let Some(tile) = tile.filter(|_| place.depth < DEEPEST_FORM) else {
            return Some(());
        };
        let inside = State {
            matrix: place.base * matrix(described, "Matrix"),
            ..state.clone()
        };
        self.drawing(tile, place, inside)
    }

    fn x_object<'a>(
        &mut self,
        drawn: &Stream<'a>,
        place: &Place<'_, 'a>,
        state: &State<'a>,
    ) -> Option<()> {
        let object = drawn.obj_id().obj_number;
        match drawn
            .dict()
            .get::<Name<'_>>("Subtype")
            .as_ref()
            .map(Name::as_str)
        {
            Some("Image") => self.image(drawn, place, state, object),
            Some("Form") if place.depth < DEEPEST_FORM => {
                if drawn
                    .dict()
                    .get::<Dict<'_>>("Group")
                    .is_some_and(|group| is_transparency_group(&group))
                {
                    self.transparent("a transparency group".to_owned(), object);
                }
                let mut inside = state.clone();
                inside.matrix *= matrix(drawn.dict(), "Matrix");
                self.drawing(drawn, place, inside)?;
            }
            _ => {}
        }
        Some(())
    }

    /// Walks a form or a tile.
    fn drawing<'a>(
        &mut self,
        drawing: &Stream<'a>,
        place: &Place<'_, 'a>,
        inside: State<'a>,
    ) -> Option<()> {
        let object = drawing.obj_id().obj_number;
        let Some(content) = guard::operations(drawing) else {
            self.facts.unreadable.push(Finding {
                what: "a form".to_owned(),
                object,
            });
            return Some(());
        };
        let own = drawing
            .dict()
            .get::<Dict<'_>>("Resources")
            .unwrap_or_default();
        let resources = Resources::from_parent(own, place.resources.clone());
        let place = Place {
            resources: &resources,
            depth: place.depth + 1,
            object,
            base: inside.matrix,
        };
        self.stream(&content, &place, inside)
    }

    fn image(&mut self, image: &Stream<'_>, place: &Place<'_, '_>, state: &State<'_>, object: i32) {
        let described = image.dict();
        let number = |long: &str, short: &str| {
            described
                .get::<Number>(long)
                .or_else(|| described.get::<Number>(short))
                .map_or(0, |number| number.as_i64())
        };
        let (width, height) = (number("Width", "W"), number("Height", "H"));
        let is_mask = described
            .get::<bool>("ImageMask")
            .or_else(|| described.get::<bool>("IM"))
            .unwrap_or(false);
        let color = if is_mask {
            (*state.fill).clone()
        } else {
            let space = described
                .get::<Object<'_>>("ColorSpace")
                .or_else(|| described.get::<Object<'_>>("CS"));
            // JPEG 2000 may say it in its own data.
            let unknown = || Space::unknown("a colour space of its own");
            let space = space.map_or_else(unknown, |space| Space::of(&space, place.resources));
            let inks = space.inks();
            Color {
                space,
                inks,
                ink: 0.0,
            }
        };
        self.paint(PaintUse::Image, &color, place);
        if described.get::<Stream<'_>>("SMask").is_some() {
            self.transparent("an image with a soft mask".to_owned(), object);
        }
        // An image fills a square of one unit.
        let [a, b, c, d, _, _] = state.matrix.as_coeffs();
        let pixels = |count: i64| f64::from(u32::try_from(count).unwrap_or(0));
        let ppi = (pixels(width) / a.hypot(b)).min(pixels(height) / c.hypot(d)) * INCH;
        let picture = ImageFacts {
            width,
            height,
            ppi: if ppi.is_finite() { rounded(ppi) } else { 0.0 },
            space: color.space.name,
            object,
        };
        if !self.facts.images.contains(&picture) {
            self.facts.images.push(picture);
        }
    }
}

/// The matrix that a dictionary names, else one that changes nothing.
fn matrix(of: &Dict<'_>, key: &str) -> Affine {
    let numbers: Vec<Number> = of
        .get::<Array<'_>>(key)
        .map(|numbers| numbers.iter().collect())
        .unwrap_or_default();
    numbers
        .iter()
        .collect::<Vec<_>>()
        .try_into()
        .map_or(Affine::IDENTITY, state::affine)
}

fn keep_smallest(smallest: &mut Option<SmallestSize>, size: f64, at: Point, object: i32) {
    if size.is_finite() && smallest.is_none_or(|known| rounded(size) < known.size) {
        *smallest = Some(SmallestSize {
            size: rounded(size),
            x: rounded(at.x),
            y: rounded(at.y),
            object,
        });
    }
}
