//! `cvpress gallery`: shows one CV in many layouts side by side.

use crate::cli::args::Gallery;
use crate::cli::commands::{input, render_options};
use crate::cli::terminal::{Terminal, count};
use crate::cli::{Ending, Stop};
use crate::export::{Output, first_page_png, png, sheet_pdf, write};
use crate::pipeline::{self, Document, RenderOptions};
use crate::profile;
use crate::typeset::Engine;

/// Writes the sheets as a PDF, the first of them as a PNG, and pictures where they are options.
pub fn gallery(arguments: &Gallery, engine: &Engine, terminal: &Terminal) -> Result<Ending, Stop> {
    let mut options: RenderOptions = render_options(&arguments.look, engine.layouts())?;
    if options.layouts.is_empty() {
        options.layouts = engine.layouts().names().map(str::to_owned).collect();
    }
    let input = input(&arguments.profile);
    let reading = profile::load(&input, options.today)?;
    let choices = options.choices.of(&reading);
    let [choice] = &choices[..] else {
        return Err(Stop::wrong_usage(
            "a gallery shows one CV: name one variant and one language",
        ));
    };
    let document = Document::new(&reading, choice, &input.stem(), &options.deny, engine);
    let problems = document.problems(&options, engine);
    terminal.problems(&problems);
    if problems.has_errors() {
        return Ok(Ending::Failed);
    }
    let (entries, warnings) =
        pipeline::gallery_entries(&document, &options.layouts, &options, engine)?;
    terminal.problems(&warnings.without(&problems));
    let pages = pipeline::gallery_sheets(&document.resume.document.title, &entries, engine)?;
    let put = |name: String, bytes: &[u8]| {
        let output = Output::File(arguments.output.join(name));
        write(&output, bytes)?;
        Ok::<String, Stop>(output.name())
    };
    let name = format!("{}-gallery", document.name());
    let pdf = put(format!("{name}.pdf"), &sheet_pdf(&pages, &name)?)?;
    let layouts = count(entries.len(), "layout", "layouts");
    terminal.status(&format!("{pdf}: {layouts}"), false);
    // A row of layouts that does not fit the first sheet goes to the next; the picture is of the
    // first.
    for page in pages.pages().iter().take(1) {
        let picture = put(format!("{name}.png"), &png(page, arguments.ppi)?)?;
        terminal.status(&picture, false);
    }
    if let Some(ppi) = arguments.pictures {
        for entry in &entries {
            let picture = put(
                format!("{}.png", entry.layout),
                &first_page_png(&entry.document, ppi)?,
            )?;
            terminal.status(&picture, false);
        }
    }
    Ok(Ending::Done)
}
