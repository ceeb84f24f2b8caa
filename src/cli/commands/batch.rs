//! `cvpress batch`: prints every profile in a folder.

use std::path::PathBuf;

use serde::Serialize;

use super::super::args::{Batch as BatchArguments, Report};
use super::super::terminal::{Terminal, count, duration};
use super::super::{Ending, Stop};
use super::{report, wanted};
use crate::batch::{self, Batch, Outcome, Printed, Summary, profiles_in};
use crate::profile::ALL;
use crate::typeset::Base;

/// Prints them all, and says at the end what became of them.
pub fn batch(arguments: &BatchArguments, base: &Base, terminal: &Terminal) -> Result<Ending, Stop> {
    let mut profiles: Vec<(PathBuf, PathBuf)> = Vec::new();
    for folder in &arguments.folders {
        for (profile, relative) in profiles_in(folder)? {
            profiles.push((profile, arguments.out.join(relative).with_extension("")));
        }
    }
    let mut wanted = wanted(&arguments.look, base.layouts())?;
    if arguments.variants {
        wanted.choices.variants = vec![ALL.to_owned()];
    }
    let batch = Batch { profiles, wanted, jobs: arguments.jobs.map(Into::into) };
    let json = arguments.format == Report::Json;
    let progress = terminal.progress(batch.profiles.len());
    let summary = batch::run(&batch, base, |outcome| {
        progress.suspend(|| tell(outcome, json, terminal));
        progress.inc(1);
    })?;
    progress.finish_and_clear();
    if json {
        terminal.result(&line(&JsonSummary::from(summary)));
    } else {
        terminal.status(&table(&summary), false);
    }
    Ok(if summary.failed == 0 { Ending::Done } else { Ending::Failed })
}

fn tell(outcome: &Outcome, json: bool, terminal: &Terminal) {
    terminal.problems(&outcome.problems);
    if json {
        terminal.result(&line(&JsonOutcome::from(outcome)));
        return;
    }
    outcome.printed.iter().for_each(|printed| terminal.status(&report(printed), false));
    if !outcome.failed.is_empty() {
        let layouts = count(outcome.failed.len(), "CV", "CVs");
        terminal.status(&format!("{}: failed, {layouts} not printed", outcome.profile.display()), false);
    }
}

fn table(summary: &Summary) -> String {
    let rows = [
        ("done", summary.done.to_string()),
        ("failed", summary.failed.to_string()),
        ("time", duration(summary.time)),
        ("CVs per second", format!("{:.1}", summary.per_second())),
    ];
    rows.map(|(label, value)| format!("{label:<15}{value:>10}")).join("\n")
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "profile")]
struct JsonOutcome<'a> {
    profile: String,
    printed: &'a [Printed],
    failed: &'a [String],
    errors: usize,
    warnings: usize,
    milliseconds: u128,
}

impl<'a> From<&'a Outcome> for JsonOutcome<'a> {
    fn from(outcome: &'a Outcome) -> Self {
        let errors = outcome.problems.iter().filter(|p| p.severity == crate::diagnostic::Severity::Error).count();
        Self {
            profile: outcome.profile.display().to_string(),
            printed: &outcome.printed,
            failed: &outcome.failed,
            errors,
            warnings: outcome.problems.len() - errors,
            milliseconds: outcome.time.as_millis(),
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "summary")]
struct JsonSummary {
    done: usize,
    failed: usize,
    seconds: f64,
    per_second: f64,
}

impl From<Summary> for JsonSummary {
    fn from(summary: Summary) -> Self {
        Self {
            done: summary.done,
            failed: summary.failed,
            seconds: summary.time.as_secs_f64(),
            per_second: summary.per_second(),
        }
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).map(|json| json + "\n").unwrap_or_default()
}
