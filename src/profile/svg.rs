//! Looks into an SVG before anybody draws it: one may unfold into billions of elements, or name
//! files that are not its own.
//!
//! Uses nothing of the other modules.

use std::collections::HashMap;
use std::io::Read;

use base64::prelude::{BASE64_STANDARD, Engine};
use roxmltree::{Document, Node, NodeId, ParsingOptions};

use crate::profile::image::PhotoFault;

/// The largest text of a drawing, in bytes, once it is decompressed.
const LARGEST: u64 = 16 << 20;

/// The most elements that are drawn, each counted as often as it is used.
const ELEMENTS: u64 = 200_000;

/// How deep elements may be nested.
const DEPTH: usize = 200;

/// What is wrong with a drawing, if anything is.
pub fn fault(bytes: &[u8]) -> Option<PhotoFault> {
    let mut text = Vec::new();
    let read = if bytes.starts_with(b"\x1f\x8b") {
        flate2::read::GzDecoder::new(bytes)
            .take(LARGEST + 1)
            .read_to_end(&mut text)
    } else {
        bytes.take(LARGEST + 1).read_to_end(&mut text)
    };
    if read.is_err() {
        return Some(PhotoFault::Content);
    }
    if text.len() as u64 > LARGEST {
        return Some(PhotoFault::TooLarge(
            "more than 16 MiB of drawing".to_owned(),
        ));
    }
    let Ok(text) = String::from_utf8(text) else {
        return Some(PhotoFault::Content);
    };
    if let Some(fault) = nested(&text) {
        return Some(fault);
    }
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let Ok(document) = Document::parse_with_options(&text, options) else {
        return Some(PhotoFault::Content);
    };
    let foreign = document
        .descendants()
        .filter_map(|node| reference(&node))
        .find_map(foreign);
    foreign.or_else(|| (Count::of(&document) > ELEMENTS).then(|| too_many("elements")))
}

fn too_many(what: &str) -> PhotoFault {
    PhotoFault::TooLarge(format!("too many {what}"))
}

/// Whether its brackets alone say that it is nested too deep for whoever reads it.
fn nested(text: &str) -> Option<PhotoFault> {
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in text.split('<').skip(1) {
        let inside = tag.split('>').next().unwrap_or_default();
        match tag.as_bytes().first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') => {}
            _ if inside.ends_with('/') => {}
            _ => depth += 1,
        }
        deepest = deepest.max(depth);
    }
    (deepest > DEPTH).then(|| too_many("levels"))
}

/// What an element that draws something else names.
fn reference<'a>(node: &Node<'a, '_>) -> Option<&'a str> {
    let draws = ["image", "use", "feImage", "tref"].contains(&node.tag_name().name());
    node.attributes()
        .find(|attribute| attribute.name() == "href")
        .filter(|_| draws)
        .map(|href| href.value().trim())
}

fn foreign(href: &str) -> Option<PhotoFault> {
    if href.is_empty() || href.starts_with('#') {
        return None;
    }
    let Some(data) = href.strip_prefix("data:") else {
        return Some(PhotoFault::Refers(href.to_owned()));
    };
    let (kind, data) = data.split_once(',').unwrap_or_default();
    if kind.contains("svg") {
        return Some(PhotoFault::Refers(format!("data:{kind}")));
    }
    // Its size stands at its beginning; Base64 is read by fours.
    let mut beginning: Vec<u8> = data
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .take(1 << 16)
        .collect();
    beginning.truncate(beginning.len() / 4 * 4);
    PhotoFault::of_size(imagesize::blob_size(
        &BASE64_STANDARD.decode(beginning).ok()?,
    ))
}

/// Counts elements as often as they are drawn.
struct Count<'a, 'input> {
    named: HashMap<&'a str, Node<'a, 'input>>,
    known: HashMap<NodeId, u64>,
}

impl<'a, 'input> Count<'a, 'input> {
    fn of(document: &'a Document<'input>) -> u64 {
        let elements = document.descendants().filter(Node::is_element);
        let named = elements
            .filter_map(|node| Some((node.attribute("id")?, node)))
            .collect();
        Self {
            named,
            known: HashMap::new(),
        }
        .of_node(document.root(), 0)
    }

    fn of_node(&mut self, node: Node<'a, 'input>, depth: usize) -> u64 {
        // Each that is used by another nests it deeper.
        if depth > 2 * DEPTH {
            return u64::MAX;
        }
        if let Some(known) = self.known.get(&node.id()) {
            return *known;
        }
        // Who uses itself is not drawn by anybody.
        self.known.insert(node.id(), 0);
        let used =
            reference(&node).and_then(|href| self.named.get(href.strip_prefix('#')?).copied());
        let within = node.children().chain(used).fold(1_u64, |sum, child| {
            sum.saturating_add(self.of_node(child, depth + 1))
        });
        self.known.insert(node.id(), within);
        within
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(inside: &str) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>{inside}</svg>"
        )
    }

    #[test]
    fn a_drawing_of_its_own_is_right() {
        assert_eq!(
            fault(
                svg(
                    "<g id='a'><path d='M0 0'/></g><use href='#a'/><a href='https://example.org'/>"
                )
                .as_bytes()
            ),
            None
        );
    }

    #[test]
    fn what_is_not_in_it_is_told() {
        for href in [
            "file:///etc/passwd",
            "https://example.org/a.png",
            "../a.png",
            "data:image/svg+xml;base64",
        ] {
            let drawing = svg(&format!("<image xlink:href='{href},'/>"))
                .replace("png,", "png")
                .replace("passwd,", "passwd");
            assert_eq!(
                fault(drawing.as_bytes()),
                Some(PhotoFault::Refers(href.to_owned()))
            );
        }
    }

    #[test]
    fn what_unfolds_without_end_is_told() {
        let mut uses = "<g id='g0'><path/></g>".to_owned();
        for level in 1..30 {
            let below = level - 1;
            uses += &format!(
                "<g id='g{level}'>{}</g>",
                format!("<use href='#g{below}'/>").repeat(10)
            );
        }
        assert_eq!(fault(svg(&uses).as_bytes()), Some(too_many("elements")));
        let chain = |at: usize| format!("<g id='g{at}'><use href='#g{}'/></g>", at + 1);
        assert_eq!(
            fault(svg(&(0..50_000).map(chain).collect::<String>()).as_bytes()),
            Some(too_many("elements"))
        );
        assert_eq!(
            fault(svg(&"<g>".repeat(100_000)).as_bytes()),
            Some(too_many("levels"))
        );
        let entities = "<!DOCTYPE svg [<!ENTITY a 'xxxxxxxxxx'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>\
            <!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>\
            <!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'>]>";
        assert_eq!(
            fault(format!("{entities}{}", svg("<text>&e;</text>")).as_bytes()),
            Some(PhotoFault::Content)
        );
        let own = svg("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>");
        assert_eq!(fault(own.as_bytes()), None);
    }

    #[test]
    fn a_picture_within_may_not_be_larger_than_one_without() {
        let header = [
            b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".as_slice(),
            &[0, 1, 0, 0, 0, 1, 0, 0],
            &[8, 6, 0, 0, 0],
        ]
        .concat();
        let drawing = svg(&format!(
            "<image href='data:image/png;base64,{}'/>",
            BASE64_STANDARD.encode(header)
        ));
        assert_eq!(
            fault(drawing.as_bytes()),
            Some(PhotoFault::TooLarge("65536 × 65536 pixels".to_owned()))
        );
    }
}
