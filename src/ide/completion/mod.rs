//! Completion: the headers, keys and values that can be written at a place.

mod context;
mod files;
mod headers;
mod item;
mod keys;
#[cfg(test)]
mod tests;
mod values;
mod written_value;

use std::ops::Range;

use crate::ide::completion::context::{CompletionContext, Hole};
use crate::ide::cursor::{Spot, find};
use crate::layout::Layouts;
use crate::profile::ProfileFiles;
use crate::profile::read_syntax;

pub use context::layout_of;
pub use item::{Completion, CompletionKind};

/// What can be written at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completions {
    /// The byte range that each replaces.
    pub replaced: Range<usize>,
    /// The completions, the most useful ones first.
    pub items: Vec<Completion>,
}

/// Returns what can be written at a byte offset of a text, which need not be valid TOML.
pub fn complete(text: &str, offset: usize, layouts: &Layouts, files: &ProfileFiles) -> Completions {
    let offset = text.floor_char_boundary(offset);
    let tree = read_syntax(text);
    let context = CompletionContext {
        tree: &tree,
        layouts,
        files,
    };
    let nothing = Completions {
        replaced: offset..offset,
        items: Vec::new(),
    };
    match find(text, &tree, offset) {
        Some(Spot::Header { header, .. }) => Completions {
            replaced: header.span.clone(),
            items: headers::headers(&context, Some(header)),
        },
        Some(Spot::Key {
            scope,
            key,
            member,
            written,
            is_inline,
        }) => {
            let has_value = member.is_some_and(|member| member.value.is_some());
            let has_dots = member.is_some_and(|member| member.keys.len() > 1);
            let mut items = keys::keys(&context, &scope, &written, is_inline, has_value);
            if !is_inline && !has_value && !has_dots {
                items.extend(headers::headers(&context, None));
            }
            Completions {
                replaced: key.map_or(offset..offset, |key| key.span.clone()),
                items,
            }
        }
        Some(Spot::Value {
            scope,
            key,
            value,
            is_member,
        }) => {
            let hole = Hole::new(text, offset, value);
            let Some(hole) = hole else {
                return nothing;
            };
            Completions {
                items: values::values(&context, &scope, key, is_member, &hole),
                replaced: hole.replaced,
            }
        }
        None => nothing,
    }
}
