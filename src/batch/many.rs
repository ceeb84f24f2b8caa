//! Many profiles at once, on all cores. One that fails does not stop the others.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::job::{DEFAULT_LAYOUT, Opened, Printed, Wanted, write};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::export::Output;
use crate::profile::{self, Input, Reading};
use crate::selection::{Choice, Choices};
use crate::typeset::Base;

/// The stack of a worker, in bytes: deeply nested text must not overflow it.
const STACK: usize = 32 << 20;

/// After so many profiles, what Typst remembers of older ones is forgotten, so that memory stays flat.
const FORGET_EVERY: usize = 16;

/// What is to be printed.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// The profiles, each with the path of its outputs without layout and ending.
    pub profiles: Vec<(PathBuf, PathBuf)>,
    /// What is wanted of each.
    pub wanted: Wanted,
    /// How many threads; `None` means one for each core.
    pub jobs: Option<usize>,
}

/// What became of one profile.
#[derive(Debug)]
pub struct Outcome {
    /// The profile.
    pub profile: PathBuf,
    /// The CVs that were printed.
    pub printed: Vec<Printed>,
    /// What could not be printed of it: the layout, after the name of the variant or the language where one was wanted.
    pub failed: Vec<String>,
    /// What was found wrong or questionable.
    pub problems: Diagnostics,
    /// How long it took.
    pub time: Duration,
}

/// What became of all of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// How many CVs were printed.
    pub done: usize,
    /// How many were not.
    pub failed: usize,
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

/// Prints all of them. `report` is told of each in the order of the profiles, as soon as those before it are done.
///
/// # Errors
/// The threads cannot be started.
pub fn run(batch: &Batch, base: &Base, report: impl FnMut(&Outcome) + Send) -> Result<Summary, Diagnostics> {
    let began = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(batch.jobs.unwrap_or(0))
        .stack_size(STACK)
        .build()
        .map_err(|error| Diagnostic::error("internal", format!("cannot start the threads: {error}")))?;
    let taken = pool.install(|| same_outputs(batch));
    let order = Mutex::new(InOrder { next: 0, waiting: BTreeMap::new(), done: 0, failed: 0, report });
    pool.install(|| {
        (0..batch.profiles.len()).into_par_iter().for_each(|index| {
            let outcome = one(batch, index, taken.get(&index), base);
            order.lock().unwrap_or_else(std::sync::PoisonError::into_inner).put(index, outcome);
            if index % FORGET_EVERY == FORGET_EVERY - 1 {
                typst::comemo::evict(FORGET_EVERY);
            }
        });
    });
    let order = order.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(Summary { done: order.done, failed: order.failed, time: began.elapsed() })
}

/// Passes outcomes on in the order of the profiles.
struct InOrder<F> {
    next: usize,
    waiting: BTreeMap<usize, Outcome>,
    done: usize,
    failed: usize,
    report: F,
}

impl<F: FnMut(&Outcome)> InOrder<F> {
    fn put(&mut self, index: usize, outcome: Outcome) {
        self.waiting.insert(index, outcome);
        while let Some(outcome) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.done += outcome.printed.len();
            self.failed += outcome.failed.len();
            (self.report)(&outcome);
        }
    }
}

/// The profiles whose outputs would replace those of one before.
fn same_outputs(batch: &Batch) -> BTreeMap<usize, PathBuf> {
    let outputs: Vec<Vec<PathBuf>> = batch.profiles.par_iter().map(|profile| outputs(batch, profile)).collect();
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
    let Wanted { choices, layouts, .. } = &batch.wanted;
    if choices.variants.is_empty() && choices.locales.is_empty() {
        return vec![output.clone()];
    }
    match guarded(|| profile::load(&Input::File(profile.clone()), None)) {
        Ok(reading) => outputs_of(&reading, output, choices, layouts),
        Err(_) => vec![output.clone()],
    }
}

/// The files that the CVs wanted of a profile go to; `stem` is their path without what tells them apart.
pub fn outputs_of(reading: &Reading, stem: &Path, choices: &Choices, layouts: &[String]) -> Vec<PathBuf> {
    let name = stem.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut files = Vec::new();
    for choice in choices.of(reading) {
        let own = [reading.layout(choice.variant.as_deref()).unwrap_or(DEFAULT_LAYOUT).to_owned()];
        let file = stem.with_file_name(choice.name(&name, reading));
        let layouts = if layouts.is_empty() { &own } else { layouts };
        files.extend(layouts.iter().map(|layout| output_path(&file, layout)));
    }
    files
}

