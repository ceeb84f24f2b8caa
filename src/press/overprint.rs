//! Lets small black text overprint: where the inks of a press are slightly out of register, text that
//! is knocked out of a tint has a light fringe, and text that overprints it has none.
//!
//! Uses the objects of `lopdf`. Reads only what Typst writes: text in the content of pages.

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::diagnostic::Diagnostics;
use crate::press::metadata::internal_error;

/// Text from this size on, in pt, is knocked out: its strokes are wide compared with a fringe, and the
/// tint below would change its color visibly.
const LIMIT: f64 = 12.0;

/// The resource name of the graphics state in which fills overprint.
const OVERPRINT: &str = "CvpressOverprint";

/// The resource name of the graphics state in which they do not.
const KNOCKOUT: &str = "CvpressKnockout";

/// Lets text in black ink alone that is smaller than 12 pt overprint what is below it.
///
/// # Errors
/// The content of a page cannot be read or written, which only a bug causes.
pub fn overprint_black_text(document: &mut Document) -> Result<(), Diagnostics> {
    for page in document.page_iter().collect::<Vec<_>>() {
        let content = document.get_page_content(page);
        let content = Content::decode(&content).map_err(internal_error)?;
        let Some(operations) = with_overprint(content.operations) else {
            continue;
        };
        let content = Content { operations }.encode().map_err(internal_error)?;
        document
            .change_page_content(page, content)
            .map_err(internal_error)?;
        add_graphics_states(document, page)?;
    }
    Ok(())
}

/// Adds the graphics states to the resources of a page, which may share them with other pages.
fn add_graphics_states(document: &mut Document, page: ObjectId) -> Result<(), Diagnostics> {
    let own = document.get_dictionary(page).map_err(internal_error)?;
    let mut resources = dictionary(own, b"Resources", document);
    let mut states = dictionary(&resources, b"ExtGState", document);
    states.set(OVERPRINT, graphics_state(true));
    states.set(KNOCKOUT, graphics_state(false));
    resources.set("ExtGState", states);
    let own = document.get_dictionary_mut(page).map_err(internal_error)?;
    own.set("Resources", resources);
    Ok(())
}

/// Returns a copy of a dictionary in another one, or behind it; empty if there is none.
fn dictionary(owner: &Dictionary, key: &[u8], document: &Document) -> Dictionary {
    let found = owner.get_deref(key, document).and_then(Object::as_dict);
    found.cloned().unwrap_or_default()
}

/// Returns a graphics state for fills. In mode 1, inks of which a color has none are left as they are
/// (ISO 32000-1, 8.6.7).
fn graphics_state(overprints: bool) -> Object {
    let mut state = Dictionary::new();
    state.set("Type", "ExtGState");
    state.set("op", overprints);
    state.set("OP", false);
    state.set("OPM", i64::from(overprints));
    state.into()
}

/// What decides whether text overprints.
#[derive(Debug, Clone, Copy)]
struct TextState {
    /// Whether fills are in black ink alone.
    is_black: bool,
    /// The size of the font.
    font_size: f64,
    /// By how much coordinates are enlarged.
    scale: f64,
}

/// A text object while it is read.
struct TextObject {
    /// The index of its first operation.
    start: usize,
    /// By how much the text matrix enlarges.
    scale: f64,
    /// Whether all its texts so far are small and black; `None` before the first.
    overprints: Option<bool>,
}

