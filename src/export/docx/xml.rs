//! Writes the XML of a part. Texts and attributes are escaped, and characters that XML does not allow
//! are left out.

use std::fmt::Display;

use quick_xml::escape::escape;

/// An attribute: its name and its value.
pub type Attribute<'a> = (&'a str, &'a str);

/// A text or a number with its name in a file.
pub type NamedText<'a> = (&'a str, &'a dyn Display);

/// The XML of a part while it is written.
#[derive(Debug, Default)]
pub struct Xml {
    text: String,
}

impl Xml {
    /// Starts a part with its declaration.
    pub fn part() -> Self {
        Self {
            text: "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n".to_owned(),
        }
    }

    /// Writes an element with what `content` writes in it.
    pub fn element(
        &mut self,
        name: &str,
        attributes: &[Attribute],
        content: impl FnOnce(&mut Self),
    ) {
        self.start(name, attributes);
        self.text.push('>');
        content(self);
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
    }

    /// Writes an element without content.
    pub fn empty(&mut self, name: &str, attributes: &[Attribute]) {
        self.start(name, attributes);
        self.text.push_str("/>");
    }

    /// Writes an element with the attribute `w:val` alone, as most properties are.
    pub fn value(&mut self, name: &str, value: &str) {
        self.empty(name, &[("w:val", value)]);
    }

    /// Writes a property that is on or off; nothing if it is as in the style.
    pub fn toggle(&mut self, name: &str, value: Option<bool>) {
        match value {
            Some(true) => self.empty(name, &[]),
            Some(false) => self.value(name, "0"),
            None => {}
        }
    }

    /// Writes an element with those of its attributes that have a number; nothing if none has.
    pub fn numbers<const N: usize>(&mut self, name: &str, numbers: [(&str, Option<usize>); N]) {
        let numbers = numbers
            .into_iter()
            .filter_map(|(name, number)| Some((name, number?.to_string())));
        let numbers: Vec<(&str, String)> = numbers.collect();
        let attributes = numbers
            .iter()
            .map(|(name, number)| (*name, number.as_str()));
        let attributes: Vec<Attribute> = attributes.collect();
        if !attributes.is_empty() {
            self.empty(name, &attributes);
        }
    }

    /// Writes the XML of a file, without the line breaks and indents between elements. In it, `{name}`
    /// stands for the text or the XML of that name.
    pub fn fill(&mut self, source: &str, texts: &[NamedText], parts: &[(&str, &Self)]) {
        for line in source.lines().map(str::trim_start) {
            if !line.starts_with(['<', '{']) {
                // Further attributes of an element.
                self.text.push(' ');
            }
            let mut pieces = line.split('{');
            self.text.push_str(pieces.next().unwrap_or_default());
            for piece in pieces {
                let (name, rest) = piece.split_once('}').unwrap_or((piece, ""));
                if let Some((_, text)) = texts.iter().find(|(known, _)| *known == name) {
                    self.text.push_str(&escaped(&text.to_string()));
                }
                if let Some((_, part)) = parts.iter().find(|(known, _)| *known == name) {
                    self.append(part);
                }
                self.text.push_str(rest);
            }
        }
    }

    /// Writes an element that contains text.
    pub fn text_element(&mut self, name: &str, attributes: &[Attribute], text: &str) {
        self.element(name, attributes, |xml| xml.text.push_str(&escaped(text)));
    }

    /// Writes XML that another writer without a declaration has made.
    pub fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
    }

    /// Returns what is written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }

    fn start(&mut self, name: &str, attributes: &[Attribute]) {
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            self.text.push_str(&escaped(value));
            self.text.push('"');
        }
    }
}

fn escaped(text: &str) -> String {
    let allowed: String = text.chars().filter(|c| is_allowed(*c)).collect();
    escape(allowed.as_str()).into_owned()
}

/// Returns whether XML 1.0 allows a character.
fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_kept() {
        let hostile = "</w:t><w:p a=\"1\">&amp; ]]> 'x' \u{1F600}";
        let mut xml = Xml::part();
        xml.text_element("t", &[("a", hostile)], hostile);
        let bytes = xml.into_bytes();
        let text = std::str::from_utf8(&bytes).expect("UTF-8");
        let document = roxmltree::Document::parse(text).expect("XML");
        assert_eq!(document.root_element().text(), Some(hostile));
        assert_eq!(document.root_element().attribute("a"), Some(hostile));
    }

    #[test]
    fn values_are_filled_in_once_and_escaped() {
        let source = "<a b=\"{b}\"\n    c=\"{c}\">\n  {part}\n</a>\n";
        let mut part = Xml::default();
        part.value("d", "1");
        let mut xml = Xml::default();
        xml.fill(source, &[("b", &"{c}<"), ("c", &2)], &[("part", &part)]);
        let expected = "<a b=\"{c}&lt;\" c=\"2\"><d w:val=\"1\"/></a>";
        assert_eq!(xml.into_bytes(), expected.as_bytes());
    }

    #[test]
    fn characters_that_xml_does_not_allow_are_left_out() {
        let mut xml = Xml::default();
        xml.text_element("t", &[], "a\u{0}b\u{b}c\u{1f}d\u{fffe}e\u{ffff}f\u{7f}g");
        assert_eq!(xml.into_bytes(), "<t>abcdef\u{7f}g</t>".as_bytes());
    }
}
