//! `cvpress press preflight`: checks PDFs before they go to a print shop.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::options::value::one_of;
use crate::cli::options::{Report, ReportArgs, STANDARDS, bleed, standard_name};
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::file;
use crate::layout::Length;
use crate::pdf::MAX_PDF_SIZE;
use crate::press::PdfxStandard;
use crate::verify::{self, PreflightOptions, PreflightReport, Target};

/// The arguments of `cvpress press preflight`.
#[derive(Debug, Args)]
pub struct PreflightArgs {
    /// PDFs to check
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// PDF/X standard to check [default: only what every print shop requires]
    #[arg(long, value_name = "STANDARD", value_parser = one_of(STANDARDS, standard_name))]
    pub standard: Option<PdfxStandard>,
    /// Required bleed beyond the trim edge
    #[arg(long, value_name = "LENGTH", value_parser = bleed)]
    pub bleed: Option<Length>,
    /// Fail if a page uses any ink other than black
    #[arg(long)]
    pub black_only: bool,
    /// The format of the report.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Checks the files in order.
pub fn preflight(args: &PreflightArgs, terminal: &Terminal) -> Exit {
    let expectation = PreflightOptions {
        target: match args.standard {
            Some(PdfxStandard::X1a) => Target::X1a,
            Some(PdfxStandard::X4) => Target::X4,
            Some(PdfxStandard::Unclaimed) | None => Target::Any,
        },
        bleed: args.bleed.map(Length::to_points),
        black_only: args.black_only,
    };
    let mut exit = Exit::Success;
    for path in terminal.each(&args.files, |path| path.display().to_string()) {
        let problems = match check(path, &expectation) {
            Ok(report) => {
                match args.report.report {
                    Report::Json => terminal.json(&report),
                    Report::Text => terminal.status(report.text().trim_end()),
                }
                report.problems
            }
            Err(problems) => problems,
        };
        terminal.problems(&problems);
        if problems.has_errors() {
            exit = Exit::Failure;
        }
    }
    exit
}

fn check(path: &Path, expectation: &PreflightOptions) -> Result<PreflightReport, Diagnostics> {
    let name = path.display().to_string();
    let bytes = file::read(path, MAX_PDF_SIZE).map_err(|error| {
        let message = format!("cannot read `{name}`: {error}");
        Diagnostic::error(rule::UNREADABLE_FILE, message)
    })?;
    Ok(verify::preflight(&bytes, &name, expectation)?)
}
