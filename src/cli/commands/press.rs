//! `cvpress press`: files for a print shop, made and looked over.

use std::path::Path;

use crate::cli::args::{Preflight, Press, PressAction, Report, TargetName};
use crate::cli::terminal::Terminal;
use crate::cli::{Ending, Stop};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::layout::Length;
use crate::typeset::Engine;
use crate::verify::{PreflightOptions, Target, preflight};

/// Does what is asked for.
pub fn press(
    arguments: &Press,
    engine: impl FnOnce() -> Result<Engine, Stop>,
    terminal: &Terminal,
) -> Result<Ending, Stop> {
    match &arguments.action {
        PressAction::Finish(finish) => {
            crate::cli::commands::render::finish(finish, &engine()?, terminal)
        }
        PressAction::Sheet(sheet) => {
            crate::cli::commands::sheets::sheet(sheet, &engine()?, terminal)
        }
        PressAction::Nup(nup) => crate::cli::commands::sheets::nup(nup, &engine()?, terminal),
        PressAction::Booklet(booklet) => {
            crate::cli::commands::sheets::booklet(booklet, &engine()?, terminal)
        }
        PressAction::Contact(contact) => {
            crate::cli::commands::sheets::contact(contact, &engine()?, terminal)
        }
        PressAction::Run(run) => crate::cli::commands::sheets::run(run, &engine()?, terminal),
        PressAction::Preflight(arguments) => {
            drop(engine);
            Ok(look_over(arguments, terminal))
        }
    }
}

/// Looks files over, one after the other.
fn look_over(arguments: &Preflight, terminal: &Terminal) -> Ending {
    let expectation = PreflightOptions {
        target: match arguments.target {
            TargetName::X1a => Target::X1a,
            TargetName::X4 => Target::X4,
            TargetName::Any => Target::Any,
        },
        bleed: arguments.bleed.map(Length::to_points),
        black_only: arguments.black_only,
    };
    let mut ending = Ending::Done;
    for path in &arguments.files {
        let found = bytes(path).and_then(|bytes| {
            preflight(&bytes, &path.display().to_string(), &expectation).map_err(Diagnostics::from)
        });
        let faults = match found {
            Ok(report) => {
                match arguments.report {
                    Report::Json => {
                        terminal
                            .result(&(serde_json::to_string(&report).unwrap_or_default() + "\n"));
                    }
                    Report::Text if !terminal.is_json() => {
                        terminal.status(report.text().trim_end(), false);
                    }
                    Report::Text => {}
                }
                report.faults
            }
            Err(faults) => faults,
        };
        terminal.problems(&faults);
        if faults.has_errors() {
            ending = Ending::Failed;
        }
    }
    ending
}

fn bytes(path: &Path) -> Result<Vec<u8>, Diagnostics> {
    let fail = |error: std::io::Error| {
        Diagnostic::error(
            rule::UNREADABLE_FILE,
            format!("cannot read `{}`: {error}", path.display()),
        )
    };
    Ok(std::fs::read(path).map_err(fail)?)
}
