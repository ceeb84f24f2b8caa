//! Makes links of the addresses in a text.

use linkify::{LinkFinder, LinkKind};

use crate::content::resume::{Inline, Inlines};
use crate::profile::{encoded_url, link_fault};

/// Returns the text with its web addresses as links, except inside links and code.
pub fn link_addresses(content: Inlines) -> Inlines {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    link_with(&finder, content)
}

fn link_with(finder: &LinkFinder, content: Inlines) -> Inlines {
    let mut linked = Vec::with_capacity(content.len());
    for mut inline in content {
        match &mut inline {
            Inline::Text(text) if text.contains("://") => {
                linked.extend(link_text(finder, text));
                continue;
            }
            Inline::Link { .. } => {}
            other => {
                if let Some(content) = other.content_mut() {
                    *content = link_with(finder, std::mem::take(content));
                }
            }
        }
        linked.push(inline);
    }
    linked
}

fn link_text(finder: &LinkFinder, text: &str) -> Inlines {
    let mut parts = Inlines::new();
    for span in finder.spans(text) {
        let part = span.as_str();
        let is_web = part.starts_with("http://") || part.starts_with("https://");
        let text = Inline::Text(part.to_owned());
        // An address that is too long for a link stays text.
        parts.push(
            if span.kind().is_some() && is_web && link_fault(part).is_none() {
                Inline::Link {
                    url: encoded_url(part).into_owned(),
                    content: vec![text],
                }
            } else {
                text
            },
        );
    }
    parts
}
