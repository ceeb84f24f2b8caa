//! Reads YAML 1.2 as a tree with spans, through the events of `saphyr-parser`.
//!
//! Every scalar but null stays the text that it is written as, so that neither is `2020-01` a number nor
//! `no` a truth value. Aliases and merge keys (`<<`) are expanded up to a bound, so that a small file
//! cannot become a large tree.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};

use crate::diagnostic::{Diagnostic, Source, rule};
use crate::import::source::{MAX_DEPTH, MAX_NODES, Member, SourceNode, SourceValue};

/// The bytes of text that all nodes may have together once aliases are expanded.
const MAX_BYTES: usize = 20_000_000;

/// The key that brings the members of other maps into one.
const MERGE: &str = "<<";

/// Parses a text with one YAML document.
///
/// # Errors
/// The text is not YAML, has several documents, or becomes too large or too deep a tree.
pub fn parse(source: &Arc<Source>) -> Result<SourceNode, Diagnostic> {
    let offsets = Offsets::new(source.text());
    let mut reader = Reader {
        source,
        offsets: &offsets,
        parser: Parser::new_from_str(source.text()),
        anchors: HashMap::new(),
        size: Size::default(),
    };
    reader.document()
}

/// What a tree takes.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    nodes: usize,
    bytes: usize,
}

/// A node that aliases may refer to, and what it takes.
struct Anchor {
    node: SourceNode,
    size: Size,
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    offsets: &'a Offsets<'a>,
    parser: Parser<'a, StrInput<'a>>,
    /// The complete nodes with an anchor.
    anchors: HashMap<usize, Anchor>,
    /// What the tree takes so far.
    size: Size,
}

/// An event with its place in bytes.
struct Token<'a> {
    event: Event<'a>,
    span: Range<usize>,
}

/// A key of a map, and whether it brings other maps in.
struct Key {
    text: String,
    span: Range<usize>,
    is_merge: bool,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<SourceNode, Diagnostic> {
        let mut root = None;
        loop {
            let token = self.next()?;
            match token.event {
                Event::StreamStart | Event::DocumentEnd | Event::Nothing => {}
                Event::DocumentStart(_) if root.is_some() => {
                    let message = "the file has more than one YAML document";
                    let error = Diagnostic::error(rule::IMPORT_SYNTAX, message);
                    let hint = "keep the first, up to the line `---`, in a file of its own";
                    return Err(error.at(self.source, token.span, "").hint(hint));
                }
                Event::DocumentStart(_) => {
                    let first = self.next()?;
                    root = Some(self.node(first, 0)?);
                }
                _ => return Ok(root.unwrap_or_else(SourceNode::null)),
            }
        }
    }

