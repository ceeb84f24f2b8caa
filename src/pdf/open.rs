//! Opens PDFs, whether for reading pages or for changing objects, with the same errors.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

use flate2::read::ZlibDecoder;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use lopdf::xref::XrefType;
use lopdf::{Document, LoadOptions, Stream};

use crate::diagnostic::{Diagnostic, rule};
use crate::pdf::limits;

/// The size of the start of a file in which readers look for the header, in bytes.
const HEADER_RANGE: usize = 1024;

/// Why a PDF cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfError {
    /// The file has no PDF header.
    NotPdf,
    /// The file or all of its pages cannot be parsed.
    Damaged,
    /// Opening the file needs a password.
    Password,
    /// The file is encrypted in an unsupported way, or must not be encrypted at all.
    Encrypted,
    /// The file exceeds the [limits].
    TooLarge,
}

impl PdfError {
    /// Returns the message for a file called `name`.
    pub fn diagnostic(self, name: &str) -> Diagnostic {
        let (problem, hint) = match self {
            Self::NotPdf => ("is not a PDF", "expected a file that starts with `%PDF-`"),
            Self::Damaged => (
                "is damaged and cannot be read",
                "export the PDF again from the program that made it",
            ),
            Self::Password => (
                "is protected by a password",
                "save the PDF without a password",
            ),
            Self::Encrypted => (
                "uses an encryption that is not supported",
                "save the PDF without encryption",
            ),
            Self::TooLarge => (
                "exceeds the safety limits",
                "export the PDF again from the program that made it",
            ),
        };
        Diagnostic::error(rule::UNREADABLE_PDF, format!("`{name}` {problem}")).hint(hint)
    }
}

/// Returns whether the bytes have a PDF header.
pub fn is_pdf(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(HEADER_RANGE)];
    start.windows(5).any(|window| window == b"%PDF-")
}

/// Opens a PDF for reading.
///
/// # Errors
/// The bytes are not a readable PDF, or they exceed the [limits].
pub fn open(bytes: &[u8]) -> Result<Pdf, PdfError> {
    if !is_pdf(bytes) {
        return Err(PdfError::NotPdf);
    }
    if limits::exceeds_limits(bytes) {
        return Err(PdfError::TooLarge);
    }
    Pdf::new(bytes.to_vec()).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => PdfError::Password,
        LoadPdfError::Decryption(_) => PdfError::Encrypted,
        LoadPdfError::Invalid => PdfError::Damaged,
    })
}

/// Opens a PDF as objects that can be changed. Encrypted files are rejected, with or without a
/// password.
///
/// # Errors
/// The bytes are not a readable, unencrypted PDF.
pub fn open_objects(bytes: &[u8]) -> Result<Document, PdfError> {
    let options = LoadOptions {
        max_decompressed_size: Some(limits::MAX_DECOMPRESSED_SIZE),
        ..LoadOptions::default()
    };
    let document = match Document::load_mem_with_options(bytes, options) {
        Ok(document) => document,
        Err(lopdf::Error::InvalidPassword | lopdf::Error::Decryption(_)) => {
            return Err(PdfError::Encrypted);
        }
        Err(_) => return Err(PdfError::Damaged),
    };
    if document.was_encrypted() || document.is_encrypted() {
        return Err(PdfError::Encrypted);
    }
    Ok(document)
}

/// Opens a PDF of another program, of which pages are copied. What a reader of it would draw in another
/// way, or leave out, is an error.
///
/// # Errors
/// As those of [`open_objects`], or the data of an object is damaged.
pub fn open_sound(bytes: &[u8]) -> Result<Document, PdfError> {
    let document = open_objects(bytes)?;
    let mut streams = document
        .objects
        .values()
        .filter_map(|object| object.as_stream().ok());
    if streams.any(is_damaged) {
        return Err(PdfError::Damaged);
    }
    Ok(document)
}

/// Returns whether Flate data has an error, such as a checksum that is not that of its content.
fn is_damaged(stream: &Stream) -> bool {
    let filters = stream.filters().unwrap_or_default();
    if filters.first().copied() != Some(b"FlateDecode") {
        return false;
    }
    let reader = ZlibDecoder::new(&stream.content[..]);
    let mut reader = reader.take(limits::MAX_DECOMPRESSED_SIZE as u64);
    let read = io::copy(&mut reader, &mut io::sink());
    // Some programs leave out the checksum.
    read.is_err_and(|error| error.kind() != io::ErrorKind::UnexpectedEof)
}

/// Makes a document be written with one table of its objects, instead of after those of the file.
pub fn with_one_table(document: &mut Document) {
    document.reference_table.cross_reference_type = XrefType::CrossReferenceTable;
    for key in [b"Prev".as_slice(), b"XRefStm"] {
        document.trailer.remove(key);
    }
}

/// Runs a function that reads a PDF. A damaged file may cause a panic in a dependency, which is
/// reported as [`PdfError::Damaged`].
///
/// # Errors
/// The function fails or panics.
pub fn catch_panics<T>(read: impl FnOnce() -> Result<T, PdfError>) -> Result<T, PdfError> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or(Err(PdfError::Damaged))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_header_after_leading_bytes() {
        assert!(is_pdf(b"%PDF-1.4\n"));
        assert!(is_pdf(b"junk\n%PDF-1.4\n"));
        assert!(!is_pdf(b"GIF89a"));
        assert!(!is_pdf(&[&[b' '; HEADER_RANGE], &b"%PDF-1.4"[..]].concat()));
    }

    #[test]
    fn reports_panics_as_damage() {
        let result = catch_panics::<()>(|| panic!("out of bounds"));
        assert_eq!(result, Err(PdfError::Damaged));
    }
}
