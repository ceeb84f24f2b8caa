//! Renders a document in a layout: fits it to its pages, exports the files, and writes them.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Diagnostics, counted, rule};
#[cfg(feature = "native")]
use crate::export::Output;
use crate::export::{self, ExportedPdf, Format};
use crate::layout::{Density, Layout};
use crate::pipeline::document::Document;
use crate::pipeline::fit::Fitted;
use crate::pipeline::options::{DEFAULT_PPI, RenderOptions};
use crate::pipeline::output_path::{content_path, output_path};
use crate::pipeline::press;
use crate::typeset::{Engine, Extent, Typeset};

/// A document rendered in one layout.
#[derive(Debug)]
pub struct RenderedDocument {
    /// The files, in the order of the formats.
    pub files: Vec<RenderedFile>,
    /// The problems of this layout.
    pub warnings: Diagnostics,
    layout: String,
    variant: Option<String>,
    locale: Option<String>,
    /// `None` if no file shows pages.
    extent: Option<Extent>,
    density: Option<Density>,
}

/// The bytes of one file.
#[derive(Debug)]
pub struct RenderedFile {
    /// The format.
    pub format: Format,
    /// The page that an image shows; `None` in a file of all pages.
    pub page: Option<PageNumber>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The number of a page, from 1, and the number of all pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageNumber {
    /// The number of the page.
    pub number: usize,
    /// The number of pages of the document.
    pub total: usize,
}

/// The report of one file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rendered {
    /// The file's name in messages.
    pub file: String,
    /// The layout; of a file without pages, the one whose options it follows.
    pub layout: String,
    /// The variant, if one was named.
    pub variant: Option<String>,
    /// The language, if one was named.
    pub locale: Option<String>,
    /// The page that an image shows.
    pub page: Option<usize>,
    /// The number of pages, and the fill of the last; `None` if the file shows no pages.
    pub extent: Option<Extent>,
    /// The density, if it was changed to fit the pages.
    pub setting: Option<Density>,
}

impl RenderedDocument {
    /// Creates the result of an export without pages.
    pub(super) fn without_pages(
        document: &Document,
        layout: &str,
        files: Vec<RenderedFile>,
        warnings: Diagnostics,
    ) -> Self {
        Self {
            files,
            warnings,
            layout: layout.to_owned(),
            variant: document.variant().map(str::to_owned),
            locale: document.locale().map(str::to_owned),
            extent: None,
            density: None,
        }
    }

    /// Returns the report of one of its files, under the name that the file has been given.
    pub fn report(&self, file: &RenderedFile, name: String) -> Rendered {
        Rendered {
            file: name,
            layout: self.layout.clone(),
            variant: self.variant.clone(),
            locale: self.locale.clone(),
            page: file.page.map(|page| page.number),
            extent: self.extent,
            setting: self.density,
        }
    }

    /// Returns the path of one of its files: `out/ada` gives `out/ada-compact.pdf`,
    /// `out/ada-compact-1.png` or `out/ada.docx`.
    pub fn path(&self, stem: &Path, file: &RenderedFile) -> PathBuf {
        if !file.format.has_pages() {
            return content_path(stem, file.format);
        }
        let path = output_path(stem, &self.layout);
        match file.page {
            Some(page) => file.format.page_path(&path, page.number),
            None => path,
        }
    }

    /// Writes its files to the outputs that `output_of` names, and returns their reports.
    ///
    /// # Errors
    /// A file has no output, or cannot be written.
    #[cfg(feature = "native")]
    pub fn write(
        &self,
        mut output_of: impl FnMut(&RenderedFile) -> Result<Output, Diagnostics>,
    ) -> Result<Vec<Rendered>, Diagnostics> {
        let mut reports = Vec::new();
        for file in &self.files {
            let output = output_of(file)?;
            export::write(&output, &file.bytes)?;
            reports.push(self.report(file, output.name()));
        }
        Ok(reports)
    }
}

