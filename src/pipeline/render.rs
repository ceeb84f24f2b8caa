//! Renders a part of a document: fits it to its pages, exports the files, and writes them.

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
use crate::selection::DocumentKind;
use crate::typeset::{Engine, Extent, Typeset};

/// Why a letter cannot be exported as JSON Resume.
pub const LETTER_WITHOUT_JSON: &str = "JSON Resume has no letters";

/// The formats of letters.
pub const LETTER_FORMATS: &str =
    "a letter can be `pdf`, `png`, `svg`, `docx`, `html`, `md` or `txt`";

/// What is rendered at once of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderPart {
    /// The layout.
    pub layout: String,
    /// Whether it is the formats that show pages; the others only follow the options of the layout.
    pub has_pages: bool,
}

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

impl RenderedFile {
    /// Returns the path of the file at a path that the user has named: images of several pages are
    /// numbered.
    pub fn numbered(&self, path: &Path) -> PathBuf {
        match self.page {
            Some(page) if page.total > 1 => self.format.page_path(path, page.number),
            _ => path.to_path_buf(),
        }
    }
}

impl RenderedDocument {
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

impl Document {
    /// Returns the parts of the document that the options request: the pages in each layout, and the
    /// formats without pages.
    pub fn parts(&self, options: &RenderOptions) -> Vec<RenderPart> {
        let layouts = self.layouts(options);
        let content = options.content_formats().next();
        let content = content.and_then(|_| layouts.first().cloned());
        let pages = layouts.into_iter().filter(|_| options.has_pages());
        let pages = pages.map(|layout| RenderPart {
            layout,
            has_pages: true,
        });
        let content = content.map(|layout| RenderPart {
            layout,
            has_pages: false,
        });
        pages.chain(content).collect()
    }
}

/// Renders a part of a document in the formats of the options that belong to it.
///
/// # Errors
/// The profile, its options or the template have errors, a warning is denied, the document exceeds
/// the page limit, or it has no form in one of the formats.
pub fn render(
    document: &Document,
    part: &RenderPart,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<RenderedDocument, Diagnostics> {
    let layout = document.find_layout(&part.layout, &options.settings, engine)?;
    let MadeFiles {
        files,
        warnings,
        fitted,
    } = if !part.has_pages {
        render_content(document, layout, options, engine)?
    } else if options.press.is_some() {
        render_for_press(document, layout, options, engine)?
    } else {
        render_for_screen(document, layout, options, engine)?
    };
    let mut of_layout = Diagnostics::default();
    let mut extent = None;
    let mut density = None;
    if let Some(fitted) = fitted {
        of_layout = fitted.typeset.warnings;
        extent = Some(fitted.typeset.extent);
        density = fitted.density;
    }
    of_layout.extend(warnings);
    let warnings = document.with_levels(of_layout);
    if warnings.has_errors() {
        return Err(warnings);
    }
    Ok(RenderedDocument {
        files,
        warnings,
        layout: part.layout.clone(),
        variant: document.variant().map(str::to_owned),
        locale: document.locale().map(str::to_owned),
        extent,
        density,
    })
}

/// The files of a part of a document.
struct MadeFiles {
    files: Vec<RenderedFile>,
    /// The warnings about the files.
    warnings: Diagnostics,
    /// The pages, if the files show them.
    fitted: Option<Fitted>,
}

fn render_for_screen(
    document: &Document,
    layout: &Layout,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<MadeFiles, Diagnostics> {
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
    Ok(MadeFiles {
        files,
        warnings,
        fitted: Some(fitted),
    })
}

fn render_for_press(
    document: &Document,
    layout: &Layout,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<MadeFiles, Diagnostics> {
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
    Ok(MadeFiles {
        files: vec![pdf_file(pdf.bytes)],
        warnings,
        fitted: Some(fitted),
    })
}

/// Exports the formats without pages. Nothing is typeset: the layout counts only for the options that
/// change texts, such as how dates are written.
fn render_content(
    document: &Document,
    layout: &Layout,
    options: &RenderOptions,
    engine: &Engine,
) -> Result<MadeFiles, Diagnostics> {
    let resolved = document.design(layout, &options.settings, engine);
    let dates = resolved.design.date_format();
    let (resume, images) = (&document.resume, document.images());
    let languages = &document.selection.languages;
    let mut warnings = resolved.problems;
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
        warnings.push(document.at_append(warning));
    }
    Ok(MadeFiles {
        files,
        warnings,
        fitted: None,
    })
}

fn json_resume(document: &Document) -> Result<String, Diagnostics> {
    if document.kind() == DocumentKind::Letter {
        let error = Diagnostic::error(rule::USAGE, LETTER_WITHOUT_JSON);
        return Err(error.hint(LETTER_FORMATS).into());
    }
    Ok(export::json_resume(&document.selection, &document.resume)?)
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
