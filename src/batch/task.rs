//! One profile's part of a batch, and what became of it. Both can be handed to another process.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::{Deserialize, Serialize};

use crate::batch::fingerprint::ProfileFingerprint;
use crate::batch::manifest::RenderReason;
use crate::diagnostic::{Diagnostics, Source};
use crate::export::Output;
use crate::pipeline::output_path;
use crate::pipeline::threads::guarded;
use crate::pipeline::{Document, RenderOptions, Rendered, RenderedFile, render};
use crate::profile::{self, Input, ParsedProfile};
use crate::selection::Choice;
use crate::typeset::Engine;

/// What is to be printed of one profile.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Task {
    /// The profile.
    pub origin: ProfileSource,
    /// Where it goes.
    pub place: Destination,
    /// What is wanted of it.
    pub options: RenderOptions,
}

/// Where a profile's text comes from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum ProfileSource {
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
pub enum Destination {
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
    pub printed: Vec<Rendered>,
    /// What could not be printed of it: the layout, after the name of the variant or the language
    /// where one was options.
    pub failed: Vec<String>,
    /// What was found wrong or questionable.
    pub problems: Diagnostics,
    /// How long it took.
    pub time: Duration,
    /// RenderReason it was printed, where a record says what was printed before.
    pub why: Option<RenderReason>,
    /// The files that are as they were, so that nothing was done.
    pub unchanged: Vec<PathBuf>,
    /// What it was printed from, as it was when that began.
    pub(super) inputs: Option<ProfileFingerprint>,
    /// The bytes that were asked for, in Base64.
    pub(super) bytes: Option<String>,
}

impl ProfileSource {
    /// What messages call it.
    pub fn name(&self) -> &Path {
        match self {
            Self::File(path) => path,
            Self::Text { name, .. } => Path::new(name),
        }
    }

    fn read(&self, options: &RenderOptions) -> Result<ParsedProfile, Diagnostics> {
        match self {
            Self::File(path) => profile::load(&Input::File(path.clone()), options.today),
            Self::Text { name, text, folder } => {
                profile::parse(Source::new(name, text), folder.as_deref(), options.today)
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
        let layouts = &task.options.layouts;
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
pub fn run_task(task: &Task, engine: &Engine, beat: &impl Fn()) -> Outcome {
    let began = Instant::now();
    // What changes while it is read must not seem to be what was printed.
    let inputs = match (&task.origin, &task.place) {
        (ProfileSource::File(path), Destination::Stem(_)) => ProfileFingerprint::of(path),
        _ => None,
    };
    let mut outcome = match guarded(|| task.origin.read(&task.options)) {
        Ok(reading) => {
            let mut outcome = Outcome::new(task.origin.name());
            for choice in task.options.choices.of(&reading) {
                cv(task, &reading, &choice, engine, beat, &mut outcome);
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
    reading: &ParsedProfile,
    choice: &Choice,
    engine: &Engine,
    beat: &impl Fn(),
    outcome: &mut Outcome,
) {
    let options = &task.options;
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
        Destination::Stem(path) => name(path),
        Destination::File(_) | Destination::Back => task
            .origin
            .name()
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned()),
    };
    let document = guarded(|| {
        Ok(Document::new(
            reading,
            choice,
            &stem.unwrap_or_default(),
            &options.deny,
            engine,
        ))
    });
    let document = match document {
        Ok(document) => document,
        Err(problems) => {
            outcome.failed.extend(options.layouts.iter().map(called));
            return outcome.problems.extend(problems);
        }
    };
    let layouts = document.layouts(options);
    let problems = document.problems(options, engine);
    if problems.has_errors() {
        outcome.failed.extend(layouts.iter().map(called));
        return outcome.problems.extend(problems);
    }
    outcome.problems.extend(problems);
    for layout in layouts {
        let rendered = guarded(|| {
            let rendered = render(&document, &layout, options, engine)?;
            let reports = match &task.place {
                Destination::Stem(stem) => {
                    let path = output_path(&stem.with_file_name(document.name()), &layout);
                    rendered.write(|_| Ok(Output::File(path.clone())))?
                }
                Destination::File(path) => {
                    rendered.write(|file| Ok(Output::File(page_path(path, file))))?
                }
                Destination::Back => rendered
                    .files
                    .iter()
                    .map(|file| rendered.report(file, String::new()))
                    .collect(),
            };
            Ok((rendered, reports))
        });
        match rendered {
            Ok((rendered, reports)) => {
                if matches!(task.place, Destination::Back) {
                    let file = rendered.files.last();
                    outcome.bytes = file.map(|file| BASE64_STANDARD.encode(&file.bytes));
                }
                outcome.printed.extend(reports);
                outcome.problems.extend(rendered.warnings);
            }
            Err(errors) => {
                outcome.failed.push(called(&layout));
                outcome.problems.extend(errors);
            }
        }
        beat();
    }
}

/// Returns the path of a file; images of several pages are numbered.
fn page_path(path: &Path, file: &RenderedFile) -> PathBuf {
    match file.page {
        Some(page) if page.total > 1 => file.format.numbered(path, page.number),
        _ => path.to_path_buf(),
    }
}
