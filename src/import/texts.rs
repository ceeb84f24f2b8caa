//! Lists of texts that are no markup, such as addresses and numbers.

use crate::import::fields::Fields;
use crate::import::source::{SourceNode, SourceValue};
use crate::import::text;

/// Takes the texts of a list, or one text, each in one line without markup. Other members of the list
/// are left.
pub fn take_plains(fields: &mut Fields, key: &str) -> Vec<String> {
    take_each(fields, key, |fields, node| {
        node.as_text()?;
        Some(text::one_line(&fields.clean(key, node)))
    })
}

/// Takes the addresses of a list, or one address. What cannot be a link is left.
pub fn take_urls(fields: &mut Fields, key: &str) -> Vec<String> {
    take_each(fields, key, |_, node| text::url(node.as_text()?))
}

fn take_each(
    fields: &mut Fields,
    key: &str,
    convert: impl Fn(&Fields, &SourceNode) -> Option<String>,
) -> Vec<String> {
    let Some(node) = fields.take(key) else {
        return Vec::new();
    };
    let span = node.span.clone();
    let nodes = match node.value {
        SourceValue::List(nodes) => nodes,
        value => vec![SourceNode::new(value, node.span)],
    };
    let mut texts = Vec::new();
    let mut left = Vec::new();
    for node in nodes {
        match convert(fields, &node) {
            Some(text) if !text.is_empty() => texts.push(text),
            _ => left.push(node),
        }
    }
    if !left.is_empty() {
        fields.leave(key, SourceNode::new(SourceValue::List(left), span));
    }
    texts
}
