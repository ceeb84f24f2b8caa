//! Facts about a file as a whole: version, standard, printing condition, dates and active content.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{
    Array, Dict, FromBytes, Name, Object, Stream, String as PdfString,
};

use crate::pdf::xmp::{XmpProperties, namespace};
use crate::pdf::{decode_text, limits, profile_color_space};
use crate::verify::preflight::report::{FileFacts, OutputIntent};

/// The size of the start of a file in which the header is searched for, in bytes.
const HEADER_RANGE: usize = 1024;

/// Reads the facts of a file.
pub fn facts(bytes: &[u8], pdf: &Pdf) -> FileFacts {
    let xref = pdf.xref();
    let root = xref.get::<Dict<'_>>(xref.root_id()).unwrap_or_default();
    let trailer = trailer(bytes).unwrap_or_default();
    let information = information(&trailer, pdf);
    let xmp = xmp(&root);
    let either = |key: &str, namespace: &str, property: &str| {
        let property = || xmp.get(namespace, property).map(str::to_owned);
        text(&information, key).or_else(property)
    };
    FileFacts {
        version: version(bytes),
        encrypted: trailer.contains_key("Encrypt"),
        pdfx: either("GTS_PDFXVersion", namespace::PDFX_ID, "GTS_PDFXVersion"),
        trapped: either("Trapped", namespace::PDF, "Trapped"),
        identified: has_identifier(&trailer),
        title: either("Title", namespace::DC, "title"),
        created: either("CreationDate", namespace::XMP, "CreateDate"),
        modified: either("ModDate", namespace::XMP, "ModifyDate"),
        output_intents: output_intents(&root),
        has_lzw: has_lzw(pdf),
        active: active_content(&root, pdf),
    }
}

/// Returns the document information dictionary.
fn information<'a>(trailer: &Dict<'a>, pdf: &'a Pdf) -> Dict<'a> {
    let reference = trailer.get_ref("Info");
    reference
        .and_then(|reference| pdf.xref().get::<Dict<'_>>(reference.into()))
        .or_else(|| trailer.get("Info"))
        .unwrap_or_default()
}

fn xmp(root: &Dict<'_>) -> XmpProperties {
    let Some(stream) = root.get::<Stream<'_>>("Metadata") else {
        return XmpProperties::default();
    };
    let packet = limits::decode(&stream).unwrap_or_default();
    XmpProperties::parse(&packet)
}

fn has_identifier(trailer: &Dict<'_>) -> bool {
    let parts = trailer.get::<Array<'_>>("ID").unwrap_or_default();
    let parts: Vec<PdfString<'_>> = parts.iter().collect();
    parts.len() == 2 && parts.iter().all(|part| !part.as_bytes().is_empty())
}

/// Returns a text string or a name that is not empty.
fn text(dictionary: &Dict<'_>, key: &str) -> Option<String> {
    let text = match dictionary.get::<Object<'_>>(key)? {
        Object::String(text) => decode_text(text.as_bytes()),
        Object::Name(name) => name.as_str().to_owned(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// Returns the version in the header, such as `1.4`.
fn version(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(HEADER_RANGE)];
    let header = start.windows(8).find(|window| window.starts_with(b"%PDF-"));
    header
        .map(|header| String::from_utf8_lossy(&header[5..]).into_owned())
        .unwrap_or_default()
}

/// Returns the last trailer, or the dictionary of the last cross-reference stream.
fn trailer(bytes: &[u8]) -> Option<Dict<'_>> {
    let at_xref = xref_offset(bytes).and_then(|offset| {
        let is_table = bytes[offset..].trim_ascii_start().starts_with(b"xref");
        let keyword: &[u8] = if is_table { b"trailer" } else { b"obj" };
        let trailer = dictionary_after(&bytes[offset..], keyword)?;
        trailer.contains_key("Root").then_some(trailer)
    });
    at_xref.or_else(|| {
        let last = last_position(bytes, b"trailer")?;
        dictionary_after(&bytes[last..], b"trailer")
    })
}

/// Returns the offset of the last cross-reference section.
fn xref_offset(bytes: &[u8]) -> Option<usize> {
    let keyword = b"startxref";
    let after = last_position(bytes, keyword)? + keyword.len();
    let digits: String = bytes[after..]
        .trim_ascii_start()
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .map(|byte| char::from(*byte))
        .collect();
    let offset = digits.parse().ok()?;
    (offset < bytes.len()).then_some(offset)
}

fn last_position(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes
        .windows(pattern.len())
        .rposition(|window| window == pattern)
}

fn dictionary_after<'a>(bytes: &'a [u8], keyword: &[u8]) -> Option<Dict<'a>> {
    let at = bytes
        .windows(keyword.len())
        .position(|window| window == keyword)?;
    Dict::from_bytes(bytes[at + keyword.len()..].trim_ascii_start())
}

