//! What identifies a file as PDF/X, apart from its pages: version, document information, output
//! intent, XMP metadata and identifier.

use lopdf::xref::XrefType;
use lopdf::{Dictionary, Document, Object, Stream, StringFormat, dictionary};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::content_hash_bytes;
use crate::pdf::xmp::{PdfxIdentification, XmpMetadata};
use crate::pdf::{PageBoxes, Timestamp, encode_text, information_text};
use crate::press::condition::PrintingCondition;
use crate::press::settings::{PdfxStandard, PressSettings};

/// The name and version of the program.
const PRODUCER: &str = concat!("cvpress ", env!("CARGO_PKG_VERSION"));

/// The registry of printing conditions.
const REGISTRY: &str = "http://www.color.org";

/// The color channels of an ICC profile of a press.
const CMYK_CHANNELS: i64 = 4;

/// The title, author and date of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentInfo {
    /// The title.
    pub title: String,
    /// The author.
    pub author: Option<String>,
    /// The date of the document, which is also the date of creation.
    pub date: Timestamp,
}

impl DocumentInfo {
    /// Reads the document information of a PDF. A missing title becomes `fallback_title`, a
    /// missing date `source_date_epoch`, in seconds since 1970. Returns `None` if there is no date.
    pub fn read(
        document: &Document,
        fallback_title: &str,
        source_date_epoch: Option<i64>,
    ) -> Option<Self> {
        let created = information_text(document, b"CreationDate");
        let date = created
            .and_then(|date| Timestamp::parse_pdf(&date))
            .or_else(|| Timestamp::from_unix(source_date_epoch?))?;
        let title = information_text(document, b"Title");
        Some(Self {
            title: title.unwrap_or_else(|| fallback_title.to_owned()),
            author: information_text(document, b"Author"),
            date,
        })
    }
}

/// Returns the error that a document has no date.
pub fn missing_date() -> Diagnostic {
    let message = "a file for a print shop needs a date, and the CV has none";
    Diagnostic::error(rule::UNDATED, message)
        .hint("add the date of the document at the top: `date = \"2026-01\"`")
}

/// Returns the error that a PDF, which has no profile to write a date into, has no date.
pub fn missing_date_of_file() -> Diagnostic {
    let message = "a file for a print shop needs a date, and the PDF has none";
    Diagnostic::error(rule::UNDATED, message).hint(
        "set `SOURCE_DATE_EPOCH` to seconds since 1970, as with `SOURCE_DATE_EPOCH=1767225600`",
    )
}

/// Makes a document PDF/X: sets version, document information, output intent, metadata, and an
/// identifier made from all of its content. Removes unused objects. This must be the last change
/// before [`save`]. A file that claims no standard has no output intent either.
///
/// # Errors
/// The settings do not agree, or the document is damaged.
pub fn mark_as_pdfx(
    document: &mut Document,
    info: &DocumentInfo,
    settings: &PressSettings,
) -> Result<(), Diagnostics> {
    settings.check()?;
    let version = settings.standard.pdf_version();
    version.clone_into(&mut document.version);
    document.reference_table.cross_reference_type = XrefType::CrossReferenceTable;
    // Only the root of the old trailer is still valid.
    let root = document.trailer.get(b"Root");
    let root = root
        .and_then(Object::as_reference)
        .map_err(internal_error)?;
    document.trailer = dictionary! { "Root" => root };
    let condition = settings.condition.clone();
    let condition = condition.unwrap_or_else(|| usual_condition(document));
    let information = document.add_object(information(info, settings.standard));
    document.trailer.set("Info", information);
    let claims_standard = settings.standard != PdfxStandard::Unclaimed;
    let intent = claims_standard.then(|| {
        let intent = output_intent(document, &condition, settings);
        document.add_object(intent)
    });
    let catalog = document.catalog_mut().map_err(internal_error)?;
    catalog.remove(b"Metadata");
    catalog.remove(b"Version");
    catalog.remove(b"OutputIntents");
    if let Some(intent) = intent {
        catalog.set("OutputIntents", vec![Object::Reference(intent)]);
    }
    compact(document);
    let identifier = identifier(document)?;
    add_xmp(document, info, settings.standard, &uuid(&identifier))?;
    let identifier = Object::String(identifier, StringFormat::Hexadecimal);
    let identifiers = vec![identifier.clone(), identifier];
    document.trailer.set("ID", identifiers);
    Ok(())
}

/// Writes a document to bytes. Objects are numbered without gaps, as strict readers require.
///
/// # Errors
/// The document is damaged.
pub fn save(document: &mut Document) -> Result<Vec<u8>, Diagnostics> {
    compact(document);
    let mut bytes = Vec::new();
    let saved = document.save_to(&mut bytes);
    saved.map_err(|error| internal_error(lopdf::Error::from(error)))?;
    Ok(bytes)
}

