//! One profile's part of a batch, and what became of it. Both can be handed to another process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde::{Deserialize, Serialize};

use super::inputs::Inputs;
use super::job::{Opened, Printed, Wanted, hand_over};
use super::many::output_path;
use super::record::Why;
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::export::{self, Format, Output};
use crate::profile::{self, Input, Reading};
use crate::selection::Choice;
use crate::typeset::Base;

/// What is to be printed of one profile.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Task {
    /// The profile.
    pub origin: Origin,
    /// Where it goes.
    pub place: Place,
    /// What is wanted of it.
    pub wanted: Wanted,
}

/// Where a profile's text comes from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Origin {
    /// A file.
    File(PathBuf),
    /// A text; without a folder it can name no files.
    Text {
        /// What messages call it.
        name: String,
        /// The text.
        text: String,
        /// The folder that its files may lie in.
        folder: Option<PathBuf>,
    },
}

/// Where CVs go.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Place {
    /// To files of this path and what tells them apart.
    Stem(PathBuf),
    /// To this file; pictures of several pages are numbered.
    File(PathBuf),
    /// Back to who asked.
    Back,
}

/// What became of one profile.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// The profile.
    pub profile: PathBuf,
    /// The CVs that were printed.
    pub printed: Vec<Printed>,
    /// What could not be printed of it: the layout, after the name of the variant or the language
    /// where one was wanted.
    pub failed: Vec<String>,
    /// What was found wrong or questionable.
    pub problems: Diagnostics,
    /// How long it took.
    pub time: Duration,
    /// Why it was printed, where a record says what was printed before.
    pub why: Option<Why>,
    /// The files that are as they were, so that nothing was done.
    pub unchanged: Vec<PathBuf>,
    /// What it was printed from, as it was when that began.
    pub(super) inputs: Option<Inputs>,
    /// The bytes that were asked for, in Base64.
    pub(super) bytes: Option<String>,
}

impl Origin {
    /// What messages call it.
    pub fn name(&self) -> &Path {
        match self {
            Self::File(path) => path,
            Self::Text { name, .. } => Path::new(name),
        }
    }

    fn read(&self, wanted: &Wanted) -> Result<Reading, Diagnostics> {
        match self {
            Self::File(path) => profile::load(&Input::File(path.clone()), wanted.today),
            Self::Text { name, text, folder } => {
                profile::parse(Source::new(name, text), folder.as_deref(), wanted.today)
            }
        }
    }
}

impl Outcome {
    pub(super) fn new(profile: &Path) -> Self {
        Self {
            profile: profile.to_path_buf(),
            ..Self::default()
        }
    }

    /// What became of two parts of one profile.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.printed.extend(other.printed);
        self.failed.extend(other.failed);
        self.problems.extend(other.problems);
        self.problems.sort();
        self.time += other.time;
        self.why = self.why.or(other.why);
        // Each part knows of all files.
        self.unchanged = if self.unchanged.is_empty() {
            other.unchanged
        } else {
            self.unchanged
        };
        self.unchanged.retain(|file| {
            self.printed
                .iter()
                .all(|printed| Path::new(&printed.file) != file)
        });
        // What has changed between the two is printed anew the next time.
        self.inputs = self
            .inputs
            .filter(|inputs| Some(inputs) == other.inputs.as_ref());
        self
    }

    /// What becomes of a task of which nothing can be printed.
    pub(super) fn failed(task: &Task, problems: impl Into<Diagnostics>) -> Self {
        let layouts = &task.wanted.layouts;
        let failed = if layouts.is_empty() {
            vec!["own".to_owned()]
        } else {
            layouts.clone()
        };
        Self {
            failed,
            problems: problems.into(),
            ..Self::new(task.origin.name())
        }
    }
}

/// Prints the CVs of a task; `beat` is called after each of them.
pub fn carry_out(task: &Task, base: &Base, beat: &impl Fn()) -> Outcome {
    let began = Instant::now();
    // What changes while it is read must not seem to be what was printed.
    let inputs = match (&task.origin, &task.place) {
        (Origin::File(path), Place::Stem(_)) => Inputs::of(path),
        _ => None,
    };
    let mut outcome = match guarded(|| task.origin.read(&task.wanted)) {
        Ok(reading) => {
            let mut outcome = Outcome::new(task.origin.name());
            for choice in task.wanted.choices.of(&reading) {
                cv(task, &reading, &choice, base, beat, &mut outcome);
            }
            outcome
        }
        Err(problems) => Outcome::failed(task, problems),
    };
    if outcome.failed.is_empty() && outcome.problems.has_errors() {
        outcome.failed.push("own".to_owned());
    }
    // What is questionable about the profile is so in every layout, and told once.
    outcome.problems.sort();
    outcome.inputs = inputs;
    outcome.time = began.elapsed();
    outcome
}

/// Prints one CV of a profile in its layouts.
fn cv(
    task: &Task,
    reading: &Reading,
    choice: &Choice,
    base: &Base,
    beat: &impl Fn(),
    outcome: &mut Outcome,
) {
    let wanted = &task.wanted;
    let suffix = choice.suffix(reading);
    let called = |layout: &String| {
        if suffix.is_empty() {
            layout.clone()
        } else {
            format!("{suffix}-{layout}")
        }
    };
    let name = |path: &Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let stem = match &task.place {
        Place::Stem(path) => name(path),
        Place::File(_) | Place::Back => task
            .origin
            .name()
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned()),
    };
    let opened = guarded(|| {
        Ok(Opened::new(
            reading,
            choice,
            &stem.unwrap_or_default(),
            &wanted.deny,
            base,
        ))
    });
    let opened = match opened {
        Ok(opened) => opened,
        Err(problems) => {
            outcome.failed.extend(wanted.layouts.iter().map(called));
            return outcome.problems.extend(problems);
        }
    };
    let layouts = opened.layouts(wanted);
    let problems = opened.problems(wanted, base);
    if problems.has_errors() {
        outcome.failed.extend(layouts.iter().map(called));
        return outcome.problems.extend(problems);
    }
    outcome.problems.extend(problems);
    for layout in layouts {
        let mut bytes = None;
        let mut put = |format: Format, page: Option<(usize, usize)>, made: Vec<u8>| {
            let path = match &task.place {
                Place::Stem(stem) => output_path(&stem.with_file_name(opened.name()), &layout),
                Place::File(path) => match page.filter(|(_, pages)| *pages > 1) {
                    Some((number, _)) => format.numbered(path, number),
                    None => path.clone(),
                },
                Place::Back => {
                    bytes = Some(BASE64_STANDARD.encode(made));
                    return Ok(String::new());
                }
            };
            let output = Output::File(path);
            export::write(&output, &made)?;
            Ok(output.name())
        };
        match guarded(|| hand_over(&opened, &layout, &mut put, wanted, base)) {
            Ok((done, warnings)) => {
                outcome.printed.extend(done);
                outcome.problems.extend(warnings);
                outcome.bytes = bytes;
            }
            Err(errors) => {
                outcome.failed.push(called(&layout));
                outcome.problems.extend(errors);
            }
        }
        beat();
    }
}

/// A fault of ours in one job must not take the others with it.
pub(super) fn guarded<T>(job: impl FnOnce() -> Result<T, Diagnostics>) -> Result<T, Diagnostics> {
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|panic| {
        let said = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or(panic.downcast_ref::<&str>().copied());
        let message = format!(
            "cvpress made a mistake: {}",
            said.unwrap_or("no reason given")
        );
        Err(Diagnostic::error("internal", message)
            .hint("please report it with the profile")
            .into())
    })
}
