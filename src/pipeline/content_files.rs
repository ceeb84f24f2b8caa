//! Exports a document in the formats without pages: Word, HTML, Markdown, plain text, JSON Resume.
//!
//! Nothing is typeset. The layout counts only for the options that change texts, such as how dates
//! are written.

use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::{self, Format};
use crate::pipeline::document::Document;
use crate::pipeline::options::RenderOptions;
use crate::pipeline::render::{RenderedDocument, RenderedFile};
use crate::selection::DocumentKind;
use crate::typeset::Engine;

/// Why a letter cannot be exported as JSON Resume.
pub const LETTER_WITHOUT_JSON: &str = "JSON Resume has no letters";

/// The formats of letters.
pub const LETTER_FORMATS: &str =
    "a letter can be `pdf`, `png`, `svg`, `docx`, `html`, `md` or `txt`";

/// Exports a document in the formats of the options that have no pages. `layout` is the layout whose
/// options apply.
///
/// # Errors
/// The options of the layout have errors, a warning is denied, or the document has no form in one of
/// the formats.
pub fn export_content(
    document: &Document,
    layout: &str,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<RenderedDocument, Diagnostics> {
    let found = document.find_layout(layout, &options.settings, engine)?;
    let resolved = document.design(found, &options.settings, engine);
    let dates = resolved.design.date_format();
    let (resume, images) = (&document.resume, document.images());
    let languages = &document.selection.languages;
    let mut problems = resolved.problems;
    let mut files = Vec::new();
    for format in options.content_formats() {
        let bytes = match format {
            Format::Docx => export::docx(resume, dates, images)?,
            Format::Html => export::html(resume, dates, languages, images).into_bytes(),
            Format::Md => export::markdown(resume, dates).into_bytes(),
            Format::Txt => export::plain_text(resume, dates).into_bytes(),
            Format::Json => json_resume(document)?.into_bytes(),
            Format::Pdf | Format::Png | Format::Svg => continue,
        };
        files.push(RenderedFile {
            format,
            page: None,
            bytes,
        });
    }
    if document.has_attachments() {
        let message = "only a PDF has the pages of the files in `append`";
        let warning = Diagnostic::warning(rule::APPEND_LEFT_OUT, message);
        let warning = warning.hint("render a PDF, or suppress the warning under `allow`");
        problems.push(document.at_append(warning));
    }
    let warnings = document.with_levels(problems);
    if warnings.has_errors() {
        return Err(warnings);
    }
    Ok(RenderedDocument::without_pages(
        document, layout, files, warnings,
    ))
}

fn json_resume(document: &Document) -> Result<String, Diagnostics> {
    if document.kind() == DocumentKind::Letter {
        let error = Diagnostic::error(rule::USAGE, LETTER_WITHOUT_JSON);
        return Err(error.hint(LETTER_FORMATS).into());
    }
    Ok(export::json_resume(&document.selection, &document.resume)?)
}
