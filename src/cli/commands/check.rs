//! `cvpress check`: checks profiles, how parsers read their PDFs, and what of a job posting they have.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::check_report::{COLUMNS, CheckedProfile, rows};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{CheckFormat, CheckReportArgs, DocumentArgs};
use crate::cli::request::{inputs_in_folders, render_options};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostics, Severity};
use crate::pipeline::{self, CheckedDocuments, compare_posting, read_posting};
use crate::profile::Input;
use crate::typeset::Engine;
use crate::verify::posting::{Posting, PostingReport};

/// The arguments of `cvpress check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Profiles to check, and folders of them; `-` reads one from standard input
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
    pub report: CheckReportArgs,
    /// The documents to check.
    #[command(flatten)]
    pub document: DocumentArgs,
}

/// Checks the profiles in order.
pub fn check(args: &CheckArgs, engine: &Engine, terminal: &Terminal) -> Result<Exit, CommandError> {
    let options = render_options(&args.document, engine.layouts())?;
    let mut exit = Exit::Success;
    let posting = posting(args)?;
    let inputs = inputs_in_folders(&args.profiles)?;
    let format = args.report.report;
    if format == CheckFormat::Csv && !terminal.goes_on() {
        terminal.result(COLUMNS);
    }
    terminal.when_stopped(move |name, problems| report_of(format, name, problems));
    for input in terminal.each(&inputs, Input::name) {
        // A report for programs has all that was found.
        let with_notes = args.notes || format == CheckFormat::Json;
        let checked = pipeline::check_everything(input, &options, with_notes, engine);
        if checked.problems.has_errors() {
            exit = Exit::Failure;
        }
        // The check has reported what keeps a document from being compared.
        let compared = posting
            .as_ref()
            .and_then(|posting| compare_posting(input, &options, posting, engine).ok());
        show(
            &input.name(),
            &checked,
            &compared.unwrap_or_default(),
            format,
            terminal,
        );
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

fn show(
    name: &str,
    checked: &CheckedDocuments,
    compared: &[PostingReport],
    format: CheckFormat,
    terminal: &Terminal,
) {
    let CheckedDocuments { reports, problems } = checked;
    terminal.problems(problems);
    match format {
        CheckFormat::Json => {
            terminal.json(&CheckedProfile::new(name, problems, reports, compared));
        }
        CheckFormat::Csv => terminal.result(&rows(name, problems)),
        CheckFormat::Text => {
            terminal.status(&format!("{name}: {}", summary(problems)));
            for report in reports {
                terminal.status(&format!("  {}", report.line()));
            }
            for report in compared {
                terminal.status(report.text().trim_end());
            }
        }
    }
}

/// Returns the report of a profile at which a limit stops the process.
fn report_of(format: CheckFormat, name: &str, problems: &Diagnostics) -> Option<String> {
    match format {
        CheckFormat::Text => None,
        CheckFormat::Csv => Some(rows(name, problems)),
        CheckFormat::Json => {
            let report = CheckedProfile::new(name, problems, &[], &[]);
            let json = serde_json::to_string(&report).ok()?;
            Some(json + "\n")
        }
    }
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
