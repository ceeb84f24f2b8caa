//! Applies the parameters of an extended graphics state, and records those that a press cannot use.

use hayro::hayro_syntax::object::{Array, Dict, Name, Number, Object};

use crate::verify::preflight::content::{ContentWalk, StreamContext};
use crate::verify::preflight::report::rounded;
use crate::verify::preflight::state::State;

impl ContentWalk<'_> {
    pub(super) fn graphics_state<'a>(
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
