//! Reads Word documents as other programs do: the archive with `zip`, its parts with `roxmltree`.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use roxmltree::{Document as Xml, Node};
use zip::ZipArchive;

const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const REFERENCES: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A Word document.
pub struct WordFile {
    /// The parts by their paths, in the order of the archive.
    pub parts: Vec<(String, Vec<u8>)>,
}

/// A paragraph as a reader sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordParagraph {
    /// The identifier of its style; empty for text.
    pub style: String,
    /// Its text.
    pub text: String,
    /// The list that it is an item of.
    pub list: Option<WordList>,
    /// Whether it runs from right to left.
    pub is_rtl: bool,
    /// Its runs.
    pub runs: Vec<WordRun>,
}

/// The place of an item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordList {
    /// The identifier of the list.
    pub number: String,
    /// The level.
    pub level: String,
}

/// A run of text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordRun {
    /// Its text.
    pub text: String,
    /// The names of its properties.
    pub properties: Vec<String>,
    /// The target of its link.
    pub link: Option<String>,
}

impl WordFile {
    /// Opens a document.
    pub fn open(bytes: &[u8]) -> Self {
        let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("an archive");
        let mut parts = Vec::new();
        for index in 0..archive.len() {
            let mut member = archive.by_index(index).expect("a member");
            let name = member.name().expect("a name").into_owned();
            let mut bytes = Vec::new();
            member.read_to_end(&mut bytes).expect("bytes");
            parts.push((name, bytes));
        }
        Self { parts }
    }

    /// Returns the bytes of a part.
    #[track_caller]
    pub fn bytes(&self, path: &str) -> &[u8] {
        let part = self.parts.iter().find(|(name, _)| name == path);
        let (_, bytes) = part.unwrap_or_else(|| panic!("no part {path}"));
        bytes
    }

    /// Returns the XML of a part.
    #[track_caller]
    pub fn xml(&self, path: &str) -> Xml<'_> {
        let text = std::str::from_utf8(self.bytes(path)).expect("UTF-8");
        Xml::parse(text).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Returns the targets of the links and pictures of the body.
    pub fn targets(&self) -> BTreeMap<String, String> {
        let xml = self.xml("word/_rels/document.xml.rels");
        let relationships = xml.root_element().children();
        let mut targets = BTreeMap::new();
        for relationship in relationships.filter(Node::is_element) {
            let id = relationship.attribute("Id").expect("an identifier");
            let target = relationship.attribute("Target").expect("a target");
            targets.insert(id.to_owned(), target.to_owned());
        }
        targets
    }

    /// Returns the paragraphs of the body in their order, with those of tables.
    pub fn paragraphs(&self) -> Vec<WordParagraph> {
        let targets = self.targets();
        let xml = self.xml("word/document.xml");
        let paragraphs = xml.descendants().filter(|node| is(*node, "p"));
        paragraphs.map(|node| paragraph(node, &targets)).collect()
    }

    /// Returns the text of all paragraphs, one per line.
    pub fn text(&self) -> String {
        let paragraphs = self.paragraphs();
        let texts: Vec<&str> = paragraphs
            .iter()
            .map(|paragraph| &*paragraph.text)
            .collect();
        texts.join("\n")
    }

    /// Returns the values of an attribute of all elements of a name in a part.
    pub fn values(&self, path: &str, element: &str, attribute: &str) -> Vec<String> {
        let xml = self.xml(path);
        xml.descendants()
            .filter(|node| is(*node, element))
            .filter_map(|node| node.attribute((WORD, attribute)))
            .map(str::to_owned)
            .collect()
    }
}

fn is(node: Node, name: &str) -> bool {
    node.has_tag_name((WORD, name))
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| is(*child, name))
}

fn value(node: Node, name: &str) -> Option<String> {
    child(node, name)?
        .attribute((WORD, "val"))
        .map(str::to_owned)
}

fn paragraph(node: Node, targets: &BTreeMap<String, String>) -> WordParagraph {
    let properties = child(node, "pPr").expect("properties");
    let list = child(properties, "numPr").map(|list| WordList {
        number: value(list, "numId").expect("a list"),
        level: value(list, "ilvl").expect("a level"),
    });
    let runs: Vec<WordRun> = node
        .descendants()
        .filter(|node| is(*node, "r"))
        .map(|node| run(node, targets))
        .collect();
    WordParagraph {
        style: value(properties, "pStyle").unwrap_or_default(),
        text: runs.iter().map(|run| run.text.as_str()).collect(),
        list,
        is_rtl: child(properties, "bidi").is_some(),
        runs,
    }
}

fn run(node: Node, targets: &BTreeMap<String, String>) -> WordRun {
    let mut text = String::new();
    for part in node.children() {
        if is(part, "t") {
            text.push_str(part.text().unwrap_or_default());
        } else if is(part, "br") {
            text.push('\n');
        } else if is(part, "tab") {
            text.push('\t');
        }
    }
    let properties = child(node, "rPr").map_or_else(Vec::new, |properties| {
        let names = properties.children().filter(Node::is_element);
        names
            .map(|node| node.tag_name().name().to_owned())
            .collect()
    });
    let link = node.parent().filter(|parent| is(*parent, "hyperlink"));
    let link = link.and_then(|link| link.attribute((REFERENCES, "id")));
    WordRun {
        text,
        properties,
        link: link.map(|id| targets[id].clone()),
    }
}