    fn next(&mut self) -> Result<Token<'a>, Diagnostic> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => Ok(Token {
                event,
                span: self.offsets.range(span),
            }),
            Some(Err(error)) => Err(self.scan_error(&error)),
            None => Ok(Token {
                event: Event::StreamEnd,
                span: 0..0,
            }),
        }
    }

    fn scan_error(&self, error: &ScanError) -> Diagnostic {
        let mut at = self.offsets.byte(error.marker().index());
        let info = error.info();
        let is_tab = info.contains("tab");
        if is_tab {
            // The parser names the end of what is before, or what is after.
            let (before, rest) = self.source.text().split_at(at);
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            let known = before[line..].find('\t').map(|tab| line + tab);
            at = known.or(rest.find('\t').map(|tab| at + tab)).unwrap_or(at);
        }
        // Of the parser's two phrases, the second says what is wrong.
        let what = info.rsplit_once(", ").map_or(info, |(_, what)| what);
        let message = format!("the text is not YAML: {what}");
        let report = Diagnostic::error(rule::IMPORT_SYNTAX, message);
        let mut report = report.at(self.source, at..at + 1, "");
        if is_tab {
            report = report.hint("indent with spaces");
        }
        report
    }

    fn node(&mut self, token: Token<'a>, depth: usize) -> Result<SourceNode, Diagnostic> {
        if depth > MAX_DEPTH {
            let message = format!("the file is nested more than {MAX_DEPTH} levels deep");
            let error = Diagnostic::error(rule::TOO_LARGE, message);
            return Err(error.at(self.source, token.span, ""));
        }
        let before = self.size;
        self.grow(1, 0, &token.span)?;
        let (node, anchor) = match token.event {
            Event::Scalar(text, style, anchor, _) => {
                self.grow(0, text.len(), &token.span)?;
                let value = scalar(&text, style);
                (SourceNode::new(value, token.span), anchor)
            }
            Event::SequenceStart(anchor, _) => (self.list(token.span, depth)?, anchor),
            Event::MappingStart(anchor, _) => (self.map(token.span, depth)?, anchor),
            Event::Alias(anchor) => (self.alias(anchor, &token.span)?, 0),
            _ => (SourceNode::new(SourceValue::Null, token.span), 0),
        };
        if anchor > 0 {
            let size = Size {
                nodes: self.size.nodes - before.nodes,
                bytes: self.size.bytes - before.bytes,
            };
            let node = node.clone();
            self.anchors.insert(anchor, Anchor { node, size });
        }
        Ok(node)
    }

    fn list(&mut self, start: Range<usize>, depth: usize) -> Result<SourceNode, Diagnostic> {
        let mut nodes = Vec::new();
        loop {
            let token = self.next()?;
            if matches!(token.event, Event::SequenceEnd) {
                let span = start.start..token.span.end.max(start.end);
                return Ok(SourceNode::new(SourceValue::List(nodes), span));
            }
            nodes.push(self.node(token, depth + 1)?);
        }
    }

    fn map(&mut self, start: Range<usize>, depth: usize) -> Result<SourceNode, Diagnostic> {
        let mut members: Vec<Member> = Vec::new();
        let mut merged = Vec::new();
        loop {
            let token = self.next()?;
            if matches!(token.event, Event::MappingEnd) {
                let span = start.start..token.span.end.max(start.end);
                self.merge(&mut members, merged)?;
                return Ok(SourceNode::new(SourceValue::Map(members), span));
            }
            let key = self.key(token)?;
            let value = self.next()?;
            let node = self.node(value, depth + 1)?;
            if key.is_merge {
                merged.push(node);
            } else {
                members.push(Member {
                    key: key.text,
                    span: key.span,
                    node,
                });
            }
        }
    }

    fn key(&mut self, token: Token<'a>) -> Result<Key, Diagnostic> {
        let text = match token.event {
            Event::Scalar(text, style, anchor, _) => {
                self.grow(1, text.len(), &token.span)?;
                let is_merge = text == MERGE && style == ScalarStyle::Plain;
                if anchor > 0 {
                    let node = SourceNode::new(scalar(&text, style), token.span.clone());
                    let size = Size {
                        nodes: 1,
                        bytes: text.len(),
                    };
                    self.anchors.insert(anchor, Anchor { node, size });
                }
                return Ok(Key {
                    text: text.into_owned(),
                    span: token.span,
                    is_merge,
                });
            }
            Event::Alias(anchor) => match self.alias(anchor, &token.span)?.value {
                SourceValue::Text(text) => Some(text),
                _ => None,
            },
            _ => None,
        };
        let Some(text) = text else {
            let error = Diagnostic::error(rule::IMPORT_SYNTAX, "a key is not a text");
            return Err(error.at(self.source, token.span, ""));
        };
        Ok(Key {
            text,
            span: token.span,
            is_merge: false,
        })
    }

    /// Returns a copy of the node with an anchor. It keeps the places of the original.
    fn alias(&mut self, anchor: usize, span: &Range<usize>) -> Result<SourceNode, Diagnostic> {
        let Some(anchor) = self.anchors.get(&anchor) else {
            let message = "the alias refers to a part that contains it";
            let error = Diagnostic::error(rule::IMPORT_SYNTAX, message);
            return Err(error.at(self.source, span.clone(), ""));
        };
        let size = anchor.size;
        // The bound is checked before the copy is made.
        self.size.nodes = self.size.nodes.saturating_add(size.nodes);
        self.size.bytes = self.size.bytes.saturating_add(size.bytes);
        let node = if self.is_too_large() {
            SourceNode::null()
        } else {
            anchor.node.clone()
        };
        self.grow(0, 0, span)?;
        Ok(node)
    }

    /// Adds the members of other maps that a map does not have itself. The first map wins.
    fn merge(&self, members: &mut Vec<Member>, merged: Vec<SourceNode>) -> Result<(), Diagnostic> {
        for node in merged {
            let maps = match node.value {
                SourceValue::List(nodes) => nodes,
                value => vec![SourceNode::new(value, node.span)],
            };
            for map in maps {
                let SourceValue::Map(others) = map.value else {
                    let message = "`<<` brings in what is not a map";
                    let error = Diagnostic::error(rule::IMPORT_SYNTAX, message);
                    return Err(error.at(self.source, map.span, ""));
                };
                let own: Vec<String> = members.iter().map(|member| member.key.clone()).collect();
                let new = others.into_iter().filter(|other| !own.contains(&other.key));
                members.extend(new);
            }
        }
        Ok(())
    }

    fn grow(&mut self, nodes: usize, bytes: usize, at: &Range<usize>) -> Result<(), Diagnostic> {
        self.size.nodes = self.size.nodes.saturating_add(nodes);
        self.size.bytes = self.size.bytes.saturating_add(bytes);
        if !self.is_too_large() {
            return Ok(());
        }
        let message = format!("the file has more than {MAX_NODES} values");
        let error = Diagnostic::error(rule::TOO_LARGE, message);
        let place = at.start..at.start + 1;
        Err(error
            .at(self.source, place, "")
            .hint("aliases count as often as they are used"))
    }

    fn is_too_large(&self) -> bool {
        self.size.nodes > MAX_NODES || self.size.bytes > MAX_BYTES
    }
}

