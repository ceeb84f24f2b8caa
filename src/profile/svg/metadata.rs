//! Removes what an editor has written into an SVG.

use std::ops::Range;

use roxmltree::Node;

use crate::profile::svg::source::{decompress, excess, parse};

/// The namespaces of what is drawn, and of the links in it.
const DRAWN: [&str; 3] = [
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/1999/xlink",
    "http://www.w3.org/XML/1998/namespace",
];

/// The elements that say something about a drawing.
const DESCRIPTIONS: [&str; 3] = ["metadata", "title", "desc"];

/// Returns an SVG without metadata: comments, titles and descriptions, and the elements and
/// attributes of editors, such as the path of the file. One that cannot be read is unchanged.
pub fn without_metadata(bytes: Vec<u8>) -> Vec<u8> {
    let Ok(text) = decompress(&bytes) else {
        return bytes;
    };
    match drawing_only(&text) {
        Some(drawing) => drawing.into_bytes(),
        None => bytes,
    }
}

fn drawing_only(text: &str) -> Option<String> {
    if excess(text).is_some() {
        return None;
    }
    let document = parse(text).ok()?;
    let start = document.root_element().range().start;
    let mut removed: Vec<Range<usize>> = Vec::new();
    for node in document.descendants() {
        if node.is_root() {
            continue;
        }
        let is_stylesheet = node.pi().is_some_and(|pi| pi.target == "xml-stylesheet");
        if is_description(&node) || node.is_comment() || (node.is_pi() && !is_stylesheet) {
            removed.push(node.range());
        }
        let attributes = node.attributes();
        let of_editors = attributes.filter(|attribute| !is_drawn(attribute.namespace()));
        removed.extend(of_editors.map(|attribute| attribute.range()));
    }
    // What an entity contains is at its declaration.
    let document_type = text[..start].find("<!DOCTYPE").unwrap_or(start);
    removed.retain(|range| range.end <= document_type || range.start >= start);
    removed.sort_by_key(|range| range.start);
    let mut kept = String::with_capacity(text.len());
    let mut done = 0;
    for range in removed {
        if range.start >= done {
            kept += &text[done..range.start];
        }
        done = done.max(range.end);
    }
    kept += &text[done..];
    Some(kept)
}

fn is_drawn(namespace: Option<&str>) -> bool {
    namespace.is_none_or(|namespace| DRAWN.contains(&namespace))
}

fn is_description(node: &Node) -> bool {
    node.is_element()
        && node.parent_element().is_some()
        && (DESCRIPTIONS.contains(&node.tag_name().name())
            || !is_drawn(node.tag_name().namespace()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::svg::fault;

    #[test]
    fn metadata_is_left_out() {
        let written = "<?xml version='1.0'?><!-- a --><?adobe b?><svg xmlns='http://www.w3.org/2000/svg' \
            xmlns:ed='http://editor.example.org' ed:file='/home/ada/a.svg'><title>c</title>\
            <metadata><ed:x>d</ed:x></metadata><ed:view/><g ed:label='e' id='f'><!-- g --><desc>h</desc>\
            <rect/></g></svg><!-- i -->";
        let kept = "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' \
            xmlns:ed='http://editor.example.org' ><g  id='f'><rect/></g></svg>";
        let drawing = without_metadata(written.as_bytes().to_vec());
        assert_eq!(String::from_utf8_lossy(&drawing), kept);
        assert_eq!(without_metadata(drawing.clone()), drawing);
        for end in 0..written.len() {
            let _ = without_metadata(written.as_bytes()[..end].to_vec());
        }
    }

    #[test]
    fn entities_stay_with_the_drawing() {
        let written = "<!DOCTYPE svg [<!ENTITY t '<title>a</title>'><!-- b -->]>\
            <svg xmlns='http://www.w3.org/2000/svg'>&t;<rect/><!-- c --></svg>";
        let drawing = without_metadata(written.as_bytes().to_vec());
        assert_eq!(fault(&drawing), None);
        let expected = "<!DOCTYPE svg [<!ENTITY t '<title>a</title>'><!-- b -->]>\
            <svg xmlns='http://www.w3.org/2000/svg'>&t;<rect/></svg>";
        assert_eq!(String::from_utf8_lossy(&drawing), expected);
    }
}
