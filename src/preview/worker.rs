//! The worker process of a session or of the language server: what it does, and what it is asked.

use crate::batch::{JobRunner, serve_jobs};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ide::EditedProfile;
use crate::pipeline::RenderOptions;
use crate::preview::messages::{Answer, FindingsJob, PreviewJob};
use crate::preview::view::View;
use crate::typeset::Engine;

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
    serve_jobs(lines, send, |job: PreviewJob, _| view.run(job))
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
        folder: profile.folder.to_path_buf(),
        text: profile.text.to_owned(),
        options: options.clone(),
    }));
    match runner.run(&job, profile.name, job.has_text(), is_superseded)? {
        Some(Answer::Problems(problems)) => Ok(Some(problems)),
        _ => Ok(None),
    }
}
