//! `cvpress lsp`: the language server for editors.

use std::io::BufReader;

use clap::Args;

use crate::cli::commands::worker::{PREVIEW_WORKER, workers};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::GlobalArgs;
use crate::cli::request::{export_options, today};
use crate::lsp::{self, AnswerSetup, PreviewSetup, Shutdown};
use crate::pipeline::RenderOptions;
use crate::typeset::Engine;

/// The arguments of `cvpress lsp`.
#[derive(Debug, Args)]
pub struct LspArgs {
    /// Use standard input and output, as always; for editors that name it
    #[arg(long, hide = true)]
    pub stdio: bool,
    /// Page limit per document
    #[arg(long, value_name = "N", default_value = "100", help_heading = "Limits")]
    pub max_pages: usize,
}

/// Answers an editor on standard input and output until it ends the session.
pub fn lsp(args: &LspArgs, global: &GlobalArgs, engine: &Engine) -> Result<Exit, CommandError> {
    let export = export_options()?;
    let options = RenderOptions {
        today: today(export.source_date_epoch),
        export,
        max_pages: Some(args.max_pages),
        ..RenderOptions::default()
    };
    let setup = AnswerSetup {
        engine,
        options,
        previews: PreviewSetup {
            workers: workers(PREVIEW_WORKER, global)?,
            templates: global.templates.clone(),
        },
    };
    let input = BufReader::new(std::io::stdin());
    Ok(match lsp::run(&setup, input, std::io::stdout().lock())? {
        Shutdown::Requested => Exit::Success,
        // The code that the protocol demands.
        Shutdown::Abrupt => Exit::Failure,
    })
}
