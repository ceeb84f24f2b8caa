//! Carries out the task of one profile.

use std::path::Path;
use std::time::Instant;

use crate::batch::fingerprint::ProfileFingerprint;
use crate::batch::task::{Destination, Outcome, ProfileSource, Task};
use crate::diagnostic::{Diagnostics, Source};
use crate::export::{Output, write};
use crate::import::{ImportInput, Imported, import};
use crate::pipeline::guarded;
use crate::pipeline::{
    Document, RenderOptions, RenderedDocument, SourceFiles, faults_elsewhere, render,
};
use crate::profile::{self, Input, ParsedProfile};
use crate::selection::Choice;
use crate::typeset::Engine;

/// Renders the documents of a task. Calls `progress` after each of them.
pub fn render_task(task: &Task, engine: &Engine, progress: &dyn Fn()) -> Outcome {
    let began = Instant::now();
    // Computed first: if a file changes meanwhile, it is rendered again the next time.
    let fingerprint = match (&task.source, &task.destination) {
        (ProfileSource::File(path), Destination::Stem(_)) => ProfileFingerprint::of(path),
        _ => None,
    };
    let mut outcome = guarded(|| carry_out(task, engine, progress))
        .unwrap_or_else(|problems| Outcome::failed(task, problems));
    if outcome.failed.is_empty() && outcome.problems.has_errors() {
        outcome.fail(None, &[]);
    }
    // Problems of the profile recur in every layout; sorting removes duplicates.
    outcome.problems.sort();
    outcome.fingerprint = fingerprint;
    outcome.time = began.elapsed();
    outcome
}

fn carry_out(task: &Task, engine: &Engine, progress: &dyn Fn()) -> Result<Outcome, Diagnostics> {
    let today = task.options.today;
    let parsed = match &task.source {
        ProfileSource::File(path) => profile::load(&Input::File(path.clone()), today)?,
        ProfileSource::Text { name, text, folder } => {
            profile::parse(Source::new(name, text), folder.as_deref(), today)?
        }
        ProfileSource::Import { path, origin } => {
            let input = ImportInput::read(path)?;
            let imported = import(&input.beside(path), *origin)?;
            return Ok(with_imported(task, imported, engine, progress));
        }
    };
    Ok(documents(task, &parsed, engine, progress))
}

/// Renders the documents of an imported profile, or keeps the profile itself.
fn with_imported(task: &Task, imported: Imported, engine: &Engine, progress: &dyn Fn()) -> Outcome {
    let path = task.source.name();
    let text = imported.profile_alone();
    let warnings = imported.problems;
    let finished = if let Destination::Profile(output) = &task.destination {
        keep(path, text, output.as_deref())
    } else {
        let source = Source::new(path.display().to_string(), text);
        let parsed = guarded(|| profile::parse(source, path.parent(), task.options.today));
        parsed.map(|parsed| documents(task, &parsed, engine, progress))
    };
    let mut outcome = finished.unwrap_or_else(|problems| Outcome::failed(task, problems));
    outcome.problems.extend(warnings);
    outcome
}

/// Writes the text of a profile, or puts it into the outcome.
fn keep(path: &Path, text: String, output: Option<&Path>) -> Result<Outcome, Diagnostics> {
    let mut outcome = Outcome::new(path);
    let Some(output) = output else {
        outcome.bytes = Some(text.into_bytes());
        return Ok(outcome);
    };
    let file = Output::File(output.to_path_buf());
    SourceFiles::of_profile(&text, path.parent(), None).refuse(file.clone())?;
    write(&file, text.as_bytes())?;
    Ok(outcome)
}

fn documents(task: &Task, parsed: &ParsedProfile, engine: &Engine, progress: &dyn Fn()) -> Outcome {
    let mut rendering = Rendering {
        task,
        parsed,
        sources: source_files(task, parsed),
        engine,
        outcome: Outcome::new(task.source.name()),
    };
    let RenderOptions { choices, deny, .. } = &task.options;
    for choice in choices.of(parsed) {
        rendering.document(&choice, progress);
    }
    let elsewhere = faults_elsewhere(parsed, choices, deny);
    rendering.outcome.problems.extend(elsewhere);
    rendering.outcome
}

/// Returns the profile and the images and bibliographies that it names.
fn source_files(task: &Task, parsed: &ParsedProfile) -> SourceFiles {
    let (folder, file) = match &task.source {
        ProfileSource::File(path) | ProfileSource::Import { path, .. } => {
            (path.parent(), Some(path.as_path()))
        }
        ProfileSource::Text { folder, .. } => (folder.as_deref(), None),
    };
    SourceFiles::of_profile(parsed.tree.source().text(), folder, file)
}

/// The documents of one profile while they are rendered.
struct Rendering<'a> {
    task: &'a Task,
    parsed: &'a ParsedProfile,
    /// The files of the profile, which must not be overwritten.
    sources: SourceFiles,
    engine: &'a Engine,
    outcome: Outcome,
}

impl Rendering<'_> {
    /// Renders a document in all its layouts.
    fn document(&mut self, choice: &Choice, progress: &dyn Fn()) {
        let options = &self.task.options;
        let suffix = choice.suffix(self.parsed);
        let suffix = Some(suffix.as_str()).filter(|suffix| !suffix.is_empty());
        let document = guarded(|| {
            let stem = stem(self.task);
            let document = Document::new(self.parsed, choice, &stem, &options.deny, self.engine);
            Ok(document)
        });
        let document = match document {
            Ok(document) => document,
            Err(problems) => {
                self.outcome.fail(suffix, &options.layouts);
                return self.outcome.problems.extend(problems);
            }
        };
        let layouts = document.layouts(options);
        let problems = document.problems(options, self.engine);
        let has_errors = problems.has_errors();
        self.outcome.problems.extend(problems);
        if has_errors {
            return self.outcome.fail(suffix, &layouts);
        }
        let mut parts = document.parts(options);
        // Outcomes name the files without pages first.
        parts.sort_by_key(|part| part.has_pages);
        for part in parts {
            let rendered = guarded(|| {
                let rendered = render(&document, &part, options, self.engine)?;
                self.write(rendered, &document)
            });
            if let Err(errors) = rendered {
                self.outcome.fail(suffix, &[part.layout]);
                self.outcome.problems.extend(errors);
            }
            progress();
        }
    }

    fn write(
        &mut self,
        mut rendered: RenderedDocument,
        document: &Document,
    ) -> Result<(), Diagnostics> {
        let allowed = |path| self.sources.refuse(Output::File(path));
        let files = match &self.task.destination {
            Destination::Stem(stem) => {
                let stem = stem.with_file_name(document.name());
                rendered.write(|file| allowed(rendered.path(&stem, file)))?
            }
            Destination::File(path) => rendered.write(|file| allowed(file.numbered(path)))?,
            Destination::Memory | Destination::Profile(_) => {
                let files = rendered.files.iter();
                let reports = files.map(|file| rendered.report(file, String::new()));
                let reports = reports.collect();
                self.outcome.bytes = rendered.files.pop().map(|file| file.bytes);
                reports
            }
        };
        self.outcome.rendered.extend(files);
        self.outcome.problems.extend(rendered.warnings);
        Ok(())
    }
}

/// Returns the profile's name, which the names of its documents start with.
fn stem(task: &Task) -> String {
    let name = match &task.destination {
        Destination::Stem(path) => path.file_name(),
        Destination::File(_) | Destination::Memory | Destination::Profile(_) => {
            task.source.name().file_stem()
        }
    };
    name.map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
