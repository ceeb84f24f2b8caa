//! `cvpress fmt`: formats profiles.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::exit::{CommandError, Exit};
use crate::cli::request::input;
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostics, counted};
use crate::export::{Output, write};
use crate::ide::edits::in_short_form;
use crate::pipeline::{RenderOptions, fixed};
use crate::profile::{Input, formatted_text, input_text, refuse_foreign};
use crate::typeset::Engine;

/// The arguments of `cvpress fmt`.
#[derive(Debug, Args)]
pub struct FmtArgs {
    /// Profiles to format in place; `-` formats standard input to standard output
    #[arg(required = true, value_name = "PROFILE")]
    pub profiles: Vec<PathBuf>,
    /// List profiles that are not formatted, and fail if there are any; writes nothing
    #[arg(long)]
    pub check: bool,
    /// Write sections in the short form, `[[experience]]`, where nothing is lost
    #[arg(long)]
    pub short: bool,
    /// First fix what has one right answer: `Jan 2020` becomes `2020-01`, `company` becomes
    /// `organization`
    #[arg(long)]
    pub fix: bool,
}

/// The text of a profile before and after its fixes and formatting.
struct Revision {
    before: String,
    after: String,
    fixes: usize,
    /// Why the text could not be formatted; it can still have fixes.
    problems: Diagnostics,
}

/// Formats the profiles in order. A profile with a syntax error stays as it is, but for its fixes.
/// `engine` is called only to fix faults.
///
/// # Errors
/// The fonts or layouts cannot be loaded.
pub fn fmt(
    args: &FmtArgs,
    engine: impl Fn() -> Result<Engine, CommandError>,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let engine = args.fix.then(engine).transpose()?;
    let mut exit = Exit::Success;
    for path in terminal.each(&args.profiles, |path| path.display().to_string()) {
        let is_done = if args.check {
            check(path, args.short, engine.as_ref(), terminal)
        } else {
            format(path, args.short, engine.as_ref(), terminal)
        };
        match is_done {
            Ok(true) => {}
            Ok(false) => exit = Exit::Failure,
            Err(problems) => {
                terminal.problems(&problems);
                exit = Exit::Failure;
            }
        }
    }
    Ok(exit)
}

/// Returns a profile after its fixes, if there is an engine to find them, and formatting.
fn revised(
    input: &Input,
    is_short: bool,
    engine: Option<&Engine>,
) -> Result<Revision, Diagnostics> {
    let before = input_text(input)?;
    let Some(engine) = engine else {
        return Ok(Revision {
            after: formatted(input, &before, is_short)?,
            before,
            fixes: 0,
            problems: Diagnostics::default(),
        });
    };
    // A fix is written even where the text cannot be formatted.
    refuse_foreign(&input.name(), &before)?;
    let fixed = fixed(input, &RenderOptions::default(), engine)?;
    let (after, problems) = match formatted(input, &fixed.text, is_short) {
        Ok(formatted) => (formatted, Diagnostics::default()),
        Err(problems) => (fixed.text, problems),
    };
    Ok(Revision {
        before,
        after,
        fixes: fixed.count,
        problems,
    })
}

/// Formats a text, in the short form on request. Any TOML could be formatted, but only profiles are.
fn formatted(input: &Input, text: &str, is_short: bool) -> Result<String, Diagnostics> {
    let formatted = if is_short {
        formatted_text(input.name(), &in_short_form(&input.name(), text)?)?
    } else {
        formatted_text(input.name(), text)?
    };
    refuse_foreign(&input.name(), text)?;
    Ok(formatted)
}

/// Returns whether a profile is formatted, and lists it if not.
fn check(
    path: &Path,
    is_short: bool,
    engine: Option<&Engine>,
    terminal: &Terminal,
) -> Result<bool, Diagnostics> {
    let input = input(path)?;
    let revision = revised(&input, is_short, engine)?;
    if !revision.problems.is_empty() {
        return Err(revision.problems);
    }
    let is_formatted = revision.before == revision.after;
    if !is_formatted {
        terminal.line(&input.name());
    }
    Ok(is_formatted)
}

/// Formats a profile in place, or standard input to standard output; returns whether it could be
/// formatted.
fn format(
    path: &Path,
    is_short: bool,
    engine: Option<&Engine>,
    terminal: &Terminal,
) -> Result<bool, Diagnostics> {
    let input = input(path)?;
    let revision = revised(&input, is_short, engine)?;
    match &input {
        Input::Bytes { .. } => terminal.result(&revision.after),
        Input::File(path) if revision.before != revision.after => {
            // Formats the target of a symbolic link, and keeps the link.
            let target = path.canonicalize().unwrap_or_else(|_| path.clone());
            write(&Output::File(target), revision.after.as_bytes())?;
            terminal.status(&format!("{}: {}", input.name(), done(revision.fixes)));
        }
        Input::File(_) => {}
    }
    if !revision.problems.is_empty() {
        terminal.problems(&revision.problems);
    }
    Ok(revision.problems.is_empty())
}

fn done(fixes: usize) -> String {
    match fixes {
        0 => "formatted".to_owned(),
        number => format!(
            "{} and formatted",
            counted(number, "fault fixed", "faults fixed")
        ),
    }
}
