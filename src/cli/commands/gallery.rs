//! `cvpress gallery`: shows a CV in all layouts side by side.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use strum::IntoEnumIterator;

use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::value::{self, one_of};
use crate::cli::options::{DocumentArgs, Report, ReportArgs};
use crate::cli::request::{all_layouts, input, render_options};
use crate::cli::terminal::Terminal;
use crate::diagnostic::counted;
use crate::export::{Format, Output, first_page_png, gallery_pdf, png, write};
use crate::pipeline::{self, DEFAULT_PPI, Document, RenderPart, RenderedGallery};
use crate::profile;
use crate::typeset::Engine;

/// The arguments of `cvpress gallery`.
#[derive(Debug, Args)]
pub struct GalleryArgs {
    /// Profile to show; `-` reads it from standard input
    #[arg(value_name = "PROFILE")]
    pub profile: PathBuf,
    /// Folder for `PROFILE-gallery.pdf` and `PROFILE-gallery.png`
    #[arg(long, short, value_name = "DIR", default_value = "out")]
    pub output: PathBuf,
    /// Resolution of the contact sheet in PNG, an A4 page, in pixels per inch
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PPI, value_parser = value::ppi)]
    pub ppi: f64,
    /// Also write the first page in each layout as `LAYOUT.png`, at this resolution, in pixels per
    /// inch
    #[arg(long, value_name = "PPI", value_parser = value::ppi)]
    pub pictures: Option<f64>,
    /// Also write the CV in formats without pages
    #[arg(
        long,
        value_name = "FORMAT",
        value_delimiter = ',',
        value_parser = one_of(formats_without_pages(), Format::extension)
    )]
    pub format: Vec<Format>,
    /// The format of the report.
    #[command(flatten)]
    pub report: ReportArgs,
    /// The CV to show.
    #[command(flatten)]
    pub document: DocumentArgs,
}

fn formats_without_pages() -> impl Iterator<Item = Format> {
    Format::iter().filter(|format| !format.has_pages())
}

/// A file that was written.
#[derive(Serialize)]
struct GalleryFile {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layouts: Option<usize>,
}

/// Writes the gallery as PDF, its first page as PNG, and pictures of the layouts if requested.
pub fn gallery(
    args: &GalleryArgs,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let mut options = render_options(&args.document, engine.layouts())?;
    let input = input(&args.profile)?;
    terminal.works_on(input.name());
    let reading = profile::load(&input, options.today)?;
    let choices = options.choices.of(&reading);
    let [choice] = &choices[..] else {
        return Err(CommandError::usage(
            "a gallery shows one CV: choose one variant and one language",
        ));
    };
    let document = Document::new(&reading, choice, &input.stem(), &options.deny, engine);
    if options.layouts.is_empty() {
        options.layouts = all_layouts(engine.layouts());
        // The CV's own layout comes first.
        options
            .layouts
            .sort_by_key(|name| name != document.layout());
    }
    let problems = document.problems(&options, engine);
    terminal.problems(&problems);
    if problems.has_errors() {
        return Ok(Exit::Failure);
    }
    let RenderedGallery { entries, warnings } =
        pipeline::gallery_entries(&document, &options.layouts, &options, engine)?;
    terminal.problems(&warnings.without(&problems));
    let pages = pipeline::gallery_sheets(&document.resume.document.title, &entries, engine)?;

    let name = format!("{}-gallery", document.name());
    let folder = Folder { args, terminal };
    let pdf = gallery_pdf(&pages, &name)?;
    folder.write(&format!("{name}.pdf"), &pdf, Some(entries.len()))?;
    // With many layouts there are several pages; the PNG shows the first.
    if let Some(page) = pages.pages().first() {
        folder.write(&format!("{name}.png"), &png(page, args.ppi)?, None)?;
    }
    if let Some(ppi) = args.pictures {
        for entry in &entries {
            let picture = first_page_png(&entry.document, ppi)?;
            folder.write(&format!("{}.png", entry.layout), &picture, None)?;
        }
    }
    if !args.format.is_empty() {
        options.formats.clone_from(&args.format);
        let part = RenderPart {
            layout: document.layout().to_owned(),
            has_pages: false,
        };
        let exported = pipeline::render(&document, &part, &options, engine)?;
        terminal.problems(&exported.warnings.clone().without(&problems));
        let stem = Path::new(document.name());
        for file in &exported.files {
            let path = exported.path(stem, file);
            folder.write(&path.to_string_lossy(), &file.bytes, None)?;
        }
    }
    Ok(Exit::Success)
}

/// The folder that the files go to.
struct Folder<'a> {
    args: &'a GalleryArgs,
    terminal: &'a Terminal,
}

impl Folder<'_> {
    /// Writes a file and reports it.
    fn write(&self, name: &str, bytes: &[u8], layouts: Option<usize>) -> Result<(), CommandError> {
        let path: &Path = &self.args.output;
        let output = Output::File(path.join(name));
        write(&output, bytes)?;
        let file = output.name();
        match (self.args.report.report, layouts) {
            (Report::Json, _) => self.terminal.json(&GalleryFile { file, layouts }),
            (Report::Text, None) => self.terminal.status(&file),
            (Report::Text, Some(layouts)) => {
                let layouts = counted(layouts, "layout", "layouts");
                self.terminal.status(&format!("{file}: {layouts}"));
            }
        }
        Ok(())
    }
}
