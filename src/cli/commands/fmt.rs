//! `cvpress fmt`: formats profiles.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::request::input;
use crate::cli::terminal::Terminal;
use crate::diagnostic::Diagnostics;
use crate::export::{Output, write};
use crate::profile::{Formatted, Input, formatted};

/// The arguments of `cvpress fmt`.
#[derive(Debug, Args)]
pub struct FmtArgs {
    /// Profiles to format in place; `-` formats standard input to standard output
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,
    /// List profiles that are not formatted, and fail if there are any; writes nothing
    #[arg(long)]
    pub check: bool,
}

/// Formats the profiles in order. A profile with a syntax error stays as it is.
pub fn fmt(args: &FmtArgs, terminal: &Terminal) -> Exit {
    let mut exit = Exit::Success;
    for path in &args.profiles {
        let is_formatted = if args.check {
            check(path, terminal)
        } else {
            format(path, terminal).map(|()| true)
        };
        match is_formatted {
            Ok(true) => {}
            Ok(false) => exit = Exit::Failure,
            Err(problems) => {
                terminal.problems(&problems);
                exit = Exit::Failure;
            }
        }
    }
    exit
}

/// Returns whether a profile is formatted, and lists it if not.
fn check(path: &Path, terminal: &Terminal) -> Result<bool, Diagnostics> {
    let input = input(path);
    let Formatted {
        written,
        formatted: text,
    } = formatted(&input)?;
    if written != text {
        terminal.result(&format!("{}\n", input.name()));
    }
    Ok(written == text)
}

/// Formats a profile in place, or standard input to standard output.
fn format(path: &Path, terminal: &Terminal) -> Result<(), Diagnostics> {
    let input = input(path);
    let Formatted {
        written,
        formatted: text,
    } = formatted(&input)?;
    match &input {
        Input::Stdin => terminal.result(&text),
        Input::File(path) if written != text => {
            // Formats the target of a symbolic link, and keeps the link.
            let target = path.canonicalize().unwrap_or_else(|_| path.clone());
            write(&Output::File(target), text.as_bytes())?;
            terminal.status(&format!("{}: formatted", input.name()));
        }
        Input::File(_) => {}
    }
    Ok(())
}