/// Encloses each text object that is small and black in the graphics state that overprints. Returns
/// `None` if there is none.
fn with_overprint(operations: Vec<Operation>) -> Option<Vec<Operation>> {
    let mut state = TextState {
        is_black: false,
        font_size: 0.0,
        scale: 1.0,
    };
    let mut saved = Vec::new();
    let mut text: Option<TextObject> = None;
    let mut changed = Vec::with_capacity(operations.len());
    let mut has_changed = false;
    for operation in operations {
        let operands = &operation.operands;
        match operation.operator.as_str() {
            "q" => saved.push(state),
            "Q" => state = saved.pop().unwrap_or(state),
            "cm" => state.scale *= enlargement(operands),
            "k" => state.is_black = numbers(operands) == [0.0, 0.0, 0.0, 1.0],
            // The mode of overprinting holds for inks alone.
            "g" | "rg" | "cs" | "sc" | "scn" => state.is_black = false,
            "Tf" => state.font_size = operands.last().and_then(number).unwrap_or_default(),
            "Tm" => {
                if let Some(text) = &mut text {
                    text.scale = enlargement(operands);
                }
            }
            "BT" => {
                text = Some(TextObject {
                    start: changed.len(),
                    scale: 1.0,
                    overprints: None,
                });
            }
            "Tj" | "TJ" | "'" | "\"" => {
                if let Some(text) = &mut text {
                    let size = state.font_size * text.scale * state.scale;
                    let overprints = state.is_black && size < LIMIT;
                    text.overprints = Some(text.overprints.unwrap_or(true) && overprints);
                }
            }
            _ => {}
        }
        let is_end = operation.operator == "ET";
        changed.push(operation);
        let Some(text) = text.take_if(|_| is_end) else {
            continue;
        };
        if text.overprints == Some(true) {
            changed.insert(text.start, set_state(OVERPRINT));
            changed.push(set_state(KNOCKOUT));
            has_changed = true;
        }
    }
    has_changed.then_some(changed)
}

fn set_state(name: &str) -> Operation {
    Operation::new("gs", vec![Object::Name(name.as_bytes().to_vec())])
}

/// Returns by how much a matrix enlarges in the vertical direction of its space.
fn enlargement(matrix: &[Object]) -> f64 {
    match numbers(matrix)[..] {
        [_, _, c, d, _, _] => c.hypot(d),
        _ => 1.0,
    }
}

fn numbers(operands: &[Object]) -> Vec<f64> {
    operands.iter().filter_map(number).collect()
}

fn number(object: &Object) -> Option<f64> {
    object.as_float().ok().map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the content with overprint, in the syntax of a content stream.
    fn changed(content: &str) -> Option<String> {
        let operations = Content::decode(content.as_bytes())
            .expect("a content stream")
            .operations;
        let operations = with_overprint(operations)?;
        let encoded = Content { operations }.encode().expect("a content stream");
        Some(
            String::from_utf8(encoded)
                .expect("ASCII")
                .replace('\n', " "),
        )
    }

    #[test]
    fn small_black_text_overprints() {
        let text = "BT /f0 10 Tf 1 0 0 -1 0 0 Tm [<0001>] TJ ET";
        let enclosed = format!("/CvpressOverprint gs {text} /CvpressKnockout gs");
        for before in [
            "0 0 0 1 k",
            "1 0 0 0 k 0 0 0 1 k",
            "0 0 0 1 k 1 0 0 1 9 9 cm",
        ] {
            let content = changed(&format!("{before} {text}"));
            assert_eq!(content, Some(format!("{before} {enclosed}")));
        }
    }

    #[test]
    fn other_text_is_knocked_out() {
        for content in [
            // Large, by the font, by the text matrix, and by the coordinates.
            "0 0 0 1 k BT /f0 12 Tf 1 0 0 1 0 0 Tm (a) Tj ET",
            "0 0 0 1 k BT /f0 1 Tf 12 0 0 12 0 0 Tm (a) Tj ET",
            "0 0 0 1 k 2 0 0 2 0 0 cm BT /f0 8 Tf 1 0 0 1 0 0 Tm (a) Tj ET",
            // In other inks, or in part.
            "0 0 0 0.7 k BT /f0 8 Tf (a) Tj ET",
            "0.7 0.2 0 0.5 k BT /f0 8 Tf (a) Tj ET",
            "0 g BT /f0 8 Tf (a) Tj ET",
            "0 0 0 rg BT /f0 8 Tf (a) Tj ET",
            "0 0 0 1 k BT /f0 8 Tf (a) Tj 0 0 0 0.5 k (b) Tj ET",
            // No text at all.
            "0 0 0 1 k 0 0 5 5 re f",
        ] {
            assert_eq!(changed(content), None, "{content}");
        }
    }

    #[test]
    fn color_is_that_of_the_saved_state() {
        let content = "0 0 0 1 k q 1 0 0 0 k Q BT /f0 8 Tf (a) Tj ET";
        assert!(changed(content).is_some());
        let content = "1 0 0 0 k q 0 0 0 1 k Q BT /f0 8 Tf (a) Tj ET";
        assert!(changed(content).is_none());
    }
}