/// Returns the value of a scalar: null, or its text.
fn scalar(text: &str, style: ScalarStyle) -> SourceValue {
    let is_null = matches!(text, "" | "~" | "null" | "Null" | "NULL");
    if style == ScalarStyle::Plain && is_null {
        return SourceValue::Null;
    }
    SourceValue::Text(text.to_owned())
}

/// The byte offsets of characters, which is how the parser counts.
struct Offsets<'a> {
    text: &'a str,
    /// The offset of every [`STEP`]th character.
    steps: Vec<usize>,
}

/// The number of characters between two remembered offsets.
const STEP: usize = 256;

impl<'a> Offsets<'a> {
    fn new(text: &'a str) -> Self {
        let steps = text.char_indices().step_by(STEP).map(|(at, _)| at);
        Self {
            text,
            steps: steps.collect(),
        }
    }

    fn byte(&self, index: usize) -> usize {
        let Some(start) = self.steps.get(index / STEP) else {
            return self.text.len();
        };
        let rest = &self.text[*start..];
        let skipped = rest.char_indices().nth(index % STEP);
        skipped.map_or(self.text.len(), |(at, _)| start + at)
    }

    fn range(&self, span: Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SourceNode, Diagnostic> {
        parse(&Arc::new(Source::new("cv.yaml", text)))
    }

    fn error(text: &str) -> Diagnostic {
        read(text).expect_err("an error")
    }

    fn place(error: &Diagnostic) -> (usize, usize) {
        let label = error.primary.as_ref().expect("a place");
        let position = label.source.position(label.span.start);
        (position.line, position.column)
    }

    fn texts(text: &str) -> Vec<String> {
        let leaves = read(text).expect("YAML").leaves("");
        let shown = leaves
            .iter()
            .map(|leaf| format!("{}={}", leaf.path, leaf.text));
        shown.collect()
    }

    #[test]
    fn scalars_stay_texts() {
        let text = "a: 2020-01\nb: no\nc: 0x1F\nd: ~\ne:\nf: 'null'\ng: 1e3\n";
        let expected = ["a=2020-01", "b=no", "c=0x1F", "f=null", "g=1e3"];
        assert_eq!(texts(text), expected);
    }

    #[test]
    fn values_have_places() {
        let text = "# é\n\"ü\": [ä, 'ö']\nlong: |\n  é\n  z\n";
        let node = read(text).expect("YAML");
        let SourceValue::Map(members) = &node.value else {
            panic!("a map");
        };
        assert_eq!(&text[members[0].span.clone()], "\"ü\"");
        let leaves = node.leaves("");
        assert_eq!(&text[leaves[0].span.clone()], "ä");
        assert_eq!(&text[leaves[1].span.clone()], "'ö'");
        assert!(text[leaves[2].span.clone()].contains("é\n  z"));
    }

    #[test]
    fn aliases_and_merge_keys_are_expanded() {
        let text =
            "base: &b {x: 1, y: 2}\none:\n  <<: *b\n  y: 3\ntwo:\n  <<: [*b, {z: 4}]\nthree: *b\n";
        let expected = [
            "base.x=1",
            "base.y=2",
            "one.y=3",
            "one.x=1",
            "two.x=1",
            "two.y=2",
            "two.z=4",
            "three.x=1",
            "three.y=2",
        ];
        assert_eq!(texts(text), expected);
        assert_eq!(texts("'<<': a\n"), ["<<=a"]);
        assert_eq!(place(&error("a:\n  <<: 1\n")), (2, 7));
    }

    #[test]
    fn aliases_cannot_make_a_small_file_large() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for at in 1..12 {
            let before = format!("*a{}, ", at - 1).repeat(9);
            text.push_str(&format!("a{at}: &a{at} [{before}]\n"));
        }
        let fault = error(&text);
        assert!(fault.message.contains("more than"), "{}", fault.message);
        let long = format!(
            "a: &a {}\nb: [{}]\n",
            "x".repeat(100_000),
            "*a, ".repeat(1_000)
        );
        assert!(error(&long).message.contains("more than"));
        assert!(error("a: &a [*a]\n").message.contains("contains it"));
        assert!(
            error("&a a: *b\n")
                .message
                .starts_with("the text is not YAML")
        );
    }

