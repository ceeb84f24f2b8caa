//! Writes the XML of a part. Texts and attributes are escaped, and characters that XML does not allow
//! are left out.

use quick_xml::escape::escape;

/// The namespace of the elements of a document.
pub const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
/// The namespace of references to other parts.
pub const REFERENCES: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// An attribute: its name and its value.
pub type Attribute<'a> = (&'a str, &'a str);

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
pub fn is_allowed(c: char) -> bool {
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
    fn characters_that_xml_does_not_allow_are_left_out() {
        let mut xml = Xml::default();
        xml.text_element("t", &[], "a\u{0}b\u{b}c\u{1f}d\u{fffe}e\u{ffff}f\u{7f}g");
        assert_eq!(xml.into_bytes(), "<t>abcdef\u{7f}g</t>".as_bytes());
    }
}
