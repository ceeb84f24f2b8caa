//! Many profiles at once, on all cores. One that fails does not stop the others.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::batch::fingerprint::Environment;
use crate::batch::manifest::{Changes, OutputManifest, RenderReason, StaleOutputs, gone, sweep};
use crate::batch::ordered_pool::{self, Hand};
use crate::batch::task::{Destination, Outcome, ProfileSource, Task};
use crate::batch::worker::{TaskRunner, Workers, task_runners};
use crate::diagnostic::{Diagnostic, Diagnostics, rule};
use crate::pipeline::threads::{cores, guarded, no_threads, threads};
use crate::pipeline::{RenderOptions, outputs_of};
use crate::profile::{self, Input};
use crate::typeset::Engine;

/// How long what was printed may not be in the record yet.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// From so many profiles for each hand on, all hands have something to do to the end, nearly.
const PROFILES_EACH: usize = 4;

/// What is to be printed.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// The profiles, each with the path of its outputs without layout and ending.
    pub profiles: Vec<(PathBuf, PathBuf)>,
    /// What is wanted of each.
    pub options: RenderOptions,
    /// How many at once; `None` means one for each core.
    pub jobs: Option<usize>,
    /// The folder that keeps a record of what was printed into it, so that only what has changed is
    /// printed.
    pub record: Option<PathBuf>,
    /// Whether to print what has not changed, too.
    pub force: bool,
    /// Whether to delete the outputs of profiles that are not there any more.
    pub prune: bool,
    /// The processes that print; where there are none, threads of this one do.
    pub workers: Option<Workers>,
    /// Once it is set, no other profile is begun.
    pub stop: Arc<AtomicBool>,
}

/// What became of all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// How many CVs were printed.
    pub done: usize,
    /// How many were as they should be already.
    pub unchanged: usize,
    /// How many were not printed.
    pub failed: usize,
    /// How many profiles were not begun, as somebody stopped it.
    pub left: usize,
    /// The profiles that are not there any more.
    pub gone: Vec<StaleOutputs>,
    /// What is wrong with the record.
    pub problems: Diagnostics,
    /// How long it took.
    pub time: Duration,
}

impl Summary {
    /// How many CVs were printed in a second.
    #[expect(clippy::cast_precision_loss, reason = "nobody prints 2^52 CVs")]
    pub fn per_second(&self) -> f64 {
        self.done as f64 / self.time.as_secs_f64().max(f64::EPSILON)
    }
}

/// Prints all of them. `report` is told of each in the order of the profiles, as soon as those
/// before it are done.
///
/// # Errors
/// The threads cannot be started.
pub fn run(
    batch: &Batch,
    engine: &Engine,
    mut report: impl FnMut(&Outcome) + Send,
) -> Result<Summary, Diagnostics> {
    let began = Instant::now();
    let mut summary = Summary {
        done: 0,
        unchanged: 0,
        failed: 0,
        left: batch.profiles.len(),
        gone: Vec::new(),
        problems: Diagnostics::default(),
        time: Duration::ZERO,
    };
    let taken = threads(batch.jobs.unwrap_or_else(cores))?.install(|| same_outputs(batch));
    let setup = batch
        .record
        .as_ref()
        .map(|_| Environment::new(&batch.options, engine));
    let record = batch.record.as_deref().map(OutputManifest::of);
    summary
        .problems
        .extend(record.as_ref().and_then(|record| record.problem.clone()));
    if record.is_some() {
        sweep(
            batch
                .profiles
                .iter()
                .filter_map(|(_, output)| output.parent())
                .collect(),
        );
    }
    let kept = record.as_ref().zip(setup.as_ref());
    let task_runners = task_runners(batch.workers.as_ref(), batch.jobs, engine)?;
    let mut parts = parts(batch, task_runners.len()).peekable();
    let hands = task_runners.into_iter().map(|mut print| {
        let taken = &taken;
        let hand = move |part: Part| {
            let outcome = one(batch, &part, taken.get(&part.index), kept, &mut print);
            (part, outcome)
        };
        Box::new(hand) as Hand<Part, (Part, Outcome)>
    });
    // A profile that was begun is done to its end.
    let next = || parts.next_if(|part| !part.is_first || !batch.stop.load(Ordering::Relaxed));
    let mut changes = batch
        .record
        .as_deref()
        .map(Changes::new)
        .zip(setup.as_ref());
    let mut saved = Instant::now();
    let mut partly: Option<Outcome> = None;
    ordered_pool::work(hands.collect(), next, |(part, outcome): (Part, Outcome)| {
        let outcome = match partly.take() {
            Some(before) => before.and(outcome),
            None => outcome,
        };
        if !part.is_last {
            partly = Some(outcome);
            return;
        }
        let index = part.index;
        summary.done += outcome.printed.len();
        summary.unchanged += outcome.unchanged.len();
        summary.failed += outcome.failed.len();
        summary.left -= 1;
        if let Some((changes, setup)) = &mut changes {
            changes.add(&outcome, &batch.profiles[index].1, setup);
            if saved.elapsed() > SAVE_EVERY {
                summary
                    .problems
                    .extend(changes.save().err().into_iter().flatten());
                saved = Instant::now();
            }
        }
        report(&outcome);
    })
    .map_err(no_threads)?;
    if let Some((mut changes, _)) = changes {
        summary
            .problems
            .extend(changes.save().err().into_iter().flatten());
    }
    if let Some(folder) = &batch.record {
        match gone(folder, batch.prune) {
            Ok(gone) => summary.gone = gone,
            Err(problems) => summary.problems.extend(problems),
        }
    }
    summary.problems.sort();
    summary.time = began.elapsed();
    Ok(summary)
}

