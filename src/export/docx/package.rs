//! The package of a document: a ZIP archive of parts with their types and relationships (ECMA-376,
//! part 2). The order and the dates of its members are fixed.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use crate::export::docx::xml::Xml;

/// The namespace of relationships, and the start of their types.
const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const RELATIONSHIP_TYPE: &str =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

/// A part of the package.
#[derive(Debug)]
pub struct PackagePart {
    /// Its path in the archive.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl PackagePart {
    /// Creates a part of XML.
    pub fn new(path: &str, xml: Xml) -> Self {
        Self {
            path: path.to_owned(),
            bytes: xml.into_bytes(),
        }
    }
}

/// What a part refers to: other parts, and addresses on the web.
#[derive(Debug, Default)]
pub struct Relationships {
    list: Vec<Relationship>,
    /// The identifiers of addresses.
    links: BTreeMap<String, String>,
}

#[derive(Debug)]
struct Relationship {
    kind: String,
    target: String,
    is_external: bool,
}

impl Relationships {
    /// Adds a part, whose type is a word of the standard such as `styles`, and returns its identifier.
    pub fn part(&mut self, kind: &str, target: &str) -> String {
        self.add(kind, target, false)
    }

    /// Adds an address, or finds it again, and returns its identifier.
    pub fn link(&mut self, address: &str) -> String {
        if let Some(id) = self.links.get(address) {
            return id.clone();
        }
        let id = self.add("hyperlink", address, true);
        self.links.insert(address.to_owned(), id.clone());
        id
    }

    fn add(&mut self, kind: &str, target: &str, is_external: bool) -> String {
        self.list.push(Relationship {
            kind: format!("{RELATIONSHIP_TYPE}{kind}"),
            target: target.to_owned(),
            is_external,
        });
        identifier(self.list.len())
    }

    /// Returns the part that lists them.
    pub fn xml(&self) -> Xml {
        let mut xml = Xml::part();
        xml.element("Relationships", &[("xmlns", RELATIONSHIPS)], |xml| {
            for (index, relationship) in self.list.iter().enumerate() {
                let id = identifier(index + 1);
                let mut attributes = vec![
                    ("Id", id.as_str()),
                    ("Type", &relationship.kind),
                    ("Target", &relationship.target),
                ];
                if relationship.is_external {
                    attributes.push(("TargetMode", "External"));
                }
                xml.empty("Relationship", &attributes);
            }
        });
        xml
    }
}

fn identifier(number: usize) -> String {
    format!("rId{number}")
}

/// Returns the archive of parts, in their order.
///
/// # Errors
/// A part is too large for an archive.
pub fn archive(parts: &[PackagePart]) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for part in parts {
        write_member(&mut zip, &part.path, &part.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

fn write_member(zip: &mut ZipWriter<Cursor<Vec<u8>>>, path: &str, bytes: &[u8]) -> ZipResult<()> {
    // 1980-01-01, on a system of its own kind: the archive tells nothing of when and where it was made.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .system(System::Dos);
    zip.start_file(path, options)?;
    zip.write_all(bytes)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_relationship() {
        let mut relationships = Relationships::default();
        assert_eq!(relationships.part("styles", "styles.xml"), "rId1");
        assert_eq!(relationships.link("https://example.org/?a=1&b=2"), "rId2");
        assert_eq!(relationships.link("https://example.org/b"), "rId3");
        assert_eq!(relationships.link("https://example.org/?a=1&b=2"), "rId2");
        let bytes = relationships.xml().into_bytes();
        let text = std::str::from_utf8(&bytes).expect("UTF-8");
        let document = roxmltree::Document::parse(text).expect("XML");
        let targets: Vec<&str> = document
            .descendants()
            .filter_map(|node| node.attribute("Target"))
            .collect();
        let expected = [
            "styles.xml",
            "https://example.org/?a=1&b=2",
            "https://example.org/b",
        ];
        assert_eq!(targets, expected);
    }
}
