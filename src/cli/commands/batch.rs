//! `cvpress batch`: prints every profile in a folder.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::batch::{self, Batch, Outcome, StaleOutputs, Summary, find_profiles, listed};
use crate::cli::args::{Batch as BatchArguments, Common, Report};
use crate::cli::commands::stream::workers;
use crate::cli::commands::{line, render_options, report};
use crate::cli::terminal::{Terminal, count, duration};
use crate::cli::{Ending, Stop};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::pipeline::Rendered;
use crate::profile::ALL;
use crate::typeset::Engine;

/// Prints them all, and says at the end what became of them.
pub fn batch(
    arguments: &BatchArguments,
    common: &Common,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Ending, Stop> {
    let profiles = profiles(arguments)?;
    let mut options = render_options(&arguments.look, engine.layouts())?;
    options.max_pages = Some(arguments.limits.max_pages);
    if arguments.variants {
        options.choices.variants = vec![ALL.to_owned()];
    }
    let batch = Batch {
        profiles,
        options,
        jobs: arguments.limits.jobs.map(Into::into),
        record: Some(arguments.out.clone()),
        force: arguments.renewal.force,
        prune: arguments.renewal.prune,
        workers: Some(workers(&arguments.limits, common)?),
        stop: Arc::default(),
    };
    let json = arguments.format == Report::Json;
    if arguments.renewal.dry_run {
        tell_plan(&batch, engine, json, terminal);
        return Ok(Ending::Done);
    }
    listen(&batch.stop)?;
    let progress = terminal.progress(batch.profiles.len());
    let summary = batch::run(&batch, engine, |outcome| {
        progress.suspend(|| tell(outcome, json, terminal));
        progress.inc(1);
    })?;
    progress.finish_and_clear();
    terminal.problems(&summary.problems);
    summary
        .gone
        .iter()
        .for_each(|gone| tell_gone(gone, arguments.renewal.prune, json, terminal));
    if json {
        terminal.result(&line(&JsonSummary::from(&summary)));
    } else {
        terminal.status(&table(&summary), false);
    }
    Ok(match () {
        () if summary.left > 0 => Ending::Interrupted,
        () if summary.failed == 0 && !summary.problems.has_errors() => Ending::Done,
        () => Ending::Failed,
    })
}

/// The profiles that are to be printed, each with the path that its outputs begin with.
fn profiles(arguments: &BatchArguments) -> Result<Vec<(PathBuf, PathBuf)>, Stop> {
    let mut found: Vec<(PathBuf, PathBuf)> = Vec::new();
    match &arguments.part.profiles_from {
        None => {
            for folder in &arguments.folders {
                found.extend(find_profiles(folder)?);
            }
        }
        Some(list) => {
            let mut bytes = Vec::new();
            let read = match list.as_os_str().as_encoded_bytes() {
                b"-" => std::io::stdin().read_to_end(&mut bytes),
                _ => File::open(list).and_then(|mut file| file.read_to_end(&mut bytes)),
            };
            read.map_err(|error| {
                let message = format!("cannot read `{}`: {error}", list.display());
                Diagnostics::from(Diagnostic::error(rule::UNREADABLE_FILE, message))
            })?;
            let name = |path: &PathBuf| path.file_name().map(PathBuf::from).unwrap_or_default();
            found.extend(
                listed(&bytes)
                    .into_iter()
                    .map(|path| (path.clone(), name(&path))),
            );
        }
    }
    found.retain(|(profile, _)| arguments.part.shard.is_none_or(|shard| shard.has(profile)));
    Ok(found
        .into_iter()
        .map(|(path, inside)| (path, arguments.out.join(inside).with_extension("")))
        .collect())
}

/// Lets an interrupt stop the batch once what is under way is done; a second one stops it at once.
fn listen(stop: &Arc<AtomicBool>) -> Result<(), Stop> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 130, Arc::clone(stop))
            .and_then(|_| flag::register(signal, Arc::clone(stop)))
            .map_err(|error| {
                Diagnostics::from(Diagnostic::error(
                    rule::INTERNAL,
                    format!("cannot wait for interrupts: {error}"),
                ))
            })?;
    }
    Ok(())
}

