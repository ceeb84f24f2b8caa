//! `cvpress gallery`: shows one CV in many layouts side by side.

use super::super::args::Gallery;
use super::super::terminal::{Terminal, count};
use super::super::{Ending, Stop};
use super::{input, wanted};
use crate::batch::{self, Opened, Wanted};
use crate::export::{Output, first_page, png, sheets, write};
use crate::profile;
use crate::typeset::Base;

/// Writes the sheets as a PDF, the first of them as a PNG, and pictures where they are wanted.
pub fn gallery(arguments: &Gallery, base: &Base, terminal: &Terminal) -> Result<Ending, Stop> {
    let mut wanted: Wanted = wanted(&arguments.look, base.layouts())?;
    if wanted.layouts.is_empty() {
        wanted.layouts = base.layouts().names().map(str::to_owned).collect();
    }
    let input = input(&arguments.profile);
    let reading = profile::load(&input, wanted.today)?;
    let choices = wanted.choices.of(&reading);
    let [choice] = &choices[..] else {
        return Err(Stop::wrong_usage(
            "a gallery shows one CV: name one variant and one language",
        ));
    };
    let opened = Opened::new(&reading, choice, &input.stem(), &wanted.deny, base);
    let problems = opened.problems(&wanted, base);
    terminal.problems(&problems);
    if problems.has_errors() {
        return Ok(Ending::Failed);
    }
    let (exhibits, warnings) = batch::exhibits(&opened, &wanted.layouts, &wanted, base)?;
    terminal.problems(&warnings.without(&problems));
    let document = batch::gallery(&opened.resume.document.title, &exhibits, base)?;
    let put = |name: String, bytes: &[u8]| {
        let output = Output::File(arguments.output.join(name));
        write(&output, bytes)?;
        Ok::<String, Stop>(output.name())
    };
    let name = format!("{}-gallery", opened.name());
    let pdf = put(format!("{name}.pdf"), &sheets(&document, &name)?)?;
    let layouts = count(exhibits.len(), "layout", "layouts");
    terminal.status(&format!("{pdf}: {layouts}"), false);
    // A row of layouts that does not fit the first sheet goes to the next; the picture is of the
    // first.
    for page in document.pages().iter().take(1) {
        let picture = put(format!("{name}.png"), &png(page, arguments.ppi)?)?;
        terminal.status(&picture, false);
    }
    if let Some(ppi) = arguments.pictures {
        for exhibit in &exhibits {
            let picture = put(
                format!("{}.png", exhibit.layout),
                &first_page(&exhibit.document, ppi)?,
            )?;
            terminal.status(&picture, false);
        }
    }
    Ok(Ending::Done)
}
