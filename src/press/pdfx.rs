//! What makes a PDF a file for a print shop, beside its pages: version, information, printing
//! condition, metadata, identifier.

use lopdf::xref::XrefType;
use lopdf::{Dictionary, Document, Object, Stream, StringFormat, dictionary};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::press::condition::PrintingCondition;
use crate::press::settings::{PdfxStandard, PressSettings};
use crate::press::timestamp::Timestamp;
use crate::press::xmp;
use crate::verify::decoded;

/// What made the file.
pub(super) const MAKER: &str = concat!("cvpress ", env!("CARGO_PKG_VERSION"));

/// Who keeps the register of printing conditions.
const REGISTRY: &str = "http://www.color.org";

/// How many colours a profile of a press has.
const INKS: i64 = 4;

/// What a file is called, and from when it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentInfo {
    /// Its title.
    pub title: String,
    /// Whose it is.
    pub author: Option<String>,
    /// When it was made: the date of the document.
    pub date: Timestamp,
}

impl DocumentInfo {
    /// What a document says of itself; `fallback` is called where it has no title, and `epoch`,
    /// seconds since 1970, dates one that has no date.
    ///
    /// # Errors
    /// There is no date.
    pub fn of(
        document: &Document,
        fallback: &str,
        epoch: Option<i64>,
    ) -> Result<Self, Diagnostics> {
        let information = document
            .trailer
            .get_deref(b"Info", document)
            .and_then(Object::as_dict)
            .ok();
        let text = |key: &[u8]| {
            let bytes = information?
                .get_deref(key, document)
                .and_then(Object::as_str)
                .ok()?;
            Some(decoded(bytes)).filter(|text| !text.is_empty())
        };
        let date = text(b"CreationDate").and_then(|date| Timestamp::of_pdf(&date));
        let date = date
            .or_else(|| Timestamp::of_epoch(epoch?))
            .ok_or_else(missing_date)?;
        Ok(Self {
            title: text(b"Title").unwrap_or_else(|| fallback.to_owned()),
            author: text(b"Author"),
            date,
        })
    }
}

/// That there is no date to say.
pub fn missing_date() -> Diagnostic {
    let error = Diagnostic::error(
        rule::UNDATED,
        "a file for a print shop needs a date, and the CV has none",
    );
    error.hint("write the date of the document at the top: `date = \"2026-01\"`")
}

/// Makes a document a file for a print shop that says so: the version and the keys of PDF/X, the
/// printing condition, metadata, and an identifier made of all that it holds. Objects that nothing
/// leads to are dropped. It is the last that is done to a document before it is [`written`].
///
/// # Errors
/// The settings cannot be met, or the document has no root.
pub fn mark_as_pdfx(
    document: &mut Document,
    identity: &DocumentInfo,
    settings: &PressSettings,
) -> Result<(), Diagnostics> {
    settings.check()?;
    settings
        .standard
        .version()
        .clone_into(&mut document.version);
    document.reference_table.cross_reference_type = XrefType::CrossReferenceTable;
    // Of the old trailer, the root is all that counts.
    let root = document
        .trailer
        .get(b"Root")
        .and_then(Object::as_reference)
        .map_err(broken)?;
    document.trailer = dictionary! { "Root" => root };
    let condition = settings
        .condition
        .clone()
        .unwrap_or_else(|| usual_condition(document));
    let information = document.add_object(information(identity, settings.standard));
    document.trailer.set("Info", information);
    let intent = output_intent(document, &condition, settings);
    let intent = document.add_object(intent);
    let catalog = document.catalog_mut().map_err(broken)?;
    catalog.remove(b"Metadata");
    catalog.remove(b"Version");
    catalog.set("OutputIntents", vec![Object::Reference(intent)]);
    compact(document);
    let identifier = identifier(document)?;
    let digits: String = identifier
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let packet = xmp::packet(identity, settings.standard, &uuid(&digits));
    let described = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    // Programs look for it in the bytes of the file.
    let metadata =
        document.add_object(Stream::new(described, packet.into_bytes()).with_compression(false));
    document
        .catalog_mut()
        .map_err(broken)?
        .set("Metadata", metadata);
    let identifier = Object::String(identifier, StringFormat::Hexadecimal);
    document
        .trailer
        .set("ID", vec![identifier.clone(), identifier]);
    Ok(())
}

