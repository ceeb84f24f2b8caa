//! `cvpress text`: what a machine reads of a CV.

use crate::cli::args::Text;
use crate::cli::commands::{input, render_options};
use crate::cli::terminal::Terminal;
use crate::cli::{Ending, Stop};
use crate::pipeline::{extract_text, page_lines, read_pdf};
use crate::typeset::Engine;
use crate::verify::read;

/// What separates pages, as in the output of other programs that take the text out of a PDF.
const NEXT_PAGE: &str = "\u{c}";

/// Writes it, page after page.
pub fn text(
    arguments: &Text,
    engine: impl FnOnce() -> Result<Engine, Stop>,
    terminal: &Terminal,
) -> Result<Ending, Stop> {
    let input = input(&arguments.file);
    if let Some(bytes) = read_pdf(&input) {
        let finished =
            read(&bytes, &input.name()).map_err(|problem| Stop(Ending::Failed, problem.into()))?;
        write(&page_lines(&finished), terminal);
        return Ok(Ending::Done);
    }
    let engine = engine()?;
    let options = render_options(&arguments.look, engine.layouts())?;
    let texts = extract_text(&input, &options, &engine)?;
    let several = texts.len() > 1;
    for (number, extracted) in texts.iter().enumerate() {
        if several {
            terminal.status(&extracted.name, true);
        }
        if number > 0 {
            terminal.result(NEXT_PAGE);
        }
        write(&extracted.pages, terminal);
    }
    Ok(Ending::Done)
}

fn write(pages: &[Vec<String>], terminal: &Terminal) {
    let pages = pages.iter().map(|lines| {
        lines
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    });
    terminal.result(&pages.collect::<Vec<_>>().join(NEXT_PAGE));
}
