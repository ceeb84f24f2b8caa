//! Reads XML as a tree with spans, through `roxmltree`: an element is a map of its attributes (`@name`)
//! and its elements, and one that has only text is that text.
//!
//! Namespaces are left out, and so is what the file says about its schema. Elements of one name become
//! a list. There are no document type definitions, so that no entity can expand.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::sync::Arc;

use roxmltree::{Document, Error, ParsingOptions};

use crate::diagnostic::{Diagnostic, Source, rule};
use crate::import::source::{MAX_DEPTH, MAX_NODES, Member, SourceNode, SourceValue, TEXT};

/// The namespace of what a file says about its schema.
const SCHEMA_INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The declarations of namespaces to accept. Each element inherits all of them.
const MAX_NAMESPACES: usize = 1_000;

/// The attributes of an element to accept. The parser compares each with all others.
const MAX_ATTRIBUTES: usize = 1_000;

/// Parses a text that is one XML document; returns the name and the content of its root.
///
/// # Errors
/// The text is not XML, has a document type definition, or is too large or too deep.
pub fn parse(source: &Arc<Source>) -> Result<Member, Diagnostic> {
    let document = document(source)?;
    let start = start(source.text());
    let converter = Converter { source, start };
    converter.member(document.root_element(), 0)
}

/// Parses a text that is one XML document, of which a module reads the elements itself.
///
/// # Errors
/// The text is not XML, has a document type definition, or is too large.
pub fn document(source: &Arc<Source>) -> Result<Document<'_>, Diagnostic> {
    guard(source)?;
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: u32::try_from(MAX_NODES).unwrap_or(u32::MAX),
        ..ParsingOptions::default()
    };
    let start = start(source.text());
    Document::parse_with_options(&source.text()[start..], options)
        .map_err(|error| syntax_error(&error, source, start))
}

/// Returns where a text begins for the parser, which wants the declaration to be first.
fn start(text: &str) -> usize {
    text.len() - text.trim_start_matches('\u{feff}').len()
}

fn syntax_error(error: &Error, source: &Arc<Source>, start: usize) -> Diagnostic {
    match error {
        Error::DtdDetected => {
            let at = source.text().find("<!DOCTYPE").unwrap_or_default();
            let message = "the file has a document type definition";
            let error = Diagnostic::error(rule::IMPORT_SYNTAX, message);
            let error = error.at(source, at..at + "<!DOCTYPE".len(), "");
            error.hint("remove it; none of the formats needs one")
        }
        Error::NodesLimitReached => {
            let message = format!("the file has more than {MAX_NODES} values");
            Diagnostic::error(rule::TOO_LARGE, message).at(source, 0..0, "")
        }
        _ => {
            let place = error.pos();
            let at = match error {
                Error::UnexpectedEndOfStream | Error::UnclosedRootNode => source.text().len(),
                _ => offset(&source.text()[start..], place.row, place.col) + start,
            };
            // The message ends with the place, which the diagnostic has anyway.
            let message = error.to_string();
            let place = format!(" at {place}");
            let what = message.replace(&place, "");
            Diagnostic::error(
                rule::IMPORT_SYNTAX,
                format!("the text is not XML: {}", what.trim()),
            )
            .at(source, at..at + 1, "")
        }
    }
}

/// Returns the byte offset of a line and a column in characters, both from 1.
fn offset(text: &str, row: u32, column: u32) -> usize {
    let (row, column) = (row.max(1) as usize - 1, column.max(1) as usize - 1);
    let line = text.split_inclusive('\n').take(row).map(str::len).sum();
    let rest: &str = &text[line..];
    let skipped: usize = rest.chars().take(column).map(char::len_utf8).sum();
    line + skipped
}

