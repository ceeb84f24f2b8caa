//! `cvpress check`: checks profiles, how parsers read their PDFs, and what of a job posting they have.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{DocumentArgs, Report, ReportArgs};
use crate::cli::request::{inputs, render_options};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostics, Severity};
use crate::pipeline::{self, CheckedDocuments, RenderOptions, compare_posting, read_posting};
use crate::profile::Input;
use crate::typeset::Engine;
use crate::verify::posting::{Posting, PostingReport};

/// The arguments of `cvpress check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Profiles to check; `-` reads one from standard input
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,
    /// Also show notes
    #[arg(long)]
    pub notes: bool,
    /// Also compare the CVs with a job posting: text, Markdown, HTML or PDF; `-` reads it from
    /// standard input
    #[arg(long, value_name = "FILE")]
    pub posting: Option<PathBuf>,
    /// The format of the report.
    #[command(flatten)]
    pub report: ReportArgs,
    /// The documents to check.
    #[command(flatten)]
    pub document: DocumentArgs,
}

/// Checks the profiles in order.
pub fn check(args: &CheckArgs, engine: &Engine, terminal: &Terminal) -> Result<Exit, CommandError> {
    let options = render_options(&args.document, engine.layouts())?;
    let mut exit = Exit::Success;
    let posting = posting(args)?;
    let inputs = inputs(&args.profiles)?;
    for input in terminal.each(&inputs, Input::name) {
        if !check_profile(input, args, &options, engine, terminal) {
            exit = Exit::Failure;
        }
        if let Some(posting) = &posting {
            // The check has reported what keeps a document from being compared.
            let reports = compare_posting(input, &options, posting, engine).unwrap_or_default();
            show_comparison(&reports, args.report.report, terminal);
        }
    }
    Ok(exit)
}

/// Reads the job posting, if there is one.
fn posting(args: &CheckArgs) -> Result<Option<Posting>, CommandError> {
    let Some(path) = &args.posting else {
        return Ok(None);
    };
    if path == Path::new("-") && args.profiles.contains(path) {
        return Err(CommandError::usage("standard input can be read only once"));
    }
    Ok(Some(read_posting(path)?))
}

fn show_comparison(reports: &[PostingReport], format: Report, terminal: &Terminal) {
    for report in reports {
        match format {
            Report::Json => terminal.json(report),
            Report::Text => terminal.status(report.text().trim_end()),
        }
    }
}

/// Checks a profile; returns whether it has no errors.
fn check_profile(
    input: &Input,
    args: &CheckArgs,
    options: &RenderOptions,
    engine: &Engine,
    terminal: &Terminal,
) -> bool {
    let CheckedDocuments { reports, problems } =
        pipeline::check_everything(input, options, args.notes, engine);
    terminal.problems(&problems);
    match args.report.report {
        Report::Json => reports.iter().for_each(|report| terminal.json(report)),
        Report::Text => {
            terminal.status(&format!("{}: {}", input.name(), summary(&problems)));
            for report in &reports {
                terminal.status(&format!("  {}", report.line()));
            }
        }
    }
    !problems.has_errors()
}

/// Summarizes diagnostics: `1 error, 2 warnings`.
fn summary(problems: &Diagnostics) -> String {
    let errors = problems.count(Severity::Error);
    let warnings = problems.count(Severity::Warning);
    match (errors, warnings) {
        (0, 0) => "no problems".to_owned(),
        (0, _) => Severity::Warning.counted(warnings),
        (_, 0) => Severity::Error.counted(errors),
        (_, _) => format!(
            "{}, {}",
            Severity::Error.counted(errors),
            Severity::Warning.counted(warnings)
        ),
    }
}
