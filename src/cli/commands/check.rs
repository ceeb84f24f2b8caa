//! `cvpress check`: tells what is wrong with profiles, and what a machine reads of their PDFs.

use crate::cli::args::{Check, Report};
use crate::cli::commands::{input, render_options};
use crate::cli::terminal::Terminal;
use crate::cli::{Ending, Stop};
use crate::diagnostic::{Diagnostics, Severity};
use crate::pipeline;
use crate::typeset::Engine;

/// Checks them, one after the other.
pub fn check(arguments: &Check, engine: &Engine, terminal: &Terminal) -> Result<Ending, Stop> {
    let options = render_options(&arguments.look, engine.layouts())?;
    let mut ending = Ending::Done;
    for path in &arguments.profiles {
        let input = input(path);
        let mut problems = pipeline::check_profile(&input, &options, engine);
        let mut verdicts = Vec::new();
        // What is wrong with a profile comes first: without it there is nothing to read.
        if !problems.has_errors() {
            match pipeline::check_documents(&input, &options, engine) {
                Ok(found) => verdicts = found,
                Err(faults) => problems.extend(faults),
            }
        }
        problems.extend(pipeline::merge_findings(&verdicts, arguments.notes));
        problems.sort();
        terminal.problems(&problems);
        if problems.has_errors() {
            ending = Ending::Failed;
        }
        match arguments.report {
            Report::Json => {
                let lines = verdicts
                    .iter()
                    .filter_map(|verdict| serde_json::to_string(verdict).ok());
                terminal.result(&lines.map(|line| line + "\n").collect::<String>());
            }
            Report::Text if !terminal.is_json() => {
                terminal.status(&format!("{}: {}", input.name(), summary(&problems)), false);
                for verdict in &verdicts {
                    terminal.status(&format!("  {}", verdict.line()), false);
                }
            }
            Report::Text => {}
        }
    }
    Ok(ending)
}

/// `1 error, 2 warnings`
fn summary(problems: &Diagnostics) -> String {
    let (errors, warnings) = (
        problems.count(Severity::Error),
        problems.count(Severity::Warning),
    );
    match (errors, warnings) {
        (0, 0) => "nothing wrong".to_owned(),
        (0, warnings) => Severity::Warning.counted(warnings),
        (errors, 0) => Severity::Error.counted(errors),
        (errors, warnings) => {
            format!(
                "{}, {}",
                Severity::Error.counted(errors),
                Severity::Warning.counted(warnings)
            )
        }
    }
}
