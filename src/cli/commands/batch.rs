//! `cvpress batch`: renders every profile in a folder.

use std::fs::File;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::batch::{
    self, Batch, BatchProfile, FailedDocument, FoundFile, Outcome, Shard, StaleOutputs, Summary,
    find_profiles, parse_list,
};
use crate::cli::commands::worker::{WORKER, workers};
use crate::cli::exit::{CommandError, Exit};
use crate::cli::options::{DocumentArgs, FormatArgs, GlobalArgs, Report, ReportArgs, jobs, value};
use crate::cli::report::{self, FileReport, duration};
use crate::cli::request::render_options;
use crate::cli::signals::stop_on_signal;
use crate::cli::terminal::Terminal;
use crate::diagnostic::{Diagnostic, Severity, counted, rule};
use crate::file;
use crate::pipeline::{DEFAULT_PPI, RenderOptions};
use crate::profile::{ALL, Input};
use crate::progress;
use crate::typeset::Engine;

/// The size of a list of profiles to accept, in bytes.
const MAX_LIST_SIZE: u64 = 256 << 20;

/// The help of `--format`.
pub const FORMATS: &str = "Formats to write; PNG and SVG have one file per page, and docx, html, md, \
                       txt and json (JSON Resume) have no layout [default: pdf]";

/// The arguments of `cvpress batch`.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.help(FORMATS)))]
pub struct BatchArgs {
    /// Folders of the profiles
    #[arg(value_name = "DIR", default_value = "profiles")]
    pub folders: Vec<PathBuf>,
    /// Folder to write to
    #[arg(long, short, value_name = "DIR", default_value = "out")]
    pub output: PathBuf,
    /// Render every variant of each profile, as with `--variant all`
    #[arg(long, conflicts_with = "variant")]
    pub variants: bool,
    /// Render the profiles listed in a file, or with `-` on standard input, instead of those in a
    /// folder; one path per line, or separated by NUL
    #[arg(long, value_name = "FILE")]
    pub profiles_from: Option<PathBuf>,
    /// Render part I of N of the profiles; the file name of a profile decides its part
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Render unchanged profiles as well
    #[arg(long)]
    pub force: bool,
    /// Show which profiles would be rendered, and why; renders nothing
    #[arg(long, conflicts_with = "prune")]
    pub dry_run: bool,
    /// Delete files that earlier runs wrote and that are no longer requested
    #[arg(long)]
    pub prune: bool,
    /// Number of profiles to render in parallel [default: the number of cores]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
    /// The formats to write.
    #[command(flatten)]
    pub format: FormatArgs,
    /// Resolution of PNG files, in pixels per inch
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PPI, value_parser = value::ppi)]
    pub ppi: f64,
    /// The format of the report.
    #[command(flatten)]
    pub report: ReportArgs,
    /// The documents to render.
    #[command(flatten)]
    pub document: DocumentArgs,
}

fn shard(text: &str) -> Result<Shard, String> {
    Shard::parse(text).ok_or_else(|| "expected a part of the profiles, such as `1/8`".to_owned())
}

/// Renders the profiles, and summarizes the results.
pub fn batch(
    args: &BatchArgs,
    global: &GlobalArgs,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let batch = Batch {
        profiles: profiles(args)?,
        options: options(args, engine)?,
        jobs: args.jobs.map(Into::into),
        manifest: Some(args.output.clone()),
        force: args.force,
        prune: args.prune,
        workers: Some(workers(WORKER, global)?),
        stop: stop_on_signal()?,
    };
    // The workers have limits of time, and a batch has none.
    progress::waiting(|| run(&batch, args, engine, terminal))
}

fn run(
    batch: &Batch,
    args: &BatchArgs,
    engine: &Engine,
    terminal: &Terminal,
) -> Result<Exit, CommandError> {
    let reporter = Reporter {
        report: args.report.report,
        has_pruned: args.prune,
        terminal,
    };
    if args.dry_run {
        reporter.plan(batch, engine)?;
        return Ok(Exit::Success);
    }
    let progress = terminal.progress(batch.profiles.len());
    let summary = batch::run(batch, engine, |outcome| {
        progress.suspend(|| reporter.outcome(outcome));
        progress.inc(1);
    })?;
    progress.finish_and_clear();
    reporter.summary(&summary);
    if summary.left > 0 {
        return Ok(Exit::Interrupted);
    }
    if summary.failed > 0 || summary.problems.has_errors() {
        return Ok(Exit::Failure);
    }
    Ok(Exit::Success)
}

