//! `cvpress letter`: renders the cover letters of profiles.

use clap::Args;

use crate::cli::commands::render::{RenderArgs, render_document};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::terminal::Terminal;
use crate::selection::DocumentKind;
use crate::typeset::Engine;

/// The help of `--output`.
const OUTPUT: &str = "File or folder to write to; `-` is standard output \
                      [default: out/PROFILE-letter-LAYOUT.pdf]";

/// The arguments of `cvpress letter`. Options that letters do not have are not in the help.
#[derive(Debug, Args)]
#[command(
    mut_arg("output", |output| output.help(OUTPUT)),
    mut_arg("anonymous", |anonymous| anonymous.hide(true)),
    mut_arg("fit", |fit| fit.hide(true))
)]
pub struct LetterArgs {
    /// The arguments of `cvpress render`.
    #[command(flatten)]
    pub render: RenderArgs,
}

/// Renders the cover letters of the profiles.
pub fn letter(
    args: &LetterArgs,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let document = &args.render.document;
    if document.anonymous {
        return Err(CommandError::usage(
            "`--anonymous` is not available for letters",
        ));
    }
    if document.fit.is_some() {
        return Err(CommandError::usage("`--fit` is not available for letters"));
    }
    render_document(&args.render, DocumentKind::Letter, engine, terminal)
}