/// Refuses what the parser takes a very long time for.
fn guard(source: &Arc<Source>) -> Result<(), Diagnostic> {
    let mut namespaces = source.text().match_indices("xmlns");
    if let Some((at, _)) = namespaces.nth(MAX_NAMESPACES) {
        let message = format!("the file declares more than {MAX_NAMESPACES} namespaces");
        return Err(Diagnostic::error(rule::TOO_LARGE, message).at(source, at..at + 5, ""));
    }
    let mut rest = source.text();
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let end = if rest.starts_with("<!--") {
            after(rest, "-->")
        } else if rest.starts_with("<![CDATA[") {
            after(rest, "]]>")
        } else if rest.starts_with("<?") {
            after(rest, "?>")
        } else {
            let tag = Tag::read(rest);
            if tag.attributes > MAX_ATTRIBUTES {
                let at = source.text().len() - rest.len();
                let message = format!("an element has more than {MAX_ATTRIBUTES} attributes");
                let error = Diagnostic::error(rule::TOO_LARGE, message);
                return Err(error.at(source, at..at + 1, ""));
            }
            tag.length
        };
        rest = &rest[end..];
    }
    Ok(())
}

fn after(text: &str, end: &str) -> usize {
    text.find(end).map_or(text.len(), |at| at + end.len())
}

/// A tag as far as its values in quotes tell.
struct Tag {
    attributes: usize,
    length: usize,
}

impl Tag {
    fn read(text: &str) -> Self {
        let mut quote = None;
        let mut attributes = 0;
        for (at, byte) in text.bytes().enumerate() {
            match (quote, byte) {
                (Some(open), _) if open == byte => quote = None,
                (None, b'"' | b'\'') => {
                    quote = Some(byte);
                    attributes += 1;
                }
                (None, b'>') => {
                    let length = at + 1;
                    return Self { attributes, length };
                }
                _ => {}
            }
        }
        let length = text.len();
        Self { attributes, length }
    }
}

struct Converter<'a> {
    source: &'a Arc<Source>,
    /// Where the parsed text starts in the source.
    start: usize,
}

impl Converter<'_> {
    fn member(&self, element: roxmltree::Node, depth: usize) -> Result<Member, Diagnostic> {
        let range = self.range(element.range());
        let name = element.tag_name().name();
        let text = &self.source.text()[range.clone()];
        let tag = text.find(name).unwrap_or_default() + name.len();
        let span = range.start + 1..range.start + tag;
        if depth > MAX_DEPTH {
            let message = format!("the file is nested more than {MAX_DEPTH} levels deep");
            return Err(Diagnostic::error(rule::TOO_LARGE, message).at(self.source, span, ""));
        }
        Ok(Member {
            key: name.to_owned(),
            span,
            node: self.content(element, range, depth)?,
        })
    }

    fn content(
        &self,
        element: roxmltree::Node,
        range: Range<usize>,
        depth: usize,
    ) -> Result<SourceNode, Diagnostic> {
        let mut members: Vec<Member> = Vec::new();
        for attribute in element.attributes() {
            if attribute.namespace() == Some(SCHEMA_INSTANCE) {
                continue;
            }
            let value = SourceValue::Text(attribute.value().to_owned());
            members.push(Member {
                key: format!("@{}", attribute.name()),
                span: self.range(attribute.range()),
                node: SourceNode::new(value, self.range(attribute.range_value())),
            });
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        for child in element.children().filter(roxmltree::Node::is_element) {
            let member = self.member(child, depth + 1)?;
            match places.entry(member.key.clone()) {
                Entry::Occupied(place) => add_to(&mut members[*place.get()].node, member.node),
                Entry::Vacant(place) => {
                    place.insert(members.len());
                    members.push(member);
                }
            }
        }
        let texts = element.children().filter(roxmltree::Node::is_text);
        let text: String = texts.clone().filter_map(|text| text.text()).collect();
        let text = text.trim();
        let mut places = texts.map(|text| self.range(text.range()));
        let place = match (places.next(), places.next_back()) {
            (Some(first), Some(last)) => first.start..last.end,
            (Some(only), None) => only,
            _ => range.clone(),
        };
        let value = if text.is_empty() {
            SourceValue::Null
        } else {
            SourceValue::Text(text.to_owned())
        };
        if members.is_empty() {
            return Ok(SourceNode::new(value, place));
        }
        if !text.is_empty() {
            members.push(Member {
                key: TEXT.to_owned(),
                span: place.clone(),
                node: SourceNode::new(value, place),
            });
        }
        Ok(SourceNode::new(SourceValue::Map(members), range))
    }

    fn range(&self, range: Range<usize>) -> Range<usize> {
        range.start + self.start..range.end + self.start
    }
}

