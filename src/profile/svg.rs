//! Checks an SVG before it is rendered: one may expand to billions of elements, or refer to other
//! files.

use std::collections::HashMap;
use std::io::Read;

use base64::prelude::{BASE64_STANDARD, Engine};
use roxmltree::{Document, Node, NodeId, ParsingOptions};

use crate::profile::image_fault::ImageFault;

/// The size of an SVG to accept, decompressed, in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// The number of elements to accept, each counted as often as it is used.
const MAX_ELEMENTS: u64 = 200_000;

/// The depth to which elements may nest.
const MAX_DEPTH: usize = 200;

/// The number of Base64 characters of an embedded image that contain its size.
const EMBEDDED_START: usize = 1 << 16;

/// Returns what is wrong with an SVG.
pub fn fault(bytes: &[u8]) -> Option<ImageFault> {
    check(bytes).err()
}

fn check(bytes: &[u8]) -> Result<(), ImageFault> {
    let text = decompress(bytes)?;
    if nesting_depth(&text) > MAX_DEPTH {
        return Err(too_many("levels"));
    }
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&text, options).map_err(|_| ImageFault::Content)?;
    for href in document.descendants().filter_map(|node| reference(&node)) {
        check_reference(href)?;
    }
    if ElementCounter::count(&document) > MAX_ELEMENTS {
        return Err(too_many("elements"));
    }
    Ok(())
}

/// Returns the text of an SVG, which may be compressed with gzip.
fn decompress(bytes: &[u8]) -> Result<String, ImageFault> {
    let mut text = Vec::new();
    let read = if bytes.starts_with(b"\x1f\x8b") {
        flate2::read::GzDecoder::new(bytes)
            .take(MAX_SIZE + 1)
            .read_to_end(&mut text)
    } else {
        bytes.take(MAX_SIZE + 1).read_to_end(&mut text)
    };
    if read.is_err() {
        return Err(ImageFault::Content);
    }
    if text.len() as u64 > MAX_SIZE {
        let size = "more than 16 MiB of SVG".to_owned();
        return Err(ImageFault::TooLarge(size));
    }
    String::from_utf8(text).map_err(|_| ImageFault::Content)
}

fn too_many(what: &str) -> ImageFault {
    ImageFault::TooLarge(format!("too many {what}"))
}

/// Returns the depth of nested tags, without the recursion of a parser.
fn nesting_depth(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut deepest = 0;
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
    deepest
}

/// Returns what an element refers to in order to draw it.
fn reference<'a>(node: &Node<'a, '_>) -> Option<&'a str> {
    if !["image", "use", "feImage", "tref"].contains(&node.tag_name().name()) {
        return None;
    }
    let href = node
        .attributes()
        .find(|attribute| attribute.name() == "href")?;
    Some(href.value().trim())
}

/// Accepts references inside the document and embedded images that are not too large.
fn check_reference(href: &str) -> Result<(), ImageFault> {
    if href.is_empty() || href.starts_with('#') {
        return Ok(());
    }
    let Some(data) = href.strip_prefix("data:") else {
        return Err(ImageFault::Refers(href.to_owned()));
    };
    let (kind, data) = data.split_once(',').unwrap_or_default();
    if kind.contains("svg") {
        return Err(ImageFault::Refers(format!("data:{kind}")));
    }
    let mut start: Vec<u8> = data
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .take(EMBEDDED_START)
        .collect();
    // Base64 decodes in groups of four characters.
    start.truncate(start.len() / 4 * 4);
    let Ok(decoded) = BASE64_STANDARD.decode(start) else {
        return Ok(());
    };
    match ImageFault::of_size(imagesize::blob_size(&decoded)) {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// Counts elements as often as they are drawn.
struct ElementCounter<'a, 'input> {
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    counted: HashMap<NodeId, u64>,
}

impl<'a, 'input> ElementCounter<'a, 'input> {
    fn count(document: &'a Document<'input>) -> u64 {
        let elements = document.descendants().filter(Node::is_element);
        let by_id = elements
            .filter_map(|node| Some((node.attribute("id")?, node)))
            .collect();
        let mut counter = Self {
            by_id,
            counted: HashMap::new(),
        };
        counter.count_node(document.root(), 0)
    }

    fn count_node(&mut self, node: Node<'a, 'input>, depth: usize) -> u64 {
        // An element that another one uses is nested deeper than its tags are.
        if depth > 2 * MAX_DEPTH {
            return u64::MAX;
        }
        if let Some(count) = self.counted.get(&node.id()) {
            return *count;
        }
        // Renderers skip an element that uses itself.
        self.counted.insert(node.id(), 0);
        let used = self.used_by(&node);
        let mut count = 1_u64;
        for child in node.children().chain(used) {
            count = count.saturating_add(self.count_node(child, depth + 1));
        }
        self.counted.insert(node.id(), count);
        count
    }

    fn used_by(&self, node: &Node<'a, 'input>) -> Option<Node<'a, 'input>> {
        let id = reference(node)?.strip_prefix('#')?;
        self.by_id.get(id).copied()
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
    fn accepts_references_inside_the_document() {
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
    fn rejects_references_to_other_files() {
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
                Some(ImageFault::Refers(href.to_owned()))
            );
        }
    }

    #[test]
    fn rejects_documents_that_expand_without_limit() {
        let mut uses = "<g id='g0'><path/></g>".to_owned();
        for level in 1..30 {
            let below = level - 1;
            uses += &format!(
                "<g id='g{level}'>{}</g>",
                format!("<use href='#g{below}'/>").repeat(10)
            );
        }
        assert_eq!(fault(svg(&uses).as_bytes()), Some(too_many("elements")));
        let chain: String = (0..50_000)
            .map(|at| format!("<g id='g{at}'><use href='#g{}'/></g>", at + 1))
            .collect();
        assert_eq!(fault(svg(&chain).as_bytes()), Some(too_many("elements")));
        assert_eq!(
            fault(svg(&"<g>".repeat(100_000)).as_bytes()),
            Some(too_many("levels"))
        );
        let entities = "<!DOCTYPE svg [<!ENTITY a 'xxxxxxxxxx'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>\
            <!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>\
            <!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'>]>";
        assert_eq!(
            fault(format!("{entities}{}", svg("<text>&e;</text>")).as_bytes()),
            Some(ImageFault::Content)
        );
        let own = svg("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>");
        assert_eq!(fault(own.as_bytes()), None);
    }

    #[test]
    fn limits_the_size_of_embedded_images() {
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
            Some(ImageFault::TooLarge("65536 × 65536 pixels".to_owned()))
        );
    }
}
