//! Reads the streams inside a stream: forms, the tiles of patterns, and the glyphs of Type 3 fonts.

use hayro::hayro_syntax::object::{Array, Dict, Name, Number, Object, Stream, dict_or_stream};
use hayro::hayro_syntax::page::Resources;
use hayro::vello_cpu::kurbo::Affine;

use crate::pdf::limits::{self, MAX_FORM_DEPTH, StreamFault};
use crate::verify::preflight::color::is_transparency_group;
use crate::verify::preflight::content::{ContentWalk, StreamContext, WithinLimit};
use crate::verify::preflight::state::{State, affine};

impl ContentWalk<'_> {
    pub(super) fn pattern<'a>(
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

    pub(super) fn x_object<'a>(
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

    /// Reads the content streams of all glyphs of a Type 3 font, once per page.
    pub(super) fn type3_glyphs<'a>(
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
