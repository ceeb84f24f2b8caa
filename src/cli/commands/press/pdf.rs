//! `cvpress press pdf`: renders CVs for a print shop.

use std::path::PathBuf;

use clap::Args;

use crate::cli::commands::render::{RenderRequest, render_all};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{DocumentArgs, PressArgs, ReportArgs};
use crate::cli::request::{press_options, render_options};
use crate::cli::terminal::Terminal;
use crate::selection::DocumentKind;
use crate::typeset::Engine;

/// The arguments of `cvpress press pdf`.
#[derive(Debug, Args)]
pub struct PressPdfArgs {
    /// Profiles to render; `-` reads one from standard input
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,
    /// File or folder to write to; `-` is standard output [default: out/PROFILE-LAYOUT-press.pdf]
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// Render the cover letter instead of the CV
    #[arg(long, conflicts_with_all = ["anonymous", "fit"])]
    pub letter: bool,
    /// The format of the report.
    #[command(flatten)]
    pub report: ReportArgs,
    /// How the files are made.
    #[command(flatten)]
    pub press: PressArgs,
    /// The documents to render.
    #[command(flatten)]
    pub document: DocumentArgs,
}

/// Renders the profiles for a print shop.
pub fn pdf(
    args: &PressPdfArgs,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let mut options = render_options(&args.document, engine.layouts())?;
    options.press = Some(press_options(&args.press)?);
    if args.letter {
        options.choices.common.document = DocumentKind::Letter;
    }
    let request = RenderRequest {
        profiles: &args.profiles,
        output: args.output.as_deref(),
        report: args.report.report,
        options,
    };
    render_all(request, engine, terminal)
}