fn options(args: &BatchArgs, engine: &Engine) -> Result<RenderOptions, CommandError> {
    let mut options = render_options(&args.document, engine.layouts())?;
    options.formats = args.format.formats();
    options.ppi = Some(args.ppi);
    if args.variants {
        options.choices.variants = vec![ALL.to_owned()];
    }
    Ok(options)
}

/// Returns the profiles to render.
fn profiles(args: &BatchArgs) -> Result<Vec<BatchProfile>, CommandError> {
    let mut found = match &args.profiles_from {
        Some(list) => listed_profiles(list)?,
        None => progress::waiting(|| profiles_in_folders(&args.folders))?,
    };
    if let Some(shard) = args.shard {
        found.retain(|profile| shard.has(&profile.path));
    }
    Ok(found
        .into_iter()
        .map(|profile| BatchProfile {
            stem: stem(&args.output, &profile),
            path: profile.path,
        })
        .collect())
}

/// Returns what the paths of the outputs of a profile begin with.
pub fn stem(output: &Path, profile: &FoundFile) -> PathBuf {
    let relative = output.join(&profile.relative);
    let name = Input::File(profile.path.clone()).stem();
    match profile.relative.file_stem() {
        // A name of dots would be that of a folder.
        Some(stem) if stem.to_string_lossy() != name.as_str() => relative.with_file_name(name),
        _ => relative.with_extension(""),
    }
}

fn profiles_in_folders(folders: &[PathBuf]) -> Result<Vec<FoundFile>, CommandError> {
    let mut found = Vec::new();
    for folder in folders {
        found.extend(find_profiles(folder)?);
    }
    Ok(found)
}

/// Returns the profiles listed in a file, each with its file name.
fn listed_profiles(list: &Path) -> Result<Vec<FoundFile>, CommandError> {
    let bytes = read_list(list).map_err(|error| {
        let message = format!("cannot read `{}`: {error}", list.display());
        Diagnostic::error(rule::UNREADABLE_FILE, message)
    })?;
    let mut profiles = Vec::new();
    for path in parse_list(&bytes) {
        let Some(relative) = path.file_name().map(PathBuf::from) else {
            let message = format!("`{}` is not a file", path.display());
            return Err(Diagnostic::error(rule::UNREADABLE_FILE, message).into());
        };
        profiles.push(FoundFile { path, relative });
    }
    Ok(profiles)
}

/// Reads a list, which may come through a pipe.
fn read_list(list: &Path) -> std::io::Result<Vec<u8>> {
    if list == Path::new("-") {
        progress::waiting(|| file::read_all(std::io::stdin().lock(), MAX_LIST_SIZE))
    } else {
        let pipe = progress::opening(list.display().to_string(), || File::open(list))?;
        progress::waiting(|| file::read_all(pipe, MAX_LIST_SIZE))
    }
}

/// Reports the progress and the results of a batch.
struct Reporter<'a> {
    report: Report,
    /// Whether stale files were deleted.
    has_pruned: bool,
    terminal: &'a Terminal,
}