fn one(batch: &Batch, index: usize, taken: Option<&PathBuf>, base: &Base) -> Outcome {
    let began = Instant::now();
    let (profile, output) = &batch.profiles[index];
    let mut outcome = Outcome {
        profile: profile.clone(),
        printed: Vec::new(),
        failed: Vec::new(),
        problems: Diagnostics::default(),
        time: Duration::ZERO,
    };
    let input = Input::File(profile.clone());
    let read = match taken {
        None => guarded(|| profile::load(&input, batch.wanted.today)),
        Some(other) => {
            let message = format!("`{}` would replace the output of `{}`", profile.display(), other.display());
            Err(Diagnostic::error("same-output", message).hint("give one of the two another name").into())
        }
    };
    match read {
        Ok(reading) => {
            let choices = batch.wanted.choices.of(&reading);
            let cvs: Vec<_> = choices.par_iter().map(|choice| cv(batch, &reading, choice, output, base)).collect();
            for (printed, failed, problems) in cvs {
                outcome.printed.extend(printed);
                outcome.failed.extend(failed);
                outcome.problems.extend(problems);
            }
        }
        Err(problems) => {
            let layouts = &batch.wanted.layouts;
            outcome.failed = if layouts.is_empty() { vec!["own".to_owned()] } else { layouts.clone() };
            outcome.problems = problems;
        }
    }
    if outcome.failed.is_empty() && outcome.problems.has_errors() {
        outcome.failed.push("own".to_owned());
    }
    // What is questionable about the profile is so in every layout, and told once.
    outcome.problems.sort();
    outcome.time = began.elapsed();
    outcome
}

/// Prints one CV of a profile in its layouts: what was printed, what failed, and what is wrong.
fn cv(
    batch: &Batch,
    reading: &Reading,
    choice: &Choice,
    output: &Path,
    base: &Base,
) -> (Vec<Printed>, Vec<String>, Diagnostics) {
    let wanted = &batch.wanted;
    let suffix = choice.suffix(reading);
    let called = |layout: &str| if suffix.is_empty() { layout.to_owned() } else { format!("{suffix}-{layout}") };
    let stem = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let opened = match guarded(|| Ok(Opened::new(reading, choice, &stem, &wanted.deny, base))) {
        Ok(opened) => opened,
        Err(problems) => return (Vec::new(), wanted.layouts.iter().map(|layout| called(layout)).collect(), problems),
    };
    let layouts = opened.layouts(wanted);
    let mut problems = opened.problems(wanted, base);
    if problems.has_errors() {
        return (Vec::new(), layouts.iter().map(|layout| called(layout)).collect(), problems);
    }
    let results: Vec<_> = layouts
        .into_par_iter()
        .map(|layout| {
            let file = Output::File(output_path(&output.with_file_name(opened.name()), &layout));
            let result = guarded(|| write(&opened, &layout, &|_, _| Ok(file.clone()), wanted, base));
            (layout, result)
        })
        .collect();
    let (mut printed, mut failed) = (Vec::new(), Vec::new());
    for (layout, result) in results {
        match result {
            Ok((done, warnings)) => {
                printed.extend(done);
                problems.extend(warnings);
            }
            Err(errors) => {
                failed.push(called(&layout));
                problems.extend(errors);
            }
        }
    }
    (printed, failed, problems)
}

/// `out/ada` and `compact` → `out/ada-compact.pdf`.
pub fn output_path(stem: &Path, layout: &str) -> PathBuf {
    let mut name = stem.file_name().map(std::ffi::OsStr::to_os_string).unwrap_or_default();
    name.push(format!("-{layout}.pdf"));
    stem.with_file_name(name)
}

/// A fault of ours in one job must not take the others with it.
fn guarded<T>(job: impl FnOnce() -> Result<T, Diagnostics>) -> Result<T, Diagnostics> {
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let message = format!("cvpress made a mistake: {}", said.unwrap_or("no reason given"));
        Err(Diagnostic::error("internal", message).hint("please report it with the profile").into())
    })
}