/// What would be printed, and why: for each profile, in their order; `None` where nothing has
/// changed.
pub fn plan<'a>(
    batch: &'a Batch,
    engine: &Engine,
) -> impl Iterator<Item = (&'a Path, Option<RenderReason>)> {
    let setup = Environment::new(&batch.options, engine);
    let record = batch.record.as_deref().map(OutputManifest::of);
    batch.profiles.iter().map(move |(profile, output)| {
        let why = match &record {
            _ if batch.force => Some(RenderReason::Forced),
            Some(record) => record.unchanged(profile, output, &setup).err(),
            None => Some(RenderReason::New),
        };
        (profile.as_path(), why)
    })
}

/// The profiles whose outputs would replace those of one before.
fn same_outputs(batch: &Batch) -> BTreeMap<usize, PathBuf> {
    let outputs: Vec<Vec<PathBuf>> = batch
        .profiles
        .par_iter()
        .map(|profile| outputs(batch, profile))
        .collect();
    let mut first: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut taken = BTreeMap::new();
    for (index, names) in outputs.into_iter().enumerate() {
        for name in names {
            // Two CVs of one profile can have one name, too.
            if let Some(other) = first.insert(name, index) {
                taken.insert(index, batch.profiles[other].0.clone());
            }
        }
    }
    taken
}

/// The outputs of a profile, as far as they are known before it is read; else what stands for them.
fn outputs(batch: &Batch, (profile, output): &(PathBuf, PathBuf)) -> Vec<PathBuf> {
    let choices = &batch.options.choices;
    if choices.variants.is_empty() && choices.locales.is_empty() {
        return vec![output.clone()];
    }
    match guarded(|| profile::load(&Input::File(profile.clone()), None)) {
        Ok(reading) => outputs_of(&reading, output, &batch.options),
        Err(_) => vec![output.clone()],
    }
}

/// What one hand prints of a profile.
struct Part {
    /// The profile's place in the batch.
    index: usize,
    layouts: Vec<String>,
    is_first: bool,
    is_last: bool,
}

/// The parts that a batch is done in. A profile's CVs are printed together, as its text is read
/// once for all of them; unless there are so few profiles that some hands would have nothing to do.
fn parts(batch: &Batch, hands: usize) -> impl Iterator<Item = Part> + Send {
    let layouts = &batch.options.layouts;
    let count = if batch.profiles.len() < PROFILES_EACH * hands {
        hands.clamp(1, layouts.len().max(1))
    } else {
        1
    };
    (0..batch.profiles.len()).flat_map(move |index| {
        (0..count).map(move |part| Part {
            index,
            layouts: layouts[layouts.len() * part / count..layouts.len() * (part + 1) / count]
                .to_vec(),
            is_first: part == 0,
            is_last: part + 1 == count,
        })
    })
}

/// Prints a part of a batch, unless that was done already.
fn one(
    batch: &Batch,
    part: &Part,
    taken: Option<&PathBuf>,
    kept: Option<(&OutputManifest, &Environment)>,
    print: &mut TaskRunner,
) -> Outcome {
    let began = Instant::now();
    let (profile, output) = &batch.profiles[part.index];
    let task = Task {
        origin: ProfileSource::File(profile.clone()),
        place: Destination::Stem(output.clone()),
        options: RenderOptions {
            layouts: part.layouts.clone(),
            ..batch.options.clone()
        },
    };
    if let Some(other) = taken {
        let message = format!(
            "`{}` would replace the output of `{}`",
            profile.display(),
            other.display()
        );
        let error =
            Diagnostic::error(rule::SAME_OUTPUT, message).hint("give one of the two another name");
        return Outcome::failed(&task, error);
    }
    let why = match kept.map(|(record, setup)| record.unchanged(profile, output, setup)) {
        Some(_) if batch.force => Some(RenderReason::Forced),
        Some(Ok(unchanged)) => {
            return Outcome {
                unchanged,
                time: began.elapsed(),
                ..Outcome::new(profile)
            };
        }
        Some(Err(why)) => Some(why),
        None => None,
    };
    Outcome {
        why,
        ..print(&task)
    }
}
