//! Leaves out the parts with `hidden = true`, whatever the variant.
//!
//! Uses `diagnostic` and `profile`.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source, rule};
use crate::profile::{Node, Value};
use crate::selection::variant::{Selected, prune};

/// Removes the hidden parts, and the parts that are empty without them. Returns a note with their
/// number, if there are any.
pub fn remove(root: &mut Node, source: &Arc<Source>) -> Diagnostics {
    let mut hidden = Vec::new();
    collect(root, &mut hidden);
    let mut notes = Diagnostics::default();
    let Some(first) = hidden.first().cloned() else {
        return notes;
    };
    prune(root, &Selected::hiding(&[]));
    let message = match hidden.len() {
        1 => "1 part is hidden".to_owned(),
        count => format!("{count} parts are hidden"),
    };
    let note = Diagnostic::note(rule::HIDDEN_PARTS, message);
    let note = note.hint("remove `hidden = true` to show a part");
    notes.push(note.at(source, first, ""));
    notes
}

/// Collects the places of the hidden parts. What is in a hidden part is not counted.
fn collect(node: &Node, hidden: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::Array(items) => {
            for item in items {
                if item.is_true("hidden") {
                    hidden.push(item.key_span("hidden"));
                } else {
                    collect(item, hidden);
                }
            }
        }
        Value::Table(members) => {
            for (_, member) in members {
                collect(member, hidden);
            }
        }
        _ => {}
    }
}
