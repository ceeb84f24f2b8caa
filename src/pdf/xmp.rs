//! XMP metadata packets: what a file states about itself in XML.

use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};
use xmp_writer::{CustomNamespace, DateTime, Namespace, RenditionClass, Timezone, XmpWriter};

use crate::pdf::timestamp::Timestamp;

/// Namespaces of the properties that are read.
pub mod namespace {
    /// Dublin Core.
    pub const DC: &str = "http://purl.org/dc/elements/1.1/";
    /// XMP basic.
    pub const XMP: &str = "http://ns.adobe.com/xap/1.0/";
    /// PDF.
    pub const PDF: &str = "http://ns.adobe.com/pdf/1.3/";
    /// PDF/A identification.
    pub const PDFA_ID: &str = "http://www.aiim.org/pdfa/ns/id/";
    /// PDF/UA identification.
    pub const PDFUA_ID: &str = "http://www.aiim.org/pdfua/ns/id/";
    /// PDF/X identification, up to PDF/X-3.
    pub const PDFX: &str = "http://ns.adobe.com/pdfx/1.3/";
    /// PDF/X identification, from PDF/X-4.
    pub const PDFX_ID: &str = "http://www.npes.org/pdfx/ns/id/";
}

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// The most XML nodes that are parsed.
const MAX_NODES: u32 = 100_000;

/// Properties read from a packet.
#[derive(Debug, Clone, Default)]
pub struct XmpProperties(Vec<Property>);

#[derive(Debug, Clone)]
struct Property {
    namespace: String,
    name: String,
    value: String,
}

impl XmpProperties {
    /// Reads the properties of a packet. A packet that is not valid XML has none.
    pub fn parse(packet: &[u8]) -> Self {
        let text = String::from_utf8_lossy(packet);
        let options = ParsingOptions {
            nodes_limit: MAX_NODES,
            ..ParsingOptions::default()
        };
        let text = text.trim_start_matches('\u{feff}').trim();
        let Ok(document) = Document::parse_with_options(text, options) else {
            return Self::default();
        };
        let mut properties = Vec::new();
        let descriptions = document
            .descendants()
            .filter(|node| node.has_tag_name((RDF, "Description")));
        for description in descriptions {
            // A property is either an attribute or a child element.
            properties.extend(description.attributes().filter_map(|attribute| {
                Property::new(attribute.namespace(), attribute.name(), attribute.value())
            }));
            properties.extend(description.children().filter_map(|child| {
                let tag = child.tag_name();
                Property::new(tag.namespace(), tag.name(), &value(child))
            }));
        }
        Self(properties)
    }

    /// Returns the value of a property unless it is missing or blank.
    pub fn get(&self, namespace: &str, name: &str) -> Option<&str> {
        let mut properties = self.0.iter();
        let found =
            properties.find(|property| property.namespace == namespace && property.name == name)?;
        Some(&*found.value)
    }
}

impl Property {
    fn new(namespace: Option<&str>, name: &str, value: &str) -> Option<Self> {
        let value = value.trim();
        (!value.is_empty()).then_some(())?;
        Some(Self {
            namespace: namespace?.to_owned(),
            name: name.to_owned(),
            value: value.to_owned(),
        })
    }
}

/// Returns the text of a property, or of its first item if it is a collection.
fn value(property: Node<'_, '_>) -> String {
    let item = property
        .descendants()
        .find(|node| node.has_tag_name((RDF, "li")));
    let texts = item.unwrap_or(property).descendants();
    texts
        .filter(Node::is_text)
        .filter_map(|node| node.text())
        .collect()
}

/// The edition of PDF/X that a packet names; older and newer editions use different properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfxIdentification<'a> {
    /// The property in [`namespace::PDFX`].
    Pdfx(&'a str),
    /// The property in [`namespace::PDFX_ID`].
    PdfxId(&'a str),
}

/// The content of a packet.
#[derive(Debug, Clone, Copy)]
pub struct XmpMetadata<'a> {
    /// The title.
    pub title: &'a str,
    /// The author.
    pub author: Option<&'a str>,
    /// The date of creation and of the last change.
    pub date: Timestamp,
    /// The program that wrote the file.
    pub producer: &'a str,
    /// The UUID of the document.
    pub document_id: &'a str,
    /// The edition of PDF/X.
    pub pdfx: Option<PdfxIdentification<'a>>,
}

impl XmpMetadata<'_> {
    /// Writes the packet.
    pub fn packet(&self) -> String {
        let title = without_control_characters(self.title);
        let author = self.author.map(without_control_characters);
        let document_id = format!("uuid:{}", self.document_id);
        let date = date_time(self.date);
        let mut xmp = XmpWriter::new();
        xmp.format("application/pdf");
        xmp.title([(None, &*title)]);
        if let Some(author) = &author {
            xmp.creator([&**author]);
        }
        xmp.creator_tool(self.producer);
        xmp.create_date(date);
        xmp.modify_date(date);
        xmp.metadata_date(date);
        xmp.document_id(&document_id);
        xmp.version_id("1");
        xmp.rendition_class(RenditionClass::Default);
        xmp.producer(self.producer);
        xmp.trapped(false);
        match self.pdfx {
            Some(PdfxIdentification::Pdfx(version)) => {
                let pdfx = CustomNamespace::new("PDF/X", "pdfx", namespace::PDFX);
                xmp.element("GTS_PDFXVersion", Namespace::Custom(Box::new(pdfx)))
                    .value(version);
            }
            Some(PdfxIdentification::PdfxId(version)) => {
                xmp.pdfx_version(version);
            }
            None => {}
        }
        xmp.finish(None)
    }
}