fn tell(outcome: &Outcome, json: bool, terminal: &Terminal) {
    terminal.problems(&outcome.problems);
    if json {
        terminal.result(&line(&JsonOutcome::from(outcome)));
        return;
    }
    outcome
        .printed
        .iter()
        .for_each(|printed| terminal.status(&report(printed), false));
    if !outcome.failed.is_empty() {
        let layouts = count(outcome.failed.len(), "CV", "CVs");
        terminal.status(
            &format!(
                "{}: failed, {layouts} not printed",
                outcome.profile.display()
            ),
            false,
        );
    }
}

/// What would be printed, and why.
fn tell_plan(batch: &Batch, engine: &Engine, json: bool, terminal: &Terminal) {
    let (mut due, mut unchanged) = (0, 0);
    for (profile, why) in batch::plan(batch, engine) {
        let profile = profile.display().to_string();
        if why.is_some() {
            due += 1;
        } else {
            unchanged += 1;
        }
        let why = why.map(|why| why.to_string());
        if json {
            terminal.result(&line(&JsonPlan { profile, why }));
        } else if let Some(why) = why {
            terminal.result(&format!("{profile}: {why}\n"));
        }
    }
    if !json {
        let profiles = |number| count(number, "profile", "profiles");
        terminal.status(
            &format!(
                "{} would be printed, {} unchanged",
                profiles(due),
                profiles(unchanged)
            ),
            false,
        );
    }
}

/// Files that nobody would print any more.
fn tell_gone(gone: &StaleOutputs, pruned: bool, json: bool, terminal: &Terminal) {
    let profile = gone.profile.display().to_string();
    let outputs: Vec<String> = gone
        .outputs
        .iter()
        .map(|output| output.display().to_string())
        .collect();
    if json {
        return terminal.result(&line(&JsonGone {
            profile,
            outputs,
            deleted: pruned,
        }));
    }
    let why = if gone.is_there {
        "asks for it no more"
    } else {
        "is not there any more"
    };
    let told = if pruned {
        "deleted"
    } else {
        "delete it with `--prune`"
    };
    for output in outputs {
        terminal.status(&format!("{output}: `{profile}` {why}; {told}"), false);
    }
}

fn table(summary: &Summary) -> String {
    let rows = [
        ("done", summary.done.to_string()),
        ("unchanged", summary.unchanged.to_string()),
        ("failed", summary.failed.to_string()),
        ("time", duration(summary.time)),
        ("CVs per second", format!("{:.1}", summary.per_second())),
    ];
    let left = (summary.left > 0).then(|| {
        format!(
            "\ninterrupted, {} not begun",
            count(summary.left, "profile", "profiles")
        )
    });
    rows.map(|(label, value)| format!("{label:<15}{value:>10}"))
        .join("\n")
        + &left.unwrap_or_default()
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "profile")]
struct JsonOutcome<'a> {
    profile: String,
    printed: &'a [Rendered],
    unchanged: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    failed: &'a [String],
    errors: usize,
    warnings: usize,
    milliseconds: u128,
}

impl<'a> From<&'a Outcome> for JsonOutcome<'a> {
    fn from(outcome: &'a Outcome) -> Self {
        let errors = outcome
            .problems
            .iter()
            .filter(|p| p.severity == crate::diagnostic::Severity::Error)
            .count();
        Self {
            profile: outcome.profile.display().to_string(),
            printed: &outcome.printed,
            unchanged: outcome
                .unchanged
                .iter()
                .map(|file| file.display().to_string())
                .collect(),
            why: outcome.why.as_ref().map(ToString::to_string),
            failed: &outcome.failed,
            errors,
            warnings: outcome.problems.len() - errors,
            milliseconds: outcome.time.as_millis(),
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "plan")]
struct JsonPlan {
    profile: String,
    why: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "gone")]
struct JsonGone {
    profile: String,
    outputs: Vec<String>,
    deleted: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "summary")]
struct JsonSummary {
    done: usize,
    unchanged: usize,
    failed: usize,
    left: usize,
    seconds: f64,
    per_second: f64,
}

impl From<&Summary> for JsonSummary {
    fn from(summary: &Summary) -> Self {
        Self {
            done: summary.done,
            unchanged: summary.unchanged,
            failed: summary.failed,
            left: summary.left,
            seconds: summary.time.as_secs_f64(),
            per_second: summary.per_second(),
        }
    }
}