fn compact(document: &mut Document) {
    document.prune_objects();
    document.renumber_objects();
}

/// Reports a defect that only a bug in this program causes.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the signature that `map_err` needs"
)]
pub(super) fn internal_error(error: lopdf::Error) -> Diagnostics {
    let message = format!("cannot prepare the PDF for a press: {error}");
    Diagnostic::error(rule::INTERNAL, message).into()
}

fn information(info: &DocumentInfo, standard: PdfxStandard) -> Dictionary {
    let date = Object::string_literal(info.date.to_pdf());
    let mut information = dictionary! {
        "Title" => encode_text(&info.title),
        "Creator" => encode_text(PRODUCER),
        "Producer" => encode_text(PRODUCER),
        "CreationDate" => date.clone(),
        "ModDate" => date,
        "Trapped" => "False",
    };
    if let Some(author) = &info.author {
        information.set("Author", encode_text(author));
    }
    // PDF/X-4 has its name in the XMP metadata only.
    if let Some(name) = standard.name().filter(|_| standard == PdfxStandard::X1a) {
        information.set("GTS_PDFXVersion", encode_text(name));
    }
    information
}

fn output_intent(
    document: &mut Document,
    condition: &PrintingCondition,
    settings: &PressSettings,
) -> Dictionary {
    let profile = settings.profile.as_ref();
    let profile_description = profile.and_then(|profile| profile.description.clone());
    // A profile determines the condition unless the user names one.
    let is_registered = profile.is_none() || settings.condition.is_some();
    let mut intent = dictionary! { "Type" => "OutputIntent", "S" => "GTS_PDFX" };
    let (name, description) = if is_registered {
        intent.set("RegistryName", encode_text(REGISTRY));
        let description = condition.description().map(str::to_owned);
        (&*condition.name, description.or(profile_description))
    } else {
        ("Custom", profile_description)
    };
    intent.set("OutputConditionIdentifier", encode_text(name));
    let description = description.unwrap_or_else(|| name.to_owned());
    intent.set("Info", encode_text(&description));
    if let Some(profile) = profile {
        let dictionary = dictionary! { "N" => CMYK_CHANNELS };
        let mut stream = Stream::new(dictionary, profile.bytes.clone());
        // A stream that compression does not shorten stays uncompressed.
        let _ = stream.compress();
        intent.set("DestOutputProfile", document.add_object(stream));
    }
    intent
}

/// Returns the usual condition for the paper of the first page.
fn usual_condition(document: &Document) -> PrintingCondition {
    let first_page = document.page_iter().next();
    let boxes = first_page.and_then(|id| {
        let page = document.get_dictionary(id).ok()?;
        PageBoxes::read(document, page)
    });
    let paper = boxes.map(|boxes| boxes.trim.size());
    PrintingCondition::for_paper(paper.unwrap_or_default())
}

/// Returns an identifier of 16 bytes made from all content (ISO 32000-1, 14.4).
fn identifier(document: &Document) -> Result<Vec<u8>, Diagnostics> {
    let mut bytes = Vec::new();
    let saved = document.clone().save_to(&mut bytes);
    saved.map_err(|error| internal_error(lopdf::Error::from(error)))?;
    Ok(content_hash_bytes(&bytes).to_vec())
}

fn add_xmp(
    document: &mut Document,
    info: &DocumentInfo,
    standard: PdfxStandard,
    document_id: &str,
) -> Result<(), Diagnostics> {
    let xmp = XmpMetadata {
        title: &info.title,
        author: info.author.as_deref(),
        date: info.date,
        producer: PRODUCER,
        document_id,
        pdfx: standard.name().map(|name| match standard {
            PdfxStandard::X4 => PdfxIdentification::PdfxId(name),
            PdfxStandard::X1a | PdfxStandard::Unclaimed => PdfxIdentification::Pdfx(name),
        }),
    };
    let dictionary = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    let stream = Stream::new(dictionary, xmp.packet().into_bytes());
    // Programs search the bytes of the file for the packet.
    let metadata = document.add_object(stream.with_compression(false));
    let catalog = document.catalog_mut().map_err(internal_error)?;
    catalog.set("Metadata", metadata);
    Ok(())
}

/// Formats 16 bytes as a UUID (RFC 9562).
fn uuid(bytes: &[u8]) -> String {
    let mut uuid = String::new();
    for (index, byte) in bytes.iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            uuid.push('-');
        }
        uuid += &format!("{byte:02x}");
    }
    uuid
}