/// Returns a packet without the standards that it claims.
pub fn without_standards(packet: &str) -> String {
    let mut packet = packet.to_owned();
    for prefix in ["pdfaid:", "pdfuaid:", "pdfaExtension:"] {
        while let Some(range) = element(&packet, prefix) {
            packet.replace_range(range, "");
        }
    }
    packet
}

/// Returns where the first element with a prefix is.
fn element(packet: &str, prefix: &str) -> Option<Range<usize>> {
    let start = packet.find(&format!("<{prefix}"))?;
    let name = packet[start + 1..].split([' ', '>', '/']).next()?;
    let close = format!("</{name}>");
    let length = packet[start..].find(&close)?;
    Some(start..start + length + close.len())
}

fn date_time(date: Timestamp) -> DateTime {
    let at = date.date_time();
    DateTime {
        year: u16::try_from(at.year()).unwrap_or_default(),
        month: Some(at.month().into()),
        day: Some(at.day()),
        hour: Some(at.hour()),
        minute: Some(at.minute()),
        second: Some(at.second()),
        timezone: Some(Timezone::Utc),
    }
}

/// Removes characters that XML 1.0 does not allow.
fn without_control_characters(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(properties: &str) -> Vec<u8> {
        format!(
            "<?xpacket begin='\u{feff}'?><rdf:RDF xmlns:rdf='{RDF}' xmlns:dc='{}' \
             xmlns:pdf='{}' xmlns:ua='{}'>{properties}</rdf:RDF><?xpacket end='r'?>\n  \n",
            namespace::DC,
            namespace::PDF,
            namespace::PDFUA_ID,
        )
        .into_bytes()
    }

    #[test]
    fn reads_elements_attributes_and_collections() {
        let packet = packet(
            "<rdf:Description pdf:Trapped='False'><ua:part>1</ua:part><dc:title><rdf:Alt>\
             <rdf:li>Ada &amp; Co</rdf:li><rdf:li>Other</rdf:li></rdf:Alt></dc:title>\
             </rdf:Description>",
        );
        let properties = XmpProperties::parse(&packet);
        assert_eq!(properties.get(namespace::PDF, "Trapped"), Some("False"));
        assert_eq!(properties.get(namespace::PDFUA_ID, "part"), Some("1"));
        assert_eq!(properties.get(namespace::DC, "title"), Some("Ada & Co"));
        assert_eq!(properties.get(namespace::PDFA_ID, "part"), None);
    }

    #[test]
    fn ignores_properties_in_text_and_blank_properties() {
        let packet = packet(
            "<rdf:Description dc:title=' '><dc:description>&lt;ua:part&gt;1&lt;/ua:part&gt;\
             </dc:description></rdf:Description>",
        );
        let properties = XmpProperties::parse(&packet);
        assert_eq!(properties.get(namespace::PDFUA_ID, "part"), None);
        assert_eq!(properties.get(namespace::DC, "title"), None);
        assert_eq!(XmpProperties::parse(b"<rdf:RDF>").get("", ""), None);
    }

    #[test]
    fn claims_are_removed_and_other_properties_stay() {
        let packet = packet(
            "<rdf:Description><ua:part>1</ua:part></rdf:Description><rdf:Description>\
             <pdfuaid:part>1</pdfuaid:part><pdfaid:part>2</pdfaid:part><pdfaid:conformance>A\
             </pdfaid:conformance><dc:title>Ada</dc:title><pdfaid:open></rdf:Description>",
        );
        let packet = without_standards(&String::from_utf8(packet).expect("text"));
        assert!(!packet.contains("uaid:part") && !packet.contains("conformance"));
        assert!(packet.contains("<dc:title>Ada</dc:title><pdfaid:open></rdf:Description>"));
        assert!(packet.contains("<ua:part>1</ua:part>"));
    }

    #[test]
    fn reads_what_it_writes() {
        let metadata = XmpMetadata {
            title: "A <title> & \u{1}more",
            author: Some("Ada"),
            date: Timestamp::from_unix(0).expect("a date"),
            producer: "cvpress",
            document_id: "0",
            pdfx: Some(PdfxIdentification::Pdfx("PDF/X-1a:2003")),
        };
        let properties = XmpProperties::parse(metadata.packet().as_bytes());
        let expected = [
            (namespace::DC, "title", "A <title> & more"),
            (namespace::DC, "creator", "Ada"),
            (namespace::XMP, "CreateDate", "1970-01-01T00:00:00Z"),
            (namespace::PDF, "Trapped", "False"),
            (namespace::PDFX, "GTS_PDFXVersion", "PDF/X-1a:2003"),
        ];
        for (namespace, name, value) in expected {
            assert_eq!(properties.get(namespace, name), Some(value), "{name}");
        }
    }
}
