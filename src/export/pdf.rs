//! Pages become a PDF: tagged, PDF/UA-1 and PDF/A-2a; or plain, for a press.

use serde::{Deserialize, Serialize};
use typst::foundations::{Datetime, Smart};
use typst::model::Document;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::layout::Ink;
use crate::typeset::Typeset;

/// What a PDF depends on beside its pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportOptions {
    /// Seconds since 1970 by which a document without a date of its own is dated:
    /// `SOURCE_DATE_EPOCH`.
    pub source_date_epoch: Option<i64>,
}

/// Makes the PDF. The same pages and options give the same bytes.
///
/// `identity` tells this document from any other: it becomes the file's identifier.
///
/// # Errors
/// The pages break PDF/UA-1 or PDF/A-2a.
pub fn pdf(
    typeset: &Typeset,
    identity: &str,
    options: ExportOptions,
) -> Result<(Vec<u8>, Diagnostics), Diagnostics> {
    let described = described(identity, options);
    let is_dated = matches!(typeset.document.info().date, Smart::Custom(Some(_)))
        || described.timestamp.is_some();
    let mut warnings = Diagnostics::default();
    let mut standards = vec![PdfStandard::Ua_1];
    if typeset.ink != Ink::Screen {
        // An archive must know what inks look like, which only a press does.
        let warning = Diagnostic::warning(
            rule::PRESS_INK,
            "a CV in the inks of a press cannot be an archive file (PDF/A)",
        );
        warnings.push(
            warning
                .hint("for a print shop `cvpress press pdf` makes it; else set `ink` to `screen`"),
        );
    } else if is_dated {
        standards.push(PdfStandard::A_2a);
    } else {
        let warning = Diagnostic::warning(
            rule::UNDATED,
            "a CV without any date cannot be an archive file (PDF/A)",
        );
        warnings
            .push(warning.hint("write the date of the document at the top: `date = \"2026-01\"`"));
    }
    let standards = PdfStandards::new(&standards)
        .map_err(|error| Diagnostic::error(rule::PDF_STANDARD, error.message().to_string()))?;
    let options = PdfOptions {
        standards,
        tagged: true,
        ..described
    };
    Ok((written(&typeset.document, &options)?, warnings))
}

/// The version of a PDF for a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfVersion {
    /// PDF 1.4, that of PDF/X-1a:2003.
    V1_4,
    /// PDF 1.6, that of PDF/X-4.
    V1_6,
}

/// Makes a PDF for a press: without tags, and of the version that its standard asks for.
///
/// # Errors
/// The pages cannot be written.
pub fn press_pdf(
    typeset: &Typeset,
    identity: &str,
    version: PdfVersion,
    options: ExportOptions,
) -> Result<Vec<u8>, Diagnostics> {
    let standard = match version {
        PdfVersion::V1_4 => PdfStandard::V_1_4,
        PdfVersion::V1_6 => PdfStandard::V_1_6,
    };
    let standards = PdfStandards::new(&[standard])
        .map_err(|error| Diagnostic::error(rule::PDF_STANDARD, error.message().to_string()))?;
    let options = PdfOptions {
        standards,
        tagged: false,
        ..described(identity, options)
    };
    written(&typeset.document, &options)
}

/// What a PDF says of itself.
fn described(identity: &str, options: ExportOptions) -> PdfOptions {
    PdfOptions {
        ident: Smart::Custom(identity.to_owned()),
        creator: Smart::Custom(Some(
            concat!("cvpress ", env!("CARGO_PKG_VERSION")).to_owned(),
        )),
        timestamp: options
            .source_date_epoch
            .and_then(datetime)
            .map(Timestamp::new_utc),
        ..PdfOptions::default()
    }
}

/// Makes a PDF of sheets that show other PDFs. Those bring what they are made of with them, so that
/// no standard is promised.
///
/// # Errors
/// The pages cannot be written.
pub fn sheet_pdf(document: &PagedDocument, identity: &str) -> Result<Vec<u8>, Diagnostics> {
    let ident = Smart::Custom(identity.to_owned());
    written(
        document,
        &PdfOptions {
            ident,
            tagged: false,
            ..PdfOptions::default()
        },
    )
}

fn written(document: &PagedDocument, options: &PdfOptions) -> Result<Vec<u8>, Diagnostics> {
    typst_pdf::pdf(document, options).map_err(|errors| {
        let mut found = Diagnostics::default();
        for error in &errors {
            let fault = Diagnostic::error(rule::PDF_STANDARD, error.message.to_string());
            found.push(
                error
                    .hints
                    .iter()
                    .fold(fault, |fault, hint| fault.hint(hint.v.to_string())),
            );
        }
        found
    })
}

/// The calendar date and time of a moment, in UTC; `None` beyond the years that a PDF can write.
fn datetime(seconds: i64) -> Option<Datetime> {
    let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days: eras of 400
    // years from March on.
    let shifted = days.checked_add(719_468)?;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 {
        march_month + 3
    } else {
        march_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Datetime::from_ymd_hms(
        i32::try_from(year)
            .ok()
            .filter(|year| (0..=9999).contains(year))?,
        u8::try_from(month).ok()?,
        u8::try_from(day).ok()?,
        u8::try_from(time / 3_600).ok()?,
        u8::try_from(time / 60 % 60).ok()?,
        u8::try_from(time % 60).ok()?,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_a_date() {
        let date = |seconds| {
            let date = datetime(seconds)?;
            Some((
                date.year()?,
                date.month()?,
                date.day()?,
                date.hour()?,
                date.second()?,
            ))
        };
        assert_eq!(date(0), Some((1970, 1, 1, 0, 0)));
        assert_eq!(date(951_827_696), Some((2000, 2, 29, 12, 56)));
        assert_eq!(date(1_735_689_599), Some((2024, 12, 31, 23, 59)));
        assert_eq!(date(i64::MAX), None);
    }
}