/// Adds an element to those of its name, which become a list.
fn add_to(known: &mut SourceNode, new: SourceNode) {
    if let SourceValue::List(nodes) = &mut known.value {
        nodes.push(new);
        return;
    }
    let span = known.span.clone();
    let first = std::mem::replace(known, SourceNode::null());
    *known = SourceNode::new(SourceValue::List(vec![first, new]), span);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Member, Diagnostic> {
        parse(&Arc::new(Source::new("cv.xml", text)))
    }

    fn error(text: &str) -> Diagnostic {
        read(text).expect_err("an error")
    }

    fn texts(text: &str) -> Vec<String> {
        let root = read(text).expect("XML");
        let leaves = root.node.leaves(&root.key);
        let shown = leaves
            .iter()
            .map(|leaf| format!("{}={}", leaf.path, leaf.text));
        shown.collect()
    }

    #[test]
    fn elements_are_maps_of_attributes_and_elements() {
        let text = "<?xml version=\"1.0\"?>\n<a:r xmlns:a='u' k='1'>\n <b> x &amp; y </b><c/>\n <b z='2'>t</b><b/></a:r>";
        let expected = ["r.@k=1", "r.b[0]=x & y", "r.b[1].@z=2", "r.b[1]=t"];
        assert_eq!(texts(text), expected);
        assert_eq!(texts("<a><![CDATA[<p>b</p>]]></a>"), ["a=<p>b</p>"]);
    }

    #[test]
    fn values_have_places() {
        let text = "\u{feff}<é:a xmlns:é='u'>\n<b k='ü'>ö</b></é:a>";
        let root = read(text).expect("XML");
        assert_eq!(&text[root.span.clone()], "é:a");
        let leaves = root.node.leaves("");
        assert_eq!(&text[leaves[0].span.clone()], "ü");
        assert_eq!(&text[leaves[1].span.clone()], "ö");
    }

    #[test]
    fn faults_have_places() {
        let faults = [
            ("<a>\n<b></a>", (2, 4)),
            ("<a>\n<b>", (2, 4)),
            ("<a>\n&x;</a>", (2, 1)),
            ("<a b=1/>", (1, 6)),
            (
                "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
                (1, 1),
            ),
            ("<a/><b/>", (1, 5)),
        ];
        let found = faults.map(|(text, _)| {
            let fault = error(text);
            let label = fault.primary.expect("a place");
            let position = label.source.position(label.span.start);
            (position.line, position.column)
        });
        assert_eq!(found, faults.map(|(_, at)| at));
    }

    #[test]
    fn size_is_bounded() {
        let deep = "<a>".repeat(50_000) + &"</a>".repeat(50_000);
        assert!(error(&deep).message.contains("levels deep"));
        let many = format!("<a>{}</a>", "<b/>".repeat(MAX_NODES + 1));
        assert!(error(&many).message.contains("values"));
        let attributes: String = (0..100_000).map(|at| format!(" a{at}='>'")).collect();
        assert!(
            error(&format!("<a{attributes}/>"))
                .message
                .contains("attributes")
        );
        let namespaces: String = (0..100_000).map(|at| format!(" xmlns:a{at}='b'")).collect();
        assert!(
            error(&format!("<a{namespaces}/>"))
                .message
                .contains("namespaces")
        );
    }
}
