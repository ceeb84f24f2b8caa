//! Renders many profiles at once, on all cores. A profile that fails does not stop the others.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::batch::environment::Environment;
use crate::batch::manifest::OutputManifest;
use crate::batch::manifest_changes::ManifestChanges;
use crate::batch::ordered_pool::{self, PoolWorker};
use crate::batch::process::Workers;
use crate::batch::reason::RenderReason;
use crate::batch::stale::{StaleOutputs, delete_abandoned_files, stale_outputs};
use crate::batch::task::{Destination, Outcome, ProfileSource, Task};
use crate::batch::worker::{TaskRunner, task_runners};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::export::Format;
use crate::pipeline::guarded;
use crate::pipeline::threads::{cores, no_threads, threads};
use crate::pipeline::{RenderOptions, outputs_of, shared_outputs};
use crate::profile::{self, Input};
use crate::typeset::Engine;

/// The interval at which the manifest is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// With this many profiles per runner, all runners are busy nearly to the end.
const PROFILES_PER_RUNNER: usize = 4;

/// What to render.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// The profiles.
    pub profiles: Vec<BatchProfile>,
    /// How to render each.
    pub options: RenderOptions,
    /// The number of profiles at once; by default one per core.
    pub jobs: Option<usize>,
    /// The folder that keeps an output manifest, so that only changes are rendered.
    pub manifest: Option<PathBuf>,
    /// Whether to render unchanged profiles as well.
    pub force: bool,
    /// Whether to delete files that are no longer requested.
    pub prune: bool,
    /// The worker processes; without them, threads of this process render.
    pub workers: Option<Workers>,
    /// Once it is set, no further profile is started.
    pub stop: Arc<AtomicBool>,
}

/// A profile of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchProfile {
    /// The profile's file.
    pub path: PathBuf,
    /// The path that its output files start with, without variant, layout and extension.
    pub stem: PathBuf,
}

/// The outcome of a batch.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The number of files that were rendered.
    pub done: usize,
    /// The number of files that were up to date.
    pub unchanged: usize,
    /// The number of documents that failed.
    pub failed: usize,
    /// The number of profiles that were not started, because the batch was stopped.
    pub left: usize,
    /// The files that are no longer requested.
    pub stale: Vec<StaleOutputs>,
    /// The problems of the manifest.
    pub problems: Diagnostics,
    /// The duration.
    pub time: Duration,
}

impl Summary {
    /// Returns the number of files rendered per second.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a batch has fewer than 2^52 files"
    )]
    pub fn per_second(&self) -> f64 {
        self.done as f64 / self.time.as_secs_f64().max(f64::EPSILON)
    }
}

