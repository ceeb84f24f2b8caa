//! Records what is painted: with which colors and inks, how small, and at which resolution.

use hayro::hayro_syntax::object::{Dict, Number, Object, Stream, dict_or_stream};
use hayro::hayro_syntax::page::Resources;
use hayro::vello_cpu::kurbo::{Affine, Point};

use crate::pdf::{FontFacts, POINTS_PER_INCH, is_type3};
use crate::verify::preflight::color::{Color, Inks, Space};
use crate::verify::preflight::content::{ContentWalk, StreamContext, WithinLimit, add_once};
use crate::verify::preflight::report::{ImageFacts, Paint, PaintUse, SmallestSize, rounded};
use crate::verify::preflight::state::State;

impl ContentWalk<'_> {
    pub(super) fn paint(
        &mut self,
        used_for: PaintUse,
        color: &Color,
        context: &StreamContext<'_, '_>,
    ) {
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

    pub(super) fn stroke(
        &mut self,
        state: &State<'_>,
        start: Point,
        context: &StreamContext<'_, '_>,
    ) {
        self.paint(PaintUse::Stroke, &state.stroke, context);
        keep_smallest(
            &mut self.facts.thinnest_stroke,
            state.stroke_width(),
            start,
            context.object,
        );
    }

    pub(super) fn text<'a>(
        &mut self,
        state: &State<'a>,
        context: &StreamContext<'_, 'a>,
    ) -> WithinLimit {
        let Some(font) = &state.text.font else {
            return Some(());
        };
        add_once(&mut self.facts.fonts, FontFacts::read(font));
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

    pub(super) fn shading(&mut self, shading: &Object<'_>, context: &StreamContext<'_, '_>) {
        let Some((dictionary, _)) = dict_or_stream(shading) else {
            return;
        };
        let space = match dictionary.get::<Object<'_>>("ColorSpace") {
            Some(space) => Space::read(&space, context.resources),
            None => Space::gray(),
        };
        self.paint(PaintUse::Shading, &Color::of_space(space), context);
    }

    pub(super) fn image(
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
        add_once(&mut self.facts.images, facts);
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