impl Reporter<'_> {
    /// Reports which profiles would be rendered, and why.
    fn plan(&self, batch: &Batch, engine: &Engine) -> Result<(), CommandError> {
        let mut due = 0;
        let mut unchanged = 0;
        for planned in batch::plan(batch, engine)? {
            if planned.reason.is_some() {
                due += 1;
            } else {
                unchanged += 1;
            }
            let profile = planned.profile.display().to_string();
            let why = planned.reason.map(|reason| reason.to_string());
            match (self.report, why) {
                (Report::Json, why) => self.terminal.json(&PlanReport { profile, why }),
                (Report::Text, Some(why)) => self.terminal.line(&format!("{profile}: {why}")),
                (Report::Text, None) => {}
            }
        }
        if self.report == Report::Text {
            let due = counted(due, "profile", "profiles");
            let unchanged = counted(unchanged, "profile", "profiles");
            self.terminal
                .status(&format!("{due} would be rendered, {unchanged} unchanged"));
        }
        Ok(())
    }

    /// Reports the outcome of a profile.
    fn outcome(&self, outcome: &Outcome) {
        self.terminal.problems(&outcome.problems);
        if self.report == Report::Json {
            self.terminal.json(&ProfileReport::new(outcome));
            return;
        }
        for rendered in &outcome.rendered {
            self.terminal.status(&report::rendered(rendered));
        }
        if !outcome.failed.is_empty() {
            let profile = outcome.profile.display();
            let documents = counted(outcome.failed.len(), "CV", "CVs");
            self.terminal
                .status(&format!("{profile}: failed, {documents} not rendered"));
        }
    }

    /// Reports the stale files and the totals.
    fn summary(&self, summary: &Summary) {
        self.terminal.problems(&summary.problems);
        for stale in &summary.stale {
            self.stale(stale);
        }
        match self.report {
            Report::Json => self.terminal.json(&SummaryReport::new(summary)),
            Report::Text => self.terminal.status(&table(summary)),
        }
    }

    /// Reports files that are no longer requested.
    fn stale(&self, stale: &StaleOutputs) {
        let profile = stale.profile.display().to_string();
        let outputs = names(&stale.outputs);
        if self.report == Report::Json {
            return self.terminal.json(&StaleReport {
                profile,
                outputs,
                deleted: self.has_pruned,
            });
        }
        let reason = if stale.profile_exists {
            "no longer requests it"
        } else {
            "no longer exists"
        };
        let action = if self.has_pruned {
            "deleted"
        } else {
            "use `--prune` to delete it"
        };
        for output in outputs {
            self.terminal
                .status(&format!("{output}: `{profile}` {reason}; {action}"));
        }
    }
}

fn table(summary: &Summary) -> String {
    let rows = [
        ("rendered", summary.done.to_string()),
        ("unchanged", summary.unchanged.to_string()),
        ("failed", summary.failed.to_string()),
        ("time", duration(summary.time)),
        ("CVs per second", format!("{:.1}", summary.per_second())),
    ];
    let mut table = rows
        .map(|(label, value)| format!("{label:<15}{value:>10}"))
        .join("\n");
    if summary.left > 0 {
        let left = counted(summary.left, "profile", "profiles");
        table += &format!("\ninterrupted, {left} not started");
    }
    table
}

fn names(paths: &[PathBuf]) -> Vec<String> {
    paths
        .iter()
        .map(|path| path.display().to_string())
        .collect()
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "profile")]
struct ProfileReport<'a> {
    profile: String,
    rendered: Vec<FileReport<'a>>,
    unchanged: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    failed: Vec<FailureReport<'a>>,
    errors: usize,
    warnings: usize,
    milliseconds: u128,
}

impl<'a> ProfileReport<'a> {
    fn new(outcome: &'a Outcome) -> Self {
        Self {
            profile: outcome.profile.display().to_string(),
            rendered: outcome.rendered.iter().map(FileReport::from).collect(),
            unchanged: names(&outcome.unchanged),
            why: outcome.reason.as_ref().map(ToString::to_string),
            failed: outcome.failed.iter().map(FailureReport::from).collect(),
            errors: outcome.problems.count(Severity::Error),
            warnings: outcome.problems.count(Severity::Warning),
            milliseconds: outcome.time.as_millis(),
        }
    }
}

#[derive(Serialize)]
struct FailureReport<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    suffix: Option<&'a str>,
    layout: Option<&'a str>,
}

impl<'a> From<&'a FailedDocument> for FailureReport<'a> {
    fn from(failed: &'a FailedDocument) -> Self {
        Self {
            suffix: failed.suffix.as_deref(),
            layout: failed.layout.as_deref(),
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "plan")]
struct PlanReport {
    profile: String,
    why: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "stale")]
struct StaleReport {
    profile: String,
    outputs: Vec<String>,
    deleted: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "summary")]
struct SummaryReport {
    rendered: usize,
    unchanged: usize,
    failed: usize,
    not_started: usize,
    seconds: f64,
    per_second: f64,
}

impl SummaryReport {
    fn new(summary: &Summary) -> Self {
        Self {
            rendered: summary.done,
            unchanged: summary.unchanged,
            failed: summary.failed,
            not_started: summary.left,
            seconds: summary.time.as_secs_f64(),
            per_second: summary.per_second(),
        }
    }
}