/// Renders a document in a layout, in the formats of the options that show pages.
///
/// # Errors
/// The profile, its options or the template have errors, a warning is denied, or the document
/// exceeds the page limit.
pub fn render(
    document: &Document,
    layout: &str,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<RenderedDocument, Diagnostics> {
    let found = document.find_layout(layout, &options.settings, engine)?;
    let FittedFiles {
        fitted,
        files,
        warnings,
    } = if options.press.is_some() {
        render_for_press(document, found, options, engine)?
    } else {
        render_for_screen(document, found, options, engine)?
    };
    let mut of_layout = fitted.typeset.warnings;
    of_layout.extend(warnings);
    let warnings = document.with_levels(of_layout);
    if warnings.has_errors() {
        return Err(warnings);
    }
    Ok(RenderedDocument {
        files,
        warnings,
        layout: layout.to_owned(),
        variant: document.variant().map(str::to_owned),
        locale: document.locale().map(str::to_owned),
        extent: Some(fitted.typeset.extent),
        density: fitted.density,
    })
}

/// The files of fitted pages.
struct FittedFiles {
    fitted: Fitted,
    files: Vec<RenderedFile>,
    /// The warnings about the files.
    warnings: Diagnostics,
}

fn render_for_screen(
    document: &Document,
    layout: &Layout,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<FittedFiles, Diagnostics> {
    let fitted = document.fit(layout, &options.settings, engine)?;
    check_page_limit(document, &fitted.typeset, options)?;
    let mut files = Vec::new();
    let mut warnings = Diagnostics::default();
    for format in options.page_formats() {
        match format {
            Format::Pdf => {
                let pdf = export_pdf(document, layout, &fitted.typeset, options)?;
                warnings.extend(pdf.warnings);
                warnings.extend(joined_warning(document));
                files.push(pdf_file(document.joined(pdf.bytes)?));
            }
            _ => files.extend(export_images(format, &fitted.typeset, options)?),
        }
    }
    let has_images = options.page_formats().any(|format| format != Format::Pdf);
    if document.has_attachments() && has_images {
        let message = "PNG and SVG leave out the pages of the files in `append`";
        let warning = Diagnostic::warning(rule::APPEND_LEFT_OUT, message);
        let warning = warning.hint("render a PDF, or suppress the warning under `allow`");
        warnings.push(document.at_append(warning));
    }
    Ok(FittedFiles {
        fitted,
        files,
        warnings,
    })
}

fn render_for_press(
    document: &Document,
    layout: &Layout,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<FittedFiles, Diagnostics> {
    let design = press::press_design(document, layout, options, engine);
    let fitted = document.fit(layout, &design.settings, engine)?;
    check_page_limit(document, &fitted.typeset, options)?;
    let name = format!("{} in {}", document.name(), layout.manifest.name);
    let identity = identity(document, &layout.manifest.name);
    let pdf = press::press_pdf(&fitted.typeset, &name, &identity, &design.file, options)?;
    let mut warnings = pdf.warnings;
    if document.has_attachments() {
        let message = "a file for a print shop leaves out the pages of the files in `append`";
        let warning = Diagnostic::warning(rule::APPEND_LEFT_OUT, message);
        let warning = warning.hint("send these files to the print shop as well");
        warnings.push(document.at_append(warning));
    }
    Ok(FittedFiles {
        fitted,
        files: vec![pdf_file(pdf.bytes)],
        warnings,
    })
}

fn pdf_file(bytes: Vec<u8>) -> RenderedFile {
    RenderedFile {
        format: Format::Pdf,
        page: None,
        bytes,
    }
}

/// Exports typeset pages as a PDF, whose warnings concern the profile as a whole.
///
/// # Errors
/// Typst cannot export the pages.
pub fn export_pdf(
    document: &Document,
    layout: &Layout,
    typeset: &Typeset,
    options: &RenderOptions,
) -> Result<ExportedPdf, Diagnostics> {
    let identity = identity(document, &layout.manifest.name);
    let languages = &document.selection.languages;
    let data = document.attached_data()?;
    let ExportedPdf { bytes, warnings } = export::pdf(
        typeset,
        &identity,
        languages,
        data.as_deref(),
        options.export,
    )?;
    let source = document.selection.tree.source();
    let mut located = Diagnostics::default();
    for warning in warnings {
        located.push(warning.at(source, 0..0, ""));
    }
    Ok(ExportedPdf {
        bytes,
        warnings: located,
    })
}

/// Returns the warning that a PDF with appended pages claims no standard.
pub fn joined_warning(document: &Document) -> Option<Diagnostic> {
    if !document.has_attachments() {
        return None;
    }
    let message = "with the pages of other files, the PDF claims neither PDF/A nor PDF/UA";
    let hint = "the pages of the CV keep their tags; render it without `append` for the standards";
    let warning = Diagnostic::warning(rule::APPEND_STANDARD, message).hint(hint);
    Some(document.at_append(warning))
}

/// Exports each page as an image.
fn export_images(
    format: Format,
    typeset: &Typeset,
    options: &RenderOptions,
) -> Result<Vec<RenderedFile>, Diagnostics> {
    let pages = typeset.document.pages();
    let ppi = options.ppi.unwrap_or(DEFAULT_PPI);
    let mut files = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        let bytes = if format == Format::Png {
            export::png(page, ppi)?
        } else {
            export::svg(page).into_bytes()
        };
        let page = PageNumber {
            number: index + 1,
            total: pages.len(),
        };
        files.push(RenderedFile {
            format,
            page: Some(page),
            bytes,
        });
    }
    Ok(files)
}

/// Returns the text that a PDF's identifier is derived from.
pub fn identity(document: &Document, layout: &str) -> String {
    format!("{} {layout}", document.public_name())
}

/// Rejects a document of more pages than the options allow.
///
/// # Errors
/// There are more.
pub fn check_page_limit(
    document: &Document,
    typeset: &Typeset,
    options: &RenderOptions,
) -> Result<(), Diagnostics> {
    let pages = typeset.extent.pages;
    let Some(limit) = options.max_pages.filter(|limit| pages > *limit) else {
        return Ok(());
    };
    let verb = if pages == 1 { "exceeds" } else { "exceed" };
    let pages = counted(pages, "page", "pages");
    let message = format!("{pages} {verb} the limit of {limit}");
    let error = Diagnostic::error(rule::TOO_MANY_PAGES, message);
    let error = error.hint("shorten the document, or raise the limit, as in `--max-pages 500`");
    Err(error.at(document.selection.tree.source(), 0..0, "").into())
}