/// Renders all profiles. Calls `report` with each outcome in the order of the profiles, as soon as
/// those before it are done.
///
/// # Errors
/// The threads cannot be started, or the options cannot be compared with those of the manifest.
pub fn run(
    batch: &Batch,
    engine: &Engine,
    report: impl FnMut(&Outcome) + Send,
) -> Result<Summary, Diagnostics> {
    let began = Instant::now();
    let pool = threads(batch.jobs.unwrap_or_else(cores))?;
    let outputs: Vec<Vec<PathBuf>> = pool.install(|| {
        let profiles = batch.profiles.par_iter();
        profiles.map(|profile| outputs(batch, profile)).collect()
    });
    let conflicts = shared_outputs(outputs);
    let state = match &batch.manifest {
        Some(folder) => Some(ManifestState::read(folder, batch, engine)?),
        None => None,
    };
    let mut summary = Summary {
        done: 0,
        unchanged: 0,
        failed: 0,
        left: batch.profiles.len(),
        stale: Vec::new(),
        problems: Diagnostics::default(),
        time: Duration::ZERO,
    };
    if let Some(state) = &state {
        summary.problems.extend(state.manifest.problem.clone());
        let stems = batch.profiles.iter().map(|profile| &profile.stem);
        delete_abandoned_files(stems.filter_map(|stem| stem.parent()).collect());
    }
    let runners = task_runners(batch.workers.as_ref(), batch.jobs, engine)?;
    let mut parts = parts(batch, runners.len()).peekable();
    let mut workers: Vec<PoolWorker<Part, PartOutcome>> = Vec::new();
    for mut runner in runners {
        let (conflicts, state) = (&conflicts, state.as_ref());
        workers.push(Box::new(move |part| {
            let conflict = conflicts.get(&part.index);
            let conflict = conflict.map(|shared| &*batch.profiles[shared.first].path);
            let outcome = run_part(batch, &part, conflict, state, &mut runner);
            PartOutcome { part, outcome }
        }));
    }
    // A profile that was started is finished, even if the batch is stopped.
    let next = || parts.next_if(|part| !part.is_first || !batch.stop.load(Ordering::Relaxed));
    let mut collector = Collector {
        batch,
        summary,
        changes: state
            .as_ref()
            .map(|state| (ManifestChanges::new(&state.folder), &state.environment)),
        saved: Instant::now(),
        unfinished: None,
        report,
    };
    ordered_pool::run(workers, next, |part| collector.add(part)).map_err(no_threads)?;
    collector.save();
    let mut summary = collector.summary;
    if let Some(folder) = &batch.manifest {
        match stale_outputs(folder, batch.prune) {
            Ok(files) => summary.stale = files,
            Err(problems) => summary.problems.extend(problems),
        }
    }
    summary.problems.sort();
    summary.time = began.elapsed();
    Ok(summary)
}

/// The output manifest as it was when the batch began, and what the batch renders with.
struct ManifestState {
    folder: PathBuf,
    manifest: OutputManifest,
    environment: Environment,
}

impl ManifestState {
    fn read(folder: &Path, batch: &Batch, engine: &Engine) -> Result<Self, Diagnostics> {
        Ok(Self {
            folder: folder.to_path_buf(),
            manifest: OutputManifest::read(folder),
            environment: Environment::new(&batch.options, engine)?,
        })
    }

    fn unchanged(&self, profile: &BatchProfile) -> Result<Vec<PathBuf>, RenderReason> {
        self.manifest
            .unchanged(&profile.path, &profile.stem, &self.environment)
    }
}

/// Joins the outcomes of parts, counts them, and records them in the manifest.
struct Collector<'a, F> {
    batch: &'a Batch,
    summary: Summary,
    changes: Option<(ManifestChanges, &'a Environment)>,
    /// When the manifest was last saved.
    saved: Instant,
    /// The outcome of the parts of a profile so far.
    unfinished: Option<Outcome>,
    report: F,
}

impl<F: FnMut(&Outcome)> Collector<'_, F> {
    fn add(&mut self, PartOutcome { part, outcome }: PartOutcome) {
        let outcome = match self.unfinished.take() {
            Some(before) => before.and(outcome),
            None => outcome,
        };
        if !part.is_last {
            self.unfinished = Some(outcome);
            return;
        }
        self.summary.done += outcome.rendered.len();
        self.summary.unchanged += outcome.unchanged.len();
        self.summary.failed += outcome.failed.len();
        self.summary.left -= 1;
        if let Some((changes, environment)) = &mut self.changes {
            let stem = &self.batch.profiles[part.index].stem;
            changes.add(&outcome, stem, environment);
        }
        if self.saved.elapsed() > SAVE_INTERVAL {
            self.save();
        }
        (self.report)(&outcome);
    }

    fn save(&mut self) {
        if let Some((changes, _)) = &mut self.changes
            && let Err(problems) = changes.save()
        {
            self.summary.problems.extend(problems);
        }
        self.saved = Instant::now();
    }
}

/// Whether a batch would render a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedProfile<'a> {
    /// The profile.
    pub profile: &'a Path,
    /// Why it would be rendered; `None` if it is up to date.
    pub reason: Option<RenderReason>,
}

