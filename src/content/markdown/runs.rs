//! Puts runs of text in order once they are read: joined, with single spaces, with bare addresses
//! as links.

use linkify::{LinkFinder, LinkKind};

use crate::content::markdown::GUARD;
use crate::content::resume::{Inline, Inlines};

/// Joins neighbouring texts, and makes one space of several.
pub fn merge(content: Inlines) -> Inlines {
    let mut merged: Inlines = Vec::new();
    for mut inline in content {
        match (&mut inline, merged.last_mut()) {
            (Inline::Text(text), Some(Inline::Text(before))) => {
                before.push_str(text);
                continue;
            }
            (inline, _) => {
                if let Some(content) = inline.content_mut() {
                    *content = merge(std::mem::take(content));
                }
            }
        }
        merged.push(inline);
    }
    let is_break = |inline: Option<&Inline>| matches!(inline, Some(Inline::Break));
    for at in 0..merged.len() {
        let (after, before) = (
            at > 0 && is_break(merged.get(at - 1)),
            is_break(merged.get(at + 1)),
        );
        if let Inline::Text(text) = &mut merged[at] {
            *text = single_spaces(text);
            if after {
                *text = text.trim_start_matches(' ').to_owned();
            }
            if before {
                *text = text.trim_end_matches(' ').to_owned();
            }
        }
    }
    merged.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
    merged
}

fn single_spaces(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        let c = if matches!(c, '\n' | '\r' | '\t') {
            ' '
        } else {
            c
        };
        if !(c == ' ' && result.ends_with(' ')) {
            result.push(c);
        }
    }
    result
}

/// Makes links of addresses that stand in the text; never inside a link.
pub fn link_addresses(content: Inlines) -> Inlines {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut linked = Vec::with_capacity(content.len());
    for mut inline in content {
        match &mut inline {
            Inline::Text(text) if text.contains("://") => {
                for span in finder.spans(text) {
                    let part = Inline::Text(span.as_str().to_owned());
                    let web = ["http://", "https://"]
                        .iter()
                        .any(|scheme| span.as_str().starts_with(scheme));
                    linked.push(match span.kind() {
                        Some(_) if web => Inline::Link {
                            url: span.as_str().to_owned(),
                            content: vec![part],
                        },
                        _ => part,
                    });
                }
                continue;
            }
            Inline::Link { .. } => {}
            other => {
                if let Some(content) = other.content_mut() {
                    *content = link_addresses(std::mem::take(content));
                }
            }
        }
        linked.push(inline);
    }
    linked
}

/// Takes white space, and the guard, from both ends.
pub fn trim(mut content: Inlines) -> Inlines {
    let blank = |c: char| c == ' ' || GUARD.contains(c);
    if let Some(Inline::Text(first)) = content.first_mut() {
        *first = first.trim_start_matches(blank).to_owned();
    }
    if let Some(Inline::Text(last)) = content.last_mut() {
        *last = last.trim_end_matches(' ').to_owned();
    }
    content.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
    content
}