/// The bytes of a document: its objects numbered without gaps, as strict readers want them.
///
/// # Errors
/// It cannot be written.
pub fn save(document: &mut Document) -> Result<Vec<u8>, Diagnostics> {
    compact(document);
    let mut bytes = Vec::new();
    document
        .save_to(&mut bytes)
        .map_err(|error| broken(lopdf::Error::from(error)))?;
    Ok(bytes)
}

fn compact(document: &mut Document) {
    document.prune_objects();
    document.renumber_objects();
}

/// A fault that only a document made wrongly by ourselves can have.
#[expect(
    clippy::needless_pass_by_value,
    reason = "as errors are turned into others"
)]
pub(super) fn broken(error: lopdf::Error) -> Diagnostics {
    Diagnostic::error(
        rule::INTERNAL,
        format!("the PDF cannot be made ready for a press: {error}"),
    )
    .into()
}

fn information(identity: &DocumentInfo, standard: PdfxStandard) -> Dictionary {
    let date = Object::string_literal(identity.date.to_pdf());
    let mut information = dictionary! {
        "Title" => text(&identity.title),
        "Creator" => text(MAKER),
        "Producer" => text(MAKER),
        "CreationDate" => date.clone(),
        "ModDate" => date,
        "Trapped" => "False",
    };
    if let Some(author) = &identity.author {
        information.set("Author", text(author));
    }
    // PDF/X-4 says it in the metadata.
    if standard == PdfxStandard::X1a {
        information.set("GTS_PDFXVersion", text(standard.name()));
    }
    information
}

/// A text string: ASCII as it stands, all else in UTF-16.
fn text(text: &str) -> Object {
    if text.is_ascii() {
        return Object::string_literal(text);
    }
    let units = text.encode_utf16().flat_map(u16::to_be_bytes);
    Object::String(
        [0xfe, 0xff].into_iter().chain(units).collect(),
        StringFormat::Hexadecimal,
    )
}

fn output_intent(
    document: &mut Document,
    condition: &PrintingCondition,
    settings: &PressSettings,
) -> Dictionary {
    let about = condition.about.map(str::to_owned);
    let described = settings
        .profile
        .as_ref()
        .and_then(|profile| profile.description.clone());
    let mut intent = dictionary! { "Type" => "OutputIntent", "S" => "GTS_PDFX" };
    // A profile says what it is for; the name of a condition is the user's to add.
    let (name, registry) = match (&settings.profile, &settings.condition) {
        (Some(_), None) => ("Custom", None),
        _ => (&*condition.name, Some(REGISTRY)),
    };
    intent.set("OutputConditionIdentifier", text(name));
    if let Some(registry) = registry {
        intent.set("RegistryName", text(registry));
    }
    let information = match registry {
        Some(_) => about.or(described),
        None => described,
    };
    intent.set(
        "Info",
        text(&information.unwrap_or_else(|| name.to_owned())),
    );
    if let Some(profile) = &settings.profile {
        let mut stream = Stream::new(dictionary! { "N" => INKS }, profile.bytes.clone());
        // Left as it is where that does not help.
        let _ = stream.compress();
        intent.set("DestOutputProfile", document.add_object(stream));
    }
    intent
}

/// What is usual for the paper of the first page.
fn usual_condition(document: &Document) -> PrintingCondition {
    let first = document
        .page_iter()
        .next()
        .and_then(|page| document.get_dictionary(page).ok());
    let area = first.and_then(|page| {
        crate::press::single_pages::area(page, b"TrimBox")
            .or_else(|| crate::press::single_pages::area(page, b"MediaBox"))
    });
    let [left, bottom, right, top] = area.unwrap_or_default();
    PrintingCondition::of_paper(f64::from(right - left), f64::from(top - bottom))
}

/// A number made of all that the document holds, as ISO 32000-1, 14.4, wants it: 16 bytes.
fn identifier(document: &Document) -> Result<Vec<u8>, Diagnostics> {
    let mut bytes = Vec::new();
    document
        .clone()
        .save_to(&mut bytes)
        .map_err(|error| broken(lopdf::Error::from(error)))?;
    Ok(typst::utils::hash128(&bytes).to_be_bytes().to_vec())
}

/// Sixteen bytes as RFC 9562 writes them.
fn uuid(digits: &str) -> String {
    let mut uuid = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if matches!(at, 8 | 12 | 16 | 20) {
            uuid.push('-');
        }
        uuid.push(digit);
    }
    uuid
}
