//! `cvpress check`: tells what is wrong with profiles.

use super::super::args::Check;
use super::super::terminal::{Terminal, count};
use super::super::{Ending, Stop};
use super::{input, wanted};
use crate::batch;
use crate::diagnostic::Severity;
use crate::typeset::Base;

/// Checks them, one after the other.
pub fn check(arguments: &Check, base: &Base, terminal: &Terminal) -> Result<Ending, Stop> {
    let wanted = wanted(&arguments.look, base.layouts())?;
    let mut ending = Ending::Done;
    for path in &arguments.profiles {
        let input = input(path);
        let problems = batch::check(&input, &wanted, base);
        terminal.problems(&problems);
        let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
        let warnings = problems.len() - errors;
        if errors > 0 {
            ending = Ending::Failed;
        }
        if !terminal.is_json() {
            let found = match (errors, warnings) {
                (0, 0) => "nothing wrong".to_owned(),
                (0, warnings) => count(warnings, "warning", "warnings"),
                (errors, 0) => count(errors, "error", "errors"),
                (errors, warnings) => {
                    format!("{}, {}", count(errors, "error", "errors"), count(warnings, "warning", "warnings"))
                }
            };
            terminal.status(&format!("{}: {found}", input.name()), false);
        }
    }
    Ok(ending)
}
