//! Checks an SVG before it is rendered: one may expand to billions of elements, or refer to other
//! files.

mod element_count;
mod metadata;
mod source;

use base64::prelude::{BASE64_STANDARD, Engine};
use roxmltree::{Document, Node};

use crate::profile::image_fault::ImageFault;
use crate::profile::svg::element_count::{ElementCounter, reference};
use crate::profile::svg::source::{decompress, excess, parse};

pub use metadata::without_metadata;

/// The number of elements to accept, each counted as often as it is used.
const MAX_ELEMENTS: u64 = 200_000;

/// The number of steps of filters to accept, each counted as often as it is used.
const MAX_FILTER_STEPS: u64 = 200;

/// The steps of filters that take time in proportion to the pixels, and little of it.
const FILTER_STEPS: [&str; 16] = [
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feOffset",
    "feTile",
];

/// The length of the text of a drawing, and of its style sheets, in bytes.
const MAX_TEXT: usize = 100_000;

/// The number of times that a rule of a style sheet is compared with an element.
const MAX_COMPARISONS: usize = 5_000_000;

/// The number of attributes of an element.
const MAX_ATTRIBUTES: usize = 1_000;

/// The number of Base64 characters of an embedded image that contain its size.
const EMBEDDED_START: usize = 1 << 16;

/// Returns what is wrong with an SVG.
pub fn fault(bytes: &[u8]) -> Option<ImageFault> {
    check(bytes).err()
}

fn check(bytes: &[u8]) -> Result<(), ImageFault> {
    let text = decompress(bytes)?;
    if let Some(what) = excess(&text) {
        return Err(too_many(what));
    }
    let document = parse(&text).map_err(|_| ImageFault::Content)?;
    for href in document.descendants().filter_map(|node| reference(&node)) {
        check_reference(href)?;
    }
    check_sizes(&document)?;
    if document.descendants().any(|node| is_html(&node)) {
        return Err(ImageFault::Html);
    }
    for step in document.descendants().filter_map(|node| filter_step(&node)) {
        if !FILTER_STEPS.contains(&step) {
            return Err(ImageFault::Filter(step.to_owned()));
        }
    }
    if ElementCounter::count(&document, |_| true) > MAX_ELEMENTS {
        return Err(too_many("elements"));
    }
    if ElementCounter::count(&document, |node| filter_step(node).is_some()) > MAX_FILTER_STEPS {
        return Err(too_many("filters"));
    }
    Ok(())
}

/// Checks what takes more time than the number of elements tells.
fn check_sizes(document: &Document) -> Result<(), ImageFault> {
    let (mut elements, mut text, mut rules, mut styles) = (0, 0, 0, 0);
    for node in document.descendants() {
        if node.is_element() {
            elements += 1;
            if node.attributes().len() > MAX_ATTRIBUTES {
                return Err(too_many("attributes"));
            }
        }
        let length = node.text().filter(|_| node.is_text()).map_or(0, str::len);
        match node.parent_element() {
            Some(parent) if parent.tag_name().name() == "style" => {
                styles += length;
                rules += node.text().unwrap_or_default().matches('{').count();
            }
            _ => text += length,
        }
    }
    if text > MAX_TEXT || styles > MAX_TEXT {
        return Err(ImageFault::TooLarge("more than 100 kB of text".to_owned()));
    }
    if rules.saturating_mul(elements) > MAX_COMPARISONS {
        return Err(too_many("rules in its style sheet"));
    }
    Ok(())
}

/// Returns the name of a step of a filter.
/// Returns whether an element has HTML. In a `switch` there is something else in its place.
fn is_html(node: &Node) -> bool {
    let is_named = |node: &Node, name| node.tag_name().name() == name;
    is_named(node, "foreignObject")
        && !node
            .parent()
            .is_some_and(|above| is_named(&above, "switch"))
}

fn filter_step<'a>(node: &Node<'a, '_>) -> Option<&'a str> {
    let name = node.tag_name().name();
    name.starts_with("fe").then_some(name)
}

fn too_many(what: &str) -> ImageFault {
    ImageFault::TooLarge(format!("too many {what}"))
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

    /// Returns a chain of paints, each of which uses the one below ten times.
    fn paints(element: &str, property: &str) -> String {
        let mut paints = format!("<{element} id='p0'><rect/></{element}>");
        for level in 1..8 {
            let below = level - 1;
            let uses = format!("<rect {property}='url(#p{below})'/>").repeat(10);
            paints += &format!("<{element} id='p{level}'>{uses}</{element}>");
        }
        svg(&format!("{paints}<rect {property}='url(#p7)'/>"))
    }

    #[test]
    fn rejects_paints_within_paints() {
        for (element, property) in [
            ("pattern", "fill"),
            ("pattern", "stroke"),
            ("mask", "mask"),
            ("clipPath", "clip-path"),
            ("marker", "marker-mid"),
        ] {
            let drawing = paints(element, property);
            assert_eq!(
                fault(drawing.as_bytes()),
                Some(too_many("elements")),
                "{element}"
            );
        }
        let pattern = format!("<pattern id='p'>{}</pattern>", "<rect/>".repeat(1_000));
        let style = "<style>.b { fill: url(\"#p\") }</style>";
        let styled = svg(&format!(
            "{style}{pattern}{}",
            "<rect class='b'/>".repeat(200)
        ));
        assert_eq!(fault(styled.as_bytes()), Some(too_many("elements")));
    }

    #[test]
    fn accepts_gradients_and_shadows() {
        let drawing = svg(
            "<style>.a { fill: url(#g) }</style><linearGradient id='g'><stop/><stop/></linearGradient>\
             <linearGradient id='h' href='#g'/><filter id='f'><feGaussianBlur/><feOffset/></filter>\
             <rect class='a' filter='url(#f)'/><rect fill='url(#h)'/>",
        );
        assert_eq!(fault(drawing.as_bytes()), None);
    }

    #[test]
    fn rejects_slow_filters() {
        let slow = svg("<filter id='f'><feTurbulence numOctaves='999'/></filter>");
        let expected = ImageFault::Filter("feTurbulence".to_owned());
        assert_eq!(fault(slow.as_bytes()), Some(expected));
        let html = "<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>A</p></foreignObject>";
        assert_eq!(fault(svg(html).as_bytes()), Some(ImageFault::Html));
        let other = svg(&format!("<switch>{html}<text>A</text></switch>"));
        assert_eq!(fault(other.as_bytes()), None);
        let blur = "<filter id='f'><feGaussianBlur/></filter>";
        let many = svg(&format!("{blur}{}", "<g filter='url(#f)'/>".repeat(201)));
        assert_eq!(fault(many.as_bytes()), Some(too_many("filters")));
    }

    #[test]
    fn limits_texts_and_style_sheets() {
        let long = svg(&format!("<text>{}</text>", "x".repeat(MAX_TEXT + 1)));
        let text = ImageFault::TooLarge("more than 100 kB of text".to_owned());
        assert_eq!(fault(long.as_bytes()), Some(text));
        let rules = ".a{}".repeat(5_001);
        let many = svg(&format!("<style>{rules}</style>{}", "<g/>".repeat(1_000)));
        let expected = Some(too_many("rules in its style sheet"));
        assert_eq!(fault(many.as_bytes()), expected);
        // The parser compares each attribute of an element with all others.
        for count in [1_001, 1_000_000] {
            let attributes: String = (0..count).map(|at| format!(" a{at}='1'")).collect();
            let wide = svg(&format!("<g{attributes}/>"));
            assert_eq!(fault(wide.as_bytes()), Some(too_many("attributes")));
        }
    }
}
