//! The worker process of a session or of the language server: what it does, and what it is asked.

use std::path::PathBuf;
use std::sync::Arc;

use crate::batch::{JobRunner, Workers, serve_jobs};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ide::EditedProfile;
use crate::layout::Layouts;
use crate::pipeline::RenderOptions;
use crate::pipeline::threads::no_threads;
use crate::preview::disk_store::DiskStore;
use crate::session::{
    Answer, FindingsJob, Mode, PreviewJob, Runner, Session, SessionOptions, View, ViewOptions,
};
use crate::typeset::Engine;

/// How the session of a file on the disk begins.
pub struct PreviewOptions {
    /// The profile, which need not exist.
    pub profile: PathBuf,
    /// Whether it can be edited.
    pub mode: Mode,
    /// What is shown first.
    pub view: ViewOptions,
    /// The other options of the command line.
    pub render: RenderOptions,
    /// How to start the worker process.
    pub workers: Workers,
    /// The folder with the user's layouts.
    pub templates: Option<PathBuf>,
}

/// Creates the session of a file on the disk, and starts its thread.
///
/// # Errors
/// The thread cannot be started.
pub fn start(options: PreviewOptions) -> Result<Arc<Session>, Diagnostics> {
    let templates = options.templates;
    let session = Arc::new(Session::new(SessionOptions {
        store: Box::new(DiskStore::new(options.profile)),
        mode: options.mode,
        view: options.view,
        render: options.render,
        layouts: Box::new(move || {
            Layouts::load(templates.as_deref()).unwrap_or_else(|_| Layouts::built_in())
        }),
        inline: None,
    }));
    let worker = Arc::clone(&session);
    let mut runner = JobRunner::new(options.workers);
    std::thread::Builder::new()
        .name("preview".to_owned())
        .spawn(move || {
            // It is ready for the first job.
            JobRunner::restart(&mut runner);
            worker.work(&mut runner);
        })
        .map_err(no_threads)?;
    Ok(session)
}

impl Runner for JobRunner {
    fn run(
        &mut self,
        job: &PreviewJob,
        name: &str,
        is_superseded: &dyn Fn() -> bool,
    ) -> Result<Option<Answer>, Diagnostic> {
        Self::run(self, job, name, job.has_text(), is_superseded)
    }

    fn restart(&mut self) {
        Self::restart(self);
    }

    fn remembers(&self) -> bool {
        Self::remembers(self)
    }
}

/// Does the jobs of a session, until it sends no more or stops reading. `send` writes a line, and
/// returns whether the session still reads.
///
/// # Errors
/// An answer cannot be written as a line, which is an internal error.
pub fn serve(
    lines: impl Iterator<Item = String>,
    send: impl Fn(&str) -> bool + Sync,
    engine: &Engine,
) -> Result<(), Diagnostics> {
    let mut view = View::new(engine);
    serve_jobs(lines, send, |job: PreviewJob, _| view.answer(job))
}

/// Returns what `check` says of a text that is not shown, which a worker process finds; `None` if a
/// newer request waits.
///
/// # Errors
/// A limit was reached, or the process has ended.
pub fn findings_of(
    profile: EditedProfile<'_>,
    options: &RenderOptions,
    runner: &mut JobRunner,
    is_superseded: &dyn Fn() -> bool,
) -> Result<Option<Diagnostics>, Diagnostic> {
    let job = PreviewJob::Findings(Box::new(FindingsJob {
        name: profile.name.to_owned(),
        files: profile.files.clone(),
        text: profile.text.to_owned(),
        options: options.clone(),
    }));
    match JobRunner::run(runner, &job, profile.name, job.has_text(), is_superseded)? {
        Some(Answer::Problems(problems)) => Ok(Some(problems)),
        _ => Ok(None),
    }
}
