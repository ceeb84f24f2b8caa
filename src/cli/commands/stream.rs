//! `cvpress stream`: does the jobs on standard input.

use std::io::BufReader;
use std::num::NonZeroUsize;

use clap::Args;

use crate::batch::{self, StreamAnswer};
use crate::cli::commands::worker::{WORKER, workers};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{GlobalArgs, jobs};
use crate::cli::request::{export_options, today};
use crate::cli::terminal;
use crate::pipeline::RenderOptions;
use crate::typeset::Engine;

/// The arguments of `cvpress stream`.
#[derive(Debug, Args)]
pub struct StreamArgs {
    /// Number of jobs to run in parallel [default: the number of cores]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
    /// Page limit per document
    #[arg(long, value_name = "N", default_value = "100", help_heading = "Limits")]
    pub max_pages: usize,
}

/// Answers every line of standard input.
pub fn stream(
    args: &StreamArgs,
    global: &GlobalArgs,
    engine: &Engine,
) -> Result<Exit, CommandError> {
    let export = export_options()?;
    let options = RenderOptions {
        today: today(export.source_date_epoch),
        export,
        max_pages: Some(args.max_pages),
        ..RenderOptions::default()
    };
    let workers = workers(WORKER, global)?;
    let input = BufReader::new(std::io::stdin());
    let at_once = args.jobs.map(Into::into);
    batch::stream(input, answer, &options, at_once, Some(&workers), engine)?;
    Ok(Exit::Success)
}

fn answer(answer: &StreamAnswer) -> bool {
    let json = serde_json::to_string(answer).unwrap_or_else(|error| {
        serde_json::json!({ "ok": false, "error": error.to_string() }).to_string()
    });
    terminal::answer(&json)
}
