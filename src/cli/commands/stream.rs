//! `cvpress stream`: does the jobs on standard input.

use std::io::BufReader;

use clap::Args;

use crate::batch::{self, StreamAnswer};
use crate::cli::commands::worker::workers;
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{GlobalArgs, LimitArgs};
use crate::cli::request::{export_options, today};
use crate::cli::terminal;
use crate::pipeline::RenderOptions;
use crate::typeset::Engine;

/// The arguments of `cvpress stream`.
#[derive(Debug, Args)]
pub struct StreamArgs {
    /// The limits of each job.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Answers every line of standard input.
pub fn stream(
    args: &StreamArgs,
    global: &GlobalArgs,
    engine: &Engine,
) -> Result<Exit, CommandError> {
    let export = export_options()?;
    let limits = &args.limits;
    let options = RenderOptions {
        today: today(export.source_date_epoch),
        export,
        max_pages: Some(limits.max_pages),
        ..RenderOptions::default()
    };
    let workers = workers(limits, global)?;
    let input = BufReader::new(std::io::stdin());
    let jobs = limits.jobs.map(Into::into);
    batch::stream(input, answer, &options, jobs, Some(&workers), engine)?;
    Ok(Exit::Success)
}

fn answer(answer: &StreamAnswer) -> bool {
    let json = serde_json::to_string(answer).unwrap_or_else(|error| {
        serde_json::json!({ "ok": false, "error": error.to_string() }).to_string()
    });
    terminal::answer(&json)
}
