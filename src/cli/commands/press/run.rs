//! `cvpress press run`: collects many documents in one file.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::batch::find_profiles;
use crate::cli::commands::press::imposed::{
    all_documents, common_settings, output_path, refuse_input, report_problems, write_sheets,
};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{DocumentArgs, PressArgs, ReportArgs, jobs};
use crate::cli::request::{input, press_options, render_options};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, counted, rule};
use crate::pipeline::{SourceFiles, press_documents};
use crate::press::imposition::{self, CollateOptions, PressDocument, SheetSetup};
use crate::profile::Input;
use crate::typeset::Engine;

/// The arguments of `cvpress press run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Profiles, PDFs, and folders of profiles
    #[arg(required = true, value_name = "PROFILE|PDF|DIR")]
    pub inputs: Vec<PathBuf>,
    /// File to write, or a folder for `run.pdf`
    #[arg(long, short, value_name = "FILE|DIR", default_value = "out/run.pdf")]
    pub output: PathBuf,
    /// Insert a sheet with its name before each CV
    #[arg(long)]
    pub separators: bool,
    /// Start each CV on the front of a sheet, for two-sided printing
    #[arg(long)]
    pub duplex: bool,
    /// Number of CVs to render in parallel [default: the number of cores]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
    /// The format of the report.
    #[command(flatten)]
    pub report: ReportArgs,
    /// How the files are made.
    #[command(flatten)]
    pub press: PressArgs,
    /// The documents to collect.
    #[command(flatten)]
    pub document: DocumentArgs,
}

/// Collects many documents in one file. Writes nothing if one of them fails: a document that is
/// missing from a pile of paper is easily overlooked.
pub fn run(args: &RunArgs, engine: &Engine, terminal: &Terminal) -> Result<Exit, CommandError> {
    let mut options = render_options(&args.document, engine.layouts())?;
    options.press = Some(press_options(&args.press)?);
    let inputs = inputs(args)?;
    let output = output_path(&args.output, "run.pdf");
    refuse_input(&output, &SourceFiles::new(args.inputs.iter().cloned()))?;
    let all = press_documents(&inputs, &options, args.jobs.map(Into::into), engine)?;
    if report_problems(&all, terminal) {
        return Ok(Exit::Failure);
    }
    let documents = all_documents(&all);
    if let Some(mixed) = mixed_sizes(&documents) {
        terminal.problems(&mixed.into());
    }
    let order = CollateOptions {
        has_separators: args.separators,
        both_sides: args.duplex,
    };
    let settings = common_settings(&documents);
    let setup = SheetSetup::new(&settings, None, false);
    let plan = imposition::collate(&documents, order, &setup);
    let title = counted(documents.len(), "document", "documents");
    let report = args.report.report;
    write_sheets(
        &plan, &documents, &title, &settings, &output, report, engine, terminal,
    )?;
    Ok(Exit::Success)
}

/// Warns of pages of several sizes, which a press cannot print and cut in one pass.
fn mixed_sizes(documents: &[&PressDocument]) -> Option<Diagnostic> {
    let mut sizes: Vec<(String, &str)> = Vec::new();
    for document in documents {
        for page in &document.source.pages {
            let size = page.trim.to_millimeters();
            if sizes.iter().all(|(known, _)| *known != size) {
                sizes.push((size, &document.name));
            }
        }
    }
    if sizes.len() < 2 {
        return None;
    }
    let named = sizes
        .iter()
        .map(|(size, name)| format!("{size} ({name})"))
        .collect::<Vec<_>>()
        .join(", ");
    let message =
        format!("the pages have several sizes, and with them printing conditions: {named}");
    let hint = "choose one with `--paper`, or make a file of each size";
    Some(Diagnostic::warning(rule::PRESS_BOX, message).hint(hint))
}

/// Returns the inputs; a folder stands for the profiles in it.
fn inputs(args: &RunArgs) -> Result<Vec<Input>, CommandError> {
    let mut inputs = Vec::new();
    for path in &args.inputs {
        if path.is_dir() {
            for profile in find_profiles(path)? {
                inputs.push(Input::File(profile.path));
            }
        } else {
            inputs.push(input(path)?);
        }
    }
    Ok(inputs)
}
