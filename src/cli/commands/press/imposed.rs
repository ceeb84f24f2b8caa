//! Imposed sheets: what the commands that place pages on sheets have in common.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::commands::press::args::SheetArgs;
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::Report;
use crate::cli::request::{inputs, press_options, render_options};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, Diagnostics, counted, rule};
use crate::export::{Output, write};
use crate::pipeline::{PressDocuments, SourceFiles, press_documents};
use crate::press::PressSettings;
use crate::press::imposition::{Plan, PressDocument, SheetSetup, compose, preflight_sheets};
use crate::typeset::Engine;

/// Plans the sheets of a document.
pub type PlanSheets<'a> = &'a dyn Fn(&PressDocument, &SheetSetup) -> Result<Plan, Diagnostic>;

/// Writes the sheets of each document to a file of its own, `NAME-KIND.pdf`.
pub fn impose_each(
    args: &SheetArgs,
    kind: &str,
    has_marks: bool,
    plan: PlanSheets,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let mut options = render_options(&args.document, engine.layouts())?;
    options.press = Some(press_options(&args.press)?);
    name_single_input(args, terminal);
    let all = press_documents(&inputs(&args.inputs)?, &options, None, engine)?;
    let has_errors = report_problems(&all, terminal);
    let mut exit = if has_errors {
        Exit::Failure
    } else {
        Exit::Success
    };
    for (path, document) in output_paths(&all, kind, args)? {
        let settings = &document.settings;
        let setup = SheetSetup::new(settings, args.sheet, has_marks);
        let written = plan(document, &setup)
            .map_err(Diagnostics::from)
            .and_then(|plan| {
                let title = &document.title;
                let report = args.report.report;
                write_sheets(
                    &plan,
                    &[document],
                    title,
                    settings,
                    &path,
                    report,
                    engine,
                    terminal,
                )
            });
        if let Err(problems) = written {
            terminal.problems(&problems);
            exit = Exit::Failure;
        }
    }
    Ok(exit)
}

/// Names the input of the command if there is one: several are rendered at once.
pub fn name_single_input(args: &SheetArgs, terminal: &Terminal) {
    if let [input] = &args.inputs[..] {
        terminal.works_on(input.display().to_string());
    }
}

/// Returns the documents, each with its file.
///
/// # Errors
/// Two documents have the same file, or one that is an input.
fn output_paths<'a>(
    all: &'a [PressDocuments],
    kind: &str,
    args: &SheetArgs,
) -> Result<Vec<(PathBuf, &'a PressDocument)>, CommandError> {
    let sources = SourceFiles::new(args.inputs.iter().cloned());
    let mut taken = BTreeSet::new();
    let mut paths = Vec::new();
    for named in all.iter().flat_map(|documents| &documents.documents) {
        let path = output_path(&args.output, &format!("{}-{kind}.pdf", named.name));
        refuse_input(&path, &sources)?;
        if !taken.insert(path.clone()) {
            return Err(CommandError::usage(format!(
                "`{}` would be written twice: choose another folder",
                path.display()
            )));
        }
        paths.push((path, &named.document));
    }
    Ok(paths)
}

/// Refuses an output that would replace an input.
///
/// # Errors
/// The output is an input.
pub fn refuse_input(output: &Path, inputs: &SourceFiles) -> Result<(), CommandError> {
    if !inputs.contains(output) {
        return Ok(());
    }
    let message = format!("`{}` is an input, which it would replace", output.display());
    let error = Diagnostic::error(rule::USAGE, message).hint("choose another name with `--output`");
    Err(CommandError::invalid_argument(error))
}

/// Returns the path of a file: `output` itself if it is named as a PDF, else `name` in that folder.
pub fn output_path(output: &Path, name: &str) -> PathBuf {
    let is_pdf = output
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"));
    if is_pdf && !output.is_dir() {
        output.to_path_buf()
    } else {
        output.join(name)
    }
}

/// Returns the documents of all inputs.
pub fn all_documents(all: &[PressDocuments]) -> Vec<&PressDocument> {
    all.iter()
        .flat_map(|documents| &documents.documents)
        .map(|named| &named.document)
        .collect()
}

/// Reports the diagnostics of all inputs; returns whether there are errors.
pub fn report_problems(all: &[PressDocuments], terminal: &Terminal) -> bool {
    for documents in all {
        terminal.problems(&documents.problems);
    }
    all.iter().any(|documents| documents.problems.has_errors())
}

/// Returns the settings of a file of several documents: the smallest bleed, and black only if all
/// documents are.
pub fn common_settings(documents: &[&PressDocument]) -> PressSettings {
    let mut all = documents.iter().map(|document| &document.settings);
    let mut common = all.next().cloned().unwrap_or_default();
    for settings in all {
        if settings.bleed < common.bleed {
            common.bleed = settings.bleed;
        }
        common.black_only &= settings.black_only;
    }
    common
}

/// Composes the sheets of a plan, writes them to a file, and reports it.
#[expect(clippy::too_many_arguments, reason = "each is one part of the file")]
pub fn write_sheets(
    plan: &Plan,
    documents: &[&PressDocument],
    title: &str,
    settings: &PressSettings,
    path: &Path,
    report: Report,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<(), Diagnostics> {
    let output = Output::File(path.to_path_buf());
    let bytes = compose(plan, documents, title, settings, engine)?;
    terminal.problems(&preflight_sheets(&bytes, &output.name(), plan, settings)?);
    write(&output, &bytes)?;
    let file = SheetsFile {
        file: output.name(),
        sides: plan.sheets.len(),
        paper: plan.paper.map(|paper| paper.to_string()),
        scale: plan.scale,
    };
    match report {
        Report::Json => terminal.json(&file),
        Report::Text => terminal.status(&file.line()),
    }
    Ok(())
}

/// A file that was written.
#[derive(Serialize)]
struct SheetsFile {
    file: String,
    /// Sides of paper.
    sides: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<String>,
    scale: f64,
}

impl SheetsFile {
    /// Describes the file: `out/ada-compact-nup.pdf: 2 sides of A3 landscape, pages at 71 %`.
    fn line(&self) -> String {
        let mut line = format!("{}: ", self.file);
        line += &match &self.paper {
            Some(paper) => format!("{} of {paper}", counted(self.sides, "side", "sides")),
            None => counted(self.sides, "page", "pages"),
        };
        if self.scale < 0.999 {
            line += &format!(", pages at {:.0} %", self.scale * 100.0);
        }
        line
    }
}