fn has_lzw(pdf: &Pdf) -> bool {
    let streams = pdf.objects().into_iter().filter_map(|object| match object {
        Object::Stream(stream) => Some(stream),
        _ => None,
    });
    streams.into_iter().any(|stream| {
        let filter = stream.dict().get::<Object<'_>>("Filter");
        match filter.or_else(|| stream.dict().get::<Object<'_>>("F")) {
            Some(Object::Name(name)) => is_lzw(&name),
            Some(Object::Array(names)) => names.iter::<Name<'_>>().any(|name| is_lzw(&name)),
            _ => false,
        }
    })
}

fn is_lzw(filter: &Name<'_>) -> bool {
    matches!(filter.as_str(), "LZWDecode" | "LZW")
}

fn output_intents(root: &Dict<'_>) -> Vec<OutputIntent> {
    let intents = root.get::<Array<'_>>("OutputIntents").unwrap_or_default();
    let intents = intents.iter::<Dict<'_>>();
    intents.map(|intent| output_intent(&intent)).collect()
}

fn output_intent(intent: &Dict<'_>) -> OutputIntent {
    let profile = intent.get::<Stream<'_>>("DestOutputProfile");
    OutputIntent {
        subtype: text(intent, "S").unwrap_or_default(),
        condition: text(intent, "OutputConditionIdentifier"),
        registry: text(intent, "RegistryName"),
        profile: profile.map(|profile| color_space(&profile)),
    }
}

/// Returns the color space of an ICC profile.
fn color_space(profile: &Stream<'_>) -> String {
    let bytes = limits::decode(profile).unwrap_or_default();
    profile_color_space(&bytes).unwrap_or_else(|| "an unknown color space".to_owned())
}

/// Returns the kinds of content that a print file must not contain.
fn active_content(root: &Dict<'_>, pdf: &Pdf) -> Vec<String> {
    let names = root.get::<Dict<'_>>("Names").unwrap_or_default();
    let actions = link_actions(pdf);
    let runs = |action: &str| actions.iter().any(|found| found == action);
    let has_page_actions = pdf.pages().iter().any(|page| page.raw().contains_key("AA"));
    let has_open_action = root.get::<Dict<'_>>("OpenAction").is_some();
    let kinds = [
        (
            "scripts",
            names.contains_key("JavaScript") || runs("JavaScript"),
        ),
        (
            "actions",
            has_open_action || has_page_actions || root.contains_key("AA"),
        ),
        ("links that start programs", runs("Launch")),
        (
            "attached files",
            names.contains_key("EmbeddedFiles") || root.contains_key("AF"),
        ),
        ("form fields", root.contains_key("AcroForm")),
        ("layers", root.contains_key("OCProperties")),
    ];
    kinds
        .into_iter()
        .filter(|(_, is_present)| *is_present)
        .map(|(kind, _)| kind.to_owned())
        .collect()
}

/// Returns the types of the actions of all annotations.
fn link_actions(pdf: &Pdf) -> Vec<String> {
    let mut actions = Vec::new();
    for page in pdf.pages().iter() {
        let annotations = page.raw().get::<Array<'_>>("Annots").unwrap_or_default();
        for annotation in annotations.iter::<Dict<'_>>() {
            let action = annotation.get::<Dict<'_>>("A").unwrap_or_default();
            actions.extend(text(&action, "S"));
        }
    }
    actions
}

#[cfg(test)]
mod tests {
    use hayro::hayro_syntax::object::Number;

    use super::*;

    #[test]
    fn reads_version_from_header() {
        assert_eq!(version(b"%PDF-1.4\n"), "1.4");
        assert_eq!(version(b"junk\n%PDF-2.0\n"), "2.0");
        assert_eq!(version(b"junk"), "");
    }

    fn size_in_trailer(file: &str) -> Option<i64> {
        let trailer = trailer(file.as_bytes())?;
        trailer.get::<Number>("Size").map(|size| size.as_i64())
    }

    #[test]
    fn trailer_is_that_of_the_last_cross_reference_section() {
        let first = "%PDF-1.4\nxref\ntrailer << /Root 1 0 R /Size 1 >>\n";
        let second = "xref\ntrailer << /Root 1 0 R /Size 2 >>\n";
        let updated = format!("{first}{second}startxref\n9\n");
        for (end, size) in [
            (format!("startxref\n{}\n%%EOF", first.len()), 2),
            ("startxref\n9\n%%EOF".to_owned(), 1),
            (format!("{}startxref\n{}\n", second, first.len()), 2),
            ("startxref\n9999\n".to_owned(), 2),
            (String::new(), 2),
        ] {
            let file = format!("{first}{second}{end}");
            assert_eq!(size_in_trailer(&file), Some(size), "{end}");
        }
        let file = format!("{updated}startxref\n{}\n", first.len());
        assert_eq!(size_in_trailer(&file), Some(2));
        let at_end = format!("{first}startxref\n");
        assert_eq!(
            xref_offset(format!("{at_end}{}", at_end.len() + 2).as_bytes()),
            None
        );
    }
}
