//! `cvpress text`: shows the text that parsers read.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::DocumentArgs;
use crate::cli::request::{input, render_options};
use crate::cli::terminal::Terminal;
use crate::pipeline::{extract_text, page_lines, read_pdf};
use crate::typeset::Engine;
use crate::verify::read;

/// A form feed separates pages, as in the output of `pdftotext`.
const PAGE_SEPARATOR: &str = "\u{c}";

/// The arguments of `cvpress text`.
#[derive(Debug, Args)]
pub struct TextArgs {
    /// Profile or PDF; `-` reads a profile from standard input
    #[arg(value_name = "PROFILE|PDF")]
    pub file: PathBuf,
    /// The documents of a profile to show.
    #[command(flatten)]
    pub document: DocumentArgs,
}

/// Writes the text of a PDF or of the documents of a profile, page by page.
pub fn text(
    args: &TextArgs,
    engine: impl FnOnce() -> Result<Engine, CommandError>,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let input = input(&args.file)?;
    terminal.works_on(input.name());
    if let Some(bytes) = read_pdf(&input)? {
        let finished = read(&bytes, &input.name())?;
        terminal.shown(&joined(&page_lines(&finished)));
        return Ok(Exit::Success);
    }
    let engine = engine()?;
    let options = render_options(&args.document, engine.layouts())?;
    let documents = extract_text(&input, &options, &engine)?;
    let has_several = documents.len() > 1;
    for (number, document) in documents.iter().enumerate() {
        if has_several {
            terminal.status_on_stderr(&document.name);
        }
        if number > 0 {
            terminal.result(PAGE_SEPARATOR);
        }
        terminal.shown(&joined(&document.pages));
    }
    Ok(Exit::Success)
}

/// Joins the lines of pages.
fn joined(pages: &[Vec<String>]) -> String {
    let pages: Vec<String> = pages.iter().map(|lines| page_text(lines)).collect();
    pages.join(PAGE_SEPARATOR)
}

fn page_text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}
