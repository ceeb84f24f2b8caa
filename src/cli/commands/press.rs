//! `cvpress press`: files for a print shop, made and looked over.

use std::path::Path;

use super::super::args::{Preflight, Press, PressAction, Report, TargetName};
use super::super::terminal::Terminal;
use super::super::{Ending, Stop};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::layout::Length;
use crate::typeset::Base;
use crate::verify::{Expectation, Target, preflight};

/// Does what is asked for.
pub fn press(
    arguments: &Press,
    base: impl FnOnce() -> Result<Base, Stop>,
    terminal: &Terminal,
) -> Result<Ending, Stop> {
    match &arguments.action {
        #[cfg(feature = "press")]
        PressAction::Finish(finish) => super::render::finish(finish, &base()?, terminal),
        #[cfg(feature = "press")]
        PressAction::Sheet(sheet) => super::sheets::sheet(sheet, &base()?, terminal),
        #[cfg(feature = "press")]
        PressAction::Nup(nup) => super::sheets::nup(nup, &base()?, terminal),
        #[cfg(feature = "press")]
        PressAction::Booklet(booklet) => super::sheets::booklet(booklet, &base()?, terminal),
        #[cfg(feature = "press")]
        PressAction::Contact(contact) => super::sheets::contact(contact, &base()?, terminal),
        #[cfg(feature = "press")]
        PressAction::Run(run) => super::sheets::run(run, &base()?, terminal),
        PressAction::Preflight(arguments) => {
            drop(base);
            Ok(look_over(arguments, terminal))
        }
    }
}

/// Looks files over, one after the other.
fn look_over(arguments: &Preflight, terminal: &Terminal) -> Ending {
    let expectation = Expectation {
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
                        terminal.status(report.text().trim_end(), false)
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
            "unreadable-file",
            format!("cannot read `{}`: {error}", path.display()),
        )
    };
    Ok(std::fs::read(path).map_err(fail)?)
}
