//! What a file says of itself as a whole: version, standard, printing condition, dates, and what
//! acts in it.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, FromBytes, Object, Stream, String as PdfString};

use crate::verify::guard;
use crate::verify::preflight::report::{FileFacts, OutputIntent};
use crate::verify::read::decoded;

/// Where the profile of a file says what colours it is for, and what it begins with: ICC.1:2010,
/// 7.2.
const PROFILE_SPACE: std::ops::Range<usize> = 16..20;

/// Reads it.
pub fn facts(bytes: &[u8], pdf: &Pdf) -> FileFacts {
    let root = pdf
        .xref()
        .get::<Dict<'_>>(pdf.xref().root_id())
        .unwrap_or_default();
    let trailer = trailer(bytes).unwrap_or_default();
    let information = trailer
        .get_ref("Info")
        .and_then(|at| pdf.xref().get::<Dict<'_>>(at.into()));
    let information = information
        .or_else(|| trailer.get("Info"))
        .unwrap_or_default();
    let claims = root
        .get::<Stream<'_>>("Metadata")
        .and_then(|stream| guard::operations(&stream));
    let claims = claims
        .map(|xml| String::from_utf8_lossy(&xml).into_owned())
        .unwrap_or_default();
    let text = |key: &str| text(&information, key);
    let identifiers: Vec<PdfString<'_>> = trailer
        .get::<Array<'_>>("ID")
        .map(|parts| parts.iter().collect())
        .unwrap_or_default();
    FileFacts {
        version: version(bytes),
        encrypted: trailer.contains_key("Encrypt"),
        pdfx: text("GTS_PDFXVersion").or_else(|| property(&claims, "pdfxid:GTS_PDFXVersion")),
        trapped: text("Trapped").or_else(|| property(&claims, "pdf:Trapped")),
        identified: identifiers.len() == 2
            && identifiers.iter().all(|part| !part.as_bytes().is_empty()),
        title: text("Title")
            .or_else(|| property(&claims, "dc:title").filter(|title| !title.trim().is_empty())),
        created: text("CreationDate").or_else(|| property(&claims, "xmp:CreateDate")),
        modified: text("ModDate").or_else(|| property(&claims, "xmp:ModifyDate")),
        output_intents: output_intents(&root),
        active: active(&root, pdf),
    }
}

/// A text string or a name.
fn text(of: &Dict<'_>, key: &str) -> Option<String> {
    let text = match of.get::<Object<'_>>(key)? {
        Object::String(text) => decoded(text.as_bytes()),
        Object::Name(name) => name.as_str().to_owned(),
        _ => return None,
    };
    Some(text).filter(|text| !text.is_empty())
}

/// What the metadata say: a property is an element or an attribute.
fn property(xml: &str, name: &str) -> Option<String> {
    let after = &xml[xml.find(name)? + name.len()..];
    let value = match after.trim_start().strip_prefix('=') {
        Some(quoted) => quoted.trim_start().trim_start_matches(['"', '\'']),
        None => after.split_once('>')?.1,
    };
    let end = value.find(['<', '"', '\'']).unwrap_or(0);
    Some(value[..end].to_owned()).filter(|value| !value.is_empty())
}

/// The version in the first line, `1.4`.
fn version(bytes: &[u8]) -> String {
    let header = bytes[..bytes.len().min(1024)]
        .windows(8)
        .find(|window| window.starts_with(b"%PDF-"));
    header
        .map(|header| String::from_utf8_lossy(&header[5..]).into_owned())
        .unwrap_or_default()
}

/// The last trailer, or the dictionary of the last cross-reference stream.
fn trailer(bytes: &[u8]) -> Option<Dict<'_>> {
    let last = |what: &[u8]| bytes.windows(what.len()).rposition(|window| window == what);
    let start = last(b"startxref").and_then(|at| {
        let digits = bytes[at + b"startxref".len()..].trim_ascii_start();
        let digits: String = digits
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .map(|b| char::from(*b))
            .collect();
        digits
            .parse::<usize>()
            .ok()
            .filter(|start| *start < bytes.len())
    });
    let after = |from: usize, what: &[u8]| {
        let at = bytes[from..]
            .windows(what.len())
            .position(|window| window == what)?;
        Dict::from_bytes(bytes[from + at + what.len()..].trim_ascii_start())
    };
    let named = start.and_then(|start| {
        let is_table = bytes[start..].trim_ascii_start().starts_with(b"xref");
        after(start, if is_table { b"trailer" } else { b"obj" })
            .filter(|found: &Dict<'_>| found.contains_key("Root"))
    });
    named.or_else(|| after(last(b"trailer")?, b"trailer"))
}

fn output_intents(root: &Dict<'_>) -> Vec<OutputIntent> {
    let intents = root.get::<Array<'_>>("OutputIntents").unwrap_or_default();
    let intent = |intent: Dict<'_>| {
        let profile = intent.get::<Stream<'_>>("DestOutputProfile").map(|stream| {
            let bytes = guard::profile(&stream).unwrap_or_default();
            let space = bytes
                .get(PROFILE_SPACE)
                .map(|space| String::from_utf8_lossy(space).trim().to_owned());
            space
                .filter(|space| !space.is_empty())
                .unwrap_or_else(|| "an unknown space".to_owned())
        });
        OutputIntent {
            subtype: text(&intent, "S").unwrap_or_default(),
            condition: text(&intent, "OutputConditionIdentifier"),
            registry: text(&intent, "RegistryName"),
            profile,
        }
    };
    intents.iter::<Dict<'_>>().map(intent).collect()
}

/// What does something, brings something along or can be switched.
fn active(root: &Dict<'_>, pdf: &Pdf) -> Vec<String> {
    let mut found = Vec::new();
    let names = root.get::<Dict<'_>>("Names").unwrap_or_default();
    let mut tell = |is_there: bool, what: &str| {
        if is_there {
            found.push(what.to_owned());
        }
    };
    let opens = root.get::<Dict<'_>>("OpenAction").is_some();
    let mut kinds: Vec<String> = Vec::new();
    for page in pdf.pages().iter() {
        let annotations = page.raw().get::<Array<'_>>("Annots").unwrap_or_default();
        let actions = annotations
            .iter::<Dict<'_>>()
            .filter_map(|annotation| annotation.get::<Dict<'_>>("A"));
        kinds.extend(actions.filter_map(|action| text(&action, "S")));
    }
    let acts = |kind: &str| kinds.iter().any(|known| known == kind);
    tell(
        names.contains_key("JavaScript") || acts("JavaScript"),
        "scripts",
    );
    tell(
        opens
            || root.contains_key("AA")
            || pdf.pages().iter().any(|page| page.raw().contains_key("AA")),
        "actions",
    );
    tell(acts("Launch"), "links that start programs");
    tell(
        names.contains_key("EmbeddedFiles") || root.contains_key("AF"),
        "attached files",
    );
    tell(root.contains_key("AcroForm"), "a form to fill in");
    tell(root.contains_key("OCProperties"), "layers");
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read_as_elements_and_as_attributes() {
        let xml =
            "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion><x pdf:Trapped=\"False\"/>";
        assert_eq!(
            property(xml, "pdfxid:GTS_PDFXVersion").as_deref(),
            Some("PDF/X-4")
        );
        assert_eq!(property(xml, "pdf:Trapped").as_deref(), Some("False"));
        assert_eq!(property(xml, "dc:title"), None);
    }

    #[test]
    fn the_version_is_that_of_the_header() {
        assert_eq!(version(b"%PDF-1.4\n"), "1.4");
        assert_eq!(version(b"junk\n%PDF-2.0\n"), "2.0");
    }
}