    #[test]
    fn faults_have_places() {
        let faults = [
            ("a: 1\n\tb: 2\n", (2, 1)),
            ("a: 'x\n", (1, 4)),
            ("a: [1, 2\nb: 3\n", (2, 2)),
            ("a: 1\n---\nb: 2\n", (2, 1)),
            ("a: 1\n b: 2\n", (2, 3)),
            ("[a]: 1\n", (1, 1)),
        ];
        let expected = faults.map(|(_, at)| at);
        let found = faults.map(|(text, _)| place(&error(text)));
        assert_eq!(found, expected);
    }

    #[test]
    fn depth_is_bounded() {
        for text in [
            "[".repeat(100_000),
            "- ".repeat(100_000),
            "{a: ".repeat(100_000),
            "? ".repeat(1_000),
        ] {
            let _ = error(&text);
        }
        let lists = "[".repeat(200) + &"]".repeat(200);
        assert!(error(&lists).message.contains("levels deep"));
        assert!(read(&("[".repeat(50) + &"]".repeat(50))).is_ok());
    }

    #[test]
    fn an_empty_file_has_no_value() {
        for text in ["", "# only a comment\n", "---\n", "\u{feff}"] {
            assert!(read(text).expect("YAML").is_empty(), "{text:?}");
        }
    }
}
