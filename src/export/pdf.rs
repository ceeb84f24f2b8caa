//! Exports pages as PDF: tagged PDF/UA-1 and PDF/A-2a, or PDF/A-3a with attached data, or plain for a
//! press.

use serde::{Deserialize, Serialize};
use typst::foundations::{Datetime, Smart};
use typst::model::Document;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::readable::readable;
use crate::export::{attached, logical_order, tags};
use crate::layout::Ink;
use crate::pdf;
use crate::typeset::Typeset;

/// The name and version of the program.
const CREATOR: &str = concat!("cvpress ", env!("CARGO_PKG_VERSION"));

/// What a PDF depends on, apart from its pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportOptions {
    /// `SOURCE_DATE_EPOCH`: the date of documents without a date of their own, in seconds since
    /// 1970.
    pub source_date_epoch: Option<i64>,
}

/// A PDF with the warnings of its export.
#[derive(Debug)]
pub struct ExportedPdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// The warnings.
    pub warnings: Diagnostics,
}

/// Exports pages as a tagged PDF. The same pages and options give the same bytes.
///
/// `identity` distinguishes the document from all others and determines the identifier of the file;
/// `languages` are those of the profile's texts, which tell the language of foreign words. `data` is
/// the JSON Resume document to attach.
///
/// # Errors
/// The pages violate PDF/UA-1 or PDF/A.
pub fn pdf(
    typeset: &Typeset,
    identity: &str,
    languages: &[String],
    data: Option<&str>,
    options: ExportOptions,
) -> Result<ExportedPdf, Diagnostics> {
    let base_options = base_options(identity, options);
    let has_own_date = matches!(typeset.document.info().date, Smart::Custom(Some(_)));
    let is_dated = has_own_date || base_options.timestamp.is_some();
    let mut warnings = Diagnostics::default();
    let mut standards = vec![PdfStandard::Ua_1];
    if typeset.ink != Ink::Screen {
        warnings.push(press_ink_warning());
    } else if !is_dated {
        warnings.push(undated_warning());
    } else {
        standards.push(match data {
            Some(_) => PdfStandard::A_3a,
            None => PdfStandard::A_2a,
        });
    }
    let pdf_options = PdfOptions {
        standards: combined(&standards)?,
        tagged: true,
        ..base_options
    };
    let mut document = tags::improved(&typeset.document, languages);
    if let Some(data) = data {
        document = attached::with_data(&document, data);
    }
    let bytes = export(&document, &pdf_options)?;
    Ok(ExportedPdf { bytes, warnings })
}

/// Returns the warning for inks whose appearance only a press determines, which PDF/A excludes.
fn press_ink_warning() -> Diagnostic {
    let message = "a CV in the inks of a press cannot be PDF/A";
    Diagnostic::warning(rule::PRESS_INK, message)
        .hint("for a print shop, use `cvpress press pdf`; otherwise set `ink` to `screen`")
}

fn undated_warning() -> Diagnostic {
    let message = "a CV without a date cannot be PDF/A";
    Diagnostic::warning(rule::UNDATED, message)
        .hint("add the date of the document at the top: `date = \"2026-01\"`")
}

/// The version of a PDF for a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfVersion {
    /// PDF 1.4, for PDF/X-1a:2003.
    V1_4,
    /// PDF 1.6, for PDF/X-4.
    V1_6,
}

/// Exports pages for a press, without tags.
///
/// # Errors
/// Typst cannot export the pages.
pub fn press_pdf(
    typeset: &Typeset,
    identity: &str,
    version: PdfVersion,
    options: ExportOptions,
) -> Result<Vec<u8>, Diagnostics> {
    let version = match version {
        PdfVersion::V1_4 => PdfStandard::V_1_4,
        PdfVersion::V1_6 => PdfStandard::V_1_6,
    };
    let pdf_options = PdfOptions {
        standards: combined(&[version])?,
        tagged: false,
        ..base_options(identity, options)
    };
    export(&readable(&typeset.document), &pdf_options)
}

/// Exports sheets that contain pages of other PDFs. No standard is claimed, because it would depend
/// on those PDFs.
///
/// # Errors
/// Typst cannot export the pages.
pub fn sheet_pdf(document: &PagedDocument, identity: &str) -> Result<Vec<u8>, Diagnostics> {
    let pdf_options = PdfOptions {
        ident: Smart::Custom(identity.to_owned()),
        tagged: false,
        ..PdfOptions::default()
    };
    export(document, &pdf_options)
}

/// Exports the sheets of a gallery, with tags. No standard is claimed, because it would depend on the
/// PDFs of the layouts.
///
/// # Errors
/// Typst cannot export the pages.
pub fn gallery_pdf(document: &PagedDocument, identity: &str) -> Result<Vec<u8>, Diagnostics> {
    let pdf_options = PdfOptions {
        ident: Smart::Custom(identity.to_owned()),
        ..PdfOptions::default()
    };
    export(document, &pdf_options)
}

/// Returns the options for identifier, creator and date.
fn base_options(identity: &str, options: ExportOptions) -> PdfOptions {
    let epoch = options.source_date_epoch.and_then(datetime);
    PdfOptions {
        ident: Smart::Custom(identity.to_owned()),
        creator: Smart::Custom(Some(CREATOR.to_owned())),
        timestamp: epoch.map(Timestamp::new_utc),
        ..PdfOptions::default()
    }
}

fn combined(standards: &[PdfStandard]) -> Result<PdfStandards, Diagnostic> {
    PdfStandards::new(standards)
        .map_err(|error| Diagnostic::error(rule::PDF_STANDARD, error.message().to_string()))
}

fn export(document: &PagedDocument, options: &PdfOptions) -> Result<Vec<u8>, Diagnostics> {
    let Some(document) = logical_order::in_logical_order(document) else {
        return written(document, options);
    };
    let bytes = written(&document, options)?;
    let rewritten = pdf::with_glyph_codes(&bytes, logical_order::is_from_right_to_left(&document));
    Ok(rewritten.map_err(|error| error.diagnostic("the PDF"))?)
}

fn written(document: &PagedDocument, options: &PdfOptions) -> Result<Vec<u8>, Diagnostics> {
    typst_pdf::pdf(document, options).map_err(|errors| {
        let mut problems = Diagnostics::default();
        for error in &errors {
            let mut problem = Diagnostic::error(rule::PDF_STANDARD, error.message.to_string());
            for hint in &error.hints {
                problem = problem.hint(hint.v.to_string());
            }
            problems.push(problem);
        }
        problems
    })
}

/// Converts seconds since 1970. Returns `None` outside the years that a PDF date can express.
fn datetime(seconds: i64) -> Option<Datetime> {
    let date = pdf::Timestamp::from_unix(seconds)?.date_time();
    Datetime::from_ymd_hms(
        date.year(),
        date.month().into(),
        date.day(),
        date.hour(),
        date.minute(),
        date.second(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epoch_becomes_date_and_time() {
        let date = datetime(951_827_696).expect("a date");
        let expected = Datetime::from_ymd_hms(2000, 2, 29, 12, 34, 56);
        assert_eq!(Some(date), expected);
        assert_eq!(datetime(i64::MAX), None);
    }
}