/// Returns what a batch would render, in the order of the profiles.
///
/// # Errors
/// The options cannot be compared with those of the manifest.
pub fn plan<'a>(
    batch: &'a Batch,
    engine: &Engine,
) -> Result<impl Iterator<Item = PlannedProfile<'a>>, Diagnostics> {
    let state = match &batch.manifest {
        Some(folder) => Some(ManifestState::read(folder, batch, engine)?),
        None => None,
    };
    Ok(batch.profiles.iter().map(move |profile| {
        let reason = match &state {
            _ if batch.force => Some(RenderReason::Forced),
            Some(state) => state.unchanged(profile).err(),
            None => Some(RenderReason::New),
        };
        PlannedProfile {
            profile: &profile.path,
            reason,
        }
    }))
}

/// Returns the output files of a profile. If they do not depend on its text, or it cannot be read,
/// their common stem stands for them.
fn outputs(batch: &Batch, profile: &BatchProfile) -> Vec<PathBuf> {
    let choices = &batch.options.choices;
    if choices.variants.is_empty() && choices.locales.is_empty() {
        return vec![profile.stem.clone()];
    }
    // This process has no limits: it leaves the files that profiles name to the workers.
    match guarded(|| profile::outline(&Input::File(profile.path.clone()))) {
        Ok(parsed) => outputs_of(&parsed, &profile.stem, &batch.options),
        Err(_) => vec![profile.stem.clone()],
    }
}

/// The part of a profile that one runner renders.
struct Part {
    /// The index of the profile.
    index: usize,
    layouts: Vec<String>,
    is_first: bool,
    is_last: bool,
}

struct PartOutcome {
    part: Part,
    outcome: Outcome,
}

/// Returns the parts of a batch. A part is a whole profile, which is read once for all its layouts,
/// unless there are so few profiles that some runners would be idle.
fn parts(batch: &Batch, runners: usize) -> impl Iterator<Item = Part> + Send {
    let layouts = &batch.options.layouts;
    let has_few = batch.profiles.len() < PROFILES_PER_RUNNER * runners;
    let count = if has_few && batch.options.has_pages() {
        runners.clamp(1, layouts.len().max(1))
    } else {
        1
    };
    (0..batch.profiles.len()).flat_map(move |index| {
        (0..count).map(move |part| {
            let start = layouts.len() * part / count;
            let end = layouts.len() * (part + 1) / count;
            Part {
                index,
                layouts: layouts[start..end].to_vec(),
                is_first: part == 0,
                is_last: part + 1 == count,
            }
        })
    })
}

/// Renders a part of a batch, unless it is up to date.
fn run_part(
    batch: &Batch,
    part: &Part,
    conflict: Option<&Path>,
    state: Option<&ManifestState>,
    runner: &mut TaskRunner,
) -> Outcome {
    let began = Instant::now();
    let profile = &batch.profiles[part.index];
    let task = Task {
        source: ProfileSource::File(profile.path.clone()),
        destination: Destination::Stem(profile.stem.clone()),
        options: RenderOptions {
            layouts: part.layouts.clone(),
            formats: formats(batch, part),
            ..batch.options.clone()
        },
    };
    if let Some(other) = conflict {
        return Outcome::failed(&task, same_output(&profile.path, other));
    }
    let reason = match state.map(|state| state.unchanged(profile)) {
        Some(_) if batch.force => Some(RenderReason::Forced),
        Some(Ok(unchanged)) => {
            return Outcome {
                unchanged,
                time: began.elapsed(),
                ..Outcome::new(&profile.path)
            };
        }
        Some(Err(reason)) => Some(reason),
        None => None,
    };
    Outcome {
        reason,
        ..runner.run(&task)
    }
}

/// Returns the formats of a part. The formats without pages, which have no layout, belong to the
/// first part.
fn formats(batch: &Batch, part: &Part) -> Vec<Format> {
    if part.is_first {
        batch.options.formats.clone()
    } else {
        batch.options.page_formats().collect()
    }
}

fn same_output(profile: &Path, other: &Path) -> Diagnostic {
    let message = format!(
        "`{}` would replace the output of `{}`",
        profile.display(),
        other.display()
    );
    Diagnostic::error(rule::SAME_OUTPUT, message).hint("rename one of the two")
}
