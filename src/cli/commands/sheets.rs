//! `cvpress press sheet`, `nup`, `booklet`, `contact` and `run`: lay pages on the sheets of a print
//! shop.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::batch::find_profiles;
use crate::cli::args::{BookletCommand, Look, Made, NupCommand, RunCommand, SheetCommand, Stack};
use crate::cli::commands::render::press_of;
use crate::cli::commands::{input, render_options};
use crate::cli::terminal::{Terminal, count};
use crate::cli::{Ending, Stop};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::export::{Output, write};
use crate::layout::{Layouts, Length};
use crate::pipeline::{PressDocuments, RenderOptions, press_documents};
use crate::press::PressSettings;
use crate::press::imposition::{
    self, CollateOptions, Orientation, Plan, PressDocument, SheetSetup, compose, preflight_sheets,
};
use crate::profile::Input;
use crate::typeset::Engine;

/// What was written.
#[derive(Debug, Serialize)]
struct Written {
    file: String,
    /// Sides of paper.
    sides: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<String>,
    scale: f64,
}

/// A page on each sheet.
pub fn sheet(
    arguments: &SheetCommand,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Ending, Stop> {
    each(
        arguments,
        "sheet",
        true,
        engine,
        terminal,
        &imposition::one_up,
    )
}

/// Two or four pages on a sheet.
pub fn nup(arguments: &NupCommand, engine: &Engine, terminal: &Terminal) -> Result<Ending, Stop> {
    let up = arguments.up.into();
    each(
        &arguments.sheet,
        "nup",
        arguments.marks,
        engine,
        terminal,
        &|work, setup| imposition::n_up(work, up, setup),
    )
}

/// A booklet.
pub fn booklet(
    arguments: &BookletCommand,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Ending, Stop> {
    let creep = arguments.creep.to_points();
    let has_marks = !arguments.no_marks;
    each(
        &arguments.sheet,
        "booklet",
        has_marks,
        engine,
        terminal,
        &|work, setup| imposition::booklet(work, creep, setup),
    )
}

/// Many documents on one sheet.
pub fn contact(
    arguments: &SheetCommand,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Ending, Stop> {
    let SheetCommand {
        inputs,
        stack: Stack { look, made, sheet },
        output,
    } = arguments;
    // What is only looked at is not cut.
    let made = Made {
        bleed: Some(Length::default()),
        ..made.clone()
    };
    let mut options = printed(look, &made, engine.layouts())?;
    if options.layouts.is_empty() {
        options.layouts = engine.layouts().names().map(str::to_owned).collect();
    }
    let inputs: Vec<Input> = inputs.iter().map(input).collect();
    let all = press_documents(&inputs, &options, None, engine)?;
    if told(&all, terminal) {
        return Ok(Ending::Failed);
    }
    let works: Vec<&PressDocument> = all
        .iter()
        .flat_map(|works| &works.documents)
        .map(|work| &work.document)
        .collect();
    let (name, title) = match (&inputs[..], works.first()) {
        ([_], Some(work)) => (format!("{}-contact.pdf", work.name), work.title.clone()),
        _ => (
            "contact.pdf".to_owned(),
            count(works.len(), "document", "documents"),
        ),
    };
    let plan = imposition::contact_sheet(&works, &title, sheet.map(Into::into));
    let settings = settings(&works);
    make(
        &plan,
        &works,
        &title,
        &settings,
        &Output::File(placed(output, &name)),
        engine,
        terminal,
    )?;
    Ok(Ending::Done)
}

/// Many documents in one file.
pub fn run(arguments: &RunCommand, engine: &Engine, terminal: &Terminal) -> Result<Ending, Stop> {
    let options = printed(&arguments.look, &arguments.made, engine.layouts())?;
    let mut inputs = Vec::new();
    for path in &arguments.inputs {
        if path.is_dir() {
            inputs.extend(
                find_profiles(path)?
                    .into_iter()
                    .map(|(profile, _)| Input::File(profile)),
            );
        } else {
            inputs.push(input(path));
        }
    }
    let all = press_documents(&inputs, &options, arguments.jobs.map(Into::into), engine)?;
    // Nobody finds out in a pile of paper that one is missing.
    if told(&all, terminal) {
        return Ok(Ending::Failed);
    }
    let works: Vec<&PressDocument> = all
        .iter()
        .flat_map(|works| &works.documents)
        .map(|work| &work.document)
        .collect();
    let order = CollateOptions {
        has_separators: arguments.separators,
        both_sides: arguments.duplex,
    };
    let settings = settings(&works);
    let setup = SheetSetup::new(&settings, None, false);
    let title = count(works.len(), "document", "documents");
    let output = Output::File(arguments.output.clone());
    make(
        &imposition::collate(&works, order, &setup),
        &works,
        &title,
        &settings,
        &output,
        engine,
        terminal,
    )?;
    Ok(Ending::Done)
}

/// Makes a file of each document.
fn each(
    arguments: &SheetCommand,
    kind: &str,
    has_marks: bool,
    engine: &Engine,
    terminal: &Terminal,
    plan: &dyn Fn(&PressDocument, &SheetSetup) -> Result<Plan, Diagnostic>,
) -> Result<Ending, Stop> {
    let SheetCommand {
        inputs,
        stack,
        output,
    } = arguments;
    let options = printed(&stack.look, &stack.made, engine.layouts())?;
    let inputs: Vec<Input> = inputs.iter().map(input).collect();
    let all = press_documents(&inputs, &options, None, engine)?;
    let mut ending = if told(&all, terminal) {
        Ending::Failed
    } else {
        Ending::Done
    };
    let works = all.iter().flat_map(|works| &works.documents);
    let placed: Vec<(PathBuf, &PressDocument)> = works
        .map(|work| {
            let path = placed(output, &format!("{}-{kind}.pdf", work.name));
            (path, &work.document)
        })
        .collect();
    let mut taken = BTreeSet::new();
    if let Some((path, _)) = placed.iter().find(|(path, _)| !taken.insert(path)) {
        let message = format!(
            "`{}` would be written twice; name another folder",
            path.display()
        );
        return Err(Stop::wrong_usage(message));
    }
    for (path, work) in &placed {
        let settings = &work.settings;
        let setup = SheetSetup::new(settings, stack.sheet.map(Into::into), has_marks);
        let made = plan(work, &setup)
            .map_err(Diagnostics::from)
            .and_then(|plan| {
                make(
                    &plan,
                    &[work],
                    &work.title,
                    settings,
                    &Output::File(path.clone()),
                    engine,
                    terminal,
                )
            });
        if let Err(problems) = made {
            terminal.problems(&problems);
            ending = Ending::Failed;
        }
    }
    Ok(ending)
}

/// Where a file goes: what is called a PDF is the file itself, anything else the folder for it.
fn placed(output: &Path, name: &str) -> PathBuf {
    let is_file = !output.is_dir()
        && output
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"));
    if is_file {
        output.to_path_buf()
    } else {
        output.join(name)
    }
}

/// Makes a file, and tells of it.
fn make(
    plan: &Plan,
    works: &[&PressDocument],
    title: &str,
    settings: &PressSettings,
    output: &Output,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<(), Diagnostics> {
    let bytes = compose(plan, works, title, settings, engine)?;
    terminal.problems(&preflight_sheets(&bytes, &output.name(), plan, settings)?);
    write(output, &bytes)?;
    let lying = |orientation| match orientation {
        Orientation::Portrait => "",
        Orientation::Landscape => " landscape",
    };
    let paper = plan
        .paper
        .map(|(stock, orientation)| format!("{}{}", stock.name(), lying(orientation)));
    let made = Written {
        file: output.name(),
        sides: plan.sheets.len(),
        paper,
        scale: plan.scale,
    };
    let line = if terminal.is_json() {
        serde_json::to_string(&made).unwrap_or_default()
    } else {
        made.line()
    };
    terminal.status(&line, false);
    Ok(())
}

impl Written {
    /// `out/ada-compact-nup.pdf: 2 sides of A3 landscape, pages at 71 %`
    fn line(&self) -> String {
        let Self {
            file,
            sides,
            paper,
            scale,
        } = self;
        let sides = match paper {
            Some(paper) => format!("{} of {paper}", count(*sides, "side", "sides")),
            None => count(*sides, "page", "pages"),
        };
        let scale = if *scale < 0.999 {
            format!(", pages at {:.0} %", scale * 100.0)
        } else {
            String::new()
        };
        format!("{file}: {sides}{scale}")
    }
}

/// Tells what is wrong, and whether that keeps something from being printed.
fn told(all: &[PressDocuments], terminal: &Terminal) -> bool {
    for works in all {
        terminal.problems(&works.problems);
    }
    all.iter().any(|works| works.problems.has_errors())
}

/// What one file of several documents is to be: in black alone where all of them are, and with the
/// bleed that all of them have.
fn settings(works: &[&PressDocument]) -> PressSettings {
    let all = works.iter().map(|work| &work.settings);
    let least = |one: PressSettings, other: &PressSettings| PressSettings {
        bleed: if other.bleed < one.bleed {
            other.bleed
        } else {
            one.bleed
        },
        black_only: one.black_only && other.black_only,
        ..one
    };
    let first = works
        .first()
        .map(|work| work.settings.clone())
        .unwrap_or_default();
    all.fold(first, least)
}

/// What is options of profiles that go to a print shop.
fn printed(look: &Look, made: &Made, layouts: &Layouts) -> Result<RenderOptions, Stop> {
    let mut options = render_options(look, layouts)?;
    options.press = Some(press_of(made)?);
    Ok(options)
}
